"""The round of one card, exactly: nobody has a choice of card, so all deals can be counted, whatever was bid.

The others' cards are weighed by the chance that they bid as they did with them. The sum over all deals of a product of
weights, one card for each player and no card twice, is found by inclusion and exclusion.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from ..cards import (
    JESTER_RANK,
    JESTERS,
    NO_SUIT,
    PACK,
    WIZARD_RANK,
    WIZARDS,
    higher_cards,
    lowest_card,
    rank_of,
    suit_cards,
    suit_of,
)
from ..policy import curves
from ..policy.bid_chance import bid_chance, trump_chance
from ..policy.bid_choice import BidView
from ..policy.files import Players
from ..policy.mind import SCRATCH, Mind
from ..rules import score
from ..situation import Situation
from .heard import heard_by_seat, named_by_another
from .request import Request, make_advice
from .results import NEGLIGIBLE, Advice, BidEstimate

Weights = dict[int, float]  # of the cards that a player may hold; whole numbers where nothing was heard


class Winning(NamedTuple):
    """The chance that my card takes the trick; the seats whose bids no hand would make, of which nothing was read."""

    chance: Fraction | float
    odd: tuple[int, ...] = ()


def win_chance(situation: Situation, policies: Sequence[Players] = ()) -> Winning:
    """The chance that my one card takes the trick; the situation's trump must be known.

    policies: who sits in every seat, to read what they bid and named; nothing is read without. A turned-up card that
    was not noted is averaged over: each unseen card of the suit weighs 1, each unseen Wizard ¼.
    """
    assert situation.trump is not None
    unseen = PACK & ~situation.hand
    if situation.upcard is not None:
        upcards = [(1 << situation.upcard, Fraction(1))]
    elif situation.trump == NO_SUIT:
        upcards = [(0, Fraction(1))]
    else:
        upcards = [(card, Fraction(1)) for card in cards_of(unseen & suit_cards(situation.trump))]
        upcards += [(card, Fraction(1, 4)) for card in cards_of(unseen & WIZARDS)]
    wins: Fraction | float = Fraction(0)
    everything: Fraction | float = Fraction(0)
    odd: set[int] = set()
    for upcard, share in upcards:
        weights, unread = weights_by_seat(situation, policies, upcard, unseen & ~upcard)
        odd.update(unread)
        mine = situation.seat - 1
        others = weights[:mine] + weights[mine + 1 :]
        wins += share * sum(deals(restricted) for restricted in winning_deals(situation, others))
        everything += share * deals(others)
    return Winning(wins / everything, tuple(sorted(odd)))


def cards_of(hand: int) -> list[int]:
    """The cards of a hand, each as a hand of its own."""
    return [1 << card for card in range(64) if hand >> card & 1]


def weights_by_seat(
    situation: Situation, policies: Sequence[Players], upcard: int, unseen: int
) -> tuple[list[Weights], list[int]]:
    """How likely each seat is to have bid and named as it did with each unseen card; seats that would with none."""
    weights, odd = [], []
    for seat, heard in enumerate(heard_by_seat(situation), 1):
        names = named_by_another(situation) and seat == situation.players
        found: Weights = dict.fromkeys(cards_of(unseen), 1)
        if policies and seat != situation.seat and (heard.bid >= 0 or names):
            assert situation.trump is not None
            for card in found:
                view = BidView(card, situation.trump, situation.players, seat - 1, upcard, heard.total, heard.bidders)
                found[card] = deed_chance(policies[seat - 1], view, heard.bid, heard.forbidden, names)
            if not any(found.values()):
                odd.append(seat)
                found = dict.fromkeys(found, 1)
        weights.append(found)
    return weights, odd


def deed_chance(players: Players, view: BidView, bid: int, forbidden: int, names: bool) -> float:
    """The chance that a player of these makes this bid, if it is known, and names the trump, if `names`."""
    total = 0.0
    for kind in players.kinds:
        mind = Mind(kind.policy.row(), _curves(), [0.0] * SCRATCH)
        chance = bid_chance(mind, view, bid, forbidden) if bid >= 0 else 1.0
        if names:
            chance *= trump_chance(mind, view.trump, view.hand, view.players, view.seat, view.seen)
        total += kind.share * chance
    return total


_curves = cache(curves.build)


def winning_deals(situation: Situation, others: Sequence[Weights]) -> list[list[Weights]]:
    """The deals in which my card takes the trick, as cases that exclude each other: the weights that are left in each.

    others: the weights of the other seats in the order in which they play.
    """
    card, before, trump = lowest_card(situation.hand), situation.seat - 1, situation.trump
    assert trump is not None
    anything, after = [PACK] * len(others), len(others) - before
    losing = PACK & ~(WIZARDS | suit_cards(trump) | higher_cards(card))
    if rank_of(card) == WIZARD_RANK:  # the first Wizard takes it
        cases = [[PACK & ~WIZARDS] * before + anything[before:]]
    elif rank_of(card) == JESTER_RANK:  # the first of nothing but Jesters takes it
        cases = [] if before else [[JESTERS] * len(others)]
    elif suit_of(card) == trump:
        cases = [[PACK & ~(WIZARDS | higher_cards(card))] * len(others)]
    else:
        # My suit must be led: some players before me show Jesters, then one of them my suit, or I do.
        same = losing & suit_cards(suit_of(card))
        cases = [[JESTERS] * j + [same] + [losing] * (len(others) - j - 1) for j in range(before)]
        cases.append([JESTERS] * before + [losing] * after)
    return [
        [
            {held: weight for held, weight in own.items() if held & allowed}
            for own, allowed in zip(others, case, strict=True)
        ]
        for case in cases
    ]


def deals(weights: Sequence[Weights]) -> float:
    """The sum, over all ways to give every player a card and none to two, of the product of the cards' weights.

    Over the players who would share the first one's card: Σ (−1)ᵏ k! × (the ways to share) × (the ways of the rest).
    Whole numbers stay whole.

    >>> deals([{1: 1, 2: 1}, {1: 1, 2: 3}])  # 1 and 2, or 2 and 1
    4
    """
    count = len(weights)
    shared = [0.0] * (1 << count)  # by set of players: the sum over cards of the product of their weights
    for some in range(1, 1 << count):
        group = [weights[q] for q in range(count) if some >> q & 1]
        total: float = 0
        for card, product in group[0].items():
            for own in group[1:]:
                product *= own.get(card, 0)
            total += product
        shared[some] = total
    ways: list[float] = [1, *[0] * ((1 << count) - 1)]
    for some in range(1, 1 << count):
        first = some & -some
        rest = with_first = some ^ first
        while True:  # every set of players that shares with the first one
            size = with_first.bit_count()
            sign = -1 if size % 2 else 1
            ways[some] += sign * FACTORIALS[size] * shared[with_first | first] * ways[rest ^ with_first]
            if not with_first:
                break
            with_first = (with_first - 1) & rest
    return ways[-1]


FACTORIALS = (1, 1, 2, 6, 24, 120)


def advise_one_card(situation: Situation, request: Request) -> Advice:
    """Count instead of dealing; without reading bids if that was not asked for."""
    wins, odd = win_chance(situation, request.policies if request.inference else ())
    chances = (1 - wins, wins)
    means = {bid: sum(chance * score(bid, taken) for taken, chance in enumerate(chances)) for bid in request.bids}
    best = max((bid for bid in request.bids if bid != request.forbidden), key=lambda bid: means[bid])
    estimates = tuple(
        BidEstimate(
            bid=bid,
            legal=bid != request.forbidden,
            expected_score=float(means[bid]),
            standard_error=0.0,
            probability_made=float(chances[bid]),
            tricks=(float(chances[0]), float(chances[1])),
            takers=(float(wins),),
            deals=0,
            gap=float(means[best] - means[bid]),
            gap_standard_error=0.0,
            dropped=False,
        )
        for bid in request.bids
    )
    clear = all(row.gap >= NEGLIGIBLE for row in estimates if row.legal and row.bid != best)
    return make_advice(situation, request, estimates, best, clear=clear, stop="exact", odd_bids=odd)
