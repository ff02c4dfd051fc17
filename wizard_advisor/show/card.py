"""`CardAdvice` as text: a table and a sentence for people, json, csv and markdown for everything else."""

from collections.abc import Sequence

from ..advice.explanation import card_tricks, describe_tricks
from ..advice.results import CardAdvice, CardEstimate
from ..cards import SUIT_COUNT, print_card, suit_name
from ..hand_notation import cards_in_order
from ..turn import Turn
from ..values import counted
from .answer import estimate_cells, estimate_heads, estimates_csv, page
from .explanation import tricks_table
from .situation import situation_lines
from .text import MARK, Look, aligned, as_json, percent, wrapped


def render(advice: CardAdvice, look: Look, notes: Sequence[str] = (), explain: bool = False) -> str:
    """The answer, without the last line's end; notes on how the hand was read are in a table only.

    explain: say why too, in all formats but csv.
    """
    if look.format == "json":
        return as_json(advice.to_dict() | ({"explain": explained(advice)} if explain else {}))
    if look.format == "csv":
        return csv_text(advice)
    said = [*turn_lines(advice.turn, look), *(f"Note: {note}" for note in notes)]
    return page(advice, look, said, [card_table(advice, look)], why_sections(advice, look) if explain else ())


def csv_text(advice: CardAdvice) -> str:
    """One row per card."""
    rows = []
    for row in advice.cards:
        name, *same = (print_card(card, advice.turn.deck) for card in (row.card, *row.same))
        rows.append(((name, " ".join(same), row.card == advice.recommended), row))
    return estimates_csv(("card", "same", "recommended"), rows, advice.seed)


def card_table(advice: CardAdvice, look: Look) -> str:
    """The cards, those that do the same in one row; those that may not be played stand where they are in the hand."""
    hand, legal = cards_in_order(advice.turn.hand), advice.turn.legal

    def names(*cards: int) -> str:
        return " ".join(print_card(card, advice.turn.deck, symbols=look.unicode) for card in cards)

    rows: dict[int, tuple[str, ...]] = {}
    blank = [""] * (len(estimate_heads(advice, "", look)) - 3)
    for card in hand:
        if not legal >> card & 1:
            rows[card] = ("", names(card), *blank, "forbidden")
    for row in advice.cards:
        group = (row.card, *row.same)
        rows[min(group, key=hand.index)] = estimate_cells(advice, row, names(*group), look)
    cells = [rows[card] for card in hand if card in rows]
    return aligned(estimate_heads(advice, "Card", look), cells, look)


# Why that card


def compared(advice: CardAdvice) -> list[CardEstimate]:
    """The recommended card and the next best one, if there is one."""
    second = advice.runner_up
    return [advice.estimate(advice.recommended), *([second] if second else [])]


def explained(advice: CardAdvice) -> dict[str, object]:
    """Why that card, as plain data, ready for JSON."""
    rows, deck = compared(advice), advice.turn.deck
    return {
        "played": [print_card(row.card, deck) for row in rows],
        "cards": describe_tricks(card_tricks(advice.turn.hand, rows), deck),
    }


def why_sections(advice: CardAdvice, look: Look) -> list[str]:
    """What the best card and the next one do: how often each card takes a trick, how many tricks that makes in all."""
    rows, turn = compared(advice), advice.turn
    heads = [f"Play {print_card(row.card, turn.deck, symbols=look.unicode)}" for row in rows]
    gap = "\n\n" if look.format == "markdown" else "\n"
    cards = tricks_table(card_tricks(turn.hand, rows), heads, turn.deck, look)
    bid = turn.bids[turn.seat - 1]
    shown = [k for k in range(turn.cards + 1) if k == bid or any(row.tricks[k] >= 0.0005 for row in rows)]
    cells = [
        (MARK if k == bid else "", str(k), *(percent(row.tricks[k]) for row in rows))
        for k in range(shown[0], shown[-1] + 1)
    ]
    numbers = aligned(("", "Tricks", *heads), cells, look)
    return [
        f"{wrapped('How often each of your cards takes a trick from now on:', look)}{gap}{cards}",
        f"{wrapped(f'How many tricks you have at the end of the round (your bid: {bid}):', look)}{gap}{numbers}",
    ]


# The turn in words


def turn_lines(turn: Turn, look: Look) -> list[str]:
    """The turn as it was understood: my hand, who has how many tricks, what lies on the table, who is void."""
    lines = situation_lines(turn, look)
    lines[2:3] = [tricks_words(turn), table_words(turn, look)]
    voids = [void_words(turn, seat) for seat in range(1, turn.players + 1) if seat != turn.seat]
    if any(voids):
        lines.append(f"Known to be void: {', '.join(filter(None, voids))}")
    if turn.shown is None:
        played = f"{counted(len(turn.played), 'card')}, by whom is not known" if turn.played else "not known"
        lines.append(f"Played before: {played}; so the bids tell nothing about the hands")
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
