"""Compare policies at the table: whole games on common deals, seats rotated, paired differences with their errors."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from ..advice.bid import advise
from ..advice.request import OnProgress
from ..cards import PACK_SIZE
from ..errors import SituationError
from ..policy.files import Players, PolicyError, load_players
from ..simulate.layout import Floats, Ints
from ..simulate.rounds import Records, play_rounds, points_of
from ..situation import HOOKS, Situation
from ..workers import Mapper

# Who takes part, and in what

ADVISE: Final = "advise"


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part: a policy, and the deals its bids are simulated with (0: bids by formula)."""

    name: str
    policy: Players
    deals: int = 0


def load_entrant(name: str, deals: int) -> Entrant:
    """A policy by its name or file; `advise` bids by simulation and plays `standard`, `advise:NAME` plays NAME."""
    first, colon, other = name.partition(":")
    if first != ADVISE:
        return Entrant(name, load_players(name))
    if colon and not other:
        raise PolicyError(f"policy: expected a name after {name!r}")
    return Entrant(name, load_players(other or "standard"), deals)


class Contest(NamedTuple):
    """A contest: everything about it but who takes part and how long it lasts."""

    players: int = 4
    cards: tuple[int, ...] = ()  # cards per hand of the rounds of a game
    hook: str = "dealer"
    seed: int = 0


def make_contest(players: int, cards: Sequence[int], hook: str, seed: int) -> Contest:
    """A contest with the rounds of a game, all of them if `cards` is empty; SituationError for what cannot be."""
    most = PACK_SIZE // players
    for size in cards:
        if not 1 <= size <= most:
            raise SituationError(f"cards: expected 1 to {most} with {players} players: found {size}")
    if len(set(cards)) < len(cards):
        raise SituationError(f"cards: expected each number once: found {','.join(map(str, cards))}")
    return Contest(players, tuple(cards) or tuple(range(1, most + 1)), hook, seed)


# Games played


class Session(NamedTuple):
    """Some games of a contest, all with the same player as the odd one out; a piece of work for one process."""

    contest: Contest
    entrants: tuple[Entrant, ...]
    field: Entrant
    player: int  # who sits at the table of the field; seat of round k: (player − k) mod players
    first: int  # number of the first game
    games: int


class Result(NamedTuple):
    """What happened in the games of one or more sessions.

    The first axis is the entrant, alone against the field; in `mixed` all entrants sit at one table, in turn.
    """

    points: Ints  # [entrant, game, round]
    bids: Ints  # [entrant, game, round], what was bid
    made: Ints  # [entrant, game, round], 1 for a bid that was made
    wins: Floats  # [entrant, game], shared between those with the same highest total
    mixed: Floats  # [entrant, game, round], mean points of the entrant's seats


def play_session(session: Session) -> Result:
    """Play the games of a session."""
    contest, entrants, players = session.contest, session.entrants, session.contest.players
    count, rounds = len(entrants), len(contest.cards)
    points = np.zeros((count, session.games, rounds), np.int64)
    bids, made = np.zeros_like(points), np.zeros_like(points)
    mixed = np.zeros((count, session.games, rounds))
    totals = np.zeros((count, session.games, players), np.int64)
    everybody = (*entrants, session.field)
    # Who player i is: entrant e against the field, and last the mixed table, moved on by one for the next odd player.
    casts = [[e if i == session.player else count for i in range(players)] for e in range(count)]
    casts.append([(i + session.player) % count for i in range(players)])
    for k, cards in enumerate(contest.cards):
        # The deal passes to the left, so every player moves down one seat.
        at_seat = [(seat + k) % players for seat in range(players)]
        lineups = np.array([[cast[i] for i in at_seat] for cast in casts], np.int64)
        records = play_lineups(contest, cards, everybody, lineups, session.first, session.games)
        scores = points_of(records)
        seat = (session.player - k) % players
        for e in range(count):
            points[e, :, k] = scores[:, e, seat]
            bids[e, :, k] = records.bids[:, e, seat]
            made[e, :, k] = records.bids[:, e, seat] == records.taken[:, e, seat]
            totals[e][:, at_seat] += scores[:, e, :]
            mixed[e, :, k] = scores[:, count, lineups[count] == e].mean(axis=1)
    best = totals == totals.max(axis=2, keepdims=True)
    return Result(points, bids, made, best[:, :, session.player] / best.sum(axis=2), mixed)


Bidder = Callable[[Entrant, Situation, int], int]


def bid_by_simulation(entrant: Entrant, situation: Situation, seed: int) -> int:
    """The bid that `advise` recommends an entrant."""
    advice = advise(situation, deals=entrant.deals, policy=entrant.policy, seed=seed, threads=1)
    return advice.recommended


def play_lineups(
    contest: Contest,
    cards: int,
    entrants: Sequence[Entrant],
    lineups: Ints,
    first: int,
    games: int,
    bidder: Bidder = bid_by_simulation,
) -> Records:
    """One round of some games, once for every lineup, those who simulate their bids asked in turn.

    lineups[l, q]: the entrant in seat q. bidder: bids for an entrant with deals, from a situation and a seed.
    """
    policies = [entrant.policy for entrant in entrants]
    forced = np.full((games, *lineups.shape), -1, np.int64)

    def play() -> Records:
        hook = HOOKS.index(contest.hook)
        return play_rounds(
            cards, policies, lineups, seed=contest.seed, first=first, deals=games, hook=hook, forced=forced
        )

    records = play()
    for seat in range(contest.players):
        simulating = [(at, entrants[row]) for at, row in enumerate(lineups[:, seat]) if entrants[row].deals]
        for at, entrant in simulating:
            for game in range(games):
                # Bids before this seat stand, whatever is bid here.
                situation = seen_from(contest, records, game, at, seat)
                seed = (contest.seed + 1) * 1_000_003 + (first + game) * 64 + cards
                forced[game, at, seat] = bidder(entrant, situation, seed % 2**63)
        if simulating:
            records = play()
    return records


