"""How a policy chooses a bid, a trump and a card: plain functions on ints and rows of numbers.

Like `rules`, free of numba: compiled code is made of these very functions, registered by `simulate.dealing`. Here,

u: a uniform draw from 0 … 2³² − 1. seen: the cards everybody has seen, as a hand. seats are 0 … players − 1 here.
"""

import math
from typing import Final, NamedTuple

from .cards import (
    ACE_RANK,
    JESTER_RANK,
    JESTERS,
    NO_SUIT,
    PACK,
    SPECIALS,
    SUIT_COUNT,
    WIZARD_RANK,
    WIZARDS,
    higher_cards,
    lowest_card,
    nth_card,
    suit_cards,
)
from .forms import (
    BASE,
    BEAT,
    BEAT_RUFF,
    BEAT_SUIT,
    BEAT_WIZARD,
    BID,
    BID_SPREAD,
    BID_SPREAD_BASE,
    DEMAND,
    FAIR,
    HEARD,
    JESTER,
    JESTER_GAP,
    KEEN,
    KEEP_JESTER,
    KEEP_WIZARD,
    LATE,
    LEAD_UNWANTED,
    LEAD_WANTED,
    LENGTH_GAP,
    LONE_TRUMPS,
    NO_TRUMP,
    PLAIN,
    PLAIN_FEW,
    PLAIN_HIGHER,
    PLAIN_LENGTH,
    PLAIN_OUT,
    PLAIN_TRUMPS,
    PLAIN_WIZARDS,
    PLAY,
    RANDOM,
    SCALE,
    SHY,
    SIMPLE,
    SIMPLE_ACE,
    SIMPLE_KING,
    SIMPLE_TRUMP,
    SIMPLE_TRUMP_FROM,
    SIMPLE_WIZARD,
    SLIP,
    SPREAD,
    SPREAD_BASE,
    SPREAD_COMMON,
    STANDARD,
    STEER,
    TAKE_DEMAND,
    TRUMP,
    TRUMP_FEW,
    TRUMP_HIGHER,
    TRUMP_LENGTH,
    TRUMP_WIZARDS,
    VOID,
    VOID_TRUMPS,
    WILL,
    WIZARD,
    WIZARD_WIZARDS,
)
from .rules import TRUMP_POWER, WIZARD_POWER, led_after, legal_cards, power
from .tables import decay, distance, logistic, normal

NEVER: Final = -1.0e9  # the worth of what may not be chosen
TOPS: Final = 64  # where `fill_chances` keeps the log-odds of suits
STEPS: Final = 68
SMALLEST_VARIANCE: Final = 0.01  # of the tricks to come, so that a certain number of tricks stays computable


class Mind(NamedTuple):
    """How one player decides: the numbers of a policy, and what is needed to compute with them."""

    numbers: list[float]  # one policy as a row, columns named in `forms`
    tables: list[float]  # see `tables`
    worths: list[float]  # scratch room for 128 numbers


class BidView(NamedTuple):
    """What a player sees who is to bid; all ints."""

    hand: int
    trump: int
    players: int
    seat: int
    seen: int
    heard: int  # the sum of the bids this player has heard …
    bidders: int  # … and how many they were


class CardView(NamedTuple):
    """What a player sees who is to play a card; all ints but `needs`."""

    hand: int
    led: int  # the led suit so far
    best: int  # the highest power on the table, −1 when leading
    trump: int
    players: int
    seat: int
    behind: int  # players still to play after this one
    bid: int
    needs: list[int]  # needs[q]: tricks player q still wants, negative when over
    voids: int  # bit 4q + s says that player q is known to hold no card of suit s
    seen: int


# ---- choosing among worths ------------------------------------------------------------------------------------------


def best_of(worths: list[float], count: int) -> int:
    """The first index below `count` of the highest worth."""
    best = 0
    for i in range(1, count):
        if worths[i] > worths[best]:
            best = i
    return best


def slip_weights(mind: Mind, count: int, slip: float) -> float:
    """Replace each worth by exp((worth − best) / slip) and return their sum."""
    worths = mind.worths
    top = worths[best_of(worths, count)]
    total = 0.0
    for i in range(count):
        weight = decay(mind.tables, (top - worths[i]) / slip)
        worths[i] = weight
        total += weight
    return total


