"""`Situation`: all that a player knows who asks for a bid; this is where it is checked."""

from dataclasses import dataclass
from typing import Final

from .cards import (
    JESTER_RANK,
    JESTERS,
    NO_SUIT,
    PACK,
    PACK_SIZE,
    SUIT_LETTERS,
    WIZARD_RANK,
    WIZARDS,
    is_special,
    lowest_card,
    print_card,
    rank_of,
    suit_letter,
    suit_of,
    tidy,
)
from .errors import SituationError, echo
from .values import counted, is_whole, listed

MOST_POINTS: Final = 10_000  # of a player in a game, more than there can be
TRUMP_FORMS: Final = "a turned-up card like QH, its suit like H, W, W:H or N"
HOOKS: Final = ("none", "dealer", "dealer-after-first", "dealer-unless-zero")  # index = the number in `rules`

OBJECTIVES: Final = ("points", "win")  # what an answer can be best at


def check_hook(hook: str, hidden_bids: bool) -> None:
    """Raise SituationError for what is none of `HOOKS`, and for a hook where all bids are shown together."""
    _demand(hook in HOOKS, "hook", f"one of {', '.join(HOOKS)}", hook)
    if hidden_bids and hook != "none":
        raise SituationError(f"hook: expected none where bids are hidden: {echo(hook)} needs bids in turn")


