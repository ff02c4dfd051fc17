"""The simulator: random numbers, dealing, one round, many rounds; arrays in, tallies out.

Everything random comes from the number of the deal: the same deal number gives the same cards and the same slips on any
number of threads, in any order, with the compiler on or off. All tallies are integers, so they add up in any order.
Seats are 0 … players − 1 here, 0 left of the dealer.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import cards, choose, inference, rules, tables
from ._jit import entry, inner, register
from .cards import LANE, NO_SUIT, PACK, PACK_SIZE, WIZARD_RANK, WIZARDS, lowest_card, nth_card
from .choose import choose_bid, choose_card, choose_trump
from .inference import bid_chance, trump_chance
from .rules import UNDECIDED, forbidden_bid, led_after, power

register(cards, rules, tables, choose, inference)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

TABLES: Floats = np.array(tables.build())

# splitmix64 (Steele, Lea, Flood 2014). Every operand is uint64: with an int64 among them numba would leave uint64.
GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
BID_STREAM = np.uint64(0xD1B54A32D192ED03)
PLAY_STREAM = np.uint64(0x8CB92BA72F3D8DD7)
PILOT_STREAM = np.uint64(0x5851F42D4C957F2D)
ONE = np.uint64(1)

TRIES = 1024  # deals tried for one that agrees with the bids heard, before the bids are read half as strictly


@inner
def mix(z: Any) -> Any:
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@inner
def deal_stream(seed: int, deal: int) -> Any:
    """The start of the random numbers of one deal: mixed, so that neighbouring deals share none."""
    return mix(np.uint64(seed) + GAMMA * (np.uint64(deal) + ONE))


@inner
def draw(stream: Any, index: int) -> int:
    """Draw number `index` of a stream: uniform on 0 … 2³² − 1."""
    return np.int64(mix(stream + GAMMA * (np.uint64(index) + ONE)) >> S32)


def make_scratch() -> tuple[Any, ...]:
    """Room that one thread works in: nothing in it outlives a deal.

    The unseen cards in order and as they are dealt; by player the hands, the hands as dealt, the bids and the tricks
    still wanted; the cards of a play-out in the order they were played; a score per bid; a policy per
    seat; `worths` of `choose`.
    """
    ints = (np.zeros(size, np.int64) for size in (6, 6, 6, 6, 60, 21, 6))
    return np.zeros(60, np.int8), np.zeros(60, np.int8), *ints, np.zeros(128)


# ---- dealing --------------------------------------------------------------------------------------------------------


@inner
def list_cards(hand: int, out: Any) -> int:
    """Write the cards of a hand to `out`, lowest first; return how many."""
    count = 0
    while hand:
        out[count] = lowest_card(hand)
        hand &= hand - 1
        count += 1
    return count


class Round(NamedTuple):
    """What stays the same in every deal of a round, all of it ints.

    hand: my cards. seen: the turned-up card, if it is known, as a hand. loose_upcard: 1 if the turned-up card was not
    noted, so that it is drawn anew in every deal. named: 1 if another player, the dealer, named the trump.
    """

    players: int
    me: int
    hand: int
    cards: int
    unseen: int
    trump: int
    seen: int
    loose_upcard: int
    named: int
    hook: int
    hidden: int


@inner
def draw_upcard(stream: Any, index: int, unseen: int, trump: int) -> int:
    """A turned-up card that makes `trump` trump: each unseen card of that suit weighs 1, each unseen Wizard ¼."""
    suited = unseen & (LANE << (16 * trump))
    wizards = unseen & WIZARDS
    pick = draw(stream, index) * (4 * suited.bit_count() + wizards.bit_count()) >> 32
    if pick < 4 * suited.bit_count():
        return nth_card(suited, pick >> 2)
    return nth_card(wizards, pick - 4 * suited.bit_count())


@inner
def deal_hand(stream: Any, index: int, deck: Any, taken: int, size: int, count: int) -> int:
    """Deal `count` cards of a deck of `size` cards whose first `taken` are gone: a shuffle that stops when it may.

    Uses the draws from number `index` + `taken` on.
    """
    hand = 0
    for place in range(taken, taken + count):
        other = place + (draw(stream, index + place) * (size - place) >> 32)
        card = deck[other]
        deck[other] = deck[place]
        deck[place] = card
        hand |= 1 << card
    return hand


DRAWS_PER_TRY = 128  # 60 for cards, then one for the turned-up card, one for each player's bid, one for the trump
UPCARD_DRAW, BID_DRAW, TRUMP_DRAW = 64, 65, 72


@inner
def deal_round(
    round: Any,
    stream: Any,
    numbers: Any,
    tables: Any,
    heard: Any,
    loosening: Any,
    ceilings: Any,
    round_deck: Any,
    deck: Any,
    hands: Any,
    worths: Any,
) -> Any:
    """Deal what I cannot see so that it agrees with the bids heard; return the cards seen by all and the deals tried.

    heard[q]: the bid of player q, −1 if it tells nothing. A deal is kept with the chance that its hands' owners make
    these bids, relative to ceilings[q], the highest such chance of a hand (ceilings[players]: of naming the trump).
    """
    unseen = PACK & ~(round.seen | round.hand)
    hands[round.me] = round.hand
    tries = 0
    while True:
        index = tries * DRAWS_PER_TRY
        strictness = 1.0 / (1 << (tries // TRIES))
        tries += 1
        seen = round.seen
        size = round.unseen
        for place in range(PACK_SIZE):
            deck[place] = round_deck[place]
        if round.loose_upcard:
            upcard = draw_upcard(stream, index + UPCARD_DRAW, unseen, round.trump)
            seen |= 1 << upcard
            size -= 1
            place = (unseen & ((1 << upcard) - 1)).bit_count()
            deck[place] = deck[size]
        agrees = True
        taken = 0
        total = 0
        bidders = 0
        for q in range(round.players):
            if q != round.me:
                hands[q] = deal_hand(stream, index, deck, taken, size, round.cards)
                taken += round.cards
            if heard[q] >= 0:
                if ceilings[q] > 0.0:
                    chance = bid_chance(
                        numbers[q],
                        tables,
                        worths,
                        heard[q],
                        hands[q],
                        round.trump,
                        round.players,
                        q,
                        seen,
                        total,
                        bidders,
                        loosening[q],
                    )
                    if not accept(draw(stream, index + BID_DRAW + q), chance / ceilings[q], strictness):
                        agrees = False
                        break
                total += heard[q]
                bidders += 1
        if agrees and round.named and ceilings[round.players] > 0.0:
            dealer = round.players - 1
            chance = trump_chance(
                numbers[dealer],
                tables,
                worths,
                round.trump,
                hands[dealer],
                round.players,
                dealer,
                seen,
                loosening[round.players],
            )
            agrees = accept(draw(stream, index + TRUMP_DRAW), chance / ceilings[round.players], strictness)
        if agrees:
            return seen, tries


@inner
def accept(u: int, chance: float, strictness: float) -> bool:
    """Whether to keep a deal of this relative chance; a strictness below 1 pulls all chances towards 1."""
    return u < (1.0 - strictness * (1.0 - chance)) * 4294967296.0


@inner
def bid_round(
    round: Any,
    stream: Any,
    numbers: Any,
    tables: Any,
    heard: Any,
    mine: int,
    seen: int,
    hands: Any,
    bids: Any,
    worths: Any,
) -> None:
    """Let everybody bid: what was heard stands, I bid `mine`, the others by their policies, in turn, under the hook."""
    total = 0
    bidders = 0
    for q in range(round.players):
        if q == round.me and mine >= 0:
            bid = mine
        elif heard[q] >= 0:
            bid = heard[q]
        else:
            forbidden = -1
            if q == round.players - 1 and not round.hidden:
                forbidden = forbidden_bid(round.hook, round.cards, total)
            bid = choose_bid(
                numbers[q],
                tables,
                worths,
                draw(stream, q),
                hands[q],
                round.trump,
                round.players,
                q,
                seen,
                0 if round.hidden else total,
                0 if round.hidden else bidders,
                forbidden,
            )
        bids[q] = bid
        total += bid
        bidders += 1


# ---- playing out ----------------------------------------------------------------------------------------------------


class Trick(NamedTuple):
    """A trick on the table, and who is known to be void; all ints. See `choose.choose_card`."""

    turn: int  # the player to play
    played: int  # cards on the table
    led: int
    best: int  # the highest power on the table, −1 before the first card
    best_card: int
    winner: int  # who played it
    voids: int


@inner
def play_out(
    round: Any,
    trick: Any,
    stream: Any,
    numbers: Any,
    seats: Any,
    tables: Any,
    seen: int,
    hands: Any,
    bids: Any,
    needs: Any,
    worths: Any,
    log: Any,
) -> int:
    """Play to the end from `trick` on; return the cards with which I take tricks, as a hand.

    Reads and empties hands; needs goes down as tricks are taken; log gets the cards played.
    """
    players = round.players
    trump = round.trump
    turn, played, led, best, best_card, winner, voids = trick
    mine = 0
    total = 0
    for q in range(players):
        total += hands[q].bit_count()
    for step in range(total):
        hand = hands[turn]
        card = choose_card(
            numbers[seats[turn]],
            tables,
            worths,
            draw(stream, step),
            hand,
            led,
            best,
            trump,
            players,
            turn,
            players - 1 - played,
            bids[turn],
            needs,
            voids,
            seen,
        )
        log[step] = card
        hands[turn] = hand & ~(1 << card)
        seen |= 1 << card
        if led < NO_SUIT and suited_off(card, led):
            voids |= 1 << (4 * turn + led)
        led = led_after(led, card)
        strength = power(card, led, trump)
        if strength > best:
            best = strength
            best_card = card
            winner = turn
        played += 1
        if played == players:
            needs[winner] -= 1
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
    return mine


@inner
def suited_off(card: int, led: int) -> bool:
    """Whether a card shows its player to be void in the led suit."""
    rank = card & 15
    return card >> 4 != led and 0 < rank < 14


# ---- many rounds ----------------------------------------------------------------------------------------------------


@entry
def simulate_bids(
    round: Any,
    numbers: Any,
    heard: Any,
    loosening: Any,
    ceilings: Any,
    bids: Any,
    seed: int,
    first: int,
    last: int,
    tables: Any,
    tricks: Any,
    takers: Any,
    gaps: Any,
    squares: Any,
    scratch: Any,
) -> int:
    """Play the deals `first` to before `last` once for every bid of mine in `bids`; return how many were dealt in all.

    Adds to these tallies, int64, in the order of `bids`: tricks[bid, taken] deals; takers[bid, card] tricks taken with
    that card; gaps[a, b] and squares[a, b] the sum of score(a) − score(b) and of its square, in units of 10 points.
    """
    round_deck, deck, hands, dealt_hands, table_bids, needs, log, scores, seats, worths = scratch
    for q in range(round.players):
        seats[q] = q
    start = Trick(0, 0, UNDECIDED, -1, 0, 0, 0)
    dealt = 0
    list_cards(PACK & ~(round.seen | round.hand), round_deck)
    for deal in range(first, last):
        stream = deal_stream(seed, deal)
        seen, tries = deal_round(
            round, stream, numbers, tables, heard, loosening, ceilings, round_deck, deck, hands, worths
        )
        dealt += tries
        for q in range(round.players):
            dealt_hands[q] = hands[q]
        for i in range(len(bids)):
            for q in range(round.players):
                hands[q] = dealt_hands[q]
            bid_round(round, mix(stream ^ BID_STREAM), numbers, tables, heard, bids[i], seen, hands, table_bids, worths)
            for q in range(round.players):
                needs[q] = table_bids[q]
            mine = play_out(
                round, start, mix(stream ^ PLAY_STREAM), numbers, tables, seen, hands, table_bids, needs, worths, log
            )
            taken = mine.bit_count()
            tricks[i, taken] += 1
            scores[i] = 2 + taken if taken == bids[i] else -abs(taken - bids[i])
            while mine:
                takers[i, lowest_card(mine)] += 1
                mine &= mine - 1
        for i in range(len(bids)):
            for j in range(len(bids)):
                gap = scores[i] - scores[j]
                gaps[i, j] += gap
                squares[i, j] += gap * gap
    return dealt


@entry
def survey_chances(
    round: Any,
    numbers: Any,
    heard: Any,
    loosening: Any,
    seed: int,
    deals: int,
    tables: Any,
    ceilings: Any,
    sums: Any,
    scratch: Any,
) -> None:
    """Write the highest chance of the bids heard (see `deal_round`) in some deals to `ceilings`, the sum to `sums`."""
    round_deck, deck, hands, _, _, _, _, _, _, worths = scratch
    hands[round.me] = round.hand
    dealer = round.players - 1
    list_cards(PACK & ~(round.seen | round.hand), round_deck)
    ceilings[:] = 0.0
    sums[:] = 0.0
    for deal in range(deals):
        stream = deal_stream(seed, deal) ^ PILOT_STREAM
        for place in range(PACK_SIZE):
            deck[place] = round_deck[place]
        total = 0
        bidders = 0
        taken = 0
        for q in range(round.players):
            if q != round.me:
                hands[q] = deal_hand(stream, 0, deck, taken, round.unseen, round.cards)
                taken += round.cards
            if heard[q] >= 0:
                chance = bid_chance(
                    numbers[q],
                    tables,
                    worths,
                    heard[q],
                    hands[q],
                    round.trump,
                    round.players,
                    q,
                    round.seen,
                    total,
                    bidders,
                    loosening[q],
                )
                ceilings[q] = max(ceilings[q], chance)
                sums[q] += chance
                total += heard[q]
                bidders += 1
        if round.named:
            chance = trump_chance(
                numbers[dealer],
                tables,
                worths,
                round.trump,
                hands[dealer],
                round.players,
                dealer,
                round.seen,
                loosening[round.players],
            )
            ceilings[round.players] = max(ceilings[round.players], chance)
            sums[round.players] += chance


@entry
def play_rounds(
    players: int,
    cards: int,
    hook: int,
    numbers: Any,
    lineups: Any,
    forced: Any,
    seed: int,
    first: int,
    last: int,
    tables: Any,
    hands: Any,
    upcards: Any,
    trumps: Any,
    bids: Any,
    taken: Any,
    scratch: Any,
) -> None:
    """Play whole rounds, the same deals once for every lineup of policies.

    lineups[l, q]: the row of `numbers` by which player q decides in lineup l. Deals and results are indexed from `first`
    on: forced[deal, l, q] is the bid of player q, −1 to let the policy bid. Writes hands[deal, q]; upcards[deal], −1 in
    the last round; and, with the lineup between, trumps[deal, l], bids[deal, l, q] and taken[deal, l, q].
    """
    _, deck, table_hands, _, table_bids, needs, log, _, _, worths = scratch
    start = Trick(0, 0, UNDECIDED, -1, 0, 0, 0)
    for deal in range(first, last):
        at = deal - first
        # Rounds of other sizes are other deals: a whole game must not be one shuffle cut at several places.
        stream = deal_stream(seed, deal * 64 + cards)
        size = list_cards(PACK, deck)
        for q in range(players):
            hands[at, q] = deal_hand(stream, 0, deck, q * cards, size, cards)
        upcard = -1
        seen = 0
        if players * cards < PACK_SIZE:
            upcard = lowest_card(deal_hand(stream, 0, deck, players * cards, size, 1))
            seen = 1 << upcard
        upcards[at] = upcard
        for lineup in range(len(lineups)):
            seats = lineups[lineup]
            trump = NO_SUIT
            if upcard >= 0:
                rank = upcard & 15
                if rank == WIZARD_RANK:
                    dealer = players - 1
                    u = draw(stream, TRUMP_DRAW)
                    trump = choose_trump(
                        numbers[seats[dealer]], tables, worths, u, hands[at, dealer], players, dealer, seen
                    )
                elif rank != 0:
                    trump = upcard >> 4
            trumps[at, lineup] = trump
            total = 0
            for q in range(players):
                bid = forced[at, lineup, q]
                if bid < 0:
                    forbidden = forbidden_bid(hook, cards, total) if q == players - 1 else -1
                    u = draw(mix(stream ^ BID_STREAM), q)
                    bid = choose_bid(
                        numbers[seats[q]], tables, worths, u, hands[at, q], trump, players, q, seen, total, q, forbidden
                    )
                bids[at, lineup, q] = bid
                total += bid
                table_bids[q] = bid
                needs[q] = bid
                table_hands[q] = hands[at, q]
            round = Round(players, -1, 0, cards, 0, trump, seen, 0, 0, hook, 0)
            play_out(
                round,
                start,
                mix(stream ^ PLAY_STREAM),
                numbers,
                seats,
                tables,
                seen,
                table_hands,
                table_bids,
                needs,
                worths,
                log,
            )
            for q in range(players):
                taken[at, lineup, q] = table_bids[q] - needs[q]
