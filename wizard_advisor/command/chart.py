"""The command `chart`: the cheat sheet."""

import sys
from typing import Any

import click

from ..cards import PACK_SIZE
from .kinds import flag, number
from .options import format_option, plot_option, table_size_option, thinking_options
from .terminal import Progress, compiling_announced, on_interrupt, terminal_look

HANDS = 200  # that the full answer is asked for …
HANDS_OF_ALL_ROUNDS = 100  # … and for each number of cards


@click.command()
@table_size_option
@number("-c", "--cards", low=1, high=20, help="Cards in each hand.")
@flag(
    "--trump/--no-trump",
    default=None,
    help="A suit is trump, or none.  [default: --trump, but in the last round, where every card is dealt]",
)
@flag("--all-rounds", help="One column for every number of cards instead; takes minutes.")
@number("--rounds", low=1_000, high=10**8, default=240_000, help="Rounds that are played to find the worths.")
@number(
    "--hands",
    low=6,
    high=10**6,
    help=f"Hands that are bid by the full answer too.  [default: {HANDS}, of all rounds {HANDS_OF_ALL_ROUNDS} each]",
)
@number("--deals", low=1, high=10**9, default=2000, help="Deals per bid of the full answer.")
@thinking_options
@format_option
@plot_option
def chart(
    players: int,
    cards: int | None,
    trump: bool | None,
    all_rounds: bool,
    rounds: int,
    hands: int | None,
    deals: int,
    seed: int | None,
    no_inference: bool,
    format: str,
    plot: str | None,
    **options: Any,
) -> None:
    """The cheat sheet: what each card is worth in tricks, for the next time without a computer.

    With how often bids by the sheet alone are those of the full answer, and how many points they lose; the well-known
    rules of thumb beside it.

    \b
    Examples:
      wizard-advisor chart --players 4 --cards 8
      wizard-advisor chart -p 5 -c 6 --no-trump --plot sheet.svg
      wizard-advisor chart -p 3 --all-rounds --format csv > sheets.csv
    """
    if all_rounds == (cards is not None):
        found = "both" if all_rounds else "neither"
        raise click.UsageError(f"--cards: expected a number of cards or --all-rounds: found {found}")
    from ..lab.cheat_sheet import CheatSheet, make_cheat_sheet
    from ..lab.worths import ALL_ROUNDS_LENGTHS
    from ..show.cheat_sheet import render

    sizes = range(1, PACK_SIZE // players + 1) if cards is None else [cards]
    each = hands or (HANDS if cards else HANDS_OF_ALL_ROUNDS)
    sheets: list[CheatSheet] = []
    with on_interrupt(), compiling_announced(), Progress("hands") as progress:
        for size in sizes:
            made = make_cheat_sheet(
                players,
                size,
                trump=trump if cards or not trump else None,  # of all rounds the last has none anyway
                lengths=ALL_ROUNDS_LENGTHS if all_rounds else None,
                rounds=rounds,
                hands=each,
                deals=deals,
                inference=not no_inference,
                seed=sheets[0].seed if sheets else seed,
                progress=lambda done, _: progress(len(sheets) * each + done, len(sizes) * each),
                **options,
            )
            sheets.append(made)
    if plot:
        from ..show.cheat_sheet_picture import draw

        draw(sheets, plot)
    click.echo(render(sheets, terminal_look(sys.stdout, format), joint=all_rounds), color=True)
