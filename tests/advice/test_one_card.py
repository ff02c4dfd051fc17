"""The round of one card, counted: against every deal there is, and against the formula anyone can check."""

from fractions import Fraction
from itertools import permutations
from math import comb

import pytest
import twin

from wizard_advisor.advice.bid import advise
from wizard_advisor.advice.one_card import _win_chance, win_chance
from wizard_advisor.situation import Situation

SPADES, HEARTS, NO_TRUMP = 0, 1, 4
SEVEN, ACE, JESTER, WIZARD = 6, 13, 0, 14


def wins(card: twin.Card, others: tuple[twin.Card, ...], seat: int, trump: int) -> bool:
    return twin.taker([*others[: seat - 1], card, *others[seat - 1 :]], trump) == seat - 1


def share_of_deals(players: int, seat: int, card: twin.Card, trump: int, unseen: list[twin.Card]) -> Fraction:
    deals = [wins(card, others, seat, trump) for others in permutations(unseen, players - 1)]
    return Fraction(sum(deals), len(deals))


def number(card: twin.Card) -> int:
    return 16 * card[0] + card[1]


def situation(players: int, seat: int, card: twin.Card, trump: int, upcard: twin.Card | None) -> Situation:
    seen = None if upcard is None else number(upcard)
    return Situation(players=players, hand=1 << number(card), trump=trump, upcard=seen, seat=seat)


FEW = [(0, 0), (1, 0), (0, 14), (0, 3), (0, 9), (1, 2), (1, 12), (2, 5)]  # what is left of a small pack
FEW_FOR_SIX = [(0, 0), (1, 0), (0, 14), (0, 3), (1, 2), (1, 12), (2, 5), (3, 2)]  # most of them lose, as in a whole one


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("card", [(2, 0), (1, 14), (0, 5), (1, 5), (1, 13), (3, 13)])
@pytest.mark.parametrize("trump", [SPADES, NO_TRUMP])
def test_every_seat_against_all_deals_of_a_small_pack(players: int, card: twin.Card, trump: int) -> None:
    unseen = FEW if players < 6 else FEW_FOR_SIX
    for seat in range(1, players + 1):
        expected = share_of_deals(players, seat, card, trump, unseen)
        assert _win_chance(players, seat, number(card), trump, twin.as_int(unseen)) == expected


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize(
    ("card", "upcard", "trump"),
    [
        ((HEARTS, ACE), (SPADES, SEVEN), SPADES),
        ((SPADES, 1), (SPADES, SEVEN), SPADES),
        ((HEARTS, JESTER), (SPADES, SEVEN), SPADES),
        ((HEARTS, WIZARD), (SPADES, SEVEN), SPADES),
        ((HEARTS, 8), (SPADES, JESTER), NO_TRUMP),
        ((HEARTS, 8), (SPADES, WIZARD), HEARTS),
    ],
)
def test_every_seat_against_all_deals_of_the_pack(seat: int, card: twin.Card, upcard: twin.Card, trump: int) -> None:
    unseen = [other for other in twin.PACK if other not in (card, upcard)]
    expected = share_of_deals(3, seat, card, trump, unseen)
    assert win_chance(situation(3, seat, card, trump, upcard)) == expected


@pytest.mark.parametrize("seat", [1, 3])
@pytest.mark.parametrize("card", [(HEARTS, 10), (SPADES, 8), (SPADES, WIZARD)])
def test_a_card_turned_up_that_was_not_noted_is_averaged_over(seat: int, card: twin.Card) -> None:
    rest = [other for other in twin.PACK if other != card]
    spades = [other for other in rest if other[0] == SPADES and twin.is_suited(other)]
    wizards = [other for other in rest if other[1] == WIZARD]
    chances = {
        upcard: _win_chance(3, seat, number(card), SPADES, twin.as_int([other for other in rest if other != upcard]))
        for upcard in [*spades, *wizards]
    }
    # A Wizard turned up makes each of four suits trump, so it makes spades trump in one case of four.
    expected = 4 * sum(chances[upcard] for upcard in spades) + sum(chances[upcard] for upcard in wizards)
    expected /= 4 * len(spades) + len(wizards)
    assert win_chance(situation(3, seat, card, SPADES, None)) == expected


def beaten_when_led(card: twin.Card, upcard: twin.Card, trump: int) -> int:
    """How many unseen cards lose to this card when it is led."""
    unseen = [other for other in twin.PACK if other not in (card, upcard)]
    return sum(twin.taker([card, other], trump) == 0 for other in unseen)


ALL_CARDS = [card for card in twin.PACK if card[0] in (SPADES, HEARTS)]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize(("upcard", "trump"), [((SPADES, SEVEN), SPADES), ((3, JESTER), NO_TRUMP)])
def test_leader_wins_with_the_chance_of_the_formula(players: int, upcard: twin.Card, trump: int) -> None:
    least = {3: 39, 4: 44, 5: 48, 6: 50}[players]
    for card in ALL_CARDS:
        if card == upcard:
            continue
        losers = beaten_when_led(card, upcard, trump)
        advice = advise(situation(players, 1, card, trump, upcard))
        assert advice.exact
        assert [bid.standard_error for bid in advice.bids] == [0.0, 0.0]
        assert advice.estimate(1).probability_made == pytest.approx(
            comb(losers, players - 1) / comb(58, players - 1), abs=1e-9
        )
        assert advice.recommended == int(losers >= least)


def test_published_thresholds_that_are_off_by_one() -> None:
    def bid(players: int, card: twin.Card, upcard: twin.Card, trump: int) -> int:
        return advise(situation(players, 1, card, trump, upcard)).recommended

    three, four, seven, eight = 2, 3, 6, 7
    assert [bid(4, (HEARTS, rank), (SPADES, JESTER), NO_TRUMP) for rank in (three, four)] == [0, 1]
    assert [bid(5, (HEARTS, rank), (SPADES, JESTER), NO_TRUMP) for rank in (seven, eight)] == [0, 1]
    assert [bid(5, (SPADES, rank), (SPADES, 2), SPADES) for rank in (seven, eight)] == [0, 1]
    assert [bid(5, (SPADES, rank), (SPADES, 9), SPADES) for rank in (seven - 1, seven)] == [0, 1]
