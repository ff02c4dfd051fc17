"""How strong are the policies and the advice? Every figure of the README's "How good is it?", measured again.

python scripts/strength.py            # all of it: about an hour on two cores
python scripts/strength.py alike wins # some of it
"""

import argparse
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
from card_table import points_at

from wizard_advisor import Agent
from wizard_advisor.advice.bid import advise
from wizard_advisor.advice.heard import my_forbidden_bid
from wizard_advisor.lab.contest import (
    Entrant,
    Mean,
    hold,
    load_entrant,
    make_contest,
    mean_of,
    per_round,
    play_lineups,
)
from wizard_advisor.policy.files import load_policy
from wizard_advisor.simulate.layout import Ints
from wizard_advisor.simulate.rounds import points_of
from wizard_advisor.situation import Situation
from wizard_advisor.workers import Workers


def show(what: str, found: Mean, wanted: str) -> None:
    print(f"{what:<78} {found.mean:7.2f} ± {found.error:.2f}   wanted {wanted}", flush=True)


def alike(workers: Workers, scale: float, seed: int) -> None:
    """Tables of four `standard`."""
    standard = load_entrant("standard", 0)
    marks = {3: 12, 5: 14, 8: 18, 10: 21, 14: 24}
    outcome = hold(
        make_contest(4, tuple(marks), "dealer", seed), [standard] * 2, standard, int(8000 * scale), mapper=workers.map
    )
    for k, (cards, mark) in enumerate(marks.items()):
        points = mean_of(outcome.result.points[0, :, k].astype(np.float64))
        show(f"four standard, {cards} cards: points a round", points, f"above {mark}")


def wins(workers: Workers, scale: float, seed: int) -> None:
    """Whole games among others."""
    for other, mark in (("simple", 75), ("random", 97)):
        field = load_entrant(other, 0)
        contest = make_contest(4, (), "dealer", seed)
        outcome = hold(contest, [load_entrant("standard", 0), field], field, int(2000 * scale), mapper=workers.map)
        won = mean_of(outcome.result.wins[0] * 100)
        show(f"standard against three {other}: games won in per cent", won, f"at least {mark}")


def bids(workers: Workers, scale: float, seed: int) -> None:
    """Bids by simulation beside bids by formula: own cards among `standard` and among `simple`, cards by `simple`."""
    with TemporaryDirectory() as folder:
        mixed = Path(folder) / "mixed.toml"
        mixed.write_text('bid = "standard"\nplay = "simple"\n', "utf-8")
        for who, among, mark in (
            ("standard", "standard", 1.3),
            ("standard", "simple", 0.8),
            (str(mixed), "standard", 2.8),
        ):
            entrants = [load_entrant(f"advise:{who}", 2000), load_entrant(who, 0)]
            contest = make_contest(4, (), "dealer", seed)
            outcome = hold(contest, entrants, load_entrant(among, 0), int(400 * scale), mapper=workers.map)
            cards = who if who == "standard" else "simple"
            what = f"bids by simulation, cards by {cards}, among {among}: gain a round"
            show(what, per_round(outcome.gain(0)), f"at least {mark}")


def search(workers: Workers, scale: float, seed: int) -> None:
    """A search of 60 deals for every card instead of `standard`'s own choice, in rounds of 2 to 15 cards."""
    for table, mark in (("standard", 3), ("people", 3), ("simple", 4)):
        searched, chosen = (
            [points or 0 for points in workers.map(partial(points_at, table, deals, seed), range(int(1200 * scale)))]
            for deals in (60, 0)
        )
        gains = np.array(searched, np.float64) - np.array(chosen)
        show(f"a search of 60 deals among {table}: gain a round", mean_of(gains), f"at least {mark}")


class Piece(NamedTuple):
    """Some rounds of one size, for one bidder beside others in the same seat."""

    table: str
    cards: int
    seat: int
    first: int
    rounds: int
    seed: int


def play_beside(piece: Piece, bidders: Sequence[str], bid: Callable[[str, Situation, int], int]) -> Ints:
    """The points of all seats, [round, bidder, seat]: each bidder alone in the seat on the same deals."""
    standard = load_policy("standard")
    entrants = [load_entrant(piece.table, 0), *(Entrant(name, standard, 1) for name in bidders)]
    seats = range(4)
    lineups = np.array([[row + 1 if q == piece.seat else 0 for q in seats] for row in range(len(bidders))], np.int64)

    def bidder(entrant: Entrant, situation: Situation, seed: int) -> int:
        return bid(entrant.name, situation, seed)

    contest = make_contest(4, (piece.cards,), "dealer", piece.seed)
    return points_of(play_lineups(contest, piece.cards, entrants, lineups, piece.first, piece.rounds, bidder))


