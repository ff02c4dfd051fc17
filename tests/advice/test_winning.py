"""Advice to win: what wins a game, against counting it by hand; points decide where winning cannot."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from wizard_advisor import Agent, SituationError, advise, parse_situation, parse_turn
from wizard_advisor.advice.card import advise_card
from wizard_advisor.advice.race import Race
from wizard_advisor.advice.results import POINTS, WIN
from wizard_advisor.advice.seats import seat_policies
from wizard_advisor.advice.winning import SHARES, Game, rest_of_game, sizes_left
from wizard_advisor.notation import print_situation

LAST = "3p up=7S seat=2 bids=1 scores=20,50,30 left=0 : AS KH 3D"


def game_of(line: str) -> Game:
    situation = parse_situation(line)
    return Game(situation, seat_policies(situation, "standard", "people"), 1)


def share(totals: Sequence[int], me: int) -> Fraction:
    """What of a win is mine."""
    return Fraction(int(totals[me] == max(totals)), list(totals).count(max(totals)))


def test_a_win_is_shared_by_those_with_the_most_points() -> None:
    game = game_of(LAST)
    # In tens of points: alone behind, two first, alone first, three first, far behind, far ahead.
    results = np.array([[[6, 2, -1], [5, 2, 0]], [[3, 2, 1], [5, 2, 4]], [[3, 0, 5], [0, 5, 0]]])
    found = set()
    for deal, row in enumerate(game.wins(results, 0)[:, :, 0]):
        for candidate, won in enumerate(row):
            totals = [10 * int(of) + score for of, score in zip(results[deal][candidate], (20, 50, 30), strict=True)]
            assert Fraction(int(won), SHARES) == share(totals, 1), totals
            found.add(share(totals, 1))
    assert game.futures == 1
    assert found == {Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)}


def test_each_deal_meets_some_of_the_futures_and_all_are_met_as_often() -> None:
    game = game_of("3p up=7S seat=2 scores=0,0,0 left=1 : AS KH 3D")
    assert game.futures > game.meetings
    met = np.bincount(game.met(0, game.futures).ravel(), minlength=game.futures)
    assert set(met) == {game.meetings}
    results = np.arange(4 * 2 * 3).reshape(4, 2, 3) % 5
    wins = game.wins(results, 7)
    for deal in range(4):
        for meeting, future in enumerate(game.met(7 + deal, 1)[0]):
            for candidate in range(2):
                totals = [int(10 * a + b) for a, b in zip(results[deal, candidate], game.totals[future], strict=True)]
                assert Fraction(int(wins[deal, candidate, meeting]), SHARES) == share(totals, 1)
    table = game.by_future(wins, 7)
    assert table[:, :2].sum(axis=0).tolist() == wins.sum(axis=(0, 2)).tolist()
    assert table[:, 2].sum() == 4 * game.meetings


@pytest.mark.parametrize(
    ("line", "sizes"),
    [
        ("4p up=7S seat=1 : AS KS", list(range(3, 16))),
        ("4p up=7S seat=1 left=3 : AS KS", [3, 4, 5]),
        ("4p up=7S seat=1 left=0 : AS KS", []),
        ("6p up=7H seat=1 left=4 : 2S 3S 4S 5S 6S AS KS QS", [8, 9, 10, 10]),
    ],
)
def test_the_rounds_after_this_one(line: str, sizes: list[int]) -> None:
    assert sizes_left(parse_situation(line)) == sizes


@pytest.mark.compiled
def test_players_keep_their_points_when_the_deal_passes_on() -> None:
    """One who bids and plays at random falls behind, in whatever seat of this round."""
    for seat in (1, 2, 3, 4):
        situation = parse_situation(f"4p up=7D seat={seat} scores=0,0,0,0 : AS KS QS JS 10S 9S 8S 2H 3H 4H 5H 6H")
        rest = rest_of_game(situation, seat_policies(situation, "random", "standard"), 3).mean(axis=0)
        assert rest.argmin() == seat - 1
        assert sorted(rest)[1] - rest.min() > 20


@pytest.mark.compiled
def test_who_is_far_ahead_wins_and_who_is_far_behind_does_not() -> None:
    points = advise(parse_situation("4p up=7S seat=2 bids=1 : W AS 3D"), seed=1, deals=200)
    for scores, chance in (("0,500,0,0", 1.0), ("500,0,0,0", 0.0)):
        advice = advise(parse_situation(f"4p up=7S seat=2 bids=1 scores={scores} left=0 : W AS 3D"), seed=1, deals=200)
        assert {row.win for row in advice.bids} == {chance}
        assert {row.win_standard_error for row in advice.bids} == {0.0}
        assert advice.recommended == points.recommended  # nothing to win: points decide


@pytest.mark.compiled
def test_a_lead_to_catch_up_with_asks_for_more_than_points() -> None:
    """60 points behind the only rival in the last round: only a bid of more tricks than points would ask for wins."""
    line = "3p up=7D seat=3 bids=1,1 scores=60,-200,0 left=0 : W AS KS 10H"
    to_win = advise(parse_situation(line), seed=1, deals=2_000)
    for_points = advise(parse_situation(line), seed=1, deals=2_000, objective="points")
    assert (to_win.objective, for_points.objective) == (WIN, POINTS)
    assert for_points.recommended < to_win.recommended
    best, other = (to_win.estimate(advice.recommended) for advice in (to_win, for_points))
    assert (best.win or 0) > (other.win or 0)
    assert best.expected_score < other.expected_score
    assert other.gap < 0 < (other.win_gap or 0)


def race_of(wins: Sequence[Sequence[int]], objective: str = WIN) -> Race:
    """A race of two candidates whose wins in each deal are given; the first scores more points."""
    race = Race(np.array([[0, 30], [0, 20]]), np.ones(2, np.bool_), lambda *_: 0, 1, 1, game_of(LAST), objective)
    race.tricks[:] = np.array([[0, len(wins)], [0, len(wins)]])
    race.both[:] = race.done = len(wins)
    race.gaps[:] = np.array([[0, 1], [-1, 0]]) * len(wins)
    race.squares[:] = np.array([[0, 1], [1, 0]]) * len(wins)
    race._count_wins(np.array(wins)[:, :, None], 0)
    return race


def test_points_decide_where_the_chances_to_win_cannot_be_told_apart() -> None:
    few = [[0, 60], [60, 0], [0, 60]]
    many = [[0, 60]] * 60 + [[60, 0]] * 20
    assert race_of(few).best() == 0
    assert race_of(many).best() == 1
    assert race_of(many, POINTS).best() == 0
    assert race_of([[0, 0]] * 9997 + [[0, 60]] * 3).best() == 0  # surely more, but too little to give up points for
    gap, error = race_of(many).win_gap(1, 0)
    assert gap == pytest.approx(0.5)
    assert error == pytest.approx(((1 - 0.25) / 80) ** 0.5)


@pytest.mark.compiled
@pytest.mark.parametrize("line", [LAST, "4p up=7S seat=2 bids=1 scores=20,50,30,-10 : W AS KS 10H 3D"])
def test_the_same_on_any_number_of_threads(line: str) -> None:
    answers = [advise(parse_situation(line), seed=4, deals=300, threads=threads).bids for threads in (1, 2, 3)]
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.compiled
def test_cards_are_played_to_win_too() -> None:
    turn = parse_turn("3p up=7D bids=2,0,0 scores=0,100,-50 left=0 : AS KS 2H")
    advice = advise_card(turn, seed=1, deals=500)
    assert advice.objective == WIN
    assert all(row.win is not None for row in advice.cards)
    assert Agent(deals=50, objective="points", seed=1).objective == "points"


def test_lines_hold_the_game() -> None:
    line = "4p up=7S seat=2 bids=1 scores=20,-50,30,0 left=2 : AS KS W"
    situation = parse_situation(line)
    assert (situation.scores, situation.rounds_left) == ((20, -50, 30, 0), 2)
    assert print_situation(situation) == line


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("4p up=7S seat=2 scores=1,2,3 : AS", "scores: expected 4, one for each seat: found 3"),
        ("4p up=7S seat=2 scores=1,2,3,x : AS", "scores: expected a number: found 'x'"),
        ("4p up=7S seat=2 scores=1,2,3,99999 : AS", "scores: expected -10000 to 10000 points: found 99999"),
        ("4p up=7S seat=2 left=16 : AS", "rounds_left: expected 0 to 15: found 16"),
    ],
)
def test_what_cannot_be_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse_situation(line)


def test_winning_needs_the_scores() -> None:
    situation = parse_situation("4p up=7S seat=2 : AS KS")
    with pytest.raises(SituationError, match="objective: expected the scores of all players"):
        advise(situation, objective="win")
    with pytest.raises(SituationError, match="objective: expected points or win: found 'glory'"):
        advise(situation, objective="glory")
