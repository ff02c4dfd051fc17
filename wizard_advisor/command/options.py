"""The options that several commands share, and how their texts are read."""

from typing import Final

import click

from ..errors import CardError, echo
from ..situation import HOOKS, OBJECTIVES
from ..values import read_list, read_whole
from .completion import complete_file, complete_language, complete_policies, complete_policy, completes
from .kinds import Command, Decorator, flag, number, reads

FORMATS: Final = ("table", "json", "csv", "markdown")


def read_names(field: str, text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(read_list(field, text, "names like standard,simple", blanks=False))


def read_numbers(field: str, text: str) -> tuple[int, ...]:
    """Numbers with commas between them."""
    return tuple(read_whole(field, word) for word in read_list(field, text, "numbers like 2,3"))


def read_bounds(field: str, text: str) -> tuple[float, float]:
    """Two numbers of points a round, the lower one first."""
    try:
        low, high = map(float, read_list(field, text, "two points a round like 0,0.5"))
    except ValueError:
        low = high = 0.0
    if not -1000 <= low < high < 1000:
        raise CardError(f"{field}: expected two points a round like 0,0.5: found {echo(text)}")
    return low, high


def read_tongue(field: str, text: str) -> str:
    """The code of a language."""
    from ..notation import read_language

    return read_language(text)


def read_policy(field: str, text: str) -> str:
    """The name or file of a policy that exists and holds."""
    from ..policy.files import PolicyError, load_players

    try:
        return load_players(text).name
    except PolicyError as error:
        raise PolicyError(f"{field}: {str(error).removeprefix('policy').lstrip(': ')}") from None


def read_policies(field: str, text: str) -> tuple[str, ...]:
    """Names or files of policies with commas between them."""
    return tuple(read_policy(field, name) for name in read_names(field, text))


def read_picture(field: str, text: str) -> str:
    """The name of a picture's file: it has an ending that can be drawn, and there are the means to draw it."""
    from ..show.picture import check_picture

    check_picture(text)
    return text


def together(*options: Decorator) -> Decorator:
    """Several options as one decorator; the help page shows them in this order."""

    def decorate(command: Command, /) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


GAME: Final = ("scores", "rounds_left")  # what `game_options` hands over, but for the objective
# What `situation_options` hands over.
SITUATION: Final = ("players", "trump", "seat", "bids", "hook", "hidden_bids", "language", *GAME)

players_option = click.option(
    "-p", "--players", metavar="3-6", shell_complete=completes(*"3456"), help="Players at the table.  [default: 4]"
)
table_size_option = number("-p", "--players", low=3, high=6, default=4, metavar="3-6", help="Players.")
trump_option = click.option(
    *("-t", "--trump"),
    metavar="CARD|SUIT",
    help="The card turned up: QH; N a Jester; W a Wizard, you name the suit; W:H a Wizard, hearts was named. Or only"
    " the trump suit: H. Or none.  [default: none if every card is dealt, else required]",
)
hook_option = click.option(
    "--hook",
    metavar="NAME",
    shell_complete=completes(*HOOKS),
    help=f"When the last bidder may not make the bids add up to the tricks: {', '.join(HOOKS)}.  [default: none]",
)
language_option = click.option(
    "--language",
    metavar="CODE",
    callback=reads(read_tongue),
    shell_complete=complete_language,
    help="Whose letters you write: en, de, fr, nl, es, it, pl, no, be, ga, lo, fa. In de, HD is Herz Dame. Whole words"
    " are read in all of them.  [default: letters in English]",
)
house_rule_option = click.option(
    "--hook", type=click.Choice(HOOKS), default="none", show_default=True, help="The house rule for bids."
)


def seat_option(default: str) -> Decorator:
    """Where the asker sits. default: which seat, if it is not given."""
    return click.option(
        *("-s", "--seat"),
        metavar="SEAT",
        shell_complete=completes("first", "dealer"),
        help="Your seat: 1 is left of the dealer, the highest number the dealer; or first, dealer."
        f"  [default: {default}]",
    )


game_options = together(
    click.option("--scores", metavar="POINTS", help="The scores so far, of all from seat 1: 120,90,-30,80."),
    click.option("--rounds-left", metavar="N", help="Rounds after this one.  [default: as the rules say]"),
    click.option(
        "--objective",
        type=click.Choice(OBJECTIVES),
        help="What the recommended choice is best at.  [default: win with --scores, else points]",
    ),
)

situation_options = together(
    players_option,
    trump_option,
    seat_option("one past the bids given"),
    click.option("-b", "--bids", metavar="BIDS", help="Bids heard so far, from seat 1: 2,1; ? for one not heard."),
    hook_option,
    flag("--hidden-bids", help="All bids are shown together: they tell nothing, and there is no hook."),
    game_options,
    language_option,
)


def deals_option(candidate: str, spent: str = "") -> Decorator:
    """How many deals each candidate, a bid or a card, is played out in; `spent`: words on who gets more of them."""
    return click.option(
        "--deals",
        callback=reads(read_whole, "auto", low=1, high=10**9),
        metavar="N|auto",
        default="auto",
        show_default=True,
        shell_complete=completes("auto"),
        help=f"Deals per {candidate}{spent}; auto goes on until the best {candidate} is clear or a limit is met.",
    )


consider_option = click.option(
    "--consider", callback=reads(read_numbers), metavar="BIDS", help="Look at these bids only: 2,3."
)
seed_option = number("--seed", low=0, high=2**63 - 1, help="Repeats an answer.  [default: drawn, and shown]")

policy_options = together(
    click.option(
        "--policy",
        callback=reads(read_policy),
        metavar="NAME|FILE",
        default="standard",
        show_default=True,
        shell_complete=complete_policy,
        help="How you play your cards; play: you ask `play` for every card.",
    ),
    click.option(
        "--opponents",
        callback=reads(read_policies),
        metavar="NAME|FILE[,...]",
        default="people",
        show_default=True,
        shell_complete=complete_policies,
        help="How the others bid and play: one for all, or one each from your left.",
    ),
    flag("--no-inference", help="Learn nothing from the bids heard."),
    seed_option,
)

thinking_options = together(
    policy_options,
    number("--threads", low=1, high=10**6, help="Never changes the answer.  [default: all cores]"),
)

playout_options = together(deals_option("bid"), thinking_options)


def workers_options(pieces: str) -> Decorator:
    """Who does the work: how many pieces at a time here, or a cluster."""
    return together(
        number(
            *("-j", "--jobs"),
            low=1,
            high=10_000,
            help=f"{pieces} at a time; never changes an answer.  [default: all cores]",
        ),
        click.option(
            "--cluster", metavar="ADDRESS", help="Have the workers of a Dask scheduler do it: tcp://10.0.0.1:8786."
        ),
    )


length_options = together(
    flag("--brief", help="The answer alone, in one line; of a table or markdown."),
    flag("--verbose", help="In the last line, also the deals drawn, why there were no more, and the policies."),
)


def refuse_explain(format: str, brief: bool, rows: str) -> None:
    """Raise click's UsageError where there is no place for an explanation. rows: what csv has instead."""
    if format == "csv":
        raise click.UsageError(
            f"--explain: expected --format table, json or markdown: found csv, which has {rows} only"
        )
    if brief:
        raise click.UsageError("--explain: expected without --brief, the answer in one line: found both")


format_option = click.option(
    "--format",
    type=click.Choice(FORMATS),
    default="table",
    show_default=True,
    help="How the answer is written.",
)


plot_option = click.option(
    "--plot",
    metavar="FILE.png|svg",
    callback=reads(read_picture),
    shell_complete=complete_file,
    help="Draw the answer too (needs matplotlib, the extra plot).",
)
