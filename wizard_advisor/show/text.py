"""What all answers as text have in common: what a terminal shows, tables, numbers with their errors."""

import csv
import io
import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tabulate import tabulate

from ..advice.results import Advice, Basis, Estimate

if TYPE_CHECKING:
    from ..advice.results import CardAdvice

MARK: Final = ">"  # the recommended row
COLOURS: Final = {"♥": 31, "♦": 31, "R": 31, "G": 32, "B": 34, "Y": 33}  # as terminals number them
COLOURED_CARD: Final = re.compile(r"[♥♦](?:10|[2-9JQKA])?|\b[RGBY](?:1[0-3]|[1-9])\b")
STOPS: Final = {"clear": "enough to be clear", "deals": "as asked for", "limit": "the limit"}


@dataclass(frozen=True, slots=True)
class Look:
    """What the place where the text goes can show: suit symbols and blocks, colours, how many columns."""

    unicode: bool = True
    colour: bool = False
    width: int = 80

    @property
    def plus_minus(self) -> str:
        return "±" if self.unicode else "+-"


def as_csv(header: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Comma-separated values, without the last line's end."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([header, *rows])
    return out.getvalue().rstrip("\n")


def aligned(headers: Sequence[str], rows: Sequence[tuple[str, ...]], form: str) -> str:
    """A table with marks and remarks to the left, all else to the right."""
    sides = ["left" if header in ("", "Trump", "Card", "Seat", "Heard") else "right" for header in headers]
    lines = tabulate(rows, headers, form, colalign=sides, disable_numparse=True).splitlines()
    return "\n".join(line.rstrip() for line in lines)


def repetition(basis: Basis) -> str:
    """What repeats an answer, and how long it took."""
    learning = "" if basis.inference else ", no inference"
    opponents = opponents_words(basis.opponents)
    return f"seed {basis.seed}, policy {basis.policy}, opponents {opponents}{learning}, {basis.seconds:.2f} s"


def opponents_words(opponents: tuple[str, ...]) -> str:
    """The opponents' policies, as the option takes them: one for all, or one each."""
    return ",".join(opponents if len(set(opponents)) > 1 else opponents[:1])


def percent(chance: float) -> str:
    """A chance, 0–1, as people read it."""
    return f"{100 * chance:.1f} %"


def short(points: float) -> str:
    """A difference in points: one decimal, more where that would show none of it."""
    return f"{points:.1f}" if abs(points) >= 0.1 else f"{points:.2f}"


def measured(value: float, error: float, answer: "Advice | CardAdvice", look: Look) -> str:
    """A number with its error: as many decimals as the answer's errors deserve; an exact one alone."""
    rows: Sequence[Estimate] = answer.bids if isinstance(answer, Advice) else answer.cards
    smallest = min((row.standard_error for row in rows if row.standard_error), default=1.0)
    return with_error(value, error, 0.0 if answer.exact else smallest, look)


def with_error(value: float, error: float, smallest: float, look: Look) -> str:
    """A number with its error, in the decimals that the smallest error of its kind deserves; 0: an exact one, alone."""
    if not smallest:
        return f"{value:.2f}"
    digits = 1 if smallest >= 0.05 else 2
    return f"{value:.{digits}f} {look.plus_minus} {error:.{digits}f}"


def wrapped(text: str, look: Look) -> str:
    """Lines no longer than the place is wide."""
    return textwrap.fill(text, look.width, break_long_words=False, break_on_hyphens=False)


def coloured(text: str) -> str:
    """The red suits in red; the cards of a four-colour deck in theirs."""
    return COLOURED_CARD.sub(lambda card: f"\x1b[{COLOURS[card[0][0]]}m{card[0]}\x1b[0m", text)
