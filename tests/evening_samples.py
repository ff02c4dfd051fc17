"""Evenings that tests share, and the lines that make them."""

import random
from collections.abc import Iterable

from wizard_advisor.errors import WizardError
from wizard_advisor.evening.pad import Pad, enter, new_pad
from wizard_advisor.evening.reading import read_answer, read_more
from wizard_advisor.evening.table import Table

NAMES = ("Anna", "Ben", "Carla", "Dora")
TABLE = Table(NAMES, "Carla", "Anna", 15, hook="dealer", begun="2026-01-31", seed=1)
BEGIN = ("--players", ",".join(NAMES), "--me", "Carla", "--dealer", "Anna", "--hook", "dealer", "--seed", "1")


def typed(pad: Pad, lines: Iterable[str]) -> Pad:
    """The pad after these lines; each must be right."""
    for line in lines:
        pad = typed_one(pad, line)
    return pad


def typed_one(pad: Pad, line: str) -> Pad:
    word, _, rest = line.partition(" ")
    entry = read_more(pad, word, rest) if word in ("undo", "edit", "note", "play") else read_answer(pad.wanted, line)
    return enter(pad, entry)


def refused(pad: Pad, line: str) -> str:
    """Why a line is refused."""
    try:
        typed_one(pad, line)
    except WizardError as error:
        return str(error)
    raise AssertionError(f"{line!r} was taken")


class Sheet:
    """A score sheet filled by chance: for each round bids in turn and tricks in the order of the names."""

    def __init__(self, seed: int, table: Table = TABLE) -> None:
        chance = random.Random(seed)
        self.table = table
        self.bids: list[list[int]] = []
        self.tricks: list[list[int]] = []
        players = len(table.players)
        for cards in range(1, table.rounds + 1):
            tricks = [0] * players
            for _ in range(cards):
                tricks[chance.randrange(players)] += 1
            bids = [chance.randint(0, cards) for _ in range(players)]
            while sum(bids) == cards:
                bids[-1] = chance.randint(0, cards)
            self.bids.append(bids)
            self.tricks.append(tricks)

    def lines(self, number: int) -> list[str]:
        """The lines of a round without advice: what is turned up and my hand are not noted."""
        bids = list(map(str, self.bids[number - 1]))
        order = self.table.order_of(number)
        mine = order.index(self.table.me)
        parts = [bids[:mine], bids[mine : mine + 1], bids[mine + 1 :]]
        turned = ["-"] if self.table.turns_up(number) else []
        tricks = " ".join(map(str, self.tricks[number - 1]))
        return [*turned, "-", *(" ".join(part) for part in parts if part), tricks]

    def all_lines(self) -> list[str]:
        return [line for number in range(1, self.table.rounds + 1) for line in self.lines(number)]

    def totals(self) -> list[int]:
        """The last scores in the order of the names, added up as one does on paper."""
        totals = dict.fromkeys(self.table.players, 0)
        for number, (bids, tricks) in enumerate(zip(self.bids, self.tricks, strict=True), 1):
            bid_of = dict(zip(self.table.order_of(number), bids, strict=True))
            for name, taken in zip(self.table.players, tricks, strict=True):
                totals[name] += 20 + 10 * taken if taken == bid_of[name] else -10 * abs(taken - bid_of[name])
        return [totals[name] for name in self.table.players]


def after_rounds(sheet: Sheet, rounds: int) -> Pad:
    """The pad after some whole rounds of a sheet."""
    pad = new_pad(sheet.table)
    for number in range(1, rounds + 1):
        pad = typed(pad, sheet.lines(number))
    return pad
