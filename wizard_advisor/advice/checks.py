"""Checks of what callers ask for: a situation, a number of deals, a seed, threads."""

import os
from typing import Final

from ..cores import core_count
from ..errors import SituationError, echo
from ..situation import Situation
from ..turn import Turn
from ..values import is_whole
from .request import OnProgress
from .results import POINTS, WIN

MOST_DEALS: Final = 10**9
LARGEST_SEED: Final = 2**63 - 1


def check_situation(situation: Situation) -> None:
    """Raise SituationError for what is no situation before my bid."""
    if not isinstance(situation, Situation) or isinstance(situation, Turn):
        raise SituationError(f"situation: expected a Situation, before your bid: found {echo(situation)}")


def check_turn(turn: Turn) -> None:
    """Raise SituationError for what is no turn to play a card."""
    if not isinstance(turn, Turn):
        raise SituationError(f"turn: expected a Turn: found {echo(turn)}")


def check_deals(deals: int | str) -> int | None:
    """A number of deals; None for "auto". SituationError for anything else."""
    if isinstance(deals, str) and deals == "auto":  # an array is equal to nothing, and says so in an array
        return None
    if not isinstance(deals, str) and is_whole(deals) and 0 < deals <= MOST_DEALS:
        return int(deals)
    raise SituationError(f"deals: expected a whole number from 1 to {MOST_DEALS} or auto: found {echo(deals)}")


def check_goal(objective: str | None) -> str | None:
    """What a choice is to be best at, None if that follows from the situation; SituationError for anything else."""
    if objective is None or (isinstance(objective, str) and objective in (POINTS, WIN)):  # an array is equal to nothing
        return objective
    raise SituationError(f"objective: expected {POINTS} or {WIN}: found {echo(objective)}")


def check_objective(objective: str | None, situation: Situation) -> str:
    """What the recommended choice is to be best at: by default to win if the scores are known, else points.

    SituationError for anything but "points" and "win", and for "win" without scores.
    """
    goal = check_goal(objective) or (WIN if situation.scores else POINTS)
    if goal == WIN and not situation.scores:
        raise SituationError("objective: expected the scores of all players, to win: found none")
    return goal


def check_inference(inference: bool) -> bool:
    """Whether bids tell about hands; SituationError for anything but True or False."""
    if isinstance(inference, bool):
        return inference
    raise SituationError(f"inference: expected True or False: found {echo(inference)}")


def check_progress(progress: OnProgress | None) -> OnProgress | None:
    """What is called after every batch of deals; SituationError for what cannot be called."""
    if progress is None or callable(progress):
        return progress
    raise SituationError(f"progress: expected a function of two numbers: found {echo(progress)}")


def check_threads(threads: int | None) -> int:
    """How many threads to use, all cores if None; SituationError for anything that is no number of threads."""
    if threads is None:
        return core_count()
    if is_whole(threads) and threads > 0:
        return int(threads)
    raise SituationError(f"threads: expected a whole number from 1: found {echo(threads)}")


def drawn_seed() -> int:
    """A seed by chance, below 2³²."""
    return int.from_bytes(os.urandom(4), "big")


def check_seed(seed: int) -> int:
    """A seed that can be used; SituationError for anything else."""
    if is_whole(seed) and 0 <= seed <= LARGEST_SEED:
        return int(seed)
    raise SituationError(f"seed: expected a whole number from 0 to {LARGEST_SEED}: found {echo(seed)}")
