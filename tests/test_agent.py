"""The agent at a table of another program: whole games, nothing but legal choices, nothing but public knowledge."""

import math
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from players import STANDARD, changed
from referee import deal, play_some

from wizard_advisor import Agent, WizardError, advise, parse_situation, parse_turn
from wizard_advisor.advice.card import advise_card
from wizard_advisor.errors import SituationError
from wizard_advisor.hand_notation import print_hand
from wizard_advisor.notation import read_bids, read_scores
from wizard_advisor.policy.files import PolicyError, load_policy
from wizard_advisor.situation import Situation
from wizard_advisor.turn import Turn

sys.path.insert(0, str(Path(__file__).parent.parent / "scripts"))
import example_table

POLICIES = ("standard", "play", "people", "simple", "random")


@pytest.mark.compiled
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_whole_games_at_the_example_table(players: int) -> None:
    """The table itself refuses what its own rules do not allow."""
    agents = [Agent(POLICIES[seat % 4], seed=seat) for seat in range(players)]
    points = example_table.play_game(agents, range(1, 60 // players + 1), hook="dealer", seed=players)
    assert len(points) == players
    assert len(set(points)) > 1


def test_the_example_table_tells_its_usage() -> None:
    done = subprocess.run([sys.executable, example_table.__file__, "--help"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: example_table.py")


@pytest.mark.compiled
def test_a_searching_agent_at_the_example_table() -> None:
    def points() -> list[int]:
        agents = [Agent(deals=50, search=10, seed=1), Agent(seed=2), Agent("simple", seed=3)]
        return example_table.play_game(agents, [1, 4, 9, 20], hook="dealer", seed=4)

    assert points() == points()


@pytest.mark.compiled
def test_searching_wins_points() -> None:
    """Against the same three, in the same deals; the difference is several times its error over these rounds."""
    rounds = [3, 5, 8] * 36

    def mine(search: int) -> int:
        agents = [Agent("simple", search=search, seed=1), *(Agent(seed=2) for _ in range(3))]
        return example_table.play_game(agents, rounds)[0]

    assert mine(60) > mine(0) + 200  # 6 points a round are to be expected, with an error of 1.4


@given(st.integers(0, 2**32), st.integers(3, 6), st.sampled_from(POLICIES), st.data())
@settings(max_examples=150, deadline=None)
def test_only_legal_cards_and_bids(seed: int, players: int, policy: str, data: st.DataObject) -> None:
    cards = data.draw(st.integers(1, 60 // players))
    agent = Agent(policy, seed=seed)
    turn = play_some(seed, players, cards, data.draw(st.integers(0, players * cards - 1))).turn()
    assert agent.play(turn) in print_hand(turn.legal).split()
    state = deal(seed, players, cards)
    heard = state.bids[:-1]
    hook = data.draw(st.sampled_from(["none", "dealer"]))
    situation = Situation(players, state.hands[-1], state.trump, state.upcard, players, tuple(heard), hook)
    bid = agent.bid(situation)
    assert 0 <= bid <= cards
    assert hook == "none" or sum(heard) + bid != cards


def test_policies_decide_without_slipping() -> None:
    """Some slip in play-outs, but asked for a decision they make their best one, the same every time."""
    turn = parse_turn("4p up=7S bids=3,2,3,1 : AS KS 10H 3D W N 5C 9C QC 4H")
    careless = changed(changed(STANDARD, "careless", slip=50.0), "careless", "play", slip=50.0)
    assert {Agent(careless, seed=seed).play(turn) for seed in range(20)} == {Agent("standard").play(turn)}
    asked = parse_situation("4p up=7S bids=3,2,3 : AS KS 10H 3D W N 5C 9C QC 4H")
    assert {Agent(careless, seed=seed).bid(asked) for seed in range(20)} == {Agent("standard").bid(asked)}
    assert len({Agent("random", seed=seed).play(turn) for seed in range(20)}) > 3


def test_the_dealer_names_a_suit() -> None:
    situation = parse_situation("4p up=W seat=4 : W AH KH 10H 3H")
    assert Agent().trump(situation) == "H"
    assert Agent(deals=50, seed=1).trump(situation) == "H"
    assert Agent().trump(parse_situation("4p up=Z seat=4 : W G13 G12 G9 G2")) == "G"
    with pytest.raises(SituationError, match="trump: expected a Wizard turned up"):
        Agent().trump(parse_situation("4p up=7S : AH"))
    with pytest.raises(SituationError, match="trump: expected a trump named before the bid"):
        Agent().bid(situation)


Asked = dict[str, Any]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What simulations were asked for, instead of running them."""
    seen: Asked = {}

    def answer(kind: str, **result: Any) -> Callable[..., SimpleNamespace]:
        def call(view: Any, **options: Any) -> SimpleNamespace:
            seen[kind] = options | {"view": view}
            return SimpleNamespace(**result)

        return call

    monkeypatch.setattr("wizard_advisor.agent.advise", answer("bid", recommended=4, recommended_trump=2))
    monkeypatch.setattr("wizard_advisor.agent.advise_card", answer("card", recommended=13))
    return seen


def test_deals_and_search_are_handed_on(asked: Asked) -> None:
    agent = Agent("simple", deals=7, search=9, opponents="random", objective="points", seed=3, threads=1)
    situation = parse_situation("4p up=7S : AS 3D")
    turn = parse_turn("4p up=7S bids=1,0,1,1 : AS 3D")
    policies = {"policy": load_policy("simple"), "opponents": (load_policy("random"),)}
    given = policies | {"objective": "points", "seed": 3, "threads": 1}
    assert agent.bid(situation) == 4
    assert asked["bid"] == given | {"view": situation, "deals": 7}
    assert agent.trump(parse_situation("4p up=W seat=4 : AS 3D")) == "D"
    assert agent.play(turn) == "AS"
    assert asked["card"] == given | {"view": turn, "deals": 9}


def test_nothing_is_searched_where_there_is_no_choice(asked: Asked) -> None:
    assert Agent(search=9).play(parse_turn("4p up=7S bids=1,0,1,1 trick=2H : KH 3D W")) == "AS"
    asked.clear()
    assert Agent(search=9).play(parse_turn("4p up=7S bids=1,0,1,1 trick=2H : KH 3D")) == "KH"
    assert not asked


def test_what_an_agent_cannot_be_is_refused() -> None:
    with pytest.raises(PolicyError, match="found 'nobody'"):
        Agent("nobody")
    with pytest.raises(SituationError, match="search: expected a whole number from 0 to 1000000000: found -1"):
        Agent(search=-1)
    with pytest.raises(SituationError, match="seed: expected a whole number from 0 to"):
        Agent(seed=-1)
    with pytest.raises(PolicyError, match="found 'nobody'"):
        Agent(opponents="nobody")
    with pytest.raises(SituationError, match=r"opponents: expected 1 policy or 5, one per seat .*: found 6"):
        Agent(opponents=["simple"] * 6)
    with pytest.raises(SituationError, match="objective: expected points or win: found 'banana'"):
        Agent(deals=5, objective="banana")
    with pytest.raises(SituationError, match="objective: expected deals or search with it, to win: found neither"):
        Agent(objective="win")
    for seed in (1.5, "1", [1]):
        with pytest.raises(SituationError, match="seed: expected a whole number from 0 to"):
            Agent(seed=seed)  # type: ignore[arg-type]


SITUATION = parse_situation("4p up=7S bids=1 : AS 3D")
TURN = parse_turn("4p up=7S bids=1,0,1,1 : AS 3D")
JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    2.5,
    math.nan,
    10**30,
    10**5000,
    "",
    "x",
    b"AS",
    [],
    [None],
    {},
    {1: 2},
    object(),
    1j,
    np.array([1, 2]),
    np.zeros((30, 30)),
    np.array([None, "x"], object),
)
FIELDS = ("players", "hand", "trump", "upcard", "seat", "bids", "hook", "hidden_bids", "deck")


def given_as(function: Callable[..., object], name: str, *arguments: Any, **options: Any) -> Callable[[Any], object]:
    """A call of a function that gives the junk by this name."""
    return lambda junk: function(*arguments, **options | {name: junk})


CALLS: dict[str, Callable[[Any], object]] = {
    **{f"Situation {name}": given_as(replace, name, SITUATION) for name in FIELDS},
    **{f"Turn {name}": given_as(replace, name, TURN) for name in (*FIELDS, "tricks", "trick", "played")},
    "Situation bids, each": lambda junk: replace(SITUATION, bids=(junk,)),
    "Turn bids, each": lambda junk: replace(TURN, bids=(junk,) * 4),
    "Turn tricks, each": lambda junk: replace(TURN, tricks=(junk,) * 4),
    "Turn trick, each": lambda junk: replace(TURN, trick=(junk,)),
    "Turn played, each": lambda junk: replace(TURN, played=(junk,) * 4),
    **{
        f"Agent {name}": given_as(Agent, name)
        for name in ("policy", "deals", "search", "opponents", "objective", "seed", "threads")
    },
    "Agent.bid": Agent().bid,
    "Agent.trump": Agent().trump,
    "Agent.play": Agent().play,
    "Agent.bid opponents": lambda junk: Agent(deals=2, opponents=junk).bid(SITUATION),
    "Agent.play opponents": lambda junk: Agent(search=2, opponents=junk).play(TURN),
    "advise": advise,
    "advise deals": given_as(advise, "deals", replace(SITUATION, hand=1 << 13)),
    **{
        f"advise {name}": given_as(advise, name, SITUATION, deals=2)
        for name in ("policy", "opponents", "consider", "objective", "seed", "threads")
    },
    "advise_card objective": given_as(advise_card, "objective", TURN, deals=2),
    "read_bids": read_bids,
    "read_scores": read_scores,
    **{f"advise {name}": given_as(advise, name, SITUATION, deals=2) for name in ("inference", "progress")},
    "parse_situation": parse_situation,
    "parse_turn": parse_turn,
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_only_our_errors_escape_whatever_is_given(call: Callable[[Any], object]) -> None:
    for junk in JUNK:
        try:
            call(junk)
        except WizardError as error:
            assert ": expected" in str(error) and len(str(error)) < 300 and "\n" not in str(error)


def test_a_bid_is_not_asked_of_a_turn() -> None:
    for ask in (Agent().bid, Agent().trump, advise):
        with pytest.raises(SituationError, match="situation: expected a Situation, before your bid: found"):
            ask(TURN)
    with pytest.raises(SituationError, match="turn: expected a Turn: found"):
        Agent().play(SITUATION)  # type: ignore[arg-type]


def test_bids_to_consider_are_several() -> None:
    with pytest.raises(SituationError, match=r"^consider: expected bids in a list, like \[2, 3\]: found 2$"):
        advise(SITUATION, consider=2)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers() -> None:
    numbers: Any = {"players": np.int64(4), "hand": np.int64(SITUATION.hand), "seat": np.int8(2), "trump": np.uint8(0)}
    again = replace(SITUATION, **numbers, bids=[np.int32(1)])
    assert again == SITUATION and hash(again) == hash(SITUATION)


@pytest.mark.compiled
@pytest.mark.parametrize("policy", POLICIES)
def test_many_threads_get_the_answers_that_one_gets(policy: str) -> None:
    """Whoever asks beside them, and in whatever order."""
    questions: list[Any] = [play_some(seed, 4, 13, 10).turn() for seed in range(40)]
    for seed in range(40):
        state = deal(seed, 4, 13)
        questions.append(Situation(4, state.hands[0], state.trump, state.upcard, 1))
    agent = Agent(policy, seed=6)

    def answer(question: Any) -> int | str:
        return agent.play(question) if isinstance(question, Turn) else agent.bid(question)

    alone = list(map(answer, questions))
    with ThreadPoolExecutor(4) as pool:
        for _ in range(25):
            assert list(pool.map(answer, questions)) == alone
    assert [answer(question) for question in reversed(questions)] == alone[::-1]


def test_the_same_turn_gets_the_same_card_whatever_was_asked_before() -> None:
    turn = parse_turn("4p up=7S bids=3,2,3,1 : AS KS 10H 3D W N 5C 9C QC 4H")
    other = parse_turn("4p up=7S bids=1,0,1,1 trick=2H : KH 3D W")
    agent = Agent(search=20, seed=5)
    first = agent.play(turn)
    agent.play(other)
    assert agent.play(turn) == first
