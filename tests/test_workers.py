"""Work spread over threads."""

import itertools
import threading
import time
from typing import Any

import pytest

from wizard_advisor.workers import Workers


def square(number: int) -> int:
    time.sleep(0.001 * (number % 3))
    return number * number


def test_results_come_in_order_and_nothing_of_nothing() -> None:
    with Workers(3) as workers:
        assert list(workers.map(square, range(300))) == [number * number for number in range(300)]
        assert list(workers.map(square, [2, None, 3])) == [4, None, 9]
        assert list(workers.map(square, [])) == []


def test_items_are_taken_a_bounded_number_ahead() -> None:
    taken = itertools.count()
    with Workers(2) as workers:
        for result in workers.map(square, (next(taken) for _ in itertools.repeat(None))):
            if result == 100:
                break
    time.sleep(0.05)
    assert next(taken) < 1000


def test_errors_are_raised_in_their_place() -> None:
    def items() -> Any:
        yield "1"
        yield "2"
        raise OSError("no more")

    with Workers(2) as workers:
        found = workers.map(int, items())
        assert [next(found), next(found)] == [1, 2]
        with pytest.raises(OSError, match="no more"):
            next(found)
        found = workers.map(int, ["1", "x", "2"])
        assert next(found) == 1
        with pytest.raises(ValueError, match="invalid literal"):
            next(found)


def test_idle_is_called_before_a_result_is_waited_for() -> None:
    found: list[int | None] = []
    gate = threading.Event()

    def pass_gate(number: int) -> bool:
        return number < 2 or gate.wait(60)

    def idle() -> None:
        if len(found) == 2:
            gate.set()

    with Workers(2) as workers:
        found.extend(iter(workers.map(pass_gate, [0, 1, 2], idle=idle)))
    assert found == [True, True, True]


def test_stop_finishes_what_was_begun() -> None:
    stop = threading.Event()
    done = []
    with Workers(2) as workers:
        for result in workers.map(square, itertools.count(), stop=stop):
            done.append(result)
            if len(done) == 20:
                stop.set()
    assert done == [number * number for number in range(len(done))]
    assert 20 <= len(done) <= 24
