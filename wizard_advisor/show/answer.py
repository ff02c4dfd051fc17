"""What the answers for a bid and for a card have in common as text: the page, the cells of an estimate, its csv."""

from collections.abc import Iterable, Sequence

from ..advice.results import Advice, BidEstimate, CardAdvice, Estimate
from ..values import counted
from .caution import cautions
from .recommendation import recommendation
from .text import MARK, Look, as_csv, coloured, footer, percent, points, wrapped


def page(
    answer: Advice | CardAdvice, look: Look, said: Iterable[str], parts: Sequence[str], sections: Sequence[str] = ()
) -> str:
    """An answer for people, or as markdown: what was understood and noted, the tables, what to do, what that rests on.

    said: lines that markdown does without. sections: an explanation.
    """
    advised, basis = " ".join([recommendation(answer, look), *cautions(answer, look)]), basis_words(answer)
    if look.format == "markdown":
        return "\n\n".join([*parts, advised, *sections, basis])
    head = "\n".join(wrapped(line, look) for line in said)
    text = "\n\n".join([head, *parts, wrapped(advised, look), *sections, wrapped(basis, look)])
    return coloured(text) if look.colour else text


def basis_words(answer: Advice | CardAdvice) -> str:
    """What an answer rests on, and what repeats it: `2,000 deals, seed 1, 0.6 s`."""
    if answer.exact:
        return "Exact, counted without deals."
    return footer(counted(answer.deals, "deal"), answer, answer.seconds)


def estimate_cells(answer: Advice | CardAdvice, row: Estimate, name: str, look: Look) -> tuple[str, ...]:
    """A row of a table: its mark, its name, the chance to make the bid, the points, how far it is behind, a remark."""
    best = row is answer.estimate(answer.recommended)
    remark = "dropped" if row.dropped else ""
    return (
        MARK if best else "",
        name,
        percent(row.probability_made),
        points(row.expected_score, row.standard_error, answer, look),
        "best" if best else points(row.gap, row.gap_standard_error, answer, look),
        "forbidden" if isinstance(row, BidEstimate) and not row.legal else remark,
    )


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
    ]
    cells = ([*own, *(getattr(row, name) for name in estimated), seed, *row.tricks] for own, row in rows)
    return as_csv([*columns, *estimated, "seed", *tricks], cells)
