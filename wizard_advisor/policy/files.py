"""Policies as data: named numbers read from TOML files, checked, and laid out as the rows that compiled code reads."""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, Final

from ..disk import TomlError, parse_toml, read_toml
from ..errors import WizardError, echo
from .parameters import BID, BID_PARAMETERS, FORMS, PLAY, PLAY_PARAMETERS, WIDTH, Parameter

BUILT_IN: Final = ("standard", "people", "simple", "random")
LONGEST_LINE_OF_FILES: Final = 20  # each of which takes over numbers of the next


class PolicyError(WizardError):
    """A policy that does not exist or a policy file that does not hold."""


@dataclass(frozen=True, slots=True)
class Half:
    """How one half of a policy, bidding or play, decides: its form and the numbers of that form, in their order."""

    form: str
    numbers: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Policy:
    """How somebody bids and plays; `name` is the built-in's name or the file's path, as it was asked for."""

    name: str
    bid: Half
    play: Half

    def row(self) -> list[float]:
        """The numbers as one row of `forms.WIDTH` columns, as compiled code reads them."""
        row = [0.0] * WIDTH
        row[0] = FORMS.index(self.bid.form)
        row[1] = FORMS.index(self.play.form)
        row[BID : BID + len(self.bid.numbers)] = self.bid.numbers
        row[PLAY : PLAY + len(self.play.numbers)] = self.play.numbers
        return row

    def half(self, name: str) -> Half:
        """Its half "bid" or its half "play"."""
        return self.bid if name == "bid" else self.play

    def with_play_slip(self, slip: float) -> "Policy":
        """The same policy, misjudging cards by at least `slip` points (see `forms`)."""
        if not self.play.numbers or self.play.numbers[0] >= slip:
            return self
        return replace(self, play=Half(self.play.form, (slip, *self.play.numbers[1:])))


def load_policy(name: str) -> Policy:
    """A built-in policy by its name, or one from a TOML file by its path.

    Raises PolicyError, one line for the first fault: no such policy, unknown or missing key, no number, out of range.
    """
    return _load_built_in(name) if name in BUILT_IN else _load(name)


def _load(name: str) -> Policy:
    return Policy(name, *(_load_part(name, half, frozenset()) for half in ("bid", "play")))


_load_built_in = cache(_load)  # every answer asks for them again


def describe_policy(name: str) -> str:
    """What a policy file says it is about; "" if it does not."""
    return str(_read_file(name).get("about", ""))


def parameters_of(half: str, form: str) -> tuple[Parameter, ...]:
    """The numbers that a form has for `half`, "bid" or "play"."""
    return (BID_PARAMETERS if half == "bid" else PLAY_PARAMETERS)[form]


# What may not stand in a comment of TOML: control characters, and halves of characters; and what stands instead.
NOT_IN_COMMENTS: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")
UNKNOWN: Final = "\ufffd"


def format_policy(policy: Policy, about: str = "", comment: str = "") -> str:
    """A policy as the text of a policy file, each number with its unit, range and meaning, `comment` on top.

    >>> print(format_policy(load_policy("random")))
    [bid]
    form = "random"
    <BLANKLINE>
    [play]
    form = "random"
    <BLANKLINE>
    """
    lines = [f"# {NOT_IN_COMMENTS.sub(UNKNOWN, line)}".rstrip() for line in comment.splitlines()]
    lines += [f"about = {_toml_string(about)}"] if about else []
    for half, part in (("bid", policy.bid), ("play", policy.play)):
        lines += ["", f"[{half}]", f'form = "{part.form}"']
        for number, value in zip(parameters_of(half, part.form), part.numbers, strict=True):
            note = f"# {number.unit}, {number.low:g} to {number.high:g}: {number.meaning}"
            lines.append(f"{f'{number.name} = {float(value)!r}':<32} {note}")
    return "\n".join(lines).lstrip("\n") + "\n"


def _toml_string(text: str) -> str:
    """A text as a string of TOML, in ASCII, so that it survives any terminal; half a character becomes U+FFFD.

    >>> print(_toml_string('Zoë\\'s "♠"'))
    "Zo\\u00eb's \\"\\u2660\\""
    """
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    escaped = (json.dumps(letter)[1:-1] if letter <= "\uffff" else f"\\U{ord(letter):08x}" for letter in whole)
    return f'"{"".join(escaped)}"'


