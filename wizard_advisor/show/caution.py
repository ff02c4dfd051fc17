"""What an answer does not know, in a sentence: bids that were not given before the hook, bids too odd to be read."""

from ..advice.results import Advice, CardAdvice
from ..rules import HOOK_UNLESS_ZERO, hook_binds
from ..situation import HOOKS, Situation
from ..values import joined
from .situation import hook_rule
from .text import Look, points


def cautions(answer: Advice | CardAdvice, look: Look) -> list[str]:
    """Sentences to stand behind the reasons; none if all is known."""
    found = [odd_bids_caution(answer.odd_bids)]
    if isinstance(answer, Advice):
        found.append(hook_caution(answer, look))
    return [sentence for sentence in found if sentence]


def odd_bids_caution(seats: tuple[int, ...]) -> str:
    """Whose bids hardly any hand would make; empty if nobody's."""
    if not seats:
        return ""
    return f"Hardly any hand would bid as {seats_words(seats)} did: little was read from that."


def hook_caution(advice: Advice, look: Look) -> str:
    """Which bid the hook may forbid the last bidder, and what that would cost, where earlier bids were not given."""
    situation = advice.situation
    missing = not_given(situation)
    hook = HOOKS.index(situation.hook)
    most = situation.cards - sum(bid or 0 for bid in situation.bids)
    if situation.seat != situation.players or not missing or most < 0 or not hook_binds(hook, situation.cards):
        return ""
    least = 1 if hook == HOOK_UNLESS_ZERO else 0
    if most < least:
        return ""
    several = f"which bid, of {least} to {most}, the hook forbids you"
    unknown = several if most > least else f"whether the hook forbids you {most}"
    text = f"{bids_not_given(missing)}, so it is not known {unknown} ({hook_rule(situation)})."
    second = advice.runner_up
    if second and least <= advice.recommended <= most:
        cost = points(second.gap, second.gap_standard_error, advice, look)
        text += f" If it is {advice.recommended}, bid {second.bid}: that costs {cost} points."
    return text


def not_given(situation: Situation) -> tuple[int, ...]:
    """The seats before mine whose bids are not known, where bids are heard in turn."""
    if situation.hidden_bids:
        return ()
    heard = [*situation.bids, *[None] * (situation.seat - 1 - len(situation.bids))]
    return tuple(seat for seat, bid in enumerate(heard, 1) if bid is None)


def bids_not_given(seats: tuple[int, ...]) -> str:
    """`Seat 2's bid was not given`, `The bids of seats 1 and 3 were not given`."""
    if len(seats) == 1:
        return f"Seat {seats[0]}'s bid was not given"
    return f"The bids of {seats_words(seats)} were not given"


def seats_words(seats: tuple[int, ...]) -> str:
    """`seat 2`, `seats 1, 2 and 3`."""
    return f"{'seat' if len(seats) == 1 else 'seats'} {joined([str(seat) for seat in seats], 'and')}"
