"""How strong are the policies and the advice? Every figure of the README's "How good is it?", measured again.

python scripts/strength.py            # all of it: about an hour on two cores
python scripts/strength.py alike wins # some of it
"""

import argparse
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import numpy as np
from card_table import points_at
from example_table import play_round

from wizard_advisor import Agent
from wizard_advisor.advice.bid import advise
from wizard_advisor.advice.heard import my_forbidden_bid
from wizard_advisor.advice.results import Advice
from wizard_advisor.lab.contest import (
    Entrant,
    Mean,
    hold,
    load_entrant,
    make_contest,
    mean_of,
    per_round,
    play_lineups,
)
from wizard_advisor.policy.files import load_policy
from wizard_advisor.simulate.layout import Floats, Ints
from wizard_advisor.simulate.rounds import points_of
from wizard_advisor.situation import Situation
from wizard_advisor.turn import Turn
from wizard_advisor.workers import Workers


def show(what: str, found: Mean, wanted: str) -> None:
    print(f"{what:<78} {found.mean:7.2f} ± {found.error:.2f}   wanted {wanted}", flush=True)


def alike(workers: Workers, scale: float, seed: int) -> None:
    """Tables of four `standard`."""
    standard = load_entrant("standard", 0)
    marks = {3: 12, 5: 14, 8: 18, 10: 21, 14: 24}
    outcome = hold(
        make_contest(4, tuple(marks), "dealer", seed), [standard] * 2, standard, int(8000 * scale), mapper=workers.map
    )
    for k, (cards, mark) in enumerate(marks.items()):
        points = mean_of(outcome.result.points[0, :, k].astype(np.float64))
        show(f"four standard, {cards} cards: points a round", points, f"above {mark}")


def wins(workers: Workers, scale: float, seed: int) -> None:
    """Whole games among others."""
    for other, mark in (("simple", 75), ("random", 97)):
        field = load_entrant(other, 0)
        contest = make_contest(4, (), "dealer", seed)
        outcome = hold(contest, [load_entrant("standard", 0), field], field, int(2000 * scale), mapper=workers.map)
        won = mean_of(outcome.result.wins[0] * 100)
        show(f"standard against three {other}: games won in per cent", won, f"at least {mark}")


def bids(workers: Workers, scale: float, seed: int) -> None:
    """Bids by simulation beside bids by formula: own cards among `standard` and among `simple`, cards by `simple`."""
    with TemporaryDirectory() as folder:
        mixed = Path(folder) / "mixed.toml"
        mixed.write_text('bid = "standard"\nplay = "simple"\n', "utf-8")
        for who, among, mark in (
            ("standard", "standard", 1.3),
            ("standard", "simple", 0.8),
            (str(mixed), "standard", 2.8),
        ):
            entrants = [load_entrant(f"advise:{who}", 2000), load_entrant(who, 0)]
            contest = make_contest(4, (), "dealer", seed)
            outcome = hold(contest, entrants, load_entrant(among, 0), int(400 * scale), mapper=workers.map)
            cards = who if who == "standard" else "simple"
            what = f"bids by simulation, cards by {cards}, among {among}: gain a round"
            show(what, per_round(outcome.gain(0)), f"at least {mark}")


def search(workers: Workers, scale: float, seed: int) -> None:
    """A search of 60 deals for every card instead of `standard`'s own choice, in rounds of 2 to 15 cards."""
    for table, mark in (("standard", 3), ("people", 3), ("simple", 4)):
        searched, chosen = (
            [points or 0 for points in workers.map(partial(points_at, table, deals, seed), range(int(1200 * scale)))]
            for deals in (60, 0)
        )
        gains = np.array(searched, np.float64) - np.array(chosen)
        show(f"a search of 60 deals among {table}: gain a round", mean_of(gains), f"at least {mark}")


class Piece(NamedTuple):
    """Some rounds of one size, for one bidder beside others in the same seat."""

    table: str
    cards: int
    seat: int
    first: int
    rounds: int
    seed: int


def play_beside(piece: Piece, bidders: Sequence[str], bid: Callable[[str, Situation, int], int]) -> Ints:
    """The points of all seats, [round, bidder, seat]: each bidder alone in the seat on the same deals."""
    standard = load_policy("standard")
    entrants = [load_entrant(piece.table, 0), *(Entrant(name, standard, 1) for name in bidders)]
    seats = range(4)
    lineups = np.array([[row + 1 if q == piece.seat else 0 for q in seats] for row in range(len(bidders))], np.int64)

    def bidder(entrant: Entrant, situation: Situation, seed: int) -> int:
        return bid(entrant.name, situation, seed)

    contest = make_contest(4, (piece.cards,), "dealer", piece.seed)
    return points_of(play_lineups(contest, piece.cards, entrants, lineups, piece.first, piece.rounds, bidder))


