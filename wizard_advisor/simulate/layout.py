"""What compiled code is given: the round, how its players think, what was heard, room to work in.

Named tuples, because compiled code takes them apart at no cost. Seats are 0 … players − 1 here, 0 left of the dealer.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import PACK_SIZE
from ..policy import curves
from ..policy.files import Players
from ..policy.mind import SCRATCH, Mind
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
    """How the players decide. A policy is one kind of player or several, of which one is drawn for every deal.

    The kinds of policy p are the rows `first[p]` … `first[p + 1] − 1` of `numbers`, its columns named in `parameters`.
    """

    numbers: Any  # float64 [kind, column]
    first: Any  # int64 [policy + 1]
    shares: Any  # float64 [kind]: its share and those of the kinds before it in its policy, so that the last has 1
    policies: Any  # int64 [player]
    curves: Any  # float64, see `curves.build`


class Hearing(NamedTuple):
    """What is known of the bids and the trump named, and how it is read, by player.

    looseness: 0 … 1, how far a player is taken to have bid anything (`free` is the chance of that). ceilings: the
    highest chance, for any hand, that each kind of the player's policy does what the player did. cuts: the kinds are
    drawn by share × ceiling; these shares added up as in `Minds.shares`.
    """

    bids: Any  # int64 [player]: −1 if not known
    reads: Any  # int64 [player]: 1 if what this player did tells about the hand
    heard: Any  # int64 [player]: the sum of the bids known that this player had heard …
    bidders: Any  # int64 [player]: … and how many they were
    forbidden: Any  # int64 [player]: the bid that the hook forbade, −1 for none
    free: Any  # float64 [player]
    looseness: Any  # float64 [player]
    ceilings: Any  # float64 [player, kind of its policy]
    cuts: Any  # float64 [player, kind of its policy]


class Room(NamedTuple):
    """Room that one thread works in: nothing in it outlives a deal.

    By player the hands as dealt, the hands, the bids, the tricks still wanted, the kind of player.
    """

    pack: Any  # the unseen cards in order …
    deck: Any  # … and as they are dealt
    dealt: Any
    hands: Any
    bids: Any
    needs: Any
    kinds: Any  # rows of `Minds.numbers`
    log: Any  # the cards of a play-out in the order they were played
    scores: Any  # by bid considered
    worths: Any  # see `mind.Mind`


def minds_of(policies: Sequence[Players], seats: Sequence[int] | None = None) -> Minds:
    """Policies as compiled code reads them; `seats`: which of them sits in each seat, by default one each."""
    kinds = [players.kinds for players in policies]
    return Minds(
        numbers=np.array([kind.policy.row() for each in kinds for kind in each]),
        first=np.cumsum([0, *map(len, kinds)]),
        shares=np.concatenate([cumulated([kind.share for kind in each]) for each in kinds]),
        policies=np.arange(len(policies)) if seats is None else np.array(seats, np.int64),
        curves=CURVES,
    )


def cumulated(shares: Sequence[float] | Floats) -> Floats:
    """Shares added up, the last one exactly 1 so that every draw falls below it."""
    sums = np.cumsum(shares)
    return np.append(sums[:-1] / sums[-1], 1.0)


@inner
def mind_of(minds: Minds, q: int, room: Room) -> Mind:
    """How player q decides, being of the kind drawn."""
    return Mind(minds.numbers[room.kinds[q]], minds.curves, room.worths)


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
        kinds=zeros_apart(MOST_PLAYERS, np.int64),
        log=zeros_apart(PACK_SIZE, np.int64),
        scores=zeros_apart(PACK_SIZE // 3 + 1, np.int64),
        worths=zeros_apart(SCRATCH, np.float64),
    )
    return room if COMPILED else Room(*(array.tolist() for array in room))
