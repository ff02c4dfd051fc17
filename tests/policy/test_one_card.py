"""The chance that a policy's one card takes the trick, against every deal of a small pack and of the whole one."""

from itertools import permutations

import pytest
import twin
from players import STANDARD

from wizard_advisor.advice.one_card import win_chance as counted_chance
from wizard_advisor.policy.bid_choice import BidView, choose_bid
from wizard_advisor.policy.one_card import selections, win_chance
from wizard_advisor.situation import Situation

SPADES, NO_TRUMP = 0, 4


def share_of_deals(players: int, seat: int, card: twin.Card, trump: int, unseen: list[twin.Card]) -> float:
    """How often a card takes the trick, by trying all deals; seat: from 0."""
    deals = list(permutations(unseen, players - 1))
    return sum(twin.taker([*deal[:seat], card, *deal[seat:]], trump) == seat for deal in deals) / len(deals)


FEW = [(0, 0), (1, 0), (0, 14), (0, 3), (0, 9), (1, 2), (1, 12), (2, 5)]
FEW_FOR_SIX = [(0, 0), (1, 0), (0, 14), (0, 3), (1, 2), (1, 12), (2, 5), (3, 2)]  # most of them lose, as in a whole one


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("card", [(2, 0), (1, 14), (0, 5), (1, 5), (1, 13), (3, 13)])
@pytest.mark.parametrize("trump", [SPADES, NO_TRUMP])
def test_every_seat_against_all_deals_of_a_small_pack(players: int, card: twin.Card, trump: int) -> None:
    unseen = FEW if players < 6 else FEW_FOR_SIX
    for seat in range(players):
        expected = share_of_deals(players, seat, card, trump, unseen)
        found = win_chance(twin.as_int([card]), trump, players, seat, twin.as_int(unseen))
        assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize(("upcard", "trump"), [((0, 6), 0), ((0, 13), 0), ((0, 0), 4)])
def test_standard_bids_one_exactly_where_it_pays(players: int, upcard: twin.Card, trump: int) -> None:
    """With every card, in every seat, whatever was heard: 40 p − 10 points are more than 20 − 30 p from 3/7 on."""
    seen = twin.as_int([upcard])
    for card in twin.PACK:
        if card == upcard:
            continue
        hand = twin.as_int([card])
        for seat in range(players):
            asked = Situation(players, hand, trump, 16 * upcard[0] + upcard[1], seat + 1)
            pays = 7 * counted_chance(asked).chance > 3
            view = BidView(hand, trump, players, seat, seen, seat, seat)
            assert choose_bid(twin.mind(STANDARD), view, 0, -1) == int(pays), (card, seat)


@pytest.mark.parametrize(("count", "size", "ways"), [(5, 0, 1), (5, 2, 20), (2, 3, 0), (0, 1, 0), (-1, 2, 0)])
def test_ordered_selections(count: int, size: int, ways: int) -> None:
    assert selections(count, size) == ways
