"""What to bid: the trump to name, when an answer is clear, what repeats it."""

from dataclasses import replace
from typing import Any

import pytest
from players import RANDOM, SIMPLE, STANDARD, changed, population
from samples import NAMED

from wizard_advisor.advice import bid
from wizard_advisor.advice.bid import advise
from wizard_advisor.advice.results import Advice
from wizard_advisor.notation import parse_situation

MIXED = population(
    "mixed", careful=(0.6, changed(STANDARD, "careful", slip=3.0)), thumb=(0.3, SIMPLE), any=(0.1, RANDOM)
)


# The trump to name


def named(monkeypatch: pytest.MonkeyPatch, *scores: float, error: float = 0.2, clear: bool = True) -> Advice:
    """The answer where naming each suit is worth these points, its bid clear or not."""

    def advise_bid(situation: Any, request: Any) -> Advice:
        answer = NAMED[situation.trump]
        more = scores[situation.trump] - answer.estimate(answer.recommended).expected_score
        rows = (replace(row, expected_score=row.expected_score + more, standard_error=error) for row in answer.bids)
        return replace(answer, situation=situation, clear=clear, bids=tuple(rows))

    monkeypatch.setattr(bid, "_advise_bid", advise_bid)
    return advise(parse_situation("4p up=W seat=4 : W AS KH 10H 3H"))


@pytest.mark.parametrize("best", range(4))
def test_the_best_suit_is_named(monkeypatch: pytest.MonkeyPatch, best: int) -> None:
    scores = [10.0, 11.0, 9.0, 8.0]
    scores[best] = 20.0
    found = named(monkeypatch, *scores)
    assert (found.recommended_trump, found.recommended, found.clear) == (best, 2, True)
    assert found.situation.trump is None
    assert [answer.situation.trump for answer in found.trumps] == [0, 1, 2, 3]
    assert found.bids == found.trumps[best].bids


@pytest.mark.parametrize(
    ("scores", "error", "clear"),
    [
        ((20.0, 19.0, 5.0, 5.0), 0.2, True),  # 1 point is 3.5 times the error of a difference, 0.28
        ((20.0, 19.2, 5.0, 5.0), 0.2, False),  # 0.8 is 2.8 times it
        ((5.0, 19.2, 5.0, 20.0), 0.2, False),
        ((20.0, 20.0, 5.0, 5.0), 0.0, False),
        ((20.0, 19.95, 5.0, 5.0), 0.0, False),  # too little to matter
        ((20.0, 19.85, 5.0, 5.0), 0.0, True),
    ],
)
def test_a_suit_is_clear_only_if_no_other_comes_near(
    monkeypatch: pytest.MonkeyPatch, scores: tuple[float, ...], error: float, clear: bool
) -> None:
    assert named(monkeypatch, *scores, error=error).clear == clear


def test_a_suit_whose_bid_is_not_clear_is_not_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not named(monkeypatch, 20.0, 5.0, 5.0, 5.0, clear=False).clear


@pytest.mark.compiled
def test_two_suits_that_are_alike_are_not_called_clear() -> None:
    """Spades and hearts are exchanged for each other."""
    found = advise(parse_situation("4p up=W seat=4 : W W AS AH"), seed=1, deals=4_000)
    assert found.recommended_trump in (0, 1)
    best = found.trumps[found.recommended_trump]
    assert best.clear
    assert not found.clear
    alone = advise(parse_situation("4p up=W seat=4 : W AS KS QS JS"), seed=1, deals=4_000)
    assert (alone.recommended_trump, alone.clear) == (0, True)


# The same answer


@pytest.mark.compiled
@pytest.mark.parametrize("opponents", ["people", MIXED, ("simple", MIXED, "people")], ids=["people", "mixed", "each"])
def test_threads_never_change_an_answer(opponents: Any) -> None:
    asked = parse_situation("4p up=7S seat=3 bids=2,1 : AS KS 10H 3D 2C")

    def answer(threads: int, seed: int = 5) -> Advice:
        return replace(
            advise(asked, opponents=opponents, policy=MIXED, deals=900, seed=seed, threads=threads), seconds=0
        )

    one = answer(1)
    assert one == answer(2) == answer(3)
    assert one.tries > 900
    assert answer(1, seed=6).bids != one.bids


@pytest.mark.compiled
def test_what_was_asked_for_is_in_the_answer() -> None:
    told: list[tuple[int, int]] = []
    asked = parse_situation("4p up=7S seat=4 bids=1,1,1 hook=dealer : AS KS 10H 3D 2C")
    found = advise(asked, deals=1_200, consider=[3, 2, 1], seed=9, progress=lambda *state: told.append(state))
    assert [row.bid for row in found.bids] == [1, 2, 3]
    assert [row.legal for row in found.bids] == [True, False, True]
    assert found.recommended != 2
    assert (found.deals, found.stop, found.seed, found.inference) == (1_200, "deals", 9, True)
    assert told[-1] == (1_200, 1_200)
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert (found.policy, found.opponents) == ("standard", ("people",) * 3)
