"""From a situation to advice: deals in batches, races the bids against each other, decides when to stop."""

import os
import secrets
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

import numpy as np

from .advice import NOISE, SMALL, Advice, BidEstimate
from .cards import PACK_SIZE, SUIT_COUNT, WIZARD_RANK, echo, rank_of
from .notation import cards_in_order
from .policy import Policy, PolicyError, load_policy
from .race import Progress, Race
from .round_one import win_chance
from .rules import forbidden_bid, score
from .simulate.kernel import Tallies, simulate_bids, survey_chances
from .simulate.setting import TABLES, Floats, Hearing, Ints, Minds, Room, Round, make_room
from .situation import HOOKS, Situation, SituationError, is_whole, listed, upcard_as_hand
from .turn import Turn

AUTO_LIMIT: Final = 20_000  # deals per bid that `auto` stops at
AUTO_LEAST: Final = 2_000  # deals before which `auto` calls nothing clear
DROP_LEAST: Final = 500  # deals before which no bid is dropped
LEAST_KEPT: Final = 1 / 256  # of the deals; fewer, and the oddest bid heard is read less strictly
PILOT_DEALS: Final = 512  # deals that the highest chances of the bids heard are read from
MOST_DEALS: Final = 10**9
LARGEST_SEED: Final = 2**63 - 1


