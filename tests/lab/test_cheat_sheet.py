"""The cheat sheet: what is counted, how it is fitted, how it is judged."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wizard_advisor.cards import JESTER, JESTERS, NO_SUIT, WIZARDS
from wizard_advisor.errors import SituationError
from wizard_advisor.hand_notation import read_hand
from wizard_advisor.lab import trial
from wizard_advisor.lab.cheat_sheet import CheatSheet, make_cheat_sheet
from wizard_advisor.lab.sampler import Sampler
from wizard_advisor.lab.trial import Trial, quality_of
from wizard_advisor.lab.worths import count_kinds, kinds_of_card, least_squares, sheet_bids, suit_lengths
from wizard_advisor.notation import parse_situation
from wizard_advisor.policy.files import load_policy
from wizard_advisor.show.cheat_sheet import name


def counted(hand: str, trump: int) -> dict[str, int]:
    """What a hand holds, by the names of the kinds, with the length of a plain suit."""
    cards = read_hand(hand).hand
    kinds = kinds_of_card(cards.bit_count(), trump < NO_SUIT)
    counts = count_kinds(kinds, np.array([cards]), np.array([trump]))[0]
    labels = [f"{name(kind)}/{kind.shortest}" if kind.group == "plain" else name(kind) for kind in kinds]
    return {label: int(count) for label, count in zip(labels, counts, strict=True) if count}


def test_every_card_is_counted_by_its_kind() -> None:
    both = {"Wizard": 2, "Plain K/2": 1, "Plain Q/2": 1, "Jester": 1, "Every hand": 1}
    assert counted("2W AS 10S 6S KH QH 3D N", 0) == both | {"Trump A": 1, "Trump 10": 1, "Trump 5-7": 1}
    assert counted("2W AS 10S 6S KH QH 3D N", NO_SUIT) == both | {"Plain A/3": 1, "Plain 9-10/3": 1}
    assert counted("AS KS QS JS 9S", 1) == {
        "Plain A/3": 1,
        "Plain K/3": 1,
        "Plain Q/3": 1,
        "Plain J/3": 1,
        "Plain 9-10/3": 1,
        "Every hand": 1,
    }


@pytest.mark.parametrize("cards", range(1, 21))
def test_every_length_of_a_suit_is_told_apart_once(cards: int) -> None:
    found = [length for low, high in suit_lengths(cards) for length in range(low, high + 1)]
    assert found == list(range(1, cards + 1))


def test_a_sheet_is_rounded_an_exact_half_down_and_stays_in_range() -> None:
    sums = np.array([[-60], [0], [49], [50], [51], [149], [150], [151], [999]])
    assert sheet_bids(sums, np.array([1]), 3).tolist() == [0, 0, 0, 0, 1, 1, 1, 2, 3]


@given(st.integers(-300, 900), st.integers(1, 20))
def test_a_sheets_bid_is_the_nearest(total: int, cards: int) -> None:
    bid = int(sheet_bids(np.array([[total]]), np.array([1]), cards)[0])
    assert abs(100 * bid - total) <= min(abs(100 * other - total) for other in range(cards + 1))


def test_least_squares_finds_what_the_data_were_made_from() -> None:
    """And the errors are honest: true worths lie within them as often as they should, though hands vary unequally."""
    truth = np.array([1.0, 0.5, -0.1, 0.3])
    distances = []
    for seed in range(60):
        random = np.random.default_rng(seed)
        counts = np.column_stack([random.binomial(4, 0.15, (2_000, 3)), np.ones(2_000, np.int64)])
        noise = random.normal(size=2_000) * (0.2 + counts[:, 0])
        worths, errors = least_squares(counts, counts @ truth + noise)
        distances.append((worths - truth) / errors)
    spread = np.sqrt(np.mean(np.square(distances), axis=0))
    assert np.all((spread > 0.75) & (spread < 1.3))
    assert np.all(np.abs(np.mean(distances, axis=0)) < 0.5)


def test_least_squares_is_exact_without_noise() -> None:
    counts = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 1], [0, 0, 1], [2, 0, 1]])
    worths, errors = least_squares(counts, counts @ np.array([2, 1, 3]))
    assert worths == pytest.approx([2, 1, 3])
    assert errors == pytest.approx([0, 0, 0], abs=1e-9)


def test_quality_of_hands_made_by_hand() -> None:
    found = quality_of([(True, 0.0), (True, 0.0), (False, 6.0), (False, -2.0)])
    assert found.agreement == 0.5
    assert found.agreement_standard_error == pytest.approx((1 / 3 / 4) ** 0.5)
    assert found.cost == 1.0
    assert found.cost_standard_error == pytest.approx((1 + 1 + 25 + 9) ** 0.5 / 12**0.5)


# How a hand is judged


def fake_advise(calls: list[dict[str, Any]], best: int) -> Callable[..., Any]:
    """An `advise` for which the points of a bid fall by 5 with every step from `best`."""

    def advise(situation: Any, *, consider: set[int], seed: int, **other: Any) -> Any:
        calls.append({"consider": consider, "seed": seed, **other})
        leader = min(consider, key=lambda bid: abs(bid - best))
        return SimpleNamespace(
            recommended=leader,
            estimate=lambda bid: SimpleNamespace(gap=5.0 * (abs(bid - best) - abs(leader - best))),
        )

    return advise


SITUATION = parse_situation("4p up=7S seat=2 bids=1 : W AS KS 10H 3D 4D 5D 6D 7D")


def judged(monkeypatch: pytest.MonkeyPatch, best: int, bids: tuple[int, int]) -> tuple[Any, list[dict[str, Any]]]:
    calls: list[dict[str, Any]] = []
    monkeypatch.setattr(trial, "advise", fake_advise(calls, best))
    return Trial(SITUATION, bids, {"policy": "simple", "deals": 100}, 7).judge(), calls


def test_a_bid_agrees_with_the_full_answer_or_costs_points(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict, calls = judged(monkeypatch, 3, (3, 1))
    assert verdict == ((True, 0.0), (False, 10.0))
    assert [call["consider"] for call in calls] == [{1, 2, 3, 4, 5}, {1, 3}]
    assert [(call["seed"], call["deals"]) for call in calls] == [
        (7, 100),
        (8, 50),
    ]  # the cost is measured on fresh deals
    assert all(call["policy"] == "simple" for call in calls)


def test_nothing_is_measured_where_all_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict, calls = judged(monkeypatch, 3, (3, 3))
    assert verdict == ((True, 0.0), (True, 0.0))
    assert len(calls) == 1


def test_the_full_answer_looks_further_where_the_best_bid_lies_at_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict, calls = judged(monkeypatch, 7, (3, 7))
    assert verdict == ((False, 20.0), (True, 0.0))
    assert [max(call["consider"]) for call in calls] == [5, 7, 9, 7]
    assert judged(monkeypatch, 0, (1, 1))[0] == ((False, 5.0), (False, 5.0))


# Rounds played


@pytest.mark.compiled
@pytest.mark.parametrize(("players", "cards", "trump"), [(4, 5, None), (4, 5, False), (3, 20, None), (6, 1, None)])
def test_rounds_are_played_as_asked_for(players: int, cards: int, trump: bool | None) -> None:
    sampler = Sampler.of(players, cards, trump, "standard", "people", 1)
    sample = sampler.play(2, 0, 300, lambda hands, trumps: np.full(len(hands), 1))
    own = sampler.play(2, 0, 300)
    assert set(sample.seats.tolist()) == {2}
    assert (sample.bids[:, 2] == 1).all()
    assert (own.bids[:, 2] != 1).any()
    assert (own.hands == sample.hands).all()  # the same deals, whoever bids how
    assert all(hand.bit_count() == cards for hand in sample.hands.tolist())
    if sampler.trump:
        assert 0.8 * 300 < len(sample.hands) < 300  # some Wizards and Jesters turned up are left out
        assert (sample.trumps == sample.upcards >> 4).all()
    else:
        assert (sample.trumps == NO_SUIT).all()
        assert set(sample.upcards.tolist()) == {-1 if players * cards == 60 else JESTER}


@pytest.mark.bounds
@pytest.mark.compiled
def test_the_card_turned_up_is_in_nobodys_hand() -> None:
    sample = Sampler.of(3, 19, False, "random", "random", 1).play(0, 0, 200)
    assert not (sample.hands & (1 << JESTER)).any()
    assert (sample.hands & JESTERS).any()


@pytest.mark.compiled
def test_every_policy_sits_where_it_was_asked_for() -> None:
    """The policy to my left always bids by the rules of thumb, the others never the same way."""
    sampler = Sampler.of(3, 4, None, "random", ["simple", "random"], 1)
    for seat in range(3):
        sample = sampler.play(seat, 0, 200)
        left = (seat + 1) % 3
        again = Sampler.of(3, 4, None, "random", ["simple", "standard"], 1).play(seat, 0, 200)
        assert (sample.bids[:, left] == again.bids[:, left]).all()
        assert (sample.bids[:, (seat + 2) % 3] != again.bids[:, (seat + 2) % 3]).any()


# Whole sheets


def worths(found: CheatSheet) -> dict[str, float]:
    return {f"{name(row.kind)}/{row.kind.shortest}": row.tricks for row in found.worths}


@pytest.fixture(scope="module")
def small() -> CheatSheet:
    return make_cheat_sheet(4, 6, rounds=40_000, hands=12, deals=200, seed=3, threads=2)


@pytest.mark.compiled
def test_better_cards_are_worth_more(small: CheatSheet) -> None:
    found = worths(small)
    order = ["Wizard/1", "Trump Q/1", "Trump 8-9/1", "Trump 2-4/1", "Plain 9-10/2", "Jester/1"]
    values = [found[label] for label in order]
    assert values == sorted(values, reverse=True)
    assert 0.7 < found["Wizard/1"] < 1.3
    assert found["Plain A/1"] > found["Plain Q/1"] > found["Plain 9-10/1"]
    assert all(0 < row.standard_error < 0.1 for row in small.worths)
    assert [row.hundredths for row in small.worths] == [round(100 * row.tricks) for row in small.worths]


@pytest.mark.compiled
def test_hands_take_what_the_sheet_promises(small: CheatSheet) -> None:
    sampler = Sampler.of(4, 6, None, "standard", "people", 99)
    kinds = [row.kind for row in small.worths]
    sheet = np.array([row.hundredths for row in small.worths])
    sample = sampler.play(
        1, 0, 8_000, lambda hands, trumps: sheet_bids(count_kinds(kinds, hands, trumps), sheet, sampler.cards)
    )
    promised = count_kinds(kinds, sample.hands, sample.trumps) @ sheet / 100
    assert sample.taken.mean() == pytest.approx(promised.mean(), abs=0.12)
    high = promised > 2
    assert sample.taken[high].mean() == pytest.approx(promised[high].mean(), abs=0.25)


@pytest.mark.compiled
def test_threads_never_change_the_answer(small: CheatSheet) -> None:
    other = make_cheat_sheet(4, 6, rounds=40_000, hands=12, deals=200, seed=3, threads=1)
    assert replace(other, seconds=0.0) == replace(small, seconds=0.0)


@pytest.mark.compiled
@pytest.mark.parametrize(("players", "cards", "trump"), [(4, 1, None), (3, 20, None), (5, 3, False), (6, 10, None)])
def test_the_smallest_and_the_largest_tables(players: int, cards: int, trump: bool | None) -> None:
    told = []
    found = make_cheat_sheet(
        players, cards, trump=trump, rounds=2_000, hands=6, deals=50, seed=1, progress=lambda *state: told.append(state)
    )
    assert found.trump == (cards == 1)
    assert any(row.kind.group == "trump" for row in found.worths) == found.trump
    assert {row.kind.group for row in found.worths} >= {"wizard", "plain", "jester", "hand"}
    assert found.hands == 6
    assert told == [(done, 6) for done in range(1, 7)]
    for quality in (found.sheet, found.rules_of_thumb):
        assert 0 <= quality.agreement <= 1


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"players": 7, "cards": 2}, "players: expected 3 to 6: found 7"),
        ({"players": 4, "cards": 16}, "cards: expected 1 to 15 with 4 players: found 16"),
        ({"players": 4, "cards": 15, "trump": True}, "trump: expected none in the last round"),
        ({"players": 4, "cards": 5, "rounds": 10}, "rounds: expected at least 1000: found 10"),
        ({"players": 4, "cards": 5, "hands": 3}, "hands: expected at least one for each of 4 seats: found 3"),
        ({"players": 4, "cards": 5, "seed": -1}, "seed: expected"),
        ({"players": 4, "cards": 5, "opponents": ("simple", "simple")}, "opponents: expected 1 policy or 3"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(SituationError, match=expected):
        make_cheat_sheet(**options)


def test_the_rules_of_thumb_are_those_of_the_simple_policy() -> None:
    """Shown beside the sheet: a Wizard 1, a trump from the ten up 1, another ace ½."""
    numbers = load_policy("simple").bid.numbers
    kinds = {name(kind): kind.thumb for kind in kinds_of_card(5, True)}
    assert (kinds["Wizard"], kinds["Trump 10"], kinds["Plain A"], kinds["Plain K"]) == (
        *(numbers[1], numbers[3], numbers[4], numbers[5]),
    )
    assert kinds["Trump 8-9"] == 0.0
    assert numbers[2] == 10
    assert WIZARDS.bit_count() == 4
