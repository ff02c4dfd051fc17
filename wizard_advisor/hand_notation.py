"""From what players write to cards and hands, and back."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from .cards import (
    COLOURS,
    FRENCH,
    JESTER,
    JESTER_RANK,
    RANK_NAMES,
    SPELLINGS,
    SUIT_COUNT,
    SUIT_LETTERS,
    SUIT_SYMBOLS,
    WIZARD,
    WIZARD_RANK,
    card_of,
    fold,
    print_card,
    rank_of,
    suit_of,
)
from .errors import CardError, SituationError, echo
from .values import counted, words_of

Card = tuple[int, str | None]  # a card and the deck it shows
Cards = tuple[Card, ...]
LONGEST_TEXT: Final = 1000  # characters in a line; the longest hand that can be has less than half of that
LONGEST_PIECE: Final = 15  # "♠" with thirteen ranks
SPECIAL_SPELLINGS: Final = frozenset(spelling for spelling, (_, deck) in SPELLINGS.items() if deck is None)
NOT_PLAYED: Final = frozenset(("DRAGON", "FAIRY", "BOMB", "WEREWOLF", "JUGGLER", "CLOUD", "SHAPESHIFTER"))
SUIT_SIGNS: Final = {  # a suit's letter or symbol → suit and deck
    sign: (suit, deck)
    for deck, signs in ((FRENCH, SUIT_LETTERS[FRENCH]), (FRENCH, SUIT_SYMBOLS), (COLOURS, SUIT_LETTERS[COLOURS]))
    for suit, sign in enumerate(signs)
}
_RANKS: Final = {
    deck: {name: rank for rank, name in enumerate(names[1:WIZARD_RANK], 1)} for deck, names in RANK_NAMES.items()
}
_RANKS[FRENCH]["T"] = _RANKS[FRENCH]["10"]


@dataclass(frozen=True, slots=True)
class HandReading:
    """A hand as an int, the deck its suits show (None: no suited card), and notes on how it was read."""

    hand: int
    deck: str | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """The cards of a word, in the order written, and the folded pieces that it was cut into."""

    cards: Cards
    pieces: tuple[str, ...]


def plain(field: str, text: object) -> str:
    """The text on one line without variation signs, which phones add to suit symbols; CardError if it is not text."""
    if not isinstance(text, str):
        raise CardError(f"{field}: expected text: found {echo(text)}")
    if len(text) > LONGEST_TEXT:
        raise CardError(f"{field}: expected at most {LONGEST_TEXT} characters: {echo(text)} has {len(text)}")
    return text.replace("\ufe0f", "").replace("\ufe0e", "").strip()


def not_played(card: str) -> str:
    """Why a card of `NOT_PLAYED` is refused."""
    return f"{echo(card)} is of the anniversary edition, which is not played here"


def read_hand(text: str) -> HandReading:
    """Cards separated by spaces or commas, run together, or grouped by suit; order and case do not matter.

    CardError for what cannot be read, SituationError for a card that is held twice or a fifth Wizard or Jester.

    >>> print_hand(read_hand("w 2n ♠AK h:t").hand), read_hand("J r13").notes
    ('AS KS 10H W N N', ('a bare J was read as a Jester: 1 Jester, no Jack',))
    """
    reading = read_cards(text)
    deck = one_deck(reading.cards)  # first: AS and R13 are not the same card twice
    return HandReading(hand_of(reading.cards), deck, notes_on(reading.cards, reading.pieces))


def read_cards(text: str, field: str = "hand") -> Reading:
    """Cards in the order written, each with the deck it shows; CardError for what cannot be read.

    >>> read_cards("2W 10h").cards
    ((14, None), (14, None), (25, 'french'))
    """
    words = words_of(plain(field, text))
    if "" in words:
        found = "no cards" if len(words) == 1 else f"a comma without a card in {echo(text)}"
        raise CardError(f"{field}: expected {_cards_like(1)}: found {found}")
    words = _each_with_its_suit(words, field)
    readings = [_read_word(word, len(words), field) for word in words]
    return Reading(
        tuple(card for reading in readings for card in reading.cards),
        tuple(piece for reading in readings for piece in reading.pieces),
    )


def _each_with_its_suit(words: Iterable[str], field: str) -> list[str]:
    """The words, where those that go on with a suit's group have its sign too: `S: A K` is `S:A S:K`, as is `♠ A K`.

    A lone J goes on with no group: `♠A J` has a Jester. CardError for one in a group that has blanks already.
    """
    found: list[str] = []
    sign, begun, spread = "", False, False  # of the group that may go on: whether it has ranks so far, and blanks
    for word in words:
        folded = fold(word)
        jacks = not folded.strip("J")
        if sign and _group(f"{sign}:{folded}") and (not begun or spread or not jacks):
            if jacks and begun:
                raise CardError(
                    f"{field}: expected {echo(word + sign)} for a Jack, or N for a Jester: {echo(word)} could be either"
                )
            if not begun:
                found.pop()
            found.append(f"{sign}:{word}")
            begun = spread = True
        else:
            found.append(word)
            begun = bool(_group(folded))
            is_sign = folded.removesuffix(":") in SUIT_SIGNS and not folded.isalpha()
            sign, spread = folded[:1] if begun or is_sign else "", False
    return found


def _cards_like(count: int) -> str:
    return f"{count} cards like AS, 10H, W or N" if count > 1 else "cards like AS, 10H, W or N"


def _read_word(word: str, count: int, field: str) -> Reading:
    """The only way to read a word of a hand of `count` words: as a card, as a group, or as several run together."""
    folded = fold(word)
    if folded in NOT_PLAYED:
        raise CardError(f"{field}: expected {_cards_like(count)}: {not_played(word)}")
    # whole groups first: in "♠AJ" the J has a suit, so it is the Jack
    ways = [Reading(cards, (folded,)) for cards in _meanings(folded)]
    if not ways:
        ways, read = _ways(folded, _meanings)
        if not ways:
            raise _unreadable(word, word[read:], count, field)
    if len(ways) > 1:
        forms = " or ".join(echo(" ".join(print_card(card, deck or FRENCH) for card, deck in w.cards)) for w in ways)
        raise CardError(f"{field}: expected spaces between the cards: {echo(word)} can be read as {forms}")
    return ways[0]


def _ways(word: str, meanings: Callable[[str], list[Cards]]) -> tuple[list[Reading], int]:
    """How a word can be cut into pieces with a meaning, and how far it can be read at all.

    Of the ways that differ in their cards at most two are kept: enough to know that there is more than one.
    """
    ways: list[dict[Cards, Reading]] = [{} for _ in range(len(word) + 1)]
    ways[0][()] = Reading((), ())
    for end in range(1, len(word) + 1):
        for start in range(max(0, end - LONGEST_PIECE), end):
            piece = word[start:end]
            for more in meanings(piece) if ways[start] else ():
                for before in ways[start].values():
                    if len(ways[end]) < 2:
                        cards = before.cards + more
                        ways[end].setdefault(tuple(sorted(cards)), Reading(cards, (*before.pieces, piece)))
    return list(ways[-1].values()), max(end for end, found in enumerate(ways) if found)


def _meanings(piece: str) -> list[Cards]:
    """What one folded piece can stand for: a card, counted Wizards or Jesters, a group; empty if it is neither."""
    if piece in SPELLINGS:
        return [(SPELLINGS[piece],)]
    if piece[:1] in ("1", "2", "3", "4") and piece[1:] in SPECIAL_SPELLINGS:
        return [(SPELLINGS[piece[1:]],) * int(piece[0])]
    return _group(piece)


def _group(piece: str) -> list[Cards]:
    """What a group of one suit can stand for, `S:AK`, `♠AK`, `R:9`; `S:-` has no cards. Empty if it is not a group."""
    sign, ranks = piece[:1], piece[1:]
    if sign not in SUIT_SIGNS or not (ranks.startswith(":") or sign in SUIT_SYMBOLS):
        return []
    suit, deck = SUIT_SIGNS[sign]
    ranks = ranks.removeprefix(":")
    if ranks == "-" or not ranks:
        return [()] if ranks else []

    def card(name: str) -> list[Cards]:
        return [((card_of(suit, _RANKS[deck][name]), deck),)] if name in _RANKS[deck] else []

    return [way.cards for way in _ways(ranks, card)[0]]


def _unreadable(word: str, rest: str, count: int, field: str) -> CardError | SituationError:
    """The error for a word whose part `rest` is not a card, with the reason where it can be guessed."""
    folded = fold(rest)
    special = folded.lstrip("0123456789")
    if special != folded and special in SPECIAL_SPELLINGS:
        kind = "Wizards" if SPELLINGS[special][0] == WIZARD else "Jesters"
        return SituationError(f"{field}: expected 1 to 4 {kind}: found {echo(rest)}")
    reason = "is not a card"
    if re.fullmatch(r"[RGBY]:?-?[0-9]+|[0-9]+-?[RGBY]", fold(word)):
        rest, reason = word, "is not a card, these ranks are 1 to 13"
    elif re.fullmatch(r"[0-9TJQKA]+", folded):
        reason = "has no suit"
    where = "" if rest == word else f", in {echo(word)}"
    return CardError(f"{field}: expected {_cards_like(count)}: {echo(rest)} {reason}{where}")


def hand_of(cards: Iterable[Card]) -> int:
    """The cards as one hand; SituationError if one is there too often."""
    hand = 0
    counts = {WIZARD: 0, JESTER: 0}
    for card, deck in cards:
        if card in counts:
            counts[card] += 1
            card += 16 * (counts[card] - 1)  # each copy in the next lane
        elif hand >> card & 1:
            raise SituationError(f"hand: expected every card once: {print_card(card, deck or FRENCH)!r} is there twice")
        hand |= 1 << card
    for kind, count in (("Wizards", counts[WIZARD]), ("Jesters", counts[JESTER])):
        if count > SUIT_COUNT:
            raise SituationError(f"hand: expected at most {SUIT_COUNT} {kind}: found {count}")
    return hand


def one_deck(cards: Iterable[Card]) -> str | None:
    """The deck that all the cards belong to, None if they do not show it."""
    shown = {deck: print_card(card, deck) for card, deck in cards if deck}
    if len(shown) > 1:
        two = " and ".join(map(repr, shown.values()))
        raise SituationError(f"hand: expected one deck, S H D C or R G B Y: {two} are of two decks")
    return next(iter(shown), None)


def notes_on(cards: Sequence[Card], pieces: Iterable[str]) -> tuple[str, ...]:
    """How a bare J was read, if there was one."""
    if not any(piece.lstrip("1234") == "J" for piece in pieces):
        return ()
    jesters = sum(card == JESTER for card, _ in cards)
    jacks = sum(deck == FRENCH and rank_of(card) == _RANKS[FRENCH]["J"] for card, deck in cards)
    read = f"{counted(jesters, 'Jester')}, {counted(jacks, 'Jack') if jacks else 'no Jack'}"
    return (f"a bare J was read as a Jester: {read}",)


def cards_in_order(hand: int) -> list[int]:
    """The cards of a hand as they are printed: by suit, high to low, then the Wizards, then the Jesters."""

    def place(card: int) -> tuple[int, int]:
        rank = rank_of(card)
        group = 4 if rank == WIZARD_RANK else 5 if rank == JESTER_RANK else suit_of(card)
        return group, -rank

    return sorted((card for card in range(64) if hand >> card & 1), key=place)


def print_hand(hand: int, deck: str = FRENCH, *, symbols: bool = False) -> str:
    """A hand as text in the canonical form, cards separated by spaces; with `symbols` with suit signs.

    >>> print_hand(read_hand("N W 3D AS ks 10h").hand)
    'AS KS 10H 3D W N'
    """
    return " ".join(print_card(card, deck, symbols=symbols) for card in cards_in_order(hand))


def joined(field: str, words: str | list[str] | tuple[str, ...]) -> str:
    """Words as one text; CardError if one of them is not text."""
    return " ".join(plain(field, word) for word in words) if isinstance(words, (list, tuple)) else words
