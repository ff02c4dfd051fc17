"""From a situation or a turn to what compiled code reads."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from ..cards import PACK, PACK_SIZE, SUIT_COUNT, WIZARD_RANK, rank_of
from ..policy.card_choice import CardView
from ..policy.files import Policy
from ..rules import forbidden_bid, trick_so_far
from ..simulate.cards import Position, count_fitting
from ..simulate.deal_midround import Fit, make_fit
from ..simulate.layout import CURVES, Floats, Hearing, Minds, Room, Round, ints, make_room
from ..simulate.playout import Trick
from ..situation import HOOKS, Situation, upcard_as_hand
from ..turn import Turn

LEAST_KEPT: Final = 1 / 256  # of the deals; fewer, and the oddest bid heard is read less strictly
PILOT_DEALS: Final = 512  # deals that the highest chances of the bids heard are read from


def my_forbidden_bid(situation: Situation) -> int:
    """The bid that the hook is known to forbid me; −1 if there is none."""
    heard = situation.bids
    if situation.seat != situation.players or len(heard) < situation.players - 1 or None in heard:
        return -1
    return forbidden_bid(HOOKS.index(situation.hook), situation.cards, sum(bid or 0 for bid in heard))


def minds_of(policies: Sequence[Policy]) -> Minds:
    """The players' policies as compiled code reads them."""
    return Minds(np.array([policy.row() for policy in policies]), np.arange(len(policies)), CURVES)


def hearing_of(situation: Situation) -> Hearing:
    """The bids heard as compiled code reads them; as long as it is not settled, nothing is read from them."""
    heard = [-1 if bid is None else bid for bid in situation.bids]
    return Hearing(
        heard=np.array(heard + [-1] * (situation.players - len(heard)), np.int64),
        loosening=np.ones(situation.players + 1),
        ceilings=np.zeros(situation.players + 1),
    )


def settle(hearing: Hearing, survey: Callable[[int, Floats, Room], None]) -> None:
    """Find the highest chances of the bids heard, reading bids that hardly any hand would make less strictly.

    survey: given a number of deals, fills the ceilings with the highest chances in them and an array with their sums.
    """
    heard, loosening, ceilings = hearing
    sums = np.zeros_like(ceilings)
    while True:
        survey(PILOT_DEALS, sums, make_room())
        weighed = sums > 0.0
        weighed[: len(heard)] |= heard >= 0
        kept = np.where(weighed, sums / np.maximum(ceilings * PILOT_DEALS, 1e-300), 1.0)
        if kept.prod() >= LEAST_KEPT:
            return
        loosening[kept.argmin()] *= 2.0


def round_of(situation: Situation) -> Round:
    """A situation as compiled code reads it; its trump must be known."""
    assert situation.trump is not None
    loose = situation.upcard is None and not situation.last_round
    named = situation.upcard is not None and rank_of(situation.upcard) == WIZARD_RANK
    seen = upcard_as_hand(situation)
    return Round(
        players=situation.players,
        me=situation.seat - 1,
        hand=situation.hand,
        cards=situation.cards,
        unseen=PACK_SIZE - situation.cards - seen.bit_count(),
        trump=situation.trump,
        seen=seen,
        loose_upcard=int(loose),
        named=int(named and situation.seat != situation.players),
        hook=HOOKS.index(situation.hook),
        hidden=int(situation.hidden_bids),
    )


def table_best(turn: Turn) -> tuple[int, int, int]:
    """The highest power on the table (−1: none), the card that has it, and the seat index that played it."""
    assert turn.trump is not None
    _, best, place = trick_so_far(turn.trick, turn.trump)
    return best, turn.trick[place] if turn.trick else 0, turn.holder(place) - 1


def position_of(turn: Turn) -> Position:
    """What lies open, as compiled code reads it."""
    best, card, winner = table_best(turn)
    return Position(
        trick=Trick(turn.seat - 1, len(turn.trick), turn.led, best, card, winner, turn.voids),
        seen=turn.seen,
        shown=ints(turn.shown or (0,) * turn.players),
        bids=ints(turn.bids),
        needs=ints(turn.needs),
    )


def view_of(turn: Turn) -> CardView:
    """What I see at this turn, as `choose.choose_card` wants it."""
    assert turn.trump is not None
    return CardView(
        hand=turn.hand,
        led=turn.led,
        best=table_best(turn)[0],
        trump=turn.trump,
        players=turn.players,
        seat=turn.seat - 1,
        behind=turn.players - 1 - len(turn.trick),
        bid=turn.bids[turn.seat - 1] or 0,
        needs=ints(turn.needs),
        voids=turn.voids,
        seen=turn.seen,
    )


def fit_of(turn: Turn) -> Fit:
    """What deals fit, as compiled code reads it."""
    seats = range(1, turn.players + 1)
    fit = make_fit(
        PACK & ~turn.hand & ~turn.seen,
        [turn.held(seat) for seat in seats],
        [turn.voids >> 4 * (seat - 1) & (1 << SUIT_COUNT) - 1 for seat in seats],
        turn.seat - 1,
    )
    loose = turn.upcard is None and not turn.last_round
    count_fitting(fit, fit.unseen.bit_count() - loose)
    return fit
