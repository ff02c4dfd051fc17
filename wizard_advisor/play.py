"""Which card now: every card that may be played is played out in deals that fit everything seen."""

import secrets
import time
from collections.abc import Sequence
from functools import partial
from typing import Final, Literal

import numpy as np

from .advise import (
    check_deals,
    check_seed,
    check_threads,
    check_turn,
    hearing_of,
    minds_of,
    round_of,
    seat_policies,
    settle,
)
from .cards import JESTERS, LANE, PACK, SUIT_COUNT, WIZARDS, rank_of, suit_of
from .choose import CardView
from .hint import CardEstimate, Hint
from .notation import cards_in_order
from .policy import Policy
from .race import Progress, Race
from .rules import UNDECIDED, led_after, power, score
from .simulate.fitting import Fit, make_fit
from .simulate.kernel import Tallies
from .simulate.midround import Position, count_fitting, simulate_cards, survey_turn
from .simulate.playout import Trick
from .simulate.setting import Ints, ints, make_room
from .turn import Turn

# A hint is wanted at once: `auto` stops at this many cards of mine played out per candidate, or this many deals.
AUTO_CARDS: Final = 20_000
AUTO_LIMIT: Final = 5_000
AUTO_LEAST: Final = 500  # deals before which `auto` calls nothing clear
DROP_LEAST: Final = 250  # deals before which no card is dropped


