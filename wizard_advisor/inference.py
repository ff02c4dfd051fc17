"""What an earlier bid says about the hand it was made with: how probable a policy makes that bid."""

from .choose import NEVER, BidView, Mind, fill_bid_worths, fill_trump_worths, slip_weights
from .forms import BID, RANDOM, SLIP

# A bid model surer than this (in points) would let a few deals carry everything, which cost two points a round among
# bidders it was not made for; people are more varied than any policy.
GENTLEST_SLIP = 5.0


def bid_chance(mind: Mind, view: BidView, bid: int, loosening: float, forbidden: int) -> float:
    """The chance that a player who sees this makes this bid; `forbidden` is the bid the hook rules out, −1 for none.

    loosening: how many times as far as usual the player is taken to misjudge bids.
    """
    if mind.numbers[0] == RANDOM:
        return 1.0
    count = fill_bid_worths(mind, view)
    if forbidden >= 0:
        mind.worths[forbidden] = NEVER
    total = slip_weights(mind, count, loosening * max(mind.numbers[BID + SLIP], GENTLEST_SLIP))
    return mind.worths[bid] / total


def trump_chance(
    mind: Mind,
    trump: int,
    hand: int,
    players: int,
    seat: int,
    seen: int,
    loosening: float,
) -> float:
    """The chance that a dealer with this hand names this trump after a Wizard is turned up."""
    if mind.numbers[0] == RANDOM:
        return 1.0
    fill_trump_worths(mind, hand, players, seat, seen)
    total = slip_weights(mind, 4, loosening * max(mind.numbers[BID + SLIP], GENTLEST_SLIP))
    return mind.worths[trump] / total
