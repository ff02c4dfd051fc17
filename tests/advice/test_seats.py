"""Who sits where: one player who differs from all others is found in the one seat where it was put."""

import numpy as np
import pytest
from players import ALL, NONE

from wizard_advisor.advice.bid import advise
from wizard_advisor.advice.bid_race import BidRace
from wizard_advisor.advice.card import advise_card
from wizard_advisor.advice.request import Request
from wizard_advisor.advice.seats import seat_policies
from wizard_advisor.errors import SituationError
from wizard_advisor.notation import parse_situation
from wizard_advisor.policy.files import Players, PolicyError, load_players
from wizard_advisor.simulate.bids import simulate_bids
from wizard_advisor.simulate.layout import make_room
from wizard_advisor.simulate.tallies import make_tallies
from wizard_advisor.turn_notation import parse_turn

TABLES = [(players, seat, place) for players in (3, 4, 6) for seat in (1, 2, players) for place in range(players - 1)]


def one_among(players: int, place: int, one: Players = ALL, others: Players = NONE) -> list[Players]:
    """Opponents, one of them, so many places from my left (from 0), different."""
    return [one if other == place else others for other in range(players - 1)]


def seat_of(players: int, mine: int, place: int) -> int:
    """The seat that is so many places from my left (from 0)."""
    seat = mine
    for _ in range(place + 1):
        seat = seat + 1 if seat < players else 1
    return seat


def test_opponents_are_named_from_my_left() -> None:
    situation = parse_situation("4p up=7S seat=2 : AS KS")
    names = [players.name for players in seat_policies(situation, "standard", ["simple", "random", "people"])]
    assert names == ["people", "standard", "simple", "random"]
    assert [players.name for players in seat_policies(situation, "random", "simple")] == [
        *("simple", "random", "simple", "simple"),
    ]


@pytest.mark.parametrize(("players", "mine", "place"), TABLES)
def test_the_one_who_bids_everything_bids_where_it_sits(players: int, mine: int, place: int) -> None:
    situation = parse_situation(f"{players}p up=7S seat={mine} : AS KS")
    policies = seat_policies(situation, NONE, one_among(players, place))
    request = Request(deals=None, policies=policies, inference=True, bids=(1,), forbidden=-1, seed=1, threads=1)
    race, room = BidRace(situation, request), make_room()
    simulate_bids(race.round, race.minds, race.hearing, np.array([1]), 1, 0, 1, make_tallies(1, 2), room)
    expected = [0] * players
    expected[mine - 1] = 1
    expected[seat_of(players, mine, place) - 1] = 2
    assert list(room.bids[:players]) == expected


@pytest.mark.compiled
@pytest.mark.parametrize(("players", "mine", "place"), TABLES)
def test_a_bid_is_read_as_of_the_one_who_sits_there(players: int, mine: int, place: int) -> None:
    """All bid 0, which the one who always bids everything would not."""
    found = seat_of(players, mine, place)
    bids = ",".join("0" * (mine - 1))
    asked = parse_situation(
        f"{players}p up=7S seat={mine} bids={bids} : AS KS" if bids else f"{players}p up=7S : AS KS"
    )
    advice = advise(asked, policy=NONE, opponents=one_among(players, place), deals=2, seed=1)
    assert advice.odd_bids == ((found,) if found < mine else ())
    assert advice.opponents == tuple(one.name for one in one_among(players, place))
    trick = " trick=" + ",".join(f"{card}H" for card in range(2, mine + 1)) if mine > 1 else ""
    turn = parse_turn(f"{players}p up=7S bids={','.join('0' * players)}{trick} : AS KS")
    assert turn.seat == mine
    hint = advise_card(turn, policy=ALL, opponents=one_among(players, place), deals=2, seed=1)
    assert hint.odd_bids == (found,)
    assert hint.opponents == advice.opponents


@pytest.mark.parametrize("mine", [1, 2, 3])
def test_the_one_who_plays_differently_plays_where_it_sits(mine: int) -> None:
    """Counted: of three with one card, only what was bid before tells, and only if it is told by who sits there."""
    bids = "1" * (mine - 1)
    asked = parse_situation(f"3p up=7S seat={mine}{' bids=' + ','.join(bids) if bids else ''} : 9S")
    plain = advise(asked, opponents="random").estimate(1).probability_made
    for place in range(2):
        found = advise(asked, opponents=one_among(3, place, load_players("standard"), load_players("random")))
        heard = seat_of(3, mine, place) < mine
        assert (found.estimate(1).probability_made < plain - 0.05) == heard
        assert heard or found.estimate(1).probability_made == pytest.approx(plain, abs=1e-12)


@pytest.mark.parametrize("count", [0, 2, 4])
def test_one_opponent_or_one_for_each_seat(count: int) -> None:
    situation = parse_situation("4p up=7S seat=2 : AS KS")
    with pytest.raises(SituationError, match=f"opponents: expected 1 policy or 3, .*: found {count}"):
        seat_policies(situation, "standard", ["simple"] * count)


@pytest.mark.parametrize("policy", [None, 3, b"simple", ["simple"]])
def test_what_is_no_policy_is_refused(policy: object) -> None:
    situation = parse_situation("4p up=7S seat=2 : AS KS")
    with pytest.raises(PolicyError, match="policy: expected a policy, its name or its file: found"):
        seat_policies(situation, policy, "simple")  # type: ignore[arg-type]
