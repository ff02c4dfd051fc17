"""Why that bid: each part of an explanation against what can be counted or asked for by itself."""

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from conftest import Run

from wizard_advisor.advice import questions
from wizard_advisor.advice.bid import advise
from wizard_advisor.advice.explanation import Explanation, explain
from wizard_advisor.advice.results import Advice
from wizard_advisor.cards import read_card
from wizard_advisor.notation import parse_situation
from wizard_advisor.show.bid import render
from wizard_advisor.show.explanation import explanation_sections, hurting_bids
from wizard_advisor.show.text import Look


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "LEAST_WORK", 100_000)


def explained(line: str, **options: Any) -> Explanation:
    asking = {"seed": 1, "deals": 500} | options
    advice = advise(parse_situation(line), **asking)
    return explain(advice, **{name: asking[name] for name in ("policy", "opponents", "threads") if name in asking})


THE_HOOK = "The hook (the bids may not add up to 1)"
LINE = "4p up=7S seat=3 bids=1,2 hook=dealer : W W AS 10H 3D"


# What the cards do


@pytest.mark.compiled
def test_tricks_of_the_cards_add_up_to_the_tricks_taken() -> None:
    advice = advise(parse_situation(LINE), seed=1, deals=300)
    rows = explain(advice).cards
    for at, bid in enumerate(explain(advice).bids):
        taken = sum(k * chance for k, chance in enumerate(advice.estimate(bid).tricks))
        assert sum(row.copies * row.chances[at] for row in rows) == pytest.approx(taken)
    assert [(row.card & 15, row.copies) for row in rows] == [(13, 1), (9, 1), (2, 1), (14, 2)]
    assert rows[3].chances[0] > 0.8 > 0.3 > rows[2].chances[0]


def test_the_one_card_of_a_counted_round() -> None:
    found = explained("4p up=7S : AS")
    assert found.bids == (1, 0)
    assert found.cards[0].chances == pytest.approx((0.8038631, 0.8038631), abs=1e-6)


def test_a_whole_explanation_from_a_few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LEAST_WORK", "BATCH", "LEAST"):
        monkeypatch.setattr(questions, name, 4)
    found = explained("3p up=7S seat=2 bids=1 : W AS 3D", deals=8)
    assert len(found.seats) == 2
    assert list(found.without_bid) == [1]
    assert found.without_inference is not None
    assert all(answer.deals >= 4 for answer in (*found.seats, found.without_inference))
    assert "not seat 1's" in explanation_sections(found, ["people"], Look())[2]


@pytest.mark.compiled
def test_an_answer_to_win_is_explained_for_points() -> None:
    line = "3p up=7D seat=3 bids=1,1 hook=none {}: W AS KS 10H"
    found = explained(line.format("scores=60,-200,0 left=0 "), deals=2000)
    asked = advise(parse_situation(line.format("")), seed=1, deals=2000)
    to_win = advise(parse_situation(line.format("scores=60,-200,0 left=0 ")), seed=1, deals=2000)
    assert found.bids == (to_win.recommended, asked.recommended) and to_win.recommended != asked.recommended
    assert found.asked.bid == asked.recommended
    assert not any(answer.situation.scores for answer in (found.asked, *found.seats))
    assert "These tables are for points" in explanation_sections(found, ["people"], Look())[-1]


# Other seats


@pytest.mark.compiled
def test_seats_hear_the_bids_made_before_them() -> None:
    found = explained(LINE)
    assert [(answer.situation.seat, answer.situation.bids) for answer in found.seats] == [
        (1, ()),
        (2, (1,)),
        (4, (1, 2)),
    ]
    assert found.asked.situation == parse_situation(LINE)


@pytest.mark.compiled
def test_the_answer_at_another_seat_is_that_of_asking_there() -> None:
    for answer in explained("4p up=7S seat=2 bids=1 : W AS KS 10H 3D").seats:
        there = advise(answer.situation, seed=2, deals=2_000)
        assert answer.bid == there.recommended
        error = (answer.standard_error**2 + there.estimate(answer.bid).standard_error ** 2) ** 0.5
        assert abs(answer.expected_score - there.estimate(answer.bid).expected_score) < 4 * error


