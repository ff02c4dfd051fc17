"""The card that a policy itself would play at a turn, without any deal."""

from typing import Any

import numpy as np

from ..policy.card_choice import choose_card
from ..policy.files import Players, Policy
from ..policy.mind import Mind
from ..policy.parameters import BID, PLAY, RANDOM, SLIP
from ..simulate.jit import entry
from ..simulate.layout import CURVES, make_room
from ..turn import Turn
from .setup import view_of

card_by_policy: Any = entry(choose_card)


def best_numbers(policy: Policy) -> Any:
    """The numbers of a policy without its slips, which are for play-outs only."""
    numbers: Any = np.array(policy.row())
    for form, first in ((0, BID), (1, PLAY)):
        if numbers[form] != RANDOM:
            numbers[first + SLIP] = 0.0
    return numbers


def own_card(policy: Players, turn: Turn) -> int | None:
    """What the most frequent kind of such a player plays at its best; None if it plays at random, or a bid is unheard.

    It may be another copy of a Wizard or a Jester than the hand's lowest.
    """
    kind = max(policy.kinds, key=lambda kind: kind.share)
    numbers = best_numbers(kind.policy)
    if numbers[1] == RANDOM or None in turn.bids:
        return None
    curves: Any = CURVES
    return int(card_by_policy(Mind(numbers, curves, make_room().worths), view_of(turn), 0))
