"""What to do and how sure that is, in a sentence or two: the bid, the suit to name, the card to play."""

import math
from collections.abc import Sequence

from ..advice.results import NEGLIGIBLE, NOISE, Advice, BidEstimate, CardAdvice, CardEstimate
from ..cards import NO_SUIT, print_card, suit_name
from .text import Look, points, short

Choice = BidEstimate | CardEstimate


def recommendation(answer: Advice | CardAdvice, look: Look) -> str:
    """What to do and how sure that is, in a sentence or two."""
    if not isinstance(answer, Advice):
        return f"Play {verdict(answer, look)}"
    text = f"Bid {verdict(answer, look)}"
    for suit in answer.trumps:
        if suit.situation.trump == answer.recommended_trump:
            text = f"Name {trump_name(suit)}, bid {verdict(suit, look)} {verdict_on_suits(answer, look)}"
    if answer.unrestricted != answer.recommended:
        better = answer.estimate(answer.unrestricted)
        cost = points(-better.gap, better.gap_standard_error, answer, look)
        text += f" The hook forbids {better.bid}: that costs {cost} points."
    return text


def verdict(answer: Advice | CardAdvice, look: Look) -> str:
    """The bid or card, or those to choose from, and why: "2. Clear: 3.1 points better than 1."."""
    deck = (answer.situation if isinstance(answer, Advice) else answer.turn).deck

    def name(row: Choice) -> str:
        return str(row.bid) if isinstance(row, BidEstimate) else print_card(row.card, deck, symbols=look.unicode)

    best, second = answer.estimate(answer.recommended), answer.runner_up
    if second is None:
        return f"{name(best)}: {why_alone(answer)}."
    if answer.clear:
        return f"{name(best)}. Clear: {short(second.gap)} points better than {name(second)}."
    rivals = [row for row in allowed(answer) if row is not best and may_be_chance(row)]
    if rivals:
        nearest = min(rivals, key=lambda row: row.gap)
        apart = points(nearest.gap, nearest.gap_standard_error, answer, look)
        return f"{' or '.join(map(name, (best, *rivals)))}: too close to call, {apart} points apart."
    apart = points(second.gap, second.gap_standard_error, answer, look)
    return f"{name(best)}{verdict_on_few(name(second), second.gap, apart)}"


def allowed(answer: Advice | CardAdvice) -> Sequence[Choice]:
    """The bids that I may make, or the cards that I may play."""
    return [row for row in answer.bids if row.legal] if isinstance(answer, Advice) else answer.cards


def why_alone(answer: Advice | CardAdvice) -> str:
    """Why there is no other choice than the recommended one."""
    if isinstance(answer, Advice):
        return f"no other bid {'may be made' if len(answer.bids) > 1 else 'was considered'}"
    return "they are all the same" if answer.cards[0].same else "no other card may be played"


def verdict_on_few(second: str, gap: float, apart: str) -> str:
    """What follows the best when the next is outside the errors and it is not clear all the same: why that is."""
    if gap < NEGLIGIBLE:
        return f", but {second} is as good: {short(gap)} points apart."
    return f": {apart} points better than {second}, but too few deals to be sure."


def may_be_chance(row: Choice) -> bool:
    """Whether this one's gap to the best one is within the errors."""
    return row.gap_standard_error > 0 and row.gap <= NOISE * row.gap_standard_error


def verdict_on_suits(advice: Advice, look: Look) -> str:
    """How the suit to name compares with the next one."""
    best = advice.estimate(advice.recommended)
    others = [suit for suit in advice.trumps if suit.situation.trump != advice.recommended_trump]
    gap, error, suit = min(
        (
            best.expected_score - row.expected_score,
            math.hypot(best.standard_error, row.standard_error),
            trump_name(suit),
        )
        for suit in others
        for row in (suit.estimate(suit.recommended),)
    )
    apart = points(gap, error, advice, look)
    if gap <= NOISE * error:
        return f"Naming {suit} is as good: {apart} points apart."
    return f"Naming {suit} would be {apart} points worse."


def trump_name(advice: Advice) -> str:
    """The name of the trump, or of the one to name, in the deck that the asker plays with."""
    suit = advice.situation.trump if advice.recommended_trump is None else advice.recommended_trump
    return suit_name(suit, advice.situation.deck) if suit is not None and suit < NO_SUIT else "no trump"
