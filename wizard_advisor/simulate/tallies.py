"""What many deals add up to, candidate by candidate."""

from typing import Any, Final, NamedTuple

import numpy as np

from ..cards import lowest_card
from .jit import inner
from .layout import Ints, Room, zeros_apart

NO_RESULTS: Final[Ints] = np.zeros((0, 1, 1), np.int64)  # for `note_results`, where they are not wanted


class Tallies(NamedTuple):
    """What many deals add up to, in the order of the candidates: bids, or cards to play."""

    tricks: Ints  # [candidate, taken]: deals
    takers: Ints  # [candidate, card]: tricks taken with that card
    gaps: Ints  # [a, b]: the sum of score(a) − score(b), in units of 10 points …
    squares: Ints  # … and of its square


def make_tallies(count: int, cards: int) -> Tallies:
    """Empty tallies for `count` candidates in a round of this many cards."""
    shapes = ((count, cards + 1), (count, 64), (count, count), (count, count))
    return Tallies(*(zeros_apart(shape, np.int64) for shape in shapes))


@inner
def add_result(tallies: Tallies, room: Room, i: int, bid: int, taken: int, takers: int) -> None:
    """Count a deal in which the candidate at place `i` took `taken` tricks after this bid, with the cards `takers`."""
    tallies.tricks[i, taken] += 1
    room.scores[i] = 2 + taken if taken == bid else -abs(taken - bid)
    while takers:
        tallies.takers[i, lowest_card(takers)] += 1
        takers &= takers - 1


@inner
def note_results(results: Any, room: Room, at: int, i: int, players: int) -> None:
    """Write what every player scored in a deal, in tens of points, to results[at, i]."""
    for q in range(players):
        need = room.needs[q]
        results[at, i, q] = 2 + room.bids[q] if need == 0 else -abs(need)


@inner
def add_gaps(tallies: Tallies, room: Room, count: int) -> None:
    """Count the differences between the scores of all candidates in a deal."""
    for i in range(count):
        for j in range(i):
            gap = room.scores[i] - room.scores[j]
            tallies.gaps[i, j] += gap
            tallies.gaps[j, i] -= gap
            tallies.squares[i, j] += gap * gap
            tallies.squares[j, i] += gap * gap
