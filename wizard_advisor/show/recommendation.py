"""What to do, in a line, and why: how sure that is and how much it matters, in a sentence or two."""

import math
from collections.abc import Callable, Sequence
from typing import Final

from ..advice.results import NEGLIGIBLE, NOISE, Advice, BidEstimate, CardAdvice
from ..cards import LANE, NO_SUIT, print_card, suit_name
from ..values import counted, joined
from .situation import hook_rule
from .text import Look, points, short
from .winning import Choice, plays_to_win, win_reasons, win_words

LITTLE: Final = 1.0  # points a round; less hardly matters to a player
MORE_DEALS: Final = (20_000, 200_000, 2_000_000)  # that are suggested, where fewer did not tell


def headline(answer: Advice | CardAdvice, look: Look) -> str:
    """What to do, with the chance and the points of it: `Bid 3 (64 %, 28 points)`."""
    if not isinstance(answer, Advice):
        return f"Play {choices_words(answer, look)}"
    if not answer.trumps:
        return f"Bid {choices_words(answer, look)}"
    named = named_suit(answer)
    same = [suit for suit in (*alike_suits(answer), *close_suits(answer)) if suit.recommended == named.recommended]
    return f"Name {joined([trump_name(suit) for suit in (named, *same)], 'or')}, bid {choices_words(named, look)}"


def choices_words(answer: Advice | CardAdvice, look: Look) -> str:
    """The bid or card, and those that are as good as far as is known, each with its chance and its points."""
    if plays_to_win(answer):
        return win_words(answer, allowed(answer), choice_name(answer, look))
    rows = [answer.estimate(answer.recommended), *equals(answer)]
    return joined([f"{choice_name(answer, look)(row)} ({worth_words(row)})" for row in rows], "or")


def worth_words(row: Choice) -> str:
    """`64 %, 28 points`."""
    return f"{100 * row.probability_made:.0f} %, {counted(round(row.expected_score), 'point')}"


def choice_name(answer: Advice | CardAdvice, look: Look) -> Callable[[Choice], str]:
    """How the bids or cards of an answer are named."""
    deck = (answer.situation if isinstance(answer, Advice) else answer.turn).deck

    def name(row: Choice) -> str:
        return str(row.bid) if isinstance(row, BidEstimate) else print_card(row.card, deck, symbols=look.unicode)

    return name


def reasons(answer: Advice | CardAdvice, look: Look) -> list[str]:
    """Why that, in sentences: how sure it is, how much it matters, and what the hook costs."""
    if not isinstance(answer, Advice):
        return verdict(answer, look)
    if answer.trumps:
        found = [*verdict(named_suit(answer), look), *verdict_on_suits(answer, look)]
    else:
        found = verdict(answer, look)
    better = answer.estimate(answer.unrestricted)
    if not better.legal:
        cost = points(answer.scorer.gap - better.gap, better.gap_standard_error, answer, look)
        found.append(f"The hook ({hook_rule(answer.situation)}) forbids {better.bid}: that costs {cost} points.")
    return found


def verdict(answer: Advice | CardAdvice, look: Look) -> list[str]:
    """How the recommended bid or card compares with the others: "Clear: 3.1 points better than 1."."""
    name = choice_name(answer, look)
    best, second = answer.estimate(answer.recommended), answer.runner_up
    if second is None:
        return [f"{why_alone(answer)}."]
    if plays_to_win(answer):
        return win_reasons(answer, name, look)
    if answer.clear:
        sure = "Clear" if second.gap >= LITTLE else "Sure, but it hardly matters"
        return [f"{sure}: {short(second.gap)} points better than {name(second)}."]
    apart = points(second.gap, second.gap_standard_error, answer, look)
    if rivals := equals(answer):
        if not any(map(may_be_chance, rivals)):
            return [f"Hardly matters: {name(second)} is as good, {short(second.gap)} points apart."]
        last = max(rivals, key=lambda row: row.gap)
        apart = f"{'up to ' if len(rivals) > 1 else ''}{points(last.gap, last.gap_standard_error, answer, look)}"
        matters = ", and it hardly matters" if last.gap + 2 * last.gap_standard_error < LITTLE else ""
        between = joined([name(row) for row in (best, *rivals)], "and")
        return [f"Too close to call between {between}{matters}: {apart} points apart.", taste_or_deals(answer)]
    more = [f"Try --deals {more_deals(answer)}."] if more_deals(answer) else []
    return [f"Probably: {apart} points better than {name(second)}, but too few deals to be sure.", *more]


