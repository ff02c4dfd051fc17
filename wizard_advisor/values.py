"""What callers give, as values of Python or of numpy."""

import contextlib
from collections.abc import Mapping
from numbers import Integral
from typing import Any

from .errors import SituationError, echo


def is_whole(value: object) -> bool:
    """Whether something is a whole number, of Python or of numpy."""
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))


def listed(field: str, values: Any) -> tuple[Any, ...]:
    """Values in their order; SituationError for what has none."""
    if not isinstance(values, str | bytes | Mapping | set | frozenset):
        with contextlib.suppress(TypeError):
            return tuple(values)
    raise SituationError(f"{field}: expected a tuple: found {echo(values)}")


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "card"), counted(12345, "row")
    ('1 card', '12,345 rows')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
