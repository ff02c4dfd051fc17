"""The table of an evening: who sits where, who deals in which round, by what rules, and how advice is asked for."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from ..advice.checks import check_seed
from ..cards import PACK_SIZE
from ..errors import SituationError, echo
from ..policy.files import BUILT_IN
from ..situation import OBJECTIVES, check_hook
from ..spelling.words import LANGUAGES
from ..values import is_whole

LONGEST_NAME: Final = 20  # characters
MOST_DEALS: Final = 10**6  # per bid
DEALS: Final = 2000  # per bid: an answer that is there at once
OLDER: Final = {"objective": "points", "language": ""}  # of evenings that were begun when there was nothing to choose


@dataclass(frozen=True, slots=True)
class Table:
    """An evening as it was begun; SituationError, with the reason, for what cannot be.

    players: 3–6 names in the order they sit, each left of the one before. me: the one who is advised. dealer: of round
    1. rounds: how many are played; round k has k cards. hook: one of `situation.HOOKS`. begun: the day, as 2026-12-31.
    seed, deals, policy, opponents, inference, objective: how advice is asked for, see `advice.bid.advise`. language: a
    code of `words.LANGUAGES` in whose letters cards are typed, "" for everybody's.
    """

    players: tuple[str, ...]
    me: str
    dealer: str
    rounds: int
    hook: str = "none"
    hidden_bids: bool = False
    begun: str = ""
    seed: int = 0
    deals: int = DEALS
    policy: str = "standard"
    opponents: tuple[str, ...] = ("people",)
    inference: bool = True
    objective: str = "win"
    language: str = ""

    def __post_init__(self) -> None:
        check_names(self.players)
        for field, name in (("me", self.me), ("dealer", self.dealer)):
            if name not in self.players:
                raise SituationError(f"{field}: expected one of {', '.join(self.players)}: found {echo(name)}")
        most = PACK_SIZE // len(self.players)
        if not is_whole(self.rounds) or not 1 <= self.rounds <= most:
            raise SituationError(
                f"rounds: expected 1 to {most} with {len(self.players)} players: found {echo(self.rounds)}"
            )
        check_hook(self.hook, self.hidden_bids)
        if self.objective not in OBJECTIVES:
            raise SituationError(f"objective: expected one of {', '.join(OBJECTIVES)}: found {echo(self.objective)}")
        if self.language and self.language not in LANGUAGES:
            raise SituationError(f"language: expected one of {', '.join(LANGUAGES)}: found {echo(self.language)}")

        self._check_advice()

    def _check_advice(self) -> None:
        """What advice is asked for with can be: else it would only be told when the first bid is due."""
        if not is_whole(self.deals) or not 1 <= self.deals <= MOST_DEALS:
            raise SituationError(f"deals: expected a whole number from 1 to {MOST_DEALS}: found {echo(self.deals)}")
        check_seed(self.seed)
        others = len(self.players) - 1
        if len(self.opponents) not in (1, others):
            raise SituationError(
                f"opponents: expected 1 policy or {others}, one for each from your left: found {len(self.opponents)}"
            )
        for field, policy in (("policy", self.policy), *(("opponents", name) for name in self.opponents)):
            if policy not in BUILT_IN and not (os.path.isabs(policy) and policy.isprintable()):
                raise SituationError(
                    f"{field}: expected {', '.join(BUILT_IN)} or a file with its whole path: found {echo(policy)}"
                )

    def dealer_of(self, number: int) -> str:
        """Who deals in a round; the deal passes to the left."""
        return self.players[(self.players.index(self.dealer) + number - 1) % len(self.players)]

    def order_of(self, number: int) -> tuple[str, ...]:
        """The players in the order they bid in a round, from the dealer's left to the dealer: seat 1 to the last.

        >>> Table(("Anna", "Ben", "Carla"), "Ben", "Anna", 20).order_of(2)
        ('Carla', 'Anna', 'Ben')
        """
        first = self.players.index(self.dealer_of(number)) + 1
        return self.players[first:] + self.players[:first]

    def turns_up(self, number: int) -> bool:
        """Whether a card is left to turn up in a round."""
        return len(self.players) * number < PACK_SIZE


def check_names(names: Sequence[str]) -> None:
    """Raise SituationError for names that cannot be those of a table's players."""
    if not 3 <= len(names) <= 6:
        raise SituationError(f"players: expected 3 to 6 names like Anna,Ben,Carla: found {len(names)}")
    for name in names:
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise SituationError(f"players: expected names of 1 to {LONGEST_NAME} characters: found {echo(name)}")
    known = [name.casefold() for name in names]
    for name in names:
        if known.count(name.casefold()) > 1:
            raise SituationError(f"players: expected every name once: {echo(name)} is there twice")


def name_among(field: str, text: str, players: Sequence[str]) -> str:
    """The player whose name this is, or begins like this; SituationError if it is nobody's or more than one's.

    >>> name_among("dealer", "ca", ("Anna", "Ben", "Carla"))
    'Carla'
    """
    wanted = text.strip().casefold()
    found = [name for name in players if name.casefold() == wanted] or [
        name for name in players if wanted and name.casefold().startswith(wanted)
    ]
    if len(found) != 1:
        raise SituationError(f"{field}: expected one of {', '.join(players)}: found {echo(text)}")
    return found[0]


def table_data(table: Table) -> dict[str, Any]:
    """A table as plain data, ready for JSON."""
    values = {field.name: getattr(table, field.name) for field in fields(table)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def read_table(content: Mapping[str, Any]) -> Table:
    """The table that plain data describe; SituationError for what is missing or cannot be."""
    given = {}
    content = {**OLDER, **content}
    for field in fields(Table):
        if field.name not in content:
            raise SituationError(f"{field.name}: expected in the first line: found none")
        value = content[field.name]
        if isinstance(value, list):
            value = tuple(value)
        sample = _SAMPLES[field.name]
        if type(value) is not type(sample) or (isinstance(value, tuple) and not all(isinstance(v, str) for v in value)):
            raise SituationError(f"{field.name}: expected {_WORDS[type(sample)]}: found {echo(content[field.name])}")
        given[field.name] = value
    return Table(**given)


_WORDS: Final = {tuple: "a list of names", str: "text", int: "a whole number", bool: "true or false"}
_EXAMPLE: Final = Table(("A", "B", "C"), "A", "A", 1)
_SAMPLES: Final = {field.name: getattr(_EXAMPLE, field.name) for field in fields(Table)}
