"""What cannot be is refused, with the reason, when the situation is made."""

from dataclasses import replace
from typing import Any

import pytest

from wizard_advisor import Situation, SituationError, WizardError
from wizard_advisor.cards import JESTERS, NO_SUIT, PACK, WIZARDS
from wizard_advisor.hand_notation import read_hand
from wizard_advisor.situation import upcard_as_hand

ACE_OF_SPADES, QUEEN_OF_HEARTS, WIZARD, JESTER = 13, 27, 14, 0
HAND = read_hand("AS KS 10H 3D W").hand
PLAIN = Situation(players=4, hand=HAND, trump=1, upcard=QUEEN_OF_HEARTS, seat=3, bids=(2, None))


def last_round(players: int) -> Situation:
    hand = sum(1 << 16 * (n % 4) + 1 + n // 4 for n in range(60 // players))
    return Situation(players=players, hand=hand, trump=NO_SUIT, upcard=None, seat=1)


def test_what_follows_from_a_situation() -> None:
    assert (PLAIN.cards, PLAIN.last_round, PLAIN.no_trump) == (5, False, False)
    assert (last_round(3).cards, last_round(3).last_round, last_round(3).no_trump) == (20, True, True)


@pytest.mark.parametrize(
    "change",
    [
        {"trump": 1, "upcard": None},
        {"trump": NO_SUIT, "upcard": JESTER},
        {"trump": NO_SUIT, "upcard": None},  # a house rule: no card is turned up
        {"trump": 2, "upcard": WIZARD},
        {"trump": None, "upcard": WIZARD, "seat": 4, "bids": ()},
        {"trump": None, "upcard": WIZARD, "seat": 4, "bids": (None, None)},
        {"bids": ()},
        {"bids": (0, 5)},
        {"hook": "dealer"},
        {"hidden_bids": True, "bids": (None, None)},
        {"seat": 1, "bids": ()},
        {"players": 6, "seat": 6, "bids": (1, 1, 1, 1, 1)},
        {"deck": "colours"},
    ],
)
def test_what_can_be_is_accepted(change: dict[str, Any]) -> None:
    situation = replace(PLAIN, **change)
    assert all(getattr(situation, name) == value for name, value in change.items() if name != "upcard")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_last_round_has_no_trump_and_nothing_turned_up(players: int) -> None:
    last = last_round(players)
    assert last.last_round
    with pytest.raises(SituationError, match=r"^trump: expected none in the last round.*'H'"):
        replace(last, trump=1)
    with pytest.raises(SituationError, match=r"^trump: expected none in the last round.*'AH'"):
        replace(last, trump=1, upcard=29)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"players": 2}, "players: expected 3 to 6: found 2"),
        ({"players": 7}, "players: expected 3 to 6: found 7"),
        ({"players": 10**5000}, "players: expected 3 to 6: found a huge int"),
        ({"seat": 0}, "seat: expected 1 to 4: found 0"),
        ({"seat": 5}, "seat: expected 1 to 4: found 5"),
        ({"hook": "plus-one"}, "'plus-one'"),
        ({"hook": "dealer", "hidden_bids": True}, "hook: expected none where bids are hidden: 'dealer'"),
        ({"deck": "tarot"}, "'tarot'"),
        ({"hand": 0}, "hand: expected 1 to 15 cards with 4 players: found 0"),
        ({"hand": (1 << 21) - 2 & PACK}, "hand: expected 1 to 15 cards with 4 players: found 19"),
        ({"hand": -1}, "hand: expected an int"),
        ({"hand": 1 << 15}, "hand: expected an int"),
        ({"hand": 1 << 64}, "hand: expected an int"),
        ({"upcard": 15}, "upcard: expected a card's number: found 15"),
        ({"upcard": 64}, "upcard: expected a card's number: found 64"),
        ({"upcard": -1}, "upcard: expected a card's number: found -1"),
        ({"upcard": ACE_OF_SPADES, "trump": 0}, "trump: expected a turned-up card that is not in the hand: 'AS'"),
        ({"upcard": WIZARD, "hand": WIZARDS}, "trump: expected at most 4 Wizards in the pack: 'W' would be a fifth"),
        ({"upcard": JESTER, "hand": JESTERS}, "trump: expected at most 4 Jesters in the pack: 'N' would be a fifth"),
        ({"trump": 0}, "trump: expected H when QH is turned up: found S"),
        ({"trump": NO_SUIT}, "trump: expected H when QH is turned up: found no trump"),
        ({"trump": 1, "upcard": JESTER}, "trump: expected no trump when N is turned up: found H"),
        ({"trump": NO_SUIT, "upcard": WIZARD}, "trump: expected a suit when a Wizard is turned up: found no trump"),
        ({"trump": 5}, "trump: expected a suit's number"),
        ({"trump": None}, "only a turned-up Wizard leaves it to be named"),
        ({"trump": None, "upcard": None}, "only a turned-up Wizard leaves it to be named"),
        ({"trump": None, "upcard": WIZARD}, "W, not named yet, is for the dealer: found seat 3"),
        ({"trump": None, "upcard": WIZARD, "seat": 4}, "'W' is named before anybody bids, and bids were heard"),
        ({"bids": (1, 1, 1)}, "bids: expected at most 2 before seat 3 of 4: found 3"),
        ({"bids": (6,)}, "bids: expected bids of 0 to 5: found 6"),
        ({"bids": (0, -1)}, "bids: expected bids of 0 to 5: found -1"),
        ({"hidden_bids": True}, "bids: expected none where bids are hidden"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(SituationError) as error:
        replace(PLAIN, **change)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)
    assert isinstance(error.value, WizardError) and isinstance(error.value, ValueError)


def test_wizards_and_jesters_are_alike() -> None:
    here = replace(PLAIN, hand=1 << 14 | 1 << 30 | 1 << 0, trump=2, upcard=46)
    there = replace(PLAIN, hand=1 << 62 | 1 << 30 | 1 << 48, trump=2, upcard=14)
    assert here == there
    assert here.hand == 1 << 14 | 1 << 30 | 1 << 0
    assert here.upcard == 46  # the first that is not in the hand


def test_the_upcard_as_a_hand() -> None:
    assert upcard_as_hand(PLAIN) == read_hand("QH").hand
    assert upcard_as_hand(replace(PLAIN, upcard=None)) == 0
