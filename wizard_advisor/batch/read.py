"""Files of situations as people have them, read lazily: one `Row` for every line that says something."""

import codecs
import csv
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BufferedReader, TextIOWrapper
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ..errors import CardError, WizardError, echo
from ..line_notation import KEYS, read_line

FORMATS: Final = ("txt", "csv", "jsonl")
ENDINGS: Final = {".txt": "txt", ".csv": "csv", ".tsv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
SEPARATORS: Final = ",;\t"  # of a csv file; its header tells which
LONGEST_LINE: Final = 100_000  # characters; the rest is dropped, with an error. csv itself takes 131,072 in a field
HEAD: Final = 100  # lines of a jsonl file in which the first object is looked for, whose keys are the columns
STANDARD_INPUT: Final = "-"

# What a row may say: names of columns, and of the keys in a line, with the names of the arguments that they set.
SITUATION_NAMES: Final = {
    name: name
    for name in (
        *("players", "hand", "trump", "seat", "bids", "hook", "hidden_bids", "cards", "scores", "rounds_left"),
        "language",
    )
} | {"up": "trump", "hidden": "hidden_bids", "left": "rounds_left"}
OPTION_NAMES: Final = {
    name: name
    for name in ("deals", "seed", "policy", "opponents", "consider", "inference", "no_inference", "objective")
}
NAMES: Final = SITUATION_NAMES | OPTION_NAMES
LINE_KEYS: Final = KEYS | {
    spelling: argument
    for name, argument in NAMES.items()
    if name not in ("hand", "hidden")
    for spelling in (name, name.replace("_", "-"))
}


class FileError(WizardError):
    """A file that cannot be used at all."""


_EMPTY: Final[Mapping[str, Any]] = MappingProxyType({})


class Row(NamedTuple):
    """One row of the input.

    line: the number of its first line in the file. read: characters of the file up to its end. cells: its columns, as
    many as the file has (txt and csv). text: its line, and values: the object in it (jsonl). given: what it says, by
    the names in `NAMES`; what is blank is left out. fault: why it cannot be read, if so.
    """

    line: int
    read: int
    cells: tuple[str, ...] = ()
    text: str = ""
    values: Mapping[str, Any] = _EMPTY
    given: Mapping[str, Any] = _EMPTY
    fault: str = ""


@dataclass(frozen=True, slots=True)
class RowFile:
    """An open file: its name, as messages show it, its format, its columns, and its rows, read as they are asked for.

    The columns of a jsonl file are those of its first object.
    """

    name: str
    format: str
    columns: tuple[str, ...]
    rows: Iterator[Row]


def called(name: str) -> str:
    """What a message calls a file."""
    return "standard input" if name == STANDARD_INPUT else name


def place_of(name: str, line: int) -> str:
    """What a message calls a line of a file.

    >>> place_of("hands.csv", 4), place_of("-", 4)
    ('hands.csv:4', 'standard input, line 4')
    """
    return f"{called(name)}, line {line}" if name == STANDARD_INPUT else f"{name}:{line}"


def argument_of(column: str) -> str | None:
    """The argument that a column sets, whatever its case, spaces and dashes; None if it is only passed through.

    >>> argument_of(" Hidden Bids"), argument_of("UP"), argument_of("note")
    ('hidden_bids', 'trump', None)
    """
    return NAMES.get(re.sub(r"[\s_-]+", "_", column.strip().lower()))


def open_rows(name: str, format: str | None = None) -> RowFile:
    """Open a file, or standard input if its name is `-`, and read its header.

    format: one of `FORMATS`; None: told by the ending, or else by the first line. FileError if the file cannot be used,
    OSError if it cannot be read.
    """
    # Not `sys.stdin`: at exit Python closes it, and would wait for the thread that waits there for a line.
    binary = open(0 if name == STANDARD_INPUT else name, "rb", closefd=name != STANDARD_INPUT)  # noqa: SIM115
    lines = Lines(_decoded(binary))
    format = format or ENDINGS.get(Path(name).suffix.lower()) or _guess(name, lines)
    if format == "txt":
        return RowFile(name, format, ("line",), _txt_rows(lines))
    if format == "csv":
        header = _read_header(name, lines)
        return RowFile(name, format, header.columns, _csv_rows(lines, header))
    rows = _jsonl_rows(lines)
    first: list[Row] = []
    while len(first) < HEAD and not (first and first[-1].values) and (row := next(rows, None)):
        first.append(row)
    return RowFile(name, format, tuple(first[-1].values) if first else (), chain(first, rows))


# Lines


def _decoded(binary: BufferedReader) -> TextIOWrapper:
    """The text of a file: UTF-8, or UTF-16 if a byte-order mark says so. Bytes that are neither come out unchanged."""
    start = binary.peek(2)[:2]
    if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return TextIOWrapper(binary, "utf-16", errors="replace", newline="")
    return TextIOWrapper(binary, "utf-8-sig", errors="surrogateescape", newline="")


class _CutLine(str):
    """A line that was too long to be kept whole."""


class Lines:
    """The lines of a text with their ends, as an iterator that counts them and takes lines back.

    number: of lines handed out; read: of characters. taken: the lines handed out since it was last cleared.
    """

    def __init__(self, stream: TextIOWrapper) -> None:
        self.stream = stream
        self.number = 0
        self.read = 0
        self.taken: list[str] = []
        self._returned: deque[str] = deque()

    def __iter__(self) -> "Lines":
        return self

    def __next__(self) -> str:
        line = self._returned.popleft() if self._returned else self._readline()
        if not line:
            raise StopIteration
        self.number += 1
        self.read += len(line)
        self.taken.append(line)
        return line

    def _readline(self) -> str:
        line = self.stream.readline(LONGEST_LINE)
        if len(line) < LONGEST_LINE or line[-1] in "\r\n":
            return line
        more = line
        while len(more) == LONGEST_LINE and more[-1] not in "\r\n":
            more = self.stream.readline(LONGEST_LINE)
        return _CutLine(line + "\n")

    def take_back(self, count: int) -> None:
        """Hand out the last `count` lines taken once more."""
        lines = self.taken[len(self.taken) - count :]
        del self.taken[len(self.taken) - count :]
        self._returned.extendleft(reversed(lines))
        self.number -= count
        self.read -= sum(map(len, lines))


def _fault_of_length(lines: Iterable[str]) -> str:
    """Why a row of these lines cannot be read, if one of them was cut."""
    for line in lines:
        if isinstance(line, _CutLine):
            return f"line: expected at most {LONGEST_LINE:,} characters: found more"
    return ""


def _guess(name: str, lines: Lines) -> str:
    """The format of a file whose name does not tell it, by its first line that is not blank; FileError if all are."""
    first = next((line for line in lines if line.strip()), "")
    if not first:
        raise FileError(f"{called(name)}: expected situations, objects, or a header with a column hand: found nothing")
    lines.take_back(len(lines.taken))
    if first.lstrip().startswith("{"):
        return "jsonl"
    return "csv" if _header_cells(first) else "txt"


# txt


def _txt_rows(lines: Lines) -> Iterator[Row]:
    for line in lines:
        lines.taken.clear()
        text = line.rstrip("\r\n")
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        given: dict[str, Any] = {}
        fault = _fault_of_length([line])
        if not fault:
            try:
                given = {name: value for name, value in read_line(text, LINE_KEYS).items() if value}
            except WizardError as error:
                fault = str(error)
        yield Row(lines.number, lines.read, cells=(text,), given=given, fault=fault)


# csv


@dataclass(frozen=True, slots=True)
class _Header:
    """The header of a csv file. arguments: what each column sets (see `argument_of`)."""

    separator: str
    columns: tuple[str, ...]
    arguments: tuple[str | None, ...]


def _read_header(name: str, lines: Lines) -> _Header:
    """The first line that is not blank. FileError if it has no column `hand`, or two columns with one meaning."""
    line = next((line for line in lines if line.strip()), "")
    lines.taken.clear()
    where = place_of(name, max(lines.number, 1))
    if not (found := _header_cells(line)):
        what = echo(line.rstrip("\r\n")) if line else "nothing"
        raise FileError(f"{where}: expected a header with a column hand: found {what}")
    separator, columns = found
    arguments = tuple(map(argument_of, columns))
    for place, argument in enumerate(arguments):
        if argument and argument in arguments[:place]:
            raise FileError(f"{where}: expected one column {argument}: {echo(columns[place])} is another")
    return _Header(separator, columns, arguments)


def _header_cells(line: str) -> tuple[str, tuple[str, ...]] | None:
    """The separator of a header and its cells; None for a line without a column `hand`."""
    for separator in SEPARATORS:
        cells = _split(line, separator)
        if any(argument_of(cell) == "hand" for cell in cells):
            return separator, cells
    return None


def _split(line: str, separator: str) -> tuple[str, ...]:
    """The cells of one line, also if its quotes are wrong."""
    return tuple(next(csv.reader([line.rstrip("\r\n")], delimiter=separator), ()))


def _csv_rows(lines: Lines, header: _Header) -> Iterator[Row]:
    width = len(header.columns)
    reader = csv.reader(lines, delimiter=header.separator, strict=True)
    while True:
        lines.taken.clear()
        start = lines.number + 1
        fault = ""
        try:
            cells = tuple(next(reader))
        except StopIteration:
            return
        except csv.Error:  # a quote without its match: only its line is lost, not all the lines to the next quote
            lines.take_back(len(lines.taken) - 1)
            cells = _split(lines.taken[0], header.separator)
            fault = _fault_of_quotes(lines.taken[0], header)
        if not cells or (len(cells) == 1 and not cells[0].strip()):
            continue
        fault = _fault_of_length(lines.taken) or fault
        if len(cells) != width:
            fault = fault or _fault_of_width(cells, header)
            cells = (cells + ("",) * width)[:width]
        given = {
            argument: cell
            for argument, cell in zip(header.arguments, cells, strict=True)
            if argument and cell and not cell.isspace()
        }
        yield Row(start, lines.read, cells=cells, given=given, fault=fault)


def _fault_of_width(cells: tuple[str, ...], header: _Header) -> str:
    """Why the number of cells is wrong, if it is; additional cells may be there when they are empty."""
    width = len(header.columns)
    if len(cells) < width:
        return f"{_column(header, len(cells))}: expected {width} cells as in the header: found {len(cells)}"
    for cell in cells[width:]:
        if cell.strip():
            last = _column(header, width - 1)
            return (
                f"{last}: expected {width} cells as in the header, in quotes where {header.separator!r} is part of one:"
                f" found {len(cells)}"
            )
    return ""


def _fault_of_quotes(line: str, header: _Header) -> str:
    """Which cell of a line is quoted wrongly."""
    separator = re.escape(header.separator)
    cell = re.compile(rf'(?:"(?:[^"]|"")*"|(?!")[^{separator}]*)(?:{separator}|$)')
    text = line.rstrip("\r\n")
    place = start = 0
    while (match := cell.match(text, start)) and match.end() < len(text):
        place, start = place + 1, match.end()
    expected = f"a closing quote before the next {header.separator!r}"
    return f"{_column(header, place)}: expected {expected}: found {echo(text[start:])}"


def _column(header: _Header, place: int) -> str:
    """What a message calls a column."""
    name = header.columns[place].strip() if place < len(header.columns) else ""
    return " ".join(name.split()) or f"column {place + 1}"


# jsonl


def _jsonl_rows(lines: Lines) -> Iterator[Row]:
    for line in lines:
        lines.taken.clear()
        text = line.strip()
        if not text:
            continue
        values: dict[str, Any] = {}
        given: dict[str, Any] = {}
        fault = _fault_of_length([line])
        if not fault:
            try:
                values = _read_object(text)
                given = _arguments_of(values)
            except WizardError as error:
                fault = str(error)
        yield Row(lines.number, lines.read, text=text, values=values, given=given, fault=fault)


def _read_object(text: str) -> dict[str, Any]:
    """The object that a line holds; CardError if it holds anything else."""
    try:
        value = json.loads(text, object_pairs_hook=_each_key_once)
    except json.JSONDecodeError as error:
        raise CardError(f"line: expected a JSON object: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise CardError("line: expected a JSON object: it has brackets inside brackets, thousands deep") from None
    except WizardError:
        raise
    except ValueError:  # an int of thousands of digits
        raise CardError("line: expected a JSON object: it has a number that is too long") from None
    if not isinstance(value, dict):
        raise CardError(f"line: expected a JSON object: found {echo(value)}")
    return value


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise CardError(f"{key}: expected every key once: found it again with {echo(value)}")
        found[key] = value
    return found


def _arguments_of(values: Mapping[str, Any]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for key, value in values.items():
        argument = argument_of(key)
        if argument is None or value is None or (isinstance(value, str) and not value.strip()):
            continue
        if argument in given:
            raise CardError(f"{argument}: expected every key once: found {echo(key)} too")
        given[argument] = value
    return given
