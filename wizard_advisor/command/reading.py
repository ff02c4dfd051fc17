"""A HAND, or a line of standard input, and the options beside it as one situation or turn."""

import io
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TextIO, TypeVar

import click
from click.core import ParameterSource

from ..errors import CardError, SituationError, WizardError, echo
from ..situation import Situation
from ..values import BIDDING

MOST_LINES: Final = 1_000  # that are counted
Made = TypeVar("Made")
TRUMP_QUESTION: Final = (
    "Trump: the card turned up like QH, N a Jester, W a Wizard (W:H if a suit was named); or only the suit H; or none"
)
LONGEST_LINE: Final = 10_000  # characters of standard input


def read_situation(words: Sequence[str], options: Mapping[str, Any]) -> tuple[Situation, tuple[str, ...]]:
    """The situation of a HAND, or of a line of standard input if that is `-`, and notes on its reading.

    A whole situation in one line is completed by the options; a trump that is missing is asked for on a terminal.
    WizardError when it cannot be read or cannot be, or when something is given in the line and on the command line.
    """
    from ..line_notation import KEYS
    from ..notation import make_situation

    return completed(make_situation, read_fields(words, options, KEYS))


def completed(make: Callable[..., Made], fields: dict[str, Any]) -> Made:
    """What `make` makes of what was given, and of the trump, asked for if it is missing and somebody can answer."""
    from ..notation import TrumpMissing, read_trump

    try:
        return make(**fields)
    except TrumpMissing:
        if not sys.stdin or not sys.stdin.isatty():
            raise
    while True:
        fields["trump"] = click.prompt(TRUMP_QUESTION, err=True)
        try:
            read_trump(fields["trump"], fields.get("language", ""))
            return make(**fields)
        except WizardError as error:
            if not str(error).startswith("trump: "):
                raise
            click.echo(str(error), err=True)


def read_fields(words: Sequence[str], options: Mapping[str, Any], keys: dict[str, str]) -> dict[str, Any]:
    """What a HAND, or a line of standard input, and the options give together; keys: see `line_notation`."""
    from ..line_notation import read_line

    context = click.get_current_context()
    text = " ".join(words)
    if not text.strip():
        if not sys.stdin or not sys.stdin.isatty():
            raise click.MissingParameter(ctx=context, param=context.command.params[0])
        text = click.prompt("Your hand, like AS KS 10H W N", err=True)
    line = read_line(only_line(sys.stdin) if text.strip() == "-" else text, keys)
    for name in options.keys() & line.keys():
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            flag = "--" + name.replace("_", "-")
            raise SituationError(
                f"{flag}: expected in the line or as an option, not both: found {echo(line[name])} in the line"
            )
    dropped = BIDDING if any(name in line for name in BIDDING) else ()
    kept = {
        name: value
        for name, value in options.items()
        if value is not None
        and (name not in dropped or context.get_parameter_source(name) is ParameterSource.COMMANDLINE)
    }
    return kept | line


def only_line(stream: TextIO | None) -> str:
    """The only line that is neither blank nor a comment; CardError if there is none or more than one.

    On a terminal the first is taken at once: who types there is not asked to say that it was the last one.
    """
    lines = _lines_that_say_something(stream)
    line = next(lines, None)
    if line is None:
        raise CardError("standard input: expected a hand in one line: found nothing")
    more = 0 if stream is None or stream.isatty() else sum(1 for _ in islice(lines, MOST_LINES))
    if more:
        number = f"{1 + more:,}" if more < MOST_LINES else f"more than {MOST_LINES:,}"
        raise CardError(f"standard input: expected one situation, found {number}; `batch` reads many")
    return line


def _lines_that_say_something(stream: TextIO | None) -> Iterator[str]:
    """The lines that are neither blank nor a comment; CardError for one that has no end."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")  # bytes that are not text are then refused as not being cards
    while stream and (line := stream.readline(LONGEST_LINE)):
        if len(line) == LONGEST_LINE:
            raise CardError(f"standard input: expected lines of less than {LONGEST_LINE:,} characters: found more")
        line = line.removeprefix("\ufeff").strip()  # a byte-order mark
        if line and not line.startswith("#"):
            yield line
