"""The command line: the group of all commands, and how whatever goes wrong is said.

A command is imported only when it is named, and imports what it computes with when it is called, so that `--help`
answers at once.
"""

import contextlib
import importlib
import io
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final

import click

from ..errors import WizardError, echo
from .kinds import key_of, name_of
from .preferences import INNERMOST, PROGRAM, equipped, options_of, place_of
from .terminal import complain, give_up_output

CLOSED_PIPE: Final = 141  # the exit code that a shell shows for a program ended by SIGPIPE, as most are
COMMANDS: Final[dict[str, str]] = {  # each in `command`, in a module of its name → how its own help begins
    "advise": "What every bid is worth with this HAND, and which one to make.",
    "batch": "What to bid in every situation of FILE: one row out for each row in.",
    "play": "Which card to play now from this HAND, the cards you still hold.",
    "game": "The companion for an evening: keeps the score, and advises your bids.",
    "policy": "Policies: how players bid and play, as files of named numbers.",
    "chart": "The cheat sheet: what each card is worth in tricks, for the next time without a computer.",
    "config": "Which options hold without being given, and where each was set: for all commands, or for one COMMAND.",
}


class LazyGroup(click.Group):
    """A group that knows the names of its commands, and imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return equipped(getattr(importlib.import_module(f".{cmd_name}", __package__), cmd_name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            import difflib

            near = next(iter(difflib.get_close_matches(name.lower(), COMMANDS, 1, 0.5)), "")
            hint = f"did you mean {near}?" if near else f"there are {', '.join(COMMANDS)}"
            raise click.UsageError(f"No such command {echo(name)}: {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        room = formatter.width - 6 - max(map(len, COMMANDS))
        rows = [(name, click.Command(name, help=text).get_short_help_str(room)) for name, text in COMMANDS.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        with quiet_when_nobody_reads():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with quiet_when_nobody_reads():
                return super().invoke(ctx)
        except WizardError as error:
            raise traced(error, ctx.meta[INNERMOST]) from None
        except KeyboardInterrupt:  # of which click itself would make an empty line
            raise click.Abort from None


@contextlib.contextmanager
def quiet_when_nobody_reads() -> Iterator[None]:
    """End the command without a word when standard output was closed, with our exit code instead of click's."""
    try:
        yield
    except BrokenPipeError:
        raise click.exceptions.Exit(give_up_output(CLOSED_PIPE)) from None


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


equipped(group)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; whatever goes wrong is said in one line on standard error."""
    stand_in_for_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name that the terminal cannot show stops nothing
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
        return give_up_output(CLOSED_PIPE)
    except OSError as error:
        return give_up_output(complain(f"Error: {error.filename or 'output'}: {error.strerror}", 1))


def stand_in_for_closed_streams() -> None:
    """Put something in the place of standard streams that the caller closed, so that no file of ours gets their number.

    What was closed cannot be used: reading fails, and so does writing, which is told; but not what is written to
    standard error, where it would be told.
    """
    for name, way in (("stdin", os.O_WRONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            number = os.open(os.devnull, way)
            if name != "stdin":
                setattr(sys, name, open(number, "w", encoding="utf-8"))  # noqa: SIM115


def described(error: click.ClickException) -> str:
    """What is wrong with an option, after its name or the place where it was set."""
    if isinstance(error, click.BadParameter) and error.ctx and error.param and error.message:
        return f"{place_of(error.ctx, error.param) or name_of(error.param)}: {error.message}"
    return error.format_message()


def traced(error: WizardError, context: click.Context) -> WizardError:
    """The error, after the place where the option that it complains of was set, if not on the command line."""
    field, _, rest = str(error).partition(": ")
    for option in options_of(context.command):
        if field.replace("_", "-") == key_of(option) and (place := place_of(context, option)):
            return type(error)(f"{place}: {rest}")
    return error
