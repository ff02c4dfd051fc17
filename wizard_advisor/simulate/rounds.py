"""Whole rounds played by policies, the same deals once for every lineup."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..cards import JESTER_RANK, NO_SUIT, PACK, PACK_SIZE, WIZARD_RANK, lowest_card, rank_of, suit_of
from ..policy.bid_choice import choose_trump
from ..policy.files import Players
from ..rules import HOOK_NONE
from .deal import deal_hand, list_cards
from .jit import entry
from .layout import Ints, Minds, Room, Round, make_room, mind_of, minds_of
from .playout import FIRST_TRICK, bid_round, play_out
from .reading import kind_drawn
from .rng import BID_STREAM, PLAY_STREAM, deal_stream, draw


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


def points_of(records: Records) -> Ints:
    """The points of every player, [deal, lineup, player] (see `rules.score`)."""
    bids, taken = records.bids, records.taken
    return np.where(bids == taken, 20 + 10 * taken, -10 * np.abs(bids - taken))


TRUMP_DRAW = 80  # next to those in `reading`


def play_rounds(
    cards: int,
    policies: Sequence[Players],
    lineups: Ints,
    *,
    seed: int,
    first: int,
    deals: int,
    hook: int = HOOK_NONE,
    forced: Ints | None = None,
    upcard: int = -1,
) -> Records:
    """Play whole rounds, the same deals once for every lineup of policies, and tell what happened.

    cards: how many each player gets. lineups[l, q]: which of `policies` player q has in lineup l; where there are
    several kinds of it, a seat has the same one in all lineups of a deal. first: the number of the first deal; deals:
    how many there are. hook: as in `rules`. forced[deal, l, q]: the bid of player q, −1 to let the policy bid, which
    all do by default. upcard: the card turned up in every deal, −1 to draw it; in the last round nothing is turned up.
    """
    players = lineups.shape[1]
    records = make_records(deals, *lineups.shape)
    if forced is None:
        forced = np.full(records.bids.shape, -1, np.int64)
    setting = (players, cards, hook, minds_of(policies), lineups, forced, seed, first, first + deals)
    _play_rounds(*setting, records, make_room(), upcard)
    return records


@entry
def _play_rounds(
    players: int,
    cards: int,
    hook: int,
    minds: Minds,
    lineups: Ints,
    forced: Ints,
    seed: int,
    first: int,
    last: int,
    records: Records,
    room: Room,
    upcard: int,
) -> None:
    """Play the deals `first` to before `last`; records and forced bids are indexed from `first` on."""
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
            seated = Minds(minds.numbers, minds.first, minds.shares, lineups[lineup], minds.curves)
            for q in range(players):
                room.kinds[q] = kind_drawn(seated, q, stream, 0)
            trump = NO_SUIT
            if turned >= 0:
                rank = rank_of(turned)
                if rank == WIZARD_RANK:
                    dealer = players - 1
                    mind = mind_of(seated, dealer, room)
                    u = draw(stream, TRUMP_DRAW)
                    trump = choose_trump(mind, u, room.dealt[dealer], players, dealer, seen)
                elif rank != JESTER_RANK:
                    trump = suit_of(turned)
            round = Round(players, -1, 0, cards, 0, trump, seen, 0, 0, hook, 0)
            bid_round(round, seated, forced[at, lineup], stream ^ BID_STREAM, -1, seen, room)
            for q in range(players):
                room.hands[q] = room.dealt[q]
                room.needs[q] = room.bids[q]
            play_out(round, FIRST_TRICK, seated, stream ^ PLAY_STREAM, seen, room)
            records.trumps[at, lineup] = trump
            for q in range(players):
                records.bids[at, lineup, q] = room.bids[q]
                records.taken[at, lineup, q] = room.bids[q] - room.needs[q]
