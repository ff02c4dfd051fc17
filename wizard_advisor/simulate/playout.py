"""One round from the bids to the last trick, everybody playing for their own bid."""

from typing import Any, NamedTuple

import numpy as np

from ..cards import JESTER_RANK, NO_SUIT, WIZARD_RANK, rank_of, suit_of
from ..policy.bid_choice import BidView, choose_bid
from ..policy.card_choice import CardView, choose_card
from ..policy.parameters import MENDED, PLAY
from ..rules import UNDECIDED, forbidden_bid, led_after, power
from .jit import inner
from .layout import Minds, Room, Round, mind_of
from .rng import draw, draw_share


class Trick(NamedTuple):
    """A trick on the table, and who is known to be void; all ints. See `card_choice.CardView`."""

    turn: int  # the player to play
    played: int  # cards on the table
    led: int
    best: int  # the highest power on the table, −1 before the first card
    best_card: int
    winner: int  # who played it
    voids: int


MEND_DRAW = 63  # next to those of the cards

FIRST_TRICK = Trick(0, 0, UNDECIDED, -1, 0, 0, 0)


@inner
def bid_round(round: Round, minds: Minds, heard: Any, stream: np.uint64, mine: int, seen: int, room: Room) -> None:
    """Fill `room.bids`: mine; those in `heard` stand (−1, or None: not known); the others bid by policy, in turn."""
    total = 0
    for q in range(round.players):
        bid = -1
        if q == round.me:
            bid = mine
        elif heard is not None:
            bid = heard[q]
        if bid < 0:
            forbidden = -1
            if q == round.players - 1 and not round.hidden:
                forbidden = forbidden_bid(round.hook, round.cards, total)
            told = 0 if round.hidden else total
            bidders = 0 if round.hidden else q
            view = BidView(room.dealt[q], round.trump, round.players, q, seen, told, bidders)
            bid = choose_bid(mind_of(minds, q, room), view, draw(stream, q), forbidden)
        room.bids[q] = bid
        total += bid


@inner
def play_out(
    round: Round, trick: Trick, minds: Minds, stream: np.uint64, seen: int, room: Room, first: int = -1
) -> int:
    """Play to the end from `trick` on; return the cards with which I take tricks, as a hand.

    first: the card that is played first; −1: whoever's turn it is chooses it too.
    Empties `room.hands`; `room.needs` goes down as tricks are taken; `room.log` gets the cards played.
    """
    players = round.players
    trump = round.trump
    turn, played, led, best, best_card, winner, voids = trick
    mine = 0
    step = 0
    hand = room.hands[turn]
    while hand:
        card = first
        if step > 0 or first < 0:
            behind = players - 1 - played
            bid = room.bids[turn]
            view = CardView(hand, led, best, trump, players, turn, behind, bid, room.needs, voids, seen)
            card = choose_card(mind_of(minds, turn, room), view, draw(stream, step))
        room.log[step] = card
        room.hands[turn] = hand & ~(1 << card)
        seen |= 1 << card
        # Not an `if`: whether somebody follows suit cannot be guessed, and a wrong guess costs as much as the choice.
        voids |= (1 if led < NO_SUIT and is_off_suit(card, led) else 0) << (4 * turn + led)
        led = led_after(led, card)
        strength = power(card, led, trump)
        if strength > best:
            best = strength
            best_card = card
            winner = turn
        played += 1
        if played == players:
            room.needs[winner] -= 1
            if winner == round.me:
                mine |= 1 << best_card
            turn = winner
            played = 0
            led = UNDECIDED
            best = -1
        else:
            turn += 1
            if turn == players:
                turn = 0
        step += 1
        hand = room.hands[turn]
    return mine


@inner
def mended(round: Round, minds: Minds, stream: np.uint64, bid: int, taken: int, choices: int, room: Room) -> int:
    """The tricks I take after a play-out in which the policy took so many, if I had this many choices of my own.

    Who searches plays better than the policy: a miss by one trick is mended with a share of its own for every choice
    (see `parameters.MENDED`). Nobody else's tricks change.
    """
    share = minds.numbers[room.kinds[round.me], PLAY + MENDED]
    if share > 0.0 and abs(taken - bid) == 1 and draw_share(stream, MEND_DRAW) >= (1.0 - share) ** choices:
        room.needs[round.me] = 0
        return bid
    return taken


@inner
def is_off_suit(card: int, led: int) -> bool:
    """Whether a card shows its player to be void in the led suit."""
    rank = rank_of(card)
    return suit_of(card) != led and JESTER_RANK < rank < WIZARD_RANK