def slipping_choice(mind: Mind, count: int, slip: float, u: int) -> int:
    """An index below `count`: the best, or with a slip each with weight exp(worth / slip)."""
    if slip <= 0.0:
        return best_of(mind.worths, count)
    left = slip_weights(mind, count, slip) * u / 4294967296.0
    for i in range(count):
        left -= mind.worths[i]
        if left < 0.0:
            return i
    return best_of(mind.worths, count)


# ---- what a hand is worth -------------------------------------------------------------------------------------------


def suit_line(
    numbers: list[float], at: int, hand: int, unseen: int, trump: int, share: float, suit: int
) -> tuple[float, float]:
    """The log-odds that a card of mine of this suit takes a trick some day, by the `standard` form (see `forms`).

    Returns them for the highest card of the suit, and how much less they are for each higher card unseen.
    """
    lane = suit_cards(suit)
    wizards = (unseen & WIZARDS).bit_count() * share
    length = (hand & lane).bit_count() - 1
    if suit == trump:
        x = (
            numbers[at + TRUMP]
            - numbers[at + TRUMP_WIZARDS] * wizards
            + numbers[at + TRUMP_LENGTH] * length
            - numbers[at + TRUMP_FEW] / hand.bit_count()
        )
        return x, numbers[at + TRUMP_HIGHER] * share
    trumps = suit_cards(trump)
    x = (
        numbers[at + PLAIN]
        - numbers[at + PLAIN_WIZARDS] * wizards
        - numbers[at + PLAIN_TRUMPS] * (unseen & trumps).bit_count() * share
        - numbers[at + PLAIN_LENGTH] * length
        + numbers[at + PLAIN_OUT] * (unseen & lane).bit_count() * share
        + numbers[at + LONE_TRUMPS] * (hand & trumps).bit_count()
        - numbers[at + PLAIN_FEW] / hand.bit_count()
        + (numbers[at + NO_TRUMP] if trump == NO_SUIT else 0.0)
    )
    return x, numbers[at + PLAIN_HIGHER] * share


def fill_chances(
    mind: Mind,
    at: int,
    hand: int,
    unseen: int,
    trump: int,
    share: float,
    shift: float,
) -> tuple[float, float]:
    """Write each card's chance to take a trick to `mind.worths[card]`; return their sum and the sum of p(1 − p)."""
    numbers, tables, chances = mind
    wizards = (unseen & WIZARDS).bit_count() * share
    wizard = 1.0
    unbeaten = trump  # a suit: its highest card cannot fail to take a trick
    if wizards > 0.0:
        wizard = logistic(tables, numbers[at + WIZARD] - numbers[at + WIZARD_WIZARDS] * wizards)
        unbeaten = NO_SUIT
    jester = logistic(tables, numbers[at + JESTER])
    mine = (hand & WIZARDS).bit_count()
    jesters = (hand & JESTERS).bit_count()
    mean = mine * wizard + jesters * jester
    variance = mine * wizard * (1.0 - wizard) + jesters * jester * (1.0 - jester)
    for suit in range(SUIT_COUNT):
        chances[16 * suit + JESTER_RANK] = jester
        chances[16 * suit + WIZARD_RANK] = wizard
        top, step = suit_line(numbers, at, hand, unseen, trump, share, suit)
        chances[TOPS + suit] = top + shift
        chances[STEPS + suit] = step
    rest = hand & ~SPECIALS
    while rest:
        card = lowest_card(rest)
        rest &= rest - 1
        suit = card >> 4
        higher = (unseen & higher_cards(card)).bit_count()
        chance = 1.0
        if higher > 0 or suit != unbeaten:
            chance = logistic(tables, chances[TOPS + suit] - chances[STEPS + suit] * higher)
        chances[card] = chance
        mean += chance
        variance += chance * (1.0 - chance)
    return mean, variance


def expected_score(tables: list[float], exact: float, wanted: int, most: int, mean: float, deviation: float) -> float:
    """The points to expect when `wanted` more tricks are needed, 0 … `most` are to come and they are roughly normal.

    exact: the points if it comes out right. A normal cut off at 0 and `most`; misses cost 10 points a trick.
    """
    inverse = 1.0 / deviation
    made = 0.0
    if 0 <= wanted <= most:
        above = normal(tables, (wanted + 0.5 - mean) * inverse) if wanted < most else 1.0
        below = normal(tables, (wanted - 0.5 - mean) * inverse) if wanted > 0 else 0.0
        made = above - below
    return exact * made - 10.0 * deviation * distance(tables, (wanted - mean) * inverse)


# ---- bids -----------------------------------------------------------------------------------------------------------


