"""The simulator once more, as plainly as can be: cards are (suit, rank), hands are sorted lists, rules are read aloud.

Rank 0 is a Jester, 1 a two … 13 an ace, 14 a Wizard. Only the choices of players who do neither decide by chance nor by
the rules of thumb, without a slip, are taken from the package.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from wizard_advisor.policy import bid_chance, bid_choice, card_choice
from wizard_advisor.policy.curves import build
from wizard_advisor.policy.files import Players, Policy, load_policy, parameters_of
from wizard_advisor.policy.mind import Mind

Card = tuple[int, int]
PACK = [(suit, rank) for suit in range(4) for rank in range(15)]
JESTER, WIZARD = 0, 14
NOBODY = 4  # suit of no trump
CURVES = build()
SIMPLE = load_policy("simple")

# ---- random numbers -------------------------------------------------------------------------------------------------

ALL = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & ALL
    z = (z ^ z >> 27) * 0x94D049BB133111EB & ALL
    return z ^ z >> 31


def draw(stream: int, index: int) -> int:
    return mix(stream + GAMMA * (index + 1) & ALL) >> 32


def below(stream: int, index: int, bound: int) -> int:
    return draw(stream, index) * bound >> 32


def deal_stream(seed: int, deal: int) -> int:
    return mix(seed + GAMMA * (deal + 1) & ALL)


# ---- rules ----------------------------------------------------------------------------------------------------------


def is_suited(card: Card) -> bool:
    return card[1] not in (JESTER, WIZARD)


def suit_to_follow(trick: Sequence[Card]) -> int | None:
    """That of the first suited card, unless a Wizard came before it."""
    for suit, rank in trick:
        if rank == WIZARD:
            return None
        if rank != JESTER:
            return suit
    return None


def legal(hand: Sequence[Card], trick: Sequence[Card]) -> list[Card]:
    suit = suit_to_follow(trick)
    if not any(is_suited(card) and card[0] == suit for card in hand):
        return list(hand)
    return [card for card in hand if not is_suited(card) or card[0] == suit]


def taker(trick: Sequence[Card], trump: int) -> int:
    """The place in the trick of the card that takes it."""
    for place, card in enumerate(trick):
        if card[1] == WIZARD:
            return place
    for suit in (trump, suit_to_follow(trick)):
        ranks = [rank if is_suited((of, rank)) and of == suit else 0 for of, rank in trick]
        if max(ranks) > 0:
            return ranks.index(max(ranks))
    return 0


def as_int(hand: Sequence[Card]) -> int:
    return sum(1 << 16 * suit + rank for suit, rank in hand)


def as_cards(hand: int) -> list[Card]:
    return [(suit, rank) for suit, rank in PACK if hand >> 16 * suit + rank & 1]


# ---- one round ------------------------------------------------------------------------------------------------------


@dataclass
class Game:
    """What a round starts from, as `simulate.layout` has it; me: −1 if everybody's cards are dealt."""

    players: int
    me: int
    hand: list[Card]
    upcard: Card | None
    trump: int
    loose: bool
    hook: str
    hidden: bool
    heard: list[int]
    policies: list[Players]
    bid: int
    named: bool = False  # whether the dealer, another player than me, named the trump
    readings: dict[int, "Reading"] = field(default_factory=dict)  # by player, of those of whom something is read


@dataclass
class Reading:
    """How a player's deeds are read: by kind the chance at which a deal is always kept; how far as if of anybody."""

    ceilings: list[float]
    looseness: float


@dataclass
class Played:
    tries: int
    hands: list[list[Card]]
    kinds: list[int]  # of each player's policy
    bids: list[int]
    cards: list[Card] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    mine: list[Card] = field(default_factory=list)


