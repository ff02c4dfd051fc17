"""One card as an int and as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wizard_advisor.cards import (
    COLOURS,
    FRENCH,
    JESTERS,
    LANE,
    NO_SUIT,
    PACK,
    PACK_SIZE,
    SPECIALS,
    SPELLINGS,
    WIZARDS,
    card_of,
    fold,
    higher_cards,
    lowest_card,
    nth_card,
    print_card,
    rank_of,
    read_card,
    suit_cards,
    suit_letter,
    suit_name,
    suit_of,
    tidy,
)
from wizard_advisor.errors import CardError, echo

CARDS = [card for card in range(64) if PACK >> card & 1]
HANDS = st.sets(st.sampled_from(CARDS), min_size=1).map(lambda cards: sum(1 << card for card in cards))


def test_the_pack_has_sixty_cards_four_of_them_wizards_and_four_jesters() -> None:
    assert PACK.bit_count() == PACK_SIZE == len(CARDS) == 60
    assert WIZARDS.bit_count() == JESTERS.bit_count() == 4
    assert sum(suit_cards(suit) for suit in range(4)) == PACK & ~SPECIALS
    assert PACK < 1 << 63


@pytest.mark.parametrize("card", CARDS)
def test_card_is_its_suit_and_rank(card: int) -> None:
    assert card_of(suit_of(card), rank_of(card)) == card


def test_suit_cards() -> None:
    assert suit_cards(0) == LANE == sum(1 << rank for rank in range(1, 14))
    assert suit_cards(NO_SUIT) == 0
    assert suit_cards(NO_SUIT + 1) == 0


@pytest.mark.parametrize("card", [card for card in CARDS if not SPECIALS >> card & 1])
def test_higher_cards_are_those_of_the_suit_with_a_higher_rank(card: int) -> None:
    higher = [other for other in CARDS if other >> 4 == card >> 4 and card & 15 < other & 15 < 14]
    assert higher_cards(card) == sum(1 << other for other in higher)


@given(HANDS)
def test_lowest_and_nth_card_count_from_below(hand: int) -> None:
    cards = [card for card in CARDS if hand >> card & 1]
    assert lowest_card(hand) == cards[0]
    assert [nth_card(hand, n) for n in range(len(cards))] == cards


@given(HANDS)
def test_tidy_keeps_what_the_hand_holds_and_moves_specials_down(hand: int) -> None:
    tidied = tidy(hand)
    assert tidy(tidied) == tidied
    assert tidied & ~SPECIALS == hand & ~SPECIALS
    for kind in (WIZARDS, JESTERS):
        lanes = [lane for lane in range(4) if (tidied & kind) >> 16 * lane & 0xFFFF]
        assert lanes == list(range((hand & kind).bit_count()))


@pytest.mark.parametrize("deck", [FRENCH, COLOURS])
@pytest.mark.parametrize("symbols", [False, True])
def test_every_card_is_read_as_printed(deck: str, symbols: bool) -> None:
    for card in CARDS:
        text = print_card(card, deck, symbols=symbols)
        if SPECIALS >> card & 1:
            assert read_card(text) == (card & 15, None)
        else:
            assert read_card(text) == (card, deck)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        *[("AS", "AS"), ("sa", "AS"), ("10h", "10H"), ("TH", "10H"), ("ht", "10H"), ("A♠", "AS"), ("♠A", "AS")],
        *[("♤a", "AS"), ("jh", "JH"), ("HJ", "JH"), ("2c", "2C"), (" qd ", "QD"), ("♦10", "10D")],
    ],
)
def test_spellings_of_the_french_deck(text: str, printed: str) -> None:
    card, deck = read_card(text)
    assert (print_card(card), deck) == (printed, FRENCH)


@pytest.mark.parametrize("text", ["R13", "13R", "r-13", "13-r", "r13"])
def test_spellings_of_the_colours(text: str) -> None:
    assert read_card(text) == (13, COLOURS)
    assert print_card(13, COLOURS) == "R13"


def test_thirteen_is_the_ace_and_one_the_two() -> None:
    assert print_card(read_card("G13")[0], FRENCH) == "AH"
    assert print_card(read_card("G1")[0], FRENCH) == "2H"


@pytest.mark.parametrize("text", ["W", "z", "Wizard", "ZAUBERER"])
def test_spellings_of_a_wizard(text: str) -> None:
    assert read_card(text) == (14, None)


@pytest.mark.parametrize("text", ["N", "je", "Jester", "narr", "J"])
def test_spellings_of_a_jester(text: str) -> None:
    assert read_card(text) == (0, None)


@pytest.mark.parametrize("text", ["", "X", "1S", "11S", "R0", "R14", "SR", "²H", "٣H", "A", "S", "ASKS", "ſA", "\x00"])
def test_what_is_no_card_is_named(text: str) -> None:
    with pytest.raises(CardError) as error:
        read_card(text)
    assert repr(text) in str(error.value)


def test_all_spellings() -> None:
    french = 2 * 2 * 13 + 2 * 2  # letter or symbol before or after the rank, T for 10 too
    assert len(SPELLINGS) == 4 * french + 4 * 4 * 13 + 4 + 5


def test_fold_changes_case_and_hollow_symbols_only() -> None:
    assert fold("aZ♤♡♢♧ßſ٣") == "AZ♠♥♦♣ßſ٣"


def test_suits_have_letters_and_names() -> None:
    assert [suit_letter(suit) for suit in range(4)] == list("SHDC")
    assert [suit_letter(suit, COLOURS) for suit in range(4)] == list("RGBY")
    assert (suit_name(1), suit_name(1, COLOURS)) == ("hearts", "green")


def test_echo_is_one_short_line_whatever_was_found() -> None:
    assert echo("a\nb") == r"'a\nb'"
    assert echo("x" * 50) == repr("x" * 40 + "…")
    assert echo(10**5000) == "a huge int"
    assert echo(None) == "None"
    assert len(echo(list(range(100)))) == 41
