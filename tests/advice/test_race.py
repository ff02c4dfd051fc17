"""The race of candidates: who is dropped, who comes back, what is clear; on made-up results of deals."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from wizard_advisor.advice.race import FAVOUR, LEAST_CLEAR, Race, halving, split
from wizard_advisor.advice.results import NEGLIGIBLE
from wizard_advisor.simulate.layout import Ints
from wizard_advisor.simulate.tallies import Tallies

# One "trick" scores 10 points, none 0: then a candidate's score in a deal is its outcome × 10.


def race(
    outcomes: Sequence[Sequence[int]],
    legal: Sequence[bool] = (True, True, True, True),
    threads: int = 1,
    favoured: int = -1,
) -> Race:
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

    scores = np.array([[0, 10]] * len(outcomes), np.int64)
    return Race(scores, np.array(legal[: len(outcomes)]), play_block, threads, least=100, favoured=favoured)


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


def test_a_small_gap_drops_once_it_is_sure() -> None:
    found = race([[1], [1] * 19 + [0], [1] * 9 + [0]])
    found.play(400)
    assert found.gap(0, 2) == (1.0, pytest.approx(0.15))
    assert found.dropped.tolist() == [False, False, True]


def test_the_leader_is_a_legal_one() -> None:
    found = race([[1], [0]], legal=(False, True))
    found.play(100)
    assert found.leader() == 1


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


def test_what_matters_to_nobody_is_never_clear() -> None:
    found = race([[1], [1] * 199 + [0]])
    found.play(40_000)
    gap, error = found.gap(0, 1)
    assert 10 * error < gap < NEGLIGIBLE
    assert not found.is_clear()


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


# Few deals, for the better half


@pytest.mark.parametrize("candidates", range(1, 12))
@pytest.mark.parametrize("deals", [1, 2, 5, 60, 1000])
def test_stages_cost_what_all_deals_for_all_would(candidates: int, deals: int) -> None:
    stages = halving(candidates, deals)
    assert stages[0][0] == candidates
    assert all(later == (size + 1) // 2 for (size, _), (later, _) in pairwise(stages))
    cost = sum(size * more for size, more in stages)
    assert deals * candidates - candidates < cost <= deals * candidates
    if deals >= 60:
        assert stages[-1][0] == min(candidates, 2)


def naive_halving(outcomes: Sequence[Sequence[int]], deals: int, favoured: int) -> tuple[list[int], int]:
    """The deals each candidate is played out in, and the best one, as told in words."""
    played = [0] * len(outcomes)
    still = list(range(len(outcomes)))

    def worth(i: int) -> float:
        total = sum(10 * outcomes[i][deal % len(outcomes[i])] for deal in range(played[i]))
        return total + (FAVOUR if i == favoured else 0)

    for size, more in halving(len(outcomes), deals):
        still = sorted(still, key=lambda i: (-worth(i), i))[:size]
        for i in still:
            played[i] += more
    best = max(still, key=lambda i: (worth(i), -i))
    return played, best


@pytest.mark.parametrize("number", range(40))
def test_the_better_half_gets_more_deals(number: int) -> None:
    chance = np.random.default_rng(number)
    count, deals = int(chance.integers(1, 9)), int(chance.integers(1, 80))
    outcomes = chance.integers(0, 2, (count, int(chance.integers(1, 50)))).tolist()
    favoured = int(chance.integers(-1, count))
    found = race(outcomes, [True] * count, threads=1 + number % 3, favoured=favoured)
    assert found.halve(deals, None) == "deals"
    played, best = naive_halving(outcomes, deals, favoured)
    assert found.tricks.sum(axis=1).tolist() == played
    assert found.done == max(played)
    assert found.dropped.tolist() == [some < found.done for some in played]
    assert found.best() == best
    assert all(found.both[best, i] == played[i] for i in range(count))


def test_the_favoured_is_recommended_until_the_deals_speak_against_it() -> None:
    found = race([[0], [1]], favoured=0)
    found.play(FAVOUR // 10 - 1)
    assert (found.leader(), found.best()) == (1, 0)
    found.play(1)
    assert (found.leader(), found.best()) == (1, 1)


def test_one_that_left_after_few_deals_makes_nothing_clear() -> None:
    found = race([[1], [0, 1], [0], [0]])
    found.halve(LEAST_CLEAR, None)
    assert found.done >= LEAST_CLEAR
    assert not found.is_clear()
    more = race([[1], [0, 1], [0], [0]])
    more.halve(3 * LEAST_CLEAR, None)
    assert more.is_clear()
