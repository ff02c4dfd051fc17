"""Dealing what I cannot see, so that it agrees with what was heard."""

from typing import Any

import numpy as np

from ..cards import LANE, PACK, WIZARDS, lowest_card, nth_card
from ..policy.bid_chance import bid_chance, trump_chance
from ..policy.bid_choice import BidView
from ..rules import forbidden_bid
from .jit import inner
from .layout import COPIED, Hearing, Minds, Room, Round, mind_of
from .rng import PILOT_STREAM, deal_stream, draw, draw_below

TRIES = 1024  # deals tried for one that agrees with what was heard, before it is read half as strictly
DRAWS_PER_TRY = 128  # 60 for cards, then one for the turned-up card, one for each player's bid, one for the trump
UPCARD_DRAW, BID_DRAW, TRUMP_DRAW = 64, 65, 72


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
def deal_round(round: Round, minds: Minds, hearing: Hearing, stream: np.uint64, room: Room) -> tuple[int, int]:
    """Deal hands that agree with what was heard to `room.dealt`; return the cards seen by all and the deals tried.

    `room.pack` holds the cards I cannot see. A deal is kept with the chance that its hands' owners make the bids heard,
    relative to the highest such chance of a hand.
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
        agrees = True
        taken = 0
        total = 0
        bidders = 0
        for q in range(round.players):
            if q != round.me:
                room.dealt[q] = deal_hand(stream, index, room.deck, taken, size, round.cards)
                taken += round.cards
            if hearing.heard[q] >= 0:
                if hearing.ceilings[q] > 0.0:
                    chance = chance_of_bid(round, minds, hearing, room, q, seen, total, bidders)
                    u = draw(stream, index + BID_DRAW + q)
                    if not is_kept(u, chance / hearing.ceilings[q], tries):
                        agrees = False
                        break
                total += hearing.heard[q]
                bidders += 1
        if agrees and hearing.ceilings[round.players] > 0.0:
            chance = chance_of_trump(round, minds, hearing, room, seen)
            u = draw(stream, index + TRUMP_DRAW)
            agrees = is_kept(u, chance / hearing.ceilings[round.players], tries)
        tries += 1
        if agrees:
            return seen, tries


@inner
def is_kept(u: int, chance: float, tries: int) -> bool:
    """Whether to keep a deal of this relative chance; after many tries all chances are pulled towards 1."""
    strictness = 1.0 / (1 << (tries // TRIES))
    return u < (1.0 - strictness * (1.0 - chance)) * 4294967296.0


@inner
def chance_of_bid(
    round: Round, minds: Minds, hearing: Hearing, room: Room, q: int, seen: int, total: int, bidders: int
) -> float:
    """The chance that player q makes the bid heard with the hand dealt, after `bidders` bids that add up to `total`."""
    forbidden = -1
    if q == round.players - 1 and not round.hidden:
        forbidden = forbidden_bid(round.hook, round.cards, total)
    view = BidView(room.dealt[q], round.trump, round.players, q, seen, total, bidders)
    return bid_chance(mind_of(minds, q, room), view, hearing.heard[q], hearing.loosening[q], forbidden)


@inner
def chance_of_trump(round: Round, minds: Minds, hearing: Hearing, room: Room, seen: int) -> float:
    """The chance that the dealer names the trump with the hand dealt."""
    dealer = round.players - 1
    return trump_chance(
        mind_of(minds, dealer, room),
        round.trump,
        room.dealt[dealer],
        round.players,
        dealer,
        seen,
        hearing.loosening[round.players],
    )


@inner
def survey(round: Round, minds: Minds, hearing: Hearing, seed: int, deals: int, sums: Any, room: Room) -> None:
    """Find the highest chance of what was heard in some deals: fill `hearing.ceilings`, and `sums` with the sums."""
    room.dealt[round.me] = round.hand
    for q in range(round.players + 1):
        hearing.ceilings[q] = 0.0
        sums[q] = 0.0
    for deal in range(deals):
        stream = deal_stream(seed, deal) ^ PILOT_STREAM
        copy_pack(room, round.unseen)
        total = 0
        bidders = 0
        taken = 0
        for q in range(round.players):
            if q != round.me:
                room.dealt[q] = deal_hand(stream, 0, room.deck, taken, round.unseen, round.cards)
                taken += round.cards
            if hearing.heard[q] >= 0:
                chance = chance_of_bid(round, minds, hearing, room, q, round.seen, total, bidders)
                hearing.ceilings[q] = max(hearing.ceilings[q], chance)
                sums[q] += chance
                total += hearing.heard[q]
                bidders += 1
        if round.named:
            chance = chance_of_trump(round, minds, hearing, room, round.seen)
            hearing.ceilings[round.players] = max(hearing.ceilings[round.players], chance)
            sums[round.players] += chance
