"""The cheat sheet: what each kind of card is worth in tricks, by least squares, and how well one bids by it.

How many tricks a hand takes depends on its bid, since everybody plays for exactly that many. So the worths are measured
on hands that are bid by the sheet itself: the first sheet on hands that a policy bids, each later one on new hands that
are bid by the sheet before. In the end a hand takes, on average, what the sheet promises.
"""

import math
import time
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from ..advice.checks import check_threads
from ..advice.request import OnProgress
from ..advice.seats import AnyPlayers
from ..errors import SituationError
from ..simulate.layout import Ints
from .sampler import BidRule, Sample, Sampler, joined
from .trial import Quality, find_trials, judge_all
from .worths import Kind, Worth, count_kinds, kinds_of_card, least_squares, sheet_bids


@dataclass(frozen=True, slots=True)
class CheatSheet:
    """A cheat sheet for one table, and what it rests on; `to_dict` gives the JSON object.

    sheet, rules_of_thumb: how well one bids by it, and by the well-known rules of thumb.
    """

    players: int
    cards: int
    trump: bool
    worths: tuple[Worth, ...]
    sheet: Quality
    rules_of_thumb: Quality
    rounds: int
    hands: int
    deals: int
    policy: str
    opponents: tuple[str, ...]
    inference: bool
    seed: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """The sheet as plain data, ready for JSON: numbers unrounded."""
        return asdict(self) | {"worths": [_worth_row(row) for row in self.worths], "opponents": list(self.opponents)}


def _worth_row(row: Worth) -> dict[str, Any]:
    kind = row.kind
    suited = kind.group in ("trump", "plain")
    return {
        "kind": kind.group,
        "ranks": [kind.lowest + 1, kind.highest + 1] if suited else None,
        "lengths": [kind.shortest, kind.longest] if kind.group == "plain" else None,
        "tricks": row.tricks,
        "standard_error": row.standard_error,
        "per_hand": row.per_hand,
        "rule_of_thumb": kind.thumb,
    }


LEAST_ROUNDS: Final = 1_000


def make_cheat_sheet(
    players: int,
    cards: int,
    *,
    trump: bool | None = None,
    lengths: Sequence[tuple[int, int]] | None = None,
    rounds: int = 240_000,
    hands: int = 200,
    deals: int = 2_000,
    policy: AnyPlayers = "standard",
    opponents: AnyPlayers | Sequence[AnyPlayers] = "people",
    inference: bool = True,
    seed: int | None = None,
    threads: int | None = None,
    progress: OnProgress | None = None,
) -> CheatSheet:
    """The cheat sheet for this many players and cards.

    trump: a suit is trump, or none; None: a suit but for the last round, where nothing is. lengths: those of plain
    suits to tell apart (default: `suit_lengths`). rounds: simulated for the worths. hands: bid by the full answer too,
    after so many deals; half as many new ones tell what a bid costs.
    policy, opponents, inference, seed, threads, progress: as for `advise`; progress counts the hands, which come last.

    Raises SituationError for a table that cannot be, PolicyError for policies that cannot be read.
    """
    started = time.perf_counter()
    sampler = Sampler.of(players, cards, trump, policy, opponents, seed)
    if rounds < LEAST_ROUNDS:
        raise SituationError(f"rounds: expected at least {LEAST_ROUNDS}: found {rounds!r}")
    if hands < players:
        raise SituationError(f"hands: expected at least one for each of {players} seats: found {hands!r}")
    options = {"deals": deals, "policy": policy, "opponents": opponents, "inference": inference, "threads": 1}
    with ThreadPoolExecutor(check_threads(threads)) as pool:
        worths, fresh = find_worths(sampler, kinds_of_card(cards, sampler.trump, lengths), rounds, pool)
        sheet, thumb = judge_all(find_trials(sampler, worths, fresh, hands, options), pool, progress)
    return CheatSheet(
        players=players,
        cards=cards,
        trump=sampler.trump,
        worths=worths,
        sheet=sheet,
        rules_of_thumb=thumb,
        rounds=rounds,
        hands=hands,
        deals=deals,
        policy=sampler.policies[0].name,
        opponents=tuple(each.name for each in sampler.policies[1:]),
        inference=inference,
        seed=sampler.seed,
        seconds=time.perf_counter() - started,
    )


# The worths

SHEETS: Final = 4  # one after the other; more would gain little, and each adds the noise of the one before
BLOCK: Final = 1_000  # deals in one call of compiled code


def find_worths(sampler: Sampler, kinds: Sequence[Kind], rounds: int, pool: Executor) -> tuple[tuple[Worth, ...], int]:
    """The worths of the kinds that occur, and the number of the first deal that was not used."""
    rule: BidRule | None = None
    done = 0
    size = min(BLOCK, rounds // (SHEETS * sampler.players))
    blocks = math.ceil(rounds / SHEETS / size)
    for _ in range(SHEETS):
        jobs = [(i % sampler.players, done + i * size, done + (i + 1) * size, rule) for i in range(blocks)]
        sample = joined(pool.map(lambda job: sampler.play(*job), jobs))
        counts = count_kinds(kinds, sample.hands, sample.trumps)
        worths, errors = least_squares(counts, sample.taken)
        hundredths = np.rint(100 * worths).astype(np.int64)
        rule = bid_rule(kinds, hundredths, sampler.cards)
        done += blocks * size
    errors /= math.sqrt(1 - pull_of_bids(counts, sample) ** 2)
    means = counts.mean(axis=0)
    rows = zip(kinds, map(int, hundredths), map(float, worths), map(float, errors), map(float, means), strict=True)
    return tuple(Worth(*row) for row in rows if row[-1] > 0), done


def bid_rule(kinds: Sequence[Kind], hundredths: Ints, cards: int) -> BidRule:
    """How to bid by a sheet."""
    return lambda hands, trumps: sheet_bids(count_kinds(kinds, hands, trumps), hundredths, cards)


def pull_of_bids(counts: Ints, sample: Sample) -> float:
    """How far the tricks taken follow the bid where hands are alike, 0–0.8: the share of an error that is handed on.

    What rounding up or down has changed tells: alike hands are bid differently by it alone.
    """
    mine = sample.bids[np.arange(len(sample.seats)), sample.seats]
    worths, _ = least_squares(np.column_stack([counts, mine]), sample.taken)
    return min(max(float(worths[-1]), 0.0), 0.8)