def deal(game: Game, stream: int, at: int) -> tuple[list[list[Card]], Card | None]:
    deck = [card for card in PACK if card not in game.hand and card != game.upcard]
    upcard = game.upcard
    if game.loose:
        trumps = [card for card in deck if is_suited(card) and card[0] == game.trump]
        wizards = [card for card in deck if card[1] == WIZARD]
        choices = [card for card in trumps for _ in range(4)] + wizards
        upcard = choices[below(stream, at + 61, len(choices))]
        deck[deck.index(upcard)] = deck[-1]
        deck.pop()
    hands = []
    for q in range(game.players):
        if q == game.me:
            hands.append(game.hand)
            continue
        first = len(game.hand) * sum(len(hand) > 0 for p, hand in enumerate(hands) if p != game.me)
        for place in range(first, first + len(game.hand)):
            other = place + below(stream, at + place, len(deck) - place)
            deck[place], deck[other] = deck[other], deck[place]
        hands.append(sorted(deck[first : first + len(game.hand)]))
    return hands, upcard


def forbidden_bid(game: Game, bids: Sequence[int]) -> int:
    left = len(game.hand) - sum(bids)
    if game.hidden or len(bids) < game.players - 1 or left < 0 or game.hook == "none":
        return -1
    if game.hook == "dealer-after-first" and len(game.hand) == 1:
        return -1
    return -1 if game.hook == "dealer-unless-zero" and left == 0 else left


def allowed_bids(game: Game, bids: Sequence[int]) -> list[int]:
    return [bid for bid in range(len(game.hand) + 1) if bid != forbidden_bid(game, bids)]


def choose_bid(game: Game, kind: Policy, hand: list[Card], upcard: Card | None, bids: Sequence[int], u: int) -> int:
    """The bid of the player after those whose bids these are."""
    allowed = allowed_bids(game, bids)
    if kind.bid.form == "random":
        return allowed[u * len(allowed) >> 32]
    if kind.bid == SIMPLE.bid:
        value = 0.0
        for suit, rank in hand:
            if rank == WIZARD or (is_suited((suit, rank)) and suit == game.trump and rank >= 9):  # from the ten
                value += 1
            elif rank == 13:
                value += 0.5
        return min(allowed, key=lambda bid: abs(bid - value + 0.01))  # half a trick over rounds down
    heard = (0, 0) if game.hidden else (sum(bids), len(bids))
    view = bid_choice.BidView(as_int(hand), game.trump, game.players, len(bids), seen_by_all(upcard), *heard)
    return bid_choice.choose_bid(mind(kind), view, u, forbidden_bid(game, bids))


def mind(kind: Policy) -> Mind:
    return Mind(kind.row(), CURVES, [0.0] * 128)


def seen_by_all(upcard: Card | None) -> int:
    return 0 if upcard is None else as_int([upcard])


def drawn(weights: Sequence[float], u: int) -> int:
    """The place in some weights that a draw falls on."""
    sums = list(accumulate(weights))
    return next((place for place, some in enumerate(sums[:-1]) if u / 2**32 < some / sums[-1]), len(weights) - 1)


def draw_kind(game: Game, q: int, stream: int, at: int) -> int:
    """The kind of a player, by its share; of those of whom something is read, by share × ceiling."""
    weights = [kind.share for kind in game.policies[q].kinds]
    if q in game.readings:
        weights = [share * ceiling for share, ceiling in zip(weights, game.readings[q].ceilings, strict=True)]
    return drawn(weights, draw(stream, at + 62 + q))


def chance_of_deeds(game: Game, q: int, kind: Policy, hand: list[Card], upcard: Card | None) -> tuple[float, float]:
    """How probable what a player did is with this hand, and how probable it is for somebody who does anything."""
    chance = anybody = 1.0
    known = [bid for bid in game.heard[:q] if bid >= 0]
    told = known if len(known) == q else ()  # who does not know all the bids before knows of none that is forbidden
    if game.heard[q] >= 0:
        allowed = allowed_bids(game, told)
        anybody = 1 / len(allowed)
        chance = anybody if game.heard[q] in allowed else 0.0
        if kind.bid.form != "random":
            seen = seen_by_all(upcard)
            view = bid_choice.BidView(as_int(hand), game.trump, game.players, q, seen, sum(known), len(known))
            chance = bid_chance.bid_chance(mind(kind), view, game.heard[q], forbidden_bid(game, told))
    if game.named and q == game.players - 1:
        anybody *= 1 / 4
        setting = (game.trump, as_int(hand), game.players, q, seen_by_all(upcard))
        chance *= 1 / 4 if kind.bid.form == "random" else bid_chance.trump_chance(mind(kind), *setting)
    return chance, anybody


