"""Policies as data: named numbers read from TOML files, checked, and laid out as the rows that compiled code reads."""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, TypeGuard

from ..disk import TomlError, read_toml
from ..errors import WizardError, echo
from .parameters import BID, BID_PARAMETERS, FORMS, PLAY, PLAY_PARAMETERS, WIDTH, Parameter

BUILT_IN: Final = ("standard", "play", "people", "simple", "random")
HALVES: Final = ("bid", "play")
MOST_FILES: Final = 20  # each of which takes over numbers of the next
MOST_KINDS: Final = 16  # of players in a population
LONGEST_NAME: Final = 40  # characters, of a kind
NAME_FORM: Final = f"a name in one line of 1 to {LONGEST_NAME} characters"


class PolicyError(WizardError):
    """A policy that does not exist or a policy file that does not hold."""


@dataclass(frozen=True, slots=True)
class Half:
    """How one half of a policy, bidding or play, decides: its form and the numbers of that form, in their order."""

    form: str
    numbers: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Policy:
    """How somebody bids and plays; `name` is the built-in's name or the file's path, as it was asked for.

    PolicyError for numbers that could not stand in a file.
    """

    name: str
    bid: Half
    play: Half

    def __post_init__(self) -> None:
        for half in HALVES:
            _check_half(f"policy {echo(self.name)}: [{half}]", half, self.half(half))

    @property
    def kinds(self) -> tuple["Kind", ...]:
        """The one kind of player that this is."""
        return (Kind(self.name, 1.0, self),)

    def row(self) -> list[float]:
        """The numbers as one row of `parameters.WIDTH` columns, as compiled code reads them."""
        row = [0.0] * WIDTH
        row[0] = FORMS.index(self.bid.form)
        row[1] = FORMS.index(self.play.form)
        row[BID : BID + len(self.bid.numbers)] = self.bid.numbers
        row[PLAY : PLAY + len(self.play.numbers)] = self.play.numbers
        return row

    def half(self, name: str) -> Half:
        """Its half "bid" or its half "play"."""
        return self.bid if name == "bid" else self.play


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player in a population, and how many there are of it: `share`, 0 to 1."""

    name: str
    share: float
    policy: Policy


@dataclass(frozen=True, slots=True)
class Population:
    """Players of several kinds: in every deal each is of one kind, drawn by its share. The shares add up to 1.

    PolicyError for kinds that cannot be.
    """

    name: str
    kinds: tuple[Kind, ...]

    def __post_init__(self) -> None:
        where = f"policy {echo(self.name)}"
        kinds = self.kinds
        if not isinstance(kinds, tuple) or not all(isinstance(kind, Kind) for kind in kinds):
            raise PolicyError(f"{where}: expected a tuple of kinds: found {echo(kinds)}")
        if not 1 <= len(kinds) <= MOST_KINDS:
            raise PolicyError(f"{where}: expected 1 to {MOST_KINDS} kinds: found {len(kinds)}")
        for kind in kinds:
            if not _is_name(kind.name):
                raise PolicyError(f"{where}: expected {NAME_FORM} for every kind: found {echo(kind.name)}")
            if not isinstance(kind.policy, Policy):
                raise PolicyError(f"{where}: expected a policy of every kind: found {echo(kind.policy)}")
        if not all(_is_share(kind.share) for kind in kinds) or sum(kind.share for kind in kinds) <= 0.0:
            raise PolicyError(
                f"{where}: expected shares from 0, not all of them 0: found {echo([k.share for k in kinds])}"
            )


Players = Policy | Population


def load_players(name: str) -> Players:
    """A built-in policy or population by its name, or one from a TOML file by its path.

    Raises PolicyError, one line for the first fault: no such policy, unknown or missing key, no number, out of range.
    """
    return _load_built_in(name) if name in BUILT_IN else _load(name)


def load_policy(name: str) -> Policy:
    """As `load_players`, but one kind of player: PolicyError for a population."""
    players = load_players(name)
    if isinstance(players, Population):
        kinds = ", ".join(kind.name for kind in players.kinds)
        raise PolicyError(f"policy {name!r}: expected one kind of player: it has several ({kinds})")
    return players


def _load(name: str) -> Players:
    content = _read_file(name)
    if "kinds" in content:
        return Population(name, _load_kinds(name, content))
    return Policy(name, *(_load_half(name, half, content, frozenset()) for half in HALVES))


_load_built_in = cache(_load)  # every answer asks for them again


def _load_kinds(name: str, content: Mapping[str, Any]) -> tuple[Kind, ...]:
    """The kinds of a population, their shares made to add up to 1."""
    tables, where = content["kinds"], f"policy {name!r}"
    if "bid" in content or "play" in content:
        raise PolicyError(f"{where}: expected [[kinds]], or [bid] and [play]: found both")
    if not isinstance(tables, list) or not all(isinstance(table, Mapping) for table in tables):
        raise PolicyError(f"{where}: expected tables [[kinds]]: found {echo(tables)}")
    if not 1 <= len(tables) <= MOST_KINDS:
        raise PolicyError(f"{where}: expected 1 to {MOST_KINDS} kinds: found {len(tables)}")
    kinds = [_load_kind(name, number, table) for number, table in enumerate(tables, 1)]
    total = sum(kind.share for kind in kinds)
    if total <= 0.0:
        raise PolicyError(f"{where}: expected a share above 0 for one kind at least: found none")
    for kind in kinds:
        if sum(kind.name == other.name for other in kinds) > 1:
            raise PolicyError(f"{where}: expected a name of its own for every kind: {echo(kind.name)} is there twice")
    return tuple(replace(kind, share=round(kind.share / total, 12)) for kind in kinds)


def _load_kind(name: str, number: int, table: Mapping[str, Any]) -> Kind:
    """One kind; it is found in messages by its number."""
    where = f"policy {name!r}: [[kinds]] {number}"
    for key in table:
        if key not in ("name", "share", "bid", "play"):
            raise PolicyError(f"{where}: unknown key {echo(key)}: expected name, share, bid and play")
    called, share = table.get("name", f"kind {number}"), table.get("share")
    if not _is_name(called):
        raise PolicyError(f"{where}: name: expected {NAME_FORM}, found {_found(called)}")
    if not _is_share(share):
        raise PolicyError(f"{where}: share: expected a number from 0, found {_found(share)}")
    halves = (_load_half(name, half, table, frozenset(), f" of [[kinds]] {number}") for half in HALVES)
    return Kind(called, float(share), Policy(called, *halves))


def _is_name(name: object) -> TypeGuard[str]:
    return isinstance(name, str) and bool(name.strip()) and name.isprintable() and len(name) <= LONGEST_NAME


def _is_share(share: object) -> TypeGuard[float]:
    return isinstance(share, int | float) and not isinstance(share, bool) and 0 <= share <= 1e6


def describe_policy(name: str) -> str:
    """What a policy file says it is about; "" if it does not."""
    about: str = _read_file(name).get("about", "")
    return about


def parameters_of(half: str, form: str) -> tuple[Parameter, ...]:
    """The numbers that a form has for `half`, "bid" or "play"."""
    return (BID_PARAMETERS if half == "bid" else PLAY_PARAMETERS)[form]


# What may not stand in a comment of TOML: control characters, and halves of characters; and what stands instead.
NOT_IN_COMMENTS: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")
UNKNOWN: Final = "\ufffd"


def format_policy(players: Players, about: str = "", comment: str = "") -> str:
    """A policy as the text of a policy file, each number with its unit, range and meaning, `comment` on top.

    The kinds of a population are told by what differs from the built-in policy of their form.

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
    if isinstance(players, Population):
        for kind in players.kinds:
            lines += ["", "[[kinds]]", f"name = {_toml_string(kind.name)}", f"share = {kind.share:.12g}"]
            for half in HALVES:
                lines += _format_half_of_kind(half, kind.policy.half(half))
    else:
        for half in HALVES:
            part = players.half(half)
            lines += ["", f"[{half}]", f'form = "{part.form}"', *_format_numbers(half, part)]
    return "\n".join(lines).lstrip("\n") + "\n"