def _load_part(name: str, half: str, visited: frozenset[str]) -> Half:
    if name in visited:
        raise PolicyError(f"policy: expected files that end somewhere: {name!r} is like itself")
    if len(visited) >= LONGEST_LINE_OF_FILES:
        raise PolicyError(
            f"policy: expected at most {LONGEST_LINE_OF_FILES} files like one another: {name!r} is one more"
        )
    table = _read_file(name).get(half)
    where = f"policy {name!r}"
    if isinstance(table, str):
        return _load_part(_beside(f"{where}: {half}", name, table), half, visited | {name})
    if not isinstance(table, Mapping):
        raise PolicyError(f'{where}: expected a table [{half}] or {half} = "a policy\'s name", found {_found(table)}')
    given = dict(table)
    like = given.pop("like", None)
    if isinstance(like, str):
        base = _load_part(_beside(f"{where}: [{half}] like", name, like), half, visited | {name})
        form = given.pop("form", base.form)
        if form != base.form:
            raise PolicyError(f"{where}: [{half}] form: expected {base.form!r} as in {like!r}, found {_found(form)}")
        defaults = dict(zip((n.name for n in parameters_of(half, form)), base.numbers, strict=True))
    elif like is None:
        form = given.pop("form", None)
        if form not in FORMS:
            raise PolicyError(f"{where}: [{half}] form: expected one of {', '.join(FORMS)}, found {_found(form)}")
        defaults = {}
    else:
        raise PolicyError(f"{where}: [{half}] like: expected a policy's name, found {_found(like)}")
    return Half(form, _check_numbers(where, half, form, {**defaults, **given}))


def _beside(where: str, name: str, other: str) -> str:
    """The policy that file `name` calls `other`: a built-in, or a file named from where `name` lies."""
    if other in BUILT_IN:
        return other
    file = os.path.normpath(os.path.join(os.path.dirname(name), other))
    if not os.path.exists(file):
        raise PolicyError(f"{where}: expected {', '.join(BUILT_IN)} or a TOML file: {other!r} is none")
    return file


def _found(value: object) -> str:
    """What an error says of a value in a file; None: it is missing."""
    return "none" if value is None else echo(value)


def _check_numbers(where: str, half: str, form: str, given: Mapping[str, Any]) -> tuple[float, ...]:
    numbers = parameters_of(half, form)
    known = [number.name for number in numbers]
    for key in given:
        if key not in known:
            raise PolicyError(f"{where}: [{half}] unknown key {echo(key)}: expected {', '.join(known) or 'no numbers'}")
    return tuple(_check_number(where, half, number, given) for number in numbers)


def _check_number(where: str, half: str, number: Parameter, given: Mapping[str, Any]) -> float:
    if number.name not in given:
        raise PolicyError(f"{where}: [{half}] missing key {number.name!r}: {number.meaning}, in {number.unit}")
    value = given[number.name]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PolicyError(f"{where}: [{half}] {number.name}: expected a number, found {_found(value)}")
    if not number.low <= value <= number.high:
        raise PolicyError(
            f"{where}: [{half}] {number.name}: expected {number.low:g} to {number.high:g} {number.unit},"
            f" found {_found(value)}"
        )
    return float(value)


def _read_file(name: str) -> Mapping[str, Any]:
    try:
        if name in BUILT_IN:
            content = parse_toml((resources.files(__package__) / f"{name}.toml").read_bytes())
        else:
            content = read_toml(name)
    except FileNotFoundError:
        raise PolicyError(f"policy: expected {', '.join(BUILT_IN)} or a TOML file: {name!r} is none") from None
    except TomlError as error:
        raise PolicyError(f"policy {name!r}: expected a TOML file: {error}") from None
    for key in content:
        if key not in ("bid", "play", "about"):
            raise PolicyError(f"policy {name!r}: unknown key {echo(key)}: expected about, [bid] and [play]")
    return content
