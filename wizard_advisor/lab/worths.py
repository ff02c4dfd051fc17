"""What a cheat sheet counts: kinds of card, and their worths by least squares."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ..cards import ACE_RANK, JESTERS, LANE, SUIT_COUNT, WIZARDS
from ..simulate.layout import Floats, Ints


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of card: suited cards of the ranks `lowest` … `highest` (1 the two, 13 the ace), or another `group`.

    group: "wizard", "trump", "plain" (a suit that is not trump), "jester", or "hand", which every hand counts once.
    shortest, longest: how many cards of the suit the hand holds. thumb: tricks by the well-known rules of thumb.
    """

    group: str
    lowest: int = 0
    highest: int = 0
    shortest: int = 1
    longest: int = 20
    thumb: float = 0.0

    def count(self, hands: Ints, trumps: Ints) -> Ints:
        """How many of this kind each hand holds."""
        if self.group == "hand":
            return np.ones(len(hands), np.int64)
        if self.group in ("wizard", "jester"):
            special = WIZARDS if self.group == "wizard" else JESTERS
            return np.asarray(np.bitwise_count(hands & special), np.int64)
        ranks = (2 << self.highest) - (1 << self.lowest)
        total = np.zeros(len(hands), np.int64)
        for suit in range(SUIT_COUNT):
            cards = hands >> (16 * suit) & LANE
            length = np.bitwise_count(cards)
            fits = (trumps == suit) == (self.group == "trump")
            fits &= (length >= self.shortest) & (length <= self.longest)
            total += np.where(fits, np.bitwise_count(cards & ranks), 0)
        return total


# The rows of a sheet

ACE, KING, QUEEN, JACK, TEN = range(ACE_RANK, ACE_RANK - 5, -1)
TRUMP_RANKS: Final = ((ACE, ACE), (KING, KING), (QUEEN, QUEEN), (JACK, JACK), (TEN, TEN), (7, 8), (4, 6), (1, 3))
PLAIN_RANKS: Final = ((ACE, ACE), (KING, KING), (QUEEN, QUEEN), (JACK, JACK), (8, 9))  # lower ones are worth 0
ALL_ROUNDS_LENGTHS: Final = ((1, 2), (3, 20))  # of plain suits, the same in every round


def suit_lengths(cards: int) -> tuple[tuple[int, int], ...]:
    """The lengths of a plain suit that are told apart in hands of this many cards: those that are not too rare.

    >>> suit_lengths(2), suit_lengths(8)
    (((1, 1), (2, 2)), ((1, 1), (2, 2), (3, 3), (4, 8)))
    """
    if cards > 10:
        return (1, 2), (3, 3), (4, 4), (5, cards)
    most = min(cards, 3 if cards <= 5 else 4)
    return (*((length, length) for length in range(1, most)), (most, cards))


def kinds_of_card(cards: int, trump: bool, lengths: Sequence[tuple[int, int]] | None = None) -> tuple[Kind, ...]:
    """The rows of a sheet, in order; every other card, low and of a plain suit, is worth 0."""
    trumps = [Kind("trump", *ranks, longest=cards, thumb=float(ranks[0] >= TEN)) for ranks in TRUMP_RANKS]
    plain = [
        Kind("plain", *ranks, *length, thumb=0.5 if ranks[0] == ACE else 0.0)
        for ranks in PLAIN_RANKS
        for length in lengths or suit_lengths(cards)
    ]
    return Kind("wizard", thumb=1.0), *(trumps if trump else ()), *plain, Kind("jester"), Kind("hand")


# Counting and fitting


def count_kinds(kinds: Sequence[Kind], hands: Ints, trumps: Ints) -> Ints:
    """counts[hand, kind], as the kinds stand in order."""
    return np.array([kind.count(hands, trumps) for kind in kinds]).T


@dataclass(frozen=True, slots=True)
class Worth:
    """What one kind of card is worth: tricks, in hundredths as the sheet shows them, with the standard error."""

    kind: Kind
    hundredths: int
    tricks: float
    standard_error: float
    per_hand: float  # how many of this kind a hand holds on average


def sheet_bids(counts: Ints, hundredths: Ints, cards: int) -> Ints:
    """The bids by a sheet: the sum of the worths, rounded, an exact half down, and not out of range."""
    return np.asarray(np.clip(-((50 - counts @ hundredths) // 100), 0, cards))


def least_squares(counts: Ints, tricks: Ints) -> tuple[Floats, Floats]:
    """The worths that explain the tricks best, and their standard errors, which allow for hands that vary unequally."""
    rows = counts.astype(np.float64)  # whole numbers, whose sums are exact: in whatever order they are added
    inverse = np.linalg.pinv(rows.T @ rows, hermitian=True)
    worths = inverse @ (rows.T @ tricks)
    scaled = rows * (tricks - rows @ worths)[:, None]
    spread = inverse @ (scaled.T @ scaled) @ inverse * len(rows) / max(1, len(rows) - len(worths))
    return worths, np.sqrt(np.diag(spread))
