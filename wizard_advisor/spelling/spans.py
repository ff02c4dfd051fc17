"""Cards in whole words and with blanks inside: "ace of spades", "Herz König", "10 H", "2 wizards"; why some are not.

A word is read as a whole or not at all: a piece of it is never a card.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, product
from typing import Final

from ..cards import COLOURS, FRENCH, SUIT_SYMBOLS, WIZARD, card_of, fold, suit_letter
from ..errors import CardError, SituationError, WizardError, echo
from ..values import joined
from .letters import RANKS, SPECIAL_SPELLINGS, Letters, Suit, letters_of, suits_of
from .pieces import Reading, meanings_of, number_cut, readings_of, ways_to_cut
from .vocabulary import Meaning, meanings, nearest
from .words import LANGUAGES

LONGEST_WORD: Final = 40  # letters
LONGEST_SPAN: Final = 4  # words that make one card: queen of the hearts
LIKE: Final = "cards like AS, 10H, W or N"
COMMA: Final = ","  # stands among the words where the next card begins


def read_spans(words: Sequence[str], letters: Letters, language: str) -> list[Reading]:
    """The ways to read words with commas among them, two at most: each card in one word or in several."""

    def span(part: tuple[str, ...]) -> list[Reading]:
        if part == (COMMA,):
            return [Reading((), ())]
        return _unlike(_readings(part, letters, language)) if COMMA not in part else []

    return ways_to_cut(tuple(words), span, LONGEST_SPAN)[0]


def _unlike(readings: Iterator[Reading]) -> list[Reading]:
    """The first two readings whose cards differ."""
    found: dict[tuple[object, ...], Reading] = {}
    for reading in readings:
        found.setdefault(tuple(sorted(reading.cards)), reading)
    return list(found.values())[:2]


def _readings(words: tuple[str, ...], letters: Letters, language: str) -> Iterator[Reading]:
    """What words beside each other can be together: cards in one word, one card in several, a number of Wizards."""
    if len(words) == 1:
        whole = list(_in_one_word(words[0], letters, language))
        yield from whole
        for reading in readings_of(fold(words[0]), letters)[0]:
            if number_cut(reading, letters):
                continue
            if whole or not cuts_a_word(reading, words[0], language):  # Jest is refused: a Jester, or Je and ST
                yield reading
        return
    first, *joins, last = words
    if joins and not all(_means("join", join, language) for join in joins):
        return
    yield from _pair(first, last, letters, language, by_word=bool(joins))


def _in_one_word(word: str, letters: Letters, language: str) -> Iterator[Reading]:
    """A Wizard or a Jester, and what is written without a blank: Herzkönig, Herz-10, 2Wiz."""
    for meaning in _means("card", word, language):
        if isinstance(meaning.value, int):
            yield Reading(((meaning.value, None),), (fold(word),))
    for start in range(1, min(len(word), LONGEST_WORD)):
        parts = word[:start], word[start:].removeprefix("-")
        if all(part.isdecimal() or meanings(part, language) for part in parts):
            yield from _pair(*parts, letters, language)


def _pair(first: str, last: str, letters: Letters, language: str, *, by_word: bool = False) -> Iterator[Reading]:
    """A rank and a suit, or a number of Wizards or Jesters; by_word: a rank joined to a suit, as by `of`, no number."""
    for one, other in ((first, last),) if by_word else ((first, last), (last, first)):
        for name, (suit, deck) in product(_ranks(one, letters, language), suits_named(other, letters, language)):
            if rank := letters.ranks[deck].get(name) or RANKS[deck].get(name):
                yield Reading(((card_of(suit, rank), deck),), (fold(one + other),))
    for count in () if by_word else dict.fromkeys(_ranks(first, letters, language)):
        if count in ("1", "2", "3", "4"):
            for card in _specials(last, letters, language):
                yield Reading(((card, None),) * int(count), (count + fold(last),))


def _means(kind: str, word: str, language: str) -> list[Meaning]:
    return [meaning for meaning in meanings(word, language) if meaning.kind == kind]


def _ranks(word: str, letters: Letters, language: str) -> list[str]:
    """The names of the ranks that a word can stand for."""
    folded = fold(word)
    named = [folded] if any(folded in names for names in letters.ranks.values()) else []
    return named + [str(meaning.value) for meaning in _means("rank", word, language)]


def suits_named(word: str, letters: Letters, language: str) -> list[Suit]:
    """The suits that a sign or a word can stand for; empty if it is none."""
    signs = [letters.signs[fold(word)]] if fold(word) in letters.signs else []
    return list(dict.fromkeys(signs + _suits_by_word(word, language)))


def _suits_by_word(word: str, language: str) -> list[Suit]:
    """The suits whose name a word can be."""
    return [meaning.value for meaning in _means("suit", word, language) if isinstance(meaning.value, tuple)]


def _specials(word: str, letters: Letters, language: str) -> list[int]:
    """Wizard or Jester, if a word can stand for one or for several."""
    if fold(word) in SPECIAL_SPELLINGS:
        return [letters.spellings[fold(word)][0]]
    found = _means("card", word, language) + _means("many", word, language)
    return [meaning.value for meaning in found if isinstance(meaning.value, int)]


def is_wizard(word: str, letters: Letters, language: str) -> bool:
    """Whether a word stands for one Wizard."""
    if fold(word) in SPECIAL_SPELLINGS:
        return letters.spellings[fold(word)][0] == WIZARD
    return any(meaning.value == WIZARD for meaning in _means("card", word, language))


def with_signs(word: str, language: str) -> str:
    """A group with its suit's sign instead of its name: `Spades:AK` is `♠:AK`, `rot:9` is `R:9`; other words stay."""
    name, colon, ranks = word.partition(":")
    suits = _suits_by_word(name, language)
    if not colon or len(suits) != 1:
        return word
    suit, deck = suits[0]
    return f"{SUIT_SYMBOLS[suit] if deck == FRENCH else suit_letter(suit, deck)}:{ranks}"


