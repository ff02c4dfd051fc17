"""The cheat sheet: what each kind of card is worth in tricks, by least squares, and how well one bids by it.

How many tricks a hand takes depends on its bid, since everybody plays for exactly that many. So the worths are measured
on hands that are bid by the sheet itself: the first sheet on hands that a policy bids, each later one on new hands that
are bid by the sheet before. In the end a hand takes, on average, what the sheet promises.
"""

import math
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from ..advice.bid import advise
from ..advice.checks import check_seed, check_threads
from ..advice.race import OnProgress
from ..advice.results import Advice
from ..advice.seats import seat_policies
from ..cards import JESTER, NO_SUIT, PACK_SIZE, WIZARD, WIZARD_RANK
from ..errors import SituationError
from ..policy.files import Policy
from ..simulate.layout import CURVES, Floats, Ints, make_room
from ..simulate.rounds import Records, make_records, play_rounds
from ..situation import Situation
from .worths import BidRule, Kind, Worth, count_kinds, kinds_of_card, least_squares, sheet_bids

SHEETS: Final = 4  # one after the other; more would gain little, and each adds the noise of the one before
LEAST_ROUNDS: Final = 1_000
BLOCK: Final = 1_000  # deals in one call of compiled code
NEAR: Final = 2  # bids on either side of the sheet's that the full answer looks at first


@dataclass(frozen=True, slots=True)
class Figures:
    """How well a sheet bids: how often as the full answer does (0–1), and the points a round it loses against it."""

    agreement: float
    agreement_standard_error: float
    cost: float
    cost_standard_error: float


@dataclass(frozen=True, slots=True)
class Chart:
    """A cheat sheet for one table; `to_dict` gives the JSON object."""

    players: int
    cards: int
    trump: bool
    worths: tuple[Worth, ...]
    sheet: Figures
    thumb: Figures
    rounds: int
    hands: int
    deals: int
    seed: int
    policy: str
    opponents: tuple[str, ...]
    inference: bool
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """The chart as plain data, ready for JSON: numbers unrounded."""
        return {
            "players": self.players,
            "cards": self.cards,
            "trump": self.trump,
            "worths": [_worth_row(row) for row in self.worths],
            "sheet": _figures_row(self.sheet),
            "rules_of_thumb": _figures_row(self.thumb),
            "rounds": self.rounds,
            "hands": self.hands,
            "deals": self.deals,
            "policy": self.policy,
            "opponents": list(self.opponents),
            "inference": self.inference,
            "seed": self.seed,
            "seconds": self.seconds,
        }


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


def _figures_row(figures: Figures) -> dict[str, float]:
    return {
        "agreement": figures.agreement,
        "agreement_standard_error": figures.agreement_standard_error,
        "cost": figures.cost,
        "cost_standard_error": figures.cost_standard_error,
    }


def make_chart(
    players: int,
    cards: int,
    *,
    trump: bool | None = None,
    lengths: Sequence[tuple[int, int]] | None = None,
    rounds: int = 240_000,
    hands: int = 200,
    deals: int = 2_000,
    policy: str | Policy = "standard",
    opponents: str | Policy | Sequence[str | Policy] = "people",
    inference: bool = True,
    seed: int | None = None,
    threads: int | None = None,
    progress: OnProgress | None = None,
) -> Chart:
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
    workers = check_threads(threads)
    kinds = kinds_of_card(cards, sampler.trump, lengths)
    with ThreadPoolExecutor(workers) as pool:
        worths, first = _find_worths(sampler, kinds, rounds, pool)
        options = {"deals": deals, "policy": policy, "opponents": opponents, "inference": inference, "threads": 1}
        trials = _find_trials(sampler, worths, first, hands, options)
        verdicts = []
        for verdict in pool.map(Trial.judge, trials):
            verdicts.append(verdict)
            if progress:
                progress(len(verdicts), hands)
    sheet, thumb = (figures_of([verdict[i] for verdict in verdicts]) for i in range(2))
    return Chart(
        players=players,
        cards=cards,
        trump=sampler.trump,
        worths=worths,
        sheet=sheet,
        thumb=thumb,
        rounds=rounds,
        hands=len(trials),
        deals=deals,
        seed=sampler.seed,
        policy=sampler.policies[0].name,
        opponents=tuple(each.name for each in sampler.policies[1:]),
        inference=inference,
        seconds=time.perf_counter() - started,
    )


