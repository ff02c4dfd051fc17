"""Contests of policies: common deals, rotated seats, honest errors, the sequential test."""

import math

import numpy as np
import pytest
from players import ALL, NONE

from wizard_advisor.errors import SituationError
from wizard_advisor.lab.contest import (
    Contest,
    Entrant,
    Session,
    hold,
    load_entrant,
    make_contest,
    mean_of,
    per_round,
    play_lineups,
    play_session,
    sequential_test,
)
from wizard_advisor.policy.files import PolicyError, load_policy
from wizard_advisor.rules import score
from wizard_advisor.situation import Situation

CONTEST = Contest(players=4, cards=(1, 3, 15), hook="dealer", seed=5)
SIMPLE, RANDOM = load_entrant("simple", 0), load_entrant("random", 0)


def test_a_policy_compared_with_itself_shows_no_difference() -> None:
    outcome = hold(CONTEST, [SIMPLE, SIMPLE], SIMPLE, 40)
    assert not outcome.gain(0).any()
    assert per_round(outcome.gain(0)) == (0.0, 0.0)
    assert mean_of(outcome.result.wins[0]) == mean_of(outcome.result.wins[1])


def test_a_better_policy_gains_and_wins() -> None:
    outcome = hold(CONTEST, [SIMPLE, RANDOM], RANDOM, 100)
    gain = per_round(outcome.gain(0))
    assert gain.mean > 5 * gain.error > 0
    assert outcome.result.wins[0].mean() > 0.6
    assert per_round(outcome.mixed_gain(0)).mean > 5


def test_every_trick_is_taken_and_the_hook_is_kept() -> None:
    lineups = np.array([[0, 1, 0, 1], [1, 1, 1, 1]], np.int64)
    records = play_lineups(CONTEST, 3, [SIMPLE, RANDOM], lineups, first=7, games=30)
    assert (records.taken.sum(axis=2) == 3).all()
    assert (records.bids.sum(axis=2) != 3).all()
    assert (records.upcards >= 0).all()


def test_lineups_and_parts_are_played_on_common_deals() -> None:
    one = np.array([[0, 0, 0, 0]], np.int64)
    together = play_lineups(CONTEST, 3, [SIMPLE], one, first=0, games=20)
    later = play_lineups(CONTEST, 3, [RANDOM], one, first=10, games=10)
    assert (together.hands[10:] == later.hands).all()
    assert (together.upcards[10:] == later.upcards).all()


def test_points_are_those_of_the_rules_and_of_the_seat_the_player_has_moved_to() -> None:
    session = Session(CONTEST, (RANDOM, SIMPLE), SIMPLE, player=2, first=0, games=5)
    result = play_session(session)
    for k, cards in enumerate(CONTEST.cards):
        seat = (2 - k) % 4
        lineup = np.array([[0 if q == seat else 2 for q in range(4)]], np.int64)
        records = play_lineups(CONTEST, cards, (RANDOM, SIMPLE, SIMPLE), lineup, 0, 5)
        for game in range(5):
            bid, taken = int(records.bids[game, 0, seat]), int(records.taken[game, 0, seat])
            assert result.points[0, game, k] == score(bid, taken)
            assert result.made[0, game, k] == (bid == taken)
            assert result.bids[0, game, k] == bid


def test_the_odd_one_out_is_found_in_its_seat_in_every_round() -> None:
    """One who always bids everything among those who never bid anything, and the other way round."""
    contest = Contest(players=4, cards=(2, 2, 2), hook="none", seed=3)
    everything, nothing = Entrant("all", ALL), Entrant("none", NONE)
    for entrant, field, bid in ((everything, nothing, 2), (nothing, everything, 0)):
        outcome = hold(contest, [entrant, field], field, 24)
        assert (outcome.result.bids[0] == bid).all()
        assert (outcome.result.bids[1] == 2 - bid).all()
        assert (outcome.result.wins[0].mean() > 0.7) == (bid == 0)
        assert (outcome.result.wins[0].mean() < 0.3) == (bid == 2)


def test_each_entrant_has_the_points_of_its_own_seats_at_the_mixed_table() -> None:
    """Two of each, who take two tricks in all: what those who bid two get tells what the others get."""
    contest = Contest(players=4, cards=(2, 2, 2), hook="none", seed=3)
    outcome = hold(contest, [Entrant("all", ALL), Entrant("none", NONE)], Entrant("none", NONE), 24)
    mixed = {(float(a), float(b)) for a, b in zip(*(points.ravel() for points in outcome.result.mixed), strict=True)}
    assert mixed <= {(10.0, 20.0), (-10.0, 20.0), (-15.0, 5.0), (-20.0, -10.0), (-20.0, 0.0)}
    assert len(mixed) > 2


