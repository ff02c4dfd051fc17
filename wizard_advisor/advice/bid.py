"""What to bid: deals in batches, the bids in a race on them, and when to stop."""

import secrets
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

import numpy as np

from ..cards import SUIT_COUNT
from ..errors import SituationError, echo
from ..hand_notation import cards_in_order
from ..policy.files import Policy
from ..rules import score
from ..simulate.bids import simulate_bids, survey_chances
from ..simulate.layout import Ints, make_room
from ..simulate.tallies import Tallies
from ..situation import Situation
from ..values import is_whole
from .checks import check_deals, check_seed, check_situation, check_threads
from .one_card import win_chance
from .race import OnProgress, Race
from .results import NEGLIGIBLE, NOISE, Advice, BidEstimate
from .seats import seat_policies
from .setup import hearing_of, minds_of, my_forbidden_bid, round_of, settle

AUTO_LIMIT: Final = 20_000  # deals per bid that `auto` stops at
AUTO_LEAST: Final = 2_000  # deals before which `auto` calls nothing clear
DROP_LEAST: Final = 500  # deals before which no bid is dropped


def advise(
    situation: Situation,
    *,
    deals: int | Literal["auto"] = "auto",
    policy: str | Policy = "standard",
    opponents: str | Policy | Sequence[str | Policy] = "people",
    inference: bool = True,
    consider: Collection[int] | None = None,
    slip: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: OnProgress | None = None,
) -> Advice:
    """What to bid in this situation.

    deals: per bid still in the running; "auto" deals on until the best bid is clear or 20,000 are played.
    policy: how I play; opponents: how they bid and play, one for all or one per seat from my left.
    inference: let the bids heard, and the trump named, tell about the hands. consider: only these bids (default all).
    slip: how many points I misjudge a card by in the play-outs (see `forms`); default: as much as `people` do.
    seed: 0 … 2⁶³ − 1, drawn if None; the answer depends on it, never on `threads` (default: all cores).
    progress: called after every batch with the deals done and the most there can be.

    Raises SituationError for what cannot be, PolicyError for policies that cannot be read.
    """
    started = time.perf_counter()
    check_situation(situation)
    request = Request(
        deals=check_deals(deals),
        policies=seat_policies(situation, policy, opponents, slip),
        inference=inference and not situation.hidden_bids,
        bids=_considered(situation, consider),
        seed=secrets.randbits(32) if seed is None else check_seed(seed),
        threads=check_threads(threads),
        progress=progress,
    )
    advice = _advise_trump(situation, request) if situation.trump is None else _advise_bid(situation, request)
    return replace(advice, seconds=time.perf_counter() - started)


@dataclass(frozen=True, slots=True)
class Request:
    deals: int | None
    policies: tuple[Policy, ...]
    inference: bool
    bids: tuple[int, ...]
    seed: int
    threads: int
    progress: OnProgress | None


def _considered(situation: Situation, consider: Collection[int] | None) -> tuple[int, ...]:
    """The bids to play out: those asked for, or all, the forbidden one too, to tell what the hook costs."""
    cards = situation.cards
    try:
        wanted = [] if consider is None else list(consider)
    except TypeError:
        raise SituationError(f"consider: expected bids in a list, like [2, 3]: found {echo(consider)}") from None
    for bid in wanted:
        if not is_whole(bid) or not 0 <= bid <= cards:
            raise SituationError(f"consider: expected bids from 0 to {cards}: found {echo(bid)}")
    bids = tuple(sorted(set(wanted))) or tuple(range(cards + 1))
    if all(bid == my_forbidden_bid(situation) for bid in bids):
        raise SituationError(f"consider: expected a legal bid: the hook forbids {bids[0]}")
    return bids


def _advise_bid(situation: Situation, request: Request) -> Advice:
    if can_be_counted(situation, request):
        return advise_round_one(situation, request)
    field = BidRace(situation, request)
    stop = field.race.run(request.deals, AUTO_LIMIT, AUTO_LEAST, request.progress)
    return field.advice(stop)


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
        if request.inference and ((self.hearing.heard >= 0).any() or self.round.named):
            settle(self.hearing, partial(survey_chances, self.round, self.minds, self.hearing, request.seed))
        scores = [[score(bid, taken) for taken in range(situation.cards + 1)] for bid in request.bids]
        self.race = Race(
            np.array(scores, np.int64),
            self.bids != my_forbidden_bid(situation),
            self._play_block,
            request.threads,
            DROP_LEAST,
        )

    def _play_block(self, running: Ints, first: int, last: int, tallies: Tallies) -> int:
        bids = self.bids[running]
        return simulate_bids(
            self.round, self.minds, self.hearing, bids, self.request.seed, first, last, tallies, make_room()
        )

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
            clear=race.is_clear(),
            deals=race.done,
            tries=race.dealt,
            stop=stop,
        )


def can_be_counted(situation: Situation, request: Request) -> bool:
    """Whether the answer needs no deals: one card, and nothing is read from bids."""
    return situation.cards == 1 and (not request.inference or all(bid is None for bid in situation.bids))


def advise_round_one(situation: Situation, request: Request) -> Advice:
    """Count instead of dealing: nobody has a choice of card, and the bids change nothing."""
    wins = win_chance(situation)
    chances = (1 - wins, wins)
    means = {bid: sum(chance * score(bid, taken) for taken, chance in enumerate(chances)) for bid in request.bids}
    forbidden = my_forbidden_bid(situation)
    best = max((bid for bid in request.bids if bid != forbidden), key=lambda bid: means[bid])
    estimates = tuple(
        BidEstimate(
            bid=bid,
            legal=bid != forbidden,
            expected_score=float(means[bid]),
            standard_error=0.0,
            probability_made=float(chances[bid]),
            tricks=(float(chances[0]), float(chances[1])),
            takers=(float(wins),),
            deals=0,
            gap=float(means[best] - means[bid]),
            gap_standard_error=0.0,
            dropped=False,
        )
        for bid in request.bids
    )
    clear = all(row.gap >= NEGLIGIBLE for row in estimates if row.legal and row.bid != best)
    return make_advice(situation, request, estimates, clear=clear, deals=0, tries=0, stop="exact")


def make_advice(
    situation: Situation,
    request: Request,
    estimates: tuple[BidEstimate, ...],
    *,
    clear: bool,
    deals: int,
    tries: int,
    stop: str,
) -> Advice:
    """An answer from its estimates: the best legal bid and the best of all."""
    mine = situation.seat - 1
    return Advice(
        situation=situation,
        recommended=max((row for row in estimates if row.legal), key=lambda row: row.expected_score).bid,
        recommended_trump=None,
        unrestricted=max(estimates, key=lambda row: row.expected_score).bid,
        clear=clear,
        bids=estimates,
        exact=stop == "exact",
        deals=deals,
        tries=tries,
        stop=stop,
        policy=request.policies[mine].name,
        opponents=tuple(policy.name for policy in request.policies[mine + 1 :] + request.policies[:mine]),
        inference=request.inference,
        seed=request.seed,
        seconds=0.0,
    )


def _advise_trump(situation: Situation, request: Request) -> Advice:
    """Answer for each suit I could name; the best of them, clear only if no other suit comes near."""
    answers = tuple(_advise_bid(replace(situation, trump=suit), request) for suit in range(SUIT_COUNT))
    best = max(answers, key=lambda advice: advice.estimate(advice.recommended).expected_score)
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
