"""Dealing in the middle of a round: every deal that fits what was seen is as likely as any other.

A player who is known to be void in a suit holds none of it. Players with voids are dealt to one after the other: first
how many cards of each suit that somebody is void in, weighed by the number of ways to deal the rest, then which ones.
The numbers of ways are counted once for a turn, so no deal is ever thrown away and none is found more often than its
share.
"""

from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np

from ..cards import LANE, NO_SUIT, PACK_SIZE, SUIT_COUNT, WIZARDS, nth_card
from .deal import deal_hand, list_cards
from .jit import inner
from .layout import Floats, Room, Round, ints
from .reading import UPCARD_DRAW
from .rng import draw_below, draw_share

# Numbers of draws, next to those in `reading`: how many cards of each suit the first player with a void holds, which
# card of its kind is turned up.
COUNT_DRAW, WHICH_DRAW = 80, 90

BINOMIALS: Floats = np.array([[float(comb(n, k)) for k in range(PACK_SIZE + 1)] for n in range(PACK_SIZE + 1)])


class Fit(NamedTuple):
    """What fits at a turn. A class of cards is a suit that somebody is void in (0–3), or all other cards together (4).

    unseen: the cards that I cannot see, as a hand. stages: how many players with voids there are.
    """

    unseen: int
    stages: int
    sizes: Any  # int64 [player]: the cards that each still holds
    voids: Any  # int64 [player]: bit s: known to hold no card of suit s
    order: Any  # int64 [player]: the players with voids first; me last
    lanes: Any  # int64 [class]: its cards, empty for a suit that nobody is void in
    strides: Any  # int64 [suit]: where the ways for one card more of it are kept
    ways: Any  # float64 [stage, counts left of each suit]: the ways to deal to the players from this stage on
    binomials: Any


def make_fit(unseen: int, sizes: Sequence[int], voids: Sequence[int], me: int) -> Fit:
    """What fits when players still hold `sizes` cards of `unseen` and have `voids`; its ways not counted yet."""
    players = range(len(sizes))
    void = [q for q in players if q != me and voids[q] and sizes[q]]
    order = [*void, *(q for q in players if q != me and q not in void), me]
    suits = [LANE << 16 * suit if any(voids[q] >> suit & 1 for q in void) else 0 for suit in range(SUIT_COUNT)]
    strides = [1]
    for lane in suits:
        strides.append(strides[-1] * ((unseen & lane).bit_count() + 1))
    return Fit(
        unseen=unseen,
        stages=len(void),
        sizes=ints(sizes),
        voids=ints(voids),
        order=ints(order),
        lanes=ints([*suits, unseen & ~sum(suits)]),
        strides=ints(strides[:SUIT_COUNT]),
        ways=np.zeros((max(len(void), 1), strides[-1])),
        binomials=BINOMIALS,
    )


@inner
def pick_counts(fit: Fit, stage: int, left: int, a: int, b: int, c: int, d: int, target: float) -> tuple[float, int]:
    """Go through the ways to deal to the player of a stage until their number exceeds `target`.

    left: the cards left in all; a, b, c, d: those of each suit that somebody is void in. Returns the number of ways
    gone through and the counts of the four suits at which it stopped, a byte each.
    """
    q = fit.order[stage]
    size = fit.sizes[q]
    voids = fit.voids[q]
    others = left - a - b - c - d
    total = 0.0
    found = 0
    for i in range(0 if voids & 1 else min(a, size), -1, -1):
        for j in range(0 if voids & 2 else min(b, size - i), -1, -1):
            for k in range(0 if voids & 4 else min(c, size - i - j), -1, -1):
                for m in range(0 if voids & 8 else min(d, size - i - j - k), -1, -1):
                    rest = size - i - j - k - m
                    if rest > others:
                        break
                    ways = (
                        fit.binomials[a, i]
                        * fit.binomials[b, j]
                        * fit.binomials[c, k]
                        * fit.binomials[d, m]
                        * fit.binomials[others, rest]
                    )
                    if stage + 1 < fit.stages:
                        ways *= fit.ways[stage + 1, place(fit, a - i, b - j, c - k, d - m)]
                    if ways > 0.0:
                        total += ways
                        found = i | j << 8 | k << 16 | m << 24
                        if total > target:
                            return total, found
    return total, found