def search(
    turn: Turn,
    *,
    deals: int | Literal["auto"] = "auto",
    policy: str | Policy = "standard",
    opponents: str | Policy | Sequence[str | Policy] = "people",
    inference: bool = True,
    slip: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Hint:
    """Which card to play at this turn, everybody playing on for their own bid.

    deals: per card still in the running; "auto" deals on until the best card is clear, or to 5,000, less with more than
    4 cards (2,000 with 10). inference: let the bids, and the trump named, tell about the hands; that needs the cards
    played in order. The others as for `advise.advise`.
    """
    started = time.perf_counter()
    check_turn(turn)
    number = check_deals(deals)
    seed = secrets.randbits(32) if seed is None else check_seed(seed)
    policies = seat_policies(turn, policy, opponents, slip)
    learns = inference and turn.shown is not None
    field = _Field(turn, policies, learns, seed, check_threads(threads))
    stop = field.run(number, progress)
    mine = turn.seat - 1
    race = field.race
    return Hint(
        turn=turn,
        recommended=field.groups[race.leader()][0],
        clear=race.is_clear(),
        cards=field.estimates(),
        exact=stop == "exact",
        deals=race.done,
        effective_deals=race.done,
        stop=stop,
        policy=policies[mine].name,
        opponents=tuple(other.name for other in policies[mine + 1 :] + policies[:mine]),
        inference=learns,
        seed=seed,
        seconds=time.perf_counter() - started,
    )


class _Field:
    """The cards in their race: what compiled code is given, and the answer."""

    def __init__(self, turn: Turn, policies: Sequence[Policy], inference: bool, seed: int, threads: int) -> None:
        self.turn = turn
        self.seed = seed
        self.groups = candidates(turn)
        self.cards = np.array([group[0] for group in self.groups], np.int64)
        self.minds = minds_of(policies)
        self.hearing = hearing_of(turn)
        self.position = position_of(turn)
        mine = 0 if turn.shown is None else turn.shown[turn.seat - 1]
        self.round = round_of(turn)._replace(hand=turn.hand | mine)
        self.fit = fit_of(turn)
        if inference:
            given = (self.round, self.fit, self.position, self.minds, self.hearing, seed)
            self.hearing.heard[turn.seat - 1] = -1  # my own bid tells me nothing
            settle(self.hearing, partial(survey_turn, *given))
        bid = turn.bids[turn.seat - 1] or 0
        scores = [[score(bid, taken) for taken in range(turn.cards + 1)]] * len(self.groups)
        legal = np.ones(len(self.groups), np.bool_)
        self.race = Race(np.array(scores, np.int64), legal, self._play_block, threads, DROP_LEAST)

    def run(self, deals: int | None, progress: Progress | None) -> str:
        """Play deals until it is known why to stop, and say why."""
        if all(self.turn.held(seat) == 0 for seat in range(1, self.turn.players + 1) if seat != self.turn.seat):
            self.race.play(1)
            return "exact"
        limit = min(AUTO_CARDS // self.turn.hand.bit_count(), AUTO_LIMIT)
        stop = self.race.run(deals, limit, AUTO_LEAST, progress)
        return "forced" if len(self.groups) == 1 else stop

    def _play_block(self, running: Ints, first: int, last: int, tallies: Tallies) -> int:
        cards = ints(self.cards[running])
        given = (self.round, self.fit, self.position, self.minds, self.hearing)
        return simulate_cards(*given, cards, self.seed, first, last, tallies, make_room())

    def estimates(self) -> tuple[CardEstimate, ...]:
        """What the cards are worth, in the order of the groups."""
        bid = self.turn.bids[self.turn.seat - 1] or 0
        return tuple(
            CardEstimate(card=group[0], same=group[1:], **self.race.figures(i, bid))
            for i, group in enumerate(self.groups)
        )


def candidates(turn: Turn) -> tuple[tuple[int, ...], ...]:
    """The cards I may play, in the order in which a hand is printed, those that do the same together.

    Two cards of a suit are the same when nobody can hold one between them and both beat the table or neither does.
    First stands the one that players would name: the lowest when more tricks are wanted and others have led, else the
    highest.
    """
    assert turn.trump is not None
    best, _, _ = table_best(turn)
    unseen = PACK & ~turn.hand & ~turn.seen
    groups: list[list[int]] = []
    beats = False
    for card in cards_in_order(turn.legal):
        beat = beats
        beats = power(card, led_after(turn.led, card), turn.trump) > best
        before = groups[-1][-1] if groups else None
        if before is not None and _adjoin(before, card, unseen) and beat == beats:
            groups[-1].append(card)
        else:
            groups.append([card])
    low = bool(turn.trick) and turn.needs[turn.seat - 1] > 0
    return tuple(tuple(group[::-1] if low else group) for group in groups)


def _adjoin(high: int, low: int, unseen: int) -> bool:
    """Whether nothing unseen ranks between two cards that follow each other in a hand."""
    specials = WIZARDS | JESTERS
    if 1 << high & specials or 1 << low & specials:
        return rank_of(high) == rank_of(low)
    return suit_of(high) == suit_of(low) and not unseen & LANE << 16 * suit_of(low) & (1 << high) - (1 << low)


def table_best(turn: Turn) -> tuple[int, int, int]:
    """The highest power on the table (−1: none), the card that has it, and the seat index that played it."""
    assert turn.trump is not None
    led, best = UNDECIDED, (-1, 0, turn.seat - 1)
    for number, card in enumerate(turn.trick):
        led = led_after(led, card)
        if (strength := power(card, led, turn.trump)) > best[0]:
            best = strength, card, (turn.leader - 1 + number) % turn.players
    return best


def position_of(turn: Turn) -> Position:
    """What lies open, as compiled code reads it."""
    best, card, winner = table_best(turn)
    return Position(
        trick=Trick(turn.seat - 1, len(turn.trick), turn.led, best, card, winner, turn.voids),
        seen=turn.seen,
        shown=ints(turn.shown or (0,) * turn.players),
        bids=ints(turn.bids),
        needs=ints(turn.needs),
    )


def view_of(turn: Turn) -> CardView:
    """What I see at this turn, as `choose.choose_card` wants it."""
    assert turn.trump is not None
    return CardView(
        hand=turn.hand,
        led=turn.led,
        best=table_best(turn)[0],
        trump=turn.trump,
        players=turn.players,
        seat=turn.seat - 1,
        behind=turn.players - 1 - len(turn.trick),
        bid=turn.bids[turn.seat - 1] or 0,
        needs=ints(turn.needs),
        voids=turn.voids,
        seen=turn.seen,
    )


def fit_of(turn: Turn) -> Fit:
    """What deals fit, as compiled code reads it."""
    seats = range(1, turn.players + 1)
    fit = make_fit(
        PACK & ~turn.hand & ~turn.seen,
        [turn.held(seat) for seat in seats],
        [turn.voids >> 4 * (seat - 1) & (1 << SUIT_COUNT) - 1 for seat in seats],
        turn.seat - 1,
    )
    loose = turn.upcard is None and not turn.last_round
    count_fitting(fit, fit.unseen.bit_count() - loose)
    return fit
