"""Small questions beside an answer: situations that differ from it in one thing, each with its best bid."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ..situation import Situation
from .bid_race import BidRace
from .hearing import PILOT_DEALS
from .one_card import advise_one_card
from .request import Request
from .results import NEGLIGIBLE, Advice

SHARE: Final = 1.2  # of the answer's work that all questions together may take …
LEAST_WORK: Final = 800_000  # … or this many cards played, if that is more: what goes unnoticed beside the start-up
TRY: Final = 0.1  # the work of a deal tried, in play-outs
BATCH: Final = 100  # deals a question gets at a time
LEAST: Final = 200  # deals before which a question has no answer
MOST: Final = 4_000  # deals that are enough for any question
SURE: Final = 2.0  # standard errors; a smaller gap leaves the question open
MOVES: Final = 2  # how often a question may look at bids further away


@dataclass(frozen=True, slots=True)
class BestBid:
    """The best bid in another situation; runner_up and gap are None where there was one bid only.

    rivals: bids that are so close to it that `deals` deals cannot tell.
    """

    situation: Situation
    bid: int
    expected_score: float
    standard_error: float
    runner_up: int | None
    gap: float | None
    gap_standard_error: float | None
    rivals: tuple[int, ...]
    deals: int


def describe(answer: BestBid) -> dict[str, Any]:
    return {
        "bids_heard": list(answer.situation.bids),
        "recommended": answer.bid,
        "rivals": list(answer.rivals),
        "expected_score": answer.expected_score,
        "standard_error": answer.standard_error,
        "runner_up": answer.runner_up,
        "gap": answer.gap,
        "gap_standard_error": answer.gap_standard_error,
        "deals": answer.deals,
    }


def too_close(gap: float, error: float, sure: float = SURE) -> bool:
    """Whether a bid that is so far behind may well be the best."""
    return gap < max(NEGLIGIBLE, sure * error)


class Question:
    """A situation of which the best bid is asked, among the recommended one and its neighbours.

    counted: the estimates, where no deals are needed.
    """

    def __init__(self, situation: Situation, request: Request, centre: int) -> None:
        self.situation = situation
        self.request = replace(request, drop_least=LEAST)
        self.moves = 0
        self.counted = advise_one_card(situation, request).bids if situation.cards == 1 else ()
        self.bid_race: BidRace | None = None
        self._aim(centre)

    def _aim(self, centre: int) -> None:
        near = tuple(bid for bid in self.request.bids if abs(bid - centre) <= 1)
        self.bids = near if set(near) - {self.request.forbidden} else self.request.bids
        self.bid_race = None

    def is_settled(self, thorough: bool, spent: bool) -> bool:
        """Whether it gets no more deals. thorough: a clear answer is not enough; spent: no work is left for it."""
        if self.counted:
            return True
        if self.bid_race is None or self.bid_race.race.done < LEAST:
            return False
        return spent or self.bid_race.race.done >= MOST or (not thorough and self.bid_race.race.is_clear())

    def play(self) -> float:
        """Play a batch of deals; return how much work that was, in play-outs."""
        work = 0.0
        if self.bid_race is None:
            self.bid_race = BidRace(self.situation, replace(self.request, bids=self.bids))
            work = TRY * PILOT_DEALS
        race = self.bid_race.race
        before = race.tricks.sum() + TRY * race.dealt
        race.play(BATCH)
        work += race.tricks.sum() + TRY * race.dealt - before
        best = self.bids[race.leader()]
        beyond = {best - 1, best + 1} & set(self.request.bids) - set(self.bids)
        if race.done >= LEAST and beyond and self.moves < MOVES:
            self.moves += 1
            self._aim(best)
        return float(work)

    def answer(self) -> BestBid:
        """The best bid, as far as it is known."""
        if self.counted:
            rows = {row.bid: (row.expected_score, 0.0) for row in self.counted if row.bid != self.request.forbidden}
            best = max(rows, key=lambda bid: rows[bid][0])
            gaps = {bid: (rows[best][0] - score, 0.0) for bid, (score, _) in rows.items() if bid != best}
            score, error, deals = *rows[best], 0
        else:
            assert self.bid_race is not None
            race = self.bid_race.race
            leader = race.leader()
            best, score, error, deals = self.bids[leader], float(race.means()[leader]), race.error(leader), race.done
            legal = [i for i, bid in enumerate(self.bids) if bid != self.request.forbidden and i != leader]
            gaps = {self.bids[i]: race.gap(leader, i) for i in legal}
        second = min(gaps, key=lambda bid: gaps[bid], default=None)
        return BestBid(
            situation=self.situation,
            bid=best,
            expected_score=score,
            standard_error=error,
            runner_up=second,
            gap=None if second is None else gaps[second][0],
            gap_standard_error=None if second is None else gaps[second][1],
            rivals=tuple(bid for bid, gap in gaps.items() if too_close(*gap)),
            deals=deals,
        )


def budget(advice: Advice) -> float:
    """The work, in play-outs, that all questions together may take."""
    parts = advice.trumps or (advice,)
    work = sum(sum(row.deals for row in part.bids) + TRY * part.tries for part in parts)
    return max(SHARE * work, LEAST_WORK / (advice.situation.players * advice.situation.cards))


def ask_all(questions: Sequence[Question], budget: float) -> None:
    """Deal to all questions in turn until their answers are clear, then on for smaller errors until all is spent."""
    spent = 0.0
    for thorough in (False, True):
        while waiting := [question for question in questions if not question.is_settled(thorough, spent >= budget)]:
            spent += sum(question.play() for question in waiting)
