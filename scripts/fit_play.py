"""Fit the numbers of a policy's play to the choices of a search: where `policy tune` then begins.

    python scripts/fit_play.py standard fitted.toml --positions 30000

Agents play rounds; in some positions a search says what each legal card is worth. The numbers are those with which the
policy's choices lose least by it. One look at a position costs far less than a round, and nothing is left to chance.
Needs the extra `tune`. The numbers are only a start: bids are not fitted, and nobody answers to the new play.
"""

import argparse
import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import cma
import numpy as np
from example_table import play_round

from wizard_advisor import Agent, Turn
from wizard_advisor.advice.card import CardRace
from wizard_advisor.advice.checks import check_threads
from wizard_advisor.advice.seats import seat_policies
from wizard_advisor.advice.setup import view_of
from wizard_advisor.lab.tune import from_point, to_point, tuned_numbers
from wizard_advisor.policy.card_choice import CardView, choose_card
from wizard_advisor.policy.files import format_policy, load_policy
from wizard_advisor.policy.mind import Mind
from wizard_advisor.simulate.jit import entry
from wizard_advisor.simulate.layout import CURVES, make_room

SHARE = 0.4  # of the choices that are looked at
SIMPLE_TABLES = 0.4  # of the rounds, with some `simple` players
VALIDATION = 0.2  # of the positions


class Positions(NamedTuple):
    """Turns as `choose_card` wants them, and what each card loses in points by a search."""

    views: Any  # int64 [position, number of `CardView`], without needs …
    needs: Any  # … int64 [position, player] …
    losses: Any  # float64 [position, card]

    def part(self, first: int, last: int) -> "Positions":
        return Positions(*(array[first:last] for array in self))


class Watched(Agent):
    """An agent some of whose turns are looked at."""

    found: list[tuple[CardView, dict[int, float]]]
    seats: list[str]
    looks: int  # deals a card
    chance: random.Random

    def play(self, turn: Turn) -> str:
        if turn.legal & (turn.legal - 1) and self.chance.random() < SHARE:
            self.found.append(self.look_at(turn))
        return super().play(turn)

    def look_at(self, turn: Turn) -> tuple[CardView, dict[int, float]]:
        others = self.seats[turn.seat :] + self.seats[: turn.seat - 1]
        policies = seat_policies(turn, self.policy, others)
        cards = CardRace(turn, policies, True, self.chance.randrange(2**31), check_threads(self.threads))
        cards.race.play(self.looks)  # as many deals for every card: halving would leave the worse ones uncertain
        return view_of(turn), {card: row.expected_score for row in cards.estimates() for card in (row.card, *row.same)}


def positions(policy: str, count: int, deals: int, seed: int) -> Positions:
    """Positions from rounds of all sizes and numbers of players."""
    chance = random.Random(seed)
    found: list[tuple[CardView, dict[int, float]]] = []
    while len(found) < count:
        players = chance.choice((3, 4, 4, 4, 5, 6))
        mixed = chance.random() < SIMPLE_TABLES
        seats = ["simple" if mixed and chance.random() < 0.5 else policy for _ in range(players)]
        watched = Watched(policy, seed=seed)
        watched.found, watched.looks, watched.chance = found, deals, chance
        watched.seats = ["simple" if name == "simple" else "people" for name in seats]
        agents = [Agent("simple") if name == "simple" else watched for name in seats]
        play_round(agents, chance.randint(2, 60 // players), chance.choice(("dealer", "none")), chance)
    losses = np.zeros((len(found), 64))
    for row, (_, worth) in zip(losses, found, strict=True):
        row[list(worth)] = max(worth.values()) - np.array(list(worth.values()))
    return Positions(
        views=np.array([[number for number in view if isinstance(number, int)] for view, _ in found], np.int64),
        needs=np.array([[*view.needs, *[0] * (6 - view.players)] for view, _ in found], np.int64),
        losses=losses,
    )


@entry
def points_lost(found: Positions, mind: Mind) -> float:
    """What the choices of a policy lose against the best card of each position, on average."""
    lost = 0.0
    for i in range(len(found.views)):
        hand, led, best, trump, players, seat, behind, bid, voids, seen = found.views[i]
        view = CardView(hand, led, best, trump, players, seat, behind, bid, found.needs[i], voids, seen)
        lost += found.losses[i, choose_card(mind, view, 0)]
    return lost / len(found.views)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("policy")
    parser.add_argument("output", type=Path)
    parser.add_argument("--positions", type=int, default=30000)
    parser.add_argument("--deals", type=int, default=200, help="deals a card of the search")
    parser.add_argument("--generations", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    start = load_policy(given.policy)
    tuned = tuned_numbers(start, ("play",))
    found = positions(given.policy, given.positions, given.deals, given.seed)
    cut = int(len(found.views) * (1 - VALIDATION))
    fitted, kept_apart = found.part(0, cut), found.part(cut, len(found.views))

    def loss(point: Any, part: Positions = fitted) -> float:
        row = np.array(from_point(start, tuned, point).row())
        return float(points_lost(part, Mind(row, CURVES, make_room().worths)))

    first = to_point(start, tuned)
    strategy = cma.CMAEvolutionStrategy(
        first, 0.05, {"bounds": [0, 1], "popsize": 24, "seed": given.seed + 1, "verbose": -9}
    )
    print(f"{len(found.views)} positions; points lost a choice before: {loss(first, kept_apart):.3f}", flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for generation in range(1, given.generations + 1):
            points = strategy.ask()
            strategy.tell(points, list(threads.map(loss, points)))
            if generation % 50 == 0:
                now = loss(strategy.result.xfavorite, kept_apart)
                print(f"generation {generation}: {now:.3f} on positions kept apart", flush=True)
    policy = from_point(start, tuned, strategy.result.xfavorite)
    given.output.write_text(format_policy(policy, f"{given.policy}, its play fitted to a search"), "utf-8")


if __name__ == "__main__":
    main()
