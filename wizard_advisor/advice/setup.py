"""From a situation or a turn to what compiled code reads."""

from ..cards import PACK, PACK_SIZE, SUIT_COUNT
from ..policy.card_choice import CardView
from ..rules import trick_so_far
from ..simulate.cards import Position, count_fitting
from ..simulate.deal_midround import Fit, make_fit
from ..simulate.layout import Round, ints
from ..simulate.playout import Trick
from ..situation import HOOKS, Situation, upcard_as_hand
from ..turn import Turn
from .heard import named_by_another


def round_of(situation: Situation) -> Round:
    """A situation or a turn as compiled code reads it, my hand as it was dealt if that is known; with a known trump."""
    assert situation.trump is not None
    played = situation.shown[situation.seat - 1] if isinstance(situation, Turn) and situation.shown else 0
    seen = upcard_as_hand(situation)
    return Round(
        players=situation.players,
        me=situation.seat - 1,
        hand=situation.hand | played,
        cards=situation.cards,
        unseen=PACK_SIZE - situation.cards - seen.bit_count(),
        trump=situation.trump,
        seen=seen,
        loose_upcard=int(situation.loose_upcard),
        named=int(named_by_another(situation)),
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
        bids=ints(-1 if bid is None else bid for bid in turn.bids),
        unheard=int(None in turn.bids),
        needs=ints(turn.needs),
    )


def view_of(turn: Turn) -> CardView:
    """What I see at this turn, as `card_choice.choose_card` wants it."""
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
    count_fitting(fit, fit.unseen.bit_count() - turn.loose_upcard)
    return fit
