"""What a bid, or a trump that was named, says about the hand: how probable a policy makes it with that hand."""

from ..cards import SUIT_COUNT
from .bid_choice import BidView, fill_bid_worths, fill_trump_worths
from .mind import NEVER, Mind, best_of, slip_weights
from .parameters import BID, RANDOM, SLIP


def bid_chance(mind: Mind, view: BidView, bid: int, forbidden: int) -> float:
    """The chance that a player who sees this makes this bid; `forbidden` is the bid the hook rules out, −1 for none."""
    if bid == forbidden:
        return 0.0
    if mind.numbers[0] == RANDOM:
        return 1.0 / (view.hand.bit_count() + (1 if forbidden < 0 else 0))
    count = fill_bid_worths(mind, view)
    if forbidden >= 0:
        mind.worths[forbidden] = NEVER
    return chance_among(mind, count, bid)


def trump_chance(mind: Mind, trump: int, hand: int, players: int, seat: int, seen: int) -> float:
    """The chance that a dealer with this hand names this trump after a Wizard is turned up."""
    if mind.numbers[0] == RANDOM:
        return 1.0 / SUIT_COUNT
    fill_trump_worths(mind, hand, players, seat, seen)
    return chance_among(mind, SUIT_COUNT, trump)


def chance_among(mind: Mind, count: int, choice: int) -> float:
    """The chance that `mind.slipping_choice` for bids picks this one of the first `count` worths, which it replaces."""
    slip = mind.numbers[BID + SLIP]
    if slip <= 0.0:
        return 1.0 if best_of(mind.worths, count) == choice else 0.0
    total = slip_weights(mind, count, slip)
    return mind.worths[choice] / total