def cuts_a_word(reading: Reading, word: str, language: str) -> bool:
    """Whether letters of `word` that are a word with a meaning of its own were read as several cards.

    Where the last of the letters belongs to a card with the numbers behind it, as in ASS3, they are not that word.
    """
    ends = set(accumulate(map(len, reading.pieces)))
    return len(reading.pieces) > 1 and any(
        found.end() in ends and fold(found[0]) not in SPECIAL_SPELLINGS and meanings(found[0], language)
        for found in re.finditer(r"[^\W\d_]{3,}", word)
    )


# Why a word is not read


def refuse_other_editions(word: str, field: str, expected: str, language: str = "") -> None:
    """Raise CardError for the name of a card or a suit of another edition."""
    for meaning in meanings(word, language):
        if meaning.kind == "not played":
            raise CardError(
                f"{field}: expected {expected}: {echo(word)} is of the anniversary edition, which is not played here:"
                " take its cards out of the pack"
            )
        if meaning.kind == "other suit":
            raise CardError(
                f"{field}: expected {expected}: {echo(word)} is a suit of another edition, which has no letter here:"
                " write the colour of its cards, R G B Y, like R13"
            )


def unreadable(word: str, field: str, letters: Letters, language: str) -> WizardError:
    """The error for a word that is not a card, with the reason where it can be guessed."""
    folded = fold(word)
    rest = word[readings_of(folded, letters)[1] :]
    if not rest or re.fullmatch(r"[^\W\d_]{3,}", word):
        rest = word  # all of a word, not half of it
    special = fold(rest).lstrip("0123456789")
    if special != fold(rest) and special in SPECIAL_SPELLINGS:
        return SituationError(f"{field}: expected 1 to 4 {_kind(letters.spellings[special][0])}: found {echo(rest)}")
    if reason := _other_letters(word, language) or _why_not_suited(word, letters):
        rest = word
    else:
        no_suit = re.fullmatch("[0-9TJQKA]+", fold(rest))
        reason = _why_not_a_word(rest, language) or ("has no suit" if no_suit else "is not a card")
    where = "" if rest == word else f", in {echo(word)}"
    return CardError(f"{field}: expected {LIKE}: {echo(rest)} {reason}{where}")


def _kind(card: int) -> str:
    return "Wizards" if card == WIZARD else "Jesters"


def _other_letters(word: str, language: str) -> str:
    """In which languages a word would be a card; "" if in none."""
    there = [code for code in ("", *LANGUAGES) if meanings_of(fold(word), letters_of(code))]
    if "" in there:
        return f"is not a card where {letters_in_words(language)}"
    return f"is a card only with --language {joined(there, 'or')}, which says whose letters these are" if there else ""


def letters_in_words(language: str) -> str:
    """The letters that a language uses in its own way: `D is Q, B is J, P is ♠`; "" if there are none."""
    ranks, suits = LANGUAGES[language].letters if language else ({}, {})
    signs = {letter: suit_letter(suit) for letter, suit in suits.items()}
    return ", ".join(f"{letter} is {name}" for letter, name in (*ranks.items(), *signs.items()))


def _why_not_suited(word: str, letters: Letters) -> str:
    """What is wrong with a word that has the form of rank and suit; "" if it has not."""
    folded = fold(word)
    colours = "is not a card, these ranks are 1 to 13"
    if re.fullmatch(r"[RGBY]:?-?[0-9]+|[0-9]+-?[RGBY]", folded):
        return colours
    if re.fullmatch(r"[SHDC♠♥♦♣]-?[0-9]+|[0-9]+-?[SHDC♠♥♦♣]", folded):
        return f"is not a card, with {suits_of(FRENCH)} the ranks are 2 to 10, J, Q, K, A"
    if re.fullmatch(r"([0-9]{1,2}|[TJQKA])[^\W\d_WZNJ]|[^\W\d_WZNJ]([0-9]{1,2}|[TQKA])", folded):
        return f"is not a card, the suits are {suits_of(FRENCH)}, or {suits_of(COLOURS)} with 1 to 13"
    return ""


def _why_not_a_word(word: str, language: str) -> str:
    """What is wrong with a word that is known; "" if it is not."""
    for meaning in meanings(word, language):
        if meaning.kind == "rank":
            return "has no suit"
        if meaning.kind == "suit":
            return "has no rank"
        if meaning.kind == "many":
            return f"needs a number before it, like {'2W' if meaning.value == WIZARD else '2N'}"
    near = nearest(word, language)
    return f"is not a card, did you mean {near}?" if near else ""
