"""`Situation`: all that somebody who asks for a bid knows, checked once, here only."""

from dataclasses import dataclass
from typing import Final

from .cards import NO_SUIT, PACK_SIZE, WizardError

HOOKS: Final = ("none", "dealer", "dealer-after-first", "dealer-unless-zero")  # index = the number in `rules`


class SituationError(WizardError):
    """A situation that cannot be."""


@dataclass(frozen=True, slots=True)
class Situation:
    """One player's view before bidding.

    players: 3–6. hand: my cards as an int (see `cards`). trump: suit 0–3, `NO_SUIT` for no trump, None when a Wizard
    is turned up and I am to name it. upcard: the turned-up card as an int (any Wizard or Jester stands for its kind),
    None if it was not noted or nothing is turned up. seat: 1 (left of the dealer) … players (the dealer). bids: heard
    so far, from seat 1, None where not heard. hook: one of `HOOKS`. deck: "french" or "colours", for printing.
    """

    players: int
    hand: int
    trump: int | None
    upcard: int | None
    seat: int
    bids: tuple[int | None, ...] = ()
    hook: str = "none"
    hidden_bids: bool = False
    deck: str = "french"

    @property
    def cards(self) -> int:
        """Cards per hand, and so tricks in the round."""
        return self.hand.bit_count()

    @property
    def last_round(self) -> bool:
        """Whether the whole pack is dealt, so that nothing is turned up."""
        return self.players * self.cards == PACK_SIZE

    @property
    def no_trump(self) -> bool:
        return self.trump == NO_SUIT
