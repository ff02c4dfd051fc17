"""The card that a policy itself would play, against the agent, which decides by the same policy."""

import pytest
from referee import play_some

from wizard_advisor import Agent, parse_turn
from wizard_advisor.advice.own_card import own_card
from wizard_advisor.cards import print_card
from wizard_advisor.policy.files import load_players


@pytest.mark.compiled
@pytest.mark.parametrize("policy", ["standard", "simple"])
def test_it_is_the_agents(policy: str) -> None:
    agent = Agent(policy)
    for number in range(40):
        turn = play_some(number, 4, 1 + number % 15, number * 17 % (4 * (1 + number % 15))).turn()
        card = own_card(load_players(policy), turn)
        assert card is not None
        assert turn.legal >> card & 1
        assert print_card(card) == agent.play(turn)


def test_the_most_frequent_kind_plays_and_never_slips() -> None:
    turn = parse_turn("4p up=7S bids=2,1,3,2 played=KH,4H,2H,QH/5C,AC,9C,JC trick=2S,QS : AS JS 9D W")
    assert own_card(load_players("people"), turn) == own_card(load_players("standard"), turn)


def test_there_is_none_by_chance_or_with_a_bid_unheard() -> None:
    line = "4p up=7S bids={},1,0,1 trick=2H,3H,KH : AH 3D"
    assert own_card(load_players("random"), parse_turn(line.format(1))) is None
    assert own_card(load_players("standard"), parse_turn(line.format("?"))) is None
    assert own_card(load_players("standard"), parse_turn(line.format(1))) is not None