def equals(answer: Advice | CardAdvice) -> list[Choice]:
    """The bids or cards that may be as good as the recommended one, or are so close that it matters to nobody."""
    best = answer.estimate(answer.recommended)
    return [row for row in allowed(answer) if row is not best and (may_be_chance(row) or row.gap < NEGLIGIBLE)]


def taste_or_deals(answer: Advice | CardAdvice) -> str:
    """What to do where it is too close to call."""
    return f"Take the one you like{f', or try --deals {more_deals(answer)}' if more_deals(answer) else ''}."


def more_deals(answer: Advice | CardAdvice) -> int | None:
    """How many deals would tell more; None where they tell nothing, or where it would take too long."""
    return None if answer.exact else next((deals for deals in MORE_DEALS if deals > answer.deals), None)


def allowed(answer: Advice | CardAdvice) -> Sequence[Choice]:
    """The bids that you may make, or the cards that you may play."""
    return [row for row in answer.bids if row.legal] if isinstance(answer, Advice) else answer.cards


def why_alone(answer: Advice | CardAdvice) -> str:
    """Why there is no other choice than the recommended one."""
    if isinstance(answer, Advice):
        return f"No other bid {'may be made' if len(answer.bids) > 1 else 'was considered'}"
    return "They are all the same" if answer.cards[0].same else "No other card may be played"


def may_be_chance(row: Choice) -> bool:
    """Whether this one's gap to the best one is within the errors."""
    return row.gap_standard_error > 0 and row.gap <= NOISE * row.gap_standard_error


# The suit to name


def named_suit(advice: Advice) -> Advice:
    """The answer for the suit to name."""
    return next(suit for suit in advice.trumps if suit.situation.trump == advice.recommended_trump)


def alike_suits(advice: Advice) -> list[Advice]:
    """The suits of which you hold the same cards as of the one to name: nothing tells them apart."""
    named = named_suit(advice)
    return [suit for suit in advice.trumps if suit is not named and ranks_held(suit) == ranks_held(named)]


def ranks_held(suit: Advice) -> int:
    """The cards that you hold of a trump, as if it were the first suit."""
    assert suit.situation.trump is not None
    return suit.situation.hand >> 16 * suit.situation.trump & LANE


def behind(advice: Advice, suit: Advice) -> tuple[float, float]:
    """How many points naming this suit is worse than naming the best, and the error of that."""
    best, other = (part.estimate(part.recommended) for part in (named_suit(advice), suit))
    # Two suits are not played on the same tricks, so their errors simply add up.
    return best.expected_score - other.expected_score, math.hypot(best.standard_error, other.standard_error)


def close_suits(advice: Advice) -> list[Advice]:
    """The other suits that may be as good to name, the nearest first."""
    found = [(*behind(advice, suit), suit) for suit in other_suits(advice)]
    near = [(gap, suit) for gap, error, suit in found if gap <= NOISE * error or gap < NEGLIGIBLE]
    return [suit for _, suit in sorted(near, key=lambda pair: pair[0])]


def other_suits(advice: Advice) -> list[Advice]:
    """The suits that differ from the one to name."""
    named = ranks_held(named_suit(advice))
    return [suit for suit in advice.trumps if ranks_held(suit) != named]


def verdict_on_suits(advice: Advice, look: Look) -> list[str]:
    """How the suit to name compares with the others."""
    found = []
    alike, close = alike_suits(advice), close_suits(advice)
    if alike:
        names = joined([trump_name(suit) for suit in (named_suit(advice), *alike)], "or")
        held = "the same cards of each" if ranks_held(alike[0]) else "none of them"
        found.append(f"{names.capitalize()} alike: you hold {held}.")
    if close:
        apart = points(*behind(advice, close[-1]), advice, look)
        up_to = "up to " if len(close) > 1 else ""
        names = joined([trump_name(suit) for suit in close], "or")
        found.append(f"Naming {names} is too close to call: {up_to}{apart} points apart.")
        if named_suit(advice).clear:
            found.append(taste_or_deals(advice))
    elif others := other_suits(advice):
        nearest = min(others, key=lambda suit: behind(advice, suit)[0])
        apart = points(*behind(advice, nearest), advice, look)
        found.append(f"Naming {trump_name(nearest)} would be {apart} points worse.")
    return found


def trump_name(advice: Advice) -> str:
    """The name of the trump, or of the one to name, in the deck that the asker plays with."""
    suit = advice.situation.trump if advice.recommended_trump is None else advice.recommended_trump
    return suit_name(suit, advice.situation.deck) if suit is not None and suit < NO_SUIT else "no trump"
