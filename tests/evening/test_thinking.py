"""Advice computed while people talk."""

import sys
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from evening_samples import TABLE

from wizard_advisor.errors import SituationError
from wizard_advisor.evening.thinking import Thinker, likely_next
from wizard_advisor.notation import parse_situation
from wizard_advisor.situation import Situation

ONE, TWO, THREE = (parse_situation(f"4p up=7S seat=3 {bids}: AS KS 10H") for bids in ("", "bids=1 ", "bids=1,0 "))


class Asked:
    """Stands for `advise`: answers when it is let, and remembers what it was asked."""

    def __init__(self) -> None:
        self.situations: list[Situation] = []
        self.options: dict[str, Any] = {}
        self.given_up: list[Situation] = []
        self.let = threading.Event()
        self.begun = threading.Event()

    def advise(self, situation: Situation, progress: Any, **options: Any) -> Any:
        self.situations.append(situation)
        self.options = options
        self.begun.set()
        while not self.let.wait(0.001):
            try:
                progress(1, 2)
            except Exception:
                self.given_up.append(situation)
                raise
        return SimpleNamespace(situation=situation)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    found = Asked()
    monkeypatch.setitem(sys.modules, "wizard_advisor.advice.bid", found)
    yield found
    found.let.set()


def test_what_was_prepared_is_not_asked_again(asked: Asked) -> None:
    asked.let.set()
    with Thinker(TABLE, 1) as thinker:
        thinker.prepare(ONE, TWO)
        assert [thinker.advice(each).situation for each in (ONE, TWO, ONE)] == [ONE, TWO, ONE]
        thinker.prepare(THREE)
        assert thinker.advice(THREE).situation == THREE
        assert thinker.advice(ONE).situation == ONE
    assert asked.situations == [ONE, TWO, THREE]
    assert asked.options["seed"] == TABLE.seed and asked.options["deals"] == TABLE.deals


def test_what_is_no_longer_wanted_is_given_up(asked: Asked) -> None:
    with Thinker(TABLE, 1) as thinker:
        thinker.prepare(ONE, TWO)
        assert asked.begun.wait(10)
        assert thinker.busy
        thinker.prepare(TWO, THREE)  # ONE is being computed: it gives way
        while ONE not in asked.given_up:
            pass
        asked.let.set()
        assert thinker.advice(TWO).situation == TWO
        assert thinker.advice(ONE).situation == ONE  # asked for all the same, later
    assert asked.given_up == [ONE]
    assert asked.situations.count(ONE) == 2


def test_a_fault_is_raised_where_the_answer_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    def advise(*_: Any, **__: Any) -> Any:
        raise SituationError("opponents: none")

    monkeypatch.setitem(sys.modules, "wizard_advisor.advice.bid", SimpleNamespace(advise=advise))
    with Thinker(TABLE) as thinker:
        thinker.prepare(ONE)
        for _ in range(2):
            with pytest.raises(SituationError, match="opponents: none"):
                thinker.advice(ONE)


def test_who_has_to_wait_is_told(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wizard_advisor.evening.thinking.PATIENCE", 0.01)
    with Thinker(TABLE, 1, asked.let.set) as thinker:
        assert thinker.advice(ONE).situation == ONE


def test_warming_up_keeps_no_answer_waiting(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = []
    cards = SimpleNamespace(advise_card=lambda turn, **_: turns.append(turn))
    monkeypatch.setitem(sys.modules, "wizard_advisor.advice.card", cards)
    with Thinker(TABLE, 1) as thinker:
        thinker.warm_up()
        while not asked.situations:
            pass
        thinker.prepare(ONE)
        while ONE not in asked.situations:
            pass
        asked.let.set()
        assert thinker.advice(ONE).situation == ONE
        while thinker.busy or not turns:
            pass
    assert [situation.bids for situation in asked.situations if situation != ONE] == [(1, 1), ()]
    assert all(situation.scores for situation in (asked.situations[0], *turns))  # as most questions are


def test_the_next_bid_is_guessed() -> None:
    assert [guess.bids for guess in likely_next(TWO)] == [(1, 1), (1, 0), (1, 2), (1, 3)]
    assert likely_next(THREE) == []
    assert likely_next(parse_situation("4p up=7S seat=3 hidden: AS KS 10H")) == []
    assert likely_next(parse_situation("4p up=W seat=4 : AS KS 10H")) == []


@pytest.mark.compiled
def test_the_same_evening_gives_the_same_advice() -> None:
    from wizard_advisor.advice.bid import advise

    with Thinker(TABLE, 1) as thinker:
        found = thinker.advice(THREE)
        again, explanation = thinker.explain(THREE)
    assert found is again
    assert explanation.bids[0] == found.recommended
    expected = advise(THREE, deals=TABLE.deals, seed=TABLE.seed)
    assert [row.tricks for row in found.bids] == [row.tricks for row in expected.bids]
