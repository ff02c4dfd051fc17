"""A contest of policies as text: tables for people, rows for everything else."""

from collections.abc import Sequence
from typing import Any

from ..lab.contest import Outcome, mean_of, per_round
from ..values import counted
from .text import Look, aligned, measured, percent, rows_text, wrapped

Row = dict[str, Any]


def render(outcome: Outcome, look: Look) -> str:
    """How a contest ended."""
    rows = rows_of(outcome)
    if look.format != "table":
        return rows_text(rows, look)
    whole = [row for row in rows if row["cards"] is None]
    field = outcome.field.name
    parts = [
        wrapped(heading(outcome, look), look),
        f"One seat against {field} in all others:\n\n{alone_table(whole, look)}",
        f"All at one table:\n\n{mixed_table(whole, look)}",
        f"Points by cards per hand, one seat against {field}:\n\n{cards_table(rows[len(whole) :], len(whole), look)}",
    ]
    return "\n\n".join([*parts, wrapped(verdict_words(outcome), look)] if outcome.bounds else parts)


# Rows


def rows_of(outcome: Outcome) -> list[Row]:
    """One row per policy for all rounds (cards None), then one per number of cards and policy; points are a round."""
    entrants = range(len(outcome.entrants))
    rounds = range(len(outcome.contest.cards))
    return [row_of(outcome, e, None) for e in entrants] + [row_of(outcome, e, k) for k in rounds for e in entrants]


def row_of(outcome: Outcome, entrant: int, round: int | None) -> Row:
    """What an entrant did in all rounds, or in one round of each game."""
    result = outcome.result
    some = slice(None) if round is None else slice(round, round + 1)
    wins = mean_of(result.wins[entrant]) if round is None else None  # of whole games only

    def mean(name: str, points: Any) -> Row:
        found = per_round(points[:, some])
        return {name: found.mean, f"{name}_error": found.error}

    return {
        "policy": outcome.entrants[entrant].name,
        "cards": None if round is None else outcome.contest.cards[round],
        **mean("points", result.points[entrant]),
        **mean("gain", outcome.gain(entrant)),
        "bids_made": float(result.made[entrant][:, some].mean()),
        "mean_bid": float(result.bids[entrant][:, some].mean()),
        "games_won": wins and wins.mean,
        "games_won_error": wins and wins.error,
        **mean("mixed_points", result.mixed[entrant]),
        **mean("mixed_gain", outcome.mixed_gain(entrant)),
        "games": outcome.games,
        "field": outcome.field.name,
        "decision": outcome.verdict.decision or None,
        "seed": outcome.contest.seed,
    }


# For people


def heading(outcome: Outcome, look: Look) -> str:
    """What was played."""
    contest = outcome.contest
    first, last = contest.cards[0], contest.cards[-1]
    sizes = counted(first, "card") if first == last else f"{first}{'–' if look.unicode else '-'}{last} cards"
    return (
        f"{contest.players} players, {counted(len(contest.cards), 'round')} a game ({sizes}), hook {contest.hook}, "
        f"{counted(outcome.games, 'game')}, seed {contest.seed}"
    )


def alone_table(rows: Sequence[Row], look: Look) -> str:
    """Each policy alone in one seat."""
    cells = [
        (
            *gain_cells(row, rows[-1], look),
            percent(row["bids_made"]),
            f"{row['mean_bid']:.2f}",
            f"{measured(100 * row['games_won'], 100 * row['games_won_error'], look, 1)} %",
        )
        for row in rows
    ]
    return aligned((*gain_headers(rows), "Bids made", "Mean bid", "Games won"), cells, look)


def mixed_table(rows: Sequence[Row], look: Look) -> str:
    """All policies at one table."""
    return aligned(gain_headers(rows), [gain_cells(row, rows[-1], look, "mixed_") for row in rows], look)


def gain_headers(rows: Sequence[Row]) -> tuple[str, ...]:
    return "Policy", "Points a round", f"Gain on {rows[-1]['policy']}"


def gain_cells(row: Row, last: Row, look: Look, where: str = "") -> tuple[str, ...]:
    """A policy, its points, and what it gains on the last one."""
    gain = "" if row["policy"] == last["policy"] else cell(row, f"{where}gain", look)
    return row["policy"], cell(row, f"{where}points", look), gain


def cards_table(rows: Sequence[Row], count: int, look: Look) -> str:
    """The points of `count` policies by cards per hand, and what all but the last gain on it."""
    names = [row["policy"] for row in rows[:count]]
    cells = []
    for start in range(0, len(rows), count):
        of_size = rows[start : start + count]
        points = (f"{row['points']:.1f}" for row in of_size)
        cells.append((str(of_size[0]["cards"]), *points, *(cell(row, "gain", look) for row in of_size[:-1])))
    return aligned(("Cards", *names, *(f"{name} gains" for name in names[:-1])), cells, look)


def cell(row: Row, key: str, look: Look) -> str:
    """A number of a row with its error."""
    return measured(row[key], row[f"{key}_error"], look, 2)


def verdict_words(outcome: Outcome) -> str:
    """What the sequential test says of the first entrant's gain on the last."""
    assert outcome.bounds is not None
    low, high = (f"{bound:g}" for bound in outcome.bounds)
    first, last = outcome.entrants[0].name, outcome.entrants[-1].name
    ratio = f"log-likelihood ratio {outcome.verdict.ratio:.2f}"
    if outcome.verdict.decision == "at least":
        return f"Decided: {first} gains {high} points a round or more on {last}, rather than {low} or less ({ratio})."
    if outcome.verdict.decision == "at most":
        return f"Decided: {first} gains {low} points a round or less on {last}, rather than {high} or more ({ratio})."
    games = counted(outcome.games, "game")
    return f"Not decided within {games}: whether {first} gains {low} or {high} points a round on {last} ({ratio})."
