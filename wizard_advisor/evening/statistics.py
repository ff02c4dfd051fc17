"""What an evening tells of its players: bids made, tricks over and under, and how my bids against the advice did."""

from dataclasses import dataclass
from typing import Any

from .pad import Pad


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One player in the rounds that are whole.

    made: bids that were made. over, under: tricks taken above the bids, and below them. bids: the sum of the bids.
    """

    player: str
    rounds: int
    made: int
    over: int
    under: int
    bids: int
    points: int

    def to_dict(self) -> dict[str, Any]:
        """The statistics as plain data, ready for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class AgainstAdvice:
    """My bids that were not the advised ones.

    scored: points they made. expected: points to expect of the bids advised instead. chosen: points to expect of the
    bids I made, by the same answers. to_win: how many of the bids advised were to win, where another scores more.
    """

    bids: int
    scored: int
    expected: float
    chosen: float
    to_win: int = 0

    @property
    def gained(self) -> float:
        """Points gained by them, or lost, against what the advice could expect."""
        return self.scored - self.expected


@dataclass(frozen=True, slots=True)
class ToWin:
    """My bids that were advised to win where others score more. cost: points to expect that were given up for it."""

    bids: int
    cost: float


def statistics(pad: Pad) -> list[PlayerStatistics]:
    """One for each player, in the order of the table."""
    found = []
    for name in pad.table.players:
        misses = [round.tricks[name] - round.bids[name] for round in pad.past]
        found.append(
            PlayerStatistics(
                player=name,
                rounds=len(misses),
                made=misses.count(0),
                over=sum(miss for miss in misses if miss > 0),
                under=-sum(miss for miss in misses if miss < 0),
                bids=sum(round.bids[name] for round in pad.past),
                points=pad.scores[name],
            )
        )
    return found


def against_advice(pad: Pad) -> AgainstAdvice:
    """How my bids against the advice did, in the rounds that are whole."""
    me = pad.table.me
    mine = [
        (round.points()[me], round.advised)
        for round in pad.past
        if round.advised is not None and round.advised.bid != round.bids[me]
    ]
    return AgainstAdvice(
        bids=len(mine),
        scored=sum(points for points, _ in mine),
        expected=sum(advised.expected for _, advised in mine),
        chosen=sum(advised.chosen for _, advised in mine),
        to_win=sum(advised.most is not None for _, advised in mine),
    )


def bids_to_win(pad: Pad) -> ToWin:
    """What bids to win, made as they were advised, cost in points, in the rounds that are whole."""
    made = [round.advised for round in pad.past if round.advised and round.advised.bid == round.bids[pad.table.me]]
    costs = [advised.most - advised.expected for advised in made if advised.most is not None]
    return ToWin(len(costs), sum(costs))


def winners(pad: Pad) -> tuple[str, ...]:
    """Those with the most points."""
    best = max(pad.scores.values())
    return tuple(name for name in pad.table.players if pad.scores[name] == best)
