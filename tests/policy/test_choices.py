"""The `standard` form once more, cards as pairs and curves as formulas: what it chooses is worth the most by that."""

import math
import random
from statistics import NormalDist

import pytest
from twin import CURVES, JESTER, NOBODY, PACK, WIZARD, Card, as_int, is_suited, legal, strength, suit_to_follow, taker

from wizard_advisor.policy.bid_choice import BidView, choose_bid
from wizard_advisor.policy.card_choice import CardView, choose_card
from wizard_advisor.policy.files import Policy, load_policy
from wizard_advisor.policy.mind import Mind
from wizard_advisor.policy.parameters import BID_PARAMETERS, PLAY_PARAMETERS

ROUNDING = 0.1  # points by which the curves that stand for the curves may move a worth


def named(policy: Policy) -> tuple[dict[str, float], dict[str, float]]:
    """The numbers of the two halves by name."""
    bid = {number.name: value for number, value in zip(BID_PARAMETERS["standard"], policy.bid.numbers, strict=True)}
    play = {number.name: value for number, value in zip(PLAY_PARAMETERS["standard"], policy.play.numbers, strict=True)}
    return bid, play


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def count(cards: list[Card], suit: int) -> int:
    return sum(is_suited(card) and card[0] == suit for card in cards)


def specials(cards: list[Card], rank: int) -> int:
    return sum(card[1] == rank for card in cards)


def chance(p: dict[str, float], card: Card, hand: list[Card], unseen: list[Card], trump: int, share: float) -> float:
    """The log-odds that a card takes a trick some day, infinite if it must."""
    suit, rank = card
    wizards = specials(unseen, WIZARD) * share
    if rank == WIZARD:
        return p["wizard"] - p["wizard_wizards"] * wizards if wizards else math.inf
    if rank == JESTER:
        return p["jester"]
    higher = sum(is_suited(other) and other[0] == suit and other[1] > rank for other in unseen) * share
    others = count(hand, suit) - 1
    if suit == trump:
        if not higher and not wizards:
            return math.inf
        x = p["trump"] - p["trump_higher"] * higher - p["trump_wizards"] * wizards
        return x + p["trump_length"] * others - p["trump_few"] / len(hand)
    x = p["plain"] - p["plain_higher"] * higher - p["plain_wizards"] * wizards
    x -= p["plain_trumps"] * count(unseen, trump) * share + p["plain_length"] * others
    x += p["plain_out"] * count(unseen, suit) * share + p["lone_trumps"] * count(hand, trump)
    return x - p["plain_few"] / len(hand) + (p["no_trump"] if trump == NOBODY else 0)


def points(exact: float, wanted: int, most: int, mean: float, variance: float) -> float:
    """What to expect when the tricks to come are normal: `exact` for `wanted` of them, −10 for each one off."""
    tricks = NormalDist(mean, math.sqrt(variance))
    made = 0.0
    if 0 <= wanted <= most:
        made = (tricks.cdf(wanted + 0.5) if wanted < most else 1) - (tricks.cdf(wanted - 0.5) if wanted else 0)
    z = (wanted - mean) / tricks.stdev
    off = tricks.stdev * (2 * NormalDist().pdf(z) + z * (2 * NormalDist().cdf(z) - 1))
    return exact * made - 10 * off


def unseen_by(hand: list[Card], seen: list[Card]) -> list[Card]:
    return [card for card in PACK if card not in hand and card not in seen]


def bid_worths(
    p: dict[str, float], hand: list[Card], seen: list[Card], trump: int, players: int, bids: list[int]
) -> list[float]:
    cards = len(hand)
    unseen = unseen_by(hand, seen)
    share = (players - 1) * cards / len(unseen)
    chances = [logistic(chance(p, card, hand, unseen, trump, share)) for card in hand]
    fair = cards / players
    mean = p["base"] + p["scale"] * sum(chances) + p["fair"] * fair + p["heard"] * (sum(bids) - len(bids) * fair)
    mean += p["late"] * len(bids) / (players - 1)
    variance = p["spread"] * sum(x * (1 - x) for x in chances) + p["spread_base"]
    return [points(20 + 10 * bid, bid, cards, mean, max(variance, 0.01)) for bid in range(cards + 1)]


def card_worths(
    p: dict[str, float],
    hand: list[Card],
    trick: list[Card],
    seen: list[Card],
    trump: int,
    seat: int,
    bid: int,
    needs: list[int],
    voids: set[tuple[int, int]],
) -> dict[Card, float]:
    """What each legal card is worth."""
    players, tricks = len(needs), len(hand)
    unseen = unseen_by(hand, seen)
    behind = [(seat + 1 + place) % players for place in range(players - 1 - len(trick))]
    share = ((players - 1) * tricks - (players - 1 - len(behind))) / len(unseen)
    per_player = tricks / len(unseen)
    need = needs[seat]
    excess = sum(max(other, 0) for other in needs) / tricks - 1
    shift = p["will"] * (need / tricks - 0.5) - p["demand"] * excess
    chances = {card: chance(p, card, hand, unseen, trump, share) for card in hand}
    for card, x in chances.items():
        chances[card] = logistic(x + shift if is_suited(card) else x)
    worths = {}
    for card in legal(hand, trick):
        rest = [x for other, x in chances.items() if other != card]
        mean, variance = sum(rest), sum(x * (1 - x) for x in rest)
        takes = taking(p, card, trick, unseen, trump, behind, needs, tricks, voids, per_player)
        spread = p["spread"] * variance + p["spread_common"] * variance**2 + p["spread_base"] * (tricks - 1) + 0.01
        worth = apart(p, card, hand, trump, variance, need - sum(chances.values()))
        if takes > 0:
            after = mean + (p["lead_wanted"] if need > 1 else p["lead_unwanted"])
            after += p["steer"] * (need - 1 - after)
            worth += p["beat"] + takes * p["take_demand"] * excess
            worth += takes * points(20 + 10 * bid, need - 1, tricks - 1, after, spread)
        after = mean + p["steer"] * (need - mean)
        worths[card] = worth + (1 - takes) * points(20 + 10 * bid, need, tricks - 1, after, spread)
    return worths


