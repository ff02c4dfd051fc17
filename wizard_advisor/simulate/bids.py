"""The simulator before the bid: in deals that agree with what was heard, each bid of mine is played out."""

from ..cards import PACK
from .deal import copy_pack, deal_hand, deal_round, list_cards
from .jit import entry
from .layout import Floats, Hearing, Ints, Minds, Room, Round
from .playout import FIRST_TRICK, bid_round, mended, play_out
from .reading import survey_deal
from .rng import BID_STREAM, PILOT_STREAM, PLAY_STREAM, deal_stream
from .tallies import NO_RESULTS, Tallies, add_gaps, add_result, note_results


@entry
def simulate_bids(
    round: Round,
    minds: Minds,
    hearing: Hearing | None,
    bids: Ints,
    seed: int,
    first: int,
    last: int,
    tallies: Tallies,
    room: Room,
    results: Ints = NO_RESULTS,
) -> int:
    """Play the deals `first` to before `last` once for every bid in `bids`; return how many were tried in all.

    results[deal − first, bid, player]: filled with what all score, in tens of points; of length 0 if not wanted.
    hearing: None if no bid is known; then the reading of bids, a third of this function, is not compiled either.
    """
    dealt = 0
    list_cards(PACK & ~(round.seen | round.hand), room.pack)
    for deal in range(first, last):
        stream = deal_stream(seed, deal)
        seen, tries = deal_round(round, minds, hearing, stream, room)
        dealt += tries
        for i in range(len(bids)):
            bid = bids[i]
            if hearing is None:
                bid_round(round, minds, None, stream ^ BID_STREAM, bid, seen, room)
            else:
                bid_round(round, minds, hearing.bids, stream ^ BID_STREAM, bid, seen, room)
            for q in range(round.players):
                room.hands[q] = room.dealt[q]
                room.needs[q] = room.bids[q]
            mine = play_out(round, FIRST_TRICK, minds, stream ^ PLAY_STREAM, seen, room)
            taken = mended(round, minds, stream ^ PLAY_STREAM, bid, mine.bit_count(), round.cards - 1, room)
            add_result(tallies, room, i, bid, taken, mine)
            if len(results):
                note_results(results, room, deal - first, i, round.players)
        add_gaps(tallies, room, len(bids))
    return dealt


@entry
def survey_chances(
    round: Round, minds: Minds, hearing: Hearing, seed: int, deals: int, sums: Floats, room: Room
) -> None:
    """Survey some deals before anything is read: fill `hearing.ceilings`, and `sums` [player, kind] with the sums."""
    list_cards(PACK & ~(round.seen | round.hand), room.pack)
    room.dealt[round.me] = round.hand
    for deal in range(deals):
        stream = deal_stream(seed, deal) ^ PILOT_STREAM
        copy_pack(room, round.unseen)
        taken = 0
        for q in range(round.players):
            if q != round.me:
                room.dealt[q] = deal_hand(stream, 0, room.deck, taken, round.unseen, round.cards)
                taken += round.cards
        survey_deal(round, minds, hearing, sums, round.seen, room)
