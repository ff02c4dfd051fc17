"""Cheat sheets as a picture: what each card of one is worth, or how that changes with the number of cards."""

from collections.abc import Sequence
from typing import Any, Final

from ..lab.cheat_sheet import CheatSheet
from ..lab.worths import Worth
from .cheat_sheet import joint_title, length_name, name, ranks_name, title
from .picture import DARK, MARKS, new_figure, save

DRAWN_OF_ALL_ROUNDS: Final = ("Wizard", "Trump A", "Trump 10", "Trump 2-4", "Plain A", "Plain K")


def draw(sheets: Sequence[CheatSheet], file: str) -> None:
    """Draw one sheet, or the main cards of several, 800 × 500, to a .png or .svg; OSError if it cannot be written."""
    figure = new_figure()
    if len(sheets) == 1:
        left, right = figure.subplots(1, 2, sharey=True)
        draw_cards(left, sheets[0])
        draw_plain_suits(right, sheets[0])
        figure.suptitle(title(sheets[0]), fontsize=12)
    else:
        draw_rounds(figure.subplots(), sheets)
        figure.suptitle(joint_title(sheets), fontsize=12)
    save(figure, file)


def draw_cards(axes: Any, sheet: CheatSheet) -> None:
    """The cards whose suit's length does not matter, the rules of thumb beside them."""
    rows = [row for row in sheet.worths if row.kind.group != "plain"]
    places = range(len(rows))
    thumbs = [i for i in places if rows[i].kind.thumb]
    axes.axhline(0, color="0.7", linewidth=0.8)
    axes.errorbar(places, [row.tricks for row in rows], errors(rows), fmt="o", color=DARK, label="this sheet")
    axes.plot(thumbs, [rows[i].kind.thumb for i in thumbs], "_", color="black", markersize=14, label="rule of thumb")
    axes.set_xticks(places, [name(row.kind) for row in rows], rotation=60, ha="right")
    axes.set_ylabel("worth in tricks")
    finish(axes)


def draw_plain_suits(axes: Any, sheet: CheatSheet) -> None:
    """The high cards of plain suits by the length of the suit."""
    plain = [row for row in sheet.worths if row.kind.group == "plain"]
    lengths = sorted({(row.kind.shortest, row.kind.longest) for row in plain})
    axes.axhline(0, color="0.7", linewidth=0.8)
    axes.axhline(0.5, color="black", linewidth=0.8, linestyle=(0, (1, 3)), label="A, rule of thumb")
    ranks = sorted({row.kind.lowest for row in plain}, reverse=True)
    for rank, (colour, mark, line) in zip(ranks, MARKS, strict=False):
        rows = [row for row in plain if row.kind.lowest == rank]
        places = [lengths.index((row.kind.shortest, row.kind.longest)) for row in rows]
        style = {"color": colour, "marker": mark, "linestyle": line}
        axes.errorbar(places, [row.tricks for row in rows], errors(rows), label=ranks_name(rows[0].kind), **style)
    axes.set_xticks(range(len(lengths)), [length_name(*length, sheet.cards) for length in lengths])
    axes.set_xlabel("plain suit: cards of it in hand")
    finish(axes)


def draw_rounds(axes: Any, sheets: Sequence[CheatSheet]) -> None:
    """What the main cards are worth in every round; plain ones in a short suit."""
    axes.axhline(0, color="0.7", linewidth=0.8)
    for shown, (colour, mark, line) in zip(DRAWN_OF_ALL_ROUNDS, MARKS, strict=True):
        found = [
            (sheet.cards, row)
            for sheet in sheets
            for row in sheet.worths
            if name(row.kind) == shown and row.kind.shortest == 1
        ]
        rows = [row for _, row in found]
        if rows:
            label = f"{shown}, suit of 1-2" if shown.startswith("Plain") else shown
            style = {"color": colour, "marker": mark, "linestyle": line}
            axes.errorbar(
                [cards for cards, _ in found], [row.tricks for row in rows], errors(rows), label=label, **style
            )
    axes.set_xticks([sheet.cards for sheet in sheets])
    axes.set_xlabel("cards in hand")
    axes.set_ylabel("worth in tricks")
    finish(axes)


def finish(axes: Any) -> None:
    """Lines to read the worths by, and what the marks mean, where no mark can be."""
    axes.grid(axis="y", alpha=0.3)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, fontsize=9, frameon=False)


def errors(rows: Sequence[Worth]) -> list[float]:
    """The bars: two standard errors."""
    return [2 * row.standard_error for row in rows]