def read_piece(piece: Piece) -> list[float]:
    """The gain of reading the bids heard over not reading them."""

    def bid(name: str, situation: Situation, seed: int) -> int:
        return advise(situation, deals=2000, inference=name == "with", seed=seed, threads=1).recommended

    points = play_beside(piece, ("with", "without"), bid)[:, :, piece.seat]
    return [float(gain) for gain in points[:, 0] - points[:, 1]]


def reading(workers: Workers, scale: float, seed: int) -> None:
    """Reading the bids heard, in the last seat with 8–12 cards."""
    for table, mark in (("standard", 0.7), ("people", 0.5), ("simple", -0.1)):
        work = [Piece(table, 8 + number % 5, 3, 5 * number, 5, seed) for number in range(int(400 * scale))]
        gains = [gain for part in workers.map(read_piece, work) for gain in part or ()]
        show(f"reading the bids heard, among {table}: gain a round", mean_of(np.array(gains)), f"at least {mark}")


def one_card_piece(piece: Piece) -> list[tuple[float, float]]:
    """Points of the advice over those of `standard`'s formula, and over always bidding 0 (1 where 0 is forbidden)."""

    def bid(name: str, situation: Situation, seed: int) -> int:
        if name == "zero":
            return int(my_forbidden_bid(situation) == 0)
        return advise(situation, seed=seed, threads=1).recommended if name == "advice" else formula.bid(situation)

    formula = Agent(seed=piece.seed)
    points = play_beside(piece, ("advice", "formula", "zero"), bid)[:, :, piece.seat]
    return [(float(row[0] - row[1]), float(row[0] - row[2])) for row in points]


def one_card(workers: Workers, scale: float, seed: int) -> None:
    """The round of one card, seats 2 to last."""
    for table in ("standard", "people", "simple"):
        work = [Piece(table, 1, 1 + number % 3, 25 * number, 25, seed) for number in range(int(240 * scale))]
        gains = np.array([gain for part in workers.map(one_card_piece, work) for gain in part or ()])
        for other, row in (("the formula", 0), ("always 0", 1)):
            show(f"one card, among {table}, advice over {other}: gain a round", mean_of(gains[:, row]), "at least 0")


# Winning the game


def close_scores(chance: random.Random, seat: int) -> tuple[int, ...]:
    """Scores before a last round of four: the seat is 10 to 60 points before or behind the best of the others."""
    others = [10 * chance.randrange(0, 11) for _ in range(3)]
    mine = max(others) + chance.choice((-1, 1)) * 10 * chance.randrange(1, 7)
    return (*others[:seat], mine, *others[seat:])


def share_won(totals: Ints, seat: int) -> Floats:
    """What a player wins by totals[…, player]: 100 alone, its part of that where the first place is shared."""
    best = totals == totals.max(axis=-1, keepdims=True)
    return np.asarray(100 * best[..., seat] / best.sum(axis=-1))


def win_piece(piece: Piece) -> list[float]:
    """How much more often the game is won by bidding to win than for points, in last rounds with the scores close."""
    answers: dict[int, Advice] = {}  # by the seed of a round, in the order of the rounds

    def bid(name: str, situation: Situation, seed: int) -> int:
        if seed not in answers:
            situation = replace(situation, scores=close_scores(random.Random(seed), piece.seat))
            answers[seed] = advise(situation, deals=2000, seed=seed, threads=1)
        return bids_of(answers[seed])[name]

    points = play_beside(piece, ("points", "win"), bid)
    scores = np.array([answer.situation.scores for answer in answers.values()])
    won = share_won(points + scores[:, None], piece.seat)
    return [float(more) for more in won[:, 1] - won[:, 0]]


def bids_of(answer: Advice) -> dict[str, int]:
    """The bid for points, and the one to win, of one answer to win."""
    allowed = [row for row in answer.bids if row.legal]
    return {"points": max(allowed, key=lambda row: row.expected_score).bid, "win": answer.recommended}


def win(workers: Workers, scale: float, seed: int) -> None:
    """Bids to win beside bids for points, in last rounds of four, 10 to 60 points before or behind the best rival."""
    work = [Piece("people", 15, number % 4, 5 * number, 5, seed) for number in range(int(200 * scale))]
    gains = [gain for part in workers.map(win_piece, work) for gain in part or ()]
    show("bids to win over bids for points, last round: games won in per cent", mean_of(np.array(gains)), "at least 5")


