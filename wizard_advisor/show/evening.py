"""An evening as text: the score table in all formats, what a round brought, the statistics, advice in a few words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..advice.results import Advice, CardAdvice
from ..cards import suit_name
from ..evening.pad import Pad
from ..evening.round import Round
from ..evening.statistics import against_advice, bids_to_win, statistics, winners
from ..values import counted, joined
from .recommendation import allowed, choice_name, may_be_chance, trump_name, worth_words
from .text import Look, aligned, as_csv, as_json, drawn, longest_line, wrapped
from .winning import Choice, gives_up_points, plays_to_win, win_words, wins_less

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
    """What was bid and taken in each round and the points after it; only these where there is little room."""
    names = pad.table.players
    full = [(str(round.number), *(full_cell(round, name) for name in names)) for round in pad.past]
    total = ("Total", *(str(pad.scores[name]) for name in names))
    if look.format == "markdown":
        return aligned(("Round", *names), [*full, total], look)
    table = columns([("Round", *names), *full, total])
    if longest_line(table) <= look.width:
        return f"{table}\n\n{wrapped('Tricks taken of those bid, and the points after the round.', look)}"
    points = [(str(round.number), *(str(round.after()[name]) for name in names)) for round in pad.past]
    return f"{named_columns('', names, points or [total], look)}\n\nThe points after each round."


def full_cell(round: Round, name: str) -> str:
    """Tricks taken of those bid, and the points after the round: `1/2  -10`."""
    return f"{round.tricks[name]}/{round.bids[name]} {round.after()[name]:5}"


def round_table(round: Round, look: Look) -> str:
    """What a round brought, and the points after it."""
    names = round.table.players
    points, after = [f"{points:+}" for points in round.points().values()], map(str, round.after().values())
    rows = [("Total", *after)]
    table = columns([("", *names), (f"Round {round.number}", *points), *rows])
    if longest_line(table) <= look.width:
        return table
    return named_columns("", names, [(str(round.number), *points), *rows], look)


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows, the first of them the headers, in columns with two blanks between them: all that a small window needs."""
    return drawn(rows, ["right"] * len(rows[0]), "plain")


def named_columns(label: str, names: Sequence[str], rows: Sequence[Sequence[str]], look: Look) -> str:
    """Rows below the names of the players, which are cut so that they fit."""
    room = (look.width - max(len(row[0]) for row in [[label], *rows])) // len(names) - GAP
    return columns([(label, *short_names(names, max(room, 2))), *rows])


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
    found = statistics(pad)
    numbers = [
        (f"{row.made} of {row.rounds}", str(row.over), str(row.under), f"{row.bids / row.rounds:.1f}") for row in found
    ]
    headers = ("Made", "Over", "Under", "Mean bid")
    if look.format == "markdown":
        table = aligned(
            ("Player", *headers), [(row.player, *cells) for row, cells in zip(found, numbers, strict=True)], look
        )
    else:
        names = short_names(pad.table.players, look.width - 33)
        table = columns([("", *headers), *((name, *cells) for name, cells in zip(names, numbers, strict=True))])
    legend = "Made: bids that were made. Over, under: tricks taken above the bids and below them."
    parts = [wrapped(leader_words(pad), look), table]
    said = filter(None, [legend, against_words(pad), to_win_words(pad)])
    return "\n\n".join([*parts, *(wrapped(words, look) for words in said)])


def leader_words(pad: Pad) -> str:
    """Who has won, or leads."""
    names = winners(pad)
    if pad.over:
        verb = "wins" if len(names) == 1 else "share the first place"
    else:
        verb = "leads" if len(names) == 1 else "lead"
    return f"{joined(names, 'and')} {verb} with {counted(pad.scores[names[0]], 'point')}."


def against_words(pad: Pad) -> str:
    """How my bids against the advice did; nothing if there were none."""
    against = against_advice(pad)
    if not against.bids:
        return ""
    to_win = f"; {against.to_win} advised to win, not for points" if against.to_win else ""
    return (
        f"{pad.table.me} bid {counted(against.bids, 'time')} against the advice: {counted(against.scored, 'point')},"
        f" where the bids advised could expect {against.expected:.0f}: {gained_words(against.gained)}"
        f" (expected: {gained_words(against.chosen - against.expected)}{to_win})."
    )


def gained_words(points: float) -> str:
    """`8 gained`, `3 lost`."""
    return f"{abs(points):.0f} {'gained' if points >= 0 else 'lost'}"


def to_win_words(pad: Pad) -> str:
    """What bids to win cost; nothing if there were none."""
    found = bids_to_win(pad)
    if not found.bids:
        return ""
    bids, cost = counted(found.bids, "time"), counted(round(found.cost), "point")
    return f"{pad.table.me} bid to win {bids} where another bid scores more: {cost} to expect were given up for it."


# Advice in a few words


def advice_words(advice: Advice, look: Look) -> str:
    """The bid, and the suit to name, in half a line: `bid 2 (64 %, 28 points)`, `bid 3 to win (31 %; …)`."""
    named = f"name {trump_name(advice)}, " if advice.recommended_trump is not None else ""
    return f"{named}bid {choice_in_brief(advice, look)}"


def card_words(advice: CardAdvice, look: Look) -> str:
    """The card to play in a sentence: `Play ♠J (78 %, 29 points).`"""
    return f"Play {choice_in_brief(advice, look)}."


def choice_in_brief(advice: Advice | CardAdvice, look: Look) -> str:
    """The bid or card, and those that may be as good; the chance to win where another one scores more."""
    rows, name = allowed(advice), choice_name(advice, look)
    if gives_up_points(advice, rows):
        return win_words(advice, rows, name)
    best = advice.estimate(advice.recommended)
    rivals = [row for row in rows if row is not best and may_be_as_good(advice, row)]
    return f"{' or '.join(map(name, (best, *rivals)))} ({worth_words(best)})"


def may_be_as_good(advice: Advice | CardAdvice, row: Choice) -> bool:
    """Whether a bid or card may be as good as the recommended one, in points and to win."""
    return may_be_chance(row) and not (plays_to_win(advice) and wins_less(row))


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
