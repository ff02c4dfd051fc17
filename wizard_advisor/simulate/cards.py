"""The simulator from the middle of a round on: in deals that fit a turn, each card of mine is played out."""

from typing import Any, NamedTuple

import numpy as np

from .deal import BID_DRAW, DRAWS_PER_TRY, TRUMP_DRAW, chance_of_bid, chance_of_trump, is_kept
from .deal_midround import Fit, count_ways, deal_fitting
from .jit import entry, inner
from .layout import Floats, Hearing, Ints, Minds, Room, Round
from .playout import Trick, play_out
from .rng import PILOT_STREAM, PLAY_STREAM, deal_stream, draw
from .tallies import Tallies, add_gaps, add_result


class Position(NamedTuple):
    """What lies open at a turn of mine; by player the cards played as hands, the bids, the tricks still wanted."""

    trick: Trick
    seen: int
    shown: Any
    bids: Any
    needs: Any


@inner
def deal_agreeing(
    round: Round, fit: Fit, position: Position, minds: Minds, hearing: Hearing, stream: np.uint64, room: Room
) -> tuple[int, int]:
    """Deal hands, as they were before the first card, that fit what was seen and agree with the bids to `room.dealt`.

    Returns the turned-up card as a hand and the deals tried; kept are deals as in `deal.deal_round`.
    """
    tries = 0
    while True:
        index = tries * DRAWS_PER_TRY
        upcard = deal_fitting(round, fit, stream, index, room)
        agrees = True
        total = 0
        for q in range(round.players):
            room.dealt[q] |= position.shown[q]
            if agrees and hearing.ceilings[q] > 0.0:
                chance = chance_of_bid(round, minds, hearing, room, q, upcard, total, 0 if round.hidden else q)
                agrees = is_kept(draw(stream, index + BID_DRAW + q), chance / hearing.ceilings[q], tries)
            total += 0 if round.hidden else position.bids[q]
        if agrees and hearing.ceilings[round.players] > 0.0:
            chance = chance_of_trump(round, minds, hearing, room, upcard)
            u = draw(stream, index + TRUMP_DRAW)
            agrees = is_kept(u, chance / hearing.ceilings[round.players], tries)
        tries += 1
        if agrees:
            return upcard, tries


@entry
def count_fitting(fit: Fit, left: int) -> None:
    """Count the ways to deal `left` unseen cards, before anything is dealt."""
    count_ways(fit, left)


@entry
def survey_turn(
    round: Round,
    fit: Fit,
    position: Position,
    minds: Minds,
    hearing: Hearing,
    seed: int,
    deals: int,
    sums: Floats,
    room: Room,
) -> None:
    """Find the highest chance of what was heard in fitting deals: fill `hearing.ceilings`, and `sums` with the sums."""
    room.dealt[round.me] = round.hand
    for q in range(round.players + 1):
        hearing.ceilings[q] = 0.0
        sums[q] = 0.0
    for deal in range(deals):
        upcard = deal_fitting(round, fit, deal_stream(seed, deal) ^ PILOT_STREAM, 0, room)
        total = 0
        for q in range(round.players):
            room.dealt[q] |= position.shown[q]
            if hearing.heard[q] >= 0:
                chance = chance_of_bid(round, minds, hearing, room, q, upcard, total, 0 if round.hidden else q)
                hearing.ceilings[q] = max(hearing.ceilings[q], chance)
                sums[q] += chance
            total += 0 if round.hidden else position.bids[q]
        if round.named:
            chance = chance_of_trump(round, minds, hearing, room, upcard)
            hearing.ceilings[round.players] = max(hearing.ceilings[round.players], chance)
            sums[round.players] += chance


@entry
def simulate_cards(
    round: Round,
    fit: Fit,
    position: Position,
    minds: Minds,
    hearing: Hearing,
    cards: Ints,
    seed: int,
    first: int,
    last: int,
    tallies: Tallies,
    room: Room,
) -> int:
    """Play the deals `first` to before `last` out once for every card in `cards`; return how many were tried in all.

    The tricks tallied are those of the whole round.
    """
    bid = position.bids[round.me]
    taken = bid - position.needs[round.me]
    room.dealt[round.me] = round.hand
    dealt = 0
    for deal in range(first, last):
        stream = deal_stream(seed, deal)
        upcard, tries = deal_agreeing(round, fit, position, minds, hearing, stream, room)
        dealt += tries
        for i in range(len(cards)):
            for q in range(round.players):
                room.hands[q] = room.dealt[q] & ~position.shown[q]
                room.bids[q] = position.bids[q]
                room.needs[q] = position.needs[q]
            mine = play_out(round, position.trick, minds, stream ^ PLAY_STREAM, position.seen | upcard, room, cards[i])
            add_result(tallies, room, i, bid, taken + mine.bit_count(), mine)
        add_gaps(tallies, room, len(cards))
    return dealt
