"""How a policy chooses a bid, and a trump when a Wizard is turned up."""

import math
from typing import NamedTuple

from ..cards import ACE_RANK, NO_SUIT, PACK, SPECIALS, WIZARDS, lowest_card, rank_of, suit_cards, suit_of
from .expectation import SMALLEST_VARIANCE, expected_score, fill_chances
from .mind import NEVER, Mind, best_of, slipping_choice
from .one_card import win_chance
from .parameters import (
    BASE,
    BID,
    BID_SPREAD,
    BID_SPREAD_BASE,
    FAIR,
    HEARD,
    LATE,
    RANDOM,
    SCALE,
    SIMPLE,
    SIMPLE_ACE,
    SIMPLE_KING,
    SIMPLE_TRUMP,
    SIMPLE_TRUMP_FROM,
    SIMPLE_WIZARD,
    SLIP,
    STANDARD,
)


class BidView(NamedTuple):
    """What a player sees who is to bid; all ints."""

    hand: int
    trump: int
    players: int
    seat: int
    seen: int
    heard: int  # the sum of the bids this player has heard …
    bidders: int  # … and how many they were


def fill_bid_worths(mind: Mind, view: BidView) -> int:
    """Write the points a player expects of each bid to `mind.worths[bid]`; return the number of bids."""
    numbers, curves, worths = mind
    hand, trump, players, seat, seen, heard, bidders = view
    cards = hand.bit_count()
    form = int(numbers[0])
    unseen = PACK & ~(seen | hand)
    if form == STANDARD and cards == 1:
        chance = win_chance(hand, trump, players, seat, unseen)
        worths[0] = 20.0 - 30.0 * chance
        worths[1] = 40.0 * chance - 10.0
    elif form == STANDARD:
        share = (players - 1) * cards / unseen.bit_count()
        total, variance = fill_chances(mind, BID, hand, unseen, trump, share, 0.0)
        fair = cards / players
        mean = (
            numbers[BID + BASE]
            + numbers[BID + SCALE] * total
            + numbers[BID + FAIR] * fair
            + numbers[BID + HEARD] * (heard - bidders * fair)
            + numbers[BID + LATE] * seat / (players - 1)
        )
        variance = numbers[BID + BID_SPREAD] * variance + numbers[BID + BID_SPREAD_BASE]
        deviation = math.sqrt(max(variance, SMALLEST_VARIANCE))
        for bid in range(cards + 1):
            worths[bid] = expected_score(curves, 20.0 + 10.0 * bid, bid, cards, mean, deviation)
    elif form == SIMPLE:
        value = simple_value(numbers, hand, trump)
        for bid in range(cards + 1):
            # Half a trick over rounds down, as players do.
            worths[bid] = -10.0 * abs(bid - value + 0.01)
    else:
        for bid in range(cards + 1):
            worths[bid] = 0.0
    return cards + 1


def simple_value(numbers: list[float], hand: int, trump: int) -> float:
    """The tricks a hand is worth by rules of thumb: the `simple` form (see `parameters`)."""
    value = numbers[BID + SIMPLE_WIZARD] * (hand & WIZARDS).bit_count()
    rest = hand & ~SPECIALS
    while rest:
        card = lowest_card(rest)
        rest &= rest - 1
        rank = rank_of(card)
        if suit_of(card) == trump:
            if rank + 1 >= numbers[BID + SIMPLE_TRUMP_FROM]:
                value += numbers[BID + SIMPLE_TRUMP]
        elif rank == ACE_RANK:
            value += numbers[BID + SIMPLE_ACE]
        elif rank == ACE_RANK - 1:
            value += numbers[BID + SIMPLE_KING]
    return value


def choose_bid(mind: Mind, view: BidView, u: int, forbidden: int) -> int:
    """The bid of a player; `forbidden` is the bid the hook rules out, −1 for none."""
    if mind.numbers[0] == RANDOM:
        bids = view.hand.bit_count() + 1
        if forbidden < 0:
            return u * bids >> 32
        bid = u * (bids - 1) >> 32
        return bid + 1 if bid >= forbidden else bid
    count = fill_bid_worths(mind, view)
    if forbidden >= 0:
        mind.worths[forbidden] = NEVER
    return slipping_choice(mind, count, mind.numbers[BID + SLIP], u)


def best_bid_worth(mind: Mind, hand: int, trump: int, players: int, seat: int, seen: int) -> float:
    """What the best bid is worth before anything is heard: how a player compares trumps."""
    if mind.numbers[0] == SIMPLE:
        return 10.0 * simple_value(mind.numbers, hand, trump) + (hand & suit_cards(trump)).bit_count()
    count = fill_bid_worths(mind, BidView(hand, trump, players, seat, seen, 0, 0))
    return mind.worths[best_of(mind.worths, count)]


def fill_trump_worths(mind: Mind, hand: int, players: int, seat: int, seen: int) -> None:
    """Write what naming each suit is worth to `mind.worths[0]` … `mind.worths[3]`."""
    a = best_bid_worth(mind, hand, 0, players, seat, seen)
    b = best_bid_worth(mind, hand, 1, players, seat, seen)
    c = best_bid_worth(mind, hand, 2, players, seat, seen)
    d = best_bid_worth(mind, hand, 3, players, seat, seen)
    mind.worths[0] = a
    mind.worths[1] = b
    mind.worths[2] = c
    mind.worths[3] = d


def choose_trump(mind: Mind, u: int, hand: int, players: int, seat: int, seen: int) -> int:
    """The suit a dealer names after a Wizard is turned up."""
    if mind.numbers[0] == RANDOM:
        return u * NO_SUIT >> 32
    fill_trump_worths(mind, hand, players, seat, seen)
    return slipping_choice(mind, NO_SUIT, mind.numbers[BID + SLIP], u)
