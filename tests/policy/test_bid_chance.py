"""The chance that a bid is made, or a trump named, is how often a policy does so over all its draws."""

import random
from collections import Counter

import pytest
from players import RANDOM, SIMPLE, STANDARD, changed
from twin import CURVES, PACK, as_int

from wizard_advisor.policy.bid_chance import bid_chance, trump_chance
from wizard_advisor.policy.bid_choice import BidView, choose_bid, choose_trump
from wizard_advisor.policy.files import Policy
from wizard_advisor.policy.mind import Mind

DRAWS = 2_000  # of 2³², as far from each other as can be
PLAYERS = (
    *(RANDOM, SIMPLE, STANDARD),
    changed(SIMPLE, "thumb", slip=3.0),
    changed(STANDARD, "careful", slip=2.0),
    changed(STANDARD, "loose", slip=25.0),
)


def mind(policy: Policy) -> Mind:
    return Mind(policy.row(), CURVES, [0.0] * 128)


def draws() -> list[int]:
    return [(2 * number + 1) * 2**31 // DRAWS for number in range(DRAWS)]


@pytest.mark.parametrize("policy", PLAYERS, ids=lambda policy: policy.name)
@pytest.mark.parametrize("seed", range(6))
def test_of_a_bid(policy: Policy, seed: int) -> None:
    chance = random.Random(seed)
    players, trump, cards = chance.randint(3, 6), chance.randrange(5), chance.choice((1, 2, 3, 5, 9))
    pack = chance.sample(PACK, len(PACK))
    seat, heard = chance.randrange(players), chance.randint(0, cards)
    view = BidView(as_int(pack[:cards]), trump, players, seat, as_int(pack[cards : cards + 1]), heard, seat)
    for forbidden in (-1, chance.randint(0, cards)):
        made = Counter(choose_bid(mind(policy), view, u, forbidden) for u in draws())
        chances = [bid_chance(mind(policy), view, bid, forbidden) for bid in range(cards + 1)]
        assert sum(chances) == pytest.approx(1)
        assert chances == pytest.approx([made[bid] / DRAWS for bid in range(cards + 1)], abs=2 / DRAWS)
        assert forbidden < 0 or chances[forbidden] == 0


@pytest.mark.parametrize("policy", PLAYERS, ids=lambda policy: policy.name)
@pytest.mark.parametrize("seed", range(6))
def test_of_a_trump(policy: Policy, seed: int) -> None:
    chance = random.Random(seed)
    players, cards = chance.randint(3, 6), chance.choice((1, 2, 3, 5, 9))
    pack = chance.sample(PACK, len(PACK))
    seen = (as_int(pack[:cards]), players, players - 1, 1 << 14)
    named = Counter(choose_trump(mind(policy), u, *seen) for u in draws())
    chances = [trump_chance(mind(policy), trump, *seen) for trump in range(4)]
    assert sum(chances) == pytest.approx(1)
    assert chances == pytest.approx([named[trump] / DRAWS for trump in range(4)], abs=2 / DRAWS)


def test_a_suit_that_a_hand_is_long_in_is_the_likely_one() -> None:
    hand = as_int([(1, 13), (1, 12), (1, 9), (0, 2), (3, 5)])
    chances = [
        trump_chance(mind(changed(STANDARD, "careful", slip=2.0)), trump, hand, 4, 3, 1 << 14) for trump in range(4)
    ]
    assert chances[1] > 0.9
    assert max(chances[0], chances[2], chances[3]) < 0.05
