"""One round on the score pad: what was entered of it so far, what is missing, and what its scores are."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from ..notation import make_situation, read_trump
from ..rules import forbidden_bid, score
from ..situation import HOOKS, Situation
from ..turn import Turn
from .entry import Advised
from .falls import Falls
from .table import Table

NOT_NOTED: Final = "-"  # as trump, and typed for a hand: no advice is wanted in this round


@dataclass(frozen=True, slots=True)
class Round:
    """A round of an evening. Names as in the table; numbers by name, in no particular order.

    before: everybody's points before it. trump: as it was entered, with the suit named as in W:H; "" if it was not yet.
    hand: my cards as text; None before they were entered, none if I ask for no advice. falls: how the cards stand, None
    if they are not told.
    """

    table: Table
    number: int
    before: Mapping[str, int]
    trump: str = ""
    hand: tuple[str, ...] | None = None
    bids: Mapping[str, int] = field(default_factory=dict)
    tricks: Mapping[str, int] = field(default_factory=dict)
    falls: Falls | None = None
    advised: Advised | None = None
    notes: tuple[str, ...] = ()

    @property
    def cards(self) -> int:
        """Cards per hand, and so tricks."""
        return self.number

    @property
    def dealer(self) -> str:
        return self.table.dealer_of(self.number)

    @property
    def order(self) -> tuple[str, ...]:
        """The players in the order they bid: seat 1 to the last."""
        return self.table.order_of(self.number)

    @property
    def seat(self) -> int:
        """My seat."""
        return self.order.index(self.table.me) + 1

    @property
    def whole(self) -> bool:
        """Whether all of it is entered."""
        return bool(self.tricks)

    @property
    def hook(self) -> str:
        """The restriction of the dealer in this round: the rule for a sole leader only binds one."""
        if self.table.hook != "dealer-unless-zero":
            return self.table.hook
        best = max(points for name, points in self.before.items() if name != self.dealer)
        return self.table.hook if self.before[self.dealer] > best else "none"

    @property
    def suit_is_missing(self) -> bool:
        """Whether a Wizard was turned up and no suit is named yet."""
        return bool(self.trump) and self.trump != NOT_NOTED and read_trump(self.trump)[0] is None

    @property
    def bidders(self) -> tuple[str, ...]:
        """Those who bid next, one after the other: I alone, or all up to me."""
        me = self.table.me
        left = [name for name in self.order if name not in self.bids]
        if self.table.hidden_bids and me in left:
            return (me,)
        if me not in left:
            return tuple(left)
        return tuple(left[: left.index(me)]) or (me,)

    @property
    def forbidden(self) -> int:
        """The bid that the dealer may not make when all others have bid; −1 if there is none."""
        others = [bid for name, bid in self.bids.items() if name != self.dealer]
        return forbidden_bid(HOOKS.index(self.hook), self.cards, sum(others))

    @property
    def is_advised(self) -> bool:
        """Whether trump and hand are known, so that there is an answer."""
        return bool(self.hand) and self.trump != NOT_NOTED

    def situation(self) -> Situation:
        """What I knew before my bid; only where `is_advised`."""
        assert self.hand
        mine = self.order[: self.seat - 1]
        heard = () if self.table.hidden_bids else tuple(self.bids[name] for name in mine if name in self.bids)
        return make_situation(list(self.hand), bids=heard, **self._known())[0]

    def turn(self) -> Turn:
        """What I know when it is my turn to play, by what was told of the cards; SituationError if that cannot be."""
        assert self.falls is not None
        situation = self.situation()
        known = {each.name: getattr(situation, each.name) for each in fields(Situation)}
        known |= {"hand": self.falls.hand, "bids": tuple(self.bids[name] for name in self.order)}
        return Turn(**known, trick=self.falls.trick, played=self.falls.past)

    def _known(self) -> dict[str, Any]:
        """What an answer is to regard beside my hand and the bids."""
        return {
            "players": len(self.table.players),
            "trump": self.trump or None,
            "seat": self.seat,
            "hook": self.hook,
            "hidden_bids": self.table.hidden_bids,
            "cards": self.cards,
        } | self._game()

    def _game(self) -> dict[str, Any]:
        """What an answer to win regards too; nothing in the first round, when nobody has points."""
        if self.table.objective != "win" or self.number == 1:
            return {}
        scores = tuple(self.before[name] for name in self.order)
        return {"scores": scores, "rounds_left": self.table.rounds - self.number}

    def points(self) -> dict[str, int]:
        """Everybody's points of this round, which is whole."""
        return {name: score(self.bids[name], self.tricks[name]) for name in self.table.players}

    def after(self) -> dict[str, int]:
        """Everybody's points after this round, which is whole."""
        points = self.points()
        return {name: self.before[name] + points[name] for name in self.table.players}
