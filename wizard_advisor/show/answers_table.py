"""The rows of a file with their answers as a table for people, no wider than the place where it goes."""

from collections.abc import Callable, Sequence
from typing import Final

from ..advice.results import NEGLIGIBLE, NOISE, WIN
from ..batch.read import Row, RowFile
from ..batch.write import Answer, cell_of, encoded
from .text import Look, aligned, longest_line, measured, percent
from .winning import chance_words

PAGE: Final = 1000  # rows of a table; the next ones get one of their own
HEADS: Final = ("Bid", "Chance", "Wins", "Points", "Next", "Behind", "")  # of an answer; last an error or a remark
LEAST_ROOM: Final = 9  # columns that there always are for a remark …
LEAST_ERROR: Final = 24  # … and those in which the beginning of an error says something


class TableWriter:
    """Writes tables of `PAGE` rows each, with a column for every key that a row had so far.

    look: its format is "table" or "markdown"; markdown has all there is. tell: takes the whole of what a table cuts.
    """

    def __init__(self, source: RowFile, look: Look, tell: Callable[[str], None]) -> None:
        self.format = look.format
        self.look = look
        self.tell = tell
        self.columns = list(source.columns)
        self.rows: list[tuple[list[str], list[str]]] = []  # a row's own cells, and its answer
        self.pages = 0

    def takes(self, row: Row) -> bool:
        return True

    def begin(self) -> bytes:
        return b""

    def line(self, row: Row, answer: Answer) -> bytes:
        self.columns += [key for key in row.values if key not in self.columns]
        cells = row.cells or tuple(cell_of(row.values.get(column)) for column in self.columns)
        self.rows.append(([" ".join(cell.split()) for cell in cells], answer_cells(answer, self.look)))
        return self._page() if len(self.rows) == PAGE else b""

    def end(self) -> bytes:
        return self._page() if self.rows or not self.pages else b""

    def _page(self) -> bytes:
        """The rows in hand as one table."""
        heads = [*self.columns, *HEADS]
        own = len(self.columns)
        lines = [[*cells, *[""] * (own - len(cells)), *answer] for cells, answer in self.rows]
        filled = [at for at in range(len(heads)) if not lines or any(line[at] for line in lines)]
        for kept in (filled, *([] if self.format == "markdown" else fewer(filled, heads, own))):
            some = [at for at in kept if at < own]
            text, cut = self._drawn(
                [heads[at] for at in kept], [[line[at] for at in kept] for line in lines], len(some)
            )
            if longest_line(text) <= self.look.width:
                break
        if kept != filled and (left_out := [heads[at] for at in filled if at not in kept]):
            self.tell(f"Too narrow for {', '.join(left_out)}: make the terminal wider, or use --format markdown or csv")
        for error in cut:
            self.tell(error)
        self.rows.clear()
        self.pages += 1
        return encoded(("\n" if self.pages > 1 else "") + text + "\n")

    def _drawn(self, heads: list[str], lines: list[list[str]], left: int) -> tuple[str, list[str]]:
        """A table with these columns, of which the first so many are left-aligned, and the errors that were cut."""
        if self.format == "markdown" or heads[-1]:
            return aligned(heads, list(map(tuple, lines)), self.look, left), []
        least = aligned(heads, [(*line[:-1], "-" * LEAST_ROOM) for line in lines], self.look, left)
        narrow = len(least.splitlines()) > len(lines) + 2  # cells on several lines: no place for long ones
        room = LEAST_ROOM + (0 if narrow else max(0, self.look.width - longest_line(least)))
        rows = [(*line[:-1], shortened(line[-1], room, self.look)) for line in lines]
        return aligned(heads, rows, self.look, left), [line[-1] for line in lines if len(line[-1]) > room]


def fewer(filled: Sequence[int], heads: Sequence[str], own: int) -> list[list[int]]:
    """What to leave out where there is no room: most of the input's columns, then the next best bid too."""
    hand = next((at for at in filled if at < own and heads[at].lower() == "hand"), 0)
    few = [at for at in filled if at in (0, hand) or at >= own]
    return [few, [at for at in few if heads[at] not in ("Next", "Behind")]]


def shortened(error: str, room: int, look: Look) -> str:
    """An error in so many columns."""
    if len(error) <= room:
        return error
    return "error" if room < LEAST_ERROR else error[: room - 3] + ("…" if look.unicode else "...")


def answer_cells(answer: Answer, look: Look) -> list[str]:
    """An answer as the cells below `HEADS`."""
    if answer.recommended is None:
        return [*[""] * (len(HEADS) - 1), answer.error or ""]
    assert answer.expected_score is not None and answer.probability_made is not None
    bid = " ".join(filter(None, [answer.recommended_trump, str(answer.recommended)]))
    wins = "" if answer.win is None else chance_words(answer.win, answer.win_standard_error or 0.0, look)
    points = measured(answer.expected_score, answer.standard_error or 0.0, look)
    found = [bid, percent(answer.probability_made), wins, points]
    if answer.runner_up is None:
        return [*found, "", "", ""]
    behind = measured(*gap_of(answer), look) + (" %" if answer.objective == WIN else "")
    return [*found, str(answer.runner_up), behind, remark(answer)]


def gap_of(answer: Answer) -> tuple[float, float]:
    """How far the runner-up is behind and the error of that: in points, or in per cent of games won, if that counts."""
    if answer.objective == WIN:
        return 100 * (answer.win_gap or 0.0), 100 * (answer.win_gap_standard_error or 0.0)
    return answer.gap or 0.0, answer.gap_standard_error or 0.0


def remark(answer: Answer) -> str:
    """Why an answer is not clear, in a word or two; nothing if it is."""
    gap, error = gap_of(answer)
    if answer.clear:
        return ""
    if error and gap <= NOISE * error:
        return "close"
    if answer.recommended_trump:  # the gap is between bids in one suit: naming another suit may be as good
        return "not clear"
    return "as good" if gap < NEGLIGIBLE else "few deals"