def read_piece(piece: Piece) -> list[float]:
    """The gain of reading the bids heard over not reading them."""

    def bid(name: str, situation: Situation, seed: int) -> int:
        return advise(situation, deals=2000, inference=name == "with", seed=seed, threads=1).recommended

    points = play_beside(piece, ("with", "without"), bid)[:, :, piece.seat]
    return [float(gain) for gain in points[:, 0] - points[:, 1]]


def reading(workers: Workers, scale: float, seed: int) -> None:
    """Reading the bids heard, in the last seat with 8–12 cards."""
    for table, mark in (("standard", 0.7), ("people", 0.5), ("simple", -0.1)):
        work = [Piece(table, 8 + number % 5, 3, 5 * number, 5, seed) for number in range(int(400 * scale))]
        gains = [gain for part in workers.map(read_piece, work) for gain in part or ()]
        show(f"reading the bids heard, among {table}: gain a round", mean_of(np.array(gains)), f"at least {mark}")


def one_card_piece(piece: Piece) -> list[tuple[float, float]]:
    """Points of the advice over those of `standard`'s formula, and over always bidding 0 (1 where 0 is forbidden)."""

    def bid(name: str, situation: Situation, seed: int) -> int:
        if name == "zero":
            return int(my_forbidden_bid(situation) == 0)
        return advise(situation, seed=seed, threads=1).recommended if name == "advice" else formula.bid(situation)

    formula = Agent(seed=piece.seed)
    points = play_beside(piece, ("advice", "formula", "zero"), bid)[:, :, piece.seat]
    return [(float(row[0] - row[1]), float(row[0] - row[2])) for row in points]


def one_card(workers: Workers, scale: float, seed: int) -> None:
    """The round of one card, seats 2 to last."""
    for table in ("standard", "people", "simple"):
        work = [Piece(table, 1, 1 + number % 3, 25 * number, 25, seed) for number in range(int(240 * scale))]
        gains = np.array([gain for part in workers.map(one_card_piece, work) for gain in part or ()])
        for other, row in (("the formula", 0), ("always 0", 1)):
            show(f"one card, among {table}, advice over {other}: gain a round", mean_of(gains[:, row]), "at least 0")


def win_piece(piece: Piece) -> list[float]:
    """How much more often the game is won by bidding to win than for points, in last rounds with the scores close."""
    chance = random.Random(piece.seed * 1_000_003 + piece.first)
    gaps = [chance.choice((-1, 1)) * chance.randrange(10, 61) // 10 * 10 for _ in range(piece.rounds)]
    rivals = [[chance.randrange(0, 101) // 10 * 10 for _ in range(3)] for _ in range(piece.rounds)]
    scores = []
    for gap, others in zip(gaps, rivals, strict=True):
        mine = max(others) + gap
        scores.append([*others[: piece.seat], mine, *others[piece.seat :]])
    asked = {"points": 0, "win": 0}

    def bid(name: str, situation: Situation, seed: int) -> int:
        # Both bidders are asked about the rounds in their order.
        situation = replace(situation, scores=tuple(scores[asked[name] % piece.rounds]), rounds_left=0)
        asked[name] += 1
        return advise(situation, deals=2000, objective=name, seed=seed, threads=1).recommended

    totals = play_beside(piece, ("points", "win"), bid) + np.array(scores)[:, None]
    best = totals == totals.max(axis=2, keepdims=True)
    won = best[:, :, piece.seat] / best.sum(axis=2)
    return [100 * float(more) for more in won[:, 1] - won[:, 0]]


def win(workers: Workers, scale: float, seed: int) -> None:
    """Bids to win beside bids for points, in last rounds of four, 10 to 60 points before or behind the best rival."""
    work = [Piece("people", 15, number % 4, 5 * number, 5, seed) for number in range(int(200 * scale))]
    gains = [gain for part in workers.map(win_piece, work) for gain in part or ()]
    show("bids to win over bids for points, last round: games won in per cent", mean_of(np.array(gains)), "at least 5")


FIGURES: dict[str, Callable[[Workers, float, int], None]] = {
    "alike": alike,
    "wins": wins,
    "bids": bids,
    "search": search,
    "reading": reading,
    "one_card": one_card,
    "win": win,
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures", nargs="*", metavar="FIGURE", help=", ".join(FIGURES))
    parser.add_argument("--scale", type=float, default=1.0, help="how many rounds, as a multiple of the usual")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    with Workers() as workers:
        for figure in given.figures or FIGURES:
            FIGURES[figure](workers, given.scale, given.seed)


if __name__ == "__main__":
    main()
