"""How rows and their answers are written."""

import csv
import json
import re
from pathlib import Path

import pytest
from batch_samples import ALONE, GOOD, HEADER, Batch, csv_text

from wizard_advisor.batch.read import NAMES
from wizard_advisor.batch.write import COLUMNS
from wizard_advisor.command import cli


def test_answers_follow_the_columns_of_the_input_untouched(batch: Batch) -> None:
    code, rows, err = batch(csv_text(GOOD))
    assert code == 0
    assert list(rows[0]) == [*HEADER.split(","), *COLUMNS]
    assert [tuple(row.values())[:8] for row in rows] == GOOD
    assert [row["recommended"] for row in rows] == ["1", "0", "1", "0", "1"]
    assert [row["error"] for row in rows] == [""] * 5
    assert err.startswith("5 rows, 5 good, 0 bad, ")
    assert err.count("\n") == 1


def test_bytes_that_are_no_utf_8_come_out_as_they_were() -> None:
    Path("hands.csv").write_bytes(b"note,hand,trump\nM\xfcller,AH,7S\n")
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE]) == 0
    assert Path("answers.csv").read_bytes().splitlines()[1].startswith(b"M\xfcller,AH,7S,0,")


def test_columns_named_like_the_answers_stay() -> None:
    Path("hands.csv").write_text("hand,trump,seed,error,deals\nAH,7S,9,old,\nXX,7S,8,older,5\n")
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE]) == 1
    header, first, second = csv.reader(Path("answers.csv").read_text().splitlines())
    assert header == ["hand", "trump", "seed", "error", "deals", *COLUMNS]
    assert first[:6] == ["AH", "7S", "9", "old", "", "0"]
    answer = dict(zip(COLUMNS, first[5:], strict=True))
    assert (answer["seed"], answer["error"]) == ("9", "")
    assert second[:6] == ["XX", "7S", "8", "older", "5", ""]
    assert second[-1].startswith("hands.csv:3: hand: ")
    Path("hands.jsonl").write_text('{"hand": "AH", "trump": "7S", "seed": 9, "error": "old"}')
    assert cli.main(["batch", "hands.jsonl", "-o", "objects.csv", *ALONE]) == 0
    assert next(csv.reader(Path("objects.csv").read_text().splitlines()[1:]))[:5] == ["AH", "7S", "9", "old", "0"]


def test_jsonl_comes_out_digit_by_digit(batch: Batch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        '{"id": 1.10, "hand": "JH", "players": 3, "trump": "7S", "seat": 1, "more": {"a": [1, null]}}',
        '{"hand": ["AH"], "trump": "7S" , "x": "\\ud83d" }',
        '{ "Hand" : "3S", "trump": "7S", "bids": [null], "seed": 9, "hidden_bids": false}',
    ]
    Path("hands.jsonl").write_text("\n".join(lines))
    assert cli.main(["batch", "hands.jsonl", *ALONE]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(lines[0][:-1] + ', "recommended": 1, ')
    assert out[1].startswith(lines[1][:-2] + ', "recommended": 0, ')
    last = json.loads(out[2])
    assert (last["bids"], last["recommended"], last["seed"], last["error"]) == ([None], 1, 9, None)
    assert out[2].count('"seed"') == 1


def test_one_format_in_and_another_out(batch: Batch) -> None:
    _, rows, _ = batch(csv_text(GOOD), "--format", "jsonl")
    assert [list(row.values())[:8] for row in rows] == [list(row) for row in GOOD]
    assert [row["recommended"] for row in rows] == [1, 0, 1, 0, 1]
    assert {row["clear"] for row in rows} <= {True, False}
    objects = [{"hand": "JH", "trump": "7S", "n": [1, "x"]}, {"trump": "7S", "hand": "AH"}, {"hand": "AH", "new": 1}]
    code, rows, _ = batch("\n".join(map(json.dumps, objects)), "--format", "csv", name="hands.jsonl")
    assert code == 1
    assert [(row["hand"], row["n"], row["recommended"]) for row in rows[:2]] == [
        ("JH", '[1, "x"]', "0"),
        ("AH", "", "0"),
    ]
    assert rows[2]["error"].startswith("hands.jsonl:3: line: expected the keys of the first object")


README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_readme_names_every_column() -> None:
    section = README.partition("## A whole file of hands")[2].partition("\n## ")[0]
    named = {*re.findall(r"`([a-z_]+)`", section)}
    assert set(COLUMNS) | set(NAMES) - {"hidden", "inference", "left"} <= named
