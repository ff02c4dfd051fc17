"""Cards and hands as ints, and how one card is read and printed.

A card is an int from 0 to 63: 16 × suit + rank. Rank 0 is a Jester, 1–13 are 2 … ace, 14 is a Wizard; the suit of a
Jester or Wizard is only where that copy is kept. A hand is an int with one bit per card, so it is below 2⁶³.
"""

from typing import Final

SUIT_COUNT: Final = 4
NO_SUIT: Final = 4  # as trump: no trump; as led suit: a Wizard came first, nothing has to be followed
JESTER_RANK: Final = 0
ACE_RANK: Final = 13
WIZARD_RANK: Final = 14

LANE: Final = 0x3FFE  # the thirteen suited cards of one suit
JESTERS: Final = 0x0001_0001_0001_0001
WIZARDS: Final = 0x4000_4000_4000_4000
SPECIALS: Final = JESTERS | WIZARDS
PACK: Final = 0x7FFF_7FFF_7FFF_7FFF  # all sixty cards
PACK_SIZE: Final = 60


class WizardError(ValueError):
    """Anything wrong with what this package was given."""


class CardError(WizardError):
    """A text that cannot be read as cards."""


def card_of(suit: int, rank: int) -> int:
    """The card of a suit (0–3) and a rank (0 Jester, 1–13 two to ace, 14 Wizard)."""
    return 16 * suit + rank


def suit_of(card: int) -> int:
    """The suit of a card, 0–3; without meaning for Jesters and Wizards."""
    return card >> 4


def rank_of(card: int) -> int:
    """The rank of a card: 0 Jester, 1–13 two to ace, 14 Wizard."""
    return card & 15


def suit_cards(suit: int) -> int:
    """The thirteen cards of a suit as a hand; empty for `NO_SUIT` and above."""
    return LANE << (16 * suit) if suit < NO_SUIT else 0


def higher_cards(card: int) -> int:
    """The cards of the same suit that rank above a suited card, as a hand; empty for a Wizard."""
    lane = 16 * (card >> 4)
    return (LANE << lane) & ~((2 << card) - 1)


def lowest_card(hand: int) -> int:
    """The card with the lowest number in a hand that is not empty."""
    return (hand & -hand).bit_length() - 1


def nth_card(hand: int, n: int) -> int:
    """The card with `n` cards of the hand numbered below it; the hand must hold more than `n`."""
    for _ in range(n):
        hand &= hand - 1
    return (hand & -hand).bit_length() - 1
