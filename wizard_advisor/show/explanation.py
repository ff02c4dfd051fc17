"""`Explanation` as text: short tables and sentences that stand below the answer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..advice.results import NOISE
from ..cards import print_card
from ..values import joined
from .recommendation import LITTLE
from .situation import hook_rule
from .text import Look, aligned, measured, percent, wrapped

if TYPE_CHECKING:
    from ..advice.explanation import CardTricks, Explanation
    from ..advice.questions import BestBid


TO_WIN = "These tables are for points: they do not look at the scores."


def explanation_sections(explanation: Explanation, look: Look) -> list[str]:
    """The parts of an explanation for a table or markdown, each with its title."""
    gap = "\n\n" if look.format == "markdown" else "\n"
    parts = [
        (cards_title(explanation), cards_table(explanation, look)),
        ("The same hand at each seat, hearing the bids made before it:", seats_table(explanation, look)),
    ]
    if explanation.without_bid or explanation.without_inference:
        parts.append((bids_title(explanation), bids_table(explanation, look)))
    to_win = [TO_WIN] if explanation.situation.scores else []
    sentences = [*to_win, hook_sentence(explanation, look), *hinge_sentences(explanation, look)]
    said = gap.join(wrapped(sentence, look) for sentence in sentences if sentence)
    return [*(f"{wrapped(title, look)}{gap}{table}" for title, table in parts), said]


def cards_title(explanation: Explanation) -> str:
    bids = " and of ".join(map(str, explanation.bids))
    return f"How often each card takes a trick after a bid of {bids}:"


def bids_title(explanation: Explanation) -> str:
    ignored = " (ignored: not used to guess who holds what)" if explanation.without_inference else ""
    return f"What the bids heard do to the answer{ignored}:"


def cards_table(explanation: Explanation, look: Look) -> str:
    """How often each card takes a trick, a column for each of the bids, and below how many tricks that makes."""
    heads = [f"Bid {bid}" for bid in explanation.bids]
    return tricks_table(explanation.cards, heads, explanation.situation.deck, look)


def tricks_table(cards: Sequence[CardTricks], heads: Sequence[str], deck: str, look: Look) -> str:
    """How often each card takes a trick, a column for each choice, and below how many tricks that makes."""

    def name(row: CardTricks) -> str:
        card = print_card(row.card, deck, symbols=look.unicode)
        return card if row.copies == 1 else f"each of {row.copies} {card}"

    rows = [(name(row), *map(percent, row.chances)) for row in cards]
    sums = (sum(row.copies * row.chances[at] for row in cards) for at in range(len(heads)))
    return aligned(("Card", *heads), [*rows, ("tricks", *(f"{total:.2f}" for total in sums))], look)


def seats_table(explanation: Explanation, look: Look) -> str:
    """The answer at each seat."""
    answers = {answer.situation.seat: answer for answer in (explanation.asked, *explanation.seats)}
    mine = explanation.situation.seat
    rows = [
        (f"{seat}, you" if seat == mine else str(seat), *answer_cells(answers[seat], look)) for seat in sorted(answers)
    ]
    return aligned(("Seat", "Bid", "Points", "Next", "Behind"), rows, look)


def bids_table(explanation: Explanation, look: Look) -> str:
    """The answer, beside what it would be without one of the bids, and if no bid told anything."""
    rows = [("all", *answer_cells(explanation.asked, look))]
    rows += [(f"not seat {seat}'s", *answer_cells(answer, look)) for seat, answer in explanation.without_bid.items()]
    if explanation.without_inference:
        rows.append(("all, ignored", *answer_cells(explanation.without_inference, look)))
    return aligned(("Heard", "Bid", "Points", "Next", "Behind"), rows, look)


def bids_of(answer: BestBid) -> str:
    """The best bid, and those too close to it to tell: `2 or 3`."""
    return joined([str(bid) for bid in (answer.bid, *answer.rivals)], "or")


def answer_cells(answer: BestBid, look: Look) -> tuple[str, ...]:
    """The bid or bids, the points to expect, the next best bid and how far it is behind."""
    cells = (bids_of(answer), measured(answer.expected_score, answer.standard_error, look))
    if answer.runner_up is None or answer.gap is None or answer.gap_standard_error is None:
        return (*cells, "", "")
    return (*cells, str(answer.runner_up), measured(answer.gap, answer.gap_standard_error, look))


def hurting_bids(explanation: Explanation, look: Look) -> list[str]:
    """Which of the bids heard costs most, or is why you bid what you bid; nothing where none does much."""
    asked = explanation.asked
    found = []
    for seat, answer in explanation.without_bid.items():
        cost = answer.expected_score - asked.expected_score
        error = math.hypot(answer.standard_error, asked.standard_error)
        changes = answer.bid not in (asked.bid, *asked.rivals) and asked.bid not in answer.rivals
        hurts = cost >= LITTLE and cost > NOISE * error
        if changes or hurts:
            does = f"costs you {measured(cost, error, look)} points" if hurts else "changes your bid"
            without = f": without it you would bid {bids_of(answer)}" if changes else ""
            found.append((cost, f"The {explanation.situation.bids[seat - 1]} from seat {seat} {does}{without}."))
    return [max(found)[1]] if found else []


def hook_sentence(explanation: Explanation, look: Look) -> str:
    """What the hook does to me; nothing where there is none."""
    hook, situation = explanation.hook, explanation.situation
    if hook is None:
        return ""
    the_hook = f"The hook ({hook_rule(situation)})"
    if situation.seat != situation.players:
        return f"{the_hook} binds the dealer only, who bids last."
    if hook.forbidden is None:
        return f"{the_hook} forbids no bid here, as far as the bids were heard."
    if not hook.cost:
        return f"{the_hook} forbids {hook.forbidden}, which is not the best bid: it costs nothing."
    return ""  # what it costs stands among the reasons


def hinge_sentences(explanation: Explanation, look: Look) -> list[str]:
    """The cards that the answer hangs on."""
    found = []
    for hinge in explanation.hinges:
        deck = explanation.situation.deck
        instead, card = (print_card(card, deck, symbols=look.unicode) for card in (hinge.instead, hinge.card))
        found.append(f"With {instead} instead of {card}: bid {bids_of(hinge.answer)}.")
    return found or ["No card was found that, exchanged for another of its suit, changes the answer."]
