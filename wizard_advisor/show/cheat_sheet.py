"""Cheat sheets as text: a page to print for people, json, csv and markdown for everything else."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from ..cards import FRENCH, RANK_NAMES
from ..lab.cheat_sheet import CheatSheet
from ..lab.trial import Quality
from ..lab.worths import Kind
from ..values import counted
from ..version import package_version
from .text import Look, aligned, as_csv, as_json, footer, measured, wrapped


def render(sheets: Sequence[CheatSheet], look: Look, joint: bool = False) -> str:
    """One sheet, or several for the same players side by side (`joint`)."""
    if look.format == "json":
        return as_json(json_object(sheets, joint))
    if look.format == "csv":
        return csv_text(sheets)
    if joint:
        head, tables, use = joint_title(sheets), joint_tables(sheets, look), JOINT_USE
    else:
        head, tables, use = title(sheets[0]), sheet_tables(sheets[0], look), USE
    said = [wrapped(text, look) for text in (head, use, comparison(sheets[0]), sheet_footer(sheets))]
    return "\n\n".join([said[0], *tables, *said[1:]])


def sheet_footer(sheets: Sequence[CheatSheet]) -> str:
    """What the sheets rest on, and what repeats them."""
    each = " for each number of cards" if len(sheets) > 1 else ""
    rounds = counted(sheets[0].rounds, "round")
    return footer(rounds + each, sheets[0], sum(sheet.seconds for sheet in sheets))


# Data

SCHEMA: Final = 1  # of the JSON object; grows when a key goes or changes its meaning


def json_object(sheets: Sequence[CheatSheet], joint: bool) -> dict[str, Any]:
    """The JSON object: one sheet's keys, or those of all under `charts`."""
    head = {"schema": SCHEMA, "version": package_version()}
    return head | ({"charts": [sheet.to_dict() for sheet in sheets]} if joint else sheets[0].to_dict())


def csv_text(sheets: Sequence[CheatSheet]) -> str:
    """One row per kind of card, numbers unrounded; what holds for the whole sheet on every row."""
    rows = []
    for sheet in sheets:
        whole = sheet.to_dict() | {"opponents": ",".join(sheet.opponents)}
        worths = whole.pop("worths")
        quality = {f"{by}_{key}": value for by in ("sheet", "rules_of_thumb") for key, value in whole.pop(by).items()}
        for worth in worths:
            spans = {key: "" if worth[key] is None else "-".join(map(str, worth[key])) for key in ("ranks", "lengths")}
            rows.append({**worth, **spans, **whole, **quality})
    return as_csv(rows[0], (row.values() for row in rows))


# One sheet

USE: Final = (
    "How to use it: add up what your cards are worth and the line every hand, and bid the nearest whole number (an"
    " exact half: the lower one). Plain A of 2: an ace in a suit that is not trump, of which you hold two cards. What"
    " is not listed is worth 0."
)


def title(sheet: CheatSheet) -> str:
    """The table the sheet is for."""
    trump = "a suit is trump" if sheet.trump else "no trump"
    return f"{sheet.players} players, {counted(sheet.cards, 'card')}, {trump}: what a card is worth in tricks"


THUMBS: Final = {1.0: "1", 0.5: "1/2", 0.0: ""}


def sheet_tables(sheet: CheatSheet, look: Look) -> list[str]:
    """The cards whose suit does not matter, the plain suits by their lengths, how well the sheet bids."""
    worths = {row.kind: measured(row.hundredths / 100, row.standard_error, look, 2) for row in sheet.worths}
    others = [(name(kind), worth, THUMBS[kind.thumb]) for kind, worth in worths.items() if kind.group != "plain"]
    plain = [kind for kind in worths if kind.group == "plain"]
    lengths = sorted({(kind.shortest, kind.longest) for kind in plain})
    cells = {(kind.lowest, kind.shortest): worths[kind] for kind in plain}
    ranks = {kind.lowest: kind for kind in plain}
    by_length = [
        (name(kind), *(cells.get((rank, length[0]), "") for length in lengths), THUMBS[kind.thumb])
        for rank, kind in ranks.items()
    ]
    both = [
        ("This sheet", *quality_cells(sheet.sheet, look)),
        ("Rules of thumb", *quality_cells(sheet.rules_of_thumb, look)),
    ]
    return [
        aligned(("", "Worth", "Rule of thumb"), others, look),
        aligned(("", *(f"of {length_name(*length, sheet.cards)}" for length in lengths), "Thumb"), by_length, look),
        aligned(("", "Bids as the full answer", "Points lost a round"), both, look),
    ]


def name(kind: Kind) -> str:
    """A kind of card in words, without the length of its suit."""
    if kind.group == "trump":
        return f"Trump {ranks_name(kind)}"
    if kind.group == "plain":
        return f"Plain {ranks_name(kind)}"
    return {"wizard": "Wizard", "jester": "Jester", "hand": "Every hand"}[kind.group]


def ranks_name(kind: Kind) -> str:
    """`A`, or `8-9` for several ranks."""
    low, high = (RANK_NAMES[FRENCH][rank] for rank in (kind.lowest, kind.highest))
    return low if low == high else f"{low}-{high}"


