"""`CardAdvice` as text: a table and a sentence for people, json, csv and markdown for everything else."""

from collections.abc import Sequence

from ..advice.results import CardAdvice
from ..cards import SUIT_COUNT, print_card, suit_name
from ..turn import Turn
from ..values import counted
from .answer import estimate_cells, estimates_csv, page
from .situation import situation_lines
from .text import Look, aligned, as_json


def render(advice: CardAdvice, look: Look, notes: Sequence[str] = ()) -> str:
    """The answer, without the last line's end; notes on how the hand was read are in a table only."""
    if look.format == "json":
        return as_json(advice.to_dict())
    if look.format == "csv":
        return csv_text(advice)
    said = [*turn_lines(advice.turn, look), *(f"Note: {note}" for note in notes)]
    return page(advice, look, said, [card_table(advice, look)])


def csv_text(advice: CardAdvice) -> str:
    """One row per card."""
    rows = []
    for row in advice.cards:
        name, *same = (print_card(card, advice.turn.deck) for card in (row.card, *row.same))
        rows.append(((name, " ".join(same), row.card == advice.recommended), row))
    return estimates_csv(("card", "same", "recommended"), rows, advice.seed)


def card_table(advice: CardAdvice, look: Look) -> str:
    """The cards, those that do the same in one row."""
    rows = []
    for row in advice.cards:
        alike = (print_card(card, advice.turn.deck, symbols=look.unicode) for card in (row.card, *row.same))
        rows.append(estimate_cells(advice, row, " ".join(alike), look))
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
        f"{'you' if seat == turn.seat else f'seat {seat}'}: {taken} of {'?' if bid is None else bid}"
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
