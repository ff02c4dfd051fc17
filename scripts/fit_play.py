"""Fit the numbers of a policy's play to the choices of a search: where `policy tune` then begins.

    python scripts/fit_play.py standard fitted.toml --positions 9000

Agents play rounds; in some positions a search says what each legal card is worth. The numbers are those with which the
policy's choices lose least by it. One look at a position costs far less than a round, and nothing is left to chance.
Needs the extra `tune`. The numbers are only a start: they are fitted to one kind of table.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cma
import numpy as np
from example_table import play_round

from wizard_advisor import Agent, Turn
from wizard_advisor.choose import CardView, Mind, choose_card
from wizard_advisor.play import search, view_of
from wizard_advisor.policy import format_policy, load_policy
from wizard_advisor.simulate._jit import entry
from wizard_advisor.simulate.setting import TABLES, make_room
from wizard_advisor.tune import from_point, to_point, tuned_numbers

SHARE = 0.3  # of the choices that are looked at
SIMPLE_TABLES = 0.25  # of the rounds, with some `simple` players
VALIDATION = 0.2  # of the positions

choose = entry(choose_card)
room = make_room()


class Position(NamedTuple):
    """A turn as `choose_card` wants it, and what each card is worth in points by a search."""

    view: CardView
    worth: dict[int, float]


class Watched(Agent):
    """An agent some of whose turns are looked at."""

    found: list[Position]
    deals: int
    chance: random.Random

    def play(self, turn: Turn) -> str:
        if turn.legal & (turn.legal - 1) and self.chance.random() < SHARE:
            self.found.append(look_at(turn, self.deals, self.chance.randrange(2**31)))
        return super().play(turn)


def look_at(turn: Turn, deals: int, seed: int) -> Position:
    hint = search(turn, deals=deals, seed=seed)
    worth = {card: row.expected_score for row in hint.cards for card in (row.card, *row.same)}
    return Position(view_of(turn), worth)


def positions(policy: str, count: int, deals: int, seed: int) -> list[Position]:
    """Positions from rounds of all sizes and numbers of players."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        players = chance.choice((3, 4, 4, 4, 5, 6))
        watched = Watched(policy, seed=seed)
        watched.found, watched.deals, watched.chance = found, deals, chance
        mixed = chance.random() < SIMPLE_TABLES
        agents = [Agent("simple") if mixed and chance.random() < 0.5 else watched for _ in range(players)]
        play_round(agents, chance.randint(2, 60 // players), chance.choice(("dealer", "none")), chance)
    return found


def regrets(row: np.ndarray, found: list[Position]) -> Iterator[float]:
    """What the choices of a policy lose against the best card of each position, in points."""
    for position in found:
        card = choose(Mind(row, TABLES, room.worths), position.view, 0)
        yield max(position.worth.values()) - position.worth[int(card)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("policy")
    parser.add_argument("output", type=Path)
    parser.add_argument("--positions", type=int, default=9000)
    parser.add_argument("--deals", type=int, default=150, help="deals a card of the search")
    parser.add_argument("--generations", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    start = load_policy(given.policy)
    tuned = tuned_numbers(start, ("play",))
    found = positions(given.policy, given.positions, given.deals, given.seed)
    cut = int(len(found) * (1 - VALIDATION))

    def loss(point: np.ndarray, part: list[Position]) -> float:
        return float(np.mean(list(regrets(np.array(from_point(start, tuned, point).row()), part))))

    strategy = cma.CMAEvolutionStrategy(
        to_point(start, tuned), 0.1, {"bounds": [0, 1], "popsize": 24, "seed": given.seed + 1, "verbose": -9}
    )
    first = to_point(start, tuned)
    print(f"{len(found)} positions; points lost a choice before: {loss(first, found[cut:]):.3f}")
    for generation in range(1, given.generations + 1):
        points = strategy.ask()
        strategy.tell(points, [loss(point, found[:cut]) for point in points])
        if generation % 25 == 0:
            now = loss(strategy.result.xfavorite, found[cut:])
            print(f"generation {generation}: {now:.3f} on positions kept apart", flush=True)
    fitted = from_point(start, tuned, strategy.result.xfavorite)
    given.output.write_text(format_policy(fitted, f"{given.policy}, its play fitted to a search"), "utf-8")


if __name__ == "__main__":
    main()
