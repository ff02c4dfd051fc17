"""Who wins the game: the scores so far, all players' points of a round, and the rounds after it.

The rest of the game is played out by policies some hundred times, once for all candidates; each deal of this round
meets some of these futures. Chances are counted in sixtieths, so that shared first places stay whole numbers.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Final

import numpy as np

from ..policy.files import Players
from ..simulate.layout import Ints
from ..simulate.rounds import play_rounds, points_of
from ..situation import HOOKS, Situation, rounds_left

FUTURES: Final = 512  # ways the rest of the game may go, at most
FUTURE_CARDS: Final = 80_000  # played in all of them: early, when they tell little, there are fewer
MEETINGS: Final = 16  # of them that each deal meets
SHARES: Final = 60  # a win alone; can be shared by 1 to 6 players
FUTURE_SEED: Final = 0x5DEECE66D  # what the seed is xor-ed with, so that futures are other deals


class Game:
    """The game that a round belongs to, as far as it is known: what wins it.

    weight: what a deal in which I surely win alone counts.
    """

    def __init__(self, situation: Situation, policies: Sequence[Players], seed: int, threads: int = 1) -> None:
        self.me = situation.seat - 1
        rest = rest_of_game(situation, policies, seed ^ FUTURE_SEED, threads)
        self.totals: Ints = np.array(situation.scores, np.int64) + rest  # [future, player], without this round
        self.meetings = min(MEETINGS, len(self.totals))
        self.weight = SHARES * self.meetings

    def room_for(self, deals: int, candidates: int) -> Ints:
        """Room for the results of some deals, as `wins` takes them."""
        return np.zeros((deals, candidates, self.totals.shape[1]), np.int64)

    @property
    def futures(self) -> int:
        """How many ways the rest of the game may go; 1 in the last round."""
        return len(self.totals)

    def met(self, first: int, deals: int) -> Ints:
        """The futures that some deals meet, [deal, meeting]."""
        numbers = np.arange(first, first + deals)[:, None] * self.meetings + np.arange(self.meetings)
        return np.asarray(numbers % self.futures)

    def wins(self, results: Ints, first: int) -> Ints:
        """What each candidate wins in each deal and meeting, 0 to `SHARES`: [deal, candidate, meeting].

        results[deal, candidate, player]: in tens of points, of the deals from number `first` on.
        """
        before = self.totals[self.met(first, len(results))].astype(np.int32)
        points = 10 * results.astype(np.int32)
        totals = [points[:, :, None, q] + before[:, None, :, q] for q in range(points.shape[2])]
        mine = totals.pop(self.me)
        winners = np.ones(mine.shape, np.int8)
        for other in totals:
            winners += other == mine
        wins = SHARES // winners
        for other in totals:
            wins[other > mine] = 0
        return wins.astype(np.int64)

    def by_future(self, wins: Ints, first: int) -> Ints:
        """The wins of each candidate in each future, and last the meetings: [future, candidate + 1]."""
        met = self.met(first, len(wins)).ravel()
        flat = np.moveaxis(wins, 1, 0).reshape(wins.shape[1], -1)
        sums = [np.bincount(met, own, minlength=self.futures) for own in flat]
        sums.append(np.bincount(met, minlength=self.futures))
        return np.asarray(np.array(sums).T, np.int64)


def rest_of_game(situation: Situation, policies: Sequence[Players], seed: int, threads: int = 1) -> Ints:
    """The points of the rounds after this one, [future, player], players by their seats in this round."""
    return _played_on(situation.players, tuple(sizes_left(situation)), situation.hook, tuple(policies), seed, threads)


@lru_cache(4)  # a round's questions, and those about suits to name, have the same futures
def _played_on(
    players: int, sizes: tuple[int, ...], hook: str, policies: tuple[Players, ...], seed: int, threads: int
) -> Ints:
    futures = min(FUTURES, FUTURE_CARDS // (players * sum(sizes))) if sizes else 1
    rest = np.zeros((futures, players), np.int64)

    def play(later: int) -> tuple[list[int], Ints]:
        # The deal passes to the left, so every player moves down one seat.
        at_seat = [(seat + later) % players for seat in range(players)]
        lineup = np.array([at_seat], np.int64)
        number = HOOKS.index(hook)
        records = play_rounds(sizes[later - 1], policies, lineup, seed=seed, first=0, deals=futures, hook=number)
        return at_seat, points_of(records)[:, 0]

    with ThreadPoolExecutor(threads) as pool:
        for at_seat, points in pool.map(play, range(len(sizes), 0, -1)):
            rest[:, at_seat] += points
    return rest


def sizes_left(situation: Situation) -> list[int]:
    """Cards per hand of the rounds after this one: one more in each."""
    return [situation.cards + later for later in range(1, rounds_left(situation) + 1)]
