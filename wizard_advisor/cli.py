"""The command line: the group, the options that its commands share, and `advise`.

Each command imports what it computes with when it is called, and a command with a module of its own is imported only
when it is named, so that `--help` answers at once.
"""

import contextlib
import importlib
import io
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeVar

import click
from click.core import ParameterSource

from .cards import CardError, WizardError, echo
from .command.common_options import equipped, only_ascii, origin, traced
from .command.completion import complete_file, complete_policies, complete_policy, completes
from .situation import HOOKS, Situation, SituationError

if TYPE_CHECKING:
    from .advice import Advice
    from .show.advice import Style

PROGRAM: Final = "wizard-advisor"
COMMANDS: Final[dict[str, str]] = {  # command of a module in `command` → how its own help begins; as on the help page
    "batch": "What to bid in every situation of FILE: one row out for each row in.",
    "play": "Which card to play now from this HAND, the cards you still hold.",
    "policy": "Policies: how players bid and play, as files of named numbers.",
    "chart": "The cheat sheet: what each card is worth in tricks, for the next time without a computer.",
    "config": "Which options hold without being given, and where each was set: for all commands, or for one COMMAND.",
}
FORMATS: Final = ("table", "json", "csv", "markdown")
PROGRESS_AFTER: Final = 1.0  # seconds without a word before progress is shown
PROGRESS_EVERY: Final = 0.2
LONGEST_LINE: Final = 10_000  # characters of standard input

Command = TypeVar("Command", bound=Callable[..., Any])
Reader = Callable[[click.Context, click.Parameter, Any], Any]  # what click calls with an option's text