def length_name(shortest: int, longest: int, cards: int) -> str:
    """`2`, `1-2`, or `4+` when the hand has room for more."""
    if shortest in (longest, cards):
        return str(shortest)
    return f"{shortest}+" if longest >= cards else f"{shortest}-{longest}"


def quality_cells(quality: Quality, look: Look) -> tuple[str, str]:
    """How often the bid is that of the full answer, and what it costs."""
    agreement = measured(100 * quality.agreement, 100 * quality.agreement_standard_error, look, 0)
    return f"{agreement} %", measured(quality.cost, quality.cost_standard_error, look, 1)


def comparison(sheet: CheatSheet) -> str:
    """What the last table means."""
    reading = ", which also reads the bids heard" if sheet.inference else ""
    return (
        f"The full answer is what advise recommends after {sheet.deals:,} deals{reading}:"
        f" {sheet.hands} new hands, in all seats in turn. Rules of thumb: a Wizard 1, a trump from the ten up 1,"
        " another ace 1/2."
    )


# All rounds side by side

JOINT_USE: Final = (
    "How to use it: in the column of your number of cards add up what your cards and every hand are worth, and bid the"
    " nearest whole number (an exact half: the lower one). W: Wizard, N: Jester. What is not listed is worth 0."
)


def joint_title(sheets: Sequence[CheatSheet]) -> str:
    """The tables the sheets are for."""
    bare = [str(sheet.cards) for sheet in sheets if not sheet.trump]
    trump = "a suit is trump" if not bare else "no trump" if len(bare) == len(sheets) else f"no trump at {bare[0]}"
    return f"{sheets[0].players} players, by cards in hand, {trump}: what a card is worth in tricks"


LABEL_WIDTH: Final = 5  # of the rows of all rounds …
COLUMN_WIDTH: Final = 5  # … and of a round's column


def joint_tables(sheets: Sequence[CheatSheet], look: Look) -> list[str]:
    """One column per number of cards; cut into blocks of about the same width where the place is too narrow."""
    if look.format == "markdown":
        head, *rows = joint_rows(sheets)
        filled = [row + ("",) * (len(head) - len(row)) for row in rows]
        return [aligned(("", *head[1:]), filled, look)]
    room = max(1, (look.width - LABEL_WIDTH) // COLUMN_WIDTH)
    blocks = -(-len(sheets) // room)
    cuts = [len(sheets) * i // blocks for i in range(blocks + 1)]
    return ["\n".join(map(joint_line, joint_rows(sheets[a:b]))) for a, b in pairwise(cuts)]


def joint_line(row: tuple[str, ...]) -> str:
    """A row of narrow columns."""
    return f"{row[0]:<{LABEL_WIDTH}}" + "".join(f"{cell:>{COLUMN_WIDTH}}" for cell in row[1:])


def joint_rows(sheets: Sequence[CheatSheet]) -> list[tuple[str, ...]]:
    """The worths in tricks, the largest error of each column, how the sheet and the rules of thumb bid.

    A row of one cell is a heading.
    """
    columns = [{row_key(row.kind): shortened(row.hundredths / 100) for row in sheet.worths} for sheet in sheets]
    rows: list[tuple[str, ...]] = [("cards", *(str(sheet.cards) for sheet in sheets))]
    heading = ""
    for key in sorted(set().union(*columns)):
        *_, over, label = key
        if over and over != heading:
            rows.append((over,))
        heading = over
        rows.append((label, *(column.get(key, "") for column in columns)))
    rows.append(("error", *(shortened(max(row.standard_error for row in sheet.worths)) for sheet in sheets)))
    for heading, bidding in (
        ("This sheet: % of bids as the full answer, points lost a round", [sheet.sheet for sheet in sheets]),
        ("Rules of thumb: the same", [sheet.rules_of_thumb for sheet in sheets]),
    ):
        rows.append((heading,))
        rows.append(("same", *(f"{100 * quality.agreement:.0f}" for quality in bidding)))
        rows.append(("lost", *(shortened(quality.cost, 1) for quality in bidding)))
    return rows


def row_key(kind: Kind) -> tuple[int, int, int, str, str]:
    """Where a kind stands among the rows of all rounds, the heading over it, and its label."""
    place = ("wizard", "trump", "plain", "jester", "hand").index(kind.group)
    if kind.group == "trump":
        return place, 0, -kind.lowest, "Trump", ranks_name(kind)
    if kind.group == "plain":
        length = length_name(kind.shortest, kind.longest, 20)
        return place, kind.shortest, -kind.lowest, f"Plain suit of {length}", ranks_name(kind)
    return place, 0, 0, "", {"wizard": "W", "jester": "N", "hand": "hand"}[kind.group]


def shortened(value: float, digits: int = 2) -> str:
    """A number in at most four characters: `1.03`, `.65`, `-.15`, `-1.2`."""
    text = f"{value:.{digits}f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.{digits}f}"
    return text if len(text) <= 4 or digits == 0 else shortened(value, digits - 1)
