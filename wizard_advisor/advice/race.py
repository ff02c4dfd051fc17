"""A race of candidates, bids or cards to play, on common deals: tallies, who leads, who drops out, when to stop."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..simulate.layout import Ints
from ..simulate.tallies import Tallies, make_tallies
from .request import OnProgress
from .results import NEGLIGIBLE, NOISE

LARGEST_BATCH: Final = 16_000  # so that an interruption is heard and progress is seen
LEAST_CLEAR: Final = 100  # deals before which an error is not known well enough to call anything clear
DROP: Final = 4.0  # standard errors of its gap that drop a candidate from the race, until the leader falls

PlayBlock = Callable[[Ints, int, int, Tallies], int]


class Race:
    """The tallies of all candidates, and which of them are still played out.

    scores[i, k]: the points of candidate i when k tricks are taken. legal: which candidates may be chosen.
    play_block: plays the deals from one number to before another for the candidates at these places, adds to the
    tallies and returns how many were tried in all; called from several threads. least: deals before which nobody is
    dropped.
    """

    def __init__(self, scores: Ints, legal: NDArray[np.bool_], play_block: PlayBlock, threads: int, least: int) -> None:
        count = len(scores)
        self.scores = scores
        self.legal = legal
        self.play_block = play_block
        self.threads = threads
        self.least = least
        self.tricks, self.takers, self.gaps, self.squares = make_tallies(count, scores.shape[1] - 1)
        self.both: Ints = np.zeros((count, count), np.int64)  # deals that two candidates were both played on
        self.dropped = np.zeros(count, np.bool_)
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

    def play(self, deals: int) -> None:
        """Play a batch of deals for every candidate in the race."""
        running = np.flatnonzero(~self.dropped)
        batch = split(self.done, self.done + deals, self.threads)
        with ThreadPoolExecutor(len(batch)) as pool:
            parts = list(pool.map(partial(self._play_block, running), batch))
        pairs = np.ix_(running, running)
        for tallies, dealt in parts:
            self.tricks[running] += tallies.tricks
            self.takers[running] += tallies.takers
            self.gaps[pairs] += tallies.gaps
            self.squares[pairs] += tallies.squares
            self.dealt += dealt
        self.both[pairs] += deals
        self.done += deals
        self._drop()

    def _play_block(self, running: Ints, block: tuple[int, int]) -> tuple[Tallies, int]:
        tallies = make_tallies(len(running), self.scores.shape[1] - 1)
        return tallies, self.play_block(running, *block, tallies)

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
        return int(np.where(self.legal, self.means(), -np.inf).argmax())

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
        gap, gap_error = self.gap(self.leader(), i)
        return {
            "expected_score": float(self.means()[i]),
            "standard_error": self.error(i),
            "probability_made": chances[bid],
            "tricks": chances,
            "deals": deals,
            "gap": gap,
            "gap_standard_error": gap_error,
            "dropped": bool(self.dropped[i]),
        }

    def _drop(self) -> None:
        """Drop those that are clearly worse than the leader, and let those back in that no longer are.

        The best legal rival stays: its gap is what the answer is judged by, and dropping it when it looks worst would
        make that gap look larger than it is.
        """
        leader = self.leader()
        rivals = np.where(self.legal & (np.arange(len(self.scores)) != leader), self.means(), -np.inf)
        rival = int(rivals.argmax())
        for i in range(len(self.scores)):
            mean, error = self.gap(leader, i)
            self.dropped[i] = i not in (leader, rival) and self.done >= self.least and mean > DROP * error

    def is_clear(self) -> bool:
        """Whether the best legal candidate beats every other by more than chance and by enough to matter."""
        if self.done < LEAST_CLEAR:
            return False
        leader = self.leader()
        gaps = (self.gap(leader, i) for i in range(len(self.scores)) if i != leader and self.legal[i])
        return all(mean >= NEGLIGIBLE and mean > NOISE * error for mean, error in gaps)


def split(first: int, last: int, parts: int) -> list[tuple[int, int]]:
    """Cut the numbers from `first` to before `last` into at most `parts` blocks of about the same length.

    >>> split(0, 5, 2)
    [(0, 2), (2, 5)]
    """
    parts = max(1, min(parts, last - first))
    cuts = [first + (last - first) * i // parts for i in range(parts + 1)]
    return list(pairwise(cuts))