def seen_from(contest: Contest, records: Records, game: int, lineup: int, seat: int) -> Situation:
    """What the player in a seat (from 0) knows before bidding."""
    upcard = int(records.upcards[game])
    return Situation(
        players=contest.players,
        hand=int(records.hands[game, seat]),
        trump=int(records.trumps[game, lineup]),
        upcard=None if upcard < 0 else upcard,
        seat=seat + 1,
        bids=tuple(map(int, records.bids[game, lineup, :seat])),
        hook=contest.hook,
    )


# What they add up to


class Mean(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float


def mean_of(games: Floats) -> Mean:
    """The mean of one value per game, with its error; games are independent of each other."""
    count = len(games)
    error = float(games.std(ddof=1)) / math.sqrt(count) if count > 1 else math.inf
    return Mean(float(games.mean()), error)


def per_round(points: Floats | Ints) -> Mean:
    """Points per round, from points[game, round]."""
    return mean_of(points.mean(axis=1))


class Verdict(NamedTuple):
    """Where a sequential test stands: its log-likelihood ratio, and what it says, "" while undecided."""

    ratio: float
    decision: str


ERROR_RATE: Final = 0.05  # of a sequential test, either way
LEAST_TEST_GAMES: Final = 100  # before which it decides nothing


def sequential_test(gains: Floats, low: float, high: float) -> Verdict:
    """Whether the mean gain is rather `high` or more than `low` or less, deciding wrongly 5 % of the time at most.

    gains: points per round, one value per game. Wald's test with the normal likelihood ratio of the two bounds and the
    variance seen (as engine testers use it): N (high − low)(2 mean − low − high) / (2 variance), decided at ± log 19.
    """
    count = len(gains)
    variance = float(gains.var(ddof=1)) if count > 1 else 0.0
    if count < LEAST_TEST_GAMES:
        return Verdict(0.0, "")
    if variance == 0.0:
        # Not one game differed: the gain is what it is.
        return Verdict(0.0, "at most" if gains.mean() <= (low + high) / 2 else "at least")
    ratio = count * (high - low) * (2 * float(gains.mean()) - low - high) / (2 * variance)
    bound = math.log((1 - ERROR_RATE) / ERROR_RATE)
    if ratio >= bound:
        return Verdict(ratio, "at least")
    return Verdict(ratio, "at most" if ratio <= -bound else "")


# A whole contest


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a contest ended: its result, and the verdict on the first entrant's gain on the last if asked for."""

    contest: Contest
    entrants: tuple[Entrant, ...]
    field: Entrant
    result: Result
    bounds: tuple[float, float] | None
    verdict: Verdict

    @property
    def games(self) -> int:
        return int(self.result.points.shape[1])

    def gain(self, entrant: int) -> Floats:
        """What an entrant gained on the last one on the same deals, in points, by game and round."""
        return np.asarray(self.result.points[entrant] - self.result.points[-1], np.float64)

    def mixed_gain(self, entrant: int) -> Floats:
        """The same at the mixed table."""
        return np.asarray(self.result.mixed[entrant] - self.result.mixed[-1])


GAMES_PER_SESSION: Final = 25


def sessions(contest: Contest, entrants: Sequence[Entrant], field: Entrant, games: int) -> list[list[Session]]:
    """The games of a contest in batches, one session for each player as the odd one out.

    `games` is rounded up to a multiple of the players.
    """
    simulating = any(entrant.deals for entrant in (*entrants, field))
    most = 1 if simulating else GAMES_PER_SESSION
    players = range(contest.players)
    batches = []
    for first in range(0, games, contest.players * most):
        size = min(most, math.ceil((games - first) / contest.players))
        batches.append(
            [Session(contest, tuple(entrants), field, player, first + player * size, size) for player in players]
        )
    return batches


def hold(
    contest: Contest,
    entrants: Sequence[Entrant],
    field: Entrant,
    games: int,
    bounds: tuple[float, float] | None = None,
    mapper: Mapper[Session, Result] = map,
    progress: OnProgress | None = None,
) -> Outcome:
    """Hold a contest: `games` games, or fewer if the sequential test with `bounds` decides before.

    The last entrant is what the others are compared with. mapper: plays the sessions, in order, perhaps in parallel.
    Raises PolicyError unless there are 2 entrants at least, and no more than a mixed table seats.
    """
    if not 2 <= len(entrants) <= contest.players:
        raise PolicyError(f"compare: expected 2 to {contest.players} policies at one table: found {len(entrants)}")
    batches = sessions(contest, entrants, field, games)
    total = sum(session.games for batch in batches for session in batch)
    done = 0
    results: list[Result] = []
    verdict = Verdict(0.0, "")
    played = (result for result in mapper(play_session, (session for batch in batches for session in batch)) if result)
    for batch in batches:
        results += [next(played) for _ in batch]
        done += sum(session.games for session in batch)
        if progress:
            progress(done, total)
        if bounds:
            gains = np.concatenate([(one.points[0] - one.points[-1]).mean(axis=1) for one in results])
            verdict = sequential_test(gains, *bounds)
            if verdict.decision:
                break
    return Outcome(contest, tuple(entrants), field, join(results), bounds, verdict)


def join(results: Sequence[Result]) -> Result:
    """Results one after the other as one."""
    return Result(*(np.concatenate(arrays, axis=1) for arrays in zip(*results, strict=True)))
