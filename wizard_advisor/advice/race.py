"""A race of candidates, bids or cards to play, on common deals: tallies, who leads, who drops out, when to stop."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..simulate.layout import Ints
from ..simulate.tallies import NO_RESULTS, Tallies, make_tallies
from .request import OnProgress
from .results import NEGLIGIBLE, NOISE, POINTS, WIN
from .winning import SHARES, Game

LARGEST_BATCH: Final = 16_000  # so that an interruption is heard and progress is seen
LEAST_CLEAR: Final = 100  # deals before which an error is not known well enough to call anything clear
# Standard errors by which a candidate must win more often, to be taken before more points: there is hardly anything to
# gain before the last round, and much in it.
SURE_TO_WIN: Final = 2.0
SURE_AT_LAST: Final = 1.0
NEGLIGIBLE_WIN: Final = 0.005  # of a chance to win: no points are given up for less
FAVOUR: Final = 100  # points in all deals together by which a candidate must beat the one that is favoured
DROP: Final = 4.0  # standard errors of its gap that drop a candidate from the race, until the leader falls

PlayBlock = Callable[[Ints, int, int, Tallies, Ints], int]


class Race:
    """The tallies of all candidates, and which of them are still played out.

    scores[i, k]: the points of candidate i when k tricks are taken. legal: which candidates may be chosen.
    play_block: plays the deals from one number to before another for the candidates at these places, adds to the
    tallies, writes what all score to the last array if it has room (see `simulate.bids`) and returns how many were
    tried in all; called from several threads. least: deals before which nobody is dropped. game: what wins it, if the
    scores are known; then nobody is dropped. objective: what the best candidate is best at. favoured: the candidate to
    recommend as long as these deals hardly speak against it, so that a few deals do not decide by chance; −1: none.
    """

    def __init__(
        self,
        scores: Ints,
        legal: NDArray[np.bool_],
        play_block: PlayBlock,
        threads: int,
        least: int,
        game: Game | None = None,
        objective: str = POINTS,
        favoured: int = -1,
    ) -> None:
        count = len(scores)
        self.scores = scores
        self.legal = legal
        self.play_block = play_block
        self.threads = threads
        self.least = least
        self.tricks, self.takers, self.gaps, self.squares = make_tallies(count, scores.shape[1] - 1)
        self.both: Ints = np.zeros((count, count), np.int64)  # deals that two candidates were both played on
        self.dropped = np.zeros(count, np.bool_)
        self.out = np.zeros(count, np.bool_)  # dropped for good, by `halve`
        self.game = game
        self.objective = objective
        self.favoured = favoured
        self.by_future: Ints = np.zeros((game.futures if game else 0, count + 1), np.int64)  # wins, and last meetings
        self.wins: Ints = np.zeros(count, np.int64)
        self.win_own: Ints = np.zeros(count, np.int64)  # sums of squares
        self.win_gaps: Ints = np.zeros((count, count), np.int64)
        self.win_squares: Ints = np.zeros((count, count), np.int64)
        self.done = 0
        self.dealt = 0

    def run(self, deals: int | None, limit: int, least: int, progress: OnProgress | None) -> str:
        """Play `deals`, or at least `least` until the best candidate is clear, up to `limit`; return why it stopped.

        Batches grow; the first is as long as that before which nobody is dropped.
        """
        most = deals or limit
        while self.done < most:
            self.play(min(self.done or self.least, LARGEST_BATCH, most - self.done))
            if progress:
                progress(self.done, most)
            if deals is None and self.done >= least and self.is_clear():
                return "clear"
        return "deals" if deals else "limit"

    def halve(self, deals: int, progress: OnProgress | None) -> str:
        """Play `deals` for every candidate on average, more of them for the better ones; return why it stopped.

        In stages that cost about the same: after each the worse half is out, until two are left. With the game known,
        nobody is out.
        """
        stages = halving(len(self.scores), deals) if self.game is None else [(len(self.scores), deals)]
        most = sum(more for _, more in stages)
        for size, more in stages:
            self._keep_best(size)
            end = self.done + more
            while self.done < end:
                self._deal(min(LARGEST_BATCH, end - self.done))
                if progress:
                    progress(self.done, most)
        return "deals"

    def _keep_best(self, count: int) -> None:
        """Keep so many in the race for good: the best by their means, the favoured one a little ahead."""
        if self.done:
            worth = np.where(self.out, -np.inf, self.means())
            if self.favoured >= 0:
                worth[self.favoured] += FAVOUR / self.done
            self.out[np.argsort(-worth, kind="stable")[count:]] = True
            self.dropped = self.out.copy()

    def play(self, deals: int) -> None:
        """Play a batch of deals for every candidate in the race, and drop those that it shows to be hopeless."""
        self._deal(deals)
        self._drop()

    def _deal(self, deals: int) -> None:
        running = np.flatnonzero(~self.dropped)
        batch = split(self.done, self.done + deals, self.threads)
        with ThreadPoolExecutor(len(batch)) as pool:
            parts = list(pool.map(partial(self._play_block, running), batch))
        pairs = np.ix_(running, running)
        for tallies, dealt, results, first in parts:
            self.tricks[running] += tallies.tricks
            self.takers[running] += tallies.takers
            self.gaps[pairs] += tallies.gaps
            self.squares[pairs] += tallies.squares
            self.dealt += dealt
            if self.game is not None:
                self._count_wins(self.game.wins(results, first), first)
        self.both[pairs] += deals
        self.done += deals

    def _play_block(self, running: Ints, block: tuple[int, int]) -> tuple[Tallies, int, Ints, int]:
        tallies = make_tallies(len(running), self.scores.shape[1] - 1)
        results = NO_RESULTS if self.game is None else self.game.room_for(block[1] - block[0], len(running))
        return tallies, self.play_block(running, *block, tallies, results), results, block[0]

    def _count_wins(self, meetings: Ints, first: int) -> None:
        """Add the wins[deal, candidate, meeting] of some deals, which every candidate was played on."""
        assert self.game is not None
        self.by_future += self.game.by_future(meetings, first)
        wins = meetings.sum(axis=2)
        self.wins += wins.sum(axis=0)
        self.win_own += (wins * wins).sum(axis=0)
        for i in range(len(self.wins)):
            gaps = wins[:, i : i + 1] - wins
            self.win_gaps[i] += gaps.sum(axis=0)
            self.win_squares[i] += (gaps * gaps).sum(axis=0)

    def means(self) -> NDArray[np.float64]:
        """The expected score of every candidate."""
        return np.asarray((self.tricks * self.scores).sum(axis=1) / self.tricks.sum(axis=1))

    def error(self, i: int) -> float:
        """The standard error of the expected score of candidate `i`."""
        deals = int(self.tricks[i].sum())
        chances = self.tricks[i] / deals
        variance = float((chances * self.scores[i] ** 2).sum() - self.means()[i] ** 2)
        return float((max(variance, 0.0) / deals) ** 0.5)

    def leader(self) -> int:
        """The place of the best legal candidate."""
        return int(np.where(self.legal & ~self.out, self.means(), -np.inf).argmax())

    def best(self) -> int:
        """The place of the candidate to recommend: the best at the objective.

        In points, the favoured one as long as the deals hardly speak against it. Points decide where the chances to
        win cannot be told apart, so that noise never decides against them.
        """
        leader = self.leader()
        favoured = self.favoured
        if favoured >= 0 and not self.dropped[favoured] and 10 * self.gaps[leader, favoured] < FAVOUR:
            leader = favoured
        if self.objective != WIN:
            return leader
        winner = int(np.where(self.legal, self.wins, -1).argmax())
        more, error = self.win_gap(winner, leader)
        sure = SURE_TO_WIN if len(self.by_future) > 1 else SURE_AT_LAST
        return winner if more >= NEGLIGIBLE_WIN and more > sure * error else leader

    def win(self, i: int) -> tuple[float, float]:
        """The chance that candidate `i` wins the game, and its standard error."""
        return self._of_wins(int(self.wins[i]), int(self.win_own[i]), self.by_future[:, i])

    def win_gap(self, a: int, b: int) -> tuple[float, float]:
        """How much more often `a` wins than `b`, and the standard error of that."""
        more = self.by_future[:, a] - self.by_future[:, b]
        return self._of_wins(int(self.win_gaps[a, b]), int(self.win_squares[a, b]), more)

    def _of_wins(self, total: int, squares: int, by_future: Ints) -> tuple[float, float]:
        """A mean over deals from its sums, with an error that holds for other deals and for other futures."""
        assert self.game is not None
        mean = total / self.done / self.game.weight
        of_deals = (squares / self.done / self.game.weight**2 - mean * mean) / self.done
        means = by_future / np.maximum(self.by_future[:, -1], 1) / SHARES
        of_futures = float(means.var(ddof=1)) / len(means) if len(means) > 1 else 0.0
        return mean, max(of_deals + of_futures, 0.0) ** 0.5

    def gap(self, a: int, b: int) -> tuple[float, float]:
        """How much better `a` did than `b` on the deals both were played on, and the error of that, in points."""
        deals = int(self.both[a, b])
        mean = 10.0 * int(self.gaps[a, b]) / deals
        variance = 100.0 * int(self.squares[a, b]) / deals - mean * mean
        return mean, (max(variance, 0.0) / deals) ** 0.5

    def figures(self, i: int, bid: int) -> dict[str, Any]:
        """Candidate `i` by the names of `advice.Estimate`, when the bid to make is `bid`."""
        deals = int(self.tricks[i].sum())
        chances = tuple(map(float, self.tricks[i] / deals))
        gap, gap_error = self.gap(self.best(), i)
        return {
            "expected_score": float(self.means()[i]),
            "standard_error": self.error(i),
            "probability_made": chances[bid],
            "tricks": chances,
            "deals": deals,
            "gap": gap,
            "gap_standard_error": gap_error,
            "dropped": bool(self.dropped[i]),
        } | self._win_figures(i)

    def _win_figures(self, i: int) -> dict[str, Any]:
        """What `figures` has of winning; nothing where the scores are not known."""
        if self.game is None:
            return {}
        win, error = self.win(i)
        gap, gap_error = self.win_gap(self.best(), i)
        return {"win": win, "win_standard_error": error, "win_gap": gap, "win_gap_standard_error": gap_error}

    def _drop(self) -> None:
        """Drop those that are clearly worse than the leader, and let those back in that no longer are.

        The best legal rival stays: its gap is what the answer is judged by, and dropping it when it looks worst would
        make that gap look larger than it is.
        """
        if self.game is not None:
            return
        leader = self.leader()
        rivals = np.where(self.legal & (np.arange(len(self.scores)) != leader), self.means(), -np.inf)
        rival = int(rivals.argmax())
        for i in range(len(self.scores)):
            mean, error = self.gap(leader, i)
            self.dropped[i] = i not in (leader, rival) and self.done >= self.least and mean > DROP * error

    def is_clear(self) -> bool:
        """Whether the best legal candidate beats every other by more than chance and by enough to matter.

        To win, by its chance to win or, where that is as good, in points.
        """
        best = self.best()
        others = [i for i in range(len(self.scores)) if i != best and self.legal[i]]
        if self.both[best, [best, *others]].min() < LEAST_CLEAR:
            return False
        if self.objective == WIN:
            others = [i for i in others if not beats(*self.win_gap(best, i), NEGLIGIBLE_WIN)]
        return all(beats(*self.gap(best, i), NEGLIGIBLE) for i in others)


def beats(gap: float, error: float, negligible: float) -> bool:
    """Whether a gap is more than chance and enough to matter."""
    return gap >= negligible and gap > NOISE * error


def halving(candidates: int, deals: int) -> list[tuple[int, int]]:
    """Stages of a race in which the worse half is out after each: the candidates and the deals of every stage.

    In all `deals` × `candidates` are played out at most, in every stage about as many.

    >>> halving(8, 60), halving(2, 60), halving(3, 1)
    ([(8, 20), (4, 40), (2, 80)], [(2, 60)], [(3, 1)])
    """
    sizes = [candidates]
    while sizes[-1] > 2:
        sizes.append((sizes[-1] + 1) // 2)
    left = deals * candidates
    stages = []
    for number, size in enumerate(sizes):
        more = max(left // (len(sizes) - number) // size, 1)
        if left >= more * size:
            stages.append((size, more))
            left -= more * size
    return stages


def split(first: int, last: int, parts: int) -> list[tuple[int, int]]:
    """Cut the numbers from `first` to before `last` into at most `parts` blocks of about the same length.

    >>> split(0, 5, 2)
    [(0, 2), (2, 5)]
    """
    parts = max(1, min(parts, last - first))
    cuts = [first + (last - first) * i // parts for i in range(parts + 1)]
    return list(pairwise(cuts))
