"""Hands, trump, bids and whole situations: what is read, what is refused, and that printing is read back."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wizard_advisor import CardError, Situation, SituationError, WizardError, parse_situation
from wizard_advisor.cards import COLOURS, FRENCH, JESTERS, NO_SUIT, PACK, SPECIALS, WIZARDS, tidy
from wizard_advisor.hand_notation import cards_in_order, print_hand, read_hand
from wizard_advisor.line_notation import KEYS, read_line
from wizard_advisor.notation import make_situation, print_situation, read_bids, read_scores, read_trump
from wizard_advisor.situation import HOOKS

EXAMPLE = "4p up=QH seat=3 bids=2,1 hook=dealer : AS 10H 9H W N"


# Hands


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("AS KS 10H 3D W N", "AS KS 10H 3D W N"),
        ("as ks 10h 3d w n", "AS KS 10H 3D W N"),
        ("SA SK HT D3 Z Je", "AS KS 10H 3D W N"),
        ("N W 3D TH KS AS", "AS KS 10H 3D W N"),
        ("AS,KS,10H,3D,W,N", "AS KS 10H 3D W N"),
        ("AS, KS, 10H, 3D, W, N", "AS KS 10H 3D W N"),
        ("  AS \t KS\n10H 3D W N ", "AS KS 10H 3D W N"),
        ("ASKS10H3DWN", "AS KS 10H 3D W N"),
        ("asksth3dwn", "AS KS 10H 3D W N"),
        ("SASKH10D3WN", "AS KS 10H 3D W N"),
        ("ASKS 10H3D WN", "AS KS 10H 3D W N"),
        ("S:AK H:T D:3 W N", "AS KS 10H 3D W N"),
        ("s:ka h:10 d:3 w n", "AS KS 10H 3D W N"),
        ("S: AK H: T D: 3 W N", "AS KS 10H 3D W N"),
        ("S: A K H: T D: 3 W N", "AS KS 10H 3D W N"),
        ("♠ A K ♥ 10 ♦ 3 W N", "AS KS 10H 3D W N"),
        ("♠A K, ♥10 9, N", "AS KS 10H 9H N"),
        ("s: j q h: - c:10 9", "QS JS 10C 9C"),
        ("♠A J", "AS N"),
        ("S:AK H:T D:3 C:- W N", "AS KS 10H 3D W N"),
        ("S:AK,H:T,D:3,W,N", "AS KS 10H 3D W N"),
        ("♠AK ♥10 ♦3 W N", "AS KS 10H 3D W N"),
        ("♠AK ♥10 ♦3 ♣- W N", "AS KS 10H 3D W N"),
        ("♠:AK ♥:10 ♦:3 W N", "AS KS 10H 3D W N"),
        ("♤AK ♡10 ♢3 W N", "AS KS 10H 3D W N"),
        ("♠\ufe0fAK ♥\ufe0f10 ♦\ufe0f3 W N", "AS KS 10H 3D W N"),
        ("A♠ K♠ 10♥ 3♦ W N", "AS KS 10H 3D W N"),
        ("♠A ♠K ♥10 ♦3 W N", "AS KS 10H 3D W N"),
        ("♠AKW ♥10 ♦3N", "AS KS 10H 3D W N"),
        ("A♠K♠10♥3♦WN", "AS KS 10H 3D W N"),
        ("Wizard Jester", "W N"),
        ("zauberer NARR", "W N"),
        ("Z N", "W N"),
        ("2W 3N", "W W N N N"),
        ("4z 4je", "W W W W N N N N"),
        ("1W 1N", "W N"),
        ("W 2W W", "W W W W"),
        ("2wizard 2Jester", "W W N N"),
        ("AS2W", "AS W W"),
        ("2WAS", "AS W W"),
        ("JH", "JH"),
        ("HJ", "JH"),
        ("♠AJ", "AS JS"),
        ("♠AKJ ♥J", "AS KS JS JH"),
        ("S:J", "JS"),
        ("JHJS", "JS JH"),
        ("J", "N"),
        ("J JH", "JH N"),
        ("AHJ", "AH N"),
        ("2J", "N N"),
        ("S:AK J", "AS KS N"),
        ("2C TC", "10C 2C"),
        ("10S10H10D10C", "10S 10H 10D 10C"),
        ("TS 9S 8S 7S 6S 5S 4S 3S 2S", "10S 9S 8S 7S 6S 5S 4S 3S 2S"),
        ("AC AD AH AS", "AS AH AD AC"),
    ],
)
def test_fifty_spellings_of_the_french_deck(text: str, printed: str) -> None:
    reading = read_hand(text)
    assert print_hand(reading.hand) == printed
    assert reading.deck == (FRENCH if set(printed) - set("WN ") else None)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("R13 13G y-1 10-b Z N", "R13 G13 B10 Y1 W N"),
        ("R13,R1", "R13 R1"),
        ("r13g13", "R13 G13"),
        ("13R13G", "R13 G13"),
        ("R:9 G:2 B:-", "R9 G2"),
        ("R:98", "R9 R8"),
        ("R: 9 1 Y: 2 W", "R9 R1 Y2 W"),
        ("G1 2Z", "G1 W W"),
    ],
)
def test_spellings_of_the_colours(text: str, printed: str) -> None:
    reading = read_hand(text)
    assert (print_hand(reading.hand, COLOURS), reading.deck) == (printed, COLOURS)


@pytest.mark.parametrize(("text", "form"), [("S: A K J", "JS"), ("♠ A J Q", "J♠"), ("W ♥10 9 J", "J♥")])
def test_a_j_in_a_group_with_blanks_could_be_either(text: str, form: str) -> None:
    with pytest.raises(CardError) as error:
        read_hand(text)
    assert str(error.value) == f"hand: expected '{form}' for a Jack, or N for a Jester: 'J' could be either"


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("J AS", "1 Jester, no Jack"),
        ("j n", "2 Jesters, no Jack"),
        ("3J", "3 Jesters, no Jack"),
        ("J JH", "1 Jester, 1 Jack"),
        ("JHJ JS", "1 Jester, 2 Jacks"),
        ("J R11", "1 Jester, no Jack"),
    ],
)
def test_a_bare_j_is_a_jester_and_said_to_be(text: str, note: str) -> None:
    assert read_hand(text).notes == (f"a bare J was read as a Jester: {note}",)


@pytest.mark.parametrize("text", ["JH", "N Je Jester", "S:J", "♠AJ", "W"])
def test_without_a_bare_j_nothing_is_said(text: str) -> None:
    assert read_hand(text).notes == ()


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("R13N", ("R13 N", "R1 N N N")),
        ("R12W", ("R12 W", "R1 W W")),
        ("R:13", ("R13", "R1 R3")),
        ("♠AJ♥10", ("AS JS 10H", "AS N 10H")),
        ("♠AK♥10♦3W", ("AS KS 10H 3D W", "AS KH 10D W W W")),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused_with_both(text: str, forms: tuple[str, str]) -> None:
    with pytest.raises(CardError, match="expected spaces between the cards") as error:
        read_hand(text)
    assert all(repr(form) in str(error.value) for form in (text, *forms))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("R13B", "'R13B' can be read as 'R1 B3', or as 'R13' and a card that is not whole"),
        ("W Y13Y", "'Y13Y' can be read as 'Y1 Y3', or as 'Y13' and a card that is not whole"),
        ("R:12B", "'R:12B' can be read as 'R1 B2', or as 'R:12' and a card that is not whole"),
        ("♥A K ♠", "'♥A K ♠' can be read as 'AH KH', or as 'AH KS'"),
        ("♥ A K ♠", "'♥ A K ♠' can be read as 'AH KH', or as 'AH KS'"),
        ("W ♥ 2 3 S", "'W ♥ 2 3 S' can be read as 'W 2H 3H', or as 'W 2H 3S'"),
        ("♥ 2 3 spades", "'♥ 2 3 spades' can be read as '2H 3H', or as '2H 3S'"),
        ("J H 2", "'J H 2' can be read as 'N 2H', or with a Jack of that suit"),
        ("2 J S 3", "'2 J S 3' can be read as 'N N 3S', or with a Jack of that suit"),
        ("QSJ hearts 2", "'QSJ hearts 2' can be read as 'QS N 2H', or with a Jack of that suit"),
        ("AS QSJH2", "'QSJH2' can be read as 'QS N 2H', or with a Jack of that suit"),
        ("JeS", "'JeS' is not a card"),
        ("2 JeS", "'2' has no suit"),
    ],
)
def test_what_is_only_half_written_is_not_completed_from_its_neighbours(text: str, found: str) -> None:
    with pytest.raises(CardError) as error:
        read_hand(text)
    assert str(error.value).startswith("hand: expected ") and str(error.value).endswith(found)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        *[("R12B3", "R12 B3"), ("R1B3", "R1 B3"), ("♥A K♠", "KS AH"), ("♥ 2 3 ♠ 4", "4S 3H 2H"), ("♥A K ♠-", "AH KH")],
        *[("A ♥ K ♠", "KS AH"), ("J H", "JH"), ("JHJ", "JH N"), ("AS J H 10 C", "AS JH 10C"), ("j h6", "6H N")],
        *[("J♠2", "2S N"), ("QSJH2S", "QS 2S JH"), ("J of hearts 2 S", "2S JH"), ("10 H J", "10H N")],
    ],
)
def test_what_is_whole_is_read_beside_others(text: str, printed: str) -> None:
    reading = read_hand(text)
    assert print_hand(reading.hand, reading.deck or FRENCH) == printed


def test_the_number_of_cards_expected_is_that_of_the_words() -> None:
    with pytest.raises(CardError) as error:
        read_hand("AS 10H XS W N")
    assert str(error.value) == "hand: expected cards like AS, 10H, W or N: 'XS' is not a card"


def test_cards_are_printed_by_suit_high_to_low_then_wizards_then_jesters() -> None:
    assert [card & 15 for card in cards_in_order(PACK)] == [*range(13, 0, -1)] * 4 + [14] * 4 + [0] * 4
    assert print_hand(read_hand("N 2C 10H AH AS W").hand, symbols=True) == "♠A ♥A ♥10 ♣2 W N"
    assert print_hand(read_hand("R13 Y1").hand, COLOURS, symbols=True) == "R13 Y1"


@given(st.integers(1, PACK).map(lambda bits: tidy(bits & PACK)), st.sampled_from([FRENCH, COLOURS]), st.booleans())
def test_every_hand_is_read_as_printed(hand: int, deck: str, symbols: bool) -> None:
    reading = read_hand(print_hand(hand, deck, symbols=symbols) or "S:-")
    assert reading.hand == hand
    assert reading.deck == (deck if hand & ~SPECIALS else None)  # both decks have Wizards and Jesters


# Trump


@pytest.mark.parametrize(
    ("text", "trump", "upcard", "deck"),
    [
        *[("QH", 1, 27, FRENCH), ("hq", 1, 27, FRENCH), ("♥Q", 1, 27, FRENCH), ("10c", 3, 57, FRENCH)],
        *[("JH", 1, 26, FRENCH), ("G12", 1, 28, COLOURS), ("12g", 1, 28, COLOURS), ("g-12", 1, 28, COLOURS)],
        *[("H", 1, None, FRENCH), ("hearts", 1, None, FRENCH), ("Heart", 1, None, FRENCH), ("♥", 1, None, FRENCH)],
        *[("♥\ufe0f", 1, None, FRENCH), ("♡", 1, None, FRENCH), ("s", 0, None, FRENCH), ("CLUBS", 3, None, FRENCH)],
        *[("R", 0, None, COLOURS), ("red", 0, None, COLOURS), ("Yellow", 3, None, COLOURS), ("b", 2, None, COLOURS)],
        *[("N", NO_SUIT, 0, None), ("jester", NO_SUIT, 0, None), ("Je", NO_SUIT, 0, None), ("narr", NO_SUIT, 0, None)],
        *[("W:H", 1, 14, FRENCH), ("z:hearts", 1, 14, FRENCH), ("Wizard:♥", 1, 14, FRENCH), ("w:g", 1, 14, COLOURS)],
        *[("W", None, 14, None), ("z", None, 14, None), ("Zauberer", None, 14, None), (" W ", None, 14, None)],
        *[("none", NO_SUIT, None, None), ("None", NO_SUIT, None, None)],
    ],
)
def test_what_trump_can_be(text: str, trump: int | None, upcard: int | None, deck: str | None) -> None:
    assert read_trump(text) == (trump, upcard, deck)


def test_a_bare_j_as_trump_could_be_either() -> None:
    for text in ("J", " j "):
        with pytest.raises(CardError, match=r"^trump: expected N for a Jester, or JH.*could be either"):
            read_trump(text)


def test_trump_is_needed_except_in_the_last_round() -> None:
    with pytest.raises(SituationError, match=r"^trump: expected a turned-up card like QH.* found none with 1 card$"):
        make_situation("AS")
    last, _ = make_situation("S:AKQJT98765", players=6)
    assert (last.trump, last.upcard, last.last_round) == (NO_SUIT, None, True)
    assert make_situation("S:AKQJT98765", players=6, trump="none")[0] == last


def test_trump_gives_the_deck_when_the_hand_does_not() -> None:
    assert make_situation("W N", trump="r3")[0].deck == COLOURS
    assert make_situation("W N", trump="N")[0].deck == FRENCH
    assert make_situation("R1", trump="N")[0].deck == COLOURS


# Seat, bids, and the rest


@pytest.mark.parametrize(
    ("seat", "bids", "expected"),
    [
        *[(None, "", 1), (None, "1", 2), (None, "1,?,0", 4), ("", "1", 2), (3, "", 3), ("3", "1", 3), (" 2 ", "", 2)],
        *[("first", "", 1), ("Dealer", "", 4), ("dealer", "1", 4)],
    ],
)
def test_seat_is_by_default_one_past_the_bids_given(seat: Any, bids: str, expected: int) -> None:
    assert make_situation("AS", trump="H", seat=seat, bids=bids)[0].seat == expected


@pytest.mark.parametrize(
    ("text", "bids"),
    [
        *[("", ()), ("2", (2,)), ("2,1", (2, 1)), ("2 1", (2, 1)), (" 2 , 1 ", (2, 1)), ("2,?", (2, None))],
        *[
            ("? ?", (None, None)),
            ("12", (12,)),
            ([2, None], (2, None)),
            (np.array([2, 1]), (2, 1)),
            (["2", "?"], (2, None)),
            ((), ()),
        ],
    ],
)
def test_bids(text: Any, bids: tuple[int | None, ...]) -> None:
    assert read_bids(text) == bids


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        *[("", ()), ("120,-30, 0", (120, -30, 0)), ("+10,−20,0", (10, -20, 0)), ([1, "-2"], (1, -2))],
        *[(np.array([1, -2]), (1, -2)), (("10", "+0"), (10, 0))],
    ],
)
def test_scores(text: Any, scores: tuple[int, ...]) -> None:
    assert read_scores(text) == scores


@pytest.mark.parametrize("text", ["x", "1,--2", "+", "1.5", [True], [np.array([1, 2])], "9" * 20, {1: 2}])
def test_scores_that_are_no_numbers(text: Any) -> None:
    with pytest.raises(CardError, match=r"^scores: expected "):
        read_scores(text)


@pytest.mark.parametrize(
    ("text", "hook"),
    [
        *((name, name) for name in HOOKS),
        *[("after-first", "dealer-after-first"), ("leader", "dealer-unless-zero"), ("Dealer", "dealer"), ("", "none")],
    ],
)
def test_both_spellings_of_the_hook(text: str, hook: str) -> None:
    assert make_situation("AS", trump="H", hook=text)[0].hook == hook


@pytest.mark.parametrize(("given", "hidden"), [(True, True), ("yes", True), ("1", True), (False, False), ("no", False)])
def test_hidden_bids(given: Any, hidden: bool) -> None:
    assert make_situation("AS", trump="H", hidden_bids=given)[0].hidden_bids is hidden


def test_options_as_text_or_as_what_they_stand_for() -> None:
    text, _ = make_situation("AS 10H", players="5", trump="QH", seat="3", bids="2,?", hook="dealer", cards="2")
    values, _ = make_situation(["AS", "10H"], players=5, trump="QH", seat=3, bids=[2, None], hook="dealer", cards=2)
    assert text == values
    assert make_situation("AS", players="5P", trump="H")[0].players == 5


def test_what_is_empty_counts_as_not_given() -> None:
    assert make_situation("AS", trump="H", players="", seat="", bids="", hook="", hidden_bids="", cards="") == (
        make_situation("AS", trump="H")
    )


def test_notes_are_handed_on() -> None:
    assert make_situation("J", trump="H")[1] == ("a bare J was read as a Jester: 1 Jester, no Jack",)


# One line


def test_one_line() -> None:
    situation = parse_situation(EXAMPLE)
    hand = read_hand("AS 10H 9H W N").hand
    assert situation == Situation(players=4, hand=hand, trump=1, upcard=27, seat=3, bids=(2, 1), hook="dealer")
    assert print_situation(situation) == EXAMPLE


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("up=QH : AS", "4p up=QH seat=1 : AS"),
        ("trump=qh players=4 seat=1: as", "4p up=QH seat=1 : AS"),
        ("UP=QH 5P SEAT=DEALER :AS", "5p up=QH seat=5 : AS"),
        ("up=hearts seat=first : S:AK H:T", "4p up=H seat=1 : AS KS 10H"),
        ("up=W:H bids=0 : W N # a comment", "4p up=W:H seat=2 bids=0 : W N"),
        ("up=W seat=dealer : J", "4p up=W seat=4 : N"),
        ("up=N bids=1,? hook=leader : 2W", "4p up=N seat=3 bids=1,? hook=dealer-unless-zero : W W"),
        ("hidden up=r13 : R1", "4p up=R13 seat=1 hidden-bids : R1"),
        ("hidden-bids up=red : R1", "4p up=R seat=1 hidden-bids : R1"),
        ("hidden-bids=no up=red cards=1 : R1", "4p up=R seat=1 : R1"),
        ("bids= up=H : AS", "4p up=H seat=1 : AS"),
        ("6p : S:AKQJT98765", "6p up=none seat=1 : AS KS QS JS 10S 9S 8S 7S 6S 5S"),
        ("S:AKQJT9876543 2W N", "4p up=none seat=1 : AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S W W N"),
    ],
)
def test_lines_and_their_canonical_form(line: str, printed: str) -> None:
    situation = parse_situation(line)
    assert print_situation(situation) == printed
    assert parse_situation(printed) == situation


@pytest.mark.parametrize(
    "line",
    [
        "4p QH 3 2,1 : AS 10H",
        "4 QH 3 2,1: AS 10H",
        "4P qh 3 2 1 : AS, 10 H",
        "4p, QH, 3, 2, 1 : AS 10H",
        "p=4 t=QH s=3 b=2,1 : AS 10H",
        "p=4, t=QH, s=3, b=2, 1 : AS, 10H,",
        "p=4,t=QH,s=3,b=2,1, : AS 10H",
        "bids=2, 1 up=QH : AS 10H",
        "4p QH s=3 bids=2,1 : AS 10H",
        "4p up=QH,seat=3 bids=2,1 : ace of spades, ten of hearts",
    ],
)
def test_one_situation_in_short_forms(line: str) -> None:
    assert print_situation(parse_situation(line)) == "4p up=QH seat=3 bids=2,1 : AS 10H"


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("5 H hidden : AS", "5p up=H seat=1 hidden-bids : AS"),
        ("hidden, t=W:H, 3p : AS", "3p up=W:H seat=1 hidden-bids : AS"),
        ("4 W:H 2 : AS", "4p up=W:H seat=2 : AS"),
        ("4p none dealer ?,1 hook=dealer: AS", "4p up=none seat=4 bids=?,1 hook=dealer : AS"),
        ("t=Herz language=de : HD", "4p up=H seat=1 : QH"),
    ],
)
def test_short_forms_of_lines(line: str, printed: str) -> None:
    situation = parse_situation(line)
    assert print_situation(situation) == printed
    assert parse_situation(printed) == situation


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("4p QH x 2,1 : AS", "seat: expected 1 to 4, first or dealer: found 'x'"),
        ("4p QH up=H : AS", "situation: expected trump once: 'up=H' gives it again"),
        ("4p QH 3 2,1", "situation: expected ' : ' between the keys and the hand: found 'QH 3 2,1'"),
        ("QH 3 2,1 : AS", "hand: expected "),
        ("sead=3 : AS", "situation: expected a key like seat, cards, scores: found 'sead=3'"),
        ("bods=3 : AS", "situation: expected a key like bids"),
        ("xyzzy=3 : AS", "situation: expected a key like players, up, trump: found 'xyzzy=3'"),
        ("4p t=H hook=yes : AS", "hook: expected one of none, dealer, dealer-after-first, dealer-unless-zero: found"),
        ("4p QH 3 21 : AS KS", "bids: expected bids of 0 to 2, several with commas between them, 2,1: found 21"),
        ("4p QH 3 31 : AS KS", "bids: expected bids of 0 to 2: found 31"),
    ],
)
def test_lines_that_cannot_be_are_refused_with_the_culprit(line: str, reason: str) -> None:
    with pytest.raises(WizardError) as error:
        parse_situation(line)
    assert reason in str(error.value)


def test_no_trump_without_a_card_turned_up_is_a_house_rule() -> None:
    situation = parse_situation("4p up=none : AS KS")
    assert (situation.trump, situation.upcard, situation.loose_upcard) == (NO_SUIT, None, False)
    assert parse_situation("4p up=N : AS KS").upcard is not None
    assert parse_situation("4p up=H : AS KS").loose_upcard


def test_what_a_line_gives_is_left_to_be_merged_with_options() -> None:
    assert read_line(EXAMPLE) == {
        "players": "4",
        "trump": "QH",
        "seat": "3",
        "bids": "2,1",
        "hook": "dealer",
        "hand": "AS 10H 9H W N",
    }
    assert read_line("AS W # note") == {"hand": "AS W"}
    assert read_line("# note") == read_line("") == {"hand": ""}
    assert read_line("hidden : AS") == {"hidden_bids": "yes", "hand": "AS"}


def test_more_keys_can_be_allowed() -> None:
    with pytest.raises(CardError, match="'trick=2H'"):
        read_line("trick=2H : AS")
    assert read_line("trick=2H : AS", KEYS | {"trick": "trick"}) == {"trick": "2H", "hand": "AS"}


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """Any situation that can be."""
    players = draw(st.integers(3, 6))
    pack = draw(st.permutations([card for card in range(64) if PACK >> card & 1]))
    cards = draw(st.integers(1, 60 // players))
    hand, upcard, last = sum(1 << card for card in pack[:cards]), pack[cards], players * cards == 60
    seat = draw(st.integers(1, players))
    hidden = draw(st.booleans())
    bid = st.none() if hidden else st.none() | st.integers(0, cards)
    bids = tuple(draw(st.lists(bid, max_size=seat - 1)))
    trump = NO_SUIT if last or JESTERS >> upcard & 1 else upcard >> 4
    noted = not last and draw(st.booleans())  # no trump and nothing noted is a house rule
    unnamed = bool(WIZARDS >> upcard & 1) and noted and seat == players and not any(b is not None for b in bids)
    return Situation(
        players=players,
        hand=hand,
        trump=None if unnamed else trump,
        upcard=upcard if noted else None,
        seat=seat,
        bids=bids,
        hook="none" if hidden else draw(st.sampled_from(HOOKS)),
        hidden_bids=hidden,
        deck=draw(st.sampled_from([FRENCH, COLOURS])),
    )


@given(situations())
def test_parse_undoes_print(situation: Situation) -> None:
    line = print_situation(situation)
    again = parse_situation(line)
    assert print_situation(again) == line
    if again.deck == situation.deck:  # where no card shows the deck, it is taken for the French one
        assert again == situation


# What is refused


@pytest.mark.parametrize(
    ("hand", "culprit"),
    [
        *[("", "found no cards"), ("   ", "found no cards"), (",", "','"), ("AS,,", "'AS,,'"), ("AS,,KS", "'AS,,KS'")],
        *[("XS", "'XS'"), ("AS XS", "'XS'"), ("AX", "'AX'"), ("1S", "'1S'"), ("0S", "'0S'"), ("11S", "'11S'")],
        *[
            ("AS K", "'K' has no suit"),
            ("10", "'10' has no suit"),
            ("A", "'A' has no suit"),
            ("12", "'12' has no suit"),
        ],
        *[("S", "'S'"), ("♠", "'♠'"), ("S:", "'S:'"), ("S:X", "'S:X'"), ("S:A1", "'S:A1'"), ("S:W", "'S:W'")],
        *[
            ("S:AA", "'AS' is there twice"),
            ("AS AS", "'AS'"),
            ("AS SA", "'AS'"),
            ("TH 10H", "'10H'"),
            ("♠A AS", "'AS'"),
        ],
        *[("R14", "'R14'"), ("14R", "'14R'"), ("R0", "'R0'"), ("R-14", "'R-14'"), ("R:0", "'R:0'"), ("R99", "'R99'")],
        *[("R1 R1", "'R1' is there twice"), ("AS R13", "'R13'"), ("AS KS G1", "'G1'"), ("S:A R:9", "'R9'")],
        *[
            ("5W", "'5W'"),
            ("0W", "'0W'"),
            ("10N", "'10N'"),
            ("99Z", "'99Z'"),
            ("5J", "'5J'"),
            ("AS 7Jester", "'7Jester'"),
        ],
        *[("2W 3W", "at most 4 Wizards: found 5"), ("WWWWW", "found 5"), ("3N 2J", "at most 4 Jesters: found 5")],
        *[("2AS", "'2AS'"), ("W2", "'2' has no suit"), ("AS10", "'10'"), ("ASKSXX", "'ASKSXX'")],
        *[("10, H", "'10' has no suit"), ("A-S", "'A-S'"), ("AS/KS", "'/KS'"), ("AS;KS", "';KS'"), ("AS.", "'.'")],
        *[("Joker", "'Joker'"), ("Wizzard", "'Wizzard'"), ("ace", "'ace'"), ("NT", "'NT'"), ("--help", "'--help'")],
        *[
            ("Dragon", "'Dragon' is of the anniversary"),
            ("W fairy", "'fairy'"),
            ("Bomb", "'Bomb'"),
            ("CLOUD", "'CLOUD'"),
        ],
        *[("Werewolf", "'Werewolf'"), ("juggler", "'juggler'"), ("Shapeshifter AS", "'Shapeshifter'")],
        *[
            ("²H", "'²H'"),
            ("٣H", "'٣H'"),
            ("ſA", "'ſA'"),
            ("AS\x00", r"'\x00'"),
            ("\ud800", r"'\ud800'"),
            ("ＡＳ", "'ＡＳ'"),
        ],
        *[("W" * 900, "found 900"), ("9" * 900, "9999…"), ("A" * 2000, "has 2000"), ("♠" + "A" * 900, "'AS'")],
        *[("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S W W W", "found 16")],
    ],
)
def test_hands_that_are_refused(hand: str, culprit: str) -> None:
    with pytest.raises(WizardError) as error:
        make_situation(hand, trump="D" if "R" not in hand else "R")
    assert str(error.value).startswith("hand: expected ")
    assert culprit in str(error.value)
    assert "\n" not in str(error.value) and len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("options", "field", "culprit"),
    [
        *[({"trump": text}, "trump", repr(text)) for text in ("J", "X", "QX", "10", "W:", "W:X", "W:N", "WX", "N:H")],
        *[
            ({"trump": text}, "trump", repr(text))
            for text in ("NT", "no trump", "W:none", "2W", "J H:-", "Dragon", "QH KH", "²H")
        ],
        *[({"trump": text}, "trump", repr(text)) for text in ("AS", "r13", "red", "W:R", "\ud800", "Q\nHH")],
        *[({"trump": text}, "trump", "found none") for text in (None, "")],
        ({"trump": "W"}, "trump", "seat 1"),
        ({"trump": "W", "seat": "dealer", "bids": "0"}, "trump", "bids were heard"),
        ({"trump": 5}, "trump", "5"),
        *[({"players": text}, "players", repr(text)) for text in ("x", "4.5", "²", "-3", "9" * 30, None, True)],
        *[({"players": number}, "players", str(number)) for number in (0, 2, 7, -1, "2", "7")],
        ({"players": 10**5000}, "players", "a huge int"),
        *[({"seat": text}, "seat", repr(text)) for text in ("x", "last", "1.5", "²", "-1", "9" * 30, True, 2.0)],
        *[({"seat": number}, "seat", str(number)) for number in (0, 5, -1, "0", "5")],
        *[({"bids": text}, "bids", repr(part)) for text, part in (("x", "x"), ("1,x", "x"))],
        *[({"bids": text}, "bids", f"numbers like 2,1: found {text!r}") for text in ("1,,1", "1,,", ",")],
        *[({"bids": text}, "bids", repr(text)) for text in ("-1", "²", "1.0", "??", "9" * 30)],
        *[({"bids": value}, "bids", found) for value, found in ((2, "2"), ([True], "True"), (None, "None"))],
        *[({"bids": text}, "bids", found) for text, found in (("2", "2"), ([-1], "-1"), ("0,0,0,0", "found 4"))],
        ({"bids": "0,0", "seat": 2}, "bids", "at most 1 before seat 2 of 4: found 2"),
        ({"bids": [10**5000], "seat": 2}, "bids", "a huge int"),
        *[({"hook": text}, "hook", repr(text)) for text in ("x", "canadian", "plus-one", None)],
        ({"hook": "dealer", "hidden_bids": True}, "hook", "'dealer'"),
        *[({"hidden_bids": value}, "hidden_bids", repr(value)) for value in ("perhaps", None, 3)],
        ({"hidden_bids": True, "bids": "1"}, "bids", "hidden"),
        *[({"cards": value}, "cards", repr(value)) for value in ("x", "1.0", "²")],
        *[({"cards": value}, "hand", f"expected {value} card") for value in (2, "2", 0)],
        *[({"hand": value}, "hand", repr(value)) for value in (None, 5, 1.5, b"AS")],
        ({"hand": ["AS", None]}, "hand", "None"),
    ],
)
def test_options_that_are_refused(options: dict[str, Any], field: str, culprit: str) -> None:
    arguments: dict[str, Any] = {"hand": "AS", "trump": "H"} | options
    with pytest.raises(WizardError) as error:
        make_situation(**arguments)
    assert str(error.value).startswith(f"{field}: expected ")
    assert culprit in str(error.value)
    assert "\n" not in str(error.value) and len(str(error.value)) < 250


@pytest.mark.parametrize(
    ("line", "error", "culprit"),
    [
        ("4p  up = 7S : AS KS", CardError, "situation: expected no blanks around '=', like up=QH: found 'up = 7S'"),
        ("4p up= 7S : AS KS", CardError, "situation: expected no blanks around '=', like up=QH: found 'up= 7S'"),
        ("up =7S : AS KS", CardError, "situation: expected no blanks around '=', like up=QH: found 'up =7S'"),
        ("4p up=QH", CardError, "situation: expected ' : ' between the keys and the hand: found ''"),
        ("up=QH AS KS", CardError, "'AS KS'"),
        ("up=QH :", CardError, "hand: expected cards"),
        ("foo=3 : AS", CardError, "'foo=3'"),
        ("=3 : AS", CardError, "'=3'"),
        ("4p players=5 : AS", CardError, "'players=5'"),
        ("up=QH trump=H : AS", CardError, "'trump=H'"),
        ("bids=2 1 up=H : AS", CardError, "'1 up=H : AS'"),
        ("up=QH:AS", CardError, "expected ' : '"),
        ("9p up=H : AS", SituationError, "players: expected 3 to 6: found 9"),
        ("9999999999999p up=H : AS", SituationError, "players: expected 3 to 6: found 9999999999999"),
        ("4p : AS", SituationError, "trump: expected"),
        ("AS KS", SituationError, "trump: expected"),
        ("up=AS : AS", SituationError, "'AS' is in both"),
        ("x" * 5000, CardError, "has 5000"),
    ],
)
def test_lines_that_are_refused(line: str, error: type[WizardError], culprit: str) -> None:
    with pytest.raises(error) as caught:
        parse_situation(line)
    assert culprit in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", [None, 5, b"AS", ["AS"]])
def test_what_is_no_text_is_refused(value: Any) -> None:
    for read in (read_hand, read_trump, read_line, parse_situation):
        with pytest.raises(CardError, match="expected text"):
            read(value)


# Only WizardError escapes

PARTS = ["A", "S", "J", "H", "10", "1", "3", "R", "13", "W", "N", "Je", "♠", "♥", ":", "-", ",", " ", "\n", "="]
PARTS += ["up=", "trump=", "seat=", "bids=", "hook=", "hidden", "4p", "cards=", "dealer", "none", " : ", "#", "?"]
PARTS += ["²", "٣", "\x00", "ß", "\ud800"]
TEXTS = st.text(max_size=80) | st.lists(st.sampled_from(PARTS), max_size=40).map("".join)


@given(TEXTS)
def test_any_text_is_read_and_printed_or_refused_in_one_line(text: str) -> None:
    try:
        situation = parse_situation(text)
    except WizardError as error:
        assert str(error).isprintable() and len(str(error)) < 300
    else:
        line = print_situation(situation)
        assert print_situation(parse_situation(line)) == line


@given(TEXTS, st.none() | TEXTS, st.none() | TEXTS, TEXTS, TEXTS)
def test_any_options_are_read_or_refused(hand: str, trump: str | None, seat: str | None, bids: str, hook: str) -> None:
    for trial in ({"hand": hand}, {"trump": trump}, {"seat": seat}, {"bids": bids}, {"hook": hook}):
        arguments: dict[str, Any] = {"hand": "AS KS", "trump": "H"} | trial
        try:
            situation, _ = make_situation(**arguments)
        except WizardError as error:
            assert str(error).isprintable() and len(str(error)) < 300
        else:
            assert parse_situation(print_situation(situation)) == situation
