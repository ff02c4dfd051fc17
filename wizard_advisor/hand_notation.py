"""From what players write to cards and hands, and back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from .cards import (
    FRENCH,
    JESTER,
    JESTER_RANK,
    SUIT_COUNT,
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
from .spelling.letters import RANKS, Card, Letters, letters_of
from .spelling.pieces import Reading, group, number_cut, readings_of, together
from .spelling.spans import (
    COMMA,
    LIKE,
    cuts_a_word,
    letters_in_words,
    read_spans,
    refuse_other_editions,
    suits_named,
    unreadable,
    with_signs,
)
from .spelling.words import LANGUAGES
from .values import counted, plain, words_of

BARE_J: Final = "a bare J was read as a Jester"  # how the note on it begins


@dataclass(frozen=True, slots=True)
class HandReading:
    """A hand as an int, the deck its suits show (None: no suited card), and notes on how it was read."""

    hand: int
    deck: str | None
    notes: tuple[str, ...] = ()


def read_hand(text: str, language: str = "") -> HandReading:
    """Cards separated by spaces or commas, run together, grouped by suit, or in words; order and case do not matter.

    language: a code of `words.LANGUAGES` whose letters and words are meant; "": only what means the same everywhere.
    CardError for what cannot be read, SituationError for a card that is held twice or a fifth Wizard or Jester.

    >>> print_hand(read_hand("w 2n ♠AK h:t").hand), read_hand("J r13").notes
    ('AS KS 10H W N N', ('a bare J was read as a Jester: 1 Jester, no Jack',))
    """
    reading = read_cards(text, "hand", language)
    deck = one_deck(reading.cards)  # first: AS and R13 are not the same card twice
    return HandReading(hand_of(reading.cards), deck, notes_on(reading, language))


def read_cards(text: str, field: str = "hand", language: str = "") -> Reading:
    """Cards in the order written, each with the deck it shows; CardError for what cannot be read.

    >>> read_cards("2W 10h").cards, read_cards("Ace of spades, Herz 10").cards
    (((14, None), (14, None), (25, 'french')), ((13, 'french'), (25, 'french')))
    """
    letters = letters_of(language)
    words = words_of(plain(field, text))
    if "" in words:
        found = "no cards" if len(words) == 1 else f"a comma without a card in {echo(text)}"
        raise CardError(f"{field}: expected {LIKE}: found {found}")
    for name in (*words, *map(" ".join, pairwise(words))):
        refuse_other_editions(name, field, LIKE, language)
    grouped = _each_with_its_suit(words, field, letters)
    each = [_read_word(word, field, letters, language) for word in grouped]
    whole = together([reading for reading in each if reading])
    if all(each):
        return whole
    other = _read_words(text, field, letters, language)
    alone = [suits_named(word, letters, language) for word, reading in zip(grouped, each, strict=True) if not reading]
    if grouped != words and all(alone):
        raise CardError(  # it took a card from the group before: ♥A K ♠
            f"{field}: expected cards behind every suit, or - where there are none: {echo(text)} can be read as"
            f" {_quoted(whole)}, or as {_quoted(other)}"
        )
    return other


def _each_with_its_suit(words: Iterable[str], field: str, letters: Letters) -> list[str]:
    """The words, where those that go on with a suit's group have its sign too: `S: A K` is `S:A S:K`, as is `♠ A K`.

    A lone J goes on with no group: `♠A J` has a Jester. CardError for one in a group that has blanks already.
    """
    found: list[str] = []
    sign, begun, spread = "", False, False  # of the group that may go on: whether it has ranks so far, and blanks
    for word in words:
        folded = fold(word)
        only_js = not folded.strip("J")
        if sign and group(f"{sign}:{folded}", letters) and (not begun or spread or not only_js):
            if only_js and begun:
                raise CardError(
                    f"{field}: expected {echo(word + sign)} for a Jack, or N for a Jester: {echo(word)} could be either"
                )
            if not begun:
                found.pop()
            found.append(f"{sign}:{word}")
            begun = spread = True
        else:
            found.append(word)
            begun = bool(group(folded, letters))
            is_sign = folded.removesuffix(":") in letters.signs and not folded.isalpha()
            sign, spread = folded[:1] if begun or is_sign else "", False
    return found


def _read_word(word: str, field: str, letters: Letters, language: str) -> Reading | None:
    """The only way to read a word by itself: as a card, as a group, or as several run together; None if there is none.

    CardError where it can be read in two ways.
    """
    ways = [way for way in readings_of(fold(word), letters)[0] if not cuts_a_word(way, word, language)]
    if len(ways) > 1:
        raise _two_ways(word, ways, field)
    if not ways:
        return None
    if whole := number_cut(ways[0], letters):
        raise CardError(
            f"{field}: expected spaces between the cards: {echo(word)} can be read as {_quoted(ways[0])}, or as"
            f" {whole!r} and a card that is not whole"
        )
    for place in range(len(word) - 1):
        if word[place] in "Jj" and _may_be_jack(ways[0], word[place + 1], letters, language):
            variant = f"{word[:place]}N{word[place + 1 :]}"
            _refuse_jack(word, ways[0], readings_of(fold(variant), letters)[0], field)
    return ways[0]


def _read_words(text: str, field: str, letters: Letters, language: str) -> Reading:
    """The only way to read a text whose words are not all cards by themselves."""
    words = [word for part in plain(field, text).split(",") for word in (*part.split(), COMMA)][:-1]
    with_suits = [with_signs(word, language) for word in words]
    if with_suits != words:
        words = _each_with_its_suit(with_suits, field, letters)
    ways = read_spans(words, letters, language)
    if len(ways) > 1:
        raise _two_ways(text, ways, field)
    if not ways:
        raise unreadable(_culprit(words, letters, language), field, letters, language)
    for place, (word, following) in enumerate(pairwise(words)):
        if word[-1] in "Jj" and _may_be_jack(ways[0], following, letters, language):
            variant = [*words[:place], f"{word[:-1]}N", *words[place + 1 :]]
            _refuse_jack(text, ways[0], read_spans(variant, letters, language), field)
    return ways[0]


def _may_be_jack(reading: Reading, word: str, letters: Letters, language: str) -> bool:
    """Whether a J with this word behind it may be a Jack, and a reading has no such Jack.

    A suit's symbol does not count, as it begins the next card: J♠2 is a Jester and ♠2.
    """
    suits = [] if fold(word) in SUIT_SYMBOLS else suits_named(word, letters, language)
    jacks = {(card_of(suit, RANKS[FRENCH]["J"]), deck) for suit, deck in suits if deck == FRENCH}
    return bool(jacks) and jacks.isdisjoint(reading.cards)


def _refuse_jack(text: str, reading: Reading, with_jester: Iterable[Reading], field: str) -> None:
    """CardError where a J with a suit behind it was read as a Jester: the suit of the next card may be forgotten.

    with_jester: how the text is read with an N in place of that J.
    """
    if any(set(way.cards) == set(reading.cards) for way in with_jester):
        raise CardError(
            f"{field}: expected N for a Jester, or every card with its rank and its suit: {echo(text)} can be read as"
            f" {_quoted(reading)}, or with a Jack of that suit"
        )


def _culprit(words: Sequence[str], letters: Letters, language: str) -> str:
    """The first of some words that cannot be read together up to which they cannot be read either."""
    end = max(end for end in range(len(words)) if end == 0 or read_spans(words[:end], letters, language))
    return words[end]


def _two_ways(text: str, ways: Iterable[Reading], field: str) -> CardError:
    """The error for what can be read in two ways: it tells both, each in a form that can be read in one way only."""
    forms = " or ".join(map(_quoted, ways))
    return CardError(f"{field}: expected spaces between the cards: {echo(text)} can be read as {forms}")


def _quoted(reading: Reading) -> str:
    """The cards of a reading for a message."""
    return echo(" ".join(print_card(card, deck or FRENCH) for card, deck in reading.cards))


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


def one_deck(cards: Iterable[Card], field: str = "hand") -> str | None:
    """The deck that all the cards belong to, None if they do not show it; SituationError, of this field, for two."""
    shown = {deck: print_card(card, deck) for card, deck in cards if deck}
    if len(shown) > 1:
        two = " and ".join(map(repr, shown.values()))
        raise SituationError(f"{field}: expected one deck, S H D C or R G B Y: {two} are of two decks")
    return next(iter(shown), None)


def notes_on(reading: Reading, language: str = "") -> tuple[str, ...]:
    """How a bare J was read, if there was one, and the letters of a language that is said."""
    notes = _notes_on_j(reading.cards, reading.pieces)
    if own := letters_in_words(language):
        notes += (f"letters are read as in {LANGUAGES[language].name}: {own}",)
    return notes


def _notes_on_j(cards: Sequence[Card], pieces: Iterable[str]) -> tuple[str, ...]:
    if not any(piece.lstrip("1234") == "J" for piece in pieces):
        return ()
    jesters = sum(card == JESTER for card, _ in cards)
    jacks = sum(deck == FRENCH and rank_of(card) == RANKS[FRENCH]["J"] for card, deck in cards)
    read = f"{counted(jesters, 'Jester')}, {counted(jacks, 'Jack') if jacks else 'no Jack'}"
    return (f"{BARE_J}: {read}",)


def cards_in_order(hand: int) -> list[int]:
    """The cards of a hand as they are printed: by suit, high to low, then the Wizards, then the Jesters."""

    def place(card: int) -> tuple[int, int]:
        rank = rank_of(card)
        column = 4 if rank == WIZARD_RANK else 5 if rank == JESTER_RANK else suit_of(card)
        return column, -rank

    return sorted((card for card in range(64) if hand >> card & 1), key=place)


def print_hand(hand: int, deck: str = FRENCH, *, symbols: bool = False) -> str:
    """A hand as text in the canonical form, cards separated by spaces; with `symbols` with suit signs.

    >>> print_hand(read_hand("N W 3D AS ks 10h").hand)
    'AS KS 10H 3D W N'
    """
    return " ".join(print_card(card, deck, symbols=symbols) for card in cards_in_order(hand))
