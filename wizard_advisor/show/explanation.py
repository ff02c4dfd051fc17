"""`Explanation` as text: short tables and sentences that stand below the answer."""

from typing import TYPE_CHECKING

from ..cards import print_card
from .text import Look, aligned, measured, percent, wrapped

if TYPE_CHECKING:
    from ..advice.explanation import CardTricks, Explanation
    from ..advice.questions import BestBid


def explanation_sections(explanation: "Explanation", look: Look) -> list[str]:
    """The parts of an explanation for a table or markdown, each with its title."""
    gap = "\n\n" if look.format == "markdown" else "\n"
    parts = [
        (cards_title(explanation), cards_table(explanation, look)),
        ("The same hand at each seat, hearing the bids made before it:", seats_table(explanation, look)),
    ]
    if explanation.without_bid or explanation.without_inference:
        parts.append((bids_title(explanation), bids_table(explanation, look)))
    sentences = [hook_sentence(explanation, look), *hinge_sentences(explanation, look)]
    said = gap.join(wrapped(sentence, look) for sentence in sentences if sentence)
    return [*(f"{wrapped(title, look)}{gap}{table}" for title, table in parts), said]


def cards_title(explanation: "Explanation") -> str:
    bids = " and of ".join(map(str, explanation.bids))
    return f"How often each card takes a trick after a bid of {bids}:"


def bids_title(explanation: "Explanation") -> str:
    ignored = " (ignored: not used to guess who holds what)" if explanation.without_inference else ""
    return f"What the bids heard do to the answer{ignored}:"


def cards_table(explanation: "Explanation", look: Look) -> str:
    """By card how often it takes a trick, and below how many tricks that makes."""
    rows = [(card_words(row, explanation, look), *map(percent, row.chances)) for row in explanation.cards]
    sums = [sum(row.copies * row.chances[at] for row in explanation.cards) for at in range(len(explanation.bids))]
    rows.append(("tricks", *(f"{total:.2f}" for total in sums)))
    return aligned(("Card", *(f"Bid {bid}" for bid in explanation.bids)), rows, look)


def card_words(row: "CardTricks", explanation: "Explanation", look: Look) -> str:
    name = card_name(row.card, explanation, look)
    return name if row.copies == 1 else f"each of {row.copies} {name}"


def card_name(card: int, explanation: "Explanation", look: Look) -> str:
    return print_card(card, explanation.situation.deck, symbols=look.unicode)


def seats_table(explanation: "Explanation", look: Look) -> str:
    """The answer at each seat."""
    answers = {answer.situation.seat: answer for answer in (explanation.asked, *explanation.seats)}
    mine = explanation.situation.seat
    rows = [
        (f"{seat}, you" if seat == mine else str(seat), *answer_cells(answers[seat], look)) for seat in sorted(answers)
    ]
    return aligned(("Seat", "Bid", "Points", "Next", "Behind"), rows, look)


def bids_table(explanation: "Explanation", look: Look) -> str:
    """The answer, beside what it would be without one of the bids, and if no bid told anything."""
    rows = [("all", *answer_cells(explanation.asked, look))]
    rows += [(f"not seat {seat}'s", *answer_cells(answer, look)) for seat, answer in explanation.without_bid.items()]
    if explanation.without_inference:
        rows.append(("all, ignored", *answer_cells(explanation.without_inference, look)))
    return aligned(("Heard", "Bid", "Points", "Next", "Behind"), rows, look)


def answer_cells(answer: "BestBid", look: Look) -> tuple[str, ...]:
    """The bid or bids, the points to expect, the next best bid and how far it is behind."""
    bids = " or ".join(map(str, (answer.bid, *answer.rivals)))
    cells = (bids, measured(answer.expected_score, answer.standard_error, look))
    if answer.runner_up is None or answer.gap is None or answer.gap_standard_error is None:
        return (*cells, "", "")
    return (*cells, str(answer.runner_up), measured(answer.gap, answer.gap_standard_error, look))


def hook_sentence(explanation: "Explanation", look: Look) -> str:
    """What the house rule does to me; nothing where there is none."""
    hook, situation = explanation.hook, explanation.situation
    if hook is None:
        return ""
    if situation.seat != situation.players:
        return "The hook does not bind this seat."
    if hook.forbidden is None:
        return "The hook forbids no bid here, as far as the bids were heard."
    if not hook.cost:
        return f"The hook forbids {hook.forbidden}, which is not the best bid: it costs nothing."
    cost = measured(hook.cost, hook.standard_error, look)
    return f"The hook forbids {hook.forbidden}: that costs {cost} points."


def hinge_sentences(explanation: "Explanation", look: Look) -> list[str]:
    """The cards that the answer hangs on."""
    found = []
    for hinge in explanation.hinges:
        instead, card = (card_name(card, explanation, look) for card in (hinge.instead, hinge.card))
        bids = " or ".join(map(str, (hinge.answer.bid, *hinge.answer.rivals)))
        found.append(f"With {instead} instead of {card}: bid {bids}.")
    return found or ["No card was found that, exchanged for another of its suit, changes the answer."]
