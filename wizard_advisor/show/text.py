"""What all answers as text have in common: how they are to look, tables, numbers with their errors, the last line."""

import csv
import io
import json
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tabulate import tabulate

from ..advice.results import Advice, Basis, CardAdvice

if TYPE_CHECKING:
    from ..lab.cheat_sheet import CheatSheet

MARK: Final = ">"  # the recommended row
WIDEST: Final = 1000  # columns that a line may have
USUAL_POLICY: Final = "standard"
USUAL_OPPONENTS: Final = "people"


@dataclass(frozen=True, slots=True)
class Look:
    """How an answer is to look.

    format: "table" for people, "json", "csv" or "markdown". unicode, colour, width: whether the place where the text
    goes shows suit symbols and blocks, whether it shows colours, and how many columns it has. brief, verbose: whether
    only what to do is wanted, or all that the answer rests on too.
    """

    format: str = "table"
    unicode: bool = True
    colour: bool = False
    width: int = 80
    brief: bool = False
    verbose: bool = False

    @property
    def plus_minus(self) -> str:
        return "±" if self.unicode else "+-"

    @property
    def grid(self) -> str:
        """How `tabulate` is to draw a table."""
        return "github" if self.format == "markdown" else "simple"


# Formats


def as_json(content: Any) -> str:
    """A JSON text, one line for each value."""
    return json.dumps(content, indent=1)


