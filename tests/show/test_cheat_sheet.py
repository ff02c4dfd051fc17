"""How cheat sheets are shown: as a page, as data, as a picture."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from wizard_advisor.lab.cheat_sheet import CheatSheet
from wizard_advisor.lab.trial import Quality
from wizard_advisor.lab.worths import ALL_ROUNDS_LENGTHS, Worth, kinds_of_card
from wizard_advisor.show.cheat_sheet import length_name, render, shortened
from wizard_advisor.show.cheat_sheet_picture import draw
from wizard_advisor.show.text import Look


def sample(cards: int = 8, trump: bool = True, lengths: Any = None) -> CheatSheet:
    kinds = kinds_of_card(cards, trump, lengths)
    return CheatSheet(
        players=4,
        cards=cards,
        trump=trump,
        worths=tuple(Worth(kind, 100 - 7 * i, 1 - 0.07 * i, 0.012, 0.5) for i, kind in enumerate(kinds)),
        sheet=Quality(0.7, 0.03, 1.25, 0.2),
        rules_of_thumb=Quality(0.4, 0.03, -0.5, 0.3),
        rounds=240_000,
        hands=200,
        deals=2_000,
        seed=5,
        policy="standard",
        opponents=("people",) * 3,
        inference=True,
        seconds=10.0,
    )


@pytest.mark.parametrize(("cards", "trump"), [(1, True), (2, True), (8, True), (8, False), (14, True), (20, False)])
@pytest.mark.parametrize("unicode", [True, False])
def test_a_sheet_fits_a_screen(cards: int, trump: bool, unicode: bool) -> None:
    lines = render([sample(cards, trump)], Look(unicode=unicode)).splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 80
    assert unicode or all(line.isascii() for line in lines)


def test_a_sheet_says_what_it_is() -> None:
    text = render([sample()], Look())
    assert text.startswith("4 players, 8 cards, a suit is trump: what a card is worth in tricks\n")
    assert "\nWizard       1.00 ± 0.01                1\n" in text
    assert "\nThis sheet                       70 ± 3 %              1.2 ± 0.2\n" in text
    assert text.endswith("240,000 rounds, seed 5, 10.0 s")


def test_sheets_side_by_side_are_cut_where_the_place_is_narrow() -> None:
    sheets = [sample(cards, cards < 15, ALL_ROUNDS_LENGTHS) for cards in range(1, 16)]
    wide = render(sheets, Look(width=80), joint=True)
    assert wide.startswith("4 players, by cards in hand, no trump at 15:")
    assert sum(line.startswith("cards") for line in wide.splitlines()) == 1
    narrow = render(sheets, Look(width=50), joint=True)
    heads = [line.split() for line in narrow.splitlines() if line.startswith("cards  ")]
    assert heads == [["cards", *map(str, range(1, 8))], ["cards", *map(str, range(8, 16))]]
    for text, width in ((wide, 80), (narrow, 50)):
        tables = [line for line in text.splitlines() if line.startswith(("W ", "A ", "hand", "same", "lost"))]
        assert all(len(line) <= width for line in tables)


def test_json_holds_everything_unrounded() -> None:
    found = json.loads(render([sample()], Look("json")))
    assert found["schema"] == 1
    assert (found["players"], found["cards"], found["trump"], found["seed"]) == (4, 8, True, 5)
    assert found["worths"][1] == {
        "kind": "trump",
        "ranks": [14, 14],
        "lengths": None,
        "tricks": pytest.approx(0.93),
        "standard_error": 0.012,
        "per_hand": 0.5,
        "rule_of_thumb": 1.0,
    }
    assert found["worths"][12]["lengths"] == [4, 8]
    assert found["sheet"]["agreement"] == 0.7
    assert found["rules_of_thumb"]["cost"] == -0.5
    joint = json.loads(render([sample(), sample(9)], Look("json"), joint=True))
    assert [chart["cards"] for chart in joint["charts"]] == [8, 9]


def test_csv_has_one_row_for_each_kind() -> None:
    rows = list(csv.DictReader(io.StringIO(render([sample(), sample(9)], Look("csv"), joint=True))))
    assert len(rows) == len(sample().worths) + len(sample(9).worths)
    assert (rows[9]["kind"], rows[9]["ranks"], rows[9]["lengths"]) == ("plain", "14-14", "1-1")
    assert rows[-1]["cards"] == "9"
    assert float(rows[0]["sheet_cost"]) == 1.25
    assert {cell for row in rows for cell in row.values() if cell.lower() in ("true", "false")} == {"true"}


def test_markdown_is_made_of_tables() -> None:
    assert "| Wizard     | 1.00 ± 0.01 |" in render([sample()], Look("markdown")).replace("|  1.00", "| 1.00")
    joint = render([sample(2), sample(3)], Look("markdown"), joint=True)
    lines = [line for line in joint.splitlines() if line.startswith("|")]
    assert len({line.count("|") for line in lines}) == 1


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.031, "1.03"), (0.65, ".65"), (-0.154, "-.15"), (-1.23, "-1.2"), (0.0, ".00"), (27.84, "27.8")],
)
def test_numbers_in_four_characters(value: float, text: str) -> None:
    assert shortened(value) == text


def test_names_of_lengths() -> None:
    assert [length_name(1, 1, 8), length_name(1, 2, 15), length_name(4, 8, 8), length_name(2, 2, 2)] == [
        *("1", "1-2", "4+", "2")
    ]


@pytest.mark.parametrize("ending", ["png", "svg"])
@pytest.mark.parametrize("count", [1, 3])
def test_a_picture_is_drawn(tmp_path: Path, ending: str, count: int) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / f"sheet.{ending}"
    sheets = [sample(8 + i, True, ALL_ROUNDS_LENGTHS if count > 1 else None) for i in range(count)]
    draw(sheets, str(file))
    assert file.read_bytes().startswith({"png": b"\x89PNG", "svg": b"<?xml"}[ending])
