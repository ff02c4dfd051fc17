"""Improve a policy's numbers: CMA-ES on common deals against opponents that grow with it, stoppable at any time.

A tuning is its plan and the scores it has seen: the checkpoint holds just these, and resuming hands the old scores to a
new tuning from the same seed before it goes on. So an interrupted tuning ends as an unbroken one would.
"""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from ..cards import PACK_SIZE
from ..disk import write_whole
from ..errors import WizardError, echo
from ..policy.files import Half, Players, Policy, PolicyError, load_players, load_policy, parameters_of
from ..policy.parameters import NOT_TUNED, Parameter
from ..simulate.layout import Floats
from ..simulate.rounds import play_rounds
from ..simulate.rounds import points_of as round_points
from ..situation import HOOKS
from ..workers import Mapper
from .contest import Mean, mean_of


class TuneError(WizardError):
    """A tuning that cannot be made or continued."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a tuning depends on.

    start: the policy to begin with. halves: what is tuned, "bid", "play" or both. against: policies that are always
    among the opponents. players: at tables of how many. rounds: per table, opponent and candidate. size: candidates a
    generation. step: the first of CMA-ES, in per cent of each number's range; small where the start is good.
    """

    start: str
    halves: tuple[str, ...] = ("bid", "play")
    against: tuple[str, ...] = ("simple",)
    players: tuple[int, ...] = (3, 4, 5, 6)
    hook: str = "dealer"
    rounds: int = 600
    generations: int = 100
    size: int = 16
    step: int = 6
    seed: int = 0

    def __post_init__(self) -> None:
        for players in self.players:
            if not 3 <= players <= 6:
                raise TuneError(f"players: expected tables of 3 to 6: found {players}")

    def options(self) -> list[str]:
        """The options of `policy tune` that repeat the tuning."""
        half = self.halves[0] if len(self.halves) == 1 else "both"
        return [
            *("--half", half, "--against", ",".join(self.against), "--players", ",".join(map(str, self.players))),
            *("--hook", self.hook, "--generations", str(self.generations), "--size", str(self.size)),
            *("--step", str(self.step), "--rounds", str(self.rounds), "--seed", str(self.seed)),
        ]


# Candidates and their scores


class Table(NamedTuple):
    """A table of players, each of whom gets so many cards."""

    players: int
    cards: int


SIZES: Final = 5  # numbers of cards that each number of players is tried with


