"""A whole situation in one line, taken apart: the keys before the colon and the hand after it, both still unread."""

import re
from collections.abc import Mapping
from typing import Final

from .errors import CardError, echo
from .values import plain, words_of

KEYS: Final = {  # what may stand before the "=" in a one-line situation → the name of the argument
    "players": "players",
    "up": "trump",
    "trump": "trump",
    "seat": "seat",
    "bids": "bids",
    "hook": "hook",
    "hidden-bids": "hidden_bids",
    "cards": "cards",
    "scores": "scores",
    "left": "rounds_left",
    "rounds-left": "rounds_left",
    "language": "language",
    "p": "players",
    "t": "trump",
    "s": "seat",
    "b": "bids",
}
FLAGS: Final = {"hidden": "hidden_bids", "hidden-bids": "hidden_bids"}
IN_ORDER: Final = ("players", "trump", "seat", "bids")  # what may stand before the hand without a key
BARE: Final = r"[0-9]+p|hidden-bids|hidden"  # what stands among the keys without a value
NEAREST: Final = 3  # keys that an error tells


def read_line(text: str, keys: Mapping[str, str] = KEYS) -> dict[str, str]:
    """What a line gives, as arguments for `make_situation`: its hand, and what its keys say; unread.

    `4p up=QH seat=3 bids=2,1 hook=dealer : AS 10H 9H W N`, or in order `4p QH 3 2,1 : AS 10H 9H W N`; a line without
    keys is a hand. What follows a `#` is a comment. `keys` maps each key that may be used to the name it gets.
    CardError if the line has another form.

    >>> read_line("4p up=QH : AS W  # mine"), read_line("AS W")
    ({'players': '4', 'trump': 'QH', 'hand': 'AS W'}, {'hand': 'AS W'})
    >>> read_line("4, QH, b=2,1: AS")
    {'players': '4', 'trump': 'QH', 'bids': '2,1', 'hand': 'AS'}
    """
    found, rest = _without_keys(_with_blanks(plain("situation", text).partition("#")[0].strip(), keys))
    key = value = bare = ""
    while match := re.match(rf"(?:({BARE})|([^\s=:]*)=(\S*?))(?=\s|:\s|:$|$)\s*", rest, re.I):
        bare, key, value = (group or "" for group in match.groups())
        name = FLAGS.get(bare.lower(), "players") if bare else keys.get(key.lower())
        if name is None:
            raise CardError(f"situation: expected {_keys_like(key, keys)}: found {echo(match[0].strip())}")
        if name in found:
            known = name if name in keys else next(key for key, argument in keys.items() if argument == name)
            raise CardError(f"situation: expected {known} once: {echo(match[0].strip())} gives it again")
        found[name] = value or ("yes" if bare.lower() in FLAGS else bare[:-1])
        rest = rest[match.end() :]
    blank = re.match(r"[^\s=:]+\s+=\s*[^\s=:]*", rest)
    if blank or (key and not value and not bare and not rest.startswith(":")):
        part = blank[0] if blank else f"{key}= {rest.split()[0] if rest else ''}"
        raise CardError(f"situation: expected no blanks around '=', like up=QH: found {echo(part)}")
    if found and not rest.startswith(":"):
        raise CardError(f"situation: expected ' : ' between the keys and the hand: found {echo(rest)}")
    return found | {"hand": rest.removeprefix(":").strip()}


def _keys_like(key: str, keys: Mapping[str, str]) -> str:
    """The keys most like one that there is not."""
    import difflib

    words = [known for known in keys if len(known) > 1]
    return f"a key like {', '.join(difflib.get_close_matches(key.lower(), words, NEAREST, 0.3) or words[:NEAREST])}"


def _head_of(line: str) -> str:
    """What stands before the first colon that has a blank beside it, where that is not a hand; "" if it is."""
    colon = re.search(r"(?<=\s):|:(?=\s|$)", line)
    return line[: colon.start()] if colon and re.match(rf"(?:{BARE}|[3-6])(?=[\s,:])|\S*=", line, re.I) else ""


def _with_blanks(line: str, keys: Mapping[str, str]) -> str:
    """A line with blanks for the commas between its keys, and no blanks beside any other comma or slash of theirs."""
    head = _head_of(line)
    known = "|".join(map(re.escape, keys))
    closer = re.sub(r"\s*([,/])\s*", r"\1", head)
    apart = re.sub(rf",(?=(?:{known})=|(?:{BARE})(?:[\s,]|$)|\s|$)", " ", closer, flags=re.I)
    return apart + line[len(head) :]


def _without_keys(line: str) -> tuple[dict[str, str], str]:
    """What a line gives in order before its first key, and the rest of the line; nothing if it begins with a key."""
    head = _head_of(line)
    if not re.match("[0-9]", head):
        return {}, line
    key = re.search(r"(?<=\s)(?:hidden|[^\s=]+\s*=)", head, re.I)
    end = key.start() if key else len(head)
    given = words_of(head[:end])
    values = [given[0].lower().removesuffix("p"), *given[1:3], ",".join(given[3:])]
    return {name: value for name, value in zip(IN_ORDER, values, strict=False) if value}, line[end:]
