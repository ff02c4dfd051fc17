"""The answer to a row, and the writers of rows with their answers that programs read: csv and jsonl."""

import csv
import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

from .read import Row, RowFile

ENDINGS: Final = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".md": "markdown"}


class Answer(NamedTuple):
    """The answer to a row, column by column; None is left empty.

    The estimates are those of the recommended bid. The runner-up is the next best at the objective, "points" or "win";
    gap: how far it lies behind in points; win_gap: how much less often it wins. win: empty if the scores are not known.
    """

    recommended: int | None = None
    recommended_trump: str | None = None
    expected_score: float | None = None
    standard_error: float | None = None
    probability_made: float | None = None
    clear: bool | None = None
    runner_up: int | None = None
    gap: float | None = None
    gap_standard_error: float | None = None
    deals: int | None = None
    seed: int | None = None
    objective: str | None = None
    win: float | None = None
    win_standard_error: float | None = None
    win_gap: float | None = None
    win_gap_standard_error: float | None = None
    error: str | None = None


COLUMNS: Final = Answer._fields
CLEAR: Final = COLUMNS.index("clear")


class Writer(Protocol):
    """Turns rows and their answers into the bytes of one format. Some hold rows back until there are many."""

    format: str

    def takes(self, row: Row) -> bool:
        """Whether there is a place for all that the row holds."""

    def begin(self) -> bytes:
        """What comes before the first row."""

    def line(self, row: Row, answer: Answer) -> bytes:
        """What to write now that this row is answered."""

    def end(self) -> bytes:
        """What comes after the last row."""


class LineWriter:
    """Writes each row as one record: the row's own part, unchanged, then the answer, which ends with its only "\\n".

    start, error_start: how every written answer begins, and one that is an error.
    """

    format: str
    start: bytes
    error_start: bytes

    def takes(self, row: Row) -> bool:
        return True

    def begin(self) -> bytes:
        return b""

    def own(self, row: Row) -> bytes:
        """The part of the record that is the row's own."""
        raise NotImplementedError

    def answer(self, answer: Answer) -> bytes:
        """The part of the record that is the answer."""
        raise NotImplementedError

    def line(self, row: Row, answer: Answer) -> bytes:
        return self.own(row) + self.answer(answer)

    def end(self) -> bytes:
        return b""


class CsvWriter(LineWriter):
    """Comma-separated values, in UTF-8, with a header."""

    format = "csv"
    start = b""
    error_start = b","

    def __init__(self, source: RowFile) -> None:
        self.columns = source.columns
        self._names = frozenset(source.columns)
        self._from_jsonl = source.format == "jsonl"
        self._writer = csv.writer(_Echo(), lineterminator="\r\n")  # with "\n" a lone "\r" would not be quoted

    def takes(self, row: Row) -> bool:
        return not row.values or row.values.keys() <= self._names

    def begin(self) -> bytes:
        return self._record([*self.columns, *COLUMNS]) + b"\n"

    def own(self, row: Row) -> bytes:
        cells = [cell_of(row.values.get(column)) for column in self.columns] if self._from_jsonl else row.cells
        return self._record(cells) + b"," if cells else b""

    def answer(self, answer: Answer) -> bytes:
        cells: list[Any] = list(answer)
        if answer.clear is not None:
            cells[CLEAR] = str(answer.clear).lower()
        return self._record(cells) + b"\n"

    def _record(self, cells: Any) -> bytes:
        text: str = self._writer.writerow(cells)
        return encoded(text[:-2])


class _Echo:
    """A file that hands back what is written to it: `csv` has no other way to write a row as a text."""

    def write(self, text: str) -> str:
        return text


class JsonlWriter(LineWriter):
    """A JSON object in each line."""

    format = "jsonl"
    start = b'"recommended": '
    error_start = b'"recommended": null'

    def __init__(self, source: RowFile) -> None:
        self._from_jsonl = source.format == "jsonl"
        self.columns = source.columns

    def own(self, row: Row) -> bytes:
        """The row's object without its end. A key that the answer has too is left out."""
        if not self._from_jsonl:
            values: Mapping[str, Any] = dict(zip(self.columns, row.cells, strict=True))
        elif row.values or not row.fault:
            values = row.values
            if values and not values.keys() & set(COLUMNS):
                return encoded(row.text[:-1].rstrip() + ", ")  # as it stands, every digit of it
        else:
            values = {"line": row.text}
        kept = {name: value for name, value in values.items() if name not in COLUMNS}
        return encoded(json.dumps(kept, ensure_ascii=False)[:-1] + (", " if kept else ""))

    def answer(self, answer: Answer) -> bytes:
        return encoded(json.dumps(answer._asdict(), ensure_ascii=False)[1:]) + b"\n"


def cell_of(value: Any) -> str:
    """A value as a cell of a csv file."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def encoded(text: str) -> bytes:
    """A text as UTF-8, with those bytes of the input unchanged that were not UTF-8."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a character, which JSON can write as \ud83d
        return text.encode("utf-8", "backslashreplace")
