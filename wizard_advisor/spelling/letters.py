"""The letters, signs and numbers that cards are written with: everybody's, and those of one language."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from ..cards import (
    COLOURS,
    FRENCH,
    RANK_NAMES,
    SPELLINGS,
    SUIT_LETTERS,
    SUIT_SYMBOLS,
    WIZARD_RANK,
    card_of,
)
from .words import LANGUAGES

Suit = tuple[int, str]  # a suit's number and its deck
Card = tuple[int, str | None]  # a card and the deck it shows


class Letters(NamedTuple):
    """spellings: every way to write one card. signs: a suit's letter or symbol. ranks: the number of a rank by deck and
    name. All of them folded (see `cards.fold`)."""

    spellings: Mapping[str, Card]
    signs: Mapping[str, Suit]
    ranks: Mapping[str, Mapping[str, int]]


SUIT_SIGNS: Final = {
    sign: (suit, deck)
    for deck, signs in ((FRENCH, SUIT_LETTERS[FRENCH]), (FRENCH, SUIT_SYMBOLS), (COLOURS, SUIT_LETTERS[COLOURS]))
    for suit, sign in enumerate(signs)
}
RANKS: Final = {
    deck: {name: rank for rank, name in enumerate(names[1:WIZARD_RANK], 1)} for deck, names in RANK_NAMES.items()
}
RANKS[FRENCH]["T"] = RANKS[FRENCH]["10"]

# The characters of Unicode that show a whole card: ace, two … ten, jack, a knight that this game has not, queen, king.
PICTURES: Final = {
    chr(first + place): (card_of(suit, rank), FRENCH)
    for suit, first in enumerate((0x1F0A1, 0x1F0B1, 0x1F0C1, 0x1F0D1))
    for place, rank in enumerate((13, *range(1, 11), 0, 11, 12))
    if rank
}
SPECIAL_SPELLINGS: Final = frozenset(spelling for spelling, (_, deck) in SPELLINGS.items() if deck is None)
EVERYBODYS: Final = Letters(SPELLINGS | PICTURES, SUIT_SIGNS, RANKS)


@cache
def letters_of(language: str) -> Letters:
    """The letters where a language is said; for "" those that mean the same to everybody.

    What the language uses for a suit is no rank any more, and what it uses for a rank is no French suit.

    >>> letters_of("de").spellings["HD"], "3D" in letters_of("de").spellings
    ((27, 'french'), False)
    """
    if not language:
        return EVERYBODYS
    own_ranks, own_suits = LANGUAGES[language].letters
    french = {name: rank for name, rank in RANKS[FRENCH].items() if name not in own_suits}
    french |= {letter: RANKS[FRENCH][name] for letter, name in own_ranks.items()}
    signs = {
        sign: (suit, deck)
        for sign, (suit, deck) in SUIT_SIGNS.items()
        if sign not in own_suits and not (deck == FRENCH and sign in own_ranks)
    }
    signs |= {letter: (suit, FRENCH) for letter, suit in own_suits.items()}
    ranks = {FRENCH: french, COLOURS: RANKS[COLOURS]}
    spellings = {spelling: card for spelling, card in EVERYBODYS.spellings.items() if card[1] is None} | PICTURES
    for sign, (suit, deck) in signs.items():
        for name, rank in ranks[deck].items():
            for spelling in (name + sign, sign + name) + ((f"{sign}-{name}", f"{name}-{sign}") * (deck == COLOURS)):
                spellings[spelling] = card_of(suit, rank), deck
    return Letters(spellings, signs, ranks)


def suits_of(deck: str) -> str:
    """The letters of a deck's suits, for a message."""
    return " ".join(SUIT_LETTERS[deck])