def agrees(
    game: Game, kinds: list[int], hands: list[list[Card]], upcard: Card | None, stream: int, at: int, tries: int
) -> bool:
    strictness = 0.5 ** (tries // 1024)
    for q, reading in game.readings.items():
        chance, anybody = chance_of_deeds(game, q, game.policies[q].kinds[kinds[q]].policy, hands[q], upcard)
        chance += reading.looseness * (anybody - chance)
        kept = 1.0 - strictness * (1.0 - chance / reading.ceilings[kinds[q]])
        if draw(stream, at + 68 + q) / 2**32 >= kept:
            return False
    return True


def play(game: Game, seed: int, number: int) -> Played:
    """Deal number `number`, played out with my bid."""
    stream = deal_stream(seed, number)
    tries = 0
    while True:
        at = 128 * tries
        hands, upcard = deal(game, stream, at)
        kinds = [draw_kind(game, q, stream, at) for q in range(game.players)]
        kept = agrees(game, kinds, hands, upcard, stream, at, tries)
        tries += 1
        if kept:
            break
    played = Played(tries, hands, kinds, [])
    given = [game.bid if q == game.me else game.heard[q] for q in range(game.players)]
    play_on(game, played, given, upcard, stream)
    if abs(played.taken[game.me] - game.bid) == 1 and is_mended(game, kinds[game.me], stream):
        played.taken[game.me] = game.bid
    return played


def is_mended(game: Game, kind: int, stream: int) -> bool:
    """Whether somebody who searches saves what the policy just missed, at one of the cards but the last."""
    policy = game.policies[game.me].kinds[kind].policy
    numbers = zip(parameters_of("play", policy.play.form), policy.play.numbers, strict=True)
    share = {number.name: value for number, value in numbers}.get("mended", 0.0)
    missed_again = (1 - share) ** (len(game.hand) - 1)
    return draw(stream ^ 0x8CB92BA72F3D8DD7, 63) / 2**32 >= missed_again


def play_whole(game: Game, seed: int, number: int, given: list[int]) -> tuple[Played, Card | None]:
    """Deal number `number` of a round that nobody is advised in, with the bids given; and the card turned up.

    The dealer names the trump of `game` if that is a Wizard.
    """
    stream = deal_stream(seed, number * 64 + len(game.hand))
    deck = list(PACK)
    for place in range(min(game.players * len(game.hand) + 1, 60)):
        other = place + below(stream, place, len(deck) - place)
        deck[place], deck[other] = deck[other], deck[place]
    size = len(game.hand)
    hands = [sorted(deck[size * q : size * (q + 1)]) for q in range(game.players)]
    upcard = deck[game.players * size] if game.players * size < 60 else None
    played = Played(1, hands, [draw_kind(game, q, stream, 0) for q in range(game.players)], [])
    game.trump = NOBODY
    if upcard is not None and upcard[1] == WIZARD:
        dealer = game.players - 1
        kind, u = game.policies[dealer].kinds[played.kinds[dealer]].policy, draw(stream, 80)
        setting = (as_int(hands[dealer]), game.players, dealer, as_int([upcard]))
        game.trump = bid_choice.choose_trump(mind(kind), u, *setting)
    elif upcard is not None and upcard[1] != JESTER:
        game.trump = upcard[0]
    return play_on(game, played, given, upcard, stream), upcard


def play_on(game: Game, played: Played, given: Sequence[int], upcard: Card | None, stream: int) -> Played:
    """From the bids, of which some are given (−1: none), to the last card."""
    kinds = [players.kinds[place].policy for players, place in zip(game.policies, played.kinds, strict=True)]
    bids = played.bids
    for q, bid in enumerate(given):
        u = draw(stream ^ 0xD1B54A32D192ED03, q)
        bids.append(bid if bid >= 0 else choose_bid(game, kinds[q], played.hands[q], upcard, bids, u))
    played.taken = [0] * game.players
    stream ^= 0x8CB92BA72F3D8DD7
    left = [list(hand) for hand in played.hands]
    voids: set[tuple[int, int]] = set()
    leader = 0
    for _ in game.hand:
        trick: list[Card] = []
        for place in range(game.players):
            q = (leader + place) % game.players
            u = draw(stream, len(played.cards))
            card = choose_card(game, played, q, kinds[q], left[q], trick, u, voids, upcard)
            assert card in legal(left[q], trick)
            suit = suit_to_follow(trick)
            if suit is not None and is_suited(card) and card[0] != suit:
                voids.add((q, suit))
            left[q].remove(card)
            trick.append(card)
            played.cards.append(card)
        best = taker(trick, game.trump)
        leader = (leader + best) % game.players
        played.taken[leader] += 1
        if leader == game.me:
            played.mine.append(trick[best])
    return played


def choose_card(
    game: Game,
    played: Played,
    q: int,
    kind: Policy,
    hand: list[Card],
    trick: list[Card],
    u: int,
    voids: set[tuple[int, int]],
    upcard: Card | None,
) -> Card:
    cards = legal(hand, trick)
    needs = [bid - taken for bid, taken in zip(played.bids, played.taken, strict=True)]
    behind = game.players - 1 - len(trick)
    if kind.play.form == "random":
        return cards[u * len(cards) >> 32]

    def height(card: Card) -> tuple[int, int]:
        return strength(card, [*trick, card], game.trump), card[1]

    if kind.play == SIMPLE.play:
        winners = [card for card in cards if taker([*trick, card], game.trump) == len(trick)]
        losers = [card for card in cards if card not in winners]
        if needs[q] > 0:
            if not winners:
                return min(losers, key=height)
            return min(winners, key=height) if behind == 0 else max(winners, key=height)
        return max(losers, key=height) if losers else min(winners, key=height)
    suit = suit_to_follow(trick)
    no_suit = 4 if any(card[1] == WIZARD for card in trick) else 5
    view = card_choice.CardView(
        hand=as_int(hand),
        led=no_suit if suit is None else suit,
        best=strength(trick[taker(trick, game.trump)], trick, game.trump) if trick else -1,
        trump=game.trump,
        players=game.players,
        seat=q,
        behind=behind,
        bid=played.bids[q],
        needs=needs,
        voids=sum(1 << 4 * player + suit for player, suit in voids),
        seen=seen_by_all(upcard) | as_int(played.cards),
    )
    chosen = card_choice.choose_card(mind(kind), view, u)
    return chosen >> 4, chosen & 15


def strength(card: Card, trick: Sequence[Card], trump: int) -> int:
    """Wizards 200, trumps above 100, the led suit 1–13, the rest 0."""
    suit, rank = card
    if rank in (JESTER, WIZARD):
        return 200 if rank == WIZARD else 0
    return 100 + rank if suit == trump else rank if suit == suit_to_follow(trick) else 0


# ---- play by chance, with somebody else's random numbers ------------------------------------------------------------


def tricks_by_chance(game: Game, deals: int, seed: int) -> list[float]:
    """How often I take 0, 1, … tricks when everybody plays any legal card."""
    chance = random.Random(seed)
    found = [0] * (len(game.hand) + 1)
    for _ in range(deals):
        found[play_by_chance(game, chance.sample, chance.choice)] += 1
    return [count / deals for count in found]


def play_by_chance(
    game: Game, sample: Callable[[list[Card], int], list[Card]], choice: Callable[[list[Card]], Card]
) -> int:
    unseen = [card for card in PACK if card not in game.hand and card != game.upcard]
    if game.loose:
        trumps = [card for card in unseen if is_suited(card) and card[0] == game.trump]
        wizards = [card for card in unseen if card[1] == WIZARD]
        unseen.remove(choice(trumps * 4 + wizards))
    size = len(game.hand)
    order = sample(unseen, size * (game.players - 1))
    left = [order[size * place : size * (place + 1)] for place in range(game.players - 1)]
    left.insert(game.me, list(game.hand))
    leader = taken = 0
    for _ in game.hand:
        trick: list[Card] = []
        for place in range(game.players):
            hand = left[(leader + place) % game.players]
            card = choice(legal(hand, trick))
            hand.remove(card)
            trick.append(card)
        leader = (leader + taker(trick, game.trump)) % game.players
        taken += leader == game.me
    return taken
