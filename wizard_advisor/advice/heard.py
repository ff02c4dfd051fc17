"""What each player who has bid had heard by then, as far as it is known; without NumPy."""

from typing import NamedTuple

from ..cards import WIZARD_RANK, rank_of
from ..rules import forbidden_bid
from ..situation import HOOKS, Situation


class Heard(NamedTuple):
    """A player's bid, −1 if it is not known, and what the player had heard: the sum of the bids before it that are
    known, how many they were, and the bid that the hook forbade, −1 if none or not known."""

    bid: int
    total: int
    bidders: int
    forbidden: int


def heard_by_seat(situation: Situation) -> list[Heard]:
    """What was bid and heard, from seat 1; hidden bids were heard by nobody."""
    bids = [-1 if bid is None else bid for bid in situation.bids]
    bids += [-1] * (situation.players - len(bids))
    found = []
    for seat, bid in enumerate(bids, 1):
        before = [] if situation.hidden_bids else bids[: seat - 1]
        known = [other for other in before if other >= 0]
        forbidden = -1
        if seat == situation.players and len(known) == len(before) == seat - 1:
            forbidden = forbidden_bid(HOOKS.index(situation.hook), situation.cards, sum(known))
        found.append(Heard(bid, sum(known), len(known), forbidden))
    return found


def my_forbidden_bid(situation: Situation) -> int:
    """The bid that the hook is known to forbid me; −1 if there is none."""
    return heard_by_seat(situation)[situation.seat - 1].forbidden


def named_by_another(situation: Situation) -> bool:
    """Whether another player, the dealer, named the trump after a Wizard was turned up."""
    turned = situation.upcard is not None and rank_of(situation.upcard) == WIZARD_RANK
    return turned and situation.trump is not None and situation.seat != situation.players