def as_csv(header: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Comma-separated values, without the last line's end; flags are true or false."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([str(cell).lower() if isinstance(cell, bool) else cell for cell in row] for row in rows)
    return out.getvalue().rstrip("\n")


def rows_text(rows: Sequence[Mapping[str, Any]], look: Look, widths: Sequence[int | None] | None = None) -> str:
    """Rows with the same keys, in any format; in a table with columns of these widths at most.

    Without widths the last column gives way where there is no room.
    """
    if look.format == "json":
        return as_json(rows)
    if look.format == "csv":
        return as_csv(rows[0], (row.values() for row in rows))
    text = str(tabulate(rows, "keys", look.grid, maxcolwidths=widths))
    over = longest_line(text) - look.width
    if look.format == "markdown" or widths or over <= 0:
        return text
    last = max(len(str(list(row.values())[-1])) for row in rows)
    return rows_text(rows, look, [*[None] * (len(rows[0]) - 1), max(last - over, NARROW[0])])


def aligned(headers: Sequence[str], rows: Sequence[tuple[str, ...]], look: Look, left: int = 0) -> str:
    """A table with marks, remarks and the first `left` columns to the left, all else to the right.

    Where it would be too wide, its cells are on several lines.
    """
    words = ("", "Trump", "Card", "Seat", "Heard")
    sides = ["left" if at < left or header in words else "right" for at, header in enumerate(headers)]
    text = drawn(rows, sides, look.grid, headers)
    for width in () if look.format == "markdown" else NARROW:
        if longest_line(text) <= look.width:
            break
        cells = [[narrowed(cell, width) for cell in row] for row in (headers, *rows)]
        text = squeezed(drawn(cells, sides, "plain"))
    return text


def drawn(rows: Sequence[Sequence[str]], sides: Sequence[str], grid: str, headers: Sequence[str] = ()) -> str:
    """A table as `tabulate` draws it, texts as they are."""
    lines = tabulate(rows, headers, grid, colalign=sides, disable_numparse=True).splitlines()
    return "\n".join(line.rstrip() for line in lines)


NARROW: Final = (12, 7)  # columns of a cell, where there is little room or less
GLUE: Final = "\N{NO-BREAK SPACE}"  # where a line may not end; a blank once the lines are made
# A number and what it is of stand in one line: `0.6 s`, `1 of 2`, `5.7 ± 0.7 points`, `seat 3`.
WHOLE: Final = re.compile(
    r"(?<=\d) (?=%|±|\(\d|\+-|(?:s|of|points?|deals?|drawn|cards?|players|rounds?|tricks?)\b)|(?<=±) |(?<=\+-) "
    r"|(?:(?<=\bof)|(?<=\bbid)|(?<=\bseat)|(?<=\bseed)|(?<=--deals)|(?<=\byou:)|(?<=\d:)) (?=-?\d)"
)


def longest_line(text: str) -> int:
    """The length of the longest line."""
    return max(map(len, text.splitlines()))


def narrowed(cell: str, width: int) -> str:
    """A cell on several lines: each number apart from its error, many words or cards one below the other."""
    parts = re.sub(r" (±|\+-|or) ", rf"\n\1{GLUE}", cell).splitlines()
    whole = (WHOLE.sub(GLUE, part) for part in parts)
    lines = (textwrap.fill(part, width, break_long_words=longest_word(part) > NARROW[0]) for part in whole)
    return "\n".join(lines).replace(GLUE, " ")


def longest_word(text: str) -> int:
    """The length of the longest word."""
    return max(map(len, text.split(" ")))


def squeezed(table: str) -> str:
    """A table with one blank between its columns."""
    lines = table.splitlines()
    blank = [all(line[at : at + 1] in ("", " ") for line in lines) for at in range(longest_line(table))]
    kept = [at for at, empty in enumerate(blank) if not (empty and at and blank[at - 1])]
    return "\n".join("".join(line[at : at + 1] for at in kept) for line in lines)


def wrapped(text: str, look: Look) -> str:
    """Lines no longer than the place is wide, and no number torn from its unit."""
    whole = WHOLE.sub(GLUE, text)
    return textwrap.fill(whole, look.width, break_long_words=False, break_on_hyphens=False).replace(GLUE, " ")


COLOURS: Final = {"♥": 31, "♦": 31, "R": 31, "G": 32, "B": 34, "Y": 33}  # as terminals number them
COLOURED_CARD: Final = re.compile(r"[♥♦](?:10|[2-9JQKA])?|\b[RGBY](?:1[0-3]|[1-9])\b")


def coloured(text: str) -> str:
    """The red suits in red; the cards of a four-colour deck in theirs."""
    return COLOURED_CARD.sub(lambda card: f"\x1b[{COLOURS[card[0][0]]}m{card[0]}\x1b[0m", text)


# Words and numbers


def percent(chance: float) -> str:
    """A chance, 0–1, as people read it."""
    return f"{100 * chance:.1f} %"


def short(points: float) -> str:
    """A difference in points: one decimal, more where that would show none of it."""
    return f"{points:.1f}" if abs(points) >= 0.1 else f"{points:.2f}"


def measured(value: float, error: float, look: Look, digits: int | None = None) -> str:
    """A number with its standard error, in as many decimals as asked for.

    By default in as many as the error deserves, and alone if it has none.
    """
    if digits is None and not error:
        return f"{value:.2f}"
    digits = decimals(error) if digits is None else digits
    return f"{value:.{digits}f} {look.plus_minus} {error:.{digits}f}"


def decimals(error: float) -> int:
    """The decimals that a standard error deserves."""
    return 1 if error >= 0.05 else 2


def points(value: float, error: float, answer: Advice | CardAdvice, look: Look) -> str:
    """Points of an answer with their error, in the decimals that its smallest error deserves; alone if it is exact."""
    if answer.exact:
        return measured(value, 0.0, look)
    errors = [row.standard_error for row in (answer.bids if isinstance(answer, Advice) else answer.cards)]
    return measured(value, error, look, decimals(min(filter(None, errors), default=1.0)))


# The last line


def footer(basis: str, answer: "Basis | CheatSheet", seconds: float, verbose: bool = False) -> str:
    """The basis of an answer, with what repeats it; policies only if they are not the usual ones, or if verbose."""
    words = [basis, f"seed {answer.seed}"]
    if verbose or answer.policy != USUAL_POLICY:
        words.append(f"policy {answer.policy}")
    others = answer.opponents
    if verbose or set(others) != {USUAL_OPPONENTS}:
        words.append(f"opponents {','.join(others if len(set(others)) > 1 else others[:1])}")
    if not answer.inference:
        words.append("no inference")
    return ", ".join([*words, f"{seconds:.1f} s"])
