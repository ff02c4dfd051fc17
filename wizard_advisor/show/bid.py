"""`Advice` as text: a table with bars and a sentence for people, json, csv and markdown for everything else."""

from collections.abc import Sequence
from typing import Final

from ..advice.explanation import Explanation
from ..advice.results import Advice, BidEstimate
from ..cards import NO_SUIT, suit_letter
from .explanation import explanation_sections
from .recommendation import recommendation, trump_name
from .situation import situation_lines
from .text import MARK, Look, aligned, answer_footer, as_csv, as_json, coloured, percent, points, wrapped


def render(advice: Advice, look: Look, notes: Sequence[str] = (), explanation: Explanation | None = None) -> str:
    """The answer, without the last line's end: what was noted in reading a hand below it, an explanation in its place.

    Notes are in a table only, an explanation is not in csv.
    """
    if look.format == "json":
        return as_json(advice.to_dict() | ({"explain": explanation.to_dict()} if explanation else {}))
    if look.format == "csv":
        return csv_text(advice)
    sections = explanation_sections(explanation, look) if explanation else []
    if look.format == "markdown":
        parts = [*tables(advice, look), recommendation(advice, look), *sections, answer_footer(advice)]
        return "\n\n".join(parts)
    text = table_text(advice, look, notes, sections)
    return coloured(text) if look.colour else text


def table_text(advice: Advice, look: Look, notes: Sequence[str], sections: Sequence[str]) -> str:
    """For people: the situation as understood, the bids, the tricks to expect, what to do."""
    said = [*situation_lines(advice.situation, look), *(f"Note: {note}" for note in notes)]
    return "\n\n".join(
        [
            "\n".join(wrapped(line, look) for line in said),
            *tables(advice, look),
            "\n".join(bar_lines(advice.estimate(advice.recommended), look)),
            wrapped(recommendation(advice, look), look),
            *sections,
            wrapped(answer_footer(advice), look),
        ]
    )


# Data

CSV_COLUMNS: Final = (
    *("trump", "bid", "legal", "recommended", "probability_made", "expected_score", "standard_error"),
    *("gap", "gap_standard_error", "deals", "dropped", "seed"),
)


def csv_text(advice: Advice) -> str:
    """One row per bid, numbers unrounded; for each suit in turn when the trump is mine to name."""
    header = [*CSV_COLUMNS, *(f"tricks_{k}" for k in range(advice.situation.cards + 1))]
    rows = []
    for part in advice.trumps or (advice,):
        named = part.situation.trump == advice.recommended_trump or not advice.trumps
        rows += [csv_row(part, row, recommended=named and row.bid == part.recommended) for row in part.bids]
    return as_csv(header, rows)


def csv_row(advice: Advice, row: BidEstimate, recommended: bool) -> list[object]:
    """One bid in the order of `CSV_COLUMNS`, then the chance of each number of tricks."""
    trump = advice.situation.trump
    letter = "" if trump is None or trump == NO_SUIT else suit_letter(trump, advice.situation.deck)
    return [
        *(letter, row.bid, row.legal, recommended, row.probability_made, row.expected_score, row.standard_error),
        *(row.gap, row.gap_standard_error, row.deals, row.dropped, advice.seed, *row.tricks),
    ]


# Tables and bars


def tables(advice: Advice, look: Look) -> list[str]:
    """The bids, below the suits if one is mine to name."""
    bids = [bid_cells(advice, row, look) for row in advice.bids]
    shown = [aligned(("", "Bid", "Chance", "Points", "Behind", ""), bids, look)]
    if advice.trumps:
        suits = [suit_cells(advice, suit, look) for suit in advice.trumps]
        shown.insert(0, aligned(("", "Trump", "Bid", "Chance", "Points"), suits, look))
    return shown


def bid_cells(advice: Advice, row: BidEstimate, look: Look) -> tuple[str, ...]:
    """One bid: the chance to make it, the points to expect, how far it is behind the recommended one."""
    advised = row.bid == advice.recommended
    remark = "dropped" if row.dropped else ""
    return (
        MARK if advised else "",
        str(row.bid),
        percent(row.probability_made),
        points(row.expected_score, row.standard_error, advice, look),
        "best" if advised else points(row.gap, row.gap_standard_error, advice, look),
        remark if row.legal else "forbidden",
    )


def suit_cells(advice: Advice, suit: Advice, look: Look) -> tuple[str, ...]:
    """One suit that I may name, with the best bid in it."""
    return (
        MARK if suit.situation.trump == advice.recommended_trump else "",
        trump_name(suit),
        *bid_cells(suit, suit.estimate(suit.recommended), look)[1:4],
    )


def bar_lines(row: BidEstimate, look: Look) -> list[str]:
    """The chance of each number of tricks when this is bid, as bars; the ends that round to nothing are left out."""
    shown = [k for k, chance in enumerate(row.tricks) if chance >= 0.0005 or k == row.bid]
    most = max(row.tricks)
    lines = [f"Tricks taken after a bid of {row.bid}:"]
    for k in range(shown[0], shown[-1] + 1):
        label = f"{MARK if k == row.bid else ' '} {k:2} {percent(row.tricks[k]):>7} "
        lines.append((label + bar(row.tricks[k] / most, look.width - len(label) - 1, look)).rstrip())
    return lines


EIGHTHS: Final = " ▏▎▍▌▋▊▉"


def bar(share: float, width: int, look: Look) -> str:
    """A bar over this share, 0–1, of the width."""
    if not look.unicode:
        return "#" * round(share * width)
    full, eighths = divmod(round(share * width * len(EIGHTHS)), len(EIGHTHS))
    return "█" * full + EIGHTHS[eighths].strip()
