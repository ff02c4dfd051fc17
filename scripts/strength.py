"""How strong are the policies and the advice? Every figure of the README's "How good is it?", measured again.

python scripts/strength.py            # all of it: about an hour on two cores
python scripts/strength.py alike wins # some of it
"""

import argparse
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from example_table import play_round

from wizard_advisor import Agent
from wizard_advisor.advice.bid import advise
from wizard_advisor.lab.contest import (
    Entrant,
    Mean,
    hold,
    load_entrant,
    make_contest,
    mean_of,
    per_round,
    play_lineups,
    score_all,
)
from wizard_advisor.policy.files import load_policy
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
    """Bids by simulation beside bids by formula, at a table of `standard`."""
    with TemporaryDirectory() as folder:
        mixed = Path(folder) / "mixed.toml"
        mixed.write_text('bid = "standard"\nplay = "simple"\n', "utf-8")
        for who, mark in (("standard", 2), (str(mixed), 1.5)):
            entrants = [load_entrant(f"advise:{who}", 2000), load_entrant(who, 0)]
            field = load_entrant("standard", 0)
            contest = make_contest(4, (), "dealer", seed)
            outcome = hold(contest, entrants, field, int(400 * scale), mapper=workers.map)
            cards = "simple" if who != "standard" else who
            show(f"bids by simulation, cards by {cards}: gain a round", per_round(outcome.gain(0)), f"at least {mark}")


def search(workers: Workers, scale: float, seed: int) -> None:
    """A flat search of 60 deals for every card, on top of `standard`, in whole rounds of all sizes."""
    gains = []
    for number in range(int(1200 * scale)):
        cards = 2 + number % 14
        seat = number // 14 % 4
        points = []
        for agent in (Agent(search=60, seed=seed, threads=1), Agent(seed=seed)):
            agents = [agent if q == seat else Agent(seed=seed) for q in range(4)]
            points.append(play_round(agents, cards, "dealer", random.Random(seed * 1_000_003 + number))[seat])
        gains.append(float(points[0] - points[1]))
    show("a flat search of 60 deals on top of standard: gain a round", mean_of(np.array(gains)), "at most 2.5")


def infer_piece(piece: tuple[str, int, int, int]) -> list[float]:
    """The gain of reading the bids heard, in the last seat, over not reading them, for some rounds."""
    field, cards, first, seed = piece
    entrants = [
        load_entrant(field, 0),
        Entrant("with", load_policy("standard"), 2000),
        Entrant("without", load_policy("standard"), 2000),
    ]

    def bidder(entrant: Entrant, situation: Situation, seed: int) -> int:
        reads = entrant.name == "with"
        return advise(
            situation, deals=entrant.deals, policy=entrant.policy, inference=reads, seed=seed, threads=1
        ).recommended

    lineups = np.array([[0, 0, 0, 1], [0, 0, 0, 2]], np.int64)
    records = play_lineups(make_contest(4, (cards,), "dealer", seed), cards, entrants, lineups, first, 5, bidder)
    points = score_all(records.bids, records.taken)[:, :, 3]
    return [float(gain) for gain in points[:, 0] - points[:, 1]]


def inference(workers: Workers, scale: float, seed: int) -> None:
    """Reading the bids heard, in the last seat with 8–12 cards."""
    for field, mark in (("standard", 0.5), ("simple", -0.2)):
        work = [(field, 8 + number % 5, 5 * number, seed) for number in range(int(600 * scale))]
        gains = [gain for part in workers.map(infer_piece, work) for gain in part or ()]
        show(f"reading the bids heard, among {field}: gain a round", mean_of(np.array(gains)), f"at least {mark}")


FIGURES: dict[str, Callable[[Workers, float, int], None]] = {
    "alike": alike,
    "wins": wins,
    "bids": bids,
    "search": search,
    "inference": inference,
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
