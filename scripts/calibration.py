"""How well is the chance of making the recommended bid predicted? Rounds are played out, by decile of the prediction.

    python scripts/calibration.py --table people --rounds 4000

At a table of `people` everybody plays as the play-outs assume; `standard` and `simple` are tables of others.
"""

import argparse
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from tabulate import tabulate

from wizard_advisor.advice.bid import advise
from wizard_advisor.lab.contest import Contest, Entrant, load_entrant, make_contest, play_lineups
from wizard_advisor.policy.files import load_policy
from wizard_advisor.situation import Situation
from wizard_advisor.workers import Workers

ENOUGH = 500  # rounds in a decile for its miss to count
ROUNDS_PER_PIECE = 5


class Piece(NamedTuple):
    """Some rounds of one size with the advised player in one seat."""

    contest: Contest
    cards: int
    seat: int
    first: int
    field: str
    deals: int


def play_piece(piece: Piece) -> list[tuple[float, bool]]:
    """The predicted chance of the recommended bid, and whether it was made, of each round."""
    predicted: list[float] = []

    def bidder(entrant: Entrant, situation: Situation, seed: int) -> int:
        advice = advise(situation, deals=entrant.deals, policy=entrant.policy, seed=seed, threads=1)
        predicted.append(advice.estimate(advice.recommended).probability_made)
        return advice.recommended

    # Among people the advised one plays like people too, as the play-outs assume.
    advised = Entrant("advise", load_policy("people" if piece.field == "people" else "standard"), piece.deals)
    lineup = np.array([[int(seat == piece.seat) for seat in range(piece.contest.players)]], np.int64)
    entrants = [load_entrant(piece.field, 0), advised]
    records = play_lineups(piece.contest, piece.cards, entrants, lineup, piece.first, ROUNDS_PER_PIECE, bidder)
    made = records.bids[:, 0, piece.seat] == records.taken[:, 0, piece.seat]
    return list(zip(predicted, map(bool, made), strict=True))


def pieces(contest: Contest, field: str, rounds: int, deals: int) -> list[Piece]:
    """Pieces of all sizes in equal shares, every seat in turn; at least `rounds` rounds."""
    count = -(-rounds // ROUNDS_PER_PIECE)
    return [
        Piece(
            contest,
            contest.cards[number % len(contest.cards)],
            number // len(contest.cards) % contest.players,
            number * ROUNDS_PER_PIECE,
            field,
            deals,
        )
        for number in range(count)
    ]


def deciles(results: Sequence[tuple[float, bool]]) -> list[tuple[str, int, float, float, float, float]]:
    """Per decile: its bounds, rounds, mean prediction, share made, the difference and its error, in per cent."""
    rows = []
    for tenth in range(10):
        part = [result for result in results if min(int(10 * result[0]), 9) == tenth]
        if part:
            predicted, made = (100 * float(np.mean([result[i] for result in part])) for i in (0, 1))
            error = 100 * float(np.sqrt(max(made * (100 - made), 1.0) / 1e4 / len(part)))
            rows.append((f"{10 * tenth}–{10 * tenth + 10} %", len(part), predicted, made, made - predicted, error))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", choices=("people", "standard", "simple"), nargs="*", default=["people"])
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=4000)
    parser.add_argument("--deals", type=int, default=1000, help="deals a bid")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args()
    for field in given.table:
        contest = make_contest(given.players, (), "dealer", given.seed)
        with Workers(given.jobs) as workers:
            done = workers.map(play_piece, pieces(contest, field, given.rounds, given.deals))
            results = [result for part in done for result in part or ()]
        rows = deciles(results)
        print(f"\nA table of {field}, {given.players} players, {len(results)} rounds, seed {given.seed}:\n")
        print(tabulate(rows, ("Predicted", "Rounds", "Mean", "Made", "Miss", "Error"), floatfmt=".1f"))
        counted = [abs(row[4]) for row in rows if row[1] >= ENOUGH]
        if counted:
            print(f"\nLargest miss of a decile with {ENOUGH} rounds or more: {max(counted):.1f} points of percentage")


if __name__ == "__main__":
    main()
