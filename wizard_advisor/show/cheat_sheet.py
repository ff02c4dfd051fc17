"""Cheat sheets as text: a page to print for people, json, csv and markdown for everything else."""

import json
from collections.abc import Sequence
from importlib.metadata import version
from itertools import pairwise
from typing import Any, Final

from ..cards import FRENCH, RANK_NAMES
from ..lab.cheat_sheet import Chart, Figures
from ..lab.worths import Kind, Worth
from ..values import counted
from .text import Look, aligned, as_csv, opponents_words, wrapped

SCHEMA: Final = 1  # of the JSON object; grows when a key changes its meaning
LABEL_WIDTH: Final = 5  # of the rows of all rounds …
COLUMN_WIDTH: Final = 5  # … and of a round's column
THUMBS: Final = {1.0: "1", 0.5: "1/2", 0.0: ""}


def render_chart(charts: Sequence[Chart], form: str = "table", look: Look | None = None, joint: bool = False) -> str:
    """One sheet, or several for the same players side by side (`joint`), in the form asked for."""
    look = look or Look()
    if form == "json":
        return json.dumps(chart_object(charts, joint), indent=1)
    if form == "csv":
        return csv_text(charts)
    grid = "github" if form == "markdown" else "simple"
    if joint:
        parts = [joint_title(charts), *joint_tables(charts, look, grid), JOINT_USE]
    else:
        parts = [title(charts[0]), *tables(charts[0], look, grid), USE]
    parts += [comparison(charts[0]), footer(charts)]
    return "\n\n".join(part if part in parts[1:-3] else wrapped(part, look) for part in parts)


def chart_object(charts: Sequence[Chart], joint: bool) -> dict[str, Any]:
    """The JSON object: one chart's keys, or those of all under `charts`."""
    head = {"schema": SCHEMA, "version": version("wizard-advisor")}
    return head | ({"charts": [chart.to_dict() for chart in charts]} if joint else charts[0].to_dict())


def csv_text(charts: Sequence[Chart]) -> str:
    """One row per kind of card, numbers unrounded; the figures of the whole sheet on every row."""
    rows = []
    for chart in charts:
        table = chart.to_dict()
        figures = {
            f"{name}_{key}": value for name in ("sheet", "rules_of_thumb") for key, value in table.pop(name).items()
        }
        for worth in table.pop("worths"):
            spans = {key: "" if worth[key] is None else "-".join(map(str, worth[key])) for key in ("ranks", "lengths")}
            flags = {name: str(table[name]).lower() for name in ("trump", "inference")}
            whole = {**table, **flags, "opponents": ",".join(chart.opponents)}
            rows.append({**worth, **spans, **whole, **figures})
    return as_csv(rows[0], (row.values() for row in rows))


# One sheet

USE: Final = (
    "How to use it: add up what your cards are worth and the line every hand, and bid the nearest whole number (an"
    " exact half: the lower one). Plain A of 2: an ace in a suit that is not trump, of which you hold two cards. What"
    " is not listed is worth 0."
)


def title(chart: Chart) -> str:
    """The table the sheet is for."""
    trump = "a suit is trump" if chart.trump else "no trump"
    return f"{chart.players} players, {counted(chart.cards, 'card')}, {trump}: what a card is worth in tricks"


