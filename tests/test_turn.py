"""What is known at a turn: derived from the cards played, checked, written and read."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee import Round, play_some

from wizard_advisor.cards import suit_cards, tidy
from wizard_advisor.errors import SituationError, WizardError
from wizard_advisor.hand_notation import print_hand
from wizard_advisor.rules import UNDECIDED
from wizard_advisor.situation import Situation
from wizard_advisor.turn import Turn
from wizard_advisor.turn_notation import make_turn, parse_turn, print_turn

SPADES, HEARTS, DIAMONDS, CLUBS = range(4)


# What follows from the cards played


def test_a_turn_is_a_situation_with_as_many_cards_as_were_dealt() -> None:
    turn = parse_turn("4p up=QH bids=1,0,2,1 played=2S,4S,AS,3S trick=KC : AC 7D")
    assert isinstance(turn, Situation)
    assert (turn.cards, turn.past, turn.hand.bit_count()) == (3, 1, 2)


def test_who_leads_and_whose_turn_it_is_follows_from_the_cards() -> None:
    turn = parse_turn("4p up=QH bids=1,0,2,1 played=2S,4S,AS,3S trick=KC : AC 7D")
    assert (turn.leader, turn.seat, turn.holder(0)) == (3, 4, 3)
    assert turn.tricks == (0, 0, 1, 0)
    assert turn.needs == (1, 0, 1, 1)
    assert [turn.held(seat) for seat in (1, 2, 3, 4)] == [2, 2, 1, 2]


def test_trumps_wizards_and_jesters_take_tricks_as_the_rules_say() -> None:
    turn = parse_turn("4p up=QH bids=0,0,0,0 played=2S,3H,AS,KS/W,W,9S,10S/N,N,N,W/4D,5D,6D,7D : AC")
    assert turn.tricks == (1, 2, 0, 1)


def test_who_does_not_follow_is_void_in_the_led_suit_and_only_there() -> None:
    turn = parse_turn("4p up=QH bids=1,0,2,1 played=2S,4C,AS,W trick=KC,3D : AC 7D")
    assert turn.voids == 1 << 4 + SPADES | 1 << CLUBS
    assert turn.may_hold(2) & suit_cards(SPADES) == 0
    assert turn.may_hold(4) & suit_cards(SPADES) == suit_cards(SPADES)


@pytest.mark.parametrize("first", ["W", "N,W"])
def test_after_a_wizard_nothing_is_to_be_followed_so_nobody_shows_a_void(first: str) -> None:
    turn = parse_turn(f"5p up=QH bids=1,0,2,1,0 trick={first},3D : AC 7D")
    assert turn.voids == 0
    assert turn.legal == turn.hand


def test_a_suited_card_after_a_jester_is_to_be_followed() -> None:
    turn = parse_turn("4p up=QH bids=1,0,2,1 trick=N,3D : AC 7D W")
    assert turn.led == DIAMONDS
    assert print_hand(turn.legal) == "7D W"


def test_leading_is_free() -> None:
    turn = parse_turn("4p up=QH bids=1,0,2,1 : AC 7D W")
    assert (turn.seat, turn.leader, turn.led) == (1, 1, UNDECIDED)
    assert turn.legal == turn.hand


def test_cards_seen_are_those_played_and_the_one_turned_up() -> None:
    turn = parse_turn("4p up=QH bids=1,0,2,1 played=2S,4C,AS,W trick=KC,3D : AC 7D")
    assert print_hand(turn.seen) == "AS 2S QH 3D KC 4C W"
    assert turn.shown is not None
    assert [print_hand(shown) for shown in turn.shown] == ["2S 3D", "4C", "AS", "KC W"]


def test_wizards_and_jesters_get_places_of_their_own() -> None:
    turn = parse_turn("4p up=N bids=1,0,2,1 played=W,N,W,N : W W N")
    assert len({*turn.played}) == 4
    every = [turn.hand, turn.seen]
    assert sum(cards.bit_count() for cards in every) == 3 + 5
    assert turn.hand & turn.seen == 0


def test_cards_seen_in_any_order_tell_the_voids_of_the_trick_on_the_table_only() -> None:
    turn = parse_turn("4p up=QH seat=2 bids=1,0,2,1 tricks=1,0,0,1 played=2S,W,4C trick=KC,3D : AC 7D")
    assert turn.shown is None
    assert turn.voids == 1 << CLUBS
    assert turn.cards == 4


# What cannot be


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("4p up=QH bids=1,0,2 : AC", "bids: expected 4 bids, one for each seat: found 3"),
        ("4p up=QH bids=?,0,0,1 : AC", "bids: expected bids from 0 to 1 for each seat: found '?' for yours"),
        ("4p up=QH bids=1,0,2,1 : AC", "bids: expected bids from 0 to 1 for each seat: found 2"),
        (
            "4p up=QH bids=1,0,0,0 hook=dealer : AC",
            "bids: expected another bid of the dealer under hook dealer: 0 makes 1 in all",
        ),
        ("4p up=QH bids=0,0,0,0 : AC QH", "trump: expected a turned-up card that is not in the hand: 'QH' is in both"),
        ("4p up=QH bids=0,0,0,0 trick=AC : AC 2D", "trick: expected every card once: 'AC' is in your hand too"),
        ("4p up=QH bids=0,0,0,0 trick=QH : AC 2D", "trick: expected every card once: 'QH' is the card turned up"),
        ("4p up=QH bids=0,0,0,0 played=2C,3C,4C,2C : AC", "played: expected every card once: '2C' is there twice"),
        ("4p up=W:H bids=0,0,0,0 played=W,W,2C,W : 2W", "played: expected at most 4 Wizards: found 5"),
        (
            "4p up=QH bids=0,0,0,0 trick=2C,3C,4C,5C : AC",
            "trick: expected at most 3 cards before yours with 4 players: found 4",
        ),
        (
            "4p up=QH bids=0,0,0,0 played=2C,3C,4C : AC",
            "played: expected whole tricks of 4 cards, or the tricks taken too: found 3",
        ),
        (
            "4p up=QH bids=0,0,0,0 played=2C,3C,4C,5C/6C,7C,8C : AC",
            "played: expected 4 cards in every trick: trick 2 has 3, '6C,7C,8C'",
        ),
        (
            "4p up=QH bids=0,0,0,0 tricks=1,0,0,0 played=2C,3C,4C,5C : AC",
            "tricks: expected 0,0,0,1, as the cards played say: found 1,0,0,0",
        ),
        (
            "4p up=QH seat=1 bids=0,0,0,0 tricks=1,0,0,0 played=2C,3C,4C,5C,6C : AC",
            "played: expected at most 4 cards, of 1 trick: found 5",
        ),
        (
            "4p up=QH bids=0,0,0,0 tricks=1,0,0 seat=1 : AC",
            "tricks: expected 4 tricks taken, one for each seat: found 3",
        ),
        (
            "4p up=QH seat=2 bids=0,0,0,0 played=2C,3C,4C,5C : AC",
            "seat: expected 4, as seat 4 leads, with 0 cards on the table: found 2",
        ),
        (
            "4p up=QH seat=2 bids=0,0,0,0 : AC",
            "trick: expected seat 1 to lead the first trick: found 0 cards on the table and seat 2 to play",
        ),
        (
            "4p up=QH seat=2 bids=0,0,0,0 tricks=1,0,0,0 : AC",
            "trick: expected a leader who took the trick before: seat 2, who led, has taken none",
        ),
        (
            "4p up=QH bids=0,0,0,0 tricks=1,0,0,0 : AC",
            "seat: expected your seat: the cards played do not tell whose turn it is",
        ),
        (
            "4p up=QH bids=0,0,0,0 played=2C,3D,4C,QH : AC",
            "played: expected every card once: 'QH' is the card turned up",
        ),
        (
            "4p up=QH bids=0,0,0,0 played=2C,3D,4C,5C trick=6S,7S,8S,8C : AC",
            "trick: expected at most 3 cards before yours with 4 players: found 4",
        ),
        ("4p up=QH bids=0,0,0,0 tricks=1,0 : AC", "tricks: expected 4 tricks taken, one for each seat: found 2"),
        ("4p up=W bids=0,0,0,0 : AC", "trump: expected the suit the dealer named, like W:H: found 'W', not named yet"),
        (
            "4p up=QH bids=0,0,0,0 played=2C,3D,4C,5C trick=6S,7S,8C : AC",
            "trick: expected no clubs of seat 2, because seat 2 played another suit when clubs were led: found '8C'",
        ),
        (
            "4p up=QH bids=0,0,0,0 played=2C,3D,4C,5C trick=6S,7S : AC",
            "hand: expected no clubs of yours, because you played another suit when clubs were led: found 'AC'",
        ),
        ("4p up=QH bids=0,0,0,0 trick=XY : AC", "trick: expected cards like AS, 10H, W or N: 'XY' is not a card"),
        (
            "4p up=QH bids=0,0,0,0 played=R3,R4,R5,R6 : AC",
            "played: expected one deck, S H D C or R G B Y: 'AC' and 'R6' are of two decks",
        ),
        (
            "4p up=QH bids=0,0,0,0 : AC B13 Y13",
            "hand: expected one deck, S H D C or R G B Y: 'AC' and 'Y13' are of two decks",
        ),
        ("4p up=QH bids=0,0,0,0 tricks=a,0,0,0 : AC", "tricks: expected a number: found 'a'"),
        ("4p up=QH bids=0,0,0,0 cards=3 : AC", "hand: expected 3 cards: found 1"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(line: str, reason: str) -> None:
    with pytest.raises(WizardError) as found:
        parse_turn(line)
    assert str(found.value) == reason


def test_unseen_cards_that_nobody_can_hold_are_refused() -> None:
    """In the last round everything is dealt: if all others are void in a suit, I must hold the rest of it."""
    line = "3p bids=1,1,1 played=2S,3D,4D : 2H 3H 4H 5H 6H 7H 8H 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    assert parse_turn(f"{line} AS").may_hold(2) & suit_cards(SPADES) == 0
    with pytest.raises(SituationError) as error:
        parse_turn(f"{line} 9H")
    assert str(error.value) == (
        "played: expected unseen cards that the others can hold:"
        " 38 are needed, and only 37 are of suits that they may still have"
    )


# Reading and printing


def test_options_and_lines_say_the_same() -> None:
    made, notes = make_turn(
        "7D AC", trump="QH", bids=[1, 0, 2, 1], played=["2S 4S AS 3S"], trick=["KC"], tricks=[0, 0, 1, 0]
    )
    assert made == parse_turn("4p up=QH bids=1,0,2,1 played=2S,4S,AS,3S trick=KC : AC 7D")
    assert notes == ()


def test_tricks_may_be_kept_apart_in_several_ways() -> None:
    lines = [
        make_turn("AC", trump="QH", bids="0,0,0,0", played=played)[0]
        for played in (
            "2S 4S AS 3S 5D 6D 7D 8D",
            "2S 4S AS 3S / 5D 6D 7D 8D",
            "2S,4S,AS,3S;5D,6D,7D,8D",
            "2s4sas3s|5d6d7d8d",
        )
    ]
    assert len(set(map(print_turn, lines))) == 1
    assert all(line == lines[0] for line in lines)


def test_the_deck_may_show_on_the_table_only() -> None:
    assert parse_turn("4p up=N bids=0,0,0,0 trick=R3 : W").deck == "colours"


def test_a_bare_j_on_the_table_is_noted() -> None:
    assert make_turn("AC", trump="QH", bids="0,0,0,0", trick="J")[1] == (
        "a bare J was read as a Jester: 1 Jester, no Jack",
    )


@given(st.integers(0, 2**32), st.integers(3, 6), st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_happens_at_a_table_is_a_turn_and_read_as_printed(
    seed: int, players: int, data: st.DataObject
) -> None:
    cards = data.draw(st.integers(1, 60 // players))
    steps = data.draw(st.integers(0, players * cards - 1))
    round: Round = play_some(seed, players, cards, steps)
    turn = round.turn()
    assert parse_turn(print_turn(turn)) == turn
    assert turn.tricks == tuple(round.taken)
    assert turn.seat == round.turn_seat + 1
    assert tidy(turn.legal) == tidy(round.legal())
    assert turn.shown is not None
    assert list(map(tidy, turn.shown)) == list(map(tidy, round.shown))
    partial = replace(turn, played=turn.played[: len(turn.played) // 2][::-1])
    assert parse_turn(print_turn(partial)) == partial


def test_equal_turns_compare_equal_whatever_copies_of_a_wizard_they_name() -> None:
    one = Turn(4, 1 << 14, 1, 27, 2, (0, 0, 0, 0), trick=(0,))
    other = Turn(4, 1 << 46, 1, 27, 2, (0, 0, 0, 0), trick=(16,))
    assert one == other


LINE = (
    "4p 3p 9p up=QH up=W up=none trump=H seat=2 seat=dealer bids=1,0,2,1 bids=? tricks=1,0,0,0 tricks=, trick=KC"
    " trick=W,N trick=- played=2S,4S,AS,3S played=2S/3S played=/ cards=3 hook=dealer hidden : AC 7D W N AC,, 2W :"
)
WORDS = st.sampled_from(LINE.split())


@given(st.lists(WORDS, max_size=9))
@settings(max_examples=300)
def test_any_line_is_a_turn_or_refused_in_one_line(words: list[str]) -> None:
    try:
        turn = parse_turn(" ".join(words))
    except WizardError as error:
        assert "\n" not in str(error)
    else:
        assert parse_turn(print_turn(turn)) == turn
