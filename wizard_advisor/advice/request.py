"""What an answer to "what should I bid?" is asked with, all of it checked, and the answer made of its estimates."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from ..errors import SituationError, echo
from ..policy.files import Players
from ..situation import Situation
from ..values import is_whole
from .heard import my_forbidden_bid
from .results import POINTS, Advice, BidEstimate

OnProgress = Callable[[int, int], None]  # the deals done, and the most there can be

DROP_LEAST: Final = 500  # deals before which no bid is dropped


@dataclass(frozen=True, slots=True)
class Request:
    """How one situation is to be answered.

    deals: per bid still in the race, None: until the best is clear. policies: of every seat, from seat 1. inference:
    whether bids tell about hands. bids: those to play out. forbidden: the one of them that may not be made, −1: none.
    drop_least: deals before which no bid is dropped from the race. objective: what the recommended bid is best at.
    progress: called after every batch.
    """

    deals: int | None
    policies: tuple[Players, ...]
    inference: bool
    bids: tuple[int, ...]
    forbidden: int
    seed: int
    threads: int
    progress: OnProgress | None = None
    drop_least: int = DROP_LEAST
    objective: str = POINTS


def considered_bids(situation: Situation, consider: Collection[int] | None) -> tuple[int, ...]:
    """The bids to play out: those asked for, or all, the forbidden one too, to tell what the hook costs.

    Raises SituationError for what is not a bid, or if the hook forbids the only one.
    """
    cards = situation.cards
    try:
        wanted = [] if consider is None else list(consider)
    except Exception:  # whatever the iterator of somebody else raises
        raise SituationError(f"consider: expected bids in a list, like [2, 3]: found {echo(consider)}") from None
    for bid in wanted:
        if not is_whole(bid) or not 0 <= bid <= cards:
            raise SituationError(f"consider: expected bids from 0 to {cards}: found {echo(bid)}")
    bids = tuple(sorted({int(bid) for bid in wanted})) or tuple(range(cards + 1))
    if all(bid == my_forbidden_bid(situation) for bid in bids):
        raise SituationError(f"consider: expected a legal bid: the hook forbids {bids[0]}")
    return bids


def make_advice(
    situation: Situation,
    request: Request,
    estimates: tuple[BidEstimate, ...],
    recommended: int,
    *,
    clear: bool,
    stop: str,
    deals: int = 0,
    tries: int = 0,
    odd_bids: tuple[int, ...] = (),
) -> Advice:
    """An answer from its estimates and the best legal bid; it was counted if there are no deals."""
    mine = situation.seat - 1
    return Advice(
        situation=situation,
        recommended=recommended,
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
        objective=request.objective,
        odd_bids=odd_bids,
        seed=request.seed,
        seconds=0.0,
    )
