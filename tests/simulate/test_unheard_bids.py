"""A bid that was not heard is drawn in every deal, by the policy of its seat from the hand that it was dealt."""

from typing import Any

import numpy as np
import pytest

from wizard_advisor import SituationError
from wizard_advisor.advice.hearing import hearing_of
from wizard_advisor.advice.setup import fit_of, position_of, round_of
from wizard_advisor.policy.bid_choice import BidView, choose_bid
from wizard_advisor.policy.files import load_players
from wizard_advisor.simulate.cards import simulate_cards
from wizard_advisor.simulate.jit import entry
from wizard_advisor.simulate.layout import ints, make_room, mind_of, minds_of
from wizard_advisor.simulate.rng import BID_STREAM, deal_stream, draw
from wizard_advisor.simulate.tallies import make_tallies
from wizard_advisor.turn_notation import parse_turn, print_turn

SEVEN_OF_DIAMONDS = 38
LINE = "4p up=QH bids=0,?,1,? hook=dealer played=KC,2C,5C,AC trick=9D : 7D AS 3H"


@entry
def bid_of(minds: Any, q: int, room: Any, view: BidView, u: int, forbidden: int) -> int:
    return choose_bid(mind_of(minds, q, room), view, u, forbidden)


def test_the_bids_of_a_deal_are_those_heard_and_those_drawn() -> None:
    turn = parse_turn(LINE)
    hearing = hearing_of(turn)
    assert hearing is not None
    minds = minds_of([load_players(name) for name in ("standard", "simple", "people", "standard")])
    given = (round_of(turn), fit_of(turn), position_of(turn), minds, hearing, ints([SEVEN_OF_DIAMONDS]))
    drawn = set()
    for deal in range(60):
        room = make_room()
        simulate_cards(*given, 3, deal, deal + 1, make_tallies(1, turn.cards), room)
        total = 0
        for q, heard in enumerate(turn.bids):
            bid = heard
            if heard is None:
                view = BidView(int(room.dealt[q]), 1, 4, q, 1 << 27, total, q)
                forbidden = turn.cards - total if q == 3 and total <= turn.cards else -1
                with np.errstate(over="ignore"):
                    u = draw(deal_stream(3, deal) ^ BID_STREAM, q)
                bid = int(bid_of(minds, q, room, view, u, forbidden))
                drawn.add((q, bid))
            assert room.bids[q] == bid
            total += bid or 0
    assert len(drawn) > 3


def test_a_bid_unheard_needs_the_cards_in_order_and_is_not_mine() -> None:
    assert print_turn(parse_turn(LINE)).startswith("4p up=QH seat=1 bids=0,?,1,? hook=dealer ")
    with pytest.raises(SituationError, match=r"^bids: expected all bids where it is not told who played which card"):
        parse_turn("4p up=QH seat=1 bids=0,?,1,1 tricks=1,0,0,0 : 7D AS")
    with pytest.raises(SituationError, match=r"^bids: expected bids from 0 to 2 for each seat: found '\?' for yours"):
        parse_turn("4p up=QH bids=?,0,1,1 : 7D AS")