def _format_half_of_kind(half: str, part: Half) -> list[str]:
    """Half of a kind: that of the built-in policy of its form, and the numbers that differ."""
    name = part.form  # each form has a built-in policy of its name
    if load_policy(name).half(half) == part:
        return [f'{half} = "{name}"']
    return [f"[kinds.{half}]", f'like = "{name}"', *_format_numbers(half, part, load_policy(name).half(half))]


def _format_numbers(half: str, part: Half, like: Half | None = None) -> list[str]:
    """A line for each number, but for those that are as in `like`."""
    lines = []
    for place, (number, value) in enumerate(zip(parameters_of(half, part.form), part.numbers, strict=True)):
        if like is None or like.numbers[place] != value:
            note = f"# {number.unit}, {number.low:g} to {number.high:g}: {number.meaning}"
            lines.append(f"{f'{number.name} = {float(value)!r}':<32} {note}")
    return lines


def _toml_string(text: str) -> str:
    """A text as a string of TOML, in ASCII, so that it survives any terminal; half a character becomes U+FFFD.

    >>> print(_toml_string('Zoë\\'s "♠"'))
    "Zo\\u00eb's \\"\\u2660\\""
    """
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    escaped = (json.dumps(letter)[1:-1] if letter <= "\uffff" else f"\\U{ord(letter):08x}" for letter in whole)
    return f'"{"".join(escaped)}"'


