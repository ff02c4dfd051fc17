"""Deals in the middle of a round: exactly those that fit, each as likely as any other."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from likely import assert_likely
from players import RANDOM, STANDARD, changed, population
from referee import play_some

from wizard_advisor.advice.card import CardRace
from wizard_advisor.advice.seats import seat_policies
from wizard_advisor.advice.setup import fit_of, round_of
from wizard_advisor.cards import JESTER_RANK, LANE, NO_SUIT, PACK, WIZARD_RANK, WIZARDS, nth_card, suit_cards
from wizard_advisor.hand_notation import read_hand
from wizard_advisor.policy.bid_chance import bid_chance
from wizard_advisor.policy.bid_choice import BidView
from wizard_advisor.policy.curves import build
from wizard_advisor.policy.mind import Mind
from wizard_advisor.rules import UNDECIDED, led_after, legal_cards
from wizard_advisor.simulate.cards import simulate_cards
from wizard_advisor.simulate.deal_midround import Fit, count_ways, deal_fitting, make_fit, ways_without
from wizard_advisor.simulate.jit import COMPILED, entry
from wizard_advisor.simulate.layout import Room, Round, make_room
from wizard_advisor.simulate.rng import deal_stream
from wizard_advisor.simulate.tallies import make_tallies
from wizard_advisor.turn import Turn

DEALS = 6_000 if COMPILED else 600


@entry
def deal_one(round: Round, fit: Fit, seed: int, deal: int, room: Room) -> int:
    return deal_fitting(round, fit, deal_stream(seed, deal), 0, room)


def subsets(hand: int, size: int) -> list[int]:
    cards = [nth_card(hand, n) for n in range(hand.bit_count())]
    return [sum(1 << card for card in some) for some in combinations(cards, size)]


def all_deals(unseen: int, sizes: list[int], voids: list[int]) -> list[tuple[int, ...]]:
    """Every way to deal, by trying them all."""
    if not sizes:
        return [()]
    barred = sum(suit_cards(suit) for suit in range(4) if voids[0] >> suit & 1)
    return [
        (hand, *rest)
        for hand in subsets(unseen & ~barred, sizes[0])
        for rest in all_deals(unseen & ~hand, sizes[1:], voids[1:])
    ]


def fit_for(unseen: int, sizes: list[int], voids: list[int], loose: bool = False) -> Fit:
    fit = make_fit(unseen, [*sizes, 0], [*voids, 0], len(sizes))
    count_ways(fit, unseen.bit_count() - loose)
    return fit


def round_for(players: int, trump: int = NO_SUIT, loose: bool = False) -> Round:
    return Round(players, players - 1, 0, 2, 0, trump, 0, int(loose), 0, 0, 0)


def dealt(fit: Fit, round: Round, deals: int) -> Counter[tuple[int, ...]]:
    """The deals drawn, each with the turned-up card first."""
    room = make_room()
    found: Counter[tuple[int, ...]] = Counter()
    for deal in range(deals):
        upcard = deal_one(round, fit, 7, deal, room)
        found[int(upcard), *(int(hand) for hand in room.dealt[: round.players - 1])] += 1
    return found


CASES = [
    # unseen, cards of each of the others, their voids (bit 0 spades … bit 3 clubs)
    ("AS KS 2H 3H 4D", [1, 2], [0, 0]),
    ("AS KS 2H 3H 4D W", [2, 2], [1, 0]),
    ("AS KS 2H 3H 4D W", [2, 2], [1, 2]),  # neither void contains the other
    ("AS KS 2H 3H 4D W", [3, 3], [1, 2]),  # every card is dealt
    ("AS KS 2H 3H 4D 5C", [2, 1, 2], [3, 8, 4]),
    ("AS KS 2H 3H 4D 5C", [2, 2, 2], [1, 2, 4]),
    ("AS KS QS 2H 3H W N", [2, 2, 1], [3, 1, 0]),
    ("AS KS QS 2H 3H", [3, 2], [2, 0]),  # one way only
    ("AS 2H 3D 4C W", [1, 1, 1], [15, 7, 0]),
]


@pytest.mark.parametrize(("cards", "sizes", "voids"), CASES)
def test_every_deal_that_fits_is_as_likely_as_any_other(cards: str, sizes: list[int], voids: list[int]) -> None:
    unseen = read_hand(cards).hand
    deals = all_deals(unseen, sizes, voids)
    found = dealt(fit_for(unseen, sizes, voids), round_for(len(sizes) + 1), DEALS)
    assert_likely(found, {(0, *deal): 1 / len(deals) for deal in deals})


@pytest.mark.parametrize(("cards", "sizes", "voids"), CASES)
def test_ways_are_counted_as_by_trying_them_all(cards: str, sizes: list[int], voids: list[int]) -> None:
    unseen = read_hand(cards).hand
    void = [(size, suits) for size, suits in zip(sizes, voids, strict=True) if suits]
    ways = all_deals(unseen, [size for size, _ in void], [suits for _, suits in void])
    rest = unseen.bit_count() - sum(size for size, _ in void)
    free = [size for size, suits in zip(sizes, voids, strict=True) if not suits]
    assert ways_without(fit_for(unseen, sizes, voids), 0) == (len(ways) if void else 1)
    assert sum(free) <= rest


@pytest.mark.parametrize("voids", [[0, 0], [2, 0], [1, 2]])
def test_a_turned_up_card_that_was_not_noted_is_drawn_as_often_as_the_deals_it_leaves(voids: list[int]) -> None:
    """Hearts are trump: each unseen heart weighs 1, each Wizard ¼, times the ways to deal the rest."""
    unseen, sizes, hearts = read_hand("AS KS 2H 3H 4D W W").hand, [2, 2], 1
    weights = {
        (1 << up, *deal): 1.0 if (1 << up) & LANE << 16 else 0.25
        for up in range(64)
        if unseen & (LANE << 16 | WIZARDS) & 1 << up
        for deal in all_deals(unseen & ~(1 << up), sizes, voids)
    }
    found = dealt(fit_for(unseen, sizes, voids, loose=True), round_for(3, hearts, loose=True), DEALS)
    assert_likely(found, {key: weight / sum(weights.values()) for key, weight in weights.items()})


def fits(turn: Turn, upcard: int, hands: list[int]) -> None:
    """A deal gives back what was known: the cards are all there once, and everybody could play as they did."""
    assert turn.shown is not None and turn.trump is not None
    hands = [*hands]
    hands[turn.seat - 1] = turn.hand
    lies = [*hands, turn.seen | upcard]
    assert sum(cards.bit_count() for cards in lies) == (sum(lies) & PACK).bit_count()  # no card is there twice
    assert [hand.bit_count() for hand in hands] == [turn.held(seat) for seat in range(1, turn.players + 1)]
    if turn.upcard is None and not turn.last_round:
        assert upcard & (suit_cards(turn.trump) | WIZARDS) and not upcard & turn.seen
    before = [hand | shown for hand, shown in zip(hands, turn.shown, strict=True)]
    cards = (*turn.played, *turn.trick)
    for start in range(0, len(cards), turn.players):
        led = UNDECIDED
        for card in cards[start : start + turn.players]:
            q = next(q for q in range(turn.players) if turn.shown[q] >> card & 1)
            assert legal_cards(before[q], led) >> card & 1
            before[q] &= ~(1 << card)
            led = led_after(led, card)
    assert before == hands


@pytest.mark.bounds
@pytest.mark.parametrize("loose", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_dealt_state_gives_back_what_was_known(players: int, loose: bool) -> None:
    room = make_room()
    for number in range(40):
        most = 60 // players
        cards = 1 + number * 7 % (most - loose)
        state = play_some(number, players, cards, number * 13 % (players * cards))
        kind = None if state.upcard is None else state.upcard & 15
        turn = state.turn(loose=loose and kind not in (JESTER_RANK, WIZARD_RANK))
        fit = fit_of(turn)
        round = round_of(turn)
        for deal in range(10):
            upcard = deal_one(round, fit, number, deal, room)
            fits(turn, int(upcard) & ~turn.seen, [int(hand) for hand in room.dealt[:players]])


def test_ways_to_count_stay_few_where_all_are_void_in_something() -> None:
    """After 10 of 60 cards: every player's ways are kept for each number of cards left of the four suits."""
    assert make_fit(PACK & ~0x3FF, [10] * 5, [0, 3, 4, 8, 7], 0).ways.size < 100_000


