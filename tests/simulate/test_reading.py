"""What bids tell before my own: hands and kinds of those who bid are dealt as often as trying them all says."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from likely import assert_likely
from players import ALL, NONE, RANDOM, SIMPLE, STANDARD, changed, population

from wizard_advisor.advice.bid_race import BidRace
from wizard_advisor.advice.request import Request
from wizard_advisor.advice.seats import AnyPlayers, seat_policies
from wizard_advisor.cards import LANE, PACK, WIZARDS, nth_card
from wizard_advisor.notation import parse_situation
from wizard_advisor.policy.bid_chance import bid_chance, trump_chance
from wizard_advisor.policy.bid_choice import BidView
from wizard_advisor.policy.curves import build
from wizard_advisor.policy.files import Players, Policy
from wizard_advisor.policy.mind import Mind
from wizard_advisor.simulate.bids import simulate_bids
from wizard_advisor.simulate.layout import make_room
from wizard_advisor.simulate.tallies import make_tallies
from wizard_advisor.situation import Situation, upcard_as_hand

pytestmark = pytest.mark.compiled

DEALS = 20_000
CURVES = build()
MIXED = population(
    "mixed",
    careful=(0.5, changed(STANDARD, "careful", slip=4.0)),
    thumb=(0.3, changed(SIMPLE, "thumb", slip=2.0)),
    anything=(0.2, RANDOM),
)


class Table:
    """A situation with its opponents, and what is dealt to them."""

    def __init__(
        self, line: str, opponents: AnyPlayers | tuple[AnyPlayers, ...], policy: AnyPlayers = "standard"
    ) -> None:
        self.situation = parse_situation(line)
        self.policies = seat_policies(self.situation, policy, opponents)
        request = Request(
            deals=None, policies=self.policies, inference=True, bids=(0,), forbidden=-1, seed=1, threads=1
        )
        self.race = BidRace(self.situation, request)
        self.unseen = PACK & ~self.situation.hand & ~upcard_as_hand(self.situation)

    def dealt(self, seats: tuple[int, ...], deals: int = DEALS) -> dict[int, Counter[tuple[int, int]]]:
        """By seat how often each hand came with each kind of player, by its place in the population."""
        room, found = make_room(), {seat: Counter[tuple[int, int]]() for seat in seats}
        given = (self.race.round, self.race.minds, self.race.hearing, np.array([0]), 3)
        first = self.race.minds.first
        for deal in range(deals):
            simulate_bids(*given, deal, deal + 1, make_tallies(1, self.situation.cards), room)
            for seat in seats:
                found[seat][int(room.dealt[seat - 1]), int(room.kinds[seat - 1] - first[seat - 1])] += 1
        return found


def hands(unseen: int, size: int) -> list[int]:
    cards = [1 << nth_card(unseen, n) for n in range(unseen.bit_count())]
    return list(map(sum, combinations(cards, size)))


def chance_of_bid(policy: Policy, situation: Situation, seat: int, hand: int, seen: int) -> float:
    """How probable the bid of a seat is with this hand; all before it were heard."""
    assert situation.trump is not None
    before = [bid for bid in situation.bids[: seat - 1] if bid is not None]
    view = BidView(hand, situation.trump, situation.players, seat - 1, seen, sum(before), len(before))
    bid = situation.bids[seat - 1]
    assert bid is not None
    return bid_chance(mind(policy), view, bid, -1)


def mind(policy: Policy) -> Mind:
    return Mind(policy.row(), CURVES, [0.0] * 128)


def weights(players: Players, hands: list[int], chance: Callable[[Policy, int], float]) -> dict[tuple[int, int], float]:
    """Share × chance, for every hand and kind."""
    return {
        (hand, place): kind.share * chance(kind.policy, hand)
        for place, kind in enumerate(players.kinds)
        for hand in hands
    }


@pytest.mark.parametrize(
    ("line", "opponents"),
    [
        ("3p up=7S seat=2 bids=1 : 5S", MIXED),
        ("3p up=7S seat=2 bids=0 : 5S", MIXED),
        ("4p up=N seat=2 bids=1 : KH", STANDARD),
        ("4p up=7S seat=2 bids=1 : AH 2C", MIXED),
        ("3p up=7S seat=2 bids=2 : AH 2C", MIXED),
        ("5p up=7S seat=2 bids=0 : W 2C", "people"),
    ],
)
def test_hand_and_kind_of_one_who_bid(line: str, opponents: AnyPlayers) -> None:
    table = Table(line, opponents)
    seen = upcard_as_hand(table.situation)
    expected = weights(
        table.policies[0],
        hands(table.unseen, table.situation.cards),
        lambda policy, hand: chance_of_bid(policy, table.situation, 1, hand, seen),
    )
    assert not table.race.odd_bids
    assert_likely(table.dealt((1,))[1], expected)


def test_hands_and_kinds_of_two_who_bid() -> None:
    """Nobody holds a card of the other's, and the second has heard the first."""
    table = Table("4p up=7S seat=3 bids=1,0 : 9S", (RANDOM, MIXED, SIMPLE))  # seats 4, 1, 2
    seen = upcard_as_hand(table.situation)
    cards = hands(table.unseen, 1)
    one, other = (
        weights(
            table.policies[seat - 1],
            cards,
            lambda policy, hand, seat=seat: chance_of_bid(policy, table.situation, seat, hand, seen),
        )
        for seat in (1, 2)
    )
    sums = sum(one.values()), sum(other.values())
    held = {card: sum(weight for (hand, _), weight in one.items() if hand == card) for card in cards}
    held_by_other = {card: sum(weight for (hand, _), weight in other.items() if hand == card) for card in cards}
    found = table.dealt((1, 2))
    assert_likely(found[1], {key: weight * (sums[1] - held_by_other[key[0]]) for key, weight in one.items()})
    assert_likely(found[2], {key: weight * (sums[0] - held[key[0]]) for key, weight in other.items()})