def test_wins_of_a_game_are_shared() -> None:
    outcome = hold(Contest(3, (1,), "none", 1), [SIMPLE, SIMPLE], SIMPLE, 300)
    # Three alike win a third each in the long run, and every shared win is counted in parts.
    assert abs(outcome.result.wins[0].mean() - 1 / 3) < 5 * mean_of(outcome.result.wins[0]).error
    assert set(np.unique(outcome.result.wins.round(6))) <= {0.0, round(1 / 3, 6), 0.5, 1.0}


def test_those_who_simulate_their_bids_know_what_their_seat_knows() -> None:
    asked: list[Situation] = []

    def bidder(entrant: Entrant, situation: Situation, seed: int) -> int:
        asked.append(situation)
        return 1 if situation.bids[:3] != (0, 1, 1) else 0

    entrant = Entrant("advise", load_policy("simple"), 10)
    lineup = np.array([[1, 0, 1, 0]], np.int64)
    records = play_lineups(CONTEST, 3, [entrant, SIMPLE], lineup, 0, 6, bidder)
    assert [situation.seat for situation in asked] == [2] * 6 + [4] * 6
    for game, situation in enumerate(asked[6:]):
        assert situation.bids == tuple(records.bids[game, 0, :3])
        assert situation.bids[1] == records.bids[game, 0, 1]
        assert situation.cards == 3 and situation.hook == "dealer"


def test_advise_takes_part() -> None:
    outcome = hold(Contest(3, (2,), "dealer", 1), [load_entrant("advise:simple", 50), SIMPLE], SIMPLE, 6)
    assert outcome.entrants[0].deals == 50
    assert outcome.games == 6
    assert outcome.result.points.shape == (2, 6, 1)


def test_the_number_of_games_and_the_mapper_change_no_deal() -> None:
    few, many = (hold(CONTEST, [SIMPLE, RANDOM], SIMPLE, games) for games in (100, 200))
    assert (many.result.points[:, : few.games] == few.result.points).all()


@pytest.mark.parametrize(("games", "played"), [(1, 4), (100, 100), (104, 104), (150, 152)])
def test_no_more_games_than_asked_for_but_everybody_sits_in_every_seat(games: int, played: int) -> None:
    told: list[tuple[int, int]] = []
    outcome = hold(CONTEST, [SIMPLE, RANDOM], SIMPLE, games, progress=lambda done, total: told.append((done, total)))
    assert outcome.games == played
    assert told[-1] == (played, played)


def test_a_policy_that_is_advised_has_a_name() -> None:
    with pytest.raises(PolicyError, match="expected a name after 'advise:'"):
        load_entrant("advise:", 50)


@pytest.mark.parametrize("names", [["simple"], ["simple"] * 5])
def test_a_contest_needs_two_entrants_and_no_more_than_seats(names: list[str]) -> None:
    with pytest.raises(PolicyError, match="expected 2 to 4 policies"):
        hold(CONTEST, [load_entrant(name, 0) for name in names], SIMPLE, 10)


def test_tables_that_cannot_be_are_refused() -> None:
    with pytest.raises(SituationError, match="cards: expected 1 to 10 with 6 players: found 11"):
        make_contest(6, [11], "none", 1)
    with pytest.raises(SituationError, match="each number once: found 3,3"):
        make_contest(6, [3, 3], "none", 1)
    assert make_contest(6, [], "none", 1).cards == tuple(range(1, 11))


def test_an_estimate_is_a_mean_and_its_standard_error() -> None:
    assert mean_of(np.array([1.0, 3.0])) == (2.0, 1.0)
    assert mean_of(np.array([1.0])).error == math.inf


def test_the_sequential_test_decides_at_the_bounds_of_wald() -> None:
    coin = np.tile([9.0, -11.0], 500)  # mean −1, variance 100
    gains = coin + 1.0
    verdict = sequential_test(gains + 1.0, 0.0, 1.0)
    count, variance = 1000, gains.var(ddof=1)
    assert verdict.ratio == pytest.approx(count * 1.0 * (2 * 1.0 - 1.0) / (2 * variance))
    assert verdict.decision == "at least"
    assert sequential_test(gains, 0.0, 1.0).decision == "at most"
    assert sequential_test(gains + 0.5, 0.0, 1.0).decision == ""
    assert sequential_test(gains[:50] + 100.0, 0.0, 1.0).decision == ""  # too few to say anything


def test_the_sequential_test_errs_as_rarely_as_promised() -> None:
    generator = np.random.default_rng(1)
    wrong = 0
    for _ in range(200):
        gains = generator.normal(0.0, 5.0, 4000)
        for end in range(100, 4001, 100):
            decision = sequential_test(gains[:end], 0.0, 1.0).decision
            if decision:
                wrong += decision == "at least"
                break
    assert wrong <= 20  # 5 % of 200 is 10; more than 20 happens once in a thousand
