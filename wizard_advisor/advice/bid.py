"""What to bid: deals in batches, the bids in a race on them, and when to stop."""

import secrets
import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Literal

import numpy as np

from ..cards import SUIT_COUNT
from ..hand_notation import cards_in_order
from ..rules import score
from ..simulate.bids import simulate_bids, survey_chances
from ..simulate.layout import Ints, make_room, minds_of
from ..simulate.tallies import Tallies
from ..situation import Situation
from .checks import (
    check_deals,
    check_inference,
    check_objective,
    check_progress,
    check_seed,
    check_situation,
    check_threads,
)
from .heard import my_forbidden_bid
from .hearing import hearing_of, settle
from .one_card import advise_one_card
from .race import OnProgress, Race
from .request import Request, considered_bids, make_advice
from .results import NEGLIGIBLE, NOISE, Advice, BidEstimate
from .seats import AnyPlayers, seat_policies
from .setup import round_of
from .winning import Game

AUTO_LIMIT: Final = 20_000  # deals per bid that `auto` stops at
AUTO_LIMIT_TO_WIN: Final = 4_000  # with the scores known: no bid is dropped, and few games are clear
AUTO_LEAST: Final = 2_000  # deals before which `auto` calls nothing clear


def advise(
    situation: Situation,
    *,
    deals: int | Literal["auto"] = "auto",
    policy: AnyPlayers = "standard",
    opponents: AnyPlayers | Sequence[AnyPlayers] = "people",
    inference: bool = True,
    consider: Collection[int] | None = None,
    objective: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: OnProgress | None = None,
) -> Advice:
    """What to bid in this situation.

    deals: per bid still in the running; "auto" deals on until the best bid is clear or 20,000 are played.
    policy: how I play; opponents: how they bid and play, one for all or one per seat from my left.
    inference: let the bids heard, and the trump named, tell about the hands. consider: only these bids (default all).
    objective: what the recommended bid is best at, "points" or "win" (by default if the scores are known).
    seed: 0 … 2⁶³ − 1, drawn if None; the answer depends on it, never on `threads` (default: all cores).
    progress: called after every batch with the deals done and the most there can be.

    Raises SituationError for what cannot be, PolicyError for policies that cannot be read.
    """
    started = time.perf_counter()
    check_situation(situation)
    request = Request(
        deals=check_deals(deals),
        policies=seat_policies(situation, policy, opponents),
        inference=check_inference(inference) and not situation.hidden_bids,
        bids=considered_bids(situation, consider),
        forbidden=my_forbidden_bid(situation),
        seed=secrets.randbits(32) if seed is None else check_seed(seed),
        threads=check_threads(threads),
        progress=check_progress(progress),
        objective=check_objective(objective, situation),
    )
    advice = _advise_trump(situation, request) if situation.trump is None else _advise_bid(situation, request)
    return replace(advice, seconds=time.perf_counter() - started)


def _advise_bid(situation: Situation, request: Request) -> Advice:
    if situation.cards == 1 and not situation.scores:
        return advise_one_card(situation, request)
    bids = BidRace(situation, request)
    limit = AUTO_LIMIT_TO_WIN if situation.scores else AUTO_LIMIT
    stop = bids.race.run(request.deals, limit, AUTO_LEAST, request.progress)
    return bids.advice(stop)


class BidRace:
    """The bids in their race: what compiled code is given, and the answer."""

    def __init__(self, situation: Situation, request: Request) -> None:
        self.situation = situation
        self.request = request
        self.bids = np.array(request.bids, np.int64)
        self.cards = cards_in_order(situation.hand)
        self.round = round_of(situation)
        self.minds = minds_of(request.policies)
        self.hearing = hearing_of(situation)
        self.odd_bids: tuple[int, ...] = ()
        if self.hearing is not None and request.inference:
            survey = partial(survey_chances, self.round, self.minds, self.hearing, request.seed)
            self.odd_bids = settle(self.hearing, self.round, self.minds, survey)
        scores = [[score(bid, taken) for taken in range(situation.cards + 1)] for bid in request.bids]
        self.race = Race(
            np.array(scores, np.int64),
            self.bids != request.forbidden,
            self._play_block,
            request.threads,
            request.drop_least,
            Game(situation, request.policies, request.seed) if situation.scores else None,
            request.objective,
        )

    def _play_block(self, running: Ints, first: int, last: int, tallies: Tallies, results: Ints | None) -> int:
        given = (self.round, self.minds, self.hearing, self.bids[running], self.request.seed)
        return simulate_bids(*given, first, last, tallies, make_room(), results)

    def advice(self, stop: str) -> Advice:
        """The answer, when the race has stopped for this reason."""
        race = self.race
        deals = race.tricks.sum(axis=1)
        estimates = [
            BidEstimate(
                bid=bid,
                legal=bool(race.legal[i]),
                takers=tuple(float(race.takers[i, card] / deals[i]) for card in self.cards),
                **race.figures(i, bid),
            )
            for i, bid in enumerate(self.request.bids)
        ]
        return make_advice(
            self.situation,
            self.request,
            tuple(estimates),
            self.request.bids[race.best()],
            clear=race.is_clear(),
            stop=stop,
            deals=race.done,
            tries=race.dealt,
            odd_bids=self.odd_bids,
        )


def _advise_trump(situation: Situation, request: Request) -> Advice:
    """Answer for each suit I could name; the best of them, clear only if no other suit comes near."""
    answers = tuple(_advise_bid(replace(situation, trump=suit), request) for suit in range(SUIT_COUNT))
    best = max(answers, key=lambda advice: advice.worth(advice.estimate(advice.recommended)))
    top = best.estimate(best.recommended)
    clear = best.clear
    for answer in answers:
        other = answer.estimate(answer.recommended)
        if answer is not best:
            # Two suits are not played on the same tricks, so their errors simply add up.
            error = (top.standard_error**2 + other.standard_error**2) ** 0.5
            gap = top.expected_score - other.expected_score
            clear = clear and gap >= NEGLIGIBLE and gap > NOISE * error
    return replace(best, situation=situation, recommended_trump=best.situation.trump, clear=clear, trumps=answers)
