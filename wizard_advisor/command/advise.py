"""The command `advise`: what to bid."""

import sys
from typing import Any

import click

from .kinds import flag
from .options import (
    SITUATION,
    consider_option,
    format_option,
    length_options,
    playout_options,
    plot_option,
    refuse_explain,
    situation_options,
)
from .reading import read_situation
from .terminal import Progress, compiling_announced, on_interrupt, tell_notes, terminal_look


@click.command()
@click.argument("hand", nargs=-1, metavar="HAND...")
@situation_options
@consider_option
@playout_options
@format_option
@length_options
@flag("--explain", help="Why: what each card does, the answer at other seats, which bid heard hurts, and more.")
@plot_option
def advise(
    hand: tuple[str, ...],
    no_inference: bool,
    format: str,
    brief: bool,
    verbose: bool,
    explain: bool,
    plot: str | None,
    **options: Any,
) -> None:
    """What every bid is worth with this HAND, and which one to make.

    Cards are AS, 10H, 3D; W is a Wizard, N a Jester (and so is a J without a suit). A whole situation in one line is a
    HAND too; - reads it from standard input.

    \b
    Examples:
      wizard-advisor advise "W AS KS 10H 3D" --players 4 --trump 7S --seat 2
      wizard-advisor advise AH 9H W N --trump QH --seat dealer --bids 2,0,1 --hook dealer
      wizard-advisor advise "4p up=R7 seat=2 bids=1 : R13 R12 G9 Y2 Z" --explain
    """
    situation, notes = read_situation(hand, {name: options.pop(name) for name in SITUATION})
    if explain:
        refuse_explain(format, brief, "bids")
    from ..advice.bid import advise as advise_situation
    from ..show.bid import render

    explanation = None
    with on_interrupt(), compiling_announced(), Progress() as progress:
        answer = advise_situation(situation, inference=not no_inference, progress=progress, **options)
        if explain:
            from ..advice.explanation import explain as explain_answer

            explanation = explain_answer(answer, **{name: options[name] for name in ("policy", "opponents", "threads")})
    if plot:
        from ..show.answer_picture import draw

        draw(answer, plot)
    look = terminal_look(sys.stdout, format, brief=brief, verbose=verbose)
    click.echo(render(answer, look, notes, explanation), color=True)
    tell_notes(notes, look)