class LazyGroup(click.Group):
    """A group that knows the names of its commands, and imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.commands, *COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            command = super().get_command(ctx, cmd_name)
            return command and equipped(command)
        return equipped(getattr(importlib.import_module(f".command.{cmd_name}", __package__), cmd_name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        helps = {name: command.help or "" for name, command in self.commands.items()} | COMMANDS
        room = formatter.width - 6 - max(map(len, helps))
        rows = [(name, click.Command(name, help=text).get_short_help_str(room)) for name, text in helps.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except WizardError as error:
            raise traced(error, ctx) from None
        except KeyboardInterrupt:  # of which click itself would make an empty line
            raise click.Abort from None


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
        from .show.picture import check_picture

        check_picture(file)
    return file


plot_option = click.option(
    "--plot",
    metavar="FILE.png|svg",
    callback=picture,
    shell_complete=complete_file,
    help="Draw the answer too (needs matplotlib, the extra plot).",
)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.version_option(package_name=PROGRAM, prog_name=PROGRAM)
@click.pass_context
def group(context: click.Context) -> None:
    """Advises what to bid in the card game Wizard, by playing the round out thousands of times.

    \b
    Examples:
      wizard-advisor advise "W AS KS 10H 3D" --players 4 --trump 7S --seat 2
      wizard-advisor advise -h
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@group.command()
@click.argument("hand", nargs=-1, required=True)
@situation_options
@click.option("--consider", callback=numbers, metavar="BIDS", help="Look at these bids only: 2,3.")
@playout_options
@format_option
@click.option(
    "--explain",
    is_flag=True,
    help="Why: what each card does, the answer at other seats, what each bid heard changes, and more.",
)
@plot_option
def advise(
    hand: tuple[str, ...],
    consider: tuple[int, ...] | None,
    form: str,
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
    if explain and form == "csv":
        raise click.UsageError("--explain: expected --format table, json or markdown: found csv, which has bids only")
    from .advise import advise as advise_situation
    from .show.advice import render

    style = terminal_style(sys.stdout)
    explained: dict[str, Any] = {}
    with ended_at_once_by_interrupt(), compiling_announced(), Progress() as progress:
        answer = advise_situation(situation, consider=consider, progress=progress, **options)
        if explain:
            explained = explanation_of(answer, form, style, options)
    if plot:
        from .show.advice_picture import plot_advice

        plot_advice(answer, plot)
    click.echo(render(answer, form, style, notes, **explained), color=True)
    tell_notes(notes, form)


def explanation_of(answer: "Advice", form: str, style: "Style", options: Mapping[str, Any]) -> dict[str, Any]:
    """What `render` needs beside the answer to explain it."""
    from .explain import explain
    from .show.explain import explanation_sections

    explanation = explain(answer, **{name: options[name] for name in ("policy", "opponents", "threads")})
    if form == "json":
        return {"explain": explanation.to_dict()}
    return {"sections": explanation_sections(explanation, style, form)}


equipped(group)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; whatever goes wrong is said in one line on standard error."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name that the terminal cannot show is no reason to fail
    try:
        code = group.main(arguments, PROGRAM, standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (click.Abort, KeyboardInterrupt):
        if sys.stderr.isatty():
            click.echo(err=True)  # the terminal has just shown ^C
        return complain("Interrupted", 1)
    except click.ClickException as error:
        return complain(f"Error: {described(error)}", error.exit_code)
    except WizardError as error:
        return complain(f"Error: {error}", 2)
    except MemoryError:
        return complain("Error: not enough memory", 1)
    except BrokenPipeError:
        return give_up_output(1)
    except OSError as error:
        return give_up_output(complain(f"Error: {error.filename or 'output'}: {error.strerror}", 1))


def complain(text: str, code: int) -> int:
    """Say it in one line on standard error, and return the exit code."""
    with contextlib.suppress(OSError):  # nobody listens
        click.echo(" ".join(text.split()), err=True)
    return code


def described(error: click.ClickException) -> str:
    """What is wrong with an option, after its name."""
    if isinstance(error, click.BadParameter) and error.param and error.message:
        name = max(error.param.opts, key=len) if isinstance(error.param, click.Option) else str(error.param.name)
        return f"{origin(error.ctx, error.param) or name}: {error.message}"
    return error.format_message()


def give_up_output(code: int) -> int:
    """Let nothing more reach standard output, so that Python's own last flush cannot fail, and return the code."""
    with contextlib.suppress(OSError):  # no file at all
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


# What commands need around their computation


def read_situation(words: Sequence[str], options: Mapping[str, Any]) -> tuple[Situation, tuple[str, ...]]:
    """The situation of a HAND, or of a line of standard input if that is `-`, and notes on its reading.

    A whole situation in one line is completed by the options. WizardError when it cannot be read or cannot be, or when
    something is given both in the line and on the command line.
    """
    from .notation import KEYS, make_situation

    return make_situation(**read_fields(words, options, KEYS))


def read_fields(words: Sequence[str], options: Mapping[str, Any], keys: dict[str, str]) -> dict[str, Any]:
    """What a HAND, or a line of standard input, and the options give together; see `notation.read_line` for `keys`."""
    from .notation import read_line

    text = " ".join(words)
    line = read_line(first_line(sys.stdin) if text.strip() == "-" else text, keys)
    context = click.get_current_context()
    for name in options.keys() & line.keys():
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            flag = "--" + name.replace("_", "-")
            raise SituationError(
                f"{flag}: expected in the line or as an option, not both: found {echo(line[name])} in the line"
            )
    return {name: value for name, value in options.items() if value is not None} | line


def first_line(stream: TextIO | None) -> str:
    """The first line that is neither blank nor a comment; CardError if there is none, or no stream (it was closed)."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")  # what is no text is then refused as no card
    while stream and (line := stream.readline(LONGEST_LINE)):
        if len(line) == LONGEST_LINE:
            raise CardError(f"standard input: expected lines of less than {LONGEST_LINE:,} characters: found more")
        line = line.removeprefix("\ufeff").strip()  # a byte-order mark
        if line and not line.startswith("#"):
            return line
    raise CardError("standard input: expected a hand in one line: found nothing")


def tell_notes(notes: Sequence[str], form: str) -> None:
    """Say on standard error how a hand was read, unless the answer itself says it, as a table does."""
    if form != "table":
        for note in notes:
            click.echo(f"Note: {note}", err=True)


def compiling_announced() -> contextlib.AbstractContextManager[None]:
    """While this lasts, standard error tells when one has to wait for the compiler."""
    from .simulate._jit import told_of_compiling

    text = "compiling…" if speaks_utf8(sys.stderr) else "compiling..."
    return told_of_compiling(lambda: click.echo(text, err=True))


def terminal_style(stream: TextIO) -> "Style":
    """What a stream can show: symbols in UTF-8, colours on a terminal (see no-color.org), as many columns as it has."""
    from .show.advice import Style

    return Style(
        unicode=speaks_utf8(stream),
        colour=stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb",
        width=min(max(40, shutil.get_terminal_size().columns), 1000),
    )


def speaks_utf8(stream: TextIO) -> bool:
    """Whether a stream shows UTF-8.

    In the locale C, Python writes UTF-8 all the same and sets LC_CTYPE to match: what the user said is in the others.
    """
    if only_ascii() or "utf" not in (stream.encoding or "").lower():
        return False
    said = os.environ.get("PYTHONIOENCODING") or os.environ.get("LC_ALL") or os.environ.get("LANG")
    return said not in ("C", "POSIX")


@contextlib.contextmanager
def ended_at_once_by_interrupt() -> Iterator[None]:
    """While this lasts Ctrl-C ends the process: an exception may get lost when raised in a callback of the compiler.

    For computations that leave nothing to be tidied up.
    """

    def end(*_: object) -> None:
        with contextlib.suppress(OSError):  # nobody listens
            os.write(2, b"\nInterrupted\n" if sys.stderr.isatty() else b"Interrupted\n")
        os._exit(1)

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Progress:
    """Deals done so far, on standard error, if that is a terminal and the wait is long; wiped out at the end."""

    def __init__(self, unit: str = "deals") -> None:
        self.unit = unit
        self.shown = False
        self.next = time.monotonic() + PROGRESS_AFTER

    def __call__(self, done: int, limit: int) -> None:
        now = time.monotonic()
        if now >= self.next and sys.stderr.isatty():
            click.echo(f"\r{done:,} of {limit:,} {self.unit}", err=True, nl=False)
            self.shown, self.next = True, now + PROGRESS_EVERY

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self.shown:
            click.echo("\r\x1b[K", err=True, nl=False)