@inner
def place(fit: Fit, a: int, b: int, c: int, d: int) -> Any:
    """Where the ways are kept for these counts of cards left of the four suits."""
    return a * fit.strides[0] + b * fit.strides[1] + c * fit.strides[2] + d * fit.strides[3]


@inner
def count_ways(fit: Fit, left: int) -> None:
    """Fill `fit.ways` for deals of `left` cards, from the last player with voids to the first."""
    most_others = (fit.unseen & fit.lanes[NO_SUIT]).bit_count()
    most_a, most_b, most_c, most_d = counts_of(fit, fit.unseen)
    for stage in range(fit.stages - 1, -1, -1):
        rest = left
        for earlier in range(stage):
            rest -= fit.sizes[fit.order[earlier]]
        for a in range(most_a + 1):
            for b in range(most_b + 1):
                for c in range(most_c + 1):
                    for d in range(most_d + 1):
                        ways = 0.0
                        if 0 <= rest - a - b - c - d <= most_others:
                            ways, _ = pick_counts(fit, stage, rest, a, b, c, d, np.inf)
                        fit.ways[stage, place(fit, a, b, c, d)] = ways


@inner
def ways_without(fit: Fit, cards: int) -> Any:
    """The ways to deal to the players with voids when `cards` are out of play."""
    if fit.stages == 0:
        return 1.0
    left = fit.unseen & ~cards
    return fit.ways[0, place(fit, *counts_of(fit, left))]


@inner
def counts_of(fit: Fit, hand: int) -> tuple[int, int, int, int]:
    """How many cards a hand has of each suit that somebody is void in."""
    return (
        (hand & fit.lanes[0]).bit_count(),
        (hand & fit.lanes[1]).bit_count(),
        (hand & fit.lanes[2]).bit_count(),
        (hand & fit.lanes[3]).bit_count(),
    )


@inner
def draw_fitting_upcard(fit: Fit, trump: int, stream: np.uint64, index: int) -> int:
    """A turned-up card: each unseen card of the trump suit weighs 1, each Wizard ¼, times the ways to deal the rest."""
    suited = fit.unseen & (LANE << (16 * trump))
    wizards = fit.unseen & WIZARDS
    for_suited = 0.0 if suited == 0 else 4.0 * suited.bit_count() * ways_without(fit, suited & -suited)
    for_wizards = 0.0 if wizards == 0 else wizards.bit_count() * ways_without(fit, wizards & -wizards)
    share = draw_share(stream, index + UPCARD_DRAW)
    of = suited if share * (for_suited + for_wizards) < for_suited else wizards
    return nth_card(of, draw_below(stream, index + WHICH_DRAW, of.bit_count()))


@inner
def draw_from(stream: np.uint64, index: int, cards: int, count: int) -> int:
    """`count` of these cards, each choice as likely as any other; uses the draws from number `index` on."""
    hand = 0
    for i in range(count):
        card = nth_card(cards & ~hand, draw_below(stream, index + i, cards.bit_count() - i))
        hand |= 1 << card
    return hand


@inner
def deal_fitting(round: Round, fit: Fit, stream: np.uint64, index: int, room: Room) -> int:
    """Deal the others' cards to `room.dealt`; return the turned-up card as a hand, drawn if it was not noted."""
    seen = round.seen
    left = fit.unseen
    if round.loose_upcard:
        seen = 1 << draw_fitting_upcard(fit, round.trump, stream, index)
        left &= ~seen
    at = index
    for stage in range(fit.stages):
        q = fit.order[stage]
        a, b, c, d = counts_of(fit, left)
        target = fit.ways[stage, place(fit, a, b, c, d)] * draw_share(stream, index + COUNT_DRAW + stage)
        _, counts = pick_counts(fit, stage, left.bit_count(), a, b, c, d, target)
        hand = 0
        rest = fit.sizes[q]
        for suit in range(NO_SUIT):
            some = counts >> (8 * suit) & 255
            hand |= draw_from(stream, at, left & fit.lanes[suit], some)
            at += some
            rest -= some
        hand |= draw_from(stream, at, left & fit.lanes[NO_SUIT], rest)
        at += rest
        left &= ~hand
        room.dealt[q] = hand
    size = list_cards(left, room.deck)
    taken = 0
    for i in range(fit.stages, round.players - 1):
        q = fit.order[i]
        room.dealt[q] = deal_hand(stream, at, room.deck, taken, size, fit.sizes[q])
        taken += fit.sizes[q]
    return seen
