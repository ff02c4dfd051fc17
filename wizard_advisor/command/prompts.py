"""Where the lines of an evening come from: prompts on a terminal, with completion, or standard input without any."""

import contextlib
import io
import sys
from collections.abc import Sequence
from typing import Final

import click

from .reading import LONGEST_LINE
from .terminal import complain, terminal_look

COMMANDS: Final = ("undo", "score", "why", "hint", "play ", "edit ", "note ", "help", "quit")  # at any prompt


class Lines:
    """Lines of standard input. talks: whether there is somebody to prompt."""

    talks = False

    def __init__(self) -> None:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # bytes that are not text are then refused as such

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str | None:
        """The next line; None if there is no more. Lines that begin with # are skipped."""
        while sys.stdin and (line := sys.stdin.readline(LONGEST_LINE)):
            if not line.startswith("#"):
                return line.removeprefix("\ufeff").strip()
        return None

    def complain(self, text: str) -> None:
        """Say what is wrong with a line, on standard error."""
        complain(text, 2)


class Prompts(Lines):
    """Lines typed at prompts, with the editing and the completion that `readline` gives where it is there."""

    talks = True

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        with contextlib.suppress(ImportError):
            import readline

            readline.set_completer(self._complete)
            emulated = "libedit" in (readline.__doc__ or "")
            readline.parse_and_bind("bind ^I rl_complete" if emulated else "tab: complete")

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str | None:
        """The next line; None at the end of the input. words: what completes beside the commands."""
        self.words = [*words, *COMMANDS]
        try:
            return input(prompt).strip()
        except EOFError:
            print()
            return None

    def complain(self, text: str) -> None:
        """The same, in lines that fit the terminal."""
        from ..show.text import wrapped

        click.echo(wrapped(text, terminal_look(sys.stdout)), err=True)

    def _complete(self, start: str, number: int) -> str | None:
        """The completion of this number, as `readline` asks for them."""
        fits = [word for word in self.words if word.lower().startswith(start.lower())]
        return fits[number] if number < len(fits) else None


def lines_of_input() -> Lines:
    """Prompts if a terminal is there to answer them."""
    return Prompts() if sys.stdin and sys.stdin.isatty() else Lines()
