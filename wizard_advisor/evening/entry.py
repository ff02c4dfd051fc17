"""An entry of the record: one thing that was typed, in the form in which the file keeps it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..cards import SPELLINGS, fold
from ..errors import SituationError, echo
from ..situation import MOST_POINTS
from ..values import is_whole


@dataclass(frozen=True, slots=True)
class Advised:
    """What the advice was when I bid: its bid, the points to expect of that, and those to expect of the bid I made.

    most: the points to expect of the bid that scores most, where the advice was another one, to win.
    """

    bid: int
    expected: float
    chosen: float
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. kind, and with it what `value` is:

    - trump: the card turned up, as `notation.read_trump` reads it; "-" if it is not to be known
    - suit: the letter of the suit that the dealer named
    - hand: my cards, as text each; none if I ask for no advice
    - bids, tricks: names with a number each
    - play: cards as they fell, as text each
    - edit: the number of the past round that is mended by the next bids and tricks
    - note: text
    - undo: how many entries before are taken back

    round: the one it belongs to. advised: with my bid, if there was advice.
    """

    kind: str
    round: int
    value: Any
    advised: Advised | None = None


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _are_cards(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(card, str) and fold(card) in SPELLINGS for card in value)


def _are_counts(value: object) -> bool:
    return isinstance(value, dict) and all(is_whole(number) for number in value.values())


def _is_count(value: object) -> bool:
    return is_whole(value) and value > 0


def _is_points(value: object) -> bool:
    """A number that points can be; not NaN or Infinity, which Python takes for JSON."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MOST_POINTS


KINDS: Final[Mapping[str, tuple[Callable[[object], bool], str]]] = {
    "trump": (_is_text, "a card as text"),
    "suit": (_is_text, "a suit's letter"),
    "hand": (_are_cards, "a list of cards"),
    "bids": (_are_counts, "names with numbers"),
    "tricks": (_are_counts, "names with numbers"),
    "play": (_are_cards, "a list of cards"),
    "edit": (_is_count, "a round's number"),
    "note": (_is_text, "text"),
    "undo": (_is_count, "a number of entries"),
}
ADVISED: Final = ("bid", "expected", "chosen")
MOST: Final = "most"  # need not be there


def entry_data(entry: Entry) -> dict[str, Any]:
    """An entry as plain data, ready for JSON: its round, and its value under its kind.

    >>> entry_data(Entry("bids", 2, {"Ben": 1}))
    {'round': 2, 'bids': {'Ben': 1}}
    """
    value = list(entry.value) if isinstance(entry.value, tuple) else entry.value
    data = {"round": entry.round, entry.kind: value}
    if entry.advised is None:
        return data
    advice = {name: getattr(entry.advised, name) for name in (*ADVISED, MOST)}
    return data | {"advice": {name: number for name, number in advice.items() if number is not None}}


def read_entry(content: object) -> Entry:
    """The entry that plain data describe; SituationError if they describe none."""
    kinds = [kind for kind in KINDS if kind in content] if isinstance(content, dict) else []
    if not isinstance(content, dict) or len(kinds) != 1 or not is_whole(content.get("round")):
        raise SituationError(f"expected an entry, a round and one of {', '.join(KINDS)}: found {echo(content)}")
    kind = kinds[0]
    fits, expected = KINDS[kind]
    value = content[kind]
    if not fits(value):
        raise SituationError(f"{kind}: expected {expected}: found {echo(value)}")
    advised = None
    if (given := content.get("advice")) is not None:
        names = (*ADVISED, MOST) if isinstance(given, dict) and MOST in given else ADVISED
        if not isinstance(given, dict) or not all(_is_points(given.get(name)) for name in names):
            raise SituationError(f"advice: expected numbers {', '.join(names)}: found {echo(given)}")
        advised = Advised(*(given[name] for name in names))
    return Entry(kind, content["round"], tuple(value) if isinstance(value, list) else value, advised)
