"""What an earlier bid says about the hand it was made with: how probable a policy makes that bid."""

from .bid_choice import BidView, fill_bid_worths, fill_trump_worths
from .mind import NEVER, Mind, slip_weights
from .parameters import BID, RANDOM, SLIP

# How far bidders are taken to misjudge, at least, in points. People are more varied than any policy: read strictly,
# at 5 or 12, bids told more among `standard` (2.0 and 1.5 points a round, in the last seat with 8 to 12 cards, against
# 0.8), but misled among bidders of another kind (`simple`: -2.8 and -1.6 points, against -0.5 ± 0.6).
GENTLEST_SLIP = 25.0


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
