"""The simulator: many rounds in one call, arrays in, tallies out.

Everything random comes from the number of the deal: the same deal number gives the same cards and the same slips on any
number of threads, in any order, with the compiler on or off. All tallies are integers, so they add up in any order.
"""

from typing import Any, NamedTuple

import numpy as np

from ..cards import NO_SUIT, PACK, PACK_SIZE, WIZARD_RANK, lowest_card
from ..choose import choose_trump
from ._jit import entry, inner
from .dealing import TRUMP_DRAW, deal_hand, deal_round, list_cards, survey
from .draws import BID_STREAM, PLAY_STREAM, deal_stream, draw
from .playout import FIRST_TRICK, bid_round, play_out
from .setting import Floats, Hearing, Ints, Minds, Room, Round, mind_of, zeros_apart


class Tallies(NamedTuple):
    """What many deals add up to, in the order of the candidates: bids, or cards to play."""

    tricks: Ints  # [candidate, taken]: deals
    takers: Ints  # [candidate, card]: tricks taken with that card
    gaps: Ints  # [a, b]: the sum of score(a) − score(b), in units of 10 points …
    squares: Ints  # … and of its square


def make_tallies(count: int, cards: int) -> Tallies:
    """Empty tallies for `count` candidates in a round of this many cards."""
    shapes = ((count, cards + 1), (count, 64), (count, count), (count, count))
    return Tallies(*(zeros_apart(shape, np.int64) for shape in shapes))


@entry
def simulate_bids(
    round: Round,
    minds: Minds,
    hearing: Hearing,
    bids: Ints,
    seed: int,
    first: int,
    last: int,
    tallies: Tallies,
    room: Room,
) -> int:
    """Play the deals `first` to before `last` once for every bid in `bids`; return how many were tried in all."""
    dealt = 0
    list_cards(PACK & ~(round.seen | round.hand), room.pack)
    for deal in range(first, last):
        stream = deal_stream(seed, deal)
        seen, tries = deal_round(round, minds, hearing, stream, room)
        dealt += tries
        for i in range(len(bids)):
            bid = bids[i]
            bid_round(round, minds, hearing.heard, stream ^ BID_STREAM, bid, seen, room)
            for q in range(round.players):
                room.hands[q] = room.dealt[q]
                room.needs[q] = room.bids[q]
            mine = play_out(round, FIRST_TRICK, minds, stream ^ PLAY_STREAM, seen, room)
            add_result(tallies, room, i, bid, mine.bit_count(), mine)
        add_gaps(tallies, room, len(bids))
    return dealt


@inner
def add_result(tallies: Tallies, room: Room, i: int, bid: int, taken: int, takers: int) -> None:
    """Count a deal in which the candidate at place `i` took `taken` tricks after this bid, with the cards `takers`."""
    tallies.tricks[i, taken] += 1
    room.scores[i] = 2 + taken if taken == bid else -abs(taken - bid)
    while takers:
        tallies.takers[i, lowest_card(takers)] += 1
        takers &= takers - 1


@inner
def add_gaps(tallies: Tallies, room: Room, count: int) -> None:
    """Count the differences between the scores of all candidates in a deal."""
    for i in range(count):
        for j in range(i):
            gap = room.scores[i] - room.scores[j]
            tallies.gaps[i, j] += gap
            tallies.gaps[j, i] -= gap
            tallies.squares[i, j] += gap * gap
            tallies.squares[j, i] += gap * gap


@entry
def survey_chances(
    round: Round, minds: Minds, hearing: Hearing, seed: int, deals: int, sums: Floats, room: Room
) -> None:
    """Find the highest chance of what was heard in some deals: fill `hearing.ceilings`, and `sums` with the sums."""
    list_cards(PACK & ~(round.seen | round.hand), room.pack)
    survey(round, minds, hearing, seed, deals, sums, room)


class Records(NamedTuple):
    """What happened in whole rounds, by deal and, but for the first two, by lineup of policies."""

    hands: Ints  # [deal, player]
    upcards: Ints  # [deal], −1 in the last round
    trumps: Ints  # [deal, lineup]
    bids: Ints  # [deal, lineup, player]
    taken: Ints  # [deal, lineup, player]


def make_records(deals: int, lineups: int, players: int) -> Records:
    """Room for what happens in this many deals."""
    return Records(
        np.zeros((deals, players), np.int64),
        np.zeros(deals, np.int64),
        np.zeros((deals, lineups), np.int64),
        np.zeros((deals, lineups, players), np.int64),
        np.zeros((deals, lineups, players), np.int64),
    )


@entry
def play_rounds(
    players: int,
    cards: int,
    hook: int,
    numbers: Any,
    lineups: Ints,
    forced: Ints,
    seed: int,
    first: int,
    last: int,
    tables: Any,
    records: Records,
    room: Room,
    upcard: int,
) -> None:
    """Play whole rounds, the same deals once for every lineup of policies.

    lineups[l, q]: the row of `numbers` by which player q decides in lineup l. Deals and records are indexed from
    `first` on: forced[deal, l, q] is the bid of player q, −1 to let the policy bid. upcard: the card turned up in every
    deal, −1 to draw it; in the last round nothing is turned up.
    """
    pack = PACK if upcard < 0 else PACK & ~(1 << upcard)
    for deal in range(first, last):
        at = deal - first
        # Rounds of other sizes are other deals: a whole game must not be one shuffle cut at several places.
        stream = deal_stream(seed, deal * 64 + cards)
        size = list_cards(pack, room.deck)
        for q in range(players):
            room.dealt[q] = deal_hand(stream, 0, room.deck, q * cards, size, cards)
            records.hands[at, q] = room.dealt[q]
        turned = upcard
        if upcard < 0 and players * cards < PACK_SIZE:
            turned = lowest_card(deal_hand(stream, 0, room.deck, players * cards, size, 1))
        seen = 1 << turned if turned >= 0 else 0
        records.upcards[at] = turned
        for lineup in range(len(lineups)):
            minds = Minds(numbers, lineups[lineup], tables)
            trump = NO_SUIT
            if turned >= 0:
                rank = turned & 15
                if rank == WIZARD_RANK:
                    dealer = players - 1
                    mind = mind_of(minds, dealer, room)
                    u = draw(stream, TRUMP_DRAW)
                    trump = choose_trump(mind, u, room.dealt[dealer], players, dealer, seen)
                elif rank != 0:
                    trump = turned >> 4
            round = Round(players, -1, 0, cards, 0, trump, seen, 0, 0, hook, 0)
            bid_round(round, minds, forced[at, lineup], stream ^ BID_STREAM, -1, seen, room)
            for q in range(players):
                room.hands[q] = room.dealt[q]
                room.needs[q] = room.bids[q]
            play_out(round, FIRST_TRICK, minds, stream ^ PLAY_STREAM, seen, room)
            records.trumps[at, lineup] = trump
            for q in range(players):
                records.bids[at, lineup, q] = room.bids[q]
                records.taken[at, lineup, q] = room.bids[q] - room.needs[q]