def tables_of(plan: Plan) -> tuple[Table, ...]:
    """The tables a candidate is tried at: every number of players with a few numbers of cards up to the last round.

    >>> [table.cards for table in tables_of(Plan("standard", players=(6,)))]
    [2, 4, 6, 8, 10]
    """
    return tuple(
        Table(players, cards)
        for players in plan.players
        for cards in sorted({max(1, PACK_SIZE // players * i // SIZES) for i in range(1, SIZES + 1)})
    )


class Candidate(NamedTuple):
    """A policy to be scored: a piece of work for one process."""

    policy: Policy
    opponents: list[Players]
    tables: tuple[Table, ...]
    hook: str
    rounds: int
    seed: int


def score_candidate(candidate: Candidate) -> float:
    """The candidate's mean points a round, alone at tables of each opponent, in every seat."""
    setting = (candidate.hook, candidate.rounds, candidate.seed)
    games = product(candidate.opponents, candidate.tables)
    return float(np.mean([points_of(candidate.policy, opponent, table, *setting).mean() for opponent, table in games]))


def points_of(policy: Policy, opponent: Players, table: Table, hook: str, rounds: int, seed: int) -> Floats:
    """A policy's points in each round alone at one table; the deals depend on the seed alone."""
    deals = math.ceil(rounds / table.players)
    points = []
    for seat in range(table.players):
        lineup = np.array([[int(q == seat) for q in range(table.players)]], np.int64)
        records = play_rounds(
            table.cards,
            [opponent, policy],
            lineup,
            hook=HOOKS.index(hook),
            seed=seed,
            first=seat * deals,
            deals=deals,
        )
        points.append(round_points(records)[:, 0, seat])
    return np.concatenate(points).astype(np.float64)


# Numbers as a point in a box


def tuned_numbers(policy: Policy, halves: Sequence[str]) -> list[tuple[str, int, Parameter]]:
    """What is tuned: half, place and description of every number but those that are for play-outs only."""
    found = [
        (half, place, number)
        for half in halves
        for place, number in enumerate(parameters_of(half, policy.half(half).form))
        if number.name not in NOT_TUNED
    ]
    if not found:
        raise PolicyError(f"policy {policy.name!r}: expected numbers to tune: its form has none")
    return found


def to_point(policy: Policy, tuned: Sequence[tuple[str, int, Parameter]]) -> Floats:
    """A policy's numbers as shares, 0–1, of their ranges."""
    return np.array([(policy.half(half).numbers[i] - n.low) / (n.high - n.low) for half, i, n in tuned])


def from_point(policy: Policy, tuned: Sequence[tuple[str, int, Parameter]], point: Floats) -> Policy:
    """The policy with the tuned numbers replaced; the rest stays."""
    numbers = {"bid": list(policy.bid.numbers), "play": list(policy.play.numbers)}
    for (half, place, number), share in zip(tuned, point, strict=True):
        value = number.low + min(max(float(share), 0.0), 1.0) * (number.high - number.low)
        numbers[half][place] = min(max(round(value, 4), number.low), number.high)
    return Policy(
        policy.name,
        Half(policy.bid.form, tuple(numbers["bid"])),
        Half(policy.play.form, tuple(numbers["play"])),
    )


# The tuning


class Generation(NamedTuple):
    """How far a tuning is: the generation's number, its best and mean score in points a round, the policy now."""

    number: int
    best: float
    mean: float
    policy: Policy


def evolve(plan: Plan, mapper: Mapper[Candidate, float], checkpoint: Path, resume: bool) -> Iterator[Generation]:
    """The generations of a tuning, each on disk in `checkpoint` before it is given out.

    mapper: scores the candidates in their order, perhaps in parallel. Raises at once, TuneError when `resume` finds
    nothing that belongs to this plan, PolicyError for policies that cannot be used.
    """
    try:
        import cma  # noqa: F401
    except ImportError:
        raise TuneError("tune: expected cma, the extra tune: pip install 'wizard-advisor[tune]'") from None

    start = load_policy(plan.start)
    always = [load_players(name) for name in plan.against]
    tuned = tuned_numbers(start, plan.halves)
    scores = read_checkpoint(checkpoint, plan) if resume else []
    return _generations(plan, mapper, checkpoint, start, always, tuned, scores)


MILESTONE: Final = 10  # generations after which the present policy joins the opponents
MOST_MILESTONES: Final = 8  # that are kept as opponents


def _generations(
    plan: Plan,
    mapper: Mapper[Candidate, float],
    checkpoint: Path,
    start: Policy,
    always: Sequence[Players],
    tuned: Sequence[tuple[str, int, Parameter]],
    scores: list[list[float]],
) -> Iterator[Generation]:
    """The generations, the first of which have these scores already."""
    strategy = _strategy(plan, to_point(start, tuned))
    milestones = [start]
    for number in range(1, plan.generations + 1):
        points = strategy.ask()
        if number > len(scores):
            now = from_point(start, tuned, strategy.result.xfavorite) if number > 1 else start
            opponents = [milestones[-1], milestones[number % len(milestones)], with_slips(now), *always]
            candidates = [
                Candidate(
                    from_point(start, tuned, point),
                    opponents,
                    tables_of(plan),
                    plan.hook,
                    math.ceil(plan.rounds / len(opponents)),
                    plan.seed * 1_000_003 + number,
                )
                for point in points
            ]
            scores.append([score for score in mapper(score_candidate, candidates) if score is not None])
            write_checkpoint(checkpoint, plan, scores)
        latest = scores[number - 1]
        strategy.tell(points, [-score for score in latest])
        policy = from_point(start, tuned, strategy.result.xfavorite)
        if number % MILESTONE == 0:
            milestones = [*milestones, policy][-MOST_MILESTONES:]
        yield Generation(number, max(latest), sum(latest) / len(latest), policy)


def _strategy(plan: Plan, point: Floats) -> Any:
    """The optimizer, with random numbers of our own, which repeat."""
    import cma

    generator = np.random.default_rng(plan.seed)
    options = {
        "popsize": plan.size,
        "bounds": [0, 1],
        "seed": np.nan,  # "do nothing": the draws are ours
        "randn": lambda *shape: generator.standard_normal(shape),
        "verbose": -9,
    }
    return cma.CMAEvolutionStrategy(point, plan.step / 100, options)


SLIPS: Final = (3.0, 2.0)  # in points, bidding and playing, of those opponents that slip


def with_slips(policy: Policy) -> Policy:
    """The same player, who slips: the opponents must not be machines only."""
    halves = []
    for half, slip in zip((policy.bid, policy.play), SLIPS, strict=True):
        halves.append(Half(half.form, (slip, *half.numbers[1:]) if half.numbers else ()))
    return Policy(policy.name, *halves)


# The checkpoint


def read_seed(file: Path) -> int:
    """The seed of a former run; TuneError if there is none."""
    seed: int = _read_former(file)[0]["seed"]
    return seed


def read_checkpoint(file: Path, plan: Plan) -> list[list[float]]:
    """The scores that a former run of this plan has seen; TuneError if there are none."""
    found, scores = _read_former(file)
    wanted = json.loads(json.dumps(asdict(plan)))
    for key, value in wanted.items():
        # More generations than before are welcome.
        if key != "generations" and found.get(key) != value:
            raise TuneError(f"resume: {str(file)!r} was made with {key} {echo(found.get(key))}: found {value!r} now")
    return scores


def _read_former(file: Path) -> tuple[dict[str, Any], list[list[float]]]:
    """The plan and the scores of a former run, of each generation as many as it had candidates."""
    try:
        content = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise TuneError(f"resume: expected the checkpoint of a former run: there is no {str(file)!r}") from None
    except (OSError, ValueError, RecursionError):
        content = None
    try:
        plan, scores = content["plan"], [list(map(float, generation)) for generation in content["scores"]]
        whole = type(plan["seed"]) is int and all(len(generation) == plan["size"] for generation in scores)
        if not whole or not np.isfinite(scores).all():
            raise ValueError
    except (TypeError, KeyError, ValueError):
        raise TuneError(f"resume: expected a checkpoint of `policy tune`: {str(file)!r} is not one") from None
    return plan, scores


def write_checkpoint(file: Path, plan: Plan, scores: Sequence[Sequence[float]]) -> None:
    """Put the scores on disk so that a kill at any moment leaves the old file or the new one."""
    write_whole(file, json.dumps({"plan": asdict(plan), "scores": scores}))


# What was gained

SURE: Final = 2.0  # standard errors; a smaller gain may be chance
CHECK_ROUNDS: Final = 4_000  # at each table, of the points before and after


class Gains(NamedTuple):
    """What a tuning gained, in points a round on deals that it has not seen.

    at: points before and after, and the gain, at tables of each opponent, the start first. all: the gain at all of
    these tables together.
    """

    at: dict[str, tuple[Mean, Mean, Mean]]
    all: Mean


def gains(plan: Plan, policy: Policy) -> Gains:
    """What a policy gains on the start of its tuning."""
    at, differences = {}, []
    for opponent in dict.fromkeys((plan.start, *plan.against)):
        before, after = (fresh_points(plan, who, opponent) for who in (load_policy(plan.start), policy))
        at[opponent] = mean_of(before), mean_of(after), mean_of(after - before)
        differences.append(after - before)
    # The deals are the same with all opponents, so only the means of a round over them are independent.
    return Gains(at, mean_of(np.mean(differences, axis=0)))


def fresh_points(plan: Plan, policy: Policy, opponent: str) -> Floats:
    """A policy's points in each round at tables of an opponent, on deals that the tuning has not seen."""
    other, seed = load_players(opponent), plan.seed * 1_000_003 - 1
    tables = tables_of(plan)
    return np.concatenate([points_of(policy, other, table, plan.hook, CHECK_ROUNDS, seed) for table in tables])


def better_of(plan: Plan, tuned: Policy, found: Gains) -> tuple[Policy, str, str]:
    """The better of the start and the tuned policy on fresh deals, what it is about, and a sentence with the gain."""
    figure = f"{found.all.mean:.2f} +- {found.all.error:.2f} points a round on fresh deals"
    if found.all.mean > 0.0:
        doubt = "" if found.all.mean > SURE * found.all.error else ", which may be chance"
        return tuned, f"{plan.start}, tuned", f"Tuning gained {figure}{doubt}."
    about = f"{plan.start}, unchanged: tuning found nothing better"
    return load_policy(plan.start), about, f"Tuning gained {figure}: this is {plan.start}, unchanged."


def describe(plan: Plan, last: Generation, command: str, found: Gains) -> str:
    """How a policy was made and what it gains, for the head of its file."""
    lines = [
        f"Made by: {command}",
        f"CMA-ES from {plan.start}, {last.number} generations of {plan.size}, seed {plan.seed}, "
        f"{plan.rounds} rounds a table, tables of {', '.join(map(str, plan.players))} players, hook {plan.hook}.",
        f"Opponents: its own milestones, as they are and slipping by {SLIPS[0]:g} and {SLIPS[1]:g} points, "
        f"{', '.join(plan.against)}.",
    ]
    for opponent, (before, after, more) in found.at.items():
        lines.append(
            f"Points a round on fresh deals against {opponent}: {before.mean:.2f} before, {after.mean:.2f} after, "
            f"gain {more.mean:.2f} +- {more.error:.2f}."
        )
    return "\n".join(lines)
