"""Standard output and error: what they can show, and what is said there beside the answer."""

import contextlib
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TextIO

import click

from ..interrupt import end_at_once
from .preferences import only_ascii

if TYPE_CHECKING:
    from ..show.text import Look

PROGRESS_AFTER: Final = 1.0  # seconds without a word before progress is shown
PROGRESS_EVERY: Final = 0.2  # seconds


def complain(text: str, code: int) -> int:
    """Say it in one line on standard error, and return the exit code."""
    with contextlib.suppress(OSError):  # nobody listens
        click.echo(" ".join(text.split()), err=True)
    return code


def give_up_output(code: int) -> int:
    """Let nothing more reach standard output, so that Python's own last flush cannot fail, and return the code."""
    with contextlib.suppress(OSError):  # no file at all
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def tell_notes(notes: Sequence[str], look: "Look") -> None:
    """Say on standard error how a hand was read, unless the answer itself says it, as a table does."""
    if look.format != "table" or look.brief:
        for note in notes:
            click.echo(f"Note: {note}", err=True)


def tell_beside(text: str) -> None:
    """Say something on standard error, in place of the progress that may stand there."""
    click.echo(f"\r\x1b[K{text}" if sys.stderr.isatty() else text, err=True)


def compiling_announced() -> contextlib.AbstractContextManager[None]:
    """While this lasts, standard error tells when one has to wait for the compiler."""
    from ..simulate.jit import told_of_compiling

    text = "compiling…" if speaks_utf8(sys.stderr) else "compiling..."
    return told_of_compiling(lambda: click.echo(text, err=True))


def terminal_look(stream: TextIO, format: str = "table", *, brief: bool = False, verbose: bool = False) -> "Look":
    """What a stream shows: symbols in UTF-8, colours on a terminal (see no-color.org), as many columns as it has."""
    from ..show.text import WIDEST, Look

    return Look(
        format,
        unicode=speaks_utf8(stream),
        colour=stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb",
        width=min(max(40, shutil.get_terminal_size().columns), WIDEST),
        brief=brief,
        verbose=verbose,
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
def on_interrupt(call: Callable[[], None] = end_at_once) -> Iterator[None]:
    """While this lasts, the first Ctrl-C calls `call`, the next one ends the process.

    By default the first one does: an exception may get lost when it is raised in a callback of the compiler.
    """

    def handle(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        call()

    before = signal.signal(signal.SIGINT, handle)
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
