"""How well is the chance of making the recommended bid predicted? Rounds are played out and counted in cells.

    python scripts/calibration.py --table people standard simple --players 4 --rounds 6000

A cell is a number of cards and whether the bids heard were under, at or over it; then tenths of the prediction, and
seats. The advised player plays by `--policy`, as the play-outs assume, or with `--search` deals a card, at tables of
four. Exit code 1 if a cell misses by more than 5 points of percentage and by more than 2 standard errors.
"""

import argparse
import math
import sys
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from card_table import PLAYERS, deal_of, play_deal, search
from tabulate import tabulate

from wizard_advisor.advice.bid import advise
from wizard_advisor.lab.contest import Contest, Entrant, load_entrant, make_contest, play_lineups
from wizard_advisor.policy.files import load_players
from wizard_advisor.situation import Situation
from wizard_advisor.workers import Workers

ALLOWED = 5.0  # points of percentage
SURE = 2.0  # standard errors
ROUNDS_PER_PIECE = 5
SIZES = ((1, 1), (2, 2), (3, 3), (4, 6), (7, 10), (11, 20))  # numbers of cards that are counted together


class Piece(NamedTuple):
    """Some rounds of one size with the advised player in one seat."""

    contest: Contest
    cards: int
    seat: int
    first: int
    table: str
    policy: str
    opponents: str
    deals: int
    search: int


class Prediction(NamedTuple):
    """The predicted chance of the recommended bid, in which situation, and whether it was made."""

    players: int
    cards: int
    seat: int
    heard: str  # whether the bids heard were under, at or over the number of cards; "none" in the first seat
    chance: float
    made: bool

    @property
    def size(self) -> str:
        """The numbers of cards that are counted together with this one."""
        low, high = next(pair for pair in SIZES if pair[0] <= self.cards <= pair[1])
        return str(low) if low == high else f"{low}–{high}"


def play_piece(piece: Piece) -> list[Prediction]:
    """What was predicted for the recommended bid of each round, and what came of it."""
    found: list[tuple[str, float]] = []

    def bidder(entrant: Entrant, situation: Situation, seed: int) -> int:
        advice = advise(
            situation,
            deals=entrant.deals,
            policy=entrant.policy,
            opponents=piece.opponents,
            seed=seed,
            threads=1,
        )
        total = sum(bid or 0 for bid in situation.bids) - situation.cards
        heard = "none" if not situation.bids else "under" if total < 0 else "at" if total == 0 else "over"
        found.append((heard, advice.estimate(advice.recommended).probability_made))
        return advice.recommended

    advised = Entrant("advise", load_players(piece.policy), piece.deals)
    lineup = np.array([[int(seat == piece.seat) for seat in range(piece.contest.players)]], np.int64)
    entrants = [load_entrant(piece.table, 0), advised]
    records = play_lineups(piece.contest, piece.cards, entrants, lineup, piece.first, ROUNDS_PER_PIECE, bidder)
    made = records.bids[:, 0, piece.seat] == records.taken[:, 0, piece.seat]
    if piece.search:
        policies = [entrant.policy for entrant in entrants]
        numbers = range(piece.first, piece.first + ROUNDS_PER_PIECE)
        seed = piece.contest.seed
        rounds = [deal_of(records, k, policies, piece.seat, seed, number) for k, number in enumerate(numbers)]
        made = np.array([play_deal(round, partial(search, piece.search)) >= 20 for round in rounds])
    place = (piece.contest.players, piece.cards, piece.seat + 1)
    return [Prediction(*place, heard, chance, bool(kept)) for (heard, chance), kept in zip(found, made, strict=True)]


def pieces(contest: Contest, given: argparse.Namespace, table: str) -> list[Piece]:
    """Pieces of all sizes in equal shares, every seat in turn; at least as many rounds as asked for."""
    return [
        Piece(
            contest,
            contest.cards[number % len(contest.cards)],
            number // len(contest.cards) % contest.players,
            number * ROUNDS_PER_PIECE,
            table,
            given.policy,
            given.opponents,
            given.deals,
            given.search,
        )
        for number in range(-(-given.rounds // ROUNDS_PER_PIECE))
    ]


def cells(results: Sequence[Prediction], name: str) -> list[tuple[object, ...]]:
    """Per cell: its name, rounds, mean prediction, share made, the difference and its error, in per cent; a mark.

    name: "size" for number of cards and bids heard, "tenth" of the prediction, or "seat".
    """
    found: dict[tuple[object, ...], list[Prediction]] = defaultdict(list)
    for one in results:
        tenth = min(int(10 * one.chance), 9)
        key: dict[str, tuple[object, ...]] = {
            "size": (one.size, one.heard),
            "tenth": (f"{10 * tenth}–{10 * tenth + 10} %",),
            "seat": (f"{one.players} players", one.seat),
        }
        found[key[name]].append(one)
    rows = []
    for key_of_cell, part in found.items():
        predicted = 100 * float(np.mean([one.chance for one in part]))
        made = 100 * float(np.mean([one.made for one in part]))
        # What the rounds would scatter by if the predictions were right.
        error = 100 * math.sqrt(sum(one.chance * (1 - one.chance) for one in part)) / len(part)
        missed = abs(made - predicted) > max(ALLOWED, SURE * error)
        rows.append((*key_of_cell, len(part), predicted, made, made - predicted, error, "missed" if missed else ""))
    order = [str(low) if low == high else f"{low}–{high}" for low, high in SIZES]
    return sorted(rows, key=lambda row: (order.index(row[0]) if row[0] in order else 0, str(row[:2])))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", nargs="*", default=["people"], help="who the others are (default: people)")
    parser.add_argument("--players", type=int, nargs="*", default=[4])
    parser.add_argument("--cards", type=int, nargs="*", default=[], help="cards per hand (default: all rounds)")
    parser.add_argument("--rounds", type=int, default=4000, help="for each table and number of players")
    parser.add_argument("--deals", type=int, default=1000, help="deals a bid")
    parser.add_argument("--search", type=int, default=0, help="deals a card that the advised player searches with")
    parser.add_argument("--policy", default="standard", help="how the advised player plays")
    parser.add_argument("--opponents", default="people", help="who the advised player takes the others for")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args()
    if given.search and given.players != [PLAYERS]:
        parser.error(f"--search: expected tables of {PLAYERS} players")
    missed = 0
    for table in given.table:
        results: list[Prediction] = []
        for players in given.players:
            contest = make_contest(players, given.cards, "dealer", given.seed)
            with Workers(given.jobs) as workers:
                for part in workers.map(play_piece, pieces(contest, given, table)):
                    results += part or ()
        print(f"\nA table of {table}, {given.players} players, {len(results)} rounds, seed {given.seed}:")
        for name, heads in (("size", ("Cards", "Heard")), ("tenth", ("Predicted",)), ("seat", ("Table", "Seat"))):
            rows = cells(results, name)
            missed += sum(row[-1] == "missed" for row in rows)
            print("\n" + tabulate(rows, (*heads, "Rounds", "Mean", "Made", "Miss", "Error", ""), floatfmt=".1f"))
    print(f"\n{missed} cells miss by more than {ALLOWED:g} points of percentage and {SURE:g} standard errors.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
