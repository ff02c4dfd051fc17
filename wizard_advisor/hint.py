"""`Hint`: what the answer to "which card should I play?" holds, without how it was computed or how it is shown."""

from dataclasses import dataclass
from typing import Any

from .advice import SCHEMA, Basis, Estimate, describe_situation, package_version
from .cards import print_card
from .turn import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEstimate(Estimate):
    """What playing one card is worth. same: the other cards of mine that do exactly what this one does."""

    card: int
    same: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint(Basis):
    """The answer for one turn; `to_dict` gives the JSON object. A card that is the same as another has no row.

    It is exact if nobody else has a card to play.
    """

    turn: Turn
    recommended: int
    clear: bool  # whether this card is better than every other by more than chance and by enough to matter
    cards: tuple[CardEstimate, ...]

    def estimate(self, card: int) -> CardEstimate:
        """The estimate of one card, or of the one that it is the same as; KeyError if it may not be played."""
        for row in self.cards:
            if card == row.card or card in row.same:
                return row
        raise KeyError(card)

    @property
    def runner_up(self) -> CardEstimate | None:
        """The best card but one, None if there is only one."""
        rest = [row for row in self.cards if row.card != self.recommended]
        return max(rest, key=lambda row: row.expected_score, default=None)

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data, ready for JSON: numbers unrounded, cards in canonical notation."""
        return {
            "schema": SCHEMA,
            "version": package_version(),
            "turn": self._turn(),
            "recommended": print_card(self.recommended, self.turn.deck),
            "clear": self.clear,
            "cards": [self._row(row) for row in self.cards],
            **self.basis(),
        }

    def _turn(self) -> dict[str, Any]:
        turn = self.turn
        more = {"tricks": list(turn.tricks), "trick": self._names(turn.trick), "played": self._names(turn.played)}
        return {**describe_situation(turn), **more}

    def _row(self, row: CardEstimate) -> dict[str, Any]:
        name = print_card(row.card, self.turn.deck)
        return {"card": name, "same": self._names(row.same), **row.figures()}

    def _names(self, cards: tuple[int, ...]) -> list[str]:
        return [print_card(card, self.turn.deck) for card in cards]