@dataclass(frozen=True, slots=True)
class Sampler:
    """What plays the rounds of a sheet: as `make_chart` is told, `policies` from mine on to the left."""

    players: int
    cards: int
    trump: bool
    policies: tuple[Policy, ...]
    seed: int
    numbers: Floats = field(repr=False)

    @classmethod
    def of(
        cls,
        players: int,
        cards: int,
        trump: bool | None,
        policy: str | Policy,
        opponents: str | Policy | Sequence[str | Policy],
        seed: int | None,
    ) -> "Sampler":
        """The sampler of the table that was asked for; SituationError if it cannot be."""
        if players not in range(3, 7):
            raise SituationError(f"players: expected 3 to 6: found {players!r}")
        most = PACK_SIZE // players
        if cards not in range(1, most + 1):
            raise SituationError(f"cards: expected 1 to {most} with {players} players: found {cards!r}")
        if trump and cards == most:
            raise SituationError(f"trump: expected none in the last round ({most} cards with {players} players)")
        anywhere = Situation(players, hand=1 << WIZARD, trump=NO_SUIT, upcard=JESTER, seat=1)
        policies = seat_policies(anywhere, policy, opponents)
        return cls(
            players=players,
            cards=cards,
            trump=cards < most if trump is None else trump,
            policies=policies,
            seed=secrets.randbits(32) if seed is None else check_seed(seed),
            numbers=np.array([each.row() for each in policies]),
        )

    @property
    def upcard(self) -> int:
        """The card turned up in every deal, as `play_rounds` wants it: a Jester where there is to be no trump."""
        return -1 if self.trump or self.players * self.cards == PACK_SIZE else JESTER

    def play(self, seat: int, first: int, last: int, bid: BidRule | None = None) -> "Sample":
        """Play the deals `first` to before `last`, me in `seat` (from 0); without `bid`, everybody bids by policy.

        Where a suit is to be trump, deals in which a Wizard or a Jester is turned up are left out.
        """
        count, forced = last - first, np.full((last - first, 1, self.players), -1, np.int64)
        if bid is not None:
            dealt = make_records(count, 0, self.players)
            self._play(np.zeros((0, self.players), np.int64), forced[:, :0], first, last, dealt)
            forced[:, 0, seat] = bid(dealt.hands[:, seat], _trumps(dealt.upcards))
        records = make_records(count, 1, self.players)
        self._play((np.arange(self.players) - seat)[None] % self.players, forced, first, last, records)
        trumps = _trumps(records.upcards)
        fits = trumps < NO_SUIT if self.trump else trumps == NO_SUIT
        return Sample(
            hands=records.hands[fits, seat],
            upcards=records.upcards[fits],
            trumps=trumps[fits],
            seats=np.full(int(fits.sum()), seat),
            bids=records.bids[fits, 0],
            taken=records.taken[fits, 0, seat],
        )

    def _play(self, lineups: Ints, forced: Ints, first: int, last: int, records: Records) -> None:
        setting = (self.players, self.cards, 0, self.numbers, lineups, forced, self.seed, first, last)
        play_rounds(*setting, CURVES, records, make_room(), self.upcard)


def _trumps(upcards: Ints) -> Ints:
    """The trump that a turned-up card makes, where nobody has to name it."""
    ranks = upcards & 15
    return np.where((upcards >= 0) & (ranks > 0) & (ranks < WIZARD_RANK), upcards >> 4, NO_SUIT)


@dataclass(frozen=True, slots=True)
class Sample:
    """My hands in some deals: what was turned up, my seat from 0, everybody's bids, the tricks I took."""

    hands: Ints
    upcards: Ints
    trumps: Ints
    seats: Ints
    bids: Ints
    taken: Ints


def joined(samples: Iterable[Sample]) -> Sample:
    """Samples, one after the other."""
    parts = list(samples)
    return Sample(*(np.concatenate([getattr(part, name) for part in parts]) for name in Sample.__slots__))


def _find_worths(
    sampler: Sampler, kinds: Sequence[Kind], rounds: int, pool: ThreadPoolExecutor
) -> tuple[tuple[Worth, ...], int]:
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
        rule = _bid_rule(kinds, hundredths, sampler.cards)
        done += blocks * size
    errors /= math.sqrt(1 - _pull(counts, sample) ** 2)
    means = counts.mean(axis=0)
    rows = zip(kinds, map(int, hundredths), map(float, worths), map(float, errors), map(float, means), strict=True)
    return tuple(Worth(*row) for row in rows if row[-1] > 0), done


