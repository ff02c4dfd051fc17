"""What a whole word means: a suit, a rank, a Wizard, a Jester, in any of the languages of `words`."""

import unicodedata
from functools import cache
from typing import Final, Literal, NamedTuple

from ..cards import COLOURS, FRENCH, JESTER, RANK_NAMES, WIZARD
from .letters import Suit
from .words import LANGUAGES, Language

Kind = Literal["suit", "rank", "card", "many", "join", "not played", "other suit"]
SHORTEST_START: Final = 3  # letters of Wizard or Jester that stand for all of it
_ALIKE: Final = str.maketrans("يكłøđ", "یکlod", "\u200b\u200c\u200d\u200e\u200f")  # and marks that are not seen


class Meaning(NamedTuple):
    """What a word stands for: a suit, a rank's French name, a card, several of a card; the others have no value."""

    kind: Kind
    value: Suit | str | int | None = None


def meanings(word: str, language: str = "") -> tuple[Meaning, ...]:
    """What a word can mean: in the language that is said or else, if it is none of its words, in any.

    >>> meanings("Trèfle"), meanings("ROI"), meanings("Wiz"), meanings("Drache")[0].kind
    ((Meaning(kind='suit', value=(3, 'french')),), (Meaning(kind='rank', value='K'),), \
(Meaning(kind='card', value=14),), 'not played')
    """
    known = _known()
    form = _form(word)
    own = known[language].get(form, ()) if language else ()
    return own or known[""].get(form, ())


def nearest(word: str, language: str = "") -> str:
    """The word that one is most like, if it is like any; not for one of less than four letters."""
    import difflib

    form = _form(word)
    known = _known()[language]
    return next(iter(difflib.get_close_matches(form, known, 1, 0.8) if 4 <= len(form) <= 20 else ()), "")


@cache
def _known() -> dict[str, dict[str, tuple[Meaning, ...]]]:
    """The words of each language, and under "" those of all."""
    found = {code: _words_of(language) for code, language in LANGUAGES.items()}
    for code in ("en", *LANGUAGES):  # the starts of Wizard and Jester are English, and those of a language its own
        for word, meant in list(found[code].items()):
            if meant[0].kind == "card":
                for length in range(SHORTEST_START, len(word)):
                    found[code].setdefault(word[:length], meant)
    every: dict[str, tuple[Meaning, ...]] = {}
    for code, language in LANGUAGES.items():
        for word, meant in (found[code] if code == "en" else _words_of(language)).items():
            every[word] = tuple(dict.fromkeys((*every.get(word, ()), *meant)))
    return found | {"": every}


def _words_of(language: Language) -> dict[str, tuple[Meaning, ...]]:
    found: dict[str, tuple[Meaning, ...]] = {}

    def add(words: str, meaning: Meaning) -> None:
        for word in words.split():
            for form in (_form(word), _without_accents(_form(word))):
                if meaning not in found.get(form, ()):
                    found[form] = (*found.get(form, ()), meaning)

    for deck, names in ((FRENCH, language.suits), (COLOURS, language.colours)):
        for suit, words in enumerate(names):
            add(words, Meaning("suit", (suit, deck)))
    for name, words in zip(reversed(RANK_NAMES[FRENCH][1:-1]), language.ranks.split(","), strict=True):
        add(words, Meaning("rank", name))
    for card, one, many in zip((WIZARD, JESTER), (language.wizard, language.jester), language.many, strict=True):
        add(one, Meaning("card", card))
        add(many, Meaning("many", card))
    add(language.joins, Meaning("join"))
    add(language.not_played, Meaning("not played"))
    add(language.other_suits, Meaning("other suit"))
    return found


def _form(word: str) -> str:
    """A word as it is looked up: in lower case, what looks alike the same."""
    return unicodedata.normalize("NFC", word).casefold().translate(_ALIKE)


def _without_accents(word: str) -> str:
    """A word in Latin letters without its accents; any other as it is."""
    if any(ord(letter) > 0x24F for letter in word):
        return word
    return "".join(part for part in unicodedata.normalize("NFD", word) if not unicodedata.combining(part))
