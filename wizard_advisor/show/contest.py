"""A contest of policies as text: tables for people, rows for everything else."""

from typing import Any

from ..lab.contest import Outcome, mean_of, per_round
from .text import Look, aligned, percent


def contest_text(outcome: Outcome, look: Look) -> str:
    """For people: alone among the field, at one table, by cards per hand, and what a sequential test decided."""
    contest = outcome.contest
    names = [entrant.name for entrant in outcome.entrants]
    last = names[-1]
    rows = contest_rows(outcome)
    whole = [row for row in rows if row["cards"] is None]
    sizes = f"{contest.cards[0]}–{contest.cards[-1]}" if len(contest.cards) > 1 else str(contest.cards[0])
    head = (
        f"{contest.players} players, {len(contest.cards)} rounds a game ({sizes} cards), hook {contest.hook}, "
        f"{outcome.games:,} games, seed {contest.seed}"
    )
    alone = aligned(
        ("Policy", "Points a round", "Gain on " + last, "Bids made", "Mean bid", "Games won"),
        [
            (
                row["policy"],
                measured(row, "points", look),
                "" if row["policy"] == last else measured(row, "gain", look),
                percent(row["bids_made"]),
                f"{row['mean_bid']:.2f}",
                f"{100 * row['games_won']:.1f} {look.plus_minus} {percent(row['games_won_error'])}",
            )
            for row in whole
        ],
        "simple",
    )
    mixed = aligned(
        ("Policy", "Points a round", "Gain on " + last),
        [
            (
                row["policy"],
                measured(row, "mixed_points", look),
                "" if row["policy"] == last else measured(row, "mixed_gain", look),
            )
            for row in whole
        ],
        "simple",
    )
    by_cards = aligned(
        ("Cards", *names, *(f"{name} gains" for name in names[:-1])),
        [
            (
                str(cards),
                *(f"{row['points']:.1f}" for row in of_size),
                *(measured(row, "gain", look) for row in of_size[:-1]),
            )
            for cards in contest.cards
            for of_size in ([row for row in rows if row["cards"] == cards],)
        ],
        "simple",
    )
    said = [
        head,
        f"One seat against {outcome.field.name} in all others:\n\n{alone}",
        f"All at one table:\n\n{mixed}",
        f"Points by cards per hand, one seat against {outcome.field.name}:\n\n{by_cards}",
    ]
    if outcome.bounds:
        said.append(verdict_text(outcome))
    return "\n\n".join(said)


def verdict_text(outcome: Outcome) -> str:
    """What the sequential test says of the first entrant's gain on the last."""
    assert outcome.bounds is not None
    low, high = outcome.bounds
    who = f"{outcome.entrants[0].name}'s gain on {outcome.entrants[-1].name}"
    ratio = f"log-likelihood ratio {outcome.verdict.ratio:.2f}"
    if outcome.verdict.decision == "at least":
        return f"Decided: {who} is rather {high:g} points a round or more than {low:g} or less ({ratio})."
    if outcome.verdict.decision == "at most":
        return f"Decided: {who} is rather {low:g} points a round or less than {high:g} or more ({ratio})."
    return f"Not decided within {outcome.games:,} games: whether {who} is {low:g} or {high:g} points a round ({ratio})."


def contest_rows(outcome: Outcome) -> list[dict[str, Any]]:
    """One row per policy for all rounds (cards None), then one per number of cards and policy; points are a round."""
    result = outcome.result
    rows = []
    for at, cards in [(slice(None), None), *((slice(k, k + 1), size) for k, size in enumerate(outcome.contest.cards))]:
        for e, entrant in enumerate(outcome.entrants):
            points = per_round(result.points[e][:, at])
            gain = per_round(outcome.gain(e)[:, at])
            mixed = per_round(result.mixed[e][:, at])
            mixed_gain = per_round(outcome.mixed_gain(e)[:, at])
            wins = None if cards else mean_of(result.wins[e])  # of whole games only
            rows.append(
                {
                    "policy": entrant.name,
                    "cards": cards,
                    "points": points.mean,
                    "points_error": points.error,
                    "gain": gain.mean,
                    "gain_error": gain.error,
                    "bids_made": float(result.made[e][:, at].mean()),
                    "mean_bid": float(result.bids[e][:, at].mean()),
                    "games_won": wins and wins.mean,
                    "games_won_error": wins and wins.error,
                    "mixed_points": mixed.mean,
                    "mixed_points_error": mixed.error,
                    "mixed_gain": mixed_gain.mean,
                    "mixed_gain_error": mixed_gain.error,
                    "games": outcome.games,
                    "field": outcome.field.name,
                    "decision": outcome.verdict.decision or None,
                    "seed": outcome.contest.seed,
                }
            )
    return rows


def measured(row: dict[str, Any], key: str, look: Look) -> str:
    """A number of a row with its error."""
    return f"{row[key]:.2f} {look.plus_minus} {row[key + '_error']:.2f}"
