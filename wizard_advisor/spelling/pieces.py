"""What a run of characters without blanks can stand for: a card, a group of one suit, or several cards run together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeVar

from ..cards import COLOURS, SUIT_SYMBOLS, card_of
from .letters import SPECIAL_SPELLINGS, Card, Letters

Cards = tuple[Card, ...]
LONGEST_PIECE: Final = 15  # "♠" with thirteen ranks
Text = TypeVar("Text", str, tuple[str, ...])


@dataclass(frozen=True, slots=True)
class Reading:
    """The cards of a word, in the order written, and the folded pieces that it was cut into."""

    cards: Cards
    pieces: tuple[str, ...]


NO_CARDS: Final = Reading((), ())


def together(readings: Sequence[Reading]) -> Reading:
    """Several readings as one."""
    return Reading(
        tuple(card for reading in readings for card in reading.cards),
        tuple(piece for reading in readings for piece in reading.pieces),
    )


def ways_to_cut(text: Text, meanings: Callable[[Text], Sequence[Reading]], longest: int) -> tuple[list[Reading], int]:
    """How a text can be cut into parts with a meaning, of at most `longest` each, and how far it can be read at all.

    Of the ways that differ in their cards at most two are kept: enough to know that there is more than one.
    """
    ways: list[dict[Cards, Reading]] = [{} for _ in range(len(text) + 1)]
    ways[0][()] = NO_CARDS
    for end in range(1, len(text) + 1):
        for start in range(max(0, end - longest), end):
            for more in meanings(text[start:end]) if ways[start] else ():
                for before in ways[start].values():
                    if len(ways[end]) < 2:
                        reading = together((before, more))
                        ways[end].setdefault(tuple(sorted(reading.cards)), reading)
    return list(ways[-1].values()), max(end for end, found in enumerate(ways) if found)


def readings_of(word: str, letters: Letters) -> tuple[list[Reading], int]:
    """The ways to read one folded word, two at most, and how far it can be read at all.

    Whole groups come first: in "♠AJ" the J has a suit, so it is the Jack.
    """
    return (whole, len(word)) if (whole := meanings_of(word, letters)) else cut(word, letters)


def cut(word: str, letters: Letters) -> tuple[list[Reading], int]:
    """The ways to read one folded word as cards that are run together."""
    return ways_to_cut(word, lambda piece: meanings_of(piece, letters), LONGEST_PIECE)


def number_cut(reading: Reading, letters: Letters) -> str:
    """The piece whose rank of two digits was cut, if one was: R13B gives R1 and B3, but it begins with R13."""
    for before, after in pairwise(reading.pieces):
        whole = before + after[0]
        if whole[-2:] in letters.ranks[COLOURS] and meanings_of(whole, letters):
            return whole
    return ""


def meanings_of(piece: str, letters: Letters) -> list[Reading]:
    """What one folded piece can stand for: a card, counted Wizards or Jesters, a group; empty if it is neither."""
    if piece in letters.spellings:
        return [Reading((letters.spellings[piece],), (piece,))]
    if piece[:1] in ("1", "2", "3", "4") and piece[1:] in SPECIAL_SPELLINGS:
        return [Reading((letters.spellings[piece[1:]],) * int(piece[0]), (piece,))]
    return group(piece, letters)


def group(piece: str, letters: Letters) -> list[Reading]:
    """What a group of one suit can stand for, `S:AK`, `♠AK`, `R:9`; `S:-` has no cards. Empty if it is not a group."""
    sign, ranks = piece[:1], piece[1:]
    if sign not in letters.signs or not (ranks.startswith(":") or sign in SUIT_SYMBOLS):
        return []
    suit, deck = letters.signs[sign]
    ranks = ranks.removeprefix(":")
    if ranks == "-" or not ranks:
        return [Reading((), (piece,))] if ranks else []
    names = letters.ranks[deck]

    def card(name: str) -> list[Reading]:
        return [Reading(((card_of(suit, names[name]), deck),), ())] if name in names else []

    return [Reading(way.cards, (piece,)) for way in ways_to_cut(ranks, card, LONGEST_PIECE)[0]]
