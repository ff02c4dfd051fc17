"""`Advice` as text: a table with bars and a sentence for people, json, csv and markdown for everything else."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..advice.results import Advice, BidEstimate
from ..cards import NO_SUIT, suit_letter
from .answer import estimate_cells, estimate_heads, estimates_csv, page
from .explanation import explanation_sections, hurting_bids
from .recommendation import trump_name
from .situation import situation_lines
from .text import MARK, Look, aligned, as_json, percent, points

if TYPE_CHECKING:
    from ..advice.explanation import Explanation  # with NumPy, which an answer that was counted does without


def render(advice: Advice, look: Look, notes: Sequence[str] = (), explanation: "Explanation | None" = None) -> str:
    """The answer, without the last line's end; notes on how the hand was read are in a table only.

    The explanation is in all formats but csv.
    """
    if look.format == "json":
        return as_json(advice.to_dict() | ({"explain": explanation.to_dict()} if explanation else {}))
    if look.format == "csv":
        return csv_text(advice)
    said = [*situation_lines(advice.situation, look), *(f"Note: {note}" for note in notes)]
    parts = tables(advice, look)
    if look.format == "table":
        parts.append("\n".join(bar_lines(advice.estimate(advice.recommended), look)))
    if explanation is None:
        return page(advice, look, said, parts)
    return page(
        advice,
        look,
        said,
        parts,
        explanation_sections(explanation, advice.opponents, look),
        hurting_bids(explanation, look),
    )


def csv_text(advice: Advice) -> str:
    """One row per bid; for each suit in turn when the trump is mine to name."""
    rows: list[tuple[Sequence[object], BidEstimate]] = []
    for part in advice.trumps or (advice,):
        trump = part.situation.trump
        letter = "" if trump is None or trump == NO_SUIT else suit_letter(trump, part.situation.deck)
        named = trump == advice.recommended_trump or not advice.trumps
        rows += [((letter, row.bid, row.legal, named and row.bid == part.recommended), row) for row in part.bids]
    return estimates_csv(("trump", "bid", "legal", "recommended"), rows, advice.seed)


def tables(advice: Advice, look: Look) -> list[str]:
    """The bids, below the suits if one is mine to name."""
    bids = [estimate_cells(advice, row, str(row.bid), look) for row in advice.bids]
    shown = [aligned(estimate_heads(advice, "Bid", look), bids, look)]
    if advice.trumps:
        suits = [suit_cells(advice, suit, look) for suit in advice.trumps]
        shown.insert(0, aligned(("", "Trump", "Bid", "Chance", "Points"), suits, look))
    return shown


def suit_cells(advice: Advice, suit: Advice, look: Look) -> tuple[str, ...]:
    """One suit that I may name, with the best bid in it."""
    row = suit.estimate(suit.recommended)
    return (
        MARK if suit.situation.trump == advice.recommended_trump else "",
        trump_name(suit),
        *(str(row.bid), percent(row.probability_made), points(row.expected_score, row.standard_error, suit, look)),
    )


def bar_lines(row: BidEstimate, look: Look) -> list[str]:
    """The chance of each number of tricks when this is bid, as bars; the ends that round to nothing are left out."""
    shown = [k for k, chance in enumerate(row.tricks) if chance >= 0.0005 or k == row.bid]
    most = max(row.tricks)
    lines = [f"Tricks taken after a bid of {row.bid}:"]
    for k in range(shown[0], shown[-1] + 1):
        label = f"{MARK if k == row.bid else ' '} {k:2} {percent(row.tricks[k]):>7} "
        width = min(look.width - len(label) - 1, LONGEST_BAR)
        lines.append((label + bar(row.tricks[k] / most, width, look)).rstrip())
    return lines


LONGEST_BAR: Final = 60  # columns
EIGHTHS: Final = " ▏▎▍▌▋▊▉"


def bar(share: float, width: int, look: Look) -> str:
    """A bar over this share, 0–1, of the width."""
    if not look.unicode:
        return "#" * round(share * width)
    full, eighths = divmod(round(share * width * len(EIGHTHS)), len(EIGHTHS))
    return "█" * full + EIGHTHS[eighths].strip()
