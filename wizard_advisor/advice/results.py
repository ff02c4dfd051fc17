"""The answers, for a bid and for a card: what they hold, without how they were computed or how they are shown."""

from dataclasses import dataclass
from typing import Any, Final

from ..cards import NO_SUIT, print_card, suit_letter
from ..hand_notation import print_hand
from ..situation import Situation, rounds_left
from ..turn import Turn
from ..version import package_version

NOISE: Final = 3.0  # differences below this many standard errors may be chance
NEGLIGIBLE: Final = 0.1  # points a round; a smaller difference matters to nobody
POINTS: Final = "points"
WIN: Final = "win"
SCHEMA: Final = 2  # of the JSON objects; grows when a key goes or changes its meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What one choice, a bid or a card to play, is worth. Scores in points a round.

    probability_made: of making the bid; tricks[k]: the probability of taking k tricks in the whole round.
    deals: it was played out in. gap: how much better the recommended choice is expected to do (negative for a forbidden
    bid that is better); gap_standard_error: the error of that difference, from the deals both were played on.
    dropped: left the race early, so that its estimate rests on fewer deals than the others'. win: the chance to win the
    game, a shared first place counting its share; win_gap: how much more often the recommended choice wins. All four
    are None where the scores are not known.
    """

    expected_score: float
    standard_error: float
    probability_made: float
    tricks: tuple[float, ...]
    deals: int
    gap: float
    gap_standard_error: float
    dropped: bool
    win: float | None = None
    win_standard_error: float | None = None
    win_gap: float | None = None
    win_gap_standard_error: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BidEstimate(Estimate):
    """What one bid is worth.

    takers: how often each card of mine took a trick, in the order in which a hand is printed.
    """

    bid: int
    legal: bool
    takers: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What an answer rests on, and what repeats it.

    exact: counted, without deals. deals: those that a choice was played out in, if it stayed in the race. tries: all
    deals drawn, with those that did not agree with what was heard and were left out; 0 if exact. stop: why there were
    no more: "clear", "deals" (as asked for), "limit", "exact", or "forced" (only one card may be played). opponents:
    their policies, one each from my left. objective: what the recommended choice is best at, "points" or "win".
    inference: whether bids told about hands. odd_bids: the seats of those whose bids hardly any hand would make, so
    that little was read from them.
    """

    exact: bool
    deals: int
    tries: int
    stop: str
    policy: str
    opponents: tuple[str, ...]
    inference: bool
    objective: str = POINTS
    odd_bids: tuple[int, ...] = ()
    seed: int
    seconds: float

    def worth(self, row: Estimate) -> float:
        """What the objective makes of a choice: the chance to win, or the points to expect."""
        return row.win if self.objective == WIN and row.win is not None else row.expected_score


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice(Basis):
    """The answer for one situation; `to_dict` gives the JSON object."""

    situation: Situation
    recommended: int
    recommended_trump: int | None  # suit to name, when a Wizard is turned up and I am the dealer
    unrestricted: int  # the best bid if the hook did not bind me
    clear: bool  # whether the recommended bid is better than every other by more than chance and by enough to matter
    bids: tuple[BidEstimate, ...]
    trumps: tuple["Advice", ...] = ()  # when the trump is mine to name: the whole answer for each suit

    def estimate(self, bid: int) -> BidEstimate:
        """The estimate of one bid; KeyError if it was not considered."""
        for row in self.bids:
            if row.bid == bid:
                return row
        raise KeyError(bid)

    @property
    def scorer(self) -> BidEstimate:
        """The bid that may be made and scores most; to win, another may be recommended."""
        return max((row for row in self.bids if row.legal), key=lambda row: row.expected_score)

    @property
    def runner_up(self) -> BidEstimate | None:
        """The best legal bid but one, None if there is only one."""
        rest = [row for row in self.bids if row.legal and row.bid != self.recommended]
        return max(rest, key=lambda row: (self.worth(row), row.expected_score), default=None)

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data, ready for JSON: numbers unrounded, cards and suits in canonical notation.

        With `trumps`, the same keys for each suit, when the trump is mine to name.
        """
        named = {"trumps": [suit._answer() for suit in self.trumps]} if self.trumps else {}
        return {"schema": SCHEMA, "version": package_version(), **self._answer(), **named}

    def _answer(self) -> dict[str, Any]:
        return {
            "situation": describe_situation(self.situation),
            "recommended": self.recommended,
            "recommended_trump": _suit(self.recommended_trump, self.situation.deck),
            "unrestricted": self.unrestricted,
            "clear": self.clear,
            "bids": [{"bid": row.bid, "legal": row.legal, **_data(Estimate, row)} for row in self.bids],
            **_data(Basis, self),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEstimate(Estimate):
    """What playing one card is worth. same: the other cards of mine that do exactly what this one does.

    takers: how often each card of mine took a trick from now on, in the order in which a hand is printed.
    """

    card: int
    same: tuple[int, ...]
    takers: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CardAdvice(Basis):
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
        return max(rest, key=lambda row: (self.worth(row), row.expected_score), default=None)

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data, ready for JSON: numbers unrounded, cards in canonical notation."""
        return {
            "schema": SCHEMA,
            "version": package_version(),
            "turn": self._turn(),
            "recommended": print_card(self.recommended, self.turn.deck),
            "clear": self.clear,
            "cards": [self._row(row) for row in self.cards],
            **_data(Basis, self),
        }

    def _turn(self) -> dict[str, Any]:
        turn = self.turn
        more = {"tricks": list(turn.tricks), "trick": self._names(turn.trick), "played": self._names(turn.played)}
        return {**describe_situation(turn), **more}

    def _row(self, row: CardEstimate) -> dict[str, Any]:
        name = print_card(row.card, self.turn.deck)
        return {"card": name, "same": self._names(row.same), **_data(Estimate, row)}

    def _names(self, cards: tuple[int, ...]) -> list[str]:
        return [print_card(card, self.turn.deck) for card in cards]


# As plain data


def _data(kind: type[Estimate] | type[Basis], answer: Estimate | Basis) -> dict[str, Any]:
    """What all answers of a kind hold, as plain data, ready for JSON."""
    values = {name: getattr(answer, name) for name in kind.__slots__}
    known = {name: value for name, value in values.items() if value is not None or not name.startswith("win")}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in known.items()}


def _suit(suit: int | None, deck: str) -> str | None:
    return None if suit is None or suit == NO_SUIT else suit_letter(suit, deck)


def describe_situation(situation: Situation) -> dict[str, Any]:
    """A situation as plain data, ready for JSON."""
    upcard = situation.upcard
    return {
        "players": situation.players,
        "cards": situation.cards,
        "hand": print_hand(situation.hand, situation.deck).split(),
        "trump": _suit(situation.trump, situation.deck),
        "upcard": None if upcard is None else print_card(upcard, situation.deck),
        "seat": situation.seat,
        "bids": list(situation.bids),
        "hook": situation.hook,
        "hidden_bids": situation.hidden_bids,
        **({"scores": list(situation.scores), "rounds_left": rounds_left(situation)} if situation.scores else {}),
    }
