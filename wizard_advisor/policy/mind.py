"""How one player decides: the numbers of a policy, and a choice among worths that may slip."""

from typing import Final, NamedTuple

from .curves import decay

SCRATCH: Final = 128  # numbers that a choice needs room for
NEVER: Final = -1.0e9  # the worth of what may not be chosen


class Mind(NamedTuple):
    """How one player decides: the numbers of a policy, and what is needed to compute with them."""

    numbers: list[float]  # one policy as a row, columns named in `parameters`
    curves: list[float]  # see `curves.build`
    worths: list[float]  # room for `SCRATCH` numbers


def best_of(worths: list[float], count: int) -> int:
    """The first index below `count` of the highest worth."""
    best = 0
    for i in range(1, count):
        if worths[i] > worths[best]:
            best = i
    return best


def slip_weights(mind: Mind, count: int, slip: float) -> float:
    """Replace each worth by exp((worth − best) / slip) and return their sum."""
    worths = mind.worths
    top = worths[best_of(worths, count)]
    total = 0.0
    for i in range(count):
        weight = decay(mind.curves, (top - worths[i]) / slip)
        worths[i] = weight
        total += weight
    return total


def slipping_choice(mind: Mind, count: int, slip: float, u: int) -> int:
    """An index below `count`: the best, or with a slip each with weight exp(worth / slip)."""
    if slip <= 0.0:
        return best_of(mind.worths, count)
    left = slip_weights(mind, count, slip) * u / 4294967296.0
    for i in range(count):
        left -= mind.worths[i]
        if left < 0.0:
            return i
    return best_of(mind.worths, count)