class Scored:
    """An agent in a last round that is told the scores, from seat 1."""

    def __init__(self, agent: Agent, scores: tuple[int, ...]) -> None:
        self.agent = agent
        self.known: dict[str, Any] = {"scores": scores, "rounds_left": 0}

    def bid(self, situation: Situation) -> int:
        return self.agent.bid(replace(situation, **self.known))

    def trump(self, situation: Situation) -> str:
        return self.agent.trump(situation)

    def play(self, turn: Turn) -> str:
        return self.agent.play(replace(turn, **self.known))


def win_cards_piece(number: int, seed: int) -> float:
    """How much more often the game is won by bids and cards to win than by both for points, in a last round."""
    seat, chance = number % 4, random.Random(seed * 1_000_003 + number)
    scores = close_scores(chance, seat)
    own, deal = chance.getrandbits(60), chance.getrandbits(60)
    others = [Agent("people", seed=chance.getrandbits(60)) for _ in range(3)]
    won = []
    for objective in ("points", "win"):
        agent = Scored(Agent(deals=1000, search=100, objective=objective, seed=own, threads=1), scores)
        agents: list[Any] = [*others[:seat], agent, *others[seat:]]
        points = play_round(agents, 15, "dealer", random.Random(deal))
        won.append(float(share_won(np.add(points, scores), seat)))
    return won[1] - won[0]


def win_cards(workers: Workers, scale: float, seed: int) -> None:
    """Bids and cards to win beside both for points, in the same kind of last rounds."""
    gains = list(workers.map(partial(win_cards_piece, seed=seed), range(int(1000 * scale))))
    what = "bids and cards to win over both for points, last round: games won in per cent"
    show(what, mean_of(np.array(gains, np.float64)), "at least 6")


WON_LATE: Final = 2  # rounds at the end of a game in which bids to win are other bids


def win_game(number: int, seed: int) -> list[float]:
    """What each of four alike wins more in a game if this one alone bids to win.

    All bid for points by simulation, but by formula before the last rounds.
    """
    standard = load_policy("standard")
    everybody = [Entrant("points", standard, 1000), *(Entrant(str(row), standard, 1000) for row in range(1, 5))]
    contest = make_contest(4, (), "dealer", seed)
    # In row 0 all bid for points; in row k, player k − 1 bids to win.
    totals = np.zeros((5, 4), np.int64)
    answers: dict[Situation, int] = {}

    def bid(entrant: Entrant, situation: Situation, seed: int) -> int:
        if entrant.name != "points":
            scores = tuple(map(int, totals[int(entrant.name), at_seat]))
            situation = replace(situation, scores=scores, rounds_left=len(contest.cards) - situation.cards)
        if situation not in answers:
            answers[situation] = advise(situation, deals=entrant.deals, seed=seed, threads=1).recommended
        return answers[situation]

    for k, cards in enumerate(contest.cards):
        at_seat = [(seat + k) % 4 for seat in range(4)]
        if k < len(contest.cards) - WON_LATE:
            formula = [Entrant("standard", standard)]
            totals[:, at_seat] += points_of(
                play_lineups(contest, cards, formula, np.zeros((1, 4), np.int64), number, 1)
            )[0]
        else:
            lineups = np.array([[row if player == row - 1 else 0 for player in at_seat] for row in range(5)], np.int64)
            totals[:, at_seat] += points_of(play_lineups(contest, cards, everybody, lineups, number, 1, bid))[0]
    return [float(share_won(totals[k + 1], k) - share_won(totals[0], k)) for k in range(4)]


def win_games(workers: Workers, scale: float, seed: int) -> None:
    """Whole games of four alike, in which each in turn bids to win: paired with the game in which nobody does."""
    gains = [gain for gain in workers.map(partial(win_game, seed=seed), range(int(200 * scale))) if gain]
    what = "one of four alike bids to win: games won in per cent, over 25"
    show(what, mean_of(np.array(gains).mean(axis=1)), "at least 1.5")


FIGURES: dict[str, Callable[[Workers, float, int], None]] = {
    "alike": alike,
    "wins": wins,
    "bids": bids,
    "search": search,
    "reading": reading,
    "one_card": one_card,
    "win": win,
    "win_cards": win_cards,
    "win_games": win_games,
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures", nargs="*", metavar="FIGURE", help=", ".join(FIGURES))
    parser.add_argument("--scale", type=float, default=1.0, help="how many rounds, as a multiple of the usual")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    with Workers() as workers:
        for figure in given.figures or FIGURES:
            FIGURES[figure](workers, given.scale, given.seed)


if __name__ == "__main__":
    main()
