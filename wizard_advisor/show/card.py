"""`CardAdvice` as text: a table and a sentence for people, json, csv and markdown for everything else."""

from collections.abc import Sequence
from typing import Final

from ..advice.results import CardAdvice
from ..cards import SUIT_COUNT, print_card, suit_name
from ..turn import Turn
from ..values import counted
from .recommendation import recommendation
from .situation import situation_lines
from .text import MARK, Look, aligned, answer_footer, as_csv, as_json, coloured, percent, points, wrapped


def render(advice: CardAdvice, look: Look, notes: Sequence[str] = ()) -> str:
    """The answer, without the last line's end, and in a table what was noted in reading the hand below it."""
    if look.format == "json":
        return as_json(advice.to_dict())
    if look.format == "csv":
        return csv_text(advice)
    if look.format == "markdown":
        return "\n\n".join([card_table(advice, look), recommendation(advice, look), answer_footer(advice)])
    said = [*turn_lines(advice.turn, look), *(f"Note: {note}" for note in notes)]
    text = "\n\n".join(
        [
            "\n".join(wrapped(line, look) for line in said),
            card_table(advice, look),
            wrapped(recommendation(advice, look), look),
            wrapped(answer_footer(advice), look),
        ]
    )
    return coloured(text) if look.colour else text


CSV_COLUMNS: Final = (
    *("card", "same", "recommended", "probability_made", "expected_score", "standard_error"),
    *("gap", "gap_standard_error", "deals", "dropped", "seed"),
)


def csv_text(advice: CardAdvice) -> str:
    """One row per card, numbers unrounded."""
    rows: list[list[object]] = []
    for row in advice.cards:
        name, *same = (print_card(card, advice.turn.deck) for card in (row.card, *row.same))
        recommended = row.card == advice.recommended
        rows.append(
            [
                *(name, " ".join(same), recommended, row.probability_made, row.expected_score, row.standard_error),
                *(row.gap, row.gap_standard_error, row.deals, row.dropped, advice.seed, *row.tricks),
            ]
        )
    return as_csv([*CSV_COLUMNS, *(f"tricks_{k}" for k in range(advice.turn.cards + 1))], rows)


def card_table(advice: CardAdvice, look: Look) -> str:
    """The cards: the chance to make the bid, the points to expect, how far each is behind the recommended one."""
    rows = []
    for row in advice.cards:
        advised = row.card == advice.recommended
        rows.append(
            (
                MARK if advised else "",
                " ".join(print_card(card, advice.turn.deck, symbols=look.unicode) for card in (row.card, *row.same)),
                percent(row.probability_made),
                points(row.expected_score, row.standard_error, advice, look),
                "best" if advised else points(row.gap, row.gap_standard_error, advice, look),
                "dropped" if row.dropped else "",
            )
        )
    return aligned(("", "Card", "Chance", "Points", "Behind", ""), rows, look)


# The turn in words


def turn_lines(turn: Turn, look: Look) -> list[str]:
    """The turn as it was understood: my hand, who has how many tricks, what lies on the table, who is void."""
    lines = situation_lines(turn, look)
    lines[2:3] = [tricks_words(turn), table_words(turn, look)]
    voids = [void_words(turn, seat) for seat in range(1, turn.players + 1) if seat != turn.seat]
    if any(voids):
        lines.append(f"Known to be void: {', '.join(filter(None, voids))}")
    if turn.shown is None:
        lines.append(f"Played before: {counted(len(turn.played), 'card')}, by whom is not known")
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
