"""What compiled code is given: the round, how its players think, what was heard, room to work in.

Named tuples, because compiled code takes them apart at no cost. Seats are 0 … players − 1 here, 0 left of the dealer.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import PACK_SIZE
from ..policy import curves as curves
from ..policy.mind import Mind
from .jit import COMPILED, inner

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_PLAYERS = 6
CACHE_LINE = 64  # bytes
COPIED = 32  # cards that are copied at once
DECK_ROOM = 2 * COPIED
CURVES: Floats = np.array(curves.build())


class Round(NamedTuple):
    """What stays the same in every deal of a round, all of it ints.

    me: my seat, −1 if nobody is advised. hand: my cards. cards: how many each player gets. unseen: how many cards I
    cannot see, a turned-up card that was not noted among them. seen: the turned-up card, if it is known, as a hand.
    loose_upcard: 1 if the turned-up card was not noted, so that it is drawn anew in every deal. named: 1 if another
    player, the dealer, named the trump. hidden: 1 if bids are shown together.
    """

    players: int
    me: int
    hand: int
    cards: int
    unseen: int
    trump: int
    seen: int
    loose_upcard: int
    named: int
    hook: int
    hidden: int


class Minds(NamedTuple):
    """How the players decide: player q by the row `numbers[rows[q]]`, its columns named in `parameters`."""

    numbers: Any  # float64 [policy, column]
    rows: Any  # int64 [player]
    curves: Any  # float64, see `curves.build`


class Hearing(NamedTuple):
    """What was heard and how it is read, by player; the last place of the last two is for the trump that was named.

    heard: the bid, −1 if it tells nothing. loosening: how many times as far as usual a player is taken to misjudge.
    ceilings: the highest chance of what was heard that any hand gives, 0 if nothing is to be read from it.
    """

    heard: Any  # int64 [player]
    loosening: Any  # float64 [player + 1]
    ceilings: Any  # float64 [player + 1]


class Room(NamedTuple):
    """Room that one thread works in: nothing in it outlives a deal.

    By player the hands as dealt, the hands, the bids and the tricks still wanted.
    """

    pack: Any  # the unseen cards in order …
    deck: Any  # … and as they are dealt
    dealt: Any
    hands: Any
    bids: Any
    needs: Any
    log: Any  # the cards of a play-out in the order they were played
    scores: Any  # by bid considered
    worths: Any  # see `mind.Mind`


@inner
def mind_of(minds: Minds, q: int, room: Room) -> Mind:
    """How player q decides."""
    return Mind(minds.numbers[minds.rows[q]], minds.curves, room.worths)


def ints(numbers: Iterable[Any]) -> Any:
    """An array, or a list of plain ints where nothing is compiled and NumPy's ints would overflow."""
    plain = [int(number) for number in numbers]
    return np.array(plain, np.int64) if COMPILED else plain


def zeros_apart(shape: int | tuple[int, ...], dtype: type[np.generic]) -> NDArray[Any]:
    """Zeros on cache lines of their own: two threads that write to one line wait for each other."""
    apart = CACHE_LINE // np.dtype(dtype).itemsize
    size = int(np.prod(shape))
    return np.zeros(size + 2 * apart, dtype)[apart : apart + size].reshape(shape)


def make_room() -> Room:
    """Room for one thread: arrays, or lists of plain ints where nothing is compiled and NumPy's ints would overflow."""
    room = Room(
        pack=zeros_apart(DECK_ROOM, np.int8),
        deck=zeros_apart(DECK_ROOM, np.int8),
        dealt=zeros_apart(MOST_PLAYERS, np.int64),
        hands=zeros_apart(MOST_PLAYERS, np.int64),
        bids=zeros_apart(MOST_PLAYERS, np.int64),
        needs=zeros_apart(MOST_PLAYERS, np.int64),
        log=zeros_apart(PACK_SIZE, np.int64),
        scores=zeros_apart(PACK_SIZE // 3 + 1, np.int64),
        worths=zeros_apart(128, np.float64),
    )
    return room if COMPILED else Room(*(array.tolist() for array in room))