@dataclass(frozen=True, slots=True)
class Situation:
    """One player's view before bidding.

    players: 3–6. hand: my cards as an int (see `cards`). trump: suit 0–3, `NO_SUIT` for no trump, None when a Wizard
    is turned up and I am to name it. upcard: the turned-up card as an int (any Wizard or Jester stands for its kind),
    None if it was not noted or nothing is turned up. seat: 1 (left of the dealer) … players (the dealer). bids: heard
    so far, from seat 1, None where not heard. hook: one of `HOOKS`. deck: "french" or "colours", for printing.
    scores: so far, from seat 1 of this round; none if they are not given. rounds_left: after this one; None: as many as
    the rules say.
    Wizards and Jesters are moved to the lowest lanes, so that equal situations compare equal. SituationError, with the
    reason, for whatever cannot be.
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
    scores: tuple[int, ...] = ()
    rounds_left: int | None = None

    @property
    def cards(self) -> int:
        """Cards per hand, and so tricks in the round."""
        return self.hand.bit_count()

    @property
    def last_round(self) -> bool:
        """Whether the whole pack is dealt, so that nothing is turned up."""
        return self.players * self.cards == PACK_SIZE

    @property
    def loose_upcard(self) -> bool:
        """Whether a card was turned up that was not noted."""
        return self.upcard is None and not self.no_trump

    @property
    def no_trump(self) -> bool:
        """Whether it is known that no suit is trump."""
        return self.trump == NO_SUIT

    def __post_init__(self) -> None:
        self.check()
        object.__setattr__(self, "hand", tidy(self.hand))
        if self.upcard is not None and is_special(self.upcard):
            kind = JESTERS if rank_of(self.upcard) == JESTER_RANK else WIZARDS
            object.__setattr__(self, "upcard", lowest_card(kind & ~self.hand))

    def check(self) -> None:
        """Raise SituationError with the reason if this cannot be; done for every new situation."""
        self._check_types()
        self._check_table()
        self._check_hand()
        self._check_upcard()
        self._check_trump()
        self._check_bids()

    def _check_types(self) -> None:
        """Numbers where numbers are expected, those of numpy made Python's; nobody else checks what callers give."""
        for name in ("players", "hand", "seat", "trump", "upcard", "rounds_left"):
            number = getattr(self, name)
            if type(number) is int or (number is None and name in ("trump", "upcard", "rounds_left")):
                continue
            _demand(is_whole(number), name, "a whole number", number)
            object.__setattr__(self, name, int(number))
        _demand(isinstance(self.hook, str), "hook", "text", self.hook)
        _demand(isinstance(self.deck, str), "deck", "text", self.deck)
        _demand(isinstance(self.hidden_bids, bool), "hidden_bids", "True or False", self.hidden_bids)
        bids = listed("bids", self.bids)
        for bid in bids:
            _demand(bid is None or is_whole(bid), "bids", "whole numbers or None", bid)
        object.__setattr__(self, "bids", tuple(None if bid is None else int(bid) for bid in bids))
        scores = listed("scores", self.scores)
        for points in scores:
            _demand(is_whole(points), "scores", "whole numbers", points)
        object.__setattr__(self, "scores", tuple(map(int, scores)))

    def _check_table(self) -> None:
        _demand(3 <= self.players <= 6, "players", "3 to 6", self.players)
        _demand(1 <= self.seat <= self.players, "seat", f"1 to {self.players}", self.seat)
        check_hook(self.hook, self.hidden_bids)
        _demand(self.deck in SUIT_LETTERS, "deck", f"one of {', '.join(SUIT_LETTERS)}", self.deck)
        _demand(len(self.scores) in (0, self.players), "scores", f"{self.players}, one for each seat", len(self.scores))
        for points in self.scores:
            _demand(abs(points) <= MOST_POINTS, "scores", f"-{MOST_POINTS} to {MOST_POINTS} points", points)

    def _check_hand(self) -> None:
        _demand(self.hand >= 0 and not self.hand & ~PACK, "hand", "an int with bits of the sixty cards only", self.hand)
        most = PACK_SIZE // self.players
        _demand(1 <= self.cards <= most, "hand", f"1 to {most} cards with {self.players} players", self.cards)
        if self.rounds_left is not None:
            left = most - self.cards
            after = f"0 to {left} after this one with {counted(self.cards, 'card')}"
            _demand(0 <= self.rounds_left <= left, "rounds_left", after, self.rounds_left)

    def _check_upcard(self) -> None:
        """The turned-up card exists, and is not in the hand."""
        if self.upcard is None:
            return
        _demand(0 <= self.upcard < 64 and rank_of(self.upcard) <= WIZARD_RANK, "upcard", "a card's number", self.upcard)
        name = print_card(self.upcard, self.deck)
        if self.last_round:
            raise SituationError(f"trump: expected none in the last round, where no card is left to turn up: {name!r}")
        if is_special(self.upcard):
            kind, plural = (WIZARDS, "Wizards") if rank_of(self.upcard) == WIZARD_RANK else (JESTERS, "Jesters")
            if self.hand & kind == kind:
                raise SituationError(f"trump: expected at most 4 {plural} in the pack: {name!r} would be a fifth")
        elif self.hand >> self.upcard & 1:
            raise SituationError(f"trump: expected a turned-up card that is not in the hand: {name!r} is in both")

    def _check_trump(self) -> None:
        """The trump is what the turned-up card makes it."""
        if self.trump is None:
            self._check_unnamed_trump()
            return
        _demand(0 <= self.trump <= NO_SUIT, "trump", "a suit's number from 0 to 3, or 4 for no trump", self.trump)
        if self.last_round:
            if not self.no_trump:
                name = self._suit(self.trump)
                raise SituationError(f"trump: expected none in the last round, where every card is dealt: {name!r}")
        elif self.upcard is None:
            return  # also no trump: a house rule by which no card is turned up
        elif rank_of(self.upcard) == WIZARD_RANK:
            if self.no_trump:
                raise SituationError("trump: expected a suit when a Wizard is turned up: found no trump")
        else:
            made = NO_SUIT if rank_of(self.upcard) == JESTER_RANK else suit_of(self.upcard)
            if self.trump != made:
                name, right, wrong = print_card(self.upcard, self.deck), self._suit(made), self._suit(self.trump)
                raise SituationError(f"trump: expected {right} when {name} is turned up: found {wrong}")

    def _suit(self, suit: int) -> str:
        return "no trump" if suit == NO_SUIT else suit_letter(suit, self.deck)

    def _apart(self, bid: int) -> str:
        """How the bids are written that were meant by one that cannot be; "" if it is not several run together."""
        digits = [int(digit) for digit in str(bid)] if 10 <= bid < 10**self.players else []
        if len(self.bids) > 1 or not digits or max(digits) > self.cards:
            return ""
        return f", several with commas between them, {','.join(map(str, digits))}"

    def _check_unnamed_trump(self) -> None:
        if self.upcard is None or rank_of(self.upcard) != WIZARD_RANK:
            raise SituationError(f"trump: expected {TRUMP_FORMS}: only a turned-up Wizard leaves it to be named")
        named = ", ".join(f"W:{letter}" for letter in SUIT_LETTERS[self.deck])
        if self.seat != self.players:
            raise SituationError(
                f"trump: expected {named}; W, not named yet, is for the dealer: found seat {self.seat}"
            )
        if any(bid is not None for bid in self.bids):
            raise SituationError(f"trump: expected {named}: 'W' is named before anybody bids, and bids were heard")

    def _check_bids(self) -> None:
        if len(self.bids) >= self.seat:
            before = f"{self.seat - 1} before seat {self.seat} of {self.players}"
            raise SituationError(f"bids: expected at most {before}: found {len(self.bids)}")
        for bid in self.bids:
            if bid is not None and not 0 <= bid <= self.cards:
                raise SituationError(f"bids: expected bids of 0 to {self.cards}{self._apart(bid)}: found {echo(bid)}")
        if self.hidden_bids and any(bid is not None for bid in self.bids):
            raise SituationError(f"bids: expected none where bids are hidden: found {len(self.bids)}")


def rounds_left(situation: Situation) -> int:
    """How many rounds come after this one: as many as it says, or as the rules do."""
    if situation.rounds_left is not None:
        return situation.rounds_left
    return PACK_SIZE // situation.players - situation.cards


def upcard_as_hand(situation: Situation) -> int:
    """The turned-up card as a hand: empty if it was not noted, or if nothing is turned up."""
    return 0 if situation.upcard is None else 1 << situation.upcard


def _demand(holds: bool, field: str, expected: str, found: object) -> None:
    if not holds:
        raise SituationError(f"{field}: expected {expected}: found {echo(found)}")
