"""The options that several commands share, and how their texts are read."""

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from ..errors import echo
from ..situation import HOOKS
from .completion import complete_file, complete_policies, complete_policy, completes

FORMATS: Final = ("table", "json", "csv", "markdown")

Command = TypeVar("Command", bound=Callable[..., Any])
Reader = Callable[[click.Context, click.Parameter, Any], Any]  # what click calls with an option's text


def whole(low: int, high: int, *words: str) -> Reader:
    """Reads a whole number from `low` to `high`, or one of a few words."""
    expected = " or ".join((f"a whole number from {low} to {high}", *words))

    def read(context: click.Context, option: click.Parameter, value: str | None) -> int | str | None:
        if value is None or value in words:
            return value
        if not re.fullmatch("[0-9]{1,19}", value) or not low <= int(value) <= high:
            raise click.BadParameter(f"expected {expected}: found {echo(value)}")
        return int(value)

    return read


def names(context: click.Context, option: click.Parameter, value: str) -> tuple[str, ...]:
    """Reads names with commas between them."""
    found = tuple(word.strip() for word in value.split(","))
    if not all(found):
        raise click.BadParameter(f"expected names like standard,simple: found {echo(value)}")
    return found


def numbers(context: click.Context, option: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    """Reads small numbers with commas between them."""
    if value is None:
        return None
    words = [word.strip() for word in value.split(",")]
    if not all(re.fullmatch("[0-9]{1,2}", word) for word in words):
        raise click.BadParameter(f"expected numbers like 2,3: found {echo(value)}")
    return tuple(map(int, words))


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one decorator; the help page shows them in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


SITUATION: Final = ("players", "trump", "seat", "bids", "hook", "hidden_bids")  # what `situation_options` hands over

players_option = click.option(
    "-p", "--players", metavar="3-6", shell_complete=completes(*"3456"), help="Players at the table.  [default: 4]"
)
table_size_option = click.option(
    "-p", "--players", callback=whole(3, 6), default="4", show_default=True, metavar="3-6", help="Players."
)
trump_option = click.option(
    *("-t", "--trump"),
    metavar="CARD|SUIT",
    help="The card turned up: QH; N a Jester; W a Wizard, I name the suit; W:H a Wizard, hearts was named. Or only"
    " the trump suit: H. Or none.  [default: none if every card is dealt, else required]",
)
hook_option = click.option(
    "--hook",
    metavar="NAME",
    shell_complete=completes(*HOOKS),
    help=f"When the last bidder may not make the bids add up to the tricks: {', '.join(HOOKS)}.  [default: none]",
)
house_rule_option = click.option(
    "--hook", type=click.Choice(HOOKS), default="dealer", show_default=True, help="The house rule for bids."
)

situation_options = together(
    players_option,
    trump_option,
    click.option(
        *("-s", "--seat"),
        metavar="SEAT",
        shell_complete=completes("first", "dealer"),
        help="My seat: 1 is left of the dealer, the highest number the dealer; or first, dealer."
        "  [default: one past the bids given]",
    ),
    click.option("-b", "--bids", metavar="BIDS", help="Bids heard so far, from seat 1: 2,1; ? for one not heard."),
    hook_option,
    click.option(
        "--hidden-bids", is_flag=True, help="All bids are shown together: they tell nothing, and there is no hook."
    ),
)


def deals_option(candidate: str) -> Callable[[Command], Command]:
    """How many deals each candidate, a bid or a card, is played out in."""
    return click.option(
        "--deals",
        callback=whole(1, 10**9, "auto"),
        metavar="N|auto",
        default="auto",
        show_default=True,
        shell_complete=completes("auto"),
        help=f"Deals per {candidate}; auto goes on until the best {candidate} is clear or a limit is met.",
    )


seed_option = click.option(
    "--seed", callback=whole(0, 2**63 - 1), metavar="N", help="Repeats an answer.  [default: drawn, and shown]"
)

policy_options = together(
    click.option(
        "--policy",
        metavar="NAME|FILE",
        default="standard",
        show_default=True,
        shell_complete=complete_policy,
        help="How I play my cards.",
    ),
    click.option(
        "--opponents",
        callback=names,
        metavar="NAME|FILE[,...]",
        default="people",
        show_default=True,
        shell_complete=complete_policies,
        help="How the others bid and play: one for all, or one each from my left.",
    ),
    click.option(
        "--no-inference", "inference", flag_value=False, default=True, help="Learn nothing from the bids heard."
    ),
    seed_option,
)

thinking_options = together(
    policy_options,
    click.option(
        "--threads", callback=whole(1, 10**6), metavar="N", help="Never changes the answer.  [default: all cores]"
    ),
)

playout_options = together(deals_option("bid"), thinking_options)

jobs_options = together(
    click.option(
        *("-j", "--jobs"),
        callback=whole(1, 10_000),
        metavar="N",
        help="Pieces of work at a time; never changes an answer.  [default: all cores]",
    ),
    click.option(
        "--cluster", metavar="ADDRESS", help="Have the workers of a Dask scheduler do it: tcp://10.0.0.1:8786."
    ),
)

format_option = click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="table",
    show_default=True,
    help="How the answer is written.",
)


def picture(context: click.Context, option: click.Parameter, file: str | None) -> str | None:
    """Reads the name of a picture's file: an ending that can be drawn, and the means to draw it."""
    if file is not None:
        from ..show.picture import check_picture

        check_picture(file)
    return file


plot_option = click.option(
    "--plot",
    metavar="FILE.png|svg",
    callback=picture,
    shell_complete=complete_file,
    help="Draw the answer too (needs matplotlib, the extra plot).",
)
