"""How well a cheat sheet bids: hands that are bid by the sheet, by the rules of thumb and by the full answer."""

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ..advice.bid import advise
from ..advice.request import OnProgress
from ..advice.results import Advice
from ..situation import Situation
from .sampler import Sample, Sampler
from .worths import Worth, count_kinds, sheet_bids

NEAR: Final = 2  # bids on either side of the sheet's that the full answer looks at first

Comparison = tuple[bool, float]  # whether a bid is that of the full answer, and what it costs against it in points


@dataclass(frozen=True, slots=True)
class Trial:
    """One hand, and how it is bid by the sheet and by the rules of thumb."""

    situation: Situation
    bids: tuple[int, int]
    options: Mapping[str, Any]  # of `advise`
    seed: int  # and the one after it, for the fresh deals

    def judge(self) -> tuple[Comparison, Comparison]:
        """How either bid compares with the full answer."""
        best = self._full_answer()
        costs = dict.fromkeys(self.bids, 0.0)
        if set(self.bids) != {best}:
            # On deals that had no part in the choice: the best of several estimates flatters itself.
            fresh = self._advise({best, *self.bids}, seed=self.seed + 1, deals=-(-self.options["deals"] // 2))
            costs = {bid: fresh.estimate(bid).gap - fresh.estimate(best).gap for bid in costs}
        sheet, thumb = ((bid == best, costs[bid]) for bid in self.bids)
        return sheet, thumb

    def _full_answer(self) -> int:
        """The bid that `advise` recommends among those near the sheet's; among more if the best one lies at an end."""
        near = NEAR
        while True:
            low, high = max(0, self.bids[0] - near), min(self.situation.cards, self.bids[0] + near)
            best = self._advise({*range(low, high + 1)}, seed=self.seed).recommended
            if not (0 < low == best or best == high < self.situation.cards):
                return best
            near += NEAR

    def _advise(self, bids: set[int], **options: int) -> Advice:
        return advise(self.situation, consider=bids, **{**self.options, **options})


def find_trials(
    sampler: Sampler, worths: Sequence[Worth], first: int, hands: int, options: Mapping[str, Any]
) -> list[Trial]:
    """As many hands as asked for, in deals from `first` on, in all seats in turn; bids before mine are heard."""
    kinds = [row.kind for row in worths]
    each = math.ceil(hands / sampler.players)
    size = 2 * each + 20  # enough, though in some deals the wrong card is turned up
    samples = [sampler.play(seat, first + seat * size, first + (seat + 1) * size) for seat in range(sampler.players)]
    places = [(seat, i) for i in range(each) for seat in range(sampler.players)][:hands]
    sheets = [np.array([row.hundredths for row in worths]), np.array([round(100 * kind.thumb) for kind in kinds])]
    bids = [
        [sheet_bids(count_kinds(kinds, sample.hands, sample.trumps), sheet, sampler.cards) for sheet in sheets]
        for sample in samples
    ]
    return [
        Trial(
            situation=situation_of(samples[seat], i, sampler.players),
            bids=(int(bids[seat][0][i]), int(bids[seat][1][i])),
            options=options,
            seed=(sampler.seed + 2 * number + 1) % 2**62,
        )
        for number, (seat, i) in enumerate(places)
    ]


def situation_of(sample: Sample, i: int, players: int) -> Situation:
    """What I know in a deal of a sample before I bid."""
    upcard, seat = int(sample.upcards[i]), int(sample.seats[i])
    return Situation(
        players=players,
        hand=int(sample.hands[i]),
        trump=int(sample.trumps[i]),
        upcard=None if upcard < 0 else upcard,
        seat=seat + 1,
        bids=tuple(map(int, sample.bids[i, :seat])),
    )


@dataclass(frozen=True, slots=True)
class Quality:
    """How well somebody bids: how often as the full answer does (0–1), and the points a round lost against it."""

    agreement: float
    agreement_standard_error: float
    cost: float
    cost_standard_error: float


def quality_of(found: Sequence[Comparison]) -> Quality:
    """The mean agreement and cost of some hands, with their standard errors.

    >>> quality_of([(True, 0.0), (False, 4.0)])
    Quality(agreement=0.5, agreement_standard_error=0.5, cost=2.0, cost_standard_error=2.0)
    """
    values = np.array(found, np.float64)
    means = values.mean(axis=0)
    count = len(values)
    errors = np.sqrt(((values - means) ** 2).sum(axis=0) / max(1, count - 1) / count)
    return Quality(float(means[0]), float(errors[0]), float(means[1]), float(errors[1]))


def judge_all(trials: Sequence[Trial], pool: Executor, progress: OnProgress | None) -> tuple[Quality, Quality]:
    """How well the sheet bids, and how well the rules of thumb do; progress counts the hands."""
    found = []
    for comparison in pool.map(Trial.judge, trials):
        found.append(comparison)
        if progress:
            progress(len(found), len(trials))
    sheet, thumb = zip(*found, strict=True)
    return quality_of(sheet), quality_of(thumb)
