"""`Turn`: all that a player knows whose turn it is to play a card; this is where it is checked."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .cards import (
    COLOURS,
    JESTERS,
    NO_SUIT,
    PACK,
    SUIT_COUNT,
    WIZARD_RANK,
    WIZARDS,
    is_special,
    lowest_card,
    print_card,
    rank_of,
    suit_cards,
    suit_name,
    suit_of,
    tidy,
)
from .errors import SituationError, echo
from .rules import UNDECIDED, forbidden_bid, led_after, legal_cards, trick_so_far
from .situation import HOOKS, Situation, upcard_as_hand
from .values import counted, is_whole, listed


@dataclass(frozen=True, slots=True)
class Turn(Situation):
    """One player's view when it is this player's turn to play.

    As `Situation`, but hand: the cards I still hold; trump: named by now; bids: one for each seat, None for one of
    another player that was not heard, which needs `played` in order or no tricks before.
    tricks: taken so far by each seat, from seat 1; may be left out where the cards played tell. trick: the cards on the
    table in the order they were played, so that the one who led it is told by my seat. played: the cards of the tricks
    before, as ints. As many as these tricks had: in the order they were played, from the first lead on, and who played
    what follows from them. Fewer, with `tricks` given: seen in any order. Wizards and Jesters are moved to lanes
    of their own, so that equal turns compare equal. SituationError, with the reason, for whatever cannot be.

    led: the suit to follow (`rules.UNDECIDED`, `NO_SUIT`). voids: bit 4q + s says that seat q + 1 is known to hold no
    card of suit s. shown: what each seat has played in this round, as hands; None if that is not known.
    """

    tricks: tuple[int, ...] = ()
    trick: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    led: int = field(init=False, repr=False, compare=False)
    voids: int = field(init=False, repr=False, compare=False)
    shown: tuple[int, ...] | None = field(init=False, repr=False, compare=False)

    # Python recreates a class with slots, after which super() without arguments does not find it.
    def __post_init__(self) -> None:
        for name in ("bids", "tricks", "trick", "played"):
            numbers = listed(name, getattr(self, name))
            object.__setattr__(self, name, tuple(int(one) if is_whole(one) else one for one in numbers))
        Situation.__post_init__(self)

    @property
    def past(self) -> int:
        """How many tricks are complete."""
        return sum(self.tricks) if self.tricks else len(self.played) // self.players

    @property
    def cards(self) -> int:
        """Cards per hand as dealt, and so tricks in the round."""
        return self.hand.bit_count() + self.past

    @property
    def leader(self) -> int:
        """The seat that led the trick on the table; mine if it is empty."""
        return (self.seat - 1 - len(self.trick)) % self.players + 1

    @property
    def seen(self) -> int:
        """The cards that lie open or have lain open, as a hand: the turned-up one if it is known, and those played."""
        return upcard_as_hand(self) | sum(1 << card for card in (*self.played, *self.trick))

    @property
    def legal(self) -> int:
        """The cards that I may play, as a hand."""
        return legal_cards(self.hand, self.led)

    @property
    def needs(self) -> tuple[int, ...]:
        """How many more tricks each seat wants, negative for one that has too many; without a bid unheard, as if 0."""
        return tuple((bid or 0) - taken for bid, taken in zip(self.bids, self.tricks, strict=True))

    def held(self, seat: int) -> int:
        """How many cards a seat still holds."""
        has_played = (seat - self.leader) % self.players < len(self.trick)
        return self.hand.bit_count() - has_played

    def holder(self, number: int) -> int:
        """The seat that played card `number` (from 0) of the trick on the table."""
        return (self.leader - 1 + number) % self.players + 1

    # Checks

    def check(self) -> None:
        """Raise SituationError with the reason if this cannot be; done for every new turn."""
        self._check_types()
        self._check_table()
        self._check_counts()
        self._check_hand()
        if self.trump is None:
            raise SituationError("trump: expected the suit the dealer named, like W:H: found 'W', not named yet")
        self._check_upcard()
        self._check_trump()
        self._check_bids()
        self._give_lanes()
        self._replay()
        self._check_unheard()
        self._check_deal()

    def _check_counts(self) -> None:
        """As many tricks, cards on the table and cards played as can be."""
        players = self.players
        if self.tricks:
            check_numbers("tricks", "tricks taken", self.tricks, players)
            if len(self.played) > players * self.past:
                raise SituationError(
                    f"played: expected at most {players * self.past} cards, of {counted(self.past, 'trick')}:"
                    f" found {len(self.played)}"
                )
        elif len(self.played) % players:
            raise SituationError(
                f"played: expected whole tricks of {players} cards, or the tricks taken too: found {len(self.played)}"
            )
        if len(self.trick) >= players:
            raise SituationError(
                f"trick: expected at most {players - 1} cards before yours with {players} players:"
                f" found {len(self.trick)}"
            )
        for name, cards in (("trick", self.trick), ("played", self.played)):
            for card in cards:
                if not is_whole(card) or not 0 <= card < 64 or not PACK >> card & 1:
                    raise SituationError(f"{name}: expected a card's number: found {echo(card)}")
        if not self.past and self.leader != 1:
            led = f"{counted(len(self.trick), 'card')} on the table and seat {self.seat} to play"
            raise SituationError(f"trick: expected seat 1 to lead the first trick: found {led}")

    def _check_bids(self) -> None:
        """A bid of every player, as the hook allows; those of others may be unheard."""
        unheard = [place for place, bid in enumerate(self.bids) if bid is None and place != self.seat - 1]
        check_numbers("bids", "bids", self.bids, self.players, self.cards, unheard)
        bids = [bid or 0 for bid in self.bids]
        forbidden = forbidden_bid(HOOKS.index(self.hook), self.cards, sum(bids[:-1]))
        if not unheard and bids[-1] == forbidden:
            raise SituationError(
                f"bids: expected another bid of the dealer under hook {self.hook}: {bids[-1]} makes {sum(bids)} in all"
            )

    def _check_unheard(self) -> None:
        """Refuse a bid unheard where it is not known what its player was dealt, by which it would be drawn."""
        if self.shown is None and None in self.bids:
            raise SituationError(
                "bids: expected all bids where it is not told who played which card: found '?'; give --played in order"
            )

    def _give_lanes(self) -> None:
        """Give every Wizard and Jester a place of its own; refuse a card that is there twice, and a fifth of a kind."""
        object.__setattr__(self, "hand", tidy(self.hand))
        there = self.hand
        turned = upcard_as_hand(self)
        if self.upcard is not None:
            object.__setattr__(self, "upcard", self._free(self.upcard, there))
            there |= 1 << self.upcard
        for name in ("played", "trick"):
            cards = []
            for card in getattr(self, name):
                if is_special(card):
                    card = self._free(card, there)
                elif there >> card & 1:
                    twice = "the card turned up" if turned >> card & 1 else "there twice"
                    where = "in your hand too" if self.hand >> card & 1 else twice
                    text = print_card(card, self.deck)
                    raise SituationError(f"{name}: expected every card once: {text!r} is {where}")
                there |= 1 << card
                cards.append(card)
            object.__setattr__(self, name, tuple(cards))

    def _free(self, card: int, there: int) -> int:
        """The first copy of a Wizard or Jester that is not there yet; any other card itself."""
        if not is_special(card):
            return card
        kind = WIZARDS if rank_of(card) == WIZARD_RANK else JESTERS
        if not kind & ~there:
            raise SituationError(f"played: expected at most 4 {'Wizards' if kind == WIZARDS else 'Jesters'}: found 5")
        return lowest_card(kind & ~there)

    def _replay(self) -> None:
        """Go through the cards played: who led, took the tricks, is void; refuse what contradicts what was given."""
        in_order = len(self.played) == self.players * self.past
        shown = [0] * self.players
        taken = [0] * self.players
        voids = 0
        turn = 0
        if in_order:
            for start in range(0, len(self.played), self.players):
                trick = self.played[start : start + self.players]
                winner, _, voids = self._replay_trick("played", turn, trick, shown, voids)
                taken[winner] += 1
                turn = winner
            self._check_taken(tuple(taken), turn)
        elif not self.tricks[self.leader - 1]:
            raise SituationError(
                f"trick: expected a leader who took the trick before: seat {self.leader}, who led, has taken none"
            )
        _, led, voids = self._replay_trick("trick", self.leader - 1, self.trick, shown, voids)
        for suit in range(SUIT_COUNT):
            if voids >> 4 * (self.seat - 1) + suit & 1 and self.hand & suit_cards(suit):
                raise self._revoke("hand", self.seat, self.hand & suit_cards(suit))
        object.__setattr__(self, "led", led)
        object.__setattr__(self, "voids", voids)
        object.__setattr__(self, "shown", tuple(shown) if in_order else None)

    def _replay_trick(
        self, field: str, leader: int, cards: tuple[int, ...], shown: list[int], voids: int
    ) -> tuple[int, int, int]:
        """One trick from the seat index that led it: who takes it, the suit led, and the voids known after it."""
        assert self.trump is not None
        led = UNDECIDED
        for number, card in enumerate(cards):
            q = (leader + number) % self.players
            if not is_special(card):
                if voids >> (4 * q + suit_of(card)) & 1:
                    raise self._revoke(field, q + 1, 1 << card)
                if led < NO_SUIT and suit_of(card) != led:
                    voids |= 1 << 4 * q + led
            led = led_after(led, card)
            shown[q] |= 1 << card
        _, _, place = trick_so_far(cards, self.trump)
        return (leader + place) % self.players, led, voids

    def _revoke(self, field: str, seat: int, cards: int) -> SituationError:
        card = lowest_card(cards)
        suit, found = suit_name(suit_of(card), self.deck), print_card(card, self.deck)
        whose, who = ("yours", "you") if seat == self.seat else (f"seat {seat}", f"seat {seat}")
        led = f"when {suit} {'was' if self.deck == COLOURS else 'were'} led"
        return SituationError(
            f"{field}: expected no {suit} of {whose}, because {who} played another suit {led}: found {found!r}"
        )

    def _check_taken(self, taken: tuple[int, ...], turn: int) -> None:
        """The cards in order say who took the tricks and who leads now."""
        if self.tricks and self.tricks != taken:
            said = ",".join(map(str, taken))
            raise SituationError(
                f"tricks: expected {said}, as the cards played say: found {','.join(map(str, self.tricks))}"
            )
        if turn != self.leader - 1:
            at = (turn + len(self.trick)) % self.players + 1
            raise SituationError(
                f"seat: expected {at}, as seat {turn + 1} leads, with {counted(len(self.trick), 'card')} on the"
                f" table: found {self.seat}"
            )
        object.__setattr__(self, "tricks", taken)

    def _check_deal(self) -> None:
        """The cards that nobody has seen can lie with the others as their voids say (Hall's theorem)."""
        assert self.trump is not None
        unseen = PACK & ~self.hand & ~self.seen
        wants = [
            (self.held(seat), self.may_hold(seat) & unseen) for seat in range(1, self.players + 1) if seat != self.seat
        ]
        if self.loose_upcard:
            wants.append((1, unseen & (suit_cards(self.trump) | WIZARDS)))
        for some in range(1, 1 << len(wants)):
            count, room = 0, 0
            for place, (held, allowed) in enumerate(wants):
                if some >> place & 1:
                    count, room = count + held, room | allowed
            if count > room.bit_count():
                raise SituationError(
                    f"played: expected unseen cards that the others can hold: {count} are needed, and only"
                    f" {room.bit_count()} are of suits that they may still have"
                )

    def may_hold(self, seat: int) -> int:
        """All cards but those of the suits that a seat is known to be void in."""
        cards = PACK
        for suit in range(SUIT_COUNT):
            if self.voids >> 4 * (seat - 1) + suit & 1:
                cards &= ~suit_cards(suit)
        return cards


def next_seat(players: int, trump: int, played: Sequence[int], trick: Sequence[int]) -> int:
    """The seat whose turn it is after whole tricks, in the order played, and the cards on the table.

    >>> next_seat(3, NO_SUIT, [2, 5, 3], [20])  # seat 2 took the first trick and led to the second
    3
    """
    turn = 0
    for start in range(0, len(played), players):
        _, _, place = trick_so_far(played[start : start + players], trump)
        turn = (turn + place) % players
    return (turn + len(trick)) % players + 1


def check_numbers(
    name: str,
    what: str,
    numbers: Sequence[int | None],
    players: int,
    most: int | None = None,
    unknown: Sequence[int] = (),
) -> None:
    """Refuse anything but one whole number from 0 (to `most`) for each seat, save those whose places are `unknown`."""
    limits = f"from 0 to {most}" if most is not None else "from 0"
    if len(numbers) != players:
        raise SituationError(f"{name}: expected {players} {what}, one for each seat: found {len(numbers)}")
    for place, number in enumerate(numbers):
        if place in unknown:
            continue
        if number is None or not is_whole(number) or number < 0 or (most is not None and number > most):
            found = "'?' for yours" if number is None else echo(number)
            raise SituationError(f"{name}: expected {what} {limits} for each seat: found {found}")
