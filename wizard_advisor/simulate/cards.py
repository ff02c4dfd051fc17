"""The simulator from the middle of a round on: in deals that fit a turn, each card of mine is played out."""

from typing import Any, NamedTuple

import numpy as np

from .deal_midround import Fit, count_ways, deal_fitting
from .jit import entry, inner
from .layout import Floats, Hearing, Ints, Minds, Room, Round
from .playout import Trick, bid_round, mended, play_out
from .reading import DRAWS_PER_TRY, agrees, draw_kinds, survey_deal
from .rng import BID_STREAM, PILOT_STREAM, PLAY_STREAM, deal_stream
from .tallies import NO_RESULTS, Tallies, add_gaps, add_result, note_results


class Position(NamedTuple):
    """What lies open at a turn of mine; by player the cards played as hands, the bids, the tricks still wanted.

    A bid that was not heard is −1, and drawn in every deal; the tricks wanted are then as if it were 0. unheard: 1 if
    there is one.
    """

    trick: Trick
    seen: int
    shown: Any
    bids: Any
    unheard: int
    needs: Any


@inner
def deal_agreeing(
    round: Round, fit: Fit, position: Position, minds: Minds, hearing: Hearing, stream: np.uint64, room: Room
) -> tuple[int, int]:
    """Deal hands, as they were before the first card, that fit what was seen and agree with the bids to `room.dealt`.

    Draws the kinds of their players; returns the turned-up card as a hand and the deals tried.
    """
    tries = 0
    while True:
        index = tries * DRAWS_PER_TRY
        upcard = deal_fitting(round, fit, stream, index, room)
        for q in range(round.players):
            room.dealt[q] |= position.shown[q]
        kept = True
        for q in range(round.players):
            if hearing.reads[q] and not agrees(round, minds, hearing, room, q, upcard, stream, tries):
                kept = False
                break
        tries += 1
        if kept:
            draw_kinds(minds, hearing, stream, index, round.players, room)
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
    """As `bids.survey_chances`, in deals that fit what was seen."""
    room.dealt[round.me] = round.hand
    for deal in range(deals):
        upcard = deal_fitting(round, fit, deal_stream(seed, deal) ^ PILOT_STREAM, 0, room)
        for q in range(round.players):
            room.dealt[q] |= position.shown[q]
        survey_deal(round, minds, hearing, sums, upcard, room)


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
    results: Ints = NO_RESULTS,
) -> int:
    """Play the deals `first` to before `last` out once for every card in `cards`; return how many were tried in all.

    The tricks tallied are those of the whole round. results: as in `bids.simulate_bids`.
    """
    bid = position.bids[round.me]
    taken = bid - position.needs[round.me]
    choices = max((round.hand & ~position.shown[round.me]).bit_count() - 2, 0)
    room.dealt[round.me] = round.hand
    dealt = 0
    for deal in range(first, last):
        stream = deal_stream(seed, deal)
        upcard, tries = deal_agreeing(round, fit, position, minds, hearing, stream, room)
        dealt += tries
        for q in range(round.players):
            room.bids[q] = position.bids[q]
        if position.unheard:
            bid_round(round, minds, position.bids, stream ^ BID_STREAM, bid, upcard, room)
        for i in range(len(cards)):
            for q in range(round.players):
                room.hands[q] = room.dealt[q] & ~position.shown[q]
                room.needs[q] = position.needs[q] + (room.bids[q] if position.bids[q] < 0 else 0)
            mine = play_out(round, position.trick, minds, stream ^ PLAY_STREAM, position.seen | upcard, room, cards[i])
            total = mended(round, minds, stream ^ PLAY_STREAM, bid, taken + mine.bit_count(), choices, room)
            add_result(tallies, room, i, bid, total, mine)
            if len(results):
                note_results(results, room, deal - first, i, round.players)
        add_gaps(tallies, room, len(cards))
    return dealt
