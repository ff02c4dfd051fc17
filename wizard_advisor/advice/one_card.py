"""The round of one card, exactly: nobody has a choice of card, so the chance to take the trick can be counted."""

from fractions import Fraction
from math import perm

from ..cards import (
    JESTER_RANK,
    JESTERS,
    NO_SUIT,
    PACK,
    WIZARD_RANK,
    WIZARDS,
    higher_cards,
    rank_of,
    suit_cards,
    suit_of,
)
from ..rules import score
from ..situation import Situation
from .request import Request, make_advice
from .results import NEGLIGIBLE, Advice, BidEstimate


def win_chance(situation: Situation) -> Fraction:
    """The chance that my one card takes the trick, whatever was bid; the situation's trump must be known.

    A turned-up card that was not noted is averaged over: each unseen card of the suit weighs 1, each unseen Wizard ¼.
    """
    trump = situation.trump
    assert trump is not None
    card = situation.hand.bit_length() - 1
    unseen = PACK & ~situation.hand
    if situation.upcard is not None:
        return _win_chance(situation.players, situation.seat, card, trump, unseen & ~(1 << situation.upcard))
    total = Fraction(0)
    weights = Fraction(0)
    for upcards, weight in ((unseen & suit_cards(trump), Fraction(1)), (unseen & WIZARDS, Fraction(1, 4))):
        while upcards:
            upcard = upcards & -upcards
            upcards ^= upcard
            total += weight * _win_chance(situation.players, situation.seat, card, trump, unseen & ~upcard)
            weights += weight
    return total / weights


def _win_chance(players: int, seat: int, card: int, trump: int, unseen: int) -> Fraction:
    """The same with the unseen cards known: ordered selections of the others' cards that let it win ÷ all of them."""
    before, after = seat - 1, players - seat
    others = before + after
    everything = perm(unseen.bit_count(), others)
    jesters = (unseen & JESTERS).bit_count()
    wizards = (unseen & WIZARDS).bit_count()
    if rank_of(card) == WIZARD_RANK:  # the first Wizard wins
        ways = perm(unseen.bit_count() - wizards, before) * perm(unseen.bit_count() - before, after)
    elif rank_of(card) == JESTER_RANK:  # the first of nothing but Jesters wins
        ways = perm(jesters, others) if before == 0 else 0
    elif suit_of(card) == trump:
        ways = perm(unseen.bit_count() - (unseen & (WIZARDS | higher_cards(card))).bit_count(), others)
    else:
        suit = suit_cards(suit_of(card))
        trumps = suit_cards(trump) if trump != NO_SUIT else 0
        losing = unseen & ~(WIZARDS | trumps | higher_cards(card))
        same = (losing & suit).bit_count()
        # My card must be of the led suit: j players before me show Jesters, then one my suit, or all before me Jesters.
        ways = perm(jesters, before) * perm(losing.bit_count() - before, after)
        for j in range(before):
            ways += perm(jesters, j) * same * perm(losing.bit_count() - j - 1, others - j - 1)
    return Fraction(ways, everything)


def can_be_counted(situation: Situation, request: Request) -> bool:
    """Whether the answer needs no deals: one card, and nothing is read from bids."""
    return situation.cards == 1 and (not request.inference or all(bid is None for bid in situation.bids))


def advise_round_one(situation: Situation, request: Request) -> Advice:
    """Count instead of dealing: nobody has a choice of card, and the bids change nothing."""
    wins = win_chance(situation)
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
    return make_advice(situation, request, estimates, best, clear=clear, stop="exact")
