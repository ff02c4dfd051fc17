"""From a line typed at a prompt to an entry; a reader for each kind of entry. WizardError for what cannot be read."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from ..cards import FRENCH, print_card
from ..errors import CardError, echo
from ..hand_notation import notes_on, one_deck, print_hand, read_cards, read_hand
from ..notation import read_trump, trump_text
from ..values import counted, joined, plain, read_whole, words_of
from .entry import Entry
from .pad import Pad, Wanted
from .round import NOT_NOTED


def read_answer(wanted: Wanted, line: str) -> Entry:
    """The entry that is wanted, as a line gives it."""
    value = _READERS[wanted.kind](wanted, plain(wanted.kind, line))
    return Entry(wanted.kind, wanted.round.number, value)


def read_more(pad: Pad, word: str, rest: str) -> Entry:
    """An entry that may come at any time: undo, edit, note or play, with what follows the word."""
    number = pad.wanted.round.number
    if word == "undo":
        return Entry(word, number, read_whole(word, rest or "1", low=1, high=10_000, expected="how many, like 2"))
    if word == "edit":
        return Entry(word, number, read_whole(word, rest, expected="the number of a past round, like 3"))
    if word == "note":
        if not rest:
            raise CardError("note: expected a text after it, like note Ben was late: found none")
        return Entry(word, number, plain(word, rest))
    return Entry(word, number, _read_play(rest, pad.table.language))


def notes_of(line: str, language: str = "") -> tuple[str, ...]:
    """What is to be said of how cards were read."""
    return notes_on(read_cards(line, language=language), language)


def is_cards(line: str, language: str = "") -> bool:
    """Whether a line can be read as cards."""
    try:
        return bool(read_cards(line, language=language).cards)
    except ValueError:
        return False


def _read_trump(wanted: Wanted, line: str) -> str:
    if line == NOT_NOTED:
        return line
    if not line:
        raise CardError(f"trump: expected the card turned up, like QH, W or N; {NOT_NOTED} if it is not to be noted")
    suit, upcard, deck = read_trump(line, wanted.round.table.language)
    return trump_text(suit, upcard, deck or FRENCH)


def _read_suit(wanted: Wanted, line: str) -> str:
    return _read_trump(wanted, f"W:{line}").removeprefix("W:")


def _read_hand(wanted: Wanted, line: str) -> tuple[str, ...]:
    if line == NOT_NOTED:
        return ()
    if not line:
        cards = counted(wanted.round.cards, "card")
        raise CardError(f"hand: expected {cards} like AS, 10H, W or N; {NOT_NOTED} for a round without advice")
    reading = read_hand(line, wanted.round.table.language)
    return tuple(print_hand(reading.hand, reading.deck or FRENCH).split())


def _read_play(line: str, language: str) -> tuple[str, ...]:
    reading = read_cards(line, "play", language)
    deck = one_deck(reading.cards) or FRENCH
    return tuple(print_card(card, deck) for card, _ in reading.cards)


def _read_bids(wanted: Wanted, line: str) -> dict[str, int]:
    names = wanted.names
    if wanted.mending and not line:
        return {name: wanted.round.bids[name] for name in names}
    least = len(names) if wanted.mending else 1
    numbers = _read_counts("bids", line, wanted.round.cards)
    if not least <= len(numbers) <= len(names):
        many = counted(len(names), "bid") if least == len(names) else f"1 to {len(names)} bids"
        raise CardError(f"bids: expected {many}, of {joined(names, 'and')}: found {len(numbers)}, {echo(line)}")
    return dict(zip(names, numbers, strict=False))


def _read_tricks(wanted: Wanted, line: str) -> dict[str, int]:
    """The tricks of all; what is left out at the end follows from the sum."""
    names, cards = wanted.names, wanted.round.cards
    if wanted.mending and not line:
        return {name: wanted.round.tricks[name] for name in names}
    numbers = _read_counts("tricks", line, cards)
    missing = len(names) - len(numbers)
    rest = cards - sum(numbers)
    if missing and (rest == 0 or missing == 1) and rest >= 0:
        numbers += [0] * (missing - 1) + [rest]
    if len(numbers) != len(names):
        whom = f"{', '.join(names)}; the last may be left out"
        raise CardError(f"tricks: expected {counted(cards, 'trick')} in all, of {whom}: found {echo(line)}")
    return dict(zip(names, numbers, strict=True))


def _read_counts(field: str, line: str, most: int) -> list[int]:
    """Numbers up to `most` with blanks or commas between them; without, where each can have but one digit."""
    words = words_of(line) if line else []
    if len(words) == 1 and most < 10 and re.fullmatch("[0-9]{2,}", words[0]):
        words = list(words[0])
    if not words:
        raise CardError(f"{field}: expected numbers from 0 to {most}, like 1 0: found nothing")
    return [read_whole(field, word, low=0, high=most, expected=f"numbers from 0 to {most}") for word in words]


_READERS: Final[Mapping[str, Callable[[Wanted, str], object]]] = {
    "trump": _read_trump,
    "suit": _read_suit,
    "hand": _read_hand,
    "bids": _read_bids,
    "tricks": _read_tricks,
}
