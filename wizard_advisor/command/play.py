"""The command `play`: which card to play now."""

import sys
from typing import Any, Final

import click

from ..turn_notation import TURN_KEYS, make_turn
from .kinds import flag
from .options import (
    GAME,
    deals_option,
    format_option,
    game_options,
    hook_option,
    language_option,
    length_options,
    players_option,
    plot_option,
    refuse_explain,
    seat_option,
    thinking_options,
    together,
    trump_option,
)
from .reading import completed, read_fields
from .terminal import Progress, compiling_announced, on_interrupt, tell_notes, terminal_look

TURN: Final = (
    *("players", "trump", "seat", "bids", "tricks", "trick", "played", "hook", "hidden_bids", "language"),
    *GAME,
)

turn_options = together(
    players_option,
    trump_option,
    seat_option("the one whose turn it is"),
    click.option("-b", "--bids", metavar="BIDS", help="The bids of all, from seat 1: 2,1,0,3; ? for one not heard."),
    click.option("--trick", metavar="CARDS", help="The cards on the table, in the order they were played."),
    click.option(
        "--played",
        metavar="CARDS",
        help="The cards of the tricks before, in the order they were played; / between the tricks if you like. If you"
        " remember only some: those, in any order, and --tricks and --seat.",
    ),
    click.option(
        "--tricks",
        metavar="NUMBERS",
        help="The tricks taken so far, from seat 1: 1,0,0,2.  [default: as the cards played say]",
    ),
    hook_option,
    flag("--hidden-bids", help="All bids were shown together: nobody had heard another's."),
    game_options,
    language_option,
)


@click.command()
@click.argument("hand", nargs=-1, metavar="HAND...")
@turn_options
@deals_option("card")
@thinking_options
@format_option
@length_options
@flag("--explain", help="Why: what the best card and the next one do for the tricks that you take.")
@plot_option
def play(
    hand: tuple[str, ...],
    no_inference: bool,
    format: str,
    brief: bool,
    verbose: bool,
    explain: bool,
    plot: str | None,
    **options: Any,
) -> None:
    """Which card to play now from this HAND, the cards you still hold.

    Everything that was seen is taken into account: who played what, who could not follow, who wants how many tricks
    more. A whole turn in one line is a HAND too; - reads it from standard input.

    \b
    Examples:
      wizard-advisor play "KS QS 4S" --trump 2S --bids 3,0,0,1
      wizard-advisor play AS 3D -t 2S -b 1,0,1,1 --played "4H 9H 2H KH" --trick KC
      wizard-advisor play "4p up=QH bids=1,0,2,1 played=2S,4S,AS,3S trick=KC : AC 7D"
    """
    fields = read_fields(hand, {name: options.pop(name) for name in TURN}, TURN_KEYS)
    turn, notes = completed(make_turn, fields)
    if explain:
        refuse_explain(format, brief, "cards")
    from ..advice.card import advise_card
    from ..show.card import render

    with on_interrupt(), compiling_announced(), Progress() as progress:
        hint = advise_card(turn, inference=not no_inference, progress=progress, **options)
    if plot:
        from ..show.answer_picture import draw

        draw(hint, plot)
    look = terminal_look(sys.stdout, format, brief=brief, verbose=verbose)
    click.echo(render(hint, look, notes, explain), color=True)
    tell_notes(notes, look)