def _load_half(name: str, half: str, content: Mapping[str, Any], visited: frozenset[str], of: str = "") -> Half:
    """Half of a policy from what file `name` holds. visited: the files that led here. of: which part of the file."""
    table = content.get(half)
    where = f"policy {name!r}"
    if isinstance(table, str):
        return _half_of_another(f"{where}: {half}{of}", name, table, half, visited)
    if not isinstance(table, Mapping):
        raise PolicyError(
            f'{where}: expected a table [{half}]{of} or {half} = "a policy\'s name", found {_found(table)}'
        )
    where = f"{where}: [{half}]{of}"
    given = dict(table)
    like = given.pop("like", None)
    if isinstance(like, str):
        base = _half_of_another(f"{where} like", name, like, half, visited)
        form = given.pop("form", base.form)
        if form != base.form:
            raise PolicyError(f"{where} form: expected {base.form!r} as in {like!r}, found {_found(form)}")
        defaults = dict(zip((n.name for n in parameters_of(half, form)), base.numbers, strict=True))
    elif like is None:
        form = given.pop("form", None)
        if form not in FORMS:
            raise PolicyError(f"{where} form: expected one of {', '.join(FORMS)}, found {_found(form)}")
        defaults = {}
    else:
        raise PolicyError(f"{where} like: expected a policy's name, found {_found(like)}")
    return Half(form, _check_numbers(where, half, form, {**defaults, **given}))


def _half_of_another(where: str, name: str, other: str, half: str, visited: frozenset[str]) -> Half:
    """Half of the policy that file `name` calls `other`."""
    file = _beside(where, name, other)
    if file in visited | {name}:
        raise PolicyError(f"{where}: expected a file that does not lead back to itself: found {other!r}")
    if len(visited) >= MOST_FILES:
        raise PolicyError(f"{where}: expected at most {MOST_FILES} files, each like the next: {other!r} is one more")
    try:
        content = _read_file(file)
    except PolicyError as error:
        raise PolicyError(f"{where}: {error}") from None
    if "kinds" in content:
        raise PolicyError(f"{where}: expected one kind of player: {other!r} has several")
    return _load_half(file, half, content, visited | {name})


def _beside(where: str, name: str, other: str) -> str:
    """The policy that file `name` calls `other`: a built-in, or a file named from where `name` lies."""
    if other in BUILT_IN:
        return other
    file = os.path.normpath(os.path.join(os.path.dirname(name), other))
    if not os.path.isfile(file):
        raise PolicyError(f"{where}: expected {_policies_like(other)}: found {other!r}")
    return file


def _policies_like(name: str) -> str:
    """What a policy may be, for an error; only the name that was meant, if it is clear."""
    from difflib import get_close_matches

    meant = get_close_matches(name, BUILT_IN, 1)
    return f"{meant[0] if meant else ', '.join(BUILT_IN)} or a TOML file that is there"


def _found(value: object) -> str:
    """What an error says of a value in a file; None: it is missing."""
    return "none" if value is None else echo(value)


def _check_half(where: str, half: str, part: Half) -> None:
    """Raise PolicyError for half of a policy that no file could hold."""
    if not isinstance(part, Half) or not isinstance(part.form, str) or part.form not in FORMS:
        raise PolicyError(f"{where}: expected a half of one of the forms {', '.join(FORMS)}: found {echo(part)}")
    numbers = parameters_of(half, part.form)
    if not isinstance(part.numbers, tuple) or len(part.numbers) != len(numbers):
        raise PolicyError(f"{where}: expected {len(numbers)} numbers in a tuple: found {echo(part.numbers)}")
    for number, value in zip(numbers, part.numbers, strict=True):
        _check_number(where, half, number, {number.name: value})


def _check_numbers(where: str, half: str, form: str, given: Mapping[str, Any]) -> tuple[float, ...]:
    numbers = parameters_of(half, form)
    known = [number.name for number in numbers]
    for key in given:
        if key not in known:
            raise PolicyError(f"{where} unknown key {echo(key)}: expected {', '.join(known) or 'no numbers'}")
    return tuple(_check_number(where, half, number, given) for number in numbers)


def _check_number(where: str, half: str, number: Parameter, given: Mapping[str, Any]) -> float:
    if number.name not in given and number.default is not None:
        return number.default
    if number.name not in given:
        raise PolicyError(f"{where} missing key {number.name!r}: {number.meaning}, in {number.unit}")
    value = given[number.name]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PolicyError(f"{where} {number.name}: expected a number, found {_found(value)}")
    if not number.low <= value <= number.high:
        raise PolicyError(
            f"{where} {number.name}: expected {number.low:g} to {number.high:g} {number.unit}, found {_found(value)}"
        )
    return float(value)


def _read_file(name: str) -> Mapping[str, Any]:
    try:
        if name in BUILT_IN:
            content = read_toml(os.path.join(os.path.dirname(__file__), f"{name}.toml"))
        else:
            content = read_toml(name)
    except FileNotFoundError:
        raise PolicyError(f"policy: expected {_policies_like(name)}: found {name!r}") from None
    except TomlError as error:
        raise PolicyError(f"policy {name!r}: expected a TOML file: {error}") from None
    for key in content:
        if key not in ("bid", "play", "about", "kinds"):
            raise PolicyError(
                f"policy {name!r}: unknown key {echo(key)}: expected about, [bid] and [play], or [[kinds]]"
            )
    if not isinstance(about := content.get("about", ""), str):
        raise PolicyError(f"policy {name!r}: about: expected a text, found {echo(about)}")
    return content
