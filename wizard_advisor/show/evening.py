"""An evening as text: the score table in all formats, what a round brought, the statistics, advice in a few words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..advice.results import Advice, CardAdvice
from ..cards import print_card, suit_name
from ..evening.pad import Pad
from ..evening.round import Round
from ..evening.statistics import against_advice, statistics, winners
from ..values import counted
from .recommendation import allowed, may_be_chance, trump_name
from .text import Look, aligned, as_csv, as_json, wrapped

SCHEMA: Final = 1  # of the JSON object
GAP: Final = 2  # columns between two of a table


# The scores


def render_scores(pad: Pad, look: Look) -> str:
    """All that is on the score pad: in csv the scores alone, one row for each player and round."""
    rows = score_rows(pad)
    if look.format == "csv":
        header = ("round", "cards", "dealer", "player", "bid", "tricks", "points", "total")
        return as_csv(header, (row.values() for row in rows))
    if look.format == "json":
        return as_json(
            {
                "schema": SCHEMA,
                "players": list(pad.table.players),
                "rounds": pad.table.rounds,
                "over": pad.over,
                "scores": rows,
                "statistics": [row.to_dict() for row in statistics(pad)],
                "notes": [{"round": round.number, "note": note} for round in pad.rounds for note in round.notes],
            }
        )
    notes = [f"Round {round.number}: {note}" for round in pad.rounds for note in round.notes]
    parts = [score_table(pad, look), *(["\n".join(wrapped(note, look) for note in notes)] if notes else [])]
    if pad.past:
        parts.append(statistics_text(pad, look))
    return "\n\n".join(parts)


def score_rows(pad: Pad) -> list[dict[str, Any]]:
    """What each player did in each round that is whole."""
    return [
        {
            "round": round.number,
            "cards": round.cards,
            "dealer": round.dealer,
            "player": name,
            "bid": round.bids[name],
            "tricks": round.tricks[name],
            "points": round.points()[name],
            "total": round.after()[name],
        }
        for round in pad.past
        for name in pad.table.players
    ]


def score_table(pad: Pad, look: Look) -> str:
    """The points of each round and how they add up; where there is room, what was bid and taken too."""
    names = pad.table.players
    full = [(str(round.number), *(full_cell(round, name) for name in names)) for round in pad.past]
    short = [(str(round.number), *(str(round.after()[name]) for name in names)) for round in pad.past]
    total = ("Total", *(str(pad.scores[name]) for name in names))
    for rows in (full, short):
        headers = ("Round", *short_names(names, room(rows, look) if rows is short else max(map(len, names))))
        table = aligned(headers, [*rows, total], look)
        if rows is short or look.format == "markdown" or max(map(len, table.splitlines())) <= look.width:
            break
    return table


def full_cell(round: Round, name: str) -> str:
    """Tricks taken of those bid, and the points after the round: `1/2  -10`."""
    return f"{round.tricks[name]}/{round.bids[name]} {round.after()[name]:5}"


def round_table(round: Round, look: Look) -> str:
    """What a round brought, and the points after it."""
    names = round.table.players
    points, after = round.points(), round.after()
    rows = [
        (f"Round {round.number}", *(f"{points[name]:+}" for name in names)),
        ("Total", *(str(after[name]) for name in names)),
    ]
    return aligned(("", *short_names(names, room(rows, look))), rows, look)


def room(rows: Sequence[Sequence[str]], look: Look) -> int:
    """The columns that the name of a player may have above these rows."""
    label = max(len(row[0]) for row in rows) if rows else 0
    players = len(rows[0]) - 1 if rows else 1
    return max((look.width - max(label, len("Round"))) // players - GAP, 2)


def short_names(names: Sequence[str], length: int) -> list[str]:
    """Names cut to a length, told apart by a number where they then are the same.

    >>> short_names(["Anna", "Annabel", "Ben"], 4)
    ['Anna', 'Ann2', 'Ben']
    """
    found: list[str] = []
    for name in names:
        short, number = name[:length], 2
        while short in found:
            short, number = name[: length - len(str(number))] + str(number), number + 1
        found.append(short)
    return found


# Statistics


def statistics_text(pad: Pad, look: Look) -> str:
    """Who is ahead or has won, how each player bids, and how my bids against the advice did."""
    rows = [
        (row.player, f"{row.made} of {row.rounds}", str(row.over), str(row.under), f"{row.bids / row.rounds:.1f}")
        for row in statistics(pad)
    ]
    names = short_names([row[0] for row in rows], max(look.width - 34, 4))
    cells = [(name, *row[1:]) for name, row in zip(names, rows, strict=True)]
    parts = [aligned(("Player", "Bids made", "Over", "Under", "Mean bid"), cells, look)]
    parts.append(wrapped("Over and under: tricks taken above the bid and below it.", look))
    against = against_words(pad)
    return "\n\n".join([wrapped(leader_words(pad), look), *parts, *([wrapped(against, look)] if against else [])])


def leader_words(pad: Pad) -> str:
    """Who has won, or leads."""
    names = winners(pad)
    who = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    if pad.over:
        verb = "wins" if len(names) == 1 else "share the first place"
    else:
        verb = "leads" if len(names) == 1 else "lead"
    return f"{who} {verb} with {counted(pad.scores[names[0]], 'point')}."


def against_words(pad: Pad) -> str:
    """How my bids against the advice did; nothing if there were none."""
    against = against_advice(pad)
    if not against.bids:
        return ""
    done = f"{abs(against.gained):.0f} {'gained' if against.gained >= 0 else 'lost'}"
    return (
        f"{pad.table.me} bid {counted(against.bids, 'time')} against the advice: {counted(against.scored, 'point')},"
        f" where the bids advised could expect {against.expected:.0f}: {done}"
        f" (expected: {against.expected - against.chosen:.0f} lost)."
    )


# Advice in a few words


def advice_words(advice: Advice, look: Look) -> str:
    """The bid, and the suit to name, in half a line: `bid 2 (64 %, 28 points)`."""
    best = advice.estimate(advice.recommended)
    rivals = [row for row in allowed(advice) if row is not best and may_be_chance(row)]
    others = "".join(f" or {row.bid}" for row in rivals if hasattr(row, "bid"))
    named = f"name {trump_name(advice)}, " if advice.recommended_trump is not None else ""
    return f"{named}bid {advice.recommended}{others} ({worth(best.probability_made, best.expected_score)})"


def card_words(advice: CardAdvice, look: Look) -> str:
    """The card to play in a sentence: `Play ♠J (78 %, 29 points).`"""
    best = advice.estimate(advice.recommended)
    deck = advice.turn.deck
    rivals = [row for row in allowed(advice) if row is not best and may_be_chance(row)]
    names = [print_card(row.card, deck, symbols=look.unicode) for row in (best, *rivals) if hasattr(row, "card")]
    return f"Play {' or '.join(names)} ({worth(best.probability_made, best.expected_score)})."


def worth(chance: float, score: float) -> str:
    """A chance and points, rounded as one says them."""
    return f"{100 * chance:.0f} %, {counted(round(score), 'point')}"


def void_words(round: Round) -> str:
    """Who of the others is known to be void; nothing if nobody is."""
    if round.falls is None:
        return ""
    deck = round.situation().deck
    voids: dict[str, list[str]] = {}
    for seat, suit in sorted(round.falls.voids):
        if seat != round.seat:
            voids.setdefault(round.order[seat - 1], []).append(suit_name(suit, deck))
    return ", ".join(f"{name} has no {' and no '.join(suits)}" for name, suits in voids.items())


def bids_words(round: Round) -> str:
    """What all have bid, in the order of the table, and how much that is together."""
    bids: Mapping[str, int] = round.bids
    said = ", ".join(f"{name} {bids[name]}" for name in round.table.players)
    return f"{said}: {sum(bids.values())} bid for {counted(round.cards, 'trick')}."
