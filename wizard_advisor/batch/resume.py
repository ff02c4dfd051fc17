"""The output: a file that grows by whole rows, and that a later run can resume after an interruption.

Until the output is finished, a journal beside it says how it is being made.
"""

import contextlib
import json
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Final

from ..disk import write_whole
from ..errors import WizardError, echo
from .read import FileError, Row, RowFile
from .write import LineWriter, Writer

JOURNAL_ENDING: Final = ".resume"


class OutputError(WizardError):
    """Answers that could not be written."""


class Output:
    """A file, or standard output, to which rows are added; what was written outlives this process.

    position: of the next byte. journal: None if the output cannot be resumed.
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
        except BrokenPipeError:  # nobody reads any more, which needs no words
            raise
        except OSError as error:
            raise OutputError(f"{self.name}: {error.strerror}") from None
        self.position += len(data)

    def redo(self, size: int) -> None:
        """Note in the journal, if there is one, that the last so many bytes are to be written again."""
        if self.journal:
            self.journal.keep(self.position - size)


class Journal:
    """A file beside an output that says how it is being made; removed when the output is finished."""

    def __init__(self, output: str) -> None:
        self.path = Path(output + JOURNAL_ENDING)

    def load(self) -> dict[str, Any] | None:
        """What it says; None if there is none."""
        try:
            found = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def save(self, recipe: Mapping[str, Any]) -> None:
        """Write it anew."""
        write_whole(self.path, json.dumps(recipe, indent=1))

    def keep(self, position: int) -> None:
        """Note that the output is to be written again from this position on."""
        if recipe := self.load():
            self.save({**recipe, "keep": position})

    def remove(self) -> None:
        with contextlib.suppress(OSError):
            self.path.unlink()


@dataclass(frozen=True, slots=True)
class Opened:
    """An open output, the seed of its answers, and the rows still to be answered, after so many good and bad ones."""

    output: Output
    rows: Iterator[Row]
    seed: int
    good: int = 0
    bad: int = 0


def is_file(path: str) -> bool:
    """Whether there is a file that writing to this path would destroy; devices and pipes are not."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return False


def is_device(path: str) -> bool:
    """Whether there is something else than a file at this path: a device, a pipe, a folder."""
    return os.path.exists(path) and not is_file(path)


def open_output(path: str, source: RowFile, writer: Writer, recipe: Mapping[str, Any], *, overwrite: bool) -> Opened:
    """Open a new file for answers. recipe: all that the answers depend on, with the seed, for the journal.

    FileError if there is a file already and it is not to be overwritten, or if it is the input.
    """
    if is_file(path):
        if os.path.exists(source.name) and os.path.samefile(path, source.name):
            raise FileError(f"{path}: expected another file than the input")
        if not overwrite:
            raise FileError(f"{path}: expected no such file: --resume completes it, --overwrite replaces it")
    journal = None
    if isinstance(writer, LineWriter) and not is_device(path):
        journal = Journal(path)
        journal.save(recipe)
    try:
        file = open(path, "wb", buffering=0)  # noqa: SIM115
    except OSError:
        if journal:
            journal.remove()
        raise
    return Opened(Output(file, path, 0, journal), source.rows, recipe["seed"])


def resume_output(
    path: str, source: RowFile, writer: LineWriter, recipe: Mapping[str, Any], *, seed_given: bool
) -> Opened:
    """Open an unfinished file of answers to complete it; a row that was not written to its end is cut off.

    Its journal has to hold the same recipe, but for the seed if none was given. FileError if there is no journal, if it
    holds another recipe, or if the file holds anything but answers to these rows.
    """
    journal = Journal(path)
    before = journal.load()
    if before is None:
        raise FileError(
            f"{path}: expected {journal.path.name} beside it, as an unfinished output has:"
            " it is finished, or not an output of batch; --overwrite replaces it"
        )
    seed: Any = recipe["seed"] if seed_given else before.get("seed")
    if difference := _difference({**recipe, "seed": seed}, before):
        raise FileError(f"{path}: expected the options it was begun with: {difference}")
    if "keep" in before:
        os.truncate(path, before["keep"])
    with open(path, "rb") as written:
        done = _read_done(written, path, source, writer)
    os.truncate(path, done.position)
    file = open(path, "ab", buffering=0)  # noqa: SIM115
    return Opened(Output(file, path, done.position, journal), done.rows, seed, done.good, done.bad)


def _difference(now: Mapping[str, Any], before: Mapping[str, Any]) -> str:
    """The first entry of a recipe that was another before, in words; "" if there is none."""
    for name, value in now.items():
        if name not in before or before[name] != value:
            return f"{name} was {echo(before.get(name))} and is {echo(value)}"
    return ""


@dataclass(frozen=True, slots=True)
class _Done:
    """How far a file of answers is: where its whole rows end, which rows come next, how many were good and bad."""

    position: int
    rows: Iterator[Row]
    good: int
    bad: int


def _read_done(file: BinaryIO, path: str, source: RowFile, writer: LineWriter) -> _Done:
    """Read the answers in a file. FileError if it holds anything but answers to these rows, in this order."""
    foreign = FileError(f"{path}: expected answers to {source.name}: found something else")
    begin = writer.begin()
    if (found := file.read(len(begin))) != begin:
        if begin.startswith(found):
            return _Done(0, source.rows, 0, 0)
        raise foreign
    position, good, bad = len(begin), 0, 0
    for row in source.rows:
        own = writer.own(row)
        found, answer = file.read(len(own)), file.readline()
        if not own.startswith(found):
            raise foreign
        if not answer.endswith(b"\n"):
            return _Done(position, chain([row], source.rows), good, bad)
        if writer.is_error(answer):
            bad += 1
        else:
            good += 1
        position += len(own) + len(answer)
    if file.read(1):
        raise foreign
    return _Done(position, source.rows, good, bad)