@pytest.mark.compiled
def test_opponents_keep_their_places_from_my_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sits where is worth points: the one who plays at random, or the other one, comes after me."""
    monkeypatch.setattr(questions, "LEAST_WORK", 1_000_000)
    one = explained("3p up=7S seat=1 : W AS KD 3H", opponents=("random", "simple"))
    assert [answer.situation.seat for answer in one.seats] == [2, 3]
    for answer in one.seats:
        right, wrong = (
            advise(answer.situation, opponents=names, seed=2, deals=4_000).estimate(answer.bid)
            for names in (("random", "simple"), ("simple", "random"))
        )
        error = (answer.standard_error**2 + right.standard_error**2) ** 0.5
        assert abs(answer.expected_score - right.expected_score) < 4 * error
        assert abs(answer.expected_score - wrong.expected_score) > 4 * error


@pytest.mark.compiled
def test_a_bid_far_from_the_recommended_one_can_be_found() -> None:
    question = replace(advise(parse_situation("4p up=7S : W W W AS KS"), seed=1, deals=200), recommended=1)
    far = [answer.bid for answer in explain(question).seats]
    assert min(far) >= 3  # two steps further at most


# Bids heard


@pytest.mark.compiled
def test_without_each_bid_and_without_inference() -> None:
    found = explained(LINE)
    assert {seat: answer.situation.bids for seat, answer in found.without_bid.items()} == {1: (None, 2), 2: (1, None)}
    assert found.without_inference is not None
    alone = advise(parse_situation(LINE), seed=1, deals=2_000, inference=False)
    assert found.without_inference.bid == alone.recommended


@pytest.mark.compiled
@pytest.mark.parametrize("line", ["4p up=7S seat=3 bids=?,? : W AS KS", "4p up=7S seat=3 hidden-bids : W AS KS"])
def test_nothing_heard_is_nothing_to_leave_out(line: str) -> None:
    found = explained(line)
    assert (found.without_bid, found.without_inference) == ({}, None)


@pytest.mark.compiled
def test_a_trump_named_by_the_dealer_tells_something() -> None:
    line = "4p up=W:H seat=1 : W AS KS"
    found = explained(line)
    asked, untold = found.asked, found.without_inference
    assert untold is not None
    alone = advise(parse_situation(line), seed=1, deals=untold.deals, inference=False)
    assert (untold.bid, untold.expected_score) == (
        alone.recommended,
        alone.estimate(alone.recommended).expected_score,
    )
    told = advise(parse_situation(line), seed=1, deals=500)
    assert told.estimate(asked.bid).expected_score == asked.expected_score
    assert told.tries > 500  # in some deals the dealer would have named another suit
    assert alone.tries == untold.deals
    assert explained(line, inference=False).without_inference is None


@pytest.mark.compiled
def test_the_forbidden_bid_stays_forbidden_when_a_bid_is_not_heard() -> None:
    found = explained("4p up=7S seat=4 bids=1,0,2 hook=dealer : AH KH 10S 3D")
    assert found.hook is not None
    assert found.hook.forbidden == 1
    assert all(1 not in (answer.bid, answer.runner_up) for answer in found.without_bid.values())


# The hook


@pytest.mark.compiled
def test_what_the_hook_costs() -> None:
    advice = advise(parse_situation("4p up=7S seat=4 bids=1,0,1 hook=dealer : AS W 2H 3D"), seed=1, deals=2_000)
    hook = explain(advice).hook
    assert (advice.unrestricted, hook and hook.forbidden) == (2, 2)
    assert hook is not None
    best = advice.estimate(2).expected_score - advice.estimate(advice.recommended).expected_score
    assert hook.cost == pytest.approx(best, abs=1.0)
    assert hook.cost > 5 > hook.standard_error > 0


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("4p up=7S seat=4 bids=0,0,1 : AS", ""),
        ("4p up=7S seat=4 bids=0,1,1 hook=dealer : AS", f"{THE_HOOK} forbids no bid here"),
        ("4p up=7S seat=4 bids=0,?,0 hook=dealer : AS", f"{THE_HOOK} forbids no bid here"),
        ("4p up=7S seat=2 bids=0 hook=dealer : AS", f"{THE_HOOK} binds the dealer only, who bids last."),
        ("4p up=7S seat=4 bids=0,1,0 hook=dealer : AS", f"{THE_HOOK} forbids 0, which is not the best bid"),
        ("4p up=7S seat=4 bids=0,0,0 hook=dealer : AS", ""),  # what it costs stands above
    ],
)
def test_the_hook_in_a_sentence(line: str, sentence: str) -> None:
    last = explanation_sections(explained(line, inference=False), ["people"], Look(width=200))[-1]
    assert last.startswith(sentence)
    assert ("hook" in last) == bool(sentence)


def test_what_the_hook_costs_stands_among_the_reasons_and_once() -> None:
    advice = advise(parse_situation("4p up=7S seat=4 bids=0,0,0 hook=dealer : AS"), inference=False)
    text = render(advice, Look(width=200), (), explain(advice))
    assert text.splitlines()[1].endswith(f"{THE_HOOK} forbids 1: that costs 26.27 points.")
    assert text.count("forbids") == 1


# Bids of the others that hurt


def without(seat: int, **found: Any) -> Explanation:
    """An explanation in which 2 is best, and without the bid of a seat the answer would be another."""
    plain = explained("4p up=7S seat=3 bids=1,0 : AS")
    asked = replace(plain.asked, bid=1, rivals=(), expected_score=10.0, standard_error=0.3)
    same = replace(asked, standard_error=0.4)
    return replace(plain, asked=asked, without_bid={1: same, 2: same} | {seat: replace(same, **found)})


@pytest.mark.parametrize(
    ("found", "sentences"),
    [
        ({}, []),
        ({"expected_score": 11.4}, []),  # within three errors, which are 0.5
        ({"expected_score": 11.6}, ["The 0 from seat 2 costs you 1.6 ± 0.5 points."]),
        ({"bid": 2}, ["The 0 from seat 2 changes your bid: without it you would bid 2."]),
        ({"bid": 2, "rivals": (1,)}, []),
        (
            {"bid": 2, "rivals": (3,), "expected_score": 16.0},
            ["The 0 from seat 2 costs you 6.0 ± 0.5 points: without it you would bid 2 or 3."],
        ),
    ],
)
def test_which_bid_of_the_others_hurts(found: dict[str, Any], sentences: list[str]) -> None:
    assert hurting_bids(without(2, **found), Look()) == sentences


def test_only_the_bid_that_hurts_most_is_named() -> None:
    both = without(2, expected_score=16.0)
    both.without_bid[1] = replace(both.without_bid[1], expected_score=19.0)
    assert hurting_bids(both, Look()) == ["The 1 from seat 1 costs you 9.0 ± 0.5 points."]


# Cards that the answer hangs on


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_nearest_card_that_changes_a_counted_answer(players: int) -> None:
    """The two of spades is turned up: by how much a bid of 1 is better, for each trump."""
    ahead = {}
    for rank in "3456789TJQKA":
        zero, one = advise(parse_situation(f"{players}p up=2S : {rank}S")).bids
        ahead[read_card(f"{rank}S")[0]] = one.expected_score - zero.expected_score
    for card, name in ((13, "A"), (2, "3")):
        found = explained(f"{players}p up=2S : {name}S")
        other = {
            instead: lead for instead, lead in ahead.items() if abs(lead) > 0.1 and (lead > 0) != (ahead[card] > 0)
        }
        nearest = min(other, key=lambda instead: abs(instead - card), default=None)
        assert [(hinge.card, hinge.instead) for hinge in found.hinges] == ([(card, nearest)] if other else [])


@pytest.mark.compiled
def test_a_card_that_an_answer_hangs_on_changes_it() -> None:
    # Which hands are on the edge changes with every policy; among a few of all kinds one is.
    hands = ("W AS KH 10H 3H", "AS QS KH 10H 3H", "AS KD JH 9H 2C", "W KS KH 8H 3D", "AD KD QH 7H 5H", "AS JS AH 6H 4H")
    answers = (explained(f"4p up=W:H seat=4 : {hand}", deals=6_000) for hand in hands)
    found = next(answer for answer in answers if answer.hinges)
    for hinge in found.hinges:
        assert hinge.card >> 4 == hinge.instead >> 4
        other = advise(hinge.answer.situation, seed=3, deals=4_000)
        assert other.recommended == hinge.answer.bid != found.asked.bid


# The whole


@pytest.mark.compiled
def test_the_same_on_any_number_of_threads() -> None:
    one, two = (explained(LINE, threads=threads) for threads in (1, 2))
    assert one == two


@pytest.mark.compiled
def test_a_trump_that_is_mine_to_name_is_the_one_recommended() -> None:
    found = explained("4p up=W seat=4 : W AH KH 10H 3H", deals=300)
    assert {answer.situation.trump for answer in found.seats} == {1}
    assert [answer.situation.seat for answer in found.seats] == [1, 2, 3]


@pytest.mark.compiled
def test_one_bid_considered_has_no_runner_up() -> None:
    found = explained("4p up=7S seat=2 bids=1 : W AS KS", consider=(2,))
    assert (found.bids, found.asked.runner_up, found.seats[0].runner_up) == ((2,), None, None)
    assert "Next" in explanation_sections(found, ["people"], Look())[1]


@pytest.mark.compiled
def test_the_last_round_and_a_card_turned_up_that_was_not_noted() -> None:
    assert len(explained("6p up=none seat=2 bids=1 : W AS KS 2D 3D 4D 5C 6C N N", deals=50).seats) == 5
    assert len(explained("4p up=H seat=2 : AS KS", deals=50).seats) == 3


@pytest.mark.compiled
def test_work_stays_within_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[float] = []
    play = questions.Question.play

    def counted(question: Any) -> float:
        spent.append(play(question))
        return spent[-1]

    monkeypatch.setattr(questions.Question, "play", counted)
    monkeypatch.setattr(questions, "LEAST_WORK", 0)
    advice = advise(parse_situation("4p up=7S seat=2 bids=1 : W AS KS 10H 3D"), seed=1, deals=4_000)
    explain(advice)
    assert 0.9 < sum(spent) / questions.budget(advice) < 1.2


@pytest.mark.compiled
def test_json_is_plain_and_complete(run: Run) -> None:
    code, out, err = run("advise", LINE, "--deals", "50", "--seed", "1", "--format", "json", "--explain")
    assert (code, err) == (0, "")
    found = json.loads(out)
    why = found.pop("explain")
    assert list(why) == ["bids", "cards", "seats", "without_inference", "without_bid", "hook", "hinges"]
    assert why["cards"][0].keys() == {"card", "copies", "took_a_trick"}
    assert [row["card"] for row in why["cards"]] == ["AS", "10H", "3D", "W"]
    assert [row["seat"] for row in why["seats"]] == [1, 2, 4]
    assert [row["of_seat"] for row in why["without_bid"]] == [1, 2]
    assert why["hook"] == {"forbidden": None, "cost": 0.0, "standard_error": 0.0}
    plain = json.loads(run("advise", LINE, "--deals", "50", "--seed", "1", "--format", "json")[1])
    assert found | {"seconds": 0} == plain | {"seconds": 0}


def test_csv_has_no_room_for_it(run: Run) -> None:
    assert run("advise", LINE, "--format", "csv", "--explain") == (
        2,
        "",
        "Error: --explain: expected --format table, json or markdown: found csv, which has bids only\n",
    )


@pytest.mark.compiled
@pytest.mark.parametrize("columns", [40, 60, 200])
def test_text_fits_the_screen(run: Run, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    line = "6p up=4D seat=6 bids=0,?,1,2,3 hook=dealer : W W AS KS 10H 3D 4H 5C"
    code, out, err = run("advise", line, "--deals", "100", "--explain", "--no-unicode")
    assert (code, err, out.isascii()) == (0, "", True)
    assert max(map(len, out.splitlines())) <= columns
    assert "each of 2 W" in out
    for earlier, later in pairwise(
        ("Bid ", "\nHand: ", "How often each card", "same hand at each seat", "bids heard do", "seed ")
    ):
        assert out.index(earlier) < out.index(later)


@pytest.mark.compiled
def test_markdown_has_tables(run: Run) -> None:
    out = run("advise", LINE, "--deals", "50", "--explain", "--format", "markdown")[1]
    assert out.count("|--") >= 4
    assert "\n\n| Card " in out


def test_answers_too_close_are_both_named() -> None:
    close = replace(explained("4p up=7S : AS").asked, rivals=(0,), gap=0.05)
    found = replace(explained("4p up=7S : AS"), asked=close)
    assert "1 or 0" in explanation_sections(found, ["people"], Look())[1]


def test_an_answer_is_an_advice() -> None:
    advice = advise(parse_situation("4p up=7S : AS"))
    assert isinstance(advice, Advice)
    assert advice.estimate(1).takers == (advice.estimate(1).probability_made,)
    assert "takers" not in advice.to_dict()["bids"][0]
