"""An evening as text and as a picture."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from evening_samples import TABLE, Sheet, after_rounds, typed
from samples import CLEAR, CLOSE, TO_WIN

from wizard_advisor.advice.results import Advice
from wizard_advisor.evening.entry import Advised
from wizard_advisor.evening.pad import Pad, enter, new_pad
from wizard_advisor.evening.reading import read_answer
from wizard_advisor.evening.table import Table
from wizard_advisor.show.evening import (
    advice_words,
    against_words,
    bids_words,
    leader_words,
    render_scores,
    round_table,
    score_table,
    short_names,
    to_win_words,
    void_words,
)
from wizard_advisor.show.evening_picture import draw
from wizard_advisor.show.text import Look, wrapped

SIX = Table(("Anna", "Annabel", "Maximiliane", "Ben", "Friederike", "Zoë"), "Ben", "Zoë", 10)


def test_the_scores_as_on_paper() -> None:
    pad = typed(new_pad(TABLE), ["-", "-", "1", "0", "0 1", "1", "-", "-", "2", "0 1", "1", "0 1 1 0"])
    assert score_table(pad, Look()).splitlines()[:4] == [
        "Round       Anna        Ben      Carla       Dora",
        "    1  1/1    30  0/1   -10  0/0    20  0/0    20",
        "    2  0/1    20  1/1    20  1/2    10  0/0    40",
        "Total         20         20         10         40",
    ]
    assert round_table(pad.past[0], Look()).splitlines() == [
        "         Anna  Ben  Carla  Dora",
        "Round 1   +30  -10    +20   +20",
        "  Total    30  -10     20    20",
    ]
    assert leader_words(pad) == "Dora leads with 40 points."
    assert bids_words(pad.past[1]) == "Anna 1, Ben 1, Carla 2, Dora 0: 4 bid for 2 tricks."


@pytest.mark.parametrize("width", [40, 60, 100])
@pytest.mark.parametrize("table", [TABLE, SIX])
def test_every_table_fits_the_window(width: int, table: Table) -> None:
    pad = after_rounds(Sheet(4, table), table.rounds)
    look = Look(width=width)
    for text in (render_scores(pad, look), *(round_table(round, look) for round in pad.past)):
        assert max(map(len, text.splitlines())) <= width
    assert all(str(points) in render_scores(pad, look) for points in pad.scores.values())


def test_names_that_are_cut_are_told_apart() -> None:
    assert short_names(["Anna", "Annabel", "Annabelle"], 4) == ["Anna", "Ann2", "Ann3"]
    assert short_names(["Anna", "Ben"], 10) == ["Anna", "Ben"]


def test_other_programs_read_the_scores() -> None:
    sheet = Sheet(6)
    pad = after_rounds(sheet, 15)
    rows = list(csv.DictReader(io.StringIO(render_scores(pad, Look("csv")))))
    assert len(rows) == 60
    assert [int(row["total"]) for row in rows[-4:]] == sheet.totals()
    assert rows[5] | {"bid": "", "tricks": "", "points": "", "total": ""} == {
        "round": "2",
        "cards": "2",
        "dealer": "Ben",
        "player": "Ben",
        "bid": "",
        "tricks": "",
        "points": "",
        "total": "",
    }
    content = json.loads(render_scores(pad, Look("json")))
    assert content["over"] and content["scores"][-1]["total"] == sheet.totals()[-1]
    assert [row["points"] for row in content["statistics"]] == sheet.totals()
    markdown = render_scores(pad, Look("markdown"))
    assert markdown.startswith("|   Round |")


def test_an_evening_that_has_just_begun_is_no_fault() -> None:
    for name in ("table", "json", "csv", "markdown"):
        assert render_scores(new_pad(TABLE), Look(name))


def test_notes_stand_below_the_scores() -> None:
    pad = typed(new_pad(TABLE), ["note Ben was late"])
    assert "\n\nRound 1: Ben was late" in render_scores(pad, Look())
    assert json.loads(render_scores(pad, Look("json")))["notes"] == [{"round": 1, "note": "Ben was late"}]


def test_the_end_tells_who_won_and_what_my_own_bids_did() -> None:
    table = replace(TABLE, rounds=1)
    pad: Pad = new_pad(table)
    for line in ["-", "-", "1", "0", "0 1", "1"]:
        entry = read_answer(pad.wanted, line)
        mine = entry.kind == "bids" and pad.wanted.names == ("Carla",)
        pad = enter(pad, replace(entry, advised=Advised(1, 12.0, 9.0)) if mine else entry)
    assert leader_words(pad) == "Anna wins with 30 points."
    assert against_words(pad) == (
        "Carla bid 1 time against the advice: 20 points, where the bids advised could expect 12: 8 gained"
        " (expected: 3 lost)."
    )
    shared = typed(new_pad(table), ["-", "-", "0", "0", "0 0", "0 0 0 1"])
    assert leader_words(shared) == "Anna, Ben and Carla share the first place with 20 points."
    assert against_words(shared) == to_win_words(shared) == ""


def test_the_end_tells_what_bids_to_win_cost() -> None:
    def played(bid: int) -> Pad:
        pad: Pad = new_pad(replace(TABLE, rounds=1))
        for line in ["-", "-", "1", str(bid), "0 1", "1"]:
            entry = read_answer(pad.wanted, line)
            mine = entry.kind == "bids" and pad.wanted.names == ("Carla",)
            pad = enter(pad, replace(entry, advised=Advised(1, 6.0, 6.0 + 4 * (1 - bid), 10.0)) if mine else entry)
        return pad

    taken, refused = played(1), played(0)
    assert against_words(taken) == ""
    assert to_win_words(taken) == (
        "Carla bid to win 1 time where another bid scores more: 4 points to expect were given up for it."
    )
    assert to_win_words(taken) in render_scores(taken, Look(width=200))
    assert to_win_words(refused) == ""
    assert against_words(refused) == (
        "Carla bid 1 time against the advice: 20 points, where the bids advised could expect 6: 14 gained"
        " (expected: 4 gained; 1 advised to win, not for points)."
    )


def test_advice_in_half_a_line() -> None:
    best = CLEAR.estimate(CLEAR.recommended)
    chance, points = round(100 * best.probability_made), round(best.expected_score)
    assert advice_words(CLEAR, Look()) == f"bid {CLEAR.recommended} ({chance} %, {points} points)"
    assert advice_words(CLOSE, Look()).startswith(f"bid {CLOSE.recommended} or ")


def test_a_bid_to_win_is_told_from_the_one_that_scores_more() -> None:
    said = "bid 4 to win (31 %; 3 scores more: 26 points, but wins 22 %)"
    assert advice_words(TO_WIN, Look()) == said
    assert max(map(len, wrapped(f"Carla (you): {said}.", Look(width=40)).splitlines())) <= 40


def test_where_points_decide_the_advice_reads_as_without_scores() -> None:
    def knowing(advice: Advice, **wins: float) -> Advice:
        return replace(advice, objective="win", bids=tuple(replace(row, **wins) for row in advice.bids))

    level = {"win": 0.25, "win_standard_error": 0.01, "win_gap": 0.0, "win_gap_standard_error": 0.01}
    for sample in (CLEAR, CLOSE):
        assert advice_words(knowing(sample, **level), Look()) == advice_words(sample, Look())
    behind = knowing(CLOSE, **(level | {"win_gap": 0.05}))  # as good in points, but not to win
    assert advice_words(behind, Look()).startswith(f"bid {CLOSE.recommended} (")


def test_who_is_void_is_said_of_the_others() -> None:
    lines = ["-", "-", "1", "0", "0 1", "1", "-", "-", "2", "0 1", "1", "0 1 1 0", "7s", "ah 2h w", "1 0 1", "2"]
    pad = typed(new_pad(TABLE), lines)
    assert void_words(pad.current) == ""
    pad = typed(pad, ["play kh 3d 4c ah"])
    assert void_words(pad.current) == "Anna has no hearts, Ben has no hearts"


def test_the_scores_as_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for rounds in (0, 15):
        file = tmp_path / f"{rounds}.svg"
        draw(after_rounds(Sheet(6), rounds), str(file))
        content = file.read_text()
        assert all(
            f"<!-- {name}: {points} -->" in content for name, points in after_rounds(Sheet(6), rounds).scores.items()
        )
