"""The rules of a round: what may be played, who takes the trick, what may be bid, what it scores.

Plain functions on ints (see `cards`), without any import of numba: compiled code is made of these very functions.
"""

from collections.abc import Sequence
from typing import Final

from .cards import JESTER_RANK, NO_SUIT, SPECIALS, WIZARD_RANK, rank_of, suit_cards, suit_of

UNDECIDED: Final = 5  # as led suit: only Jesters, or nothing, on the table yet

WIZARD_POWER: Final = 200
TRUMP_POWER: Final = 100

HOOK_NONE: Final = 0  # nobody is restricted
HOOK_DEALER: Final = 1  # the dealer may not make the bids add up to the tricks
HOOK_AFTER_FIRST: Final = 2  # the same, but not in the round of one card
HOOK_UNLESS_ZERO: Final = 3  # the same, but a bid of zero is always allowed


def led_after(led: int, card: int) -> int:
    """The led suit once `card` is on the table: the first suited card sets it, a Wizard before that leaves none.

    >>> led_after(UNDECIDED, 0), led_after(UNDECIDED, 18), led_after(UNDECIDED, 14), led_after(1, 34)
    (5, 1, 4, 1)
    """
    rank = rank_of(card)
    first = suit_of(card)
    if rank == WIZARD_RANK:
        first = NO_SUIT
    if rank == JESTER_RANK:
        first = UNDECIDED
    return first if led == UNDECIDED else led


def legal_cards(hand: int, led: int) -> int:
    """The cards of a hand that may be played: follow the led suit if you can, Wizards and Jesters always."""
    follow = hand & suit_cards(led)
    return follow | (hand & SPECIALS) if follow else hand


def power(card: int, led: int, trump: int) -> int:
    """How high a card stands in a trick: the first card of the highest power takes it.

    `led` is the led suit once this card is on the table. Wizards 200, trumps above 100, the led suit 1–13, the rest 0.
    """
    # Selecting is quicker than deciding: cards come in no order that a processor could guess.
    rank = rank_of(card)
    suit = suit_of(card)
    height = TRUMP_POWER + rank if suit == trump else rank if suit == led else 0
    if rank == JESTER_RANK:
        height = 0
    if rank == WIZARD_RANK:
        height = WIZARD_POWER
    return height


def trick_so_far(cards: Sequence[int], trump: int) -> tuple[int, int, int]:
    """Of the cards of a trick in the order played: the led suit, the highest power, and the place of the card with it.

    That card, the first of its power, takes the trick if no more cards are played. Power −1 and place 0 if there are
    no cards.

    >>> trick_so_far([2, 20, 5], NO_SUIT), trick_so_far([2, 20, 5], 1), trick_so_far([], 1)
    ((0, 5, 2), (0, 104, 1), (5, -1, 0))
    """
    led, best, place = UNDECIDED, -1, 0
    for number, card in enumerate(cards):
        led = led_after(led, card)
        if (strength := power(card, led, trump)) > best:
            best, place = strength, number
    return led, best, place


def hook_binds(hook: int, cards: int) -> bool:
    """Whether the last bidder is restricted in a round of this many cards."""
    return hook in (HOOK_DEALER, HOOK_UNLESS_ZERO) or (hook == HOOK_AFTER_FIRST and cards > 1)


def forbidden_bid(hook: int, cards: int, others: int) -> int:
    """The one bid the last bidder may not make when the others' bids add up to `others`; -1 if there is none."""
    bid = cards - others
    if bid < 0 or not hook_binds(hook, cards) or (bid == 0 and hook == HOOK_UNLESS_ZERO):
        return -1
    return bid


def score(bid: int, taken: int) -> int:
    """The points of a round: 20 + 10 per trick for an exact bid, else −10 per trick over or under.

    >>> score(4, 4), score(5, 3)
    (60, -20)
    """
    return 20 + 10 * taken if bid == taken else -10 * abs(bid - taken)