@pytest.mark.compiled
def test_deals_that_agree_with_the_bids_are_as_likely_as_the_bids_are() -> None:
    """Late in a last round few deals are left: each is found, with each kind of player, as often as it would bid so."""
    state = play_some(2, 3, 20, 51)
    state.bids = [6, 7, 8]
    turn = state.turn()
    careful = changed(STANDARD, "careful", slip=8.0)
    mixed = population("mixed", careful=(0.6, careful), anything=(0.4, RANDOM))
    left, right = turn.seat % 3, (turn.seat + 1) % 3
    players = {left: mixed, right: careful}
    race = CardRace(turn, seat_policies(turn, "standard", (mixed, careful)), inference=True, seed=1, threads=1)
    assert not race.odd_bids
    assert turn.shown is not None
    shown = turn.shown

    def weight(deal: tuple[int, ...], places: tuple[int, ...]) -> float:
        product = 1.0
        for q, held, place in zip((left, right), deal, places, strict=True):
            kind = players[q].kinds[place]
            mind = Mind(kind.policy.row(), build(), [0.0] * 128)
            view = BidView(held | shown[q], NO_SUIT, 3, q, 0, sum(state.bids[:q]), q)
            product *= kind.share * bid_chance(mind, view, state.bids[q], -1)
        return product

    voids = [turn.voids >> 4 * q & 15 for q in (left, right)]
    sizes = [turn.held(q + 1) for q in (left, right)]
    weights = {
        (deal, places): weight(deal, places)
        for deal in all_deals(race.fit.unseen, sizes, voids)
        for places in ((0, 0), (1, 0))
    }
    careful_ones = [weight for (_, places), weight in weights.items() if places == (0, 0)]
    assert max(careful_ones) > 2 * min(careful_ones)  # the bids do tell something
    room = make_room()
    found: Counter[Any] = Counter()
    given = (race.round, race.fit, race.position, race.minds, race.hearing, race.cards[:1])
    for deal in range(4_000):
        simulate_cards(*given, 3, deal, deal + 1, make_tallies(1, turn.cards), room)
        dealt = tuple(int(room.dealt[q]) & ~shown[q] for q in (left, right))
        found[dealt, tuple(int(room.kinds[q] - race.minds.first[q]) for q in (left, right))] += 1
    assert_likely(found, weights)