def fill_bid_worths(mind: Mind, view: BidView) -> int:
    """Write the points a player expects of each bid to `mind.worths[bid]`; return the number of bids."""
    numbers, tables, worths = mind
    hand, trump, players, seat, seen, heard, bidders = view
    cards = hand.bit_count()
    form = int(numbers[0])
    if form == STANDARD:
        unseen = PACK & ~(seen | hand)
        share = (players - 1) * cards / unseen.bit_count()
        total, variance = fill_chances(mind, BID, hand, unseen, trump, share, 0.0)
        fair = cards / players
        mean = (
            numbers[BID + BASE]
            + numbers[BID + SCALE] * total
            + numbers[BID + FAIR] * fair
            + numbers[BID + HEARD] * (heard - bidders * fair)
            + numbers[BID + LATE] * seat / (players - 1)
        )
        variance = numbers[BID + BID_SPREAD] * variance + numbers[BID + BID_SPREAD_BASE]
        deviation = math.sqrt(max(variance, SMALLEST_VARIANCE))
        for bid in range(cards + 1):
            worths[bid] = expected_score(tables, 20.0 + 10.0 * bid, bid, cards, mean, deviation)
    elif form == SIMPLE:
        value = simple_value(numbers, hand, trump)
        for bid in range(cards + 1):
            # Half a trick over rounds down, as players do.
            worths[bid] = -10.0 * abs(bid - value + 0.01)
    else:
        for bid in range(cards + 1):
            worths[bid] = 0.0
    return cards + 1


def simple_value(numbers: list[float], hand: int, trump: int) -> float:
    """The tricks a hand is worth by rules of thumb: the `simple` form (see `forms`)."""
    value = numbers[BID + SIMPLE_WIZARD] * (hand & WIZARDS).bit_count()
    rest = hand & ~SPECIALS
    while rest:
        card = lowest_card(rest)
        rest &= rest - 1
        rank = card & 15
        if card >> 4 == trump:
            if rank + 1 >= numbers[BID + SIMPLE_TRUMP_FROM]:
                value += numbers[BID + SIMPLE_TRUMP]
        elif rank == ACE_RANK:
            value += numbers[BID + SIMPLE_ACE]
        elif rank == ACE_RANK - 1:
            value += numbers[BID + SIMPLE_KING]
    return value


def choose_bid(mind: Mind, view: BidView, u: int, forbidden: int) -> int:
    """The bid of a player; `forbidden` is the bid the hook rules out, −1 for none."""
    if mind.numbers[0] == RANDOM:
        bids = view.hand.bit_count() + 1
        if forbidden < 0:
            return u * bids >> 32
        bid = u * (bids - 1) >> 32
        return bid + 1 if bid >= forbidden else bid
    count = fill_bid_worths(mind, view)
    if forbidden >= 0:
        mind.worths[forbidden] = NEVER
    return slipping_choice(mind, count, mind.numbers[BID + SLIP], u)


def best_bid_worth(
    mind: Mind,
    hand: int,
    trump: int,
    players: int,
    seat: int,
    seen: int,
) -> float:
    """What the best bid is worth before anything is heard: how a player compares trumps."""
    if mind.numbers[0] == SIMPLE:
        return 10.0 * simple_value(mind.numbers, hand, trump) + (hand & suit_cards(trump)).bit_count()
    count = fill_bid_worths(mind, BidView(hand, trump, players, seat, seen, 0, 0))
    return mind.worths[best_of(mind.worths, count)]


def fill_trump_worths(mind: Mind, hand: int, players: int, seat: int, seen: int) -> None:
    """Write what naming each suit is worth to `mind.worths[0]` … `mind.worths[3]`."""
    a = best_bid_worth(mind, hand, 0, players, seat, seen)
    b = best_bid_worth(mind, hand, 1, players, seat, seen)
    c = best_bid_worth(mind, hand, 2, players, seat, seen)
    d = best_bid_worth(mind, hand, 3, players, seat, seen)
    mind.worths[0] = a
    mind.worths[1] = b
    mind.worths[2] = c
    mind.worths[3] = d


def choose_trump(
    mind: Mind,
    u: int,
    hand: int,
    players: int,
    seat: int,
    seen: int,
) -> int:
    """The suit a dealer names after a Wizard is turned up."""
    if mind.numbers[0] == RANDOM:
        return u * NO_SUIT >> 32
    fill_trump_worths(mind, hand, players, seat, seen)
    return slipping_choice(mind, NO_SUIT, mind.numbers[BID + SLIP], u)


