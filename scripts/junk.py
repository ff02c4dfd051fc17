"""Values for `fuzz.py` to call the package with: what nobody expects, and what comes near to what is expected."""

import random
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

import numpy as np

from wizard_advisor import Situation
from wizard_advisor.policy.files import BUILT_IN, load_players


class Multiline:
    """Shows itself in several lines, as arrays and tables do."""

    def __repr__(self) -> str:
        return "a table\n  of\x1b[31m lines\u2028" * 3


class Hostile:
    """Raises an error whatever it is asked."""

    def _refuse(self, *_: object) -> Any:
        raise ValueError("the truth of this is ambiguous")

    __repr__ = __bool__ = __len__ = __iter__ = __eq__ = __hash__ = __int__ = __index__ = __float__ = _refuse


class Text(str):
    """A str that shows itself in another way, as numpy's does."""

    def __repr__(self) -> str:
        return f"Text(\n{str(self)!r})"


LETTERS: Final = "AKQJTWNZshdcRGBY0123456789 ,:/=?#.-+_[]{}\"'\n\t\0\u2660\u2665\ufe0f\ud800\u0660\u212a"
WORDS: Final = ("4p", "up=", "seat=", "bids=", "hook=dealer", "hidden-bids", "trick=", "played=", "tricks=", "auto")


class Junk:
    """Values that nobody expects, and such as come near to what is expected."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.makers: tuple[Callable[[], Any], ...] = (
            lambda: None,
            lambda: chance.choice((True, False)),
            lambda: chance.randint(-2, 7),
            lambda: chance.choice((-1, 1)) * chance.getrandbits(chance.choice((6, 31, 32, 60, 63, 64, 65, 200))),
            lambda: 10**5000,
            lambda: chance.choice((0.5, 2.0, -0.0, 1e300, float("nan"), float("inf"))),
            lambda: chance.choice((1j, Decimal("2"), Fraction(7, 2), b"AS", bytearray(b"2"), range(3), Ellipsis)),
            self.text,
            lambda: Text(self.text()),
            lambda: [self.value() for _ in range(chance.randint(0, 6))],
            lambda: tuple(chance.randint(0, 3) for _ in range(chance.randint(0, 6))),
            lambda: {self.text(): self.value()},
            lambda: {chance.randint(0, 5), self.text()},
            lambda: (self.value() for _ in range(chance.randint(0, 3))),
            lambda: chance.choice((np.int8, np.uint8, np.int64, np.uint64, np.float64, np.bool_))(chance.randint(0, 4)),
            lambda: np.str_(self.text()),
            lambda: np.arange(chance.randint(0, 5)),
            lambda: np.zeros(chance.choice(((), (0,), (2, 2), (30, 30)))),
            lambda: np.array([None, self.text()], object),
            lambda: np.datetime64("nat"),
            Multiline,
            Hostile,
            object,
            lambda: chance.choice((int, print, Situation, np, self.text)),
            lambda: load_players(chance.choice(BUILT_IN)),
        )

    def value(self) -> Any:
        return self.chance.choice(self.makers)()

    def text(self) -> str:
        length = self.chance.choice((0, 1, 2, 3, 8, 50, 2000 if self.chance.random() < 0.05 else 4))
        return "".join(self.chance.choice(LETTERS) for _ in range(length))

    def mutated(self, text: str) -> str:
        """A text with a few pieces changed, doubled, moved or left out."""
        for _ in range(self.chance.choice((0, 1, 1, 1, 2, 3, 8))):
            start, end = sorted(self.chance.randint(0, len(text)) for _ in "12")
            middle = self.chance.choice(("", self.text(), text[start:end] * 2, self.chance.choice(WORDS), text[end:]))
            text = text[:start] + middle + text[self.chance.choice((start, end)) :]
        return text

    def plain(self) -> Any:
        """What a file can hold."""
        value = self.chance.choice((None, True, 10**5000, 2.5, float("nan"), self.chance.randint(-1, 9), self.text()))
        return self.chance.choice((value, value, [value], {"of": value}))

    def some(self, options: dict[str, Any], junk: Callable[[], Any] | None = None) -> dict[str, Any]:
        """The options, some of them replaced by junk."""
        given = dict(options)
        for name in self.chance.sample(list(given), self.chance.choice((0, 0, 0, 1, 1, 2))):
            given[name] = (junk or self.value)()
        return given
