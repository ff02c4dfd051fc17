"""Whether things happened about as often as they should have."""

import math
from collections import Counter
from typing import Any


def assert_likely(found: Counter[Any], weights: dict[Any, float]) -> None:
    """Each as often as its weight says, and nothing that has none.

    Chi-square within five standard deviations; what is rare is taken together.
    """
    total = sum(weights.values())
    chances = {key: weight / total for key, weight in weights.items() if weight > 0}
    assert set(found) <= set(chances)
    deals = sum(found.values())
    often = {key: chance for key, chance in chances.items() if deals * chance >= 5}
    cells = [(found[key], deals * chance) for key, chance in often.items()]
    cells.append((deals - sum(count for count, _ in cells), max(deals * (1 - sum(often.values())), 1e-9)))
    square = sum((count - expected) ** 2 / expected for count, expected in cells)
    assert square < len(cells) + 5 * math.sqrt(2 * len(cells)) + 5, (square, len(cells))
