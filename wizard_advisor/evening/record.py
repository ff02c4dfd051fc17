"""The file of an evening: JSON lines, the first with the format and the table, then every entry as it was made.

Lines are only ever added, each on disk before the next entry is asked for: undo is a line too. What a kill left of a
line is not counted, and cut off when the evening goes on.
"""

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from ..disk import BusyError, only_writer
from ..errors import SituationError, WizardError, echo
from ..values import is_whole
from .entry import Entry, entry_data, read_entry
from .pad import Pad, enter, new_pad
from .table import Table, read_table, table_data

KIND: Final = "evening"  # of file, under the key "wizard-advisor"
FORMAT: Final = 1  # grows when what a line means changes
ENDING: Final = ".jsonl"


class RecordError(WizardError):
    """A file that holds no evening, or one that cannot be gone on with."""


class Record:
    """An evening and its file, to which its entries are added; made by `begin_record` and `open_record`."""

    def __init__(self, path: str, pad: Pad, file: BinaryIO) -> None:
        self.path = path
        self.pad = pad
        self._file = file
        self._size = file.seek(0, os.SEEK_END)

    def enter(self, entry: Entry) -> None:
        """Take one more entry, when it is on disk; WizardError, and nothing changed, if it cannot be or be kept."""
        pad = enter(self.pad, entry)
        self._add(entry_data(entry))
        self.pad = pad

    def _add(self, content: dict[str, Any]) -> None:
        line = (json.dumps(content, ensure_ascii=False) + "\n").encode("utf-8", "replace")
        try:
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):  # what was written of the line
                self._file.truncate(self._size)
                self._file.seek(self._size)
            raise RecordError(f"{self.path}: {error.strerror}: the entry is not kept, try again") from None
        self._size += len(line)


@contextlib.contextmanager
def begin_record(path: str, table: Table) -> Iterator[Record]:
    """A new evening in a file that is not there yet, or empty."""
    with _locked(path):
        if os.path.exists(path) and (not os.path.isfile(path) or os.path.getsize(path)):
            raise RecordError(f"{path}: expected a new file for a new evening: it is there already")
        with _opened(path, "wb") as file:
            record = Record(path, new_pad(table), file)
            record._add({"wizard-advisor": KIND, "format": FORMAT, **table_data(table)})
            _keep_name(path)
            yield record


@contextlib.contextmanager
def open_record(path: str) -> Iterator[Record]:
    """An evening to go on with; RecordError if it cannot be, BusyError if another terminal has it open."""
    with _locked(path):
        pad, size = _read(path)
        with _opened(path, "r+b") as file:
            file.truncate(size)
            file.seek(size - 1)
            if file.read(1) != b"\n":  # of a last line that is whole
                file.write(b"\n")
            yield Record(path, pad, file)


def _opened(path: str, mode: str) -> BinaryIO:
    try:
        return cast(BinaryIO, open(path, mode, buffering=0))
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None


def read_record(path: str) -> Pad:
    """An evening, to be looked at; RecordError if there is none."""
    return _read(path)[0]


def evenings_in(folder: str) -> list[str]:
    """The files of evenings in a folder, the one with the latest entry last; those that never got a first line not."""
    found = [path for path in Path(folder).glob(f"*{ENDING}") if path.is_file() and _has_a_line(path)]
    return [str(path) for path in sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name))]


def new_name(folder: str, day: str) -> str:
    """A file in a folder for one more evening of a day."""
    number = 1
    while os.path.exists(path := os.path.join(folder, f"{day}{f'-{number}' if number > 1 else ''}{ENDING}")):
        number += 1
    return path


def _has_a_line(path: Path) -> bool:
    with contextlib.suppress(OSError), open(path, "rb") as file:
        return file.readline().endswith(b"\n")
    return False


@contextlib.contextmanager
def _locked(path: str) -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(only_writer(path))
        except BusyError:
            busy = "expected no other terminal to have this evening open: one has; quit there first"
            raise BusyError(f"{path}: {busy}") from None
        yield


def _keep_name(path: str) -> None:
    """See to it that a new file's name is on disk too, where folders can be told so."""
    with contextlib.suppress(OSError):
        folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


# Reading


def _read(path: str) -> tuple[Pad, int]:
    """The evening of a file, and how many bytes of it count."""
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe would never open
        raise RecordError(f"{path}: expected the file of an evening: found no file")
    try:
        with open(path, "rb") as file:
            lines = file.read().splitlines(keepends=True)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    if lines and not lines[-1].endswith(b"\n") and not _can_be_read(lines[-1]):
        lines.pop()
    if not lines:
        raise RecordError(f"{path}: expected the file of an evening: found nothing in it")
    pad = new_pad(_read_first(path, lines[0]))
    for number, line in enumerate(lines[1:], 2):
        try:
            pad = enter(pad, read_entry(_parsed(line)))
        except WizardError as error:
            last = f"delete it and all after it: what is entered up to line {number - 1} is kept"
            raise RecordError(f"{path}:{number}: {error}; mend this line, or {last}") from None
    return pad, sum(map(len, lines))


def _can_be_read(line: bytes) -> bool:
    """Whether a last line without its end is JSON all the same: no part of an entry, an object in braces, is."""
    try:
        _parsed(line)
    except WizardError:
        return False
    return True


def _parsed(line: bytes) -> Any:
    try:
        content = json.loads(line, object_pairs_hook=_each_once)
        json.dumps(content, ensure_ascii=False).encode()  # half a character, which no terminal shows
        return content
    except SituationError:
        raise
    except (ValueError, RecursionError):
        raise SituationError(f"expected an entry in JSON: found {echo(line.decode('utf-8', 'replace'))}") from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; SituationError if a name is there twice."""
    content = dict(pairs)
    if len(content) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise SituationError(f"expected every name once: {echo(twice)} is there twice")
    return content


def _read_first(path: str, line: bytes) -> Table:
    """The table of the first line."""
    try:
        content = _parsed(line)
    except WizardError:
        content = None
    if not isinstance(content, dict) or content.get("wizard-advisor") != KIND:
        raise RecordError(
            f"{path}:1: expected the first line of an evening: found {echo(line.decode(errors='replace'))}"
        )
    if not is_whole(content.get("format")) or content["format"] != FORMAT:
        raise RecordError(
            f"{path}:1: expected an evening of format {FORMAT}: found {echo(content.get('format'))}; it was written by"
            " another wizard-advisor, take that one"
        )
    try:
        return read_table(content)
    except WizardError as error:
        raise RecordError(f"{path}:1: {error}") from None
