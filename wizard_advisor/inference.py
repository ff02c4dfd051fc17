"""What an earlier bid says about the hand it was made with: how probable a policy makes that bid."""

from .choose import NEVER, fill_bid_worths, fill_trump_worths, slip_weights
from .forms import BID, RANDOM, SLIP

# A bid model surer than this (in points) would let a few deals carry everything, which cost two points a round among
# bidders it was not made for; people are more varied than any policy.
GENTLEST_SLIP = 4.0


def bid_chance(
    numbers: list[float],
    tables: list[float],
    worths: list[float],
    bid: int,
    hand: int,
    trump: int,
    players: int,
    seat: int,
    seen: int,
    heard: int,
    bidders: int,
    loosening: float,
    forbidden: int,
) -> float:
    """The chance that a player with this hand makes this bid; arguments as for `choose.choose_bid`.

    loosening: how many times as far as usual the player is taken to misjudge bids.
    """
    if numbers[0] == RANDOM:
        return 1.0
    count = fill_bid_worths(numbers, tables, worths, hand, trump, players, seat, seen, heard, bidders)
    if forbidden >= 0:
        worths[forbidden] = NEVER
    total = slip_weights(tables, worths, count, loosening * max(numbers[BID + SLIP], GENTLEST_SLIP))
    return worths[bid] / total


def trump_chance(
    numbers: list[float],
    tables: list[float],
    worths: list[float],
    trump: int,
    hand: int,
    players: int,
    seat: int,
    seen: int,
    loosening: float,
) -> float:
    """The chance that a dealer with this hand names this trump after a Wizard is turned up."""
    if numbers[0] == RANDOM:
        return 1.0
    fill_trump_worths(numbers, tables, worths, hand, players, seat, seen)
    total = slip_weights(tables, worths, 4, loosening * max(numbers[BID + SLIP], GENTLEST_SLIP))
    return worths[trump] / total