def taking(
    p: dict[str, float],
    card: Card,
    trick: list[Card],
    unseen: list[Card],
    trump: int,
    behind: list[int],
    needs: list[int],
    tricks: int,
    voids: set[tuple[int, int]],
    per_player: float,
) -> float:
    """The chance that a card takes this trick."""
    suit, rank = card
    now = [*trick, card]
    if taker(now, trump) != len(trick) or (rank == JESTER and behind):
        return 0.0
    if rank in (WIZARD, JESTER) or not behind:
        return 1.0
    led = suit_to_follow(now)
    void_chance = math.exp(-p["void"] * (count(unseen, led) if led is not None else 0) * per_player)
    following = void = everyone = 0.0
    for player in behind:
        eager = 1 + p["keen"] / tricks * needs[player] if needs[player] > 0 else p["shy"]
        everyone += eager
        known = (player, led) in voids
        following += 0 if known else eager
        void += eager if known else eager * void_chance
    higher = sum(is_suited(other) and other[0] == suit and other[1] > rank for other in unseen) * per_player
    ruffs = p["beat_ruff"] * void
    if suit == trump:
        against = (p["beat_suit"] * following if led == trump else ruffs) * higher
    else:
        against = p["beat_suit"] * following * higher + ruffs * count(unseen, trump) * per_player
    return math.exp(-max(against + p["beat_wizard"] * everyone * specials(unseen, WIZARD) * per_player, 0))


def apart(p: dict[str, float], card: Card, hand: list[Card], trump: int, variance: float, gap: float) -> float:
    """What playing a card is worth beyond the tricks to be expected."""
    suit, rank = card
    if rank == WIZARD:
        return -p["keep_wizard"] * variance
    if rank == JESTER:
        return p["jester_gap"] * gap - p["keep_jester"] * variance
    if suit == trump:
        return 0.0
    others = count(hand, suit) - 1
    return p["length_gap"] * others * gap if others else p["void_trumps"] * count(hand, trump)


@pytest.mark.parametrize("seed", range(100))
def test_the_standard_bid_is_worth_the_most(seed: int) -> None:
    chance = random.Random(seed)
    policy = load_policy("standard")
    players, trump = chance.randint(3, 6), chance.randrange(5)
    pack = chance.sample(PACK, len(PACK))
    cards = chance.randint(2, 59 // players)  # one card is counted instead: `test_one_card`
    hand, seen = pack[:cards], pack[cards : cards + 1]
    bids = [chance.randint(0, cards) for _ in range(chance.randrange(players))]
    view = BidView(as_int(hand), trump, players, len(bids), as_int(seen), sum(bids), len(bids))
    worths = bid_worths(named(policy)[0], hand, seen, trump, players, bids)
    forbidden = chance.choice((-1, worths.index(max(worths))))
    chosen = choose_bid(Mind(policy.row(), CURVES, [0.0] * 128), view, 0, forbidden)
    assert chosen != forbidden
    assert worths[chosen] >= max(worth for bid, worth in enumerate(worths) if bid != forbidden) - ROUNDING


@pytest.mark.parametrize("seed", range(300))
def test_the_standard_card_is_worth_the_most(seed: int) -> None:
    chance = random.Random(seed)
    policy = load_policy("standard")
    players, trump = chance.randint(3, 6), chance.randrange(5)
    pack = chance.sample(PACK, len(PACK))
    dealt = chance.randint(2, 60 // players)
    tricks = chance.randint(2, dealt)
    hand, rest = pack[:tricks], pack[tricks:]
    place = chance.randrange(players)
    trick, played = rest[:place], rest[place : place + players * (dealt - tricks)]
    seat, bid = chance.randrange(players), chance.randint(0, dealt)
    needs = [chance.randint(-1, tricks // 2 + 1) for _ in range(players)]
    voids = {(q, suit) for q in range(players) for suit in range(4) if q != seat and chance.random() < 0.15}
    suit = suit_to_follow(trick)
    view = CardView(
        hand=as_int(hand),
        led=suit if suit is not None else 4 if any(card[1] == WIZARD for card in trick) else 5,
        best=strength(trick[taker(trick, trump)], trick, trump) if trick else -1,
        trump=trump,
        players=players,
        seat=seat,
        behind=players - 1 - place,
        bid=bid,
        needs=needs,
        voids=sum(1 << 4 * q + suit for q, suit in voids),
        seen=as_int(trick + played),
    )
    worths = card_worths(named(policy)[1], hand, trick, trick + played, trump, seat, bid, needs, voids)
    chosen = choose_card(Mind(policy.row(), CURVES, [0.0] * 128), view, 0)
    assert worths[chosen >> 4, chosen & 15] >= max(worths.values()) - ROUNDING