@pytest.mark.parametrize("line", ["3p up=W:H seat=1 : 9S", "3p up=W:H seat=1 : AS 9H"])
def test_hand_and_kind_of_a_dealer_who_named_the_trump(line: str) -> None:
    table = Table(line, MIXED)
    seen = upcard_as_hand(table.situation)
    expected = weights(
        MIXED,
        hands(table.unseen, table.situation.cards),
        lambda policy, hand: trump_chance(mind(policy), 1, hand, 3, 2, seen),
    )
    assert_likely(table.dealt((3,))[3], expected)


def test_with_a_turned_up_card_that_was_not_noted() -> None:
    table = Table("3p up=H seat=2 bids=1 : 9S", MIXED)
    hearts, wizards = table.unseen & LANE << 16, table.unseen & WIZARDS
    expected: Counter[tuple[int, int]] = Counter()
    for turned, weight in [*((card, 4) for card in hands(hearts, 1)), *((card, 1) for card in hands(wizards, 1))]:
        found = weights(
            MIXED,
            hands(table.unseen & ~turned, 1),
            lambda policy, hand, turned=turned: chance_of_bid(policy, table.situation, 1, hand, turned),
        )
        expected.update({key: weight * chance for key, chance in found.items()})
    assert_likely(table.dealt((1,))[1], expected)


def test_bids_too_odd_are_read_as_if_of_somebody_who_bids_anything() -> None:
    """Hardly a hand makes a careful player bid 2 of 2 after 2, and none makes one bid 2 who always bids 0."""
    table = Table("3p up=7S seat=3 bids=2,2 : 2H 3H", (NONE, STANDARD))
    assert table.race.odd_bids == (1, 2)
    assert table.race.hearing is not None
    other = float(table.race.hearing.looseness[1])
    assert 0 < other < 1
    seen = upcard_as_hand(table.situation)
    expected = weights(
        STANDARD,
        hands(table.unseen, 2),
        lambda policy, hand: (1 - other) * chance_of_bid(policy, table.situation, 2, hand, seen) + other / 3,
    )
    # Nothing is read from seat 1: its hands are as likely as those of seat 2 leave them.
    left = {
        (hand, 0): sum(weight for (held, _), weight in expected.items() if not held & hand)
        for hand in hands(table.unseen, 2)
    }
    found = table.dealt((1, 2))
    assert_likely(found[1], left)
    assert_likely(found[2], expected)


def test_those_of_whom_nothing_is_read_are_of_kinds_drawn_by_their_shares() -> None:
    """One whose bid was not heard, I myself, and one who is still to bid."""
    found = Table("4p up=7S seat=3 bids=1,? : 9S", MIXED, MIXED).dealt((2, 3, 4))
    for counts in found.values():
        kinds: Counter[int] = Counter()
        for (_, place), count in counts.items():
            kinds[place] += count
        assert_likely(kinds, {0: 0.5, 1: 0.3, 2: 0.2})


def test_a_hand_tells_the_kind() -> None:
    """Who bids 2 of 2 with two low cards is the one who always does."""
    table = Table("3p up=7S seat=2 bids=2 : AS KS", population("two", all=(0.1, ALL), careful=(0.9, STANDARD)))
    low = sum(1 << 16 * suit + rank for suit in range(1, 4) for rank in range(1, 8))
    found = table.dealt((1,), 2_000)[1]
    assert {place for (hand, place) in found if not hand & ~low} == {0}
    assert {place for (_, place) in found} == {0, 1}
