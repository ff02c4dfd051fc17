"""`CardAdvice` as text: a table and a sentence for people, json, csv and markdown for everything else."""

import json
from collections.abc import Sequence
from typing import Final

from ..advice.results import CardAdvice
from ..cards import SUIT_COUNT, print_card, suit_name
from ..turn import Turn
from ..values import counted
from .recommendation import recommendation
from .situation import situation_lines
from .text import MARK, STOPS, Look, aligned, as_csv, coloured, measured, percent, repetition, wrapped

CSV_COLUMNS: Final = (
    *("card", "same", "recommended", "probability_made", "expected_score", "standard_error"),
    *("gap", "gap_standard_error", "deals", "dropped", "seed"),
)


def render_card(hint: CardAdvice, form: str = "table", look: Look | None = None, notes: Sequence[str] = ()) -> str:
    """The answer as "table" (with `notes` below the hand), "json", "csv" or "markdown", without the last line's end."""
    look = look or Look()
    if form == "json":
        return json.dumps(hint.to_dict(), indent=1)
    if form == "csv":
        return csv_text(hint)
    if form == "markdown":
        return "\n\n".join([card_table(hint, look, "github"), recommendation(hint, look), footer(hint)])
    said = [*turn_lines(hint.turn, look), *(f"Note: {note}" for note in notes)]
    text = "\n\n".join(
        [
            "\n".join(wrapped(line, look) for line in said),
            card_table(hint, look, "simple"),
            wrapped(recommendation(hint, look), look),
            wrapped(footer(hint), look),
        ]
    )
    return coloured(text) if look.colour else text


def csv_text(hint: CardAdvice) -> str:
    """One row per card, numbers unrounded."""
    rows: list[list[object]] = []
    for row in hint.cards:
        name, *same = (print_card(card, hint.turn.deck) for card in (row.card, *row.same))
        advised, dropped = ("true" if flag else "false" for flag in (row.card == hint.recommended, row.dropped))
        rows.append(
            [
                *(name, " ".join(same), advised, row.probability_made, row.expected_score, row.standard_error),
                *(row.gap, row.gap_standard_error, row.deals, dropped, hint.seed, *row.tricks),
            ]
        )
    return as_csv([*CSV_COLUMNS, *(f"tricks_{k}" for k in range(hint.turn.cards + 1))], rows)


def turn_lines(turn: Turn, look: Look) -> list[str]:
    """The turn as it was understood: my hand, who has how many tricks, what lies on the table, who is void."""
    lines = situation_lines(turn, look)
    lines[2:3] = [tricks_words(turn), table_words(turn, look)]
    voids = [void_words(turn, seat) for seat in range(1, turn.players + 1) if seat != turn.seat]
    if any(voids):
        lines.append(f"Known to be void: {', '.join(filter(None, voids))}")
    if turn.shown is None:
        lines.append(f"Played before: {counted(len(turn.played), 'card')} seen, not known from whom")
    return lines


def tricks_words(turn: Turn) -> str:
    """Who has taken how many tricks, and bid how many."""
    seats = [
        f"{'you' if seat == turn.seat else f'seat {seat}'}: {taken} of {bid}"
        for seat, (taken, bid) in enumerate(zip(turn.tricks, turn.bids, strict=True), 1)
    ]
    return f"Tricks taken and bid: {', '.join(seats)}"


def table_words(turn: Turn, look: Look) -> str:
    """The cards on the table and who played them."""
    if not turn.trick:
        return "On the table: nothing, you lead"
    cards = [print_card(card, turn.deck, symbols=look.unicode) for card in turn.trick]
    return "On the table: " + ", ".join(f"{card} from seat {turn.holder(i)}" for i, card in enumerate(cards))


def void_words(turn: Turn, seat: int) -> str:
    """The suits that a seat is known to hold no card of; empty if there is none."""
    suits = [suit_name(suit, turn.deck) for suit in range(SUIT_COUNT) if turn.voids >> 4 * (seat - 1) + suit & 1]
    return f"seat {seat} in {' and '.join(suits)}" if suits else ""


def card_table(hint: CardAdvice, look: Look, form: str) -> str:
    """The cards: the chance to make the bid, the points to expect, how far each is behind the recommended one."""
    rows = []
    for row in hint.cards:
        advised = row.card == hint.recommended
        rows.append(
            (
                MARK if advised else "",
                " ".join(print_card(card, hint.turn.deck, symbols=look.unicode) for card in (row.card, *row.same)),
                percent(row.probability_made),
                measured(row.expected_score, row.standard_error, hint, look),
                "best" if advised else measured(row.gap, row.gap_standard_error, hint, look),
                "dropped" if row.dropped else "",
            )
        )
    return aligned(("", "Card", "Chance", "Points", "Behind", ""), rows, form)


def footer(hint: CardAdvice) -> str:
    """What the answer rests on, and what repeats it."""
    stops = STOPS | {"forced": "there is no choice"}
    basis = "Exact" if hint.exact else f"{hint.deals:,} deals ({stops[hint.stop]})"
    return f"{basis}, {repetition(hint)}"