def advise(
    situation: Situation,
    *,
    deals: int | Literal["auto"] = "auto",
    policy: str | Policy = "standard",
    opponents: str | Policy | Sequence[str | Policy] = "people",
    inference: bool = True,
    consider: Collection[int] | None = None,
    slip: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Advice:
    """What to bid in this situation.

    deals: per bid still in the running; "auto" deals on until the best bid is clear or 20,000 are played.
    policy: how I play; opponents: how they bid and play, one for all or one per seat from my left.
    inference: let the bids heard, and the trump named, tell about the hands. consider: only these bids (default all).
    slip: how many points I misjudge a card by in the play-outs (see `forms`); default: as much as `people` do.
    seed: 0 … 2⁶³ − 1, drawn if None; the answer depends on it, never on `threads` (default: all cores).
    progress: called after every batch with the deals done and the most there can be.

    Raises SituationError for what cannot be, PolicyError for policies that cannot be read.
    """
    started = time.perf_counter()
    check_situation(situation)
    setup = Setup(
        deals=check_deals(deals),
        policies=seat_policies(situation, policy, opponents, slip),
        inference=inference and not situation.hidden_bids,
        bids=_considered(situation, consider),
        seed=secrets.randbits(32) if seed is None else check_seed(seed),
        threads=check_threads(threads),
        progress=progress,
    )
    advice = _advise_trump(situation, setup) if situation.trump is None else _advise_bid(situation, setup)
    return replace(advice, seconds=time.perf_counter() - started)


@dataclass(frozen=True, slots=True)
class Setup:
    deals: int | None
    policies: tuple[Policy, ...]
    inference: bool
    bids: tuple[int, ...]
    seed: int
    threads: int
    progress: Progress | None


def core_count() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_situation(situation: Situation) -> None:
    """Raise SituationError for what is no situation before my bid."""
    if not isinstance(situation, Situation) or isinstance(situation, Turn):
        raise SituationError(f"situation: expected a Situation, before my bid: found {echo(situation)}")


def check_turn(turn: Turn) -> None:
    """Raise SituationError for what is no turn to play a card."""
    if not isinstance(turn, Turn):
        raise SituationError(f"turn: expected a Turn: found {echo(turn)}")


def check_deals(deals: int | str) -> int | None:
    """A number of deals; None for "auto". SituationError for anything else."""
    if deals == "auto":
        return None
    if not isinstance(deals, str) and is_whole(deals) and 0 < deals <= MOST_DEALS:
        return int(deals)
    raise SituationError(f"deals: expected a whole number from 1 to {MOST_DEALS} or auto: found {echo(deals)}")


def check_threads(threads: int | None) -> int:
    """How many threads to use, all cores if None; SituationError for anything that is no number of threads."""
    if threads is None:
        return core_count()
    if is_whole(threads) and threads > 0:
        return int(threads)
    raise SituationError(f"threads: expected a whole number from 1: found {echo(threads)}")


def check_seed(seed: int) -> int:
    """A seed that can be used; SituationError for anything else."""
    if is_whole(seed) and 0 <= seed <= LARGEST_SEED:
        return int(seed)
    raise SituationError(f"seed: expected a whole number from 0 to {LARGEST_SEED}: found {echo(seed)}")


def seat_policies(
    situation: Situation,
    policy: str | Policy,
    opponents: str | Policy | Sequence[str | Policy],
    slip: float | None = None,
) -> tuple[Policy, ...]:
    """The policy of every seat, from seat 1, mine with the slip that play-outs give me."""
    given = [opponents] if isinstance(opponents, str | Policy) else listed("opponents", opponents)
    if slip is not None and not (isinstance(slip, int | float) and 0 <= slip <= 100):
        raise SituationError(f"slip: expected 0 to 100 points: found {echo(slip)}")
    others = situation.players - 1
    if len(given) not in (1, others):
        raise SituationError(f"opponents: expected 1 policy or {others}, one per seat from my left: found {len(given)}")
    mine = check_policy(policy)
    if mine.play.form != "random":
        mine = mine.with_play_slip(load_policy("people").play.numbers[0] if slip is None else slip)
    around = [mine, *([check_policy(given[0])] * others if len(given) == 1 else map(check_policy, given))]
    return tuple(around[(seat - situation.seat) % situation.players] for seat in range(1, situation.players + 1))


def check_policy(policy: str | Policy) -> Policy:
    """A policy given itself, or by its name or file; PolicyError for anything else."""
    if isinstance(policy, Policy):
        return policy
    if isinstance(policy, str):
        return load_policy(policy)
    raise PolicyError(f"policy: expected a policy, its name or its file: found {echo(policy)}")


def _considered(situation: Situation, consider: Collection[int] | None) -> tuple[int, ...]:
    """The bids to play out: those asked for, or all, the forbidden one too, to tell what the hook costs."""
    cards = situation.cards
    try:
        wanted = [] if consider is None else list(consider)
    except TypeError:
        raise SituationError(f"consider: expected bids in a list, like [2, 3]: found {echo(consider)}") from None
    for bid in wanted:
        if not is_whole(bid) or not 0 <= bid <= cards:
            raise SituationError(f"consider: expected bids from 0 to {cards}: found {echo(bid)}")
    bids = tuple(sorted(set(wanted))) or tuple(range(cards + 1))
    if all(bid == my_forbidden_bid(situation) for bid in bids):
        raise SituationError(f"consider: expected a legal bid: the hook forbids {bids[0]}")
    return bids


def my_forbidden_bid(situation: Situation) -> int:
    """The bid that the hook is known to forbid me; −1 if there is none."""
    heard = situation.bids
    if situation.seat != situation.players or len(heard) < situation.players - 1 or None in heard:
        return -1
    return forbidden_bid(HOOKS.index(situation.hook), situation.cards, sum(bid or 0 for bid in heard))


# ---- one trump ------------------------------------------------------------------------------------------------------


def _advise_bid(situation: Situation, setup: Setup) -> Advice:
    if can_be_counted(situation, setup):
        return advise_round_one(situation, setup)
    field = Field(situation, setup)
    stop = field.race.run(setup.deals, AUTO_LIMIT, AUTO_LEAST, setup.progress)
    return field.advice(stop)


class Field:
    """The bids in their race: what compiled code is given, and the answer."""

    def __init__(self, situation: Situation, setup: Setup) -> None:
        self.situation = situation
        self.setup = setup
        self.bids = np.array(setup.bids, np.int64)
        self.cards = cards_in_order(situation.hand)
        self.round = round_of(situation)
        self.minds = minds_of(setup.policies)
        self.hearing = hearing_of(situation)
        if setup.inference and ((self.hearing.heard >= 0).any() or self.round.named):
            settle(self.hearing, partial(survey_chances, self.round, self.minds, self.hearing, setup.seed))
        scores = [[score(bid, taken) for taken in range(situation.cards + 1)] for bid in setup.bids]
        self.race = Race(
            np.array(scores, np.int64),
            self.bids != my_forbidden_bid(situation),
            self._play_block,
            setup.threads,
            DROP_LEAST,
        )

    def _play_block(self, running: Ints, first: int, last: int, tallies: Tallies) -> int:
        bids = self.bids[running]
        return simulate_bids(
            self.round, self.minds, self.hearing, bids, self.setup.seed, first, last, tallies, make_room()
        )

    def advice(self, stop: str) -> Advice:
        """The answer, when the race has stopped for this reason."""
        race = self.race
        deals = race.tricks.sum(axis=1)
        estimates = [
            BidEstimate(
                bid=bid,
                legal=bool(race.legal[i]),
                takers=tuple(float(race.takers[i, card] / deals[i]) for card in self.cards),
                **race.figures(i, bid),
            )
            for i, bid in enumerate(self.setup.bids)
        ]
        return make_advice(
            self.situation,
            self.setup,
            tuple(estimates),
            clear=race.is_clear(),
            deals=race.done,
            tries=race.dealt,
            effective_deals=race.done,
            stop=stop,
        )


def minds_of(policies: Sequence[Policy]) -> Minds:
    """The players' policies as compiled code reads them."""
    return Minds(np.array([policy.row() for policy in policies]), np.arange(len(policies)), TABLES)


def hearing_of(situation: Situation) -> Hearing:
    """The bids heard as compiled code reads them; as long as it is not settled, nothing is read from them."""
    heard = [-1 if bid is None else bid for bid in situation.bids]
    return Hearing(
        heard=np.array(heard + [-1] * (situation.players - len(heard)), np.int64),
        loosening=np.ones(situation.players + 1),
        ceilings=np.zeros(situation.players + 1),
    )


def settle(hearing: Hearing, survey: Callable[[int, Floats, Room], None]) -> None:
    """Find the highest chances of the bids heard, reading bids that hardly any hand would make less strictly.

    survey: given a number of deals, fills the ceilings with the highest chances in them and an array with their sums.
    """
    heard, loosening, ceilings = hearing
    sums = np.zeros_like(ceilings)
    while True:
        survey(PILOT_DEALS, sums, make_room())
        weighed = sums > 0.0
        weighed[: len(heard)] |= heard >= 0
        kept = np.where(weighed, sums / np.maximum(ceilings * PILOT_DEALS, 1e-300), 1.0)
        if kept.prod() >= LEAST_KEPT:
            return
        loosening[kept.argmin()] *= 2.0


def round_of(situation: Situation) -> Round:
    """A situation as compiled code reads it; its trump must be known."""
    assert situation.trump is not None
    loose = situation.upcard is None and not situation.last_round
    named = situation.upcard is not None and rank_of(situation.upcard) == WIZARD_RANK
    seen = upcard_as_hand(situation)
    return Round(
        players=situation.players,
        me=situation.seat - 1,
        hand=situation.hand,
        cards=situation.cards,
        unseen=PACK_SIZE - situation.cards - seen.bit_count(),
        trump=situation.trump,
        seen=seen,
        loose_upcard=int(loose),
        named=int(named and situation.seat != situation.players),
        hook=HOOKS.index(situation.hook),
        hidden=int(situation.hidden_bids),
    )


# ---- exact, and together with the trump -----------------------------------------------------------------------------


def can_be_counted(situation: Situation, setup: Setup) -> bool:
    """Whether the answer needs no deals: one card, and nothing is read from bids."""
    return situation.cards == 1 and (not setup.inference or all(bid is None for bid in situation.bids))


def advise_round_one(situation: Situation, setup: Setup) -> Advice:
    """Count instead of dealing: nobody has a choice of card, and the bids change nothing."""
    wins = win_chance(situation)
    chances = (1 - wins, wins)
    means = {bid: sum(chance * score(bid, taken) for taken, chance in enumerate(chances)) for bid in setup.bids}
    forbidden = my_forbidden_bid(situation)
    best = max((bid for bid in setup.bids if bid != forbidden), key=lambda bid: means[bid])
    estimates = tuple(
        BidEstimate(
            bid=bid,
            legal=bid != forbidden,
            expected_score=float(means[bid]),
            standard_error=0.0,
            probability_made=float(chances[bid]),
            tricks=(float(chances[0]), float(chances[1])),
            takers=(float(wins),),
            deals=0,
            gap=float(means[best] - means[bid]),
            gap_standard_error=0.0,
            dropped=False,
        )
        for bid in setup.bids
    )
    clear = all(row.gap >= SMALL for row in estimates if row.legal and row.bid != best)
    return make_advice(situation, setup, estimates, clear=clear, deals=0, effective_deals=0, stop="exact")


def make_advice(
    situation: Situation,
    setup: Setup,
    estimates: tuple[BidEstimate, ...],
    *,
    clear: bool,
    deals: int,
    effective_deals: float,
    stop: str,
    tries: int = 0,
) -> Advice:
    """An answer from its estimates: the best legal bid and the best of all."""
    mine = situation.seat - 1
    return Advice(
        situation=situation,
        recommended=max((row for row in estimates if row.legal), key=lambda row: row.expected_score).bid,
        recommended_trump=None,
        unrestricted=max(estimates, key=lambda row: row.expected_score).bid,
        clear=clear,
        bids=estimates,
        exact=stop == "exact",
        deals=deals,
        tries=tries,
        effective_deals=effective_deals,
        stop=stop,
        policy=setup.policies[mine].name,
        opponents=tuple(policy.name for policy in setup.policies[mine + 1 :] + setup.policies[:mine]),
        inference=setup.inference,
        seed=setup.seed,
        seconds=0.0,
    )


def _advise_trump(situation: Situation, setup: Setup) -> Advice:
    """Answer for each suit I could name; the best of them, clear only if no other suit comes near."""
    answers = tuple(_advise_bid(replace(situation, trump=suit), setup) for suit in range(SUIT_COUNT))
    best = max(answers, key=lambda advice: advice.estimate(advice.recommended).expected_score)
    top = best.estimate(best.recommended)
    clear = best.clear
    for answer in answers:
        other = answer.estimate(answer.recommended)
        if answer is not best:
            # Two suits are not played on the same tricks, so their errors simply add up.
            error = (top.standard_error**2 + other.standard_error**2) ** 0.5
            gap = top.expected_score - other.expected_score
            clear = clear and gap >= SMALL and gap > NOISE * error
    return replace(best, situation=situation, recommended_trump=best.situation.trump, clear=clear, trumps=answers)
