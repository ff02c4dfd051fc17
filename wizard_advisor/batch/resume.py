"""Where answers are written: a file that grows by whole rows, and can be gone on with after an interruption.

As long as a file is not finished, a journal beside it says how it is being made.
"""

import contextlib
import json
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Final

from ..errors import WizardError, echo
from .read import FileError, Row, RowFile
from .write import LineWriter, Writer

JOURNAL_ENDING: Final = ".resume"
CHECKED: Final = 3  # answers of a finished file that are given anew, to see that they come out the same

Check = Callable[[Row, bytes], bool]  # whether a row's answer, as written, is the one that would be given now


class OutputError(WizardError):
    """Answers that could not be written."""


class Output:
    """A file, or standard output, to which rows are added: what was written is out of this process's hands.

    position: of the next byte. journal: None for what cannot be gone on with.
    """

    def __init__(self, file: BinaryIO, name: str, position: int = 0, journal: "Journal | None" = None) -> None:
        self.file = file
        self.name = name
        self.position = position
        self.journal = journal

    def write(self, data: bytes) -> None:
        """Write it all; OutputError if that cannot be done."""
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[self.file.write(rest) :]
            self.file.flush()
        except OSError as error:
            raise OutputError(f"{self.name}: {error.strerror}") from None
        self.position += len(data)

    def redo(self, size: int) -> None:
        """Say in the journal, if there is one, that the last bytes written, so many, are to be done again."""
        if self.journal:
            self.journal.keep(self.position - size)


class Journal:
    """A file beside an output that says how it is being made; gone when it is finished."""

    def __init__(self, output: str) -> None:
        self.path = Path(output + JOURNAL_ENDING)

    def load(self) -> dict[str, Any] | None:
        """What it says; None if there is none."""
        try:
            said = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return None
        return said if isinstance(said, dict) else None

    def save(self, said: Mapping[str, Any]) -> None:
        """Say this: all of it or, if killed meanwhile, what was said before."""
        new = self.path.with_name(self.path.name + "~")
        try:
            new.write_text(json.dumps(said, indent=1), "utf-8")
            os.replace(new, self.path)
        except OSError:
            with contextlib.suppress(OSError):
                new.unlink()
            raise

    def keep(self, position: int) -> None:
        """Say that what was written after this position is to be done again."""
        if said := self.load():
            self.save({**said, "keep": position})

    def remove(self) -> None:
        with contextlib.suppress(OSError):
            self.path.unlink()


@dataclass(frozen=True, slots=True)
class Opened:
    """An output and the rows that it has no answers to yet, after so many good and bad ones; made with this seed."""

    output: Output
    rows: Iterator[Row]
    seed: int
    good: int = 0
    bad: int = 0


def is_there(path: str) -> bool:
    """Whether there is a file that writing to this path would destroy, which devices and pipes are not."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return False


def open_output(path: str, table: RowFile, form: Writer, said: Mapping[str, Any], *, overwrite: bool) -> Opened:
    """Open a new file for answers. said: what makes them what they are, for the journal, with the seed.

    FileError if there is a file already and it is not to be overwritten, or if it is the input.
    """
    if is_there(path):
        if os.path.exists(table.name) and os.path.samefile(path, table.name):
            raise FileError(f"{path}: expected another file than the input")
        if not overwrite:
            raise FileError(f"{path}: expected no such file: --resume goes on with it, --overwrite replaces it")
    journal = None
    if isinstance(form, LineWriter) and (is_there(path) or not os.path.exists(path)):
        journal = Journal(path)
        journal.save(said)
    try:
        file = open(path, "wb", buffering=0)  # noqa: SIM115
    except OSError:
        if journal:
            journal.remove()
        raise
    return Opened(Output(file, path, 0, journal), table.rows, said["seed"])


def resume_output(
    path: str, table: RowFile, form: LineWriter, said: Mapping[str, Any], *, seed_given: bool, check: Check
) -> Opened:
    """Open a file of answers to go on with it: what was not written to its end is cut off.

    The journal has to say the same as `said`, but for a seed that was drawn. Without a journal only a finished file is
    taken, of which some answers are given anew by `check`. FileError if the file holds anything else, or was made
    otherwise.
    """
    journal = Journal(path)
    before = journal.load()
    seed = said["seed"]
    if before is not None:
        if not seed_given:
            seed = before.get("seed")
        if difference := _difference({**said, "seed": seed}, before):
            raise FileError(f"{path}: expected the options it was begun with, so as to go on: {difference}")
        if "keep" in before:
            os.truncate(path, before["keep"])
    with open(path, "rb") as written:
        past = _go_past(written, path, form, table, check if before is None else None)
    if before is None and (row := next(past.rows, None)):
        raise FileError(
            f"{path}: expected an answer to {table.name}:{row.line}, or {journal.path.name}, which says how to go on"
        )
    os.truncate(path, past.position)
    file = open(path, "ab", buffering=0)  # noqa: SIM115
    return Opened(Output(file, path, past.position, journal), past.rows, seed, past.good, past.bad)


def _difference(now: Mapping[str, Any], before: Mapping[str, Any]) -> str:
    """The first thing that was said otherwise before, in words; empty if there is none."""
    for name, value in now.items():
        if name not in before or before[name] != value:
            return f"{name} was {echo(before.get(name))} and is {echo(value)}"
    return ""


@dataclass(frozen=True, slots=True)
class _Past:
    """The whole rows of a file end at this position; these rows come next."""

    position: int
    rows: Iterator[Row]
    good: int
    bad: int


def _go_past(file: BinaryIO, path: str, form: LineWriter, table: RowFile, check: Check | None) -> _Past:
    """Go past the answers in a file. FileError if it holds anything but answers to these rows, in this order."""
    alien = FileError(f"{path}: expected answers to {table.name}, so as to go on with them: found others")
    begin = form.begin()
    if (found := file.read(len(begin))) != begin:
        if begin.startswith(found):
            return _Past(0, table.rows, 0, 0)
        raise alien
    position, good, bad = len(begin), 0, 0
    for row in table.rows:
        own = form.own(row)
        found, answer = file.read(len(own)), file.readline()
        if not own.startswith(found):
            raise alien
        if not answer.endswith(b"\n"):
            return _Past(position, chain([row], table.rows), good, bad)
        if form.is_bad(answer):
            bad += 1
        else:
            good += 1
            if check and good <= CHECKED and not check(row, answer):
                raise alien
        position += len(own) + len(answer)
    if file.read(1):
        raise alien
    return _Past(position, table.rows, good, bad)