# ---- cards ----------------------------------------------------------------------------------------------------------


def choose_card(mind: Mind, view: CardView, u: int) -> int:
    """The card a player plays."""
    legal = legal_cards(view.hand, view.led)
    form = mind.numbers[1]
    if form == RANDOM:
        return nth_card(legal, u * legal.bit_count() >> 32)
    if legal & (legal - 1) == 0:
        return lowest_card(legal)
    if form == SIMPLE:
        return choose_card_simple(mind, view, legal, u)
    return choose_card_standard(mind, view, legal, u)


def choose_card_simple(mind: Mind, view: CardView, legal: int, u: int) -> int:
    """Play high while tricks are needed (just high enough when last), the highest card that loses when not."""
    need = view.needs[view.seat]
    count = 0
    rest = legal
    while rest:
        card = lowest_card(rest)
        rest &= rest - 1
        height = power(card, led_after(view.led, card), view.trump)
        height = height * 16 + (card & 15)  # among cards that cannot win, by rank
        wins = height >= (view.best + 1) * 16
        if need > 0:
            worth = (4000 - height if view.behind == 0 else 1000 + height) if wins else -height
        else:
            worth = -height if wins else height
        mind.worths[count] = worth / 16.0
        count += 1
    return nth_card(legal, slipping_choice(mind, count, mind.numbers[PLAY + SLIP], u))


def choose_card_standard(mind: Mind, view: CardView, legal: int, u: int) -> int:
    """Play the card after which the most points are to be expected.

    A card takes this trick with the chance w that `hazards` leave it; the tricks of the rest of the hand are roughly
    normal with the sum of the cards' chances as mean. So a card's worth is w × (points if one trick less is needed) +
    (1 − w) × (points if not), and what the chances do not tell: that a Wizard or a Jester kept leaves the choice open,
    that a void lets trumps take tricks, that a trick is worth more where the table wants too many.
    """
    numbers, tables, worths = mind
    hand, led, best, trump, players, seat, behind, bid, needs, _, seen = view
    tricks = hand.bit_count()
    unseen = PACK & ~(seen | hand)
    candidates = distinct_cards(legal, unseen, led, best, trump)
    if candidates & (candidates - 1) == 0:
        return lowest_card(candidates)
    unseen_count = unseen.bit_count()
    need = needs[seat]
    wanted = 0
    for q in range(players):
        wanted += max(needs[q], 0)
    excess = wanted / tricks - 1.0
    share = ((players - 1) * tricks - (players - 1 - behind)) / unseen_count
    shift = numbers[PLAY + WILL] * (need / tricks - 0.5) - numbers[PLAY + DEMAND] * excess
    mean, variance = fill_chances(mind, PLAY, hand, unseen, trump, share, shift)

    to_come = tricks - 1
    exact = 20.0 + 10.0 * bid
    lead = numbers[PLAY + LEAD_WANTED] if need > 1 else numbers[PLAY + LEAD_UNWANTED]
    steer = numbers[PLAY + STEER]
    gap = need - mean
    take = numbers[PLAY + TAKE_DEMAND] * excess
    spread = numbers[PLAY + SPREAD]
    common = numbers[PLAY + SPREAD_COMMON]
    spread_base = numbers[PLAY + SPREAD_BASE] * to_come + SMALLEST_VARIANCE
    per_card = tricks / unseen_count  # the chance that a given unseen card is with a given player behind

    # Worths go behind the chances of the cards: the chance of a card is read before its place is written.
    picked = -1
    picked_worth = NEVER
    count = 0
    hazard_suit = -1
    hazard_led = 0.0
    hazard_trump = 0.0
    hazard_wizard = 0.0
    wizards = (unseen & WIZARDS).bit_count() * per_card
    trumps = unseen & suit_cards(trump)
    trumps_behind = trumps.bit_count() * per_card
    slip = numbers[PLAY + SLIP]
    rest = candidates
    while rest:
        card = lowest_card(rest)
        rest &= rest - 1
        rank = card & 15
        led_now = led_after(led, card)
        strength = power(card, led_now, trump)
        takes = 0.0
        if strength > best:
            if behind == 0 or strength == WIZARD_POWER:
                takes = 1.0
            elif rank != JESTER_RANK:
                if hazard_suit != led_now:
                    hazard_suit = led_now
                    hazard_led, hazard_trump, hazard_wizard = hazards(mind, view, led_now, unseen, per_card)
                higher = (unseen & higher_cards(card)).bit_count() * per_card
                if card >> 4 == trump:
                    against = (hazard_led if led_now == trump else hazard_trump) * higher
                else:
                    against = hazard_led * higher + hazard_trump * trumps_behind
                takes = decay(tables, max(against + hazard_wizard * wizards, 0.0))
        chance = worths[card]
        rest_mean = mean - chance
        loose = max(variance - chance * (1.0 - chance), 0.0)
        deviation = math.sqrt((spread + common * loose) * loose + spread_base)
        worth = worth_apart(numbers, hand, trump, card, loose, gap)
        if takes > 0.0:
            after = rest_mean + lead
            after += steer * (need - 1 - after)
            worth += numbers[PLAY + BEAT] + takes * (
                take + expected_score(tables, exact, need - 1, to_come, after, deviation)
            )
        if takes < 1.0:
            after = rest_mean + steer * (need - rest_mean)
            worth += (1.0 - takes) * expected_score(tables, exact, need, to_come, after, deviation)
        if slip > 0.0:
            worths[64 + count] = worth
            worths[96 + count] = card
            count += 1
        elif worth > picked_worth:
            picked_worth = worth
            picked = card
    if slip > 0.0:
        for i in range(count):
            worths[i] = worths[64 + i]
        picked = int(worths[96 + slipping_choice(mind, count, slip, u)])
    return picked


