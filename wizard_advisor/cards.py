"""Cards and hands as ints, and how one card is read and printed.

A card is an int from 0 to 63: 16 × suit + rank. Rank 0 is a Jester, 1–13 are 2 … ace, 14 is a Wizard; the suit of a
Jester or Wizard is only where that copy is kept. A hand is an int with one bit per card, so it is below 2⁶³.
"""

from typing import Final

from .errors import CardError, echo

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


def card_of(suit: int, rank: int) -> int:
    """The card of a suit (0–3) and a rank (0 Jester, 1–13 two to ace, 14 Wizard)."""
    return 16 * suit + rank


def suit_of(card: int) -> int:
    """The suit of a card, 0–3; without meaning for Jesters and Wizards."""
    return card >> 4


def rank_of(card: int) -> int:
    """The rank of a card: 0 Jester, 1–13 two to ace, 14 Wizard."""
    return card & 15


def is_special(card: int) -> bool:
    """Whether a card is a Wizard or a Jester, which belong to no suit."""
    return SPECIALS >> card & 1 == 1


def suit_cards(suit: int) -> int:
    """The thirteen cards of a suit as a hand; empty for `NO_SUIT` and above."""
    return LANE << (16 * suit) if suit < NO_SUIT else 0


def higher_cards(card: int) -> int:
    """The cards of the same suit that rank above a suited card, as a hand; empty for a Wizard."""
    return (LANE << 16 * suit_of(card)) & ~((2 << card) - 1)


def lowest_card(hand: int) -> int:
    """The card with the lowest number in a hand that is not empty."""
    return ((hand & -hand) - 1).bit_count()


def nth_card(hand: int, n: int) -> int:
    """The card with `n` cards of the hand numbered below it; the hand must hold more than `n`."""
    lower = hand & 0xFFFF_FFFF
    count = lower.bit_count()
    if n >= count:
        n -= count
        hand ^= lower
    for _ in range(n):
        hand &= hand - 1
    return lowest_card(hand)


FRENCH: Final = "french"
COLOURS: Final = "colours"
SUIT_LETTERS: Final = {FRENCH: "SHDC", COLOURS: "RGBY"}
SUIT_NAMES: Final = {FRENCH: ("spades", "hearts", "diamonds", "clubs"), COLOURS: ("red", "green", "blue", "yellow")}
SUIT_SYMBOLS: Final = "♠♥♦♣"
RANK_NAMES: Final = {  # index = rank; 13 is the ace, 1 the two
    FRENCH: ("N", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "W"),
    COLOURS: ("N", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "W"),
}
JESTER: Final = card_of(0, JESTER_RANK)  # stands for any Jester
WIZARD: Final = card_of(0, WIZARD_RANK)  # stands for any Wizard
_UPPER: Final = str.maketrans("abcdefghijklmnopqrstuvwxyzбвдкптч♤♡♢♧", "ABCDEFGHIJKLMNOPQRSTUVWXYZБВДКПТЧ♠♥♦♣")


def fold(text: str) -> str:
    """The text in upper case, where it has letters that cards are written with, and with hollow suit symbols filled.

    It stays as long as it was, and nothing else is changed.
    """
    return text.translate(_UPPER)


def suit_letter(suit: int, deck: str = FRENCH) -> str:
    """The letter of a suit (0–3): S H D C, or R G B Y."""
    return SUIT_LETTERS[deck][suit]


def suit_name(suit: int, deck: str = FRENCH) -> str:
    """The name of a suit (0–3): spades, hearts, …, or red, green, …"""
    return SUIT_NAMES[deck][suit]


def print_card(card: int, deck: str = FRENCH, *, symbols: bool = False) -> str:
    """A card as text; with `symbols` the French deck shows its suit signs.

    >>> print_card(13), print_card(25, symbols=True), print_card(13, COLOURS), print_card(14), print_card(16)
    ('AS', '♥10', 'R13', 'W', 'N')
    """
    name = RANK_NAMES[deck][rank_of(card)]
    if is_special(card):
        return name
    if deck == COLOURS:
        return suit_letter(suit_of(card), deck) + name
    return SUIT_SYMBOLS[suit_of(card)] + name if symbols else name + suit_letter(suit_of(card))


def _spellings() -> dict[str, tuple[int, str | None]]:
    """Every way to write one card, folded, with the card and the deck it shows (None for a Wizard or Jester)."""
    found: dict[str, tuple[int, str | None]] = dict.fromkeys(("W", "Z", "WIZARD", "ZAUBERER"), (WIZARD, None))
    found |= dict.fromkeys(("N", "J", "JE", "JESTER", "NARR"), (JESTER, None))
    for suit in range(SUIT_COUNT):
        for rank in range(1, WIZARD_RANK):
            french, colours = RANK_NAMES[FRENCH][rank], RANK_NAMES[COLOURS][rank]
            for name in ("10", "T") if french == "10" else (french,):
                for sign in (suit_letter(suit), SUIT_SYMBOLS[suit]):
                    found[name + sign] = found[sign + name] = (card_of(suit, rank), FRENCH)
            for dash in ("", "-"):
                colour = suit_letter(suit, COLOURS)
                found[colour + dash + colours] = found[colours + dash + colour] = (card_of(suit, rank), COLOURS)
    return found


SPELLINGS: Final = _spellings()


def read_card(text: str) -> tuple[int, str | None]:
    """One card and the deck it belongs to (None: a Wizard or a Jester, which both have); CardError if it is not a card.

    >>> read_card("10h"), read_card("r-13"), read_card("Narr")
    ((25, 'french'), (13, 'colours'), (0, None))
    """
    try:
        return SPELLINGS[fold(text.strip())]
    except KeyError:
        raise CardError(f"expected a card like AS, 10H, R13, W or N: {echo(text)} is not a card") from None


def tidy(hand: int) -> int:
    """The same hand with its Wizards and Jesters in the lowest lanes, so that equal hands are equal ints.

    >>> hex(tidy(0x4000_0001_4000_0002))
    '0x40004003'
    """
    suited, wizards, jesters = hand & ~SPECIALS, (hand & WIZARDS).bit_count(), (hand & JESTERS).bit_count()
    return suited | WIZARDS & ((1 << 16 * wizards) - 1) | JESTERS & ((1 << 16 * jesters) - 1)
