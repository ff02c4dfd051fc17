"""How a policy chooses a card."""

import math
from typing import NamedTuple

from ..cards import (
    JESTER_RANK,
    JESTERS,
    PACK,
    SPECIALS,
    WIZARD_RANK,
    WIZARDS,
    higher_cards,
    lowest_card,
    nth_card,
    rank_of,
    suit_cards,
    suit_of,
)
from ..rules import TRUMP_POWER, WIZARD_POWER, led_after, legal_cards, power
from .curves import decay
from .expectation import SMALLEST_VARIANCE, expected_score, fill_chances
from .mind import NEVER, Mind, slipping_choice
from .parameters import (
    BEAT,
    BEAT_RUFF,
    BEAT_SUIT,
    BEAT_WIZARD,
    DEMAND,
    JESTER_GAP,
    KEEN,
    KEEP_JESTER,
    KEEP_WIZARD,
    LEAD_UNWANTED,
    LEAD_WANTED,
    LENGTH_GAP,
    PLAY,
    RANDOM,
    SHY,
    SIMPLE,
    SLIP,
    SPREAD,
    SPREAD_BASE,
    SPREAD_COMMON,
    STEER,
    TAKE_DEMAND,
    VOID,
    VOID_TRUMPS,
    WILL,
)


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
        height = height * 16 + rank_of(card)  # among cards that cannot win, by rank
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
    # Long, because nearly all of the time goes here: what holds for every card is computed once, outside of the loop.
    numbers, curves, worths = mind
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
        rank = rank_of(card)
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
                if suit_of(card) == trump:
                    against = (hazard_led if led_now == trump else hazard_trump) * higher
                else:
                    against = hazard_led * higher + hazard_trump * trumps_behind
                takes = decay(curves, max(against + hazard_wizard * wizards, 0.0))
        chance = worths[card]
        rest_mean = mean - chance
        loose = max(variance - chance * (1.0 - chance), 0.0)
        deviation = math.sqrt((spread + common * loose) * loose + spread_base)
        worth = worth_apart(numbers, hand, trump, card, loose, gap)
        if takes > 0.0:
            after = rest_mean + lead
            after += steer * (need - 1 - after)
            worth += numbers[PLAY + BEAT] + takes * (
                take + expected_score(curves, exact, need - 1, to_come, after, deviation)
            )
        if takes < 1.0:
            after = rest_mean + steer * (need - rest_mean)
            worth += (1.0 - takes) * expected_score(curves, exact, need, to_come, after, deviation)
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
    rank = rank_of(card)
    if rank == WIZARD_RANK:
        return -numbers[PLAY + KEEP_WIZARD] * loose
    if rank == JESTER_RANK:
        return numbers[PLAY + JESTER_GAP] * gap - numbers[PLAY + KEEP_JESTER] * loose
    if suit_of(card) == trump:
        return 0.0
    others = (hand & suit_cards(suit_of(card))).bit_count() - 1
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
    void_chance = decay(mind.curves, numbers[PLAY + VOID] * (unseen & suit_cards(led)).bit_count() * per_card)
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
