"""The race of candidates: who is dropped, who comes back, what is clear; on made-up results of deals."""

from collections.abc import Sequence

import numpy as np
import pytest

from wizard_advisor.advice.race import LEAST_CLEAR, Race, split
from wizard_advisor.simulate.layout import Ints
from wizard_advisor.simulate.tallies import Tallies

# One "trick" scores 10 points, none 0: then a candidate's score in a deal is its outcome × 10.
SCORES: Ints = np.array([[0, 10]] * 4, np.int64)


def race(outcomes: Sequence[Sequence[int]], legal: Sequence[bool] = (True, True, True, True), threads: int = 1) -> Race:
    """A race in which candidate i takes outcomes[i][deal % its length] tricks."""

    def play_block(running: Ints, first: int, last: int, tallies: Tallies, _: object) -> int:
        for deal in range(first, last):
            taken = [outcomes[i][deal % len(outcomes[i])] for i in running]
            for a, one in enumerate(taken):
                tallies.tricks[a, one] += 1
                for b, other in enumerate(taken):
                    tallies.gaps[a, b] += one - other
                    tallies.squares[a, b] += (one - other) ** 2
        return last - first

    return Race(SCORES[: len(outcomes)], np.array(legal[: len(outcomes)]), play_block, threads, least=100)


def test_means_gaps_and_errors_are_those_of_the_deals() -> None:
    found = race([[1, 1, 1, 0], [1, 0]])
    found.play(8)
    assert found.means().tolist() == [7.5, 5.0]
    assert found.leader() == 0
    # The differences of a deal are 0, 10, 0, 0 points, over and over.
    assert found.gap(0, 1) == (2.5, pytest.approx((100 / 4 - 2.5**2) ** 0.5 / 8**0.5))
    assert found.error(0) == pytest.approx((100 * 0.75 * 0.25 / 8) ** 0.5)


def test_hopeless_candidates_are_dropped_but_not_the_best_rival() -> None:
    found = race([[1], [0, 1], [0, 0, 1], [0]])
    found.play(200)
    assert found.dropped.tolist() == [False, False, True, True]
    found.play(200)
    assert found.tricks.sum(axis=1).tolist() == [400, 400, 200, 200]
    assert found.both[0].tolist() == [400, 400, 200, 200]


def test_nobody_is_dropped_too_early() -> None:
    found = race([[1], [0], [0], [0]])
    found.play(99)
    assert not found.dropped.any()


def test_a_dropped_candidate_comes_back_when_the_leader_falls() -> None:
    leader = [1] * 200 + [0] * 800
    found = race([leader, [0, 1], [0, 0, 1], [0, 0, 0, 1]])
    found.play(200)
    assert found.dropped.tolist() == [False, False, True, True]
    found.play(400)
    assert found.leader() == 1
    assert not found.dropped[2] or found.gap(1, 2)[0] > 4 * found.gap(1, 2)[1]
    assert not found.dropped[0]


def test_the_best_rival_is_a_legal_one() -> None:
    found = race([[1], [0, 1], [0, 0, 1], [0]], legal=(True, False, True, True))
    found.play(200)
    assert found.dropped.tolist() == [False, True, False, True]


def test_nothing_is_clear_after_a_handful_of_deals() -> None:
    found = race([[1], [0]])
    found.play(LEAST_CLEAR - 1)
    assert not found.is_clear()
    found.play(1)
    assert found.is_clear()


def test_auto_stops_when_it_is_clear_and_at_the_limit_when_it_is_not() -> None:
    assert race([[1], [0, 1]]).run(None, limit=10_000, least=500, progress=None) == "clear"
    tie = race([[0, 1], [1, 0]])
    assert tie.run(None, limit=1_000, least=500, progress=None) == "limit"
    assert tie.done == 1_000
    fixed = race([[1], [0, 1]])
    assert fixed.run(777, limit=1, least=1, progress=None) == "deals"
    assert fixed.done == 777


def test_threads_change_no_tally() -> None:
    one, three = race([[1, 0, 1], [0, 1]]), race([[1, 0, 1], [0, 1]], threads=3)
    for found in (one, three):
        found.run(5_000, limit=1, least=1, progress=None)
    assert (one.tricks == three.tricks).all()
    assert (one.squares == three.squares).all()


@pytest.mark.parametrize("first, last, parts", [(0, 5, 2), (3, 4, 8), (10, 100, 7)])
def test_blocks_cover_every_deal_once(first: int, last: int, parts: int) -> None:
    blocks = split(first, last, parts)
    assert [deal for block in blocks for deal in range(*block)] == list(range(first, last))
    assert len(blocks) <= parts
