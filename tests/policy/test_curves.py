"""The curves read from curves are the curves, to half a step of the table."""

import math
from statistics import NormalDist

from hypothesis import given
from hypothesis import strategies as st

from wizard_advisor.policy.curves import (
    DECAY_STEPS,
    LOGISTIC_STEPS,
    NORMAL_STEPS,
    build,
    decay,
    distance,
    logistic,
    normal,
)

CURVES = build()
EXACT = NormalDist()
anything = st.floats(-40, 40)


@given(anything)
def test_logistic(x: float) -> None:
    held = min(max(x, -8.0), 8.0)
    assert abs(logistic(CURVES, x) - 1 / (1 + math.exp(-held))) <= 0.25 / 2 / LOGISTIC_STEPS  # its slope is at most ¼


@given(anything)
def test_normal(z: float) -> None:
    assert abs(normal(CURVES, z) - EXACT.cdf(z)) <= 0.4 / 2 / NORMAL_STEPS


@given(anything)
def test_distance(z: float) -> None:
    exact = 2 * EXACT.pdf(z) + z * (2 * EXACT.cdf(z) - 1)
    assert abs(distance(CURVES, z) - exact) <= 1.0001 / 2 / NORMAL_STEPS


@given(st.floats(0, 40))
def test_decay(x: float) -> None:
    assert abs(decay(CURVES, x) - math.exp(-x)) <= 1.0001 / 2 / DECAY_STEPS
