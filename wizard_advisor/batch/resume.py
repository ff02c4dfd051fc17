"""The output: a file that grows by whole rows, and that a later run can resume after an interruption."""

import contextlib
import os
import shutil
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, BinaryIO

from ..disk import DRAFT, write_all
from ..errors import WizardError, echo
from ..policy.files import Players
from .journal import ENDING, Journal
from .read import STANDARD_INPUT, FileError, Row, RowFile, called
from .write import LineWriter, Writer


class OutputError(WizardError):
    """Answers that could not be written."""


class Output:
    """A file, or standard output, to which rows are added; what was written outlives this process.

    Use it in a `with` statement. name: as messages show it. journal: None if the output cannot be resumed. target: of a
    new file, the path that it takes when it holds answers, until it does.
    """

    def __init__(self, file: BinaryIO, name: str, journal: Journal | None = None, target: str = "") -> None:
        self.file = file
        self.name = name
        self.journal = journal
        self.target = target
        self.position = journal.position if journal else 0  # of the next byte

    def __enter__(self) -> "Output":
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file; a new one without answers is removed."""
        if self.target:
            self.file.close()
            with contextlib.suppress(OSError):
                os.unlink(self.target + DRAFT)
            self.finish()
        elif self.journal:
            self.file.close()
            self.journal.close()

    def write(self, data: bytes, *, again: bool = False) -> None:
        """Write it all; OutputError if that cannot be done. again: a run that resumes this output writes it again."""
        with self._explained():
            write_all(self.file, data)
            self.file.flush()
            if self.journal and data and not again:
                self.journal.add_answers(data)
        self.position += len(data)

    def use(self, policies: Iterable[Players]) -> None:
        """Note what the next answers depend on. PolicyError if a file was changed since it was noted."""
        if self.journal:
            with self._explained():
                self.journal.add_policies(policies)

    def publish(self) -> None:
        """Let a new file take its place, now that it holds answers."""
        if not self.target:
            return
        with self._explained():
            self.file.close()
            if self.journal:
                self.journal.move(self.target)  # first: it does not fit an old output, so nobody resumes that with it
            os.replace(self.target + DRAFT, self.target)
            self.file = open(self.target, "ab", buffering=0)  # noqa: SIM115
        self.target = ""

    def finish(self) -> None:
        """Remove the journal: nothing is left to be done."""
        if self.journal:
            self.journal.remove()
            self.journal = None

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:  # nobody reads any more, which needs no words
            raise
        except OSError as error:
            raise OutputError(f"{self.name}: {error.strerror}") from None


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


def refuse_input(path: str | None, source: RowFile) -> None:
    """FileError if an output, None for standard output, is written to the very file that the rows are read from."""
    written: dict[str, str | int] = {"standard output": 1}
    if path is not None:
        written = {path + end: os.path.realpath(path) + end for end in ("", DRAFT, ENDING, DRAFT + ENDING)}
    for name, file in written.items():
        with contextlib.suppress(OSError):
            found, read = os.stat(file), os.stat(0 if source.name == STANDARD_INPUT else source.name)
            if stat.S_ISREG(found.st_mode) and os.path.samestat(found, read):
                raise FileError(f"{name}: expected another file than the input")


def open_output(path: str, source: RowFile, writer: Writer, recipe: Mapping[str, Any], *, overwrite: bool) -> Opened:
    """Open a new file for answers. recipe: all that the answers depend on, with the seed, for the journal.

    FileError if there is a file already and it is not to be overwritten.
    """
    if is_device(path):
        return Opened(Output(open(path, "wb", buffering=0), path), source.rows, recipe["seed"])
    if is_file(path) and not overwrite:
        resumable = "--resume completes it, " if os.path.exists(os.path.realpath(path) + ENDING) else ""
        raise FileError(f"{path}: expected no such file: {resumable}--overwrite replaces it")
    target = os.path.realpath(path)
    file = open(target + DRAFT, "wb", buffering=0)  # noqa: SIM115
    output = Output(file, path, Journal(target + DRAFT) if isinstance(writer, LineWriter) else None, target)
    try:
        if is_file(target):
            open(target, "r+b").close()  # what must not be written is not to be replaced either
            shutil.copymode(target, target + DRAFT)
        if output.journal:
            output.journal.begin(recipe)
    except OSError:
        with output:  # which removes what there is of it
            raise
    return Opened(output, source.rows, recipe["seed"])


def resume_output(
    path: str, source: RowFile, writer: LineWriter, recipe: Mapping[str, Any], *, seed_given: bool
) -> Opened:
    """Open an unfinished file of answers to complete it; what its journal does not know is cut off.

    The journal has to hold the same recipe, but for the seed if none was given. FileError if there is no journal, if it
    is damaged or holds another recipe, or if the file holds anything but the answers that were written to these rows;
    PolicyError if a policy file was changed.
    """
    target = os.path.realpath(path)
    journal = Journal(target)
    try:
        before = journal.read()
        if before is None:
            raise FileError(
                f"expected {journal.path.name} beside it, as an unfinished output has: it is finished, or not an output"
                " of batch; --overwrite replaces it"
            )
        seed: int = recipe["seed"] if seed_given else before["seed"]
        if difference := _difference({**recipe, "seed": seed}, before):
            raise FileError(f"expected the options it was begun with: {difference}")
        with open(target, "rb") as file:
            journal.check(file)
            file.seek(0)
            rows, good, bad = _go_past(file, journal.position, source, writer)
    except FileError as error:
        raise FileError(f"{path}: {error}") from None
    os.truncate(target, journal.position)
    journal.resume()
    return Opened(Output(open(target, "ab", buffering=0), path, journal), rows, seed, good, bad)


def _difference(now: Mapping[str, Any], before: Mapping[str, Any]) -> str:
    """The first entry of a recipe that was another before, in words; "" if there is none."""
    for name, value in now.items():
        if name not in before or before[name] != value:
            return f"{name} was {_said(before.get(name))} and is {_said(value)}"
    return ""


def _said(value: Any) -> str:
    return "not given" if value is None else echo(value)


def _go_past(file: BinaryIO, position: int, source: RowFile, writer: LineWriter) -> tuple[Iterator[Row], int, int]:
    """Go past the answers in a file up to this position; the rows that come next, and how many were good and bad.

    FileError if the file holds anything but answers to these rows, in this order.
    """
    foreign = FileError(f"expected answers to {called(source.name)}: found something else")
    begin = writer.begin()
    if not begin.startswith(file.read(len(begin))):
        raise foreign
    place, good, bad = len(begin), 0, 0
    for row in source.rows:
        if place >= position:
            return chain([row], source.rows), good, bad
        own = writer.own(row)
        found, answer = file.read(len(own)), file.readline()
        if found != own or not answer.startswith(writer.start):
            raise foreign
        place += len(own) + len(answer)
        if answer.startswith(writer.error_start):
            bad += 1
        else:
            good += 1
    if place < position:
        raise foreign
    return source.rows, good, bad
