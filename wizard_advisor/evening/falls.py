"""The cards of a round as they fall: whose turn it is, who took the tricks, who is void; what cannot be is refused."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import (
    JESTERS,
    NO_SUIT,
    PACK,
    WIZARD_RANK,
    WIZARDS,
    is_special,
    lowest_card,
    print_card,
    rank_of,
    suit_letter,
    suit_of,
)
from ..errors import SituationError
from ..rules import legal_cards, trick_so_far
from ..situation import Situation, upcard_as_hand
from ..spelling.pieces import Cards
from ..turn import next_seat


@dataclass(frozen=True, slots=True)
class Falls:
    """How a round stands after some cards; seats are counted from 1.

    taken: tricks of each seat. leader: the seat that led, or leads, the trick on the table. trick: its cards. past: the
    cards of the tricks before. hand: those I still hold. voids: seat and suit of what is known to be void.
    """

    taken: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    past: tuple[int, ...]
    hand: int
    voids: frozenset[tuple[int, int]]

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return (self.leader - 1 + len(self.trick)) % len(self.taken) + 1


def begin(situation: Situation) -> Falls:
    """Before the first card."""
    return Falls((0,) * situation.players, 1, (), (), situation.hand, frozenset())


def lay(falls: Falls, situation: Situation, names: Sequence[str], cards: Cards) -> Falls:
    """The round after more cards of the trick on the table, or after the whole of it, those on the table told again.

    situation: mine, with a trump. names: of the seats. SituationError for cards that cannot be.
    """
    told = tuple(card for card, _ in cards)
    if falls.trick and len(told) == situation.players and told[: len(falls.trick)] == falls.trick:
        cards = cards[len(falls.trick) :]
    room = situation.players - len(falls.trick)
    if not 1 <= len(cards) <= room:
        many = "1 card" if room == 1 else f"1 to {room} cards"
        raise SituationError(f"play: expected {many}, one trick at a time: found {len(cards)}")
    for card, _ in cards:
        falls = _lay_one(falls, situation, names, card)
    return falls


def _lay_one(falls: Falls, situation: Situation, names: Sequence[str], card: int) -> Falls:
    seat = falls.turn
    whom = names[seat - 1]
    name = print_card(card, situation.deck)
    assert situation.trump is not None
    led, _, _ = trick_so_far(falls.trick, situation.trump)
    hand, voids = falls.hand, falls.voids
    if seat == situation.seat:
        hand = _without(hand, card, led, situation)
    else:
        _check_not_seen(falls, situation, whom, card)
        if not is_special(card) and (seat, suit_of(card)) in voids:
            letter = suit_letter(suit_of(card), situation.deck)
            raise SituationError(
                f"play: expected no {letter} of {whom}, void since not following {letter}: found {name!r}"
            )
    if led < NO_SUIT and not is_special(card) and suit_of(card) != led:
        voids |= {(seat, led)}
    trick = (*falls.trick, card)
    if len(trick) < situation.players:
        return Falls(falls.taken, falls.leader, trick, falls.past, hand, voids)
    past = falls.past + trick
    winner = next_seat(situation.players, situation.trump, past, ())
    taken = tuple(number + (other == winner) for other, number in enumerate(falls.taken, 1))
    return Falls(taken, winner, (), past, hand, voids)


def _copies(hand: int, card: int) -> int:
    """The cards of a hand that are this one; any Wizard is any other, and so is any Jester."""
    if not is_special(card):
        return hand & 1 << card
    return hand & (WIZARDS if rank_of(card) == WIZARD_RANK else JESTERS)


def _without(hand: int, card: int, led: int, situation: Situation) -> int:
    """My hand after I played a card of it."""
    name = print_card(card, situation.deck)
    mine = _copies(hand, card)
    if not mine:
        raise SituationError(f"play: expected a card of your hand, as it is your turn: found {name!r}")
    if not legal_cards(hand, led) & mine:
        letter = suit_letter(led, situation.deck)
        raise SituationError(f"play: expected a card that follows {letter}, as you hold {letter}: found {name!r}")
    return hand & ~(1 << lowest_card(mine))


def _check_not_seen(falls: Falls, situation: Situation, whom: str, card: int) -> None:
    """Refuse another player's card that lies elsewhere."""
    name = print_card(card, situation.deck)
    shown: Sequence[int] = (*falls.past, *falls.trick)
    there = shown.count(card) + _copies(falls.hand, card).bit_count()
    there += _copies(upcard_as_hand(situation), card).bit_count()
    if there >= _copies(PACK, card).bit_count():
        places = "in your hand" if _copies(falls.hand, card) else "turned up" if not shown.count(card) else "played"
        raise SituationError(f"play: expected a card that {whom} can hold: {name!r} is {places} already")
