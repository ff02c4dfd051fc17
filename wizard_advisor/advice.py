"""`Advice`: what the answer to "what should I bid?" holds, without how it was computed or how it is shown."""

from dataclasses import dataclass, field
from typing import Any

from .situation import Situation


@dataclass(frozen=True, slots=True)
class BidEstimate:
    """What one bid is worth. Scores in points, `tricks[k]` the probability of taking k tricks when this is bid.

    gap: how much better the recommended bid is expected to do (negative for a forbidden bid that is better);
    gap_standard_error: the error of that difference, from the deals both were played on.
    dropped: left the race early, so that its estimate rests on fewer deals than the others'.
    """

    bid: int
    legal: bool
    expected_score: float
    standard_error: float
    probability_made: float
    tricks: tuple[float, ...]
    deals: int
    gap: float
    gap_standard_error: float
    dropped: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer for one situation; `to_dict` gives the JSON object."""

    situation: Situation
    recommended: int
    recommended_trump: int | None  # suit to name, when a Wizard is turned up and I am the dealer
    unrestricted: int  # the best bid if the hook did not bind me
    clear: bool  # whether the recommended bid is better than every other by more than chance and by enough to matter
    bids: tuple[BidEstimate, ...]
    exact: bool
    deals: int
    effective_deals: float
    stop: str  # "clear", "deals", "limit" or "exact"
    policy: str
    opponents: tuple[str, ...]
    inference: bool
    seed: int
    seconds: float
    trumps: tuple["Advice", ...] = ()  # when the trump is mine to name: the whole answer for each suit

    def estimate(self, bid: int) -> BidEstimate:
        """The estimate of one bid; KeyError if it was not considered."""
        for row in self.bids:
            if row.bid == bid:
                return row
        raise KeyError(bid)

    @property
    def runner_up(self) -> BidEstimate | None:
        """The best legal bid but one, None if there is only one."""
        rest = [row for row in self.bids if row.legal and row.bid != self.recommended]
        return max(rest, key=lambda row: row.expected_score, default=None)
