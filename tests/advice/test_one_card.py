"""The round of one card, counted: against every deal there is, weighed by what was heard, and against the formula."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import comb, factorial, prod

import pytest
import twin
from hypothesis import given
from hypothesis import strategies as st
from players import NONE, RANDOM, SIMPLE, STANDARD, changed, population

from wizard_advisor.advice.bid import advise
from wizard_advisor.advice.one_card import Weights, deals, win_chance, winning_deals
from wizard_advisor.advice.seats import seat_policies
from wizard_advisor.notation import parse_situation
from wizard_advisor.policy.bid_chance import bid_chance, trump_chance
from wizard_advisor.policy.bid_choice import BidView
from wizard_advisor.policy.files import Players
from wizard_advisor.situation import Situation, upcard_as_hand

SPADES, HEARTS, NO_TRUMP = 0, 1, 4
SEVEN, ACE, JESTER, WIZARD = 6, 13, 0, 14
MIXED = population(
    "mixed",
    careful=(0.5, changed(STANDARD, "careful", slip=4.0)),
    thumb=(0.3, changed(SIMPLE, "thumb", slip=2.0)),
    anything=(0.2, RANDOM),
)


def wins(card: twin.Card, others: Sequence[twin.Card], seat: int, trump: int) -> bool:
    """Whether a card takes the trick against those of the other seats, in their order."""
    return twin.taker([*others[: seat - 1], card, *others[seat - 1 :]], trump) == seat - 1


def number(card: twin.Card) -> int:
    return 16 * card[0] + card[1]


def situation(players: int, seat: int, card: twin.Card, trump: int, upcard: twin.Card | None) -> Situation:
    seen = None if upcard is None else number(upcard)
    return Situation(players=players, hand=1 << number(card), trump=trump, upcard=seen, seat=seat)


# The sum over all deals


@st.composite
def some_weights(draw: Callable[..., int]) -> list[Weights]:
    """Weights of a few cards for one to five players, some of whom may not hold some of them."""
    cards = [1 << card for card in range(draw(st.integers(1, 6)))]
    players = draw(st.integers(1, 5))
    held = st.dictionaries(st.sampled_from(cards), st.integers(0, 9))
    return [draw(held) for _ in range(players)]  # type: ignore[misc]


@given(some_weights())
def test_the_sum_over_all_deals_is_that_of_dealing_them_all(weights: list[Weights]) -> None:
    cards = sorted({card for own in weights for card in own})
    expected = sum(
        prod(own.get(card, 0) for own, card in zip(weights, dealt, strict=True))
        for dealt in permutations(cards, len(weights))
    )
    assert deals(weights) == expected


def test_every_way_to_deal_a_pack_is_counted_once() -> None:
    everybody = [dict.fromkeys((1 << card for card in range(58)), 1)] * 5
    assert deals(everybody) == factorial(58) // factorial(53)


# Nothing heard

FEW = [(0, 0), (1, 0), (0, 14), (0, 3), (0, 9), (1, 2), (1, 12), (2, 5)]  # what is left of a small pack
FEW_FOR_SIX = [(0, 0), (1, 0), (0, 14), (0, 3), (1, 2), (1, 12), (2, 5), (3, 2)]  # most of them lose, as in a whole one


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("card", [(2, 0), (1, 14), (0, 5), (1, 5), (1, 13), (3, 13)])
@pytest.mark.parametrize("trump", [SPADES, NO_TRUMP])
def test_every_seat_against_all_deals_of_a_small_pack(players: int, card: twin.Card, trump: int) -> None:
    """The deals in which my card takes the trick are told apart, and each is counted once."""
    unseen = FEW if players < 6 else FEW_FOR_SIX
    anything: Weights = dict.fromkeys((1 << number(other) for other in unseen), 1)
    upcard = (trump, 1) if trump < NO_TRUMP else (0, 0)
    for seat in range(1, players + 1):
        won = sum(wins(card, others, seat, trump) for others in permutations(unseen, players - 1))
        cases = winning_deals(situation(players, seat, card, trump, upcard), [anything] * (players - 1))
        assert sum(map(deals, cases)) == won


def share_of_deals(asked: Situation) -> Fraction:
    """How many of all deals my card takes the trick in."""
    (card,) = twin.as_cards(asked.hand)
    unseen = twin.as_cards(twin.as_int(twin.PACK) & ~asked.hand & ~upcard_as_hand(asked))
    assert asked.trump is not None
    won = [wins(card, others, asked.seat, asked.trump) for others in permutations(unseen, asked.players - 1)]
    return Fraction(sum(won), len(won))


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
    asked = situation(3, seat, card, trump, upcard)
    assert win_chance(asked).chance == share_of_deals(asked)


def upcards(asked: Situation) -> Iterator[tuple[twin.Card, int]]:
    """What may have been turned up, not noted; a Wizard makes this suit trump in one case of four."""
    for card in twin.as_cards(twin.as_int(twin.PACK) & ~asked.hand):
        if card[1] == WIZARD or (twin.is_suited(card) and card[0] == asked.trump):
            yield card, 1 if card[1] == WIZARD else 4


@pytest.mark.parametrize("seat", [1, 3])
@pytest.mark.parametrize("card", [(HEARTS, 10), (SPADES, 8), (SPADES, WIZARD)])
def test_a_card_turned_up_that_was_not_noted_is_averaged_over(seat: int, card: twin.Card) -> None:
    asked = situation(3, seat, card, SPADES, None)
    chances = [
        (weight, win_chance(situation(3, seat, card, SPADES, upcard)).chance) for upcard, weight in upcards(asked)
    ]
    expected = sum(weight * chance for weight, chance in chances) / sum(weight for weight, _ in chances)
    assert win_chance(asked).chance == expected


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


# Bids heard, a trump named


def chance_of_deeds(players: Players, asked: Situation, seat: int, seen: int, card: twin.Card) -> float:
    """How probable the bid of a seat, and the trump if it named it, are with this card."""
    assert asked.trump is not None
    bid = asked.bids[seat - 1] if seat <= len(asked.bids) else None
    known = [other for other in asked.bids[: seat - 1] if other is not None]
    hand = 1 << number(card)
    named = seat == asked.players != asked.seat and asked.upcard is not None and asked.upcard % 16 == WIZARD
    view = BidView(hand, asked.trump, asked.players, seat - 1, seen, sum(known), len(known))
    chance = 0.0
    for kind in players.kinds:
        product = kind.share
        mind = twin.mind(kind.policy)
        if bid is not None:
            product *= bid_chance(mind, view, bid, -1)
        if named:
            product *= trump_chance(mind, asked.trump, hand, asked.players, seat - 1, seen)
        chance += product
    return chance


def weighed_share_of_deals(asked: Situation, policies: Sequence[Players]) -> float:
    """The share of all deals in which my card takes the trick, each as likely as what was bid and named makes it."""
    (card,) = twin.as_cards(asked.hand)
    assert asked.trump is not None
    others = [seat for seat in range(1, asked.players + 1) if seat != asked.seat]
    won = everything = 0.0
    turned = [(*twin.as_cards(upcard_as_hand(asked)), 1)] if asked.upcard is not None else list(upcards(asked))
    for upcard, share in turned:
        unseen = [other for other in twin.PACK if other not in (card, upcard)]
        seen = 1 << number(upcard)
        chances = [
            {other: chance_of_deeds(policies[seat - 1], asked, seat, seen, other) for other in unseen}
            for seat in others
        ]
        for cards in permutations(unseen, asked.players - 1):
            weight = share * prod(chance[other] for chance, other in zip(chances, cards, strict=True))
            everything += weight
            won += weight * wins(card, cards, asked.seat, asked.trump)
    return won / everything


@pytest.mark.parametrize(
    "line",
    [
        "3p up=7S seat=2 bids=1 : 5S",
        "3p up=7S seat=2 bids=0 : KH",
        "3p up=7S seat=2 bids=1 : W",
        "3p up=N seat=2 bids=1 : 9H",
        "3p up=7S seat=3 bids=1,1 : 9S",
        "3p up=7S seat=3 bids=0,1 : AH",
        "3p up=7S seat=3 bids=1,0 : N",
        "3p up=7S seat=3 bids=?,1 : KH",
        "3p up=7S seat=3 bids=1,? : KH",
        "3p up=7S seat=3 bids=1 hook=dealer : AH",
        "3p up=W:H seat=1 : 9H",
        "3p up=W:H seat=2 bids=1 : AS",
        "3p up=W:H seat=3 bids=0,0 : 9H",  # named by me
        "3p up=S seat=2 bids=1 : 9S",
        "3p up=S seat=3 bids=0,1 : W",
    ],
)
def test_what_was_heard_is_weighed_in_every_deal(line: str) -> None:
    asked = parse_situation(line)
    policies = seat_policies(asked, STANDARD, (MIXED, changed(STANDARD, "other", slip=8.0)))
    expected = weighed_share_of_deals(asked, policies)
    assert win_chance(asked, policies) == (pytest.approx(expected, rel=1e-9), ())
    advice = advise(asked, policy=STANDARD, opponents=(MIXED, changed(STANDARD, "other", slip=8.0)))
    assert advice.exact
    assert advice.estimate(1).probability_made == pytest.approx(expected, rel=1e-9)
    assert advice.estimate(1).expected_score == pytest.approx(40 * expected - 10, rel=1e-9)
    assert advice.estimate(0).expected_score == pytest.approx(20 - 30 * expected, rel=1e-9)


def test_four_players_are_weighed_in_every_deal() -> None:
    asked = parse_situation("4p up=7S seat=3 bids=1,0 : JH")
    policies = seat_policies(asked, STANDARD, (RANDOM, MIXED, SIMPLE))
    assert win_chance(asked, policies).chance == pytest.approx(weighed_share_of_deals(asked, policies), rel=1e-9)


def test_without_reading_or_hearing_every_deal_is_as_likely() -> None:
    heard = parse_situation("4p up=7S seat=2 bids=1 : 9S")
    plain = float(win_chance(heard).chance)
    for line, options in (
        ("4p up=7S seat=2 bids=1 : 9S", {"inference": False}),
        ("4p up=7S seat=2 : 9S", {}),
        ("4p up=7S seat=2 bids=? : 9S", {}),
        ("4p up=7S seat=2 hidden-bids : 9S", {}),
        ("4p up=7S seat=2 bids=1 : 9S", {"opponents": "random"}),
    ):
        advice = advise(parse_situation(line), **options)  # type: ignore[arg-type]
        assert advice.estimate(1).probability_made == pytest.approx(plain, abs=1e-12)
    assert advise(heard).estimate(1).probability_made < plain - 0.1


def test_a_bid_that_no_card_makes_tells_nothing_and_is_named() -> None:
    asked = parse_situation("4p up=7S seat=3 bids=1,1 : 9S")
    read = partial(advise, opponents=(RANDOM, MIXED, NONE))  # seats 4, 1, 2
    assert read(asked).odd_bids == (2,)
    assert read(parse_situation("4p up=7S seat=3 bids=1,0 : 9S")).odd_bids == ()
    alone = read(parse_situation("4p up=7S seat=3 bids=1,? : 9S"))
    assert read(asked).estimate(1).probability_made == alone.estimate(1).probability_made


def test_the_hook_forbids_and_is_counted_too() -> None:
    free, bound = (advise(parse_situation(f"4p up=7S seat=4 bids=0,0,0 {hook} : AS")) for hook in ("", "hook=dealer"))
    assert (free.recommended, free.unrestricted) == (1, 1)
    assert (bound.recommended, bound.unrestricted) == (0, 1)
    assert [row.legal for row in bound.bids] == [True, False]
    assert [row.expected_score for row in bound.bids] == [row.expected_score for row in free.bids]
    assert bound.estimate(1).gap == pytest.approx(bound.estimate(0).expected_score - bound.estimate(1).expected_score)
    assert bound.estimate(1).gap < -10


def test_every_suit_named_is_as_good_for_a_wizard() -> None:
    """The bid is clear, the suit is not."""
    advice = advise(parse_situation("4p up=W seat=4 : W"))
    assert all(answer.clear and answer.recommended == 1 for answer in advice.trumps)
    assert len({answer.estimate(1).expected_score for answer in advice.trumps}) == 1
    assert not advice.clear
    named = advise(parse_situation("4p up=W seat=4 : AH"))
    assert (named.recommended_trump, named.recommended, named.clear) == (HEARTS, 1, True)


# Hands that are too weak once somebody has bid 1


@pytest.mark.parametrize(
    ("line", "opponents", "most"),
    [
        ("4p up=7S seat=2 bids=1 : 5S", "people", 0.25),  # 46 % before anybody has bid
        ("3p up=7S seat=2 bids=1 : 4S", "people", 3 / 7),  # 52 %
        ("4p up=2S seat=2 bids=1 : 8S", "standard", 0.20),  # 50 %
    ],
)
def test_a_low_trump_after_a_bid_of_one_is_no_trick(line: str, opponents: str, most: float) -> None:
    told, untold = (advise(parse_situation(line), opponents=opponents, inference=reads) for reads in (True, False))
    assert (told.recommended, told.clear, told.exact, told.odd_bids) == (0, True, True, ())
    assert told.estimate(1).probability_made < most
    assert (untold.recommended, untold.clear) == (1, True)


def test_a_leader_who_bids_right_is_read_right() -> None:
    """With the two of trump turned up, one of four leads to a bid of 1 with the four of trump to its ace and a Wizard:
    with 4 of these 14 cards the eight can win, and does unless one of 10 of 57 is with the two others."""
    advice = advise(parse_situation("4p up=2S seat=2 bids=1 : 8S"), opponents="standard")
    assert advice.estimate(1).probability_made == pytest.approx(4 / 14 * comb(47, 2) / comb(57, 2), rel=1e-9)
