"""How the bids heard are read: who is read, and how strictly, so that enough deals agree."""

from collections.abc import Callable
from typing import Final

import numpy as np

from ..policy.files import MOST_KINDS
from ..simulate.layout import Floats, Hearing, Minds, Room, Round, cumulated, make_room
from ..situation import Situation
from .heard import heard_by_seat, named_by_another

LEAST_KEPT: Final = 1 / 256  # of the deals; fewer, and the oddest bid heard is read less strictly
PILOT_DEALS: Final = 512  # deals that the highest chances of the bids heard are read from
FIRST_LOOSENESS: Final = 1 / 64

Survey = Callable[[int, Floats, Room], None]  # adds the chances in so many deals to an array, and fills the ceilings


def hearing_of(situation: Situation) -> Hearing | None:
    """The bids known, as compiled code reads them; None if nothing was heard. Until it is settled, nothing is read."""
    if all(bid is None for bid in situation.bids) and not named_by_another(situation):
        return None
    bids, heard, bidders, forbidden = np.array(heard_by_seat(situation), np.int64).T.copy()
    return Hearing(
        bids=bids,
        reads=np.zeros_like(bids),
        heard=heard,
        bidders=bidders,
        forbidden=forbidden,
        free=np.ones(len(bids)),
        looseness=np.zeros(len(bids)),
        ceilings=np.zeros((len(bids), MOST_KINDS)),
        cuts=np.ones((len(bids), MOST_KINDS)),
    )


def settle(hearing: Hearing, round: Round, minds: Minds, survey: Survey) -> tuple[int, ...]:
    """Read what was heard: all bids known but mine, and the trump that another player named.

    A bid that hardly any hand would make is read less strictly, as if its player were a little likely to have bid
    anything, so that `LEAST_KEPT` of the deals are kept at least. Returns the seats, from 1, of those who made such
    bids.
    """
    named = np.arange(round.players) == (round.players - 1 if round.named else -1)
    hearing.reads[:] = (hearing.bids >= 0) | named
    hearing.reads[round.me] = 0
    if not hearing.reads.any():
        return ()
    choices = round.cards + np.where(hearing.forbidden < 0, 1, 0)
    hearing.free[:] = np.where(hearing.bids >= 0, 1 / choices, 1.0) * np.where(named, 0.25, 1.0)
    sums = np.zeros_like(hearing.ceilings)
    survey(PILOT_DEALS, sums, make_room())
    strict, means = hearing.ceilings.copy(), sums / PILOT_DEALS
    while True:
        for q in np.flatnonzero(hearing.reads):
            hearing.ceilings[q] = strict[q] + hearing.looseness[q] * (hearing.free[q] - strict[q])
        kept = np.ones(round.players)
        for q in np.flatnonzero(hearing.reads):
            shares = shares_of(minds, int(q))
            mean = means[q] + hearing.looseness[q] * (hearing.free[q] - means[q])
            drawn = (shares * hearing.ceilings[q]).sum()
            kept[q] = (shares * mean).sum() / drawn if drawn else 0.0
        if kept.prod() >= LEAST_KEPT:
            break
        oddest = kept.argmin()
        hearing.looseness[oddest] = min(max(2 * hearing.looseness[oddest], FIRST_LOOSENESS), 1.0)
    for q in np.flatnonzero(hearing.reads):
        hearing.cuts[q] = cumulated(shares_of(minds, int(q)) * hearing.ceilings[q])
    return tuple(int(q) + 1 for q in np.flatnonzero(hearing.looseness))


def shares_of(minds: Minds, q: int) -> Floats:
    """The shares of the kinds that player q may be, with zeros up to `MOST_KINDS`."""
    policy = minds.policies[q]
    shares = np.diff(minds.shares[minds.first[policy] : minds.first[policy + 1]], prepend=0.0)
    return np.append(shares, np.zeros(MOST_KINDS - len(shares)))
