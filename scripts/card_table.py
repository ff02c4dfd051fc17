"""A table for those who search for their cards: rounds as the simulator plays them, one seat asked for every card.

    python scripts/card_table.py standard --search 60 --points new.txt
    PYTHONPATH=../older python scripts/card_table.py standard --search 60 --points old.txt
    python scripts/card_table.py --gain new.txt old.txt

The points of every round stand in a file, so that two versions of the program can be held against each other on the
same deals; --search 0 plays by policy.
"""

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np

from wizard_advisor.advice.card import advise_card
from wizard_advisor.cards import JESTERS, NO_SUIT, WIZARDS, is_special, lowest_card, nth_card, suit_of, tidy
from wizard_advisor.lab.contest import mean_of
from wizard_advisor.policy.card_choice import CardView, choose_card
from wizard_advisor.policy.files import Players, load_players
from wizard_advisor.policy.mind import Mind
from wizard_advisor.rules import score, trick_so_far
from wizard_advisor.simulate.jit import entry
from wizard_advisor.simulate.layout import CURVES, Minds, ints, make_room, minds_of
from wizard_advisor.simulate.reading import kind_drawn
from wizard_advisor.simulate.rng import PLAY_STREAM, deal_stream, draw
from wizard_advisor.simulate.rounds import Records, play_rounds
from wizard_advisor.situation import HOOKS
from wizard_advisor.turn import Turn

PLAYERS = 4
HOOK = "dealer"
SIZES = tuple(range(2, 16))
choose = entry(choose_card)
Chooser = Callable[[Turn], int]  # the card of somebody whose turn it is


class Deal(NamedTuple):
    """A round up to the bids, all of which policies made."""

    cards: int
    seat: int  # whose cards are chosen, from 0
    upcard: int
    trump: int
    hands: tuple[int, ...]
    bids: tuple[int, ...]
    taken: tuple[int, ...]  # if that seat plays by policy, too
    minds: Minds
    kinds: tuple[int, ...]
    stream: np.uint64


def make_deal(seed: int, number: int, sizes: tuple[int, ...], table: str, policy: str = "standard") -> Deal:
    """Deal some round of a table: sizes and seats in turn, `policy` in the seat, `table` in all others."""
    cards, seat = sizes[number % len(sizes)], number // len(sizes) % PLAYERS
    policies = [load_players(table), load_players(policy)]
    lineup = np.array([[int(q == seat) for q in range(PLAYERS)]], np.int64)
    hook = HOOKS.index(HOOK)
    records = play_rounds(cards, policies, lineup, seed=seed, first=number, deals=1, hook=hook)
    return deal_of(records, 0, policies, seat, seed, number)


def deal_of(records: Records, at: int, policies: Sequence[Players], seat: int, seed: int, number: int) -> Deal:
    """The deal at a place of some records, whose number is given: the second policy in the seat, else the first."""
    cards = int(records.hands[at, 0]).bit_count()
    minds = minds_of(policies, [int(q == seat) for q in range(PLAYERS)])
    with np.errstate(over="ignore"):
        stream = deal_stream(seed, number * 64 + cards)
        kinds = tuple(int(kind_drawn(minds, q, stream, 0)) for q in range(PLAYERS))
    of_players = (tuple(map(int, row)) for row in (records.hands[at], records.bids[at, 0], records.taken[at, 0]))
    upcard, trump = int(records.upcards[at]), int(records.trumps[at, 0])
    return Deal(cards, seat, upcard, trump, *of_players, minds, kinds, stream ^ PLAY_STREAM)


def play_deal(deal: Deal, chooser: Chooser | None) -> int:
    """The points of the seat whose cards somebody chooses; None: its policy."""
    hands, needs, voids = list(deal.hands), list(deal.bids), 0
    seen = 1 << deal.upcard if deal.upcard >= 0 else 0
    played: list[int] = []
    leader, step = 0, 0
    for _ in range(deal.cards):
        trick: list[int] = []
        for place in range(PLAYERS):
            q = (leader + place) % PLAYERS
            led, best, _ = trick_so_far(trick, deal.trump)
            if q == deal.seat and chooser is not None:
                card = held(hands[q], chooser(turn_of(deal, hands[q], played, trick)))
            else:
                behind = PLAYERS - 1 - place
                bid, wanted = deal.bids[q], ints(needs)
                view = CardView(hands[q], led, best, deal.trump, PLAYERS, q, behind, bid, wanted, voids, seen)
                with np.errstate(over="ignore"):
                    u = draw(deal.stream, step)
                mind: Any = Mind(deal.minds.numbers[deal.kinds[q]], CURVES, make_room().worths)  # type: ignore[arg-type]
                card = int(choose(mind, view, u))
            if led < NO_SUIT and not is_special(card) and suit_of(card) != led:
                voids |= 1 << 4 * q + led
            hands[q] &= ~(1 << card)
            seen |= 1 << card
            trick.append(card)
            step += 1
        leader = (leader + trick_so_far(trick, deal.trump)[2]) % PLAYERS
        needs[leader] -= 1
        played += trick
    bid = deal.bids[deal.seat]
    return score(bid, bid - needs[deal.seat])


def turn_of(deal: Deal, hand: int, played: list[int], trick: list[int]) -> Turn:
    """What the seat sees before it plays a card."""
    return Turn(
        players=PLAYERS,
        hand=tidy(hand),
        trump=deal.trump,
        upcard=None if deal.upcard < 0 else deal.upcard,
        seat=deal.seat + 1,
        bids=deal.bids,
        hook=HOOK,
        trick=tuple(trick),
        played=tuple(played),
    )


def held(hand: int, card: int) -> int:
    """The card of a hand that is such a card: a Wizard or a Jester may lie in another lane."""
    for kind in (WIZARDS, JESTERS):
        if 1 << card & kind:
            return nth_card(hand & kind, 0)
    return card


def search(deals: int, turn: Turn) -> int:
    """The card that a search with so many deals recommends."""
    if turn.legal & (turn.legal - 1) == 0:
        return lowest_card(turn.legal)
    return advise_card(turn, deals=deals, seed=1, threads=1).recommended


def points_at(table: str, deals: int, seed: int, number: int) -> int:
    """The points of round `number` for somebody who searches among others; deals 0: for the policy."""
    return play_deal(make_deal(seed, number, SIZES, table), partial(search, deals) if deals else None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", nargs="?", default="standard", help="who the others are (default: standard)")
    parser.add_argument("--search", type=int, default=60, help="deals a card")
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--points", help="write the points of all rounds to this file")
    parser.add_argument("--gain", nargs=2, help="the gain of the points in one file over those in another")
    given = parser.parse_args()
    if given.gain:
        first, second = map(np.loadtxt, given.gain)
        print("gain a round: {:.2f} ± {:.2f}".format(*mean_of(first - second)))
        return
    play = partial(points_at, given.table, given.search, given.seed)
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        points = np.array(list(pool.map(play, range(given.rounds), chunksize=20)))
    print("points a round: {:.2f} ± {:.2f}".format(*mean_of(points.astype(np.float64))))
    if given.points:
        np.savetxt(given.points, points, "%d")


if __name__ == "__main__":
    main()
