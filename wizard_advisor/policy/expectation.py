"""What a hand is expected to bring: each card's chance to take a trick, the points of a number of tricks."""

from typing import Final

from ..cards import (
    JESTER_RANK,
    JESTERS,
    NO_SUIT,
    SPECIALS,
    SUIT_COUNT,
    WIZARD_RANK,
    WIZARDS,
    higher_cards,
    lowest_card,
    suit_cards,
    suit_of,
)
from .curves import distance, logistic, normal
from .mind import Mind
from .parameters import (
    JESTER,
    LONE_TRUMPS,
    NO_TRUMP,
    PLAIN,
    PLAIN_FEW,
    PLAIN_HIGHER,
    PLAIN_LENGTH,
    PLAIN_OUT,
    PLAIN_TRUMPS,
    PLAIN_WIZARDS,
    TRUMP,
    TRUMP_FEW,
    TRUMP_HIGHER,
    TRUMP_LENGTH,
    TRUMP_WIZARDS,
    WIZARD,
    WIZARD_WIZARDS,
)

TOPS: Final = 64  # where `fill_chances` keeps the log-odds of suits
STEPS: Final = 68
SMALLEST_VARIANCE: Final = 0.01  # of the tricks to come, so that a certain number of tricks stays computable


def suit_line(
    numbers: list[float], at: int, hand: int, unseen: int, trump: int, share: float, suit: int
) -> tuple[float, float]:
    """The log-odds that a card of mine of this suit takes a trick some day, by the `standard` form (see `parameters`).

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
    mind: Mind, at: int, hand: int, unseen: int, trump: int, share: float, shift: float
) -> tuple[float, float]:
    """Write each card's chance to take a trick to `mind.worths[card]`; return their sum and the sum of p(1 − p)."""
    numbers, curves, chances = mind
    wizards = (unseen & WIZARDS).bit_count() * share
    wizard = 1.0
    unbeaten = trump  # a suit: its highest card cannot fail to take a trick
    if wizards > 0.0:
        wizard = logistic(curves, numbers[at + WIZARD] - numbers[at + WIZARD_WIZARDS] * wizards)
        unbeaten = NO_SUIT
    jester = logistic(curves, numbers[at + JESTER])
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
        suit = suit_of(card)
        higher = (unseen & higher_cards(card)).bit_count()
        chance = 1.0
        if higher > 0 or suit != unbeaten:
            chance = logistic(curves, chances[TOPS + suit] - chances[STEPS + suit] * higher)
        chances[card] = chance
        mean += chance
        variance += chance * (1.0 - chance)
    return mean, variance


def expected_score(curves: list[float], exact: float, wanted: int, most: int, mean: float, deviation: float) -> float:
    """The points to expect when `wanted` more tricks are needed, 0 … `most` are to come and they are roughly normal.

    exact: the points if it comes out right. A normal cut off at 0 and `most`; misses cost 10 points a trick.
    """
    inverse = 1.0 / deviation
    made = 0.0
    if 0 <= wanted <= most:
        above = normal(curves, (wanted + 0.5 - mean) * inverse) if wanted < most else 1.0
        below = normal(curves, (wanted - 0.5 - mean) * inverse) if wanted > 0 else 0.0
        made = above - below
    return exact * made - 10.0 * deviation * distance(curves, (wanted - mean) * inverse)
