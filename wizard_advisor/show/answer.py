"""What the answers for a bid and for a card have in common as text: the page, the cells of an estimate, its csv."""

from collections.abc import Iterable, Sequence
from typing import Final

from ..advice.results import Advice, BidEstimate, CardAdvice, Estimate
from ..values import counted
from .caution import cautions
from .recommendation import headline, reasons
from .text import MARK, Look, as_csv, coloured, footer, percent, points, wrapped
from .winning import win_cell

ROOM_FOR_ALL: Final = 48  # columns for a table with Wins and Behind


def page(
    answer: Advice | CardAdvice,
    look: Look,
    said: Iterable[str],
    parts: Sequence[str],
    sections: Sequence[str] = (),
    more: Iterable[str] = (),
) -> str:
    """An answer for people, or as markdown: what to do and why, what was understood, the tables, what that rests on.

    said: lines that markdown does without. sections, more: an explanation, and what of it belongs to the reasons.
    """
    answered = headline(answer, look)
    why = " ".join([*reasons(answer, look), *more, *cautions(answer, look)])
    if look.brief:
        text = answered
    elif look.format == "markdown":
        return "\n\n".join([answered, why, *parts, *sections, basis_words(answer, look)])
    else:
        top = f"{wrapped(answered, look)}\n{wrapped(why, look)}"
        head = "\n".join(wrapped(line, look) for line in said)
        text = "\n\n".join([top, head, *parts, *sections, wrapped(basis_words(answer, look), look)])
    return coloured(text) if look.colour else text


def basis_words(answer: Advice | CardAdvice, look: Look) -> str:
    """What an answer rests on, and what repeats it: `2,000 deals, seed 1, 0.6 s`; all of it if the look is verbose."""
    basis = "Exact, counted without deals" if answer.exact else counted(answer.deals, "deal")
    if look.verbose:
        drawn = [] if answer.exact else [f"{answer.tries:,} drawn", f"ended by: {answer.stop}"]
        return footer(", ".join([basis, *drawn]), answer, answer.seconds, verbose=True)
    return f"{basis}." if answer.exact else footer(basis, answer, answer.seconds)


def has_wins(answer: Advice | CardAdvice) -> bool:
    """Whether the chance to win is known."""
    return answer.estimate(answer.recommended).win is not None


def estimate_heads(answer: Advice | CardAdvice, name: str, look: Look) -> tuple[str, ...]:
    """The headings over `estimate_cells`; `name`: that of the choices. Wins and Behind need some room side by side."""
    behind = [] if has_wins(answer) and look.width < ROOM_FOR_ALL else ["Behind"]
    return ("", name, "Chance", *(["Wins"] if has_wins(answer) else []), "Points", *behind, "")


def estimate_cells(answer: Advice | CardAdvice, row: Estimate, name: str, look: Look) -> tuple[str, ...]:
    """A row of a table: its mark, its name, the chance to make the bid, the points, how far it is behind, a remark."""
    best = row is answer.estimate(answer.recommended)
    cells = {
        "Chance": percent(row.probability_made),
        "Wins": win_cell(row, look),
        "Points": points(row.expected_score, row.standard_error, answer, look),
        "Behind": "best" if best else points(row.gap, row.gap_standard_error, answer, look),
    }
    remark = "forbidden" if isinstance(row, BidEstimate) and not row.legal else "dropped" if row.dropped else ""
    shown = [cells[head] for head in estimate_heads(answer, name, look)[2:-1]]
    return (MARK if best else "", name, *shown, remark)


def estimates_csv(columns: Sequence[str], rows: Sequence[tuple[Sequence[object], Estimate]], seed: int) -> str:
    """A row for each estimate, numbers unrounded: its own cells in these columns, then what all estimates have."""
    tricks = [f"tricks_{k}" for k in range(len(rows[0][1].tricks))]
    estimated = [
        "probability_made",
        "expected_score",
        "standard_error",
        "gap",
        "gap_standard_error",
        "deals",
        "dropped",
        *([] if rows[0][1].win is None else ["win", "win_standard_error"]),
    ]
    cells = ([*own, *(getattr(row, name) for name in estimated), seed, *row.tricks] for own, row in rows)
    return as_csv([*columns, *estimated, "seed", *tricks], cells)
