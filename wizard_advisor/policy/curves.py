"""Tables of the few curves that policies need, so that a choice costs look-ups and is the same on every machine."""

import math
from typing import Final

LOGISTIC_RANGE: Final = 8.0
LOGISTIC_STEPS: Final = 64  # per unit; read at the nearest step
NORMAL_RANGE: Final = 6.0
NORMAL_STEPS: Final = 64  # per unit; read at the nearest step
DECAY_RANGE: Final = 16.0
DECAY_STEPS: Final = 64

_LOGISTIC_SIZE = int(2 * LOGISTIC_RANGE * LOGISTIC_STEPS) + 1
_NORMAL_SIZE = int(2 * NORMAL_RANGE * NORMAL_STEPS) + 1
_DECAY_SIZE = int(DECAY_RANGE * DECAY_STEPS) + 1
NORMAL: Final = _LOGISTIC_SIZE
DISTANCE: Final = NORMAL + _NORMAL_SIZE
DECAY: Final = DISTANCE + _NORMAL_SIZE


def build() -> list[float]:
    """All curves end to end: logistic, normal distribution, mean distance of a normal from a point, exp(−x)."""
    values = [1 / (1 + math.exp(LOGISTIC_RANGE - i / LOGISTIC_STEPS)) for i in range(_LOGISTIC_SIZE)]
    points = [i / NORMAL_STEPS - NORMAL_RANGE for i in range(_NORMAL_SIZE)]
    values += [_cdf(z) for z in points]
    values += [2 * math.exp(-z * z / 2) / math.sqrt(2 * math.pi) + z * (2 * _cdf(z) - 1) for z in points]
    values += [math.exp(-i / DECAY_STEPS) for i in range(_DECAY_SIZE)]
    return values


def _cdf(z: float) -> float:
    return 0.5 * math.erfc(-z / math.sqrt(2))


def logistic(curves: list[float], x: float) -> float:
    """1 / (1 + e⁻ˣ), held at its value for ±8 outside that range."""
    x = min(max(x, -LOGISTIC_RANGE), LOGISTIC_RANGE)
    return curves[int((x + LOGISTIC_RANGE) * LOGISTIC_STEPS + 0.5)]


def normal(curves: list[float], z: float) -> float:
    """The standard normal distribution function."""
    if z <= -NORMAL_RANGE:
        return 0.0
    if z >= NORMAL_RANGE:
        return 1.0
    return curves[NORMAL + int((z + NORMAL_RANGE) * NORMAL_STEPS + 0.5)]


def distance(curves: list[float], z: float) -> float:
    """The mean of |Z − z| for a standard normal Z: 2φ(z) + z(2Φ(z) − 1)."""
    if abs(z) >= NORMAL_RANGE:
        return abs(z)
    return curves[DISTANCE + int((z + NORMAL_RANGE) * NORMAL_STEPS + 0.5)]


def decay(curves: list[float], x: float) -> float:
    """exp(−x) for x ≥ 0, read at the nearest 1/64; 0 beyond 16."""
    return curves[DECAY + int(x * DECAY_STEPS + 0.5)] if x < DECAY_RANGE else 0.0
