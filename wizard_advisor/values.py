"""What callers give, as text or as values of Python or of numpy: whole numbers, lists, yes or no; and how many of what.

A reader takes the name of what it reads, `field`, for the error: a CardError that says what was expected and found.
"""

import contextlib
import re
from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any, Final, TypeGuard, overload

from .errors import CardError, SituationError, echo

YES: Final = ("yes", "true", "on", "1")
NO: Final = ("no", "false", "off", "0")
BIDDING: Final = ("hook", "hidden_bids")  # what answers one question, how bids are made: who says one of them says both
LONGEST_TEXT: Final = 1000  # characters in a line; the longest hand that can be has less than half of that
_PLAIN: Final = str.maketrans("،，、", ",,,", "\ufe0e\ufe0f")


def plain(field: str, text: object) -> str:
    """The text without variation signs, which phones add to suit symbols, with plain commas; CardError for no text."""
    if not isinstance(text, str):
        raise CardError(f"{field}: expected text: found {echo(text)}")
    if len(text) > LONGEST_TEXT:
        raise CardError(f"{field}: expected at most {LONGEST_TEXT} characters: {echo(text)} has {len(text)}")
    return text.translate(_PLAIN).strip()


def one_text(field: str, words: str | list[str] | tuple[str, ...]) -> str:
    """Words as one text; CardError if one of them is not text."""
    return " ".join(plain(field, word) for word in words) if isinstance(words, (list, tuple)) else words


def is_whole(value: object) -> TypeGuard[int]:
    """Whether something is a whole number, of Python or of numpy."""
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))


@overload
def read_whole(
    field: str, value: object, *, low: int | None = None, high: int | None = None, expected: str = ""
) -> int: ...


@overload
def read_whole(
    field: str, value: object, *words: str, low: int | None = None, high: int | None = None, expected: str = ""
) -> int | str: ...


def read_whole(
    field: str, value: object, *words: str, low: int | None = None, high: int | None = None, expected: str = ""
) -> int | str:
    """A whole number, given as one or in digits, or one of a few words (lower case) that may stand in its place.

    low, high: its range, if it is to be checked here. expected: what the error says of the number.

    >>> read_whole("seat", " 3 "), read_whole("deals", "Auto", "auto", low=1, high=9), read_whole("seed", 7)
    (3, 'auto', 7)
    """
    number: int | None = None
    if isinstance(value, str):
        if (word := value.strip().lower()) in words:
            return word
        if re.fullmatch("[0-9]{1,19}", word):
            number = int(word)
    elif is_whole(value):
        number = int(value)
    if number is not None and (low is None or low <= number) and (high is None or number <= high):
        return number
    expected = expected or ("a number" if high is None else f"a whole number from {low} to {high}")
    if words:
        expected = f"{', '.join((expected, *words[:-1]))} or {words[-1]}"
    raise CardError(f"{field}: expected {expected}: found {echo(value)}")


def read_yes_no(field: str, value: object) -> bool:
    """Yes or no, given as True or False or as a word.

    >>> read_yes_no("explain", "Yes"), read_yes_no("explain", "off"), read_yes_no("explain", True)
    (True, False, True)
    """
    word = (value if isinstance(value, str) else echo(value)).strip().lower()
    if word not in YES + NO:
        raise CardError(f"{field}: expected yes or no: found {echo(value)}")
    return word in YES


def read_list(field: str, value: object, like: str, *, least: int = 1, blanks: bool = True) -> list[Any]:
    """The items of a list or the like, or of a text with commas, or `blanks`, between them.

    like: what the error says was expected. least: how many items there must be.

    >>> read_list("bids", "2, 1 ?", "numbers like 2,1"), read_list("names", "a b,c", "names like a,b", blanks=False)
    (['2', '1', '?'], ['a b', 'c'])
    """
    items: list[Any] | None
    if isinstance(value, str):
        items = words_of(value) if blanks else [item.strip() for item in value.split(",")]
        items = [] if items == [""] else items
    else:
        items = _items(value)
    if items is None or len(items) < least or any(isinstance(item, str) and not item for item in items):
        raise CardError(f"{field}: expected {like}: found {echo(value)}")
    return items


def words_of(text: str) -> list[str]:
    """The words of a text with commas or blanks between them; an empty one where a comma has no word beside it.

    >>> words_of("2, 1,"), words_of("2,,1")
    (['2', '1'], ['2', '', '1'])
    """
    words = re.split(r"\s*,\s*|\s+", text.strip())
    return words[:-1] if len(words) > 1 and words[0] and not words[-1] else words  # a comma at the end does no harm


def listed(field: str, values: Any) -> tuple[Any, ...]:
    """Values as a tuple; SituationError for what is not a list or the like."""
    if (items := _items(values)) is None:
        raise SituationError(f"{field}: expected a tuple: found {echo(values)}")
    return tuple(items)


def _items(values: Any) -> list[Any] | None:
    """The items of a list or the like, in their order; None for anything else."""
    if not isinstance(values, str | bytes | Mapping | set | frozenset):
        with contextlib.suppress(Exception):  # whatever the iterator of somebody else raises
            return list(values)
    return None


def joined(words: Sequence[str], last: str) -> str:
    """Words with commas between them, and a word before the last one.

    >>> joined(["2"], "or"), joined(["2", "3"], "or"), joined(["2", "1", "3"], "and")
    ('2', '2 or 3', '2, 1 and 3')
    """
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "card"), counted(12345, "row")
    ('1 card', '12,345 rows')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