def tables(chart: Chart, look: Look, grid: str) -> list[str]:
    """The cards whose suit does not matter, the plain suits by their lengths, how well the sheet bids."""
    others = [row for row in chart.worths if row.kind.group != "plain"]
    plain = [row for row in chart.worths if row.kind.group == "plain"]
    lengths = sorted({(row.kind.shortest, row.kind.longest) for row in plain})
    cells = {(row.kind.lowest, row.kind.shortest): measured(row, look) for row in plain}
    ranks = {row.kind.lowest: row.kind for row in plain}
    return [
        aligned(
            ("", "Worth", "Rule of thumb"),
            [(name(row.kind), measured(row, look), THUMBS[row.kind.thumb]) for row in others],
            grid,
        ),
        aligned(
            ("", *(f"of {length_name(*length, chart.cards)}" for length in lengths), "Thumb"),
            [
                (name(kind), *(cells.get((rank, length[0]), "") for length in lengths), THUMBS[kind.thumb])
                for rank, kind in ranks.items()
            ],
            grid,
        ),
        aligned(
            ("", "Bids as the full answer", "Points lost a round"),
            [("This sheet", *figures(chart.sheet, look)), ("Rules of thumb", *figures(chart.thumb, look))],
            grid,
        ),
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


def measured(row: Worth, look: Look) -> str:
    """What the sheet says, with its error."""
    return f"{row.hundredths / 100:.2f} {look.plus_minus} {row.standard_error:.2f}"


def figures(found: Figures, look: Look) -> tuple[str, str]:
    """How often the bid is that of the full answer, and what it costs."""
    plus_minus = look.plus_minus
    return (
        f"{100 * found.agreement:.0f} {plus_minus} {100 * found.agreement_standard_error:.0f} %",
        f"{found.cost:.1f} {plus_minus} {found.cost_standard_error:.1f}",
    )


def comparison(chart: Chart) -> str:
    """What the two figures mean."""
    reading = ", which also reads the bids heard" if chart.inference else ""
    return (
        f"The full answer is what advise recommends after {chart.deals:,} deals{reading}:"
        f" {chart.hands} new hands, in all seats in turn. Rules of thumb: a Wizard 1, a trump from the ten up 1,"
        " another ace 1/2."
    )


def footer(charts: Sequence[Chart]) -> str:
    """What the sheet rests on, and what repeats it."""
    chart = charts[0]
    others = opponents_words(chart.opponents)
    each = " for each number of cards" if len(charts) > 1 else ""
    seconds = sum(chart.seconds for chart in charts)
    return (
        f"{chart.rounds:,} rounds{each}, seed {chart.seed}, policy {chart.policy}, opponents {others}, {seconds:.1f} s"
    )


# All rounds side by side

JOINT_USE: Final = (
    "How to use it: in the column of your number of cards add up what your cards and every hand are worth, and bid the"
    " nearest whole number (an exact half: the lower one). W: Wizard, N: Jester. What is not listed is worth 0."
)


def joint_title(charts: Sequence[Chart]) -> str:
    """The tables the sheets are for."""
    bare = [str(chart.cards) for chart in charts if not chart.trump]
    trump = "a suit is trump" if not bare else "no trump" if len(bare) == len(charts) else f"no trump at {bare[0]}"
    return f"{charts[0].players} players, by cards in hand, {trump}: what a card is worth in tricks"


def joint_tables(charts: Sequence[Chart], look: Look, grid: str) -> list[str]:
    """One column per number of cards; cut into blocks of about the same width where the place is too narrow."""
    room = len(charts) if grid == "github" else max(1, (look.width - LABEL_WIDTH) // COLUMN_WIDTH)
    blocks = -(-len(charts) // room)
    cuts = [len(charts) * i // blocks for i in range(blocks + 1)]
    parts = [charts[a:b] for a, b in pairwise(cuts)]
    return [joint_table(part, grid) for part in parts]


def joint_table(charts: Sequence[Chart], grid: str) -> str:
    """The worths in tricks, the largest error of each column, the figures of the sheet and of the rules of thumb."""
    cells = [{row_key(row.kind): shortened(row.hundredths / 100) for row in chart.worths} for chart in charts]
    keys = sorted(set().union(*cells))
    rows: list[tuple[str, ...]] = [("cards", *(str(chart.cards) for chart in charts))]
    heading = ""
    for key in keys:
        *_, over, label = key
        if over and over != heading:
            rows.append((over,))
        heading = over
        rows.append((label, *(column.get(key, "") for column in cells)))
    rows.append(("error", *(shortened(max(row.standard_error for row in chart.worths)) for chart in charts)))
    for heading, found in (
        ("This sheet: % of bids as the full answer, points lost a round", [chart.sheet for chart in charts]),
        ("Rules of thumb: the same", [chart.thumb for chart in charts]),
    ):
        rows.append((heading,))
        rows.append(("same", *(f"{100 * each.agreement:.0f}" for each in found)))
        rows.append(("lost", *(shortened(each.cost, 1) for each in found)))
    if grid == "github":
        return aligned(("", *rows[0][1:]), [row + ("",) * (len(charts) + 1 - len(row)) for row in rows[1:]], grid)
    return "\n".join(
        f"{row[0]:<{LABEL_WIDTH}}" + "".join(f"{cell:>{COLUMN_WIDTH}}" for cell in row[1:]) for row in rows
    )


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
