"""What to bid: counted, or by a race of the bids on common deals; and for each suit when the trump is mine to name."""

import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, Literal

from ..cards import SUIT_COUNT
from ..situation import Situation
from .checks import (
    check_deals,
    check_inference,
    check_objective,
    check_progress,
    check_seed,
    check_situation,
    check_threads,
    drawn_seed,
)
from .heard import my_forbidden_bid
from .one_card import advise_one_card
from .request import OnProgress, Request, considered_bids
from .results import NEGLIGIBLE, NOISE, Advice
from .seats import AnyPlayers, seat_policies

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
    progress: called after every batch with the deals done and the most there can be; what it raises ends the answer,
    and is handed on as it is.

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
        seed=drawn_seed() if seed is None else check_seed(seed),
        threads=check_threads(threads),
        progress=check_progress(progress),
        objective=check_objective(objective, situation),
    )
    advice = _advise_trump(situation, request) if situation.trump is None else _advise_bid(situation, request)
    return replace(advice, seconds=time.perf_counter() - started)


def _advise_bid(situation: Situation, request: Request) -> Advice:
    if situation.cards == 1 and not situation.scores:
        return advise_one_card(situation, request)
    from .bid_race import BidRace  # with NumPy, which counting does without

    bids = BidRace(situation, request)
    limit = AUTO_LIMIT_TO_WIN if situation.scores else AUTO_LIMIT
    stop = bids.race.run(request.deals, limit, AUTO_LEAST, request.progress)
    return bids.advice(stop)


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