def _pull(counts: Ints, sample: Sample) -> float:
    """How far the tricks taken follow the bid where hands are alike, 0–0.8: the share of an error that is handed on.

    What rounding up or down has changed tells: alike hands are bid differently by it alone.
    """
    mine = sample.bids[np.arange(len(sample.seats)), sample.seats]
    worths, _ = least_squares(np.column_stack([counts, mine]), sample.taken)
    return min(max(float(worths[-1]), 0.0), 0.8)


def _bid_rule(kinds: Sequence[Kind], hundredths: Ints, cards: int) -> BidRule:
    return lambda hands, trumps: sheet_bids(count_kinds(kinds, hands, trumps), hundredths, cards)


@dataclass(frozen=True, slots=True)
class Trial:
    """One hand that is bid by the sheet, by the rules of thumb and by the full answer."""

    situation: Situation
    bids: tuple[int, int]
    options: Mapping[str, Any]  # of `advise`
    seed: int  # and the one after it, for the fresh deals

    def judge(self) -> tuple[tuple[bool, float], tuple[bool, float]]:
        """For either bid whether the full answer agrees, and what the bid costs against it in points."""
        best = self._full_answer()
        costs = dict.fromkeys(self.bids, 0.0)
        if set(self.bids) != {best}:
            # On deals that had no part in the choice: the best of several estimates flatters itself.
            fresh = self._advise({best, *self.bids}, seed=self.seed + 1, deals=-(-self.options["deals"] // 2))
            costs = {bid: fresh.estimate(bid).gap - fresh.estimate(best).gap for bid in costs}
        sheet, thumb = ((bid == best, costs[bid]) for bid in self.bids)
        return sheet, thumb

    def _full_answer(self) -> int:
        """The bid that `advise` recommends among those near the sheet's; among more if the best one lies at an end."""
        near = NEAR
        while True:
            low, high = max(0, self.bids[0] - near), min(self.situation.cards, self.bids[0] + near)
            best = self._advise({*range(low, high + 1)}, seed=self.seed).recommended
            if not (0 < low == best or best == high < self.situation.cards):
                return best
            near += NEAR

    def _advise(self, bids: set[int], **options: int) -> Advice:
        return advise(self.situation, consider=bids, **{**self.options, **options})


def _find_trials(
    sampler: Sampler, worths: Sequence[Worth], first: int, hands: int, options: Mapping[str, Any]
) -> list[Trial]:
    """As many new hands as asked for, in all seats in turn, where the bids before mine were heard."""
    kinds = [row.kind for row in worths]
    each = math.ceil(hands / sampler.players)
    size = 2 * each + 20  # enough, though in some deals the wrong card is turned up
    samples = [sampler.play(seat, first + seat * size, first + (seat + 1) * size) for seat in range(sampler.players)]
    places = [(seat, i) for i in range(each) for seat in range(sampler.players)][:hands]
    sheets = [np.array([row.hundredths for row in worths]), np.array([round(100 * kind.thumb) for kind in kinds])]
    bids = [
        [sheet_bids(count_kinds(kinds, sample.hands, sample.trumps), sheet, sampler.cards) for sheet in sheets]
        for sample in samples
    ]
    return [
        Trial(
            situation=_situation(sampler, samples[seat], i),
            bids=(int(bids[seat][0][i]), int(bids[seat][1][i])),
            options=options,
            seed=(sampler.seed + 2 * number + 1) % 2**62,
        )
        for number, (seat, i) in enumerate(places)
    ]


def _situation(sampler: Sampler, sample: Sample, i: int) -> Situation:
    upcard, seat = int(sample.upcards[i]), int(sample.seats[i])
    return Situation(
        players=sampler.players,
        hand=int(sample.hands[i]),
        trump=int(sample.trumps[i]),
        upcard=None if upcard < 0 else upcard,
        seat=seat + 1,
        bids=tuple(map(int, sample.bids[i, :seat])),
    )


def figures_of(verdicts: Sequence[tuple[bool, float]]) -> Figures:
    """The mean agreement and cost of some hands, with their standard errors.

    >>> figures_of([(True, 0.0), (False, 4.0)])
    Figures(agreement=0.5, agreement_standard_error=0.5, cost=2.0, cost_standard_error=2.0)
    """
    values = np.array(verdicts, np.float64)
    means = values.mean(axis=0)
    count = len(values)
    errors = np.sqrt(((values - means) ** 2).sum(axis=0) / max(1, count - 1) / count)
    return Figures(float(means[0]), float(errors[0]), float(means[1]), float(errors[1]))
