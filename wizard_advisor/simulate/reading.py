"""What bids tell about a deal: kinds of players are drawn, and a deal is kept by the chance that its hands bid so.

Rejection sampling: kinds are drawn by share × ceiling and kept with chance ÷ ceiling, so hands and kinds are read
together and every deal that is kept counts the same.
"""

from typing import Any

import numpy as np

from ..policy.bid_chance import bid_chance, trump_chance
from ..policy.bid_choice import BidView
from .jit import inner
from .layout import Hearing, Minds, Room, Round, mind_of
from .rng import draw_share

TRIES = 1024  # deals tried for one that agrees with what was heard, before it is read half as strictly
DRAWS_PER_TRY = 128  # 60 for cards, one for the turned-up card, two for each player, those of `deal_midround`

UPCARD_DRAW, KIND_DRAW, READ_DRAW = 61, 62, 68


@inner
def draw_kinds(minds: Minds, hearing: Hearing | None, stream: np.uint64, index: int, players: int, room: Room) -> None:
    """Draw the kind of every player of whom nothing is read, by its share."""
    for q in range(players):
        read = 0
        if hearing is not None:
            read = hearing.reads[q]
        if read == 0:
            room.kinds[q] = kind_drawn(minds, q, stream, index)


@inner
def kind_drawn(minds: Minds, q: int, stream: np.uint64, index: int) -> int:
    """The kind of player q, drawn by its share."""
    kind = minds.first[minds.policies[q]]
    u = draw_share(stream, index + KIND_DRAW + q)
    while u >= minds.shares[kind]:
        kind += 1
    return int(kind)


@inner
def agrees(
    round: Round, minds: Minds, hearing: Hearing, room: Room, q: int, seen: int, stream: np.uint64, tries: int
) -> bool:
    """Draw the kind of player q, and tell whether the deal is kept for what that player did; try number `tries`.

    After many tries all chances are pulled towards 1, so that there is an end.
    """
    index = tries * DRAWS_PER_TRY
    place = 0
    u = draw_share(stream, index + KIND_DRAW + q)
    while u >= hearing.cuts[q, place]:
        place += 1
    room.kinds[q] = minds.first[minds.policies[q]] + place
    chance = chance_of_deed(round, minds, hearing, room, q, seen)
    chance += hearing.looseness[q] * (hearing.free[q] - chance)
    strictness = 1.0 / (1 << (tries // TRIES))
    kept: bool = draw_share(stream, index + READ_DRAW + q) < 1.0 - strictness * (
        1.0 - chance / hearing.ceilings[q, place]
    )
    return kept


@inner
def chance_of_deed(round: Round, minds: Minds, hearing: Hearing, room: Room, q: int, seen: int) -> float:
    """The chance that player q, of its kind and with the hand dealt, makes the bid and names the trump that it did."""
    mind = mind_of(minds, q, room)
    hand = room.dealt[q]
    chance = 1.0
    if hearing.bids[q] >= 0:
        view = BidView(hand, round.trump, round.players, q, seen, hearing.heard[q], hearing.bidders[q])
        chance = bid_chance(mind, view, hearing.bids[q], hearing.forbidden[q])
    if round.named and q == round.players - 1 and chance > 0.0:
        chance *= trump_chance(mind, round.trump, hand, round.players, q, seen)
    return chance


@inner
def survey_deal(round: Round, minds: Minds, hearing: Hearing, sums: Any, seen: int, room: Room) -> None:
    """Add the chances that a deal gives what was heard to `sums`, by player and kind; raise `hearing.ceilings`."""
    for q in range(round.players):
        if hearing.reads[q]:
            first = minds.first[minds.policies[q]]
            for place in range(minds.first[minds.policies[q] + 1] - first):
                room.kinds[q] = first + place
                chance = chance_of_deed(round, minds, hearing, room, q, seen)
                sums[q, place] += chance
                hearing.ceilings[q, place] = max(hearing.ceilings[q, place], chance)
