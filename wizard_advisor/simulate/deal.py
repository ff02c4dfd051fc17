"""Dealing what I cannot see, so that it agrees with what was heard."""

from typing import Any

import numpy as np

from ..cards import LANE, PACK, WIZARDS, lowest_card, nth_card
from .jit import inner
from .layout import COPIED, Hearing, Minds, Room, Round
from .reading import DRAWS_PER_TRY, UPCARD_DRAW, agrees, draw_kinds
from .rng import draw_below


@inner
def list_cards(hand: int, out: Any) -> int:
    """Write the cards of a hand to `out`, lowest first; return how many."""
    count = 0
    while hand:
        out[count] = lowest_card(hand)
        hand &= hand - 1
        count += 1
    return count


@inner
def deal_hand(stream: np.uint64, index: int, deck: Any, taken: int, size: int, count: int) -> int:
    """Deal `count` cards of a deck of `size` cards whose first `taken` are gone: a shuffle that stops when it may.

    Uses the draws from number `index` + `taken` on.
    """
    hand = 0
    for place in range(taken, taken + count):
        other = place + draw_below(stream, index + place, size - place)
        hand |= 1 << deck[other]
        deck[other] = deck[place]  # nobody looks at the places before again
    return hand


@inner
def copy_pack(room: Room, size: int) -> None:
    """Fill `room.deck` with the first `size` cards of `room.pack`, and what follows them up to a whole block."""
    for place in range((size + COPIED - 1) // COPIED * COPIED):
        room.deck[place] = room.pack[place]


@inner
def draw_upcard(stream: np.uint64, index: int, unseen: int, trump: int) -> int:
    """A turned-up card that makes `trump` trump: each unseen card of that suit weighs 1, each unseen Wizard ¼."""
    suited = unseen & (LANE << (16 * trump))
    wizards = unseen & WIZARDS
    pick = draw_below(stream, index, 4 * suited.bit_count() + wizards.bit_count())
    if pick < 4 * suited.bit_count():
        return nth_card(suited, pick >> 2)
    return nth_card(wizards, pick - 4 * suited.bit_count())


@inner
def deal_round(round: Round, minds: Minds, hearing: Hearing | None, stream: np.uint64, room: Room) -> tuple[int, int]:
    """Deal hands that agree with what was heard to `room.dealt`, and draw the kinds of their players.

    Returns the cards seen by all and the deals tried. `room.pack` holds the cards I cannot see.
    """
    unseen = PACK & ~(round.seen | round.hand)
    room.dealt[round.me] = round.hand
    tries = 0
    while True:
        index = tries * DRAWS_PER_TRY
        seen = round.seen
        size = round.unseen
        copy_pack(room, size)
        if round.loose_upcard:
            upcard = draw_upcard(stream, index + UPCARD_DRAW, unseen, round.trump)
            seen |= 1 << upcard
            size -= 1
            room.deck[(unseen & ((1 << upcard) - 1)).bit_count()] = room.deck[size]
        kept = True
        taken = 0
        for q in range(round.players):
            if q != round.me:
                room.dealt[q] = deal_hand(stream, index, room.deck, taken, size, round.cards)
                taken += round.cards
            if hearing is not None:
                kept = hearing.reads[q] == 0 or agrees(round, minds, hearing, room, q, seen, stream, tries)
                if not kept:
                    break
        tries += 1
        if kept:
            draw_kinds(minds, hearing, stream, index, round.players, room)
            return seen, tries
