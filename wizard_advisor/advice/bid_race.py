"""The bids in a race on common deals, and the answer that comes of it."""

from functools import partial

import numpy as np

from ..hand_notation import cards_in_order
from ..rules import score
from ..simulate.bids import simulate_bids, survey_chances
from ..simulate.layout import Ints, make_room, minds_of
from ..simulate.tallies import Tallies
from ..situation import Situation
from .hearing import hearing_of, settle
from .race import Race
from .request import Request, make_advice
from .results import Advice, BidEstimate
from .setup import round_of
from .winning import Game


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
            Game(situation, request.policies, request.seed, request.threads) if situation.scores else None,
            request.objective,
        )

    def _play_block(self, running: Ints, first: int, last: int, tallies: Tallies, results: Ints) -> int:
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
