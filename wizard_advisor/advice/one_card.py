"""The round of one card, exactly: nobody has a choice of card, so the chance to take the trick can be counted."""

from fractions import Fraction
from math import perm

from ..cards import JESTERS, NO_SUIT, PACK, WIZARD_RANK, WIZARDS, higher_cards, rank_of, suit_cards, suit_of
from ..situation import Situation


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
    elif card & 15 == 0:  # the first of nothing but Jesters wins
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
