"""The rules, one test for each sentence, and a naive twin that plays with words instead of ints."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wizard_advisor.cards import NO_SUIT, PACK, rank_of, read_card, suit_of
from wizard_advisor.hand_notation import cards_in_order, read_hand
from wizard_advisor.notation import print_card
from wizard_advisor.rules import (
    HOOK_AFTER_FIRST,
    HOOK_DEALER,
    HOOK_NONE,
    HOOK_UNLESS_ZERO,
    TRUMP_POWER,
    UNDECIDED,
    WIZARD_POWER,
    forbidden_bid,
    hook_binds,
    led_after,
    legal_cards,
    power,
    score,
)

SPADES, HEARTS, DIAMONDS, CLUBS = range(4)


def led(trick: str) -> int:
    """The led suit after the cards of a trick."""
    suit = UNDECIDED
    for name in trick.split():
        suit = led_after(suit, read_card(name)[0])
    return suit


def legal(hand: str, trick: str = "") -> str:
    """The cards of the hand that may be played to a trick."""
    return " ".join(print_card(card) for card in cards_in_order(legal_cards(read_hand(hand).hand, led(trick))))


def winner(trick: str, trump: int = NO_SUIT) -> str:
    """The card that takes the trick: the first of the highest power."""
    suit, best, highest = UNDECIDED, "", -1
    for name in trick.split():
        card = read_card(name)[0]
        suit = led_after(suit, card)
        if power(card, suit, trump) > highest:
            best, highest = name, power(card, suit, trump)
    return best


# Play


def test_anything_may_be_led() -> None:
    assert legal("AS 2H W N") == "AS 2H W N"


def test_follow_the_led_suit_if_you_can() -> None:
    assert legal("AS 3S 2H KD", "QS") == "AS 3S"


def test_a_wizard_or_a_jester_may_always_be_played_instead() -> None:
    assert legal("AS 2H W N", "QS") == "AS W N"


def test_unable_to_follow_any_card() -> None:
    assert legal("2H KD W N", "QS") == "2H KD W N"


def test_wizards_and_jesters_never_have_to_be_played() -> None:
    assert legal("2H W N", "QS") == "2H W N"


def test_trump_need_not_be_played_when_unable_to_follow() -> None:
    assert legal("2H 3D", "QS") == "2H 3D"  # `legal_cards` does not even know the trump


def test_a_wizard_led_no_suit_is_led_the_others_may_play_anything() -> None:
    assert led("W") == led("W AS") == led("W N AS") == NO_SUIT
    assert legal("AS 2H W", "W KS") == "AS 2H W"


def test_a_jester_led_the_next_suited_card_sets_the_suit_to_follow() -> None:
    assert led("N") == UNDECIDED
    assert led("N 3D") == DIAMONDS
    assert legal("AS 2H 4D", "N 3D") == "4D"


def test_a_jester_led_then_a_wizard_before_any_suited_card_no_suit_is_led() -> None:
    assert led("N W 3D") == NO_SUIT
    assert legal("AS 4D", "N W 3D") == "AS 4D"


def test_several_jesters_may_come_before_the_first_suited_card() -> None:
    assert led("N N N") == UNDECIDED
    assert led("N N N 2C AS") == CLUBS


def test_a_wizard_after_the_first_suited_card_leaves_the_led_suit() -> None:
    assert led("2C W AS") == CLUBS
    assert legal("AS 4C", "2C W") == "4C"


def test_the_first_wizard_in_a_trick_wins_it() -> None:
    assert winner("AS W Z 2H", HEARTS) == "W"
    assert winner("AS Z W", HEARTS) == "Z"


def test_no_wizard_the_highest_trump() -> None:
    assert winner("AS 2H KS 3H N", HEARTS) == "3H"


def test_no_trump_played_the_highest_card_of_the_led_suit() -> None:
    assert winner("10S AD JS N", HEARTS) == "JS"
    assert winner("N 2S AD 3S") == "3S"


def test_all_jesters_the_first_jester_wins() -> None:
    assert winner("N Je Narr") == "N"
    assert winner("Je N Narr", HEARTS) == "Je"


def test_a_card_of_another_suit_beats_no_card_of_the_led_suit_and_all_jesters_lose_to_any() -> None:
    assert winner("2S AD") == "2S"
    assert winner("N 2S") == "2S"


def test_wizards_rank_above_all_and_jesters_below_all() -> None:
    for card in range(64):
        if not PACK >> card & 1:
            continue
        high = power(card, SPADES, SPADES)
        assert (high == WIZARD_POWER) == (rank_of(card) == 14)
        assert high > 0 or rank_of(card) == 0 or suit_of(card) != SPADES
    assert power(read_card("2H")[0], SPADES, HEARTS) == TRUMP_POWER + 1


# Bidding


@pytest.mark.parametrize("cards", [1, 2, 15])
@pytest.mark.parametrize("others", range(16))
def test_hook_none_nobody_is_restricted(cards: int, others: int) -> None:
    assert forbidden_bid(HOOK_NONE, cards, others) == -1


@pytest.mark.parametrize("cards", [1, 2, 15])
@pytest.mark.parametrize("others", range(20))
def test_hook_dealer_may_not_make_the_bids_add_up_to_the_tricks(cards: int, others: int) -> None:
    assert forbidden_bid(HOOK_DEALER, cards, others) == (cards - others if others <= cards else -1)


@pytest.mark.parametrize("others", range(4))
def test_hook_after_first_binds_from_two_cards_on(others: int) -> None:
    assert forbidden_bid(HOOK_AFTER_FIRST, 1, others) == -1
    assert forbidden_bid(HOOK_AFTER_FIRST, 2, others) == forbidden_bid(HOOK_DEALER, 2, others)


@pytest.mark.parametrize("cards", [1, 2, 15])
def test_hook_unless_zero_always_allows_zero(cards: int) -> None:
    assert forbidden_bid(HOOK_UNLESS_ZERO, cards, cards) == -1
    assert forbidden_bid(HOOK_UNLESS_ZERO, cards, cards - 1) == 1


def test_which_hooks_bind() -> None:
    hooks = (HOOK_NONE, HOOK_DEALER, HOOK_AFTER_FIRST, HOOK_UNLESS_ZERO)
    assert [hook_binds(hook, 1) for hook in hooks] == [False, True, False, True]
    assert [hook_binds(hook, 2) for hook in hooks] == [False, True, True, True]


# Score


def test_an_exact_bid_scores_twenty_and_ten_per_trick() -> None:
    assert [score(bid, bid) for bid in range(5)] == [20, 30, 40, 50, 60]


def test_otherwise_minus_ten_per_trick_over_or_under() -> None:
    assert (score(5, 3), score(3, 5), score(0, 1), score(1, 0)) == (-20, -20, -10, -10)


# The naive twin: a card is its name, a trick a list of names

NAMES = [print_card(card) for card in range(64) if PACK >> card & 1]
ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def naive_led(trick: list[str]) -> str | None:
    """The letter of the led suit, "" when there is none and None when it is not known yet."""
    for name in trick:
        if name != "N":
            return "" if name == "W" else name[-1]
    return None


def naive_legal(hand: set[str], trick: list[str]) -> set[str]:
    suit = naive_led(trick)
    if suit and any(name[-1] == suit for name in hand - {"W", "N"}):
        return {name for name in hand if name in ("W", "N") or name[-1] == suit}
    return hand


def naive_winner(trick: list[str], trump: str) -> int:
    """The place in the trick of the card that takes it."""
    if "W" in trick:
        return trick.index("W")
    for suit in (trump, naive_led(trick)):
        played = [name for name in trick if suit and name != "N" and name[-1] == suit]
        if played:
            return trick.index(max(played, key=lambda name: ORDER.index(name[:-1])))
    return 0


TRICKS = st.permutations(NAMES).flatmap(lambda pack: st.integers(0, 6).map(lambda size: pack[:size]))


@given(TRICKS, st.sampled_from([*"SHDC", ""]))
def test_the_twin_agrees_who_takes_the_trick(trick: list[str], trump: str) -> None:
    suit, place, highest = UNDECIDED, 0, -1
    for n, name in enumerate(trick):
        card = read_card(name)[0]
        suit = led_after(suit, card)
        if power(card, suit, "SHDC".index(trump) if trump else NO_SUIT) > highest:
            place, highest = n, power(card, suit, "SHDC".index(trump) if trump else NO_SUIT)
    assert place == naive_winner(trick, trump)


@given(TRICKS, st.sets(st.sampled_from(NAMES), min_size=1, max_size=20))
def test_the_twin_agrees_what_may_be_played(trick: list[str], hand: set[str]) -> None:
    assert set(legal(" ".join(hand), " ".join(trick)).split()) == naive_legal(hand, trick)
