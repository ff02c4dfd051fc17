"""Answers made by hand, for tests of how an answer is shown."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from wizard_advisor.advice.results import Advice, BidEstimate
from wizard_advisor.notation import parse_situation

TRICKS = (0.05, 0.2, 0.4, 0.25, 0.09, 0.01)


def estimate(bid: int, score: float, gap: float, **other: Any) -> BidEstimate:
    """One bid of a hand of five, made with the chance that `TRICKS` says."""
    standard: dict[str, Any] = {
        "legal": True,
        "standard_error": 0.25,
        "probability_made": TRICKS[bid],
        "tricks": TRICKS,
        "deals": 12_000,
        "gap_standard_error": 0.3 if gap else 0.0,
        "dropped": False,
    }
    return BidEstimate(bid=bid, expected_score=score, gap=gap, **(standard | other))


def answer(line: str, bids: Sequence[BidEstimate], recommended: int, **other: Any) -> Advice:
    standard: dict[str, Any] = {
        "recommended_trump": None,
        "unrestricted": recommended,
        "clear": True,
        "exact": False,
        "deals": 12_000,
        "tries": 15_432,
        "stop": "clear",
        "policy": "standard",
        "opponents": ("people",) * 3,
        "inference": True,
        "seed": 42,
        "seconds": 0.4321,
    }
    return Advice(situation=parse_situation(line), bids=tuple(bids), recommended=recommended, **(standard | other))


CLEAR = answer(
    "4p up=7S seat=2 bids=1 : W AS KS 10H 3D",
    [
        estimate(0, -14.04, 39.56, deals=2_000, standard_error=0.41, gap_standard_error=0.46, dropped=True),
        estimate(1, 10.37, 15.15),
        estimate(2, 25.52, 0.0),
        estimate(3, 22.4, 3.12),
        estimate(4, 1.5, 24.02, deals=2_000, dropped=True),
        estimate(5, -12.25, 37.77, deals=2_000, dropped=True),
    ],
    2,
)
CLOSE = replace(
    CLEAR,
    clear=False,
    stop="limit",
    bids=(*CLEAR.bids[:3], estimate(3, 25.2, 0.32), *CLEAR.bids[4:]),
)
HOOK = answer(
    "4p up=N seat=4 bids=1,?,1 hook=dealer : R13 R12 G9 Y2 Z",
    [
        estimate(1, 10.37, 6.0),
        estimate(2, 16.37, 0.0),
        estimate(3, 22.4, -6.03, legal=False),
    ],
    2,
    unrestricted=3,
    inference=False,
    opponents=("simple", "random", "people"),
)
TIE = answer(
    "4p up=7S seat=1 : 3S",
    [
        estimate(0, 11.4156, 0.0376, standard_error=0.0, gap_standard_error=0.0, tricks=(0.57078, 0.42922)),
        estimate(1, 11.4532, 0.0, standard_error=0.0, gap_standard_error=0.0, tricks=(0.57078, 0.42922)),
    ],
    1,
    clear=False,
    exact=True,
    deals=0,
    tries=0,
    stop="exact",
)
NAMED = [
    answer(
        f"4p up=W:{letter} seat=4 : W AS KH 10H 3H",
        [estimate(1, score - 3, 3.0), estimate(2, score, 0.0), estimate(3, score - 5, 5.0)],
        2,
    )
    for letter, score in zip("SHDC", (20.0, 24.5, 12.0, 11.0), strict=True)
]
UNNAMED = replace(
    NAMED[1],
    situation=parse_situation("4p up=W seat=4 : W AS KH 10H 3H"),
    recommended_trump=1,
    trumps=tuple(NAMED),
)
TO_WIN = answer(
    "4p up=7S seat=4 bids=1,2,0 hook=dealer scores=20,50,-30,40 left=0 : W AS KS 10H 3D",
    [
        estimate(2, 31.4, -9.2, legal=False, win=0.28, win_standard_error=0.011, win_gap=0.03),
        estimate(3, 25.52, -3.3, win=0.22, win_standard_error=0.01, win_gap=0.09, win_gap_standard_error=0.012),
        estimate(4, 22.2, 0.0, win=0.31, win_standard_error=0.012, win_gap=0.0, win_gap_standard_error=0.0),
        estimate(5, -12.2, 34.4, win=0.3, win_standard_error=0.012, win_gap=0.01, win_gap_standard_error=0.009),
    ],
    4,
    unrestricted=2,
    clear=False,
    objective="win",
)
SAMPLES = {"clear": CLEAR, "close": CLOSE, "hook": HOOK, "tie": TIE, "unnamed": UNNAMED, "to_win": TO_WIN}