def worth_apart(numbers: list[float], hand: int, trump: int, card: int, loose: float, gap: float) -> float:
    """The points that playing a card is worth beyond the tricks to be expected.

    loose: the variance of the other cards if they were independent. gap: the tricks needed beyond those expected.
    """
    rank = card & 15
    if rank == WIZARD_RANK:
        return -numbers[PLAY + KEEP_WIZARD] * loose
    if rank == JESTER_RANK:
        return numbers[PLAY + JESTER_GAP] * gap - numbers[PLAY + KEEP_JESTER] * loose
    if card >> 4 == trump:
        return 0.0
    others = (hand & suit_cards(card >> 4)).bit_count() - 1
    if others == 0:
        return numbers[PLAY + VOID_TRUMPS] * (hand & suit_cards(trump)).bit_count()
    return numbers[PLAY + LENGTH_GAP] * others * gap


def distinct_cards(legal: int, unseen: int, led: int, best: int, trump: int) -> int:
    """One card of each kind: of Jesters, of Wizards, and the lowest of cards that no card unseen or to beat is between.

    led, best: as in `CardView`.
    """
    suited = legal & ~SPECIALS
    between = unseen
    if TRUMP_POWER < best < WIZARD_POWER:
        between |= 1 << (16 * trump + best - TRUMP_POWER)
    elif 0 < best < TRUMP_POWER:
        between |= 1 << (16 * led + best)
    # Adding lets a card just below a run of cards that are gone carry to the card just above it.
    gone = PACK & ~(SPECIALS | suited | between)
    above = suited << 1
    equal = above | (gone + (above & gone)) & ~gone
    jesters = legal & JESTERS
    wizards = legal & WIZARDS
    return suited & ~equal | jesters & -jesters | wizards & -wizards


def hazards(mind: Mind, view: CardView, led: int, unseen: int, per_card: float) -> tuple[float, float, float]:
    """How dangerous the players behind are, per beating card one of them is expected to hold, once `led` is led.

    Returns the hazards from higher cards of the led suit, from trumps played by those who are void, and from Wizards.
    """
    numbers = mind.numbers
    needs = view.needs
    ratio = numbers[PLAY + KEEN] / view.hand.bit_count()
    void_chance = decay(mind.tables, numbers[PLAY + VOID] * (unseen & suit_cards(led)).bit_count() * per_card)
    following = 0.0
    void = 0.0
    everyone = 0.0
    q = view.seat
    for _ in range(view.behind):
        q += 1
        if q == view.players:
            q = 0
        eager = 1.0 + ratio * needs[q] if needs[q] > 0 else numbers[PLAY + SHY]
        everyone += eager
        if view.voids >> (4 * q + led) & 1:
            void += eager
        else:
            following += eager
            void += eager * void_chance
    return (
        numbers[PLAY + BEAT_SUIT] * following,
        numbers[PLAY + BEAT_RUFF] * void,
        numbers[PLAY + BEAT_WIZARD] * everyone,
    )
