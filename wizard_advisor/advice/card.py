"""Which card now: every card that may be played is played out in deals that fit everything seen."""

import time
from collections.abc import Sequence
from functools import partial
from typing import Final, Literal

import numpy as np

from ..cards import JESTERS, LANE, PACK, WIZARDS, rank_of, suit_of
from ..hand_notation import cards_in_order
from ..policy.files import Players
from ..rules import led_after, power, score
from ..simulate.cards import simulate_cards, survey_turn
from ..simulate.layout import Ints, ints, make_room, minds_of
from ..simulate.tallies import Tallies
from ..turn import Turn
from .checks import (
    check_deals,
    check_inference,
    check_objective,
    check_progress,
    check_seed,
    check_threads,
    check_turn,
    drawn_seed,
)
from .hearing import hearing_of, settle
from .own_card import own_card
from .race import Race
from .request import OnProgress
from .results import POINTS, CardAdvice, CardEstimate
from .seats import AnyPlayers, seat_policies
from .setup import fit_of, position_of, round_of, table_best
from .winning import Game

# A hint is wanted at once: `auto` stops at this many cards of mine played out per candidate, or this many deals.
AUTO_CARDS: Final = 20_000
AUTO_LIMIT: Final = 5_000
AUTO_LEAST: Final = 500  # deals before which `auto` calls nothing clear
DROP_LEAST: Final = 250  # deals before which no card is dropped


def advise_card(
    turn: Turn,
    *,
    deals: int | Literal["auto"] = "auto",
    policy: AnyPlayers = "standard",
    opponents: AnyPlayers | Sequence[AnyPlayers] = "people",
    inference: bool = True,
    objective: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: OnProgress | None = None,
) -> CardAdvice:
    """Which card to play at this turn, everybody playing on for their own bid.

    deals: per card, on average: the better half of the cards gets more than the others, until two are left (see
    `Race.halve`). "auto" deals on until the best card is clear, or to 5,000, less with more than 4 cards (2,000 with
    10). The card that the policy itself would play is recommended as long as the deals hardly speak against it.
    inference: let the bids, and the trump named, tell about the hands; that needs the cards
    played in order. The others as for `bid.advise`.
    """
    started = time.perf_counter()
    check_turn(turn)
    number = check_deals(deals)
    seed = drawn_seed() if seed is None else check_seed(seed)
    policies = seat_policies(turn, policy, opponents)
    learns = check_inference(inference) and turn.shown is not None
    aim = check_objective(objective, turn)
    cards = CardRace(turn, policies, learns, seed, check_threads(threads), aim)
    stop = cards.run(number, check_progress(progress))
    mine = turn.seat - 1
    race = cards.race
    return CardAdvice(
        turn=turn,
        recommended=cards.groups[race.best()][0],
        clear=race.is_clear(),
        cards=cards.estimates(),
        exact=stop == "exact",
        deals=race.done,
        tries=0 if stop == "exact" else race.dealt,
        stop=stop,
        policy=policies[mine].name,
        opponents=tuple(other.name for other in policies[mine + 1 :] + policies[:mine]),
        inference=learns,
        objective=aim,
        odd_bids=cards.odd_bids,
        seed=seed,
        seconds=time.perf_counter() - started,
    )


class CardRace:
    """The cards in their race: what compiled code is given, and the answer."""

    def __init__(
        self,
        turn: Turn,
        policies: Sequence[Players],
        inference: bool,
        seed: int,
        threads: int,
        objective: str = POINTS,
    ) -> None:
        self.turn = turn
        self.seed = seed
        self.groups = candidates(turn)
        self.cards = np.array([group[0] for group in self.groups], np.int64)
        self.minds = minds_of(policies)
        hearing = hearing_of(turn)
        assert hearing is not None  # all have bid
        self.hearing = hearing
        self.position = position_of(turn)
        self.round = round_of(turn)
        self.fit = fit_of(turn)
        self.odd_bids: tuple[int, ...] = ()
        if inference:
            given = (self.round, self.fit, self.position, self.minds, self.hearing, seed)
            self.odd_bids = settle(self.hearing, self.round, self.minds, partial(survey_turn, *given))
        bid = turn.bids[turn.seat - 1] or 0
        scores = [[score(bid, taken) for taken in range(turn.cards + 1)]] * len(self.groups)
        legal = np.ones(len(self.groups), np.bool_)
        game = Game(turn, policies, seed, threads) if turn.scores else None
        own = own_card(policies[turn.seat - 1], turn)
        favoured = next((i for i, group in enumerate(self.groups) if own in group), -1)
        everything = (np.array(scores, np.int64), legal, self._play_block, threads, DROP_LEAST)
        self.race = Race(*everything, game, objective, favoured)

    def run(self, deals: int | None, progress: OnProgress | None) -> str:
        """Play deals until it is known why to stop, and say why."""
        if all(self.turn.held(seat) == 0 for seat in range(1, self.turn.players + 1) if seat != self.turn.seat):
            self.race.play(1)
            return "exact"
        if deals is not None:
            stop = self.race.halve(deals, progress)
        else:
            limit = min(AUTO_CARDS // self.turn.hand.bit_count(), AUTO_LIMIT)
            stop = self.race.run(None, limit, AUTO_LEAST, progress)
        return "forced" if len(self.groups) == 1 else stop

    def _play_block(self, running: Ints, first: int, last: int, tallies: Tallies, results: Ints) -> int:
        cards = ints(self.cards[running])
        given = (self.round, self.fit, self.position, self.minds, self.hearing)
        return simulate_cards(*given, cards, self.seed, first, last, tallies, make_room(), results)

    def estimates(self) -> tuple[CardEstimate, ...]:
        """What the cards are worth, in the order of the groups."""
        bid = self.turn.bids[self.turn.seat - 1] or 0
        shares = self.race.takers / self.race.tricks.sum(axis=1, keepdims=True)
        hand = cards_in_order(self.turn.hand)
        return tuple(
            CardEstimate(
                card=group[0],
                same=group[1:],
                takers=tuple(float(shares[i, card]) for card in hand),
                **self.race.figures(i, bid),
            )
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
