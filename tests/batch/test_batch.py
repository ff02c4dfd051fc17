"""The command `batch`: every kind of file, every kind of fault, and nothing lost whatever happens."""

import csv
import io
import itertools
import json
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wizard_advisor.batch import run as batch_module
from wizard_advisor.batch.read import LONGEST_LINE, NAMES, FileError, Row, RowFile, open_rows
from wizard_advisor.batch.resume import Output
from wizard_advisor.batch.run import Options, Task, read_task
from wizard_advisor.batch.write import COLUMNS, Answer, TableWriter
from wizard_advisor.cluster import AHEAD
from wizard_advisor.command import cli
from wizard_advisor.errors import WizardError
from wizard_advisor.workers import Workers

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
HEADER = "id,players,hand,trump,seat,bids,hook,note"
GOOD = [  # of one card: exact, so answered at once
    ("a", "3", "JH", "7S", "1", "", "none", "x"),
    ("b", "4", "AH", "7S", "", "", "", 'with "quotes", and a comma'),
    ("c", "4", "3S", "7S", "2", "", "", ""),
    ("d", "6", "R13", "B2", "6", "", "", "two\nlines"),
    ("e", "5", "W", "N", "first", "", "", "  "),
]
ALONE = ["--seed", "1"]
Answers = list[dict[str, str]]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def csv_text(rows: Sequence[Sequence[str]], header: str = HEADER) -> str:
    out = io.StringIO()
    out.write(header + "\n")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


Batch = Callable[..., tuple[int, Answers, str]]


@pytest.fixture
def batch(capsys: pytest.CaptureFixture[str]) -> Batch:
    """Write a file, run `batch` on it, and return the exit code, the rows that came out and what was said."""

    def run(content: str | bytes, *options: str, name: str = "hands.csv") -> tuple[int, Answers, str]:
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
        capsys.readouterr()
        code = cli.main(["batch", name, *ALONE, *options])
        out, err = capsys.readouterr()
        if "jsonl" in options:
            return code, [json.loads(line) for line in out.splitlines()], err
        return code, list(csv.DictReader(io.StringIO(out, newline=""))), err

    return run


# Files as people have them


def test_answers_follow_the_columns_of_the_input_untouched(batch: Batch) -> None:
    code, rows, err = batch(csv_text(GOOD))
    assert code == 0
    assert list(rows[0]) == [*HEADER.split(","), *COLUMNS]
    assert [tuple(row.values())[:8] for row in rows] == GOOD
    assert [row["recommended"] for row in rows] == ["1", "0", "1", "0", "1"]
    assert [row["error"] for row in rows] == [""] * 5
    assert err.startswith("5 rows, 5 good, 0 bad, ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: text.encode("utf-8-sig"), id="byte-order mark"),
        pytest.param(lambda text: text.encode("utf-16"), id="UTF-16"),
        pytest.param(lambda text: text.rstrip("\n").encode(), id="no last newline"),
        pytest.param(lambda text: ("\n\n" + text + "\n \n").encode(), id="blank lines"),
        pytest.param(lambda text: text.replace("id,players", " ID , PLAYERS ").encode(), id="case and spaces"),
        pytest.param(lambda text: text.replace(",trump,", ",up,").encode(), id="up for trump"),
    ],
)
def test_files_from_other_programs(batch: Batch, change: Callable[[str], bytes]) -> None:
    code, rows, _ = batch(change(csv_text(GOOD)))
    assert code == 0
    assert [tuple(row.values())[:8] for row in rows] == GOOD


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_separators_and_line_ends(batch: Batch, separator: str, end: str) -> None:
    out = io.StringIO()
    rows = [(*row[:7], row[7].replace("\n", " ")) for row in GOOD]
    csv.writer(out, delimiter=separator, lineterminator=end).writerows([HEADER.split(","), *rows])
    code, answers, _ = batch(out.getvalue())
    assert code == 0
    assert [tuple(row.values())[:8] for row in answers] == rows


def test_columns_in_any_order_and_only_the_hand_is_needed(batch: Batch) -> None:
    code, rows, _ = batch("note;HAND\nx;AH\ny;3S\n", "--trump", "7S")
    assert code == 0
    assert [(row["note"], row["recommended"]) for row in rows] == [("x", "0"), ("y", "1")]


def test_bytes_that_are_no_utf_8_come_out_as_they_were() -> None:
    Path("hands.csv").write_bytes(b"note,hand,trump\nM\xfcller,AH,7S\n")
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE]) == 0
    assert Path("answers.csv").read_bytes().splitlines()[1].startswith(b"M\xfcller,AH,7S,0,")


def test_txt_has_a_situation_in_each_line(batch: Batch) -> None:
    text = "# quiz\n\n3p up=7S seat=1 : JH\n  4p up=7S : AH  # mine\nAS AS\nup=N deals=3 seed=5 : W"
    code, rows, _ = batch(text, name="quiz.txt")
    assert code == 1
    assert [row["line"] for row in rows] == [
        "3p up=7S seat=1 : JH",
        "  4p up=7S : AH  # mine",
        "AS AS",
        text.splitlines()[-1],
    ]
    assert [row["recommended"] for row in rows] == ["1", "0", "", "1"]
    assert rows[2]["error"] == "quiz.txt:5: hand: expected every card once: 'AS' is there twice"
    assert [row["seed"] for row in rows] == ["1", "1", "", "5"]


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


@pytest.mark.parametrize(
    ("content", "form"),
    [("4p up=7S : AH\n", "line"), ("hand,trump\nAH,7S\n", "hand"), ('{"hand": "AH", "trump": "7S"}\n', "hand")],
)
def test_the_first_line_tells_the_format_of_standard_input(content: str, form: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wizard_advisor", "batch", "-", *ALONE, "--format", "csv"],
        input=content,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert next(iter(row)) == form
    assert row["recommended"] == "0"


def test_a_table_has_a_column_for_every_key(capsys: pytest.CaptureFixture[str]) -> None:
    objects = [{"hand": "JH", "trump": "7S"}, {"hand": "AH", "seed": 7, "trump": "7S"}, {"note": "x", "hand": "A"}]
    Path("hands.jsonl").write_text("\n".join(map(json.dumps, objects)))
    assert cli.main(["batch", "hands.jsonl", *ALONE, "--format", "markdown"]) == 1
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in capsys.readouterr().out.splitlines()]
    assert rows[0][:5] == ["hand", "trump", "seed", "note", "Bid"]
    assert [row[:4] for row in rows[2:]] == [["JH", "7S", "", ""], ["AH", "7S", "7", ""], ["A", "", "", "x"]]
    assert rows[4][-1].startswith("hands.jsonl:3: hand: expected")


@pytest.mark.parametrize(
    ("gap", "error", "clear", "trump", "word"),
    [
        (9.0, 0.5, True, None, ""),
        (1.0, 0.5, False, None, "close"),
        (20.0, 2.0, False, None, "few deals"),
        (0.05, 0.01, False, None, "as good"),
        (0.04, 0.0, False, None, "as good"),
        (20.0, 2.0, False, "S", "not clear"),
    ],
)
def test_a_table_says_why_an_answer_is_not_clear(
    gap: float, error: float, clear: bool, trump: str | None, word: str
) -> None:
    form = TableWriter(RowFile("hands.txt", "txt", ("line",), iter(())), "markdown", "±")
    form.line(
        Row(1, 1, cells=("AS",)),
        Answer(2, trump, 20.0, 0.5, 0.6, clear, 1, gap, error, 2000, 1),
    )
    cells = form.end().decode().splitlines()[-1].split("|")
    assert cells[-2].strip() == word if word else "over 1" in cells[-2]


def test_table_and_markdown_for_short_lists(capsys: pytest.CaptureFixture[str]) -> None:
    Path("quiz.txt").write_text("up=7S : AH\nup=7S : A\n")
    assert cli.main(["batch", "quiz.txt", *ALONE, "--format", "markdown"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [cell.strip() for cell in lines[0].split("|")] == ["", "line", "Bid", "Chance", "Points", "Ahead", "", ""]
    assert [cell.strip() for cell in lines[2].split("|")[1:4]] == ["up=7S : AH", "0", "62.8 %"]
    assert "quiz.txt:2: hand: expected 1 card" in lines[3] or "'A' has no suit" in lines[3]
    assert cli.main(["batch", "quiz.txt", *ALONE, "--format", "table"]) == 1
    assert capsys.readouterr().out.splitlines()[1].startswith("---")


cells = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(st.tuples(cells, cells), max_size=6),
    separator=st.sampled_from(",;\t"),
    end=st.sampled_from(["\n", "\r\n"]),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    mark=st.booleans(),
)
def test_any_table_is_read_as_it_was_written(
    rows: list[tuple[str, str]], separator: str, end: str, quoting: Any, mark: bool
) -> None:
    out = io.StringIO()
    table = [("hand", "note"), *(("AH", *row)[:2] if row else row for row in rows)]
    csv.writer(out, delimiter=separator, lineterminator="\r\n", quoting=quoting).writerows(table)
    Path("any.csv").write_bytes(out.getvalue().replace("\r\n", end).encode("utf-8-sig" if mark else "utf-8"))
    read = open_rows("any.csv")
    assert read.columns == ("hand", "note")
    fixed = [tuple(cell.replace("\r\n", end) for cell in row) for row in table[1:]]
    assert [row.cells for row in read.rows] == fixed


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    line=st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=30),
    place=st.integers(0, 4),
)
def test_a_bad_line_harms_no_other(line: str, place: int) -> None:
    lines = ["AH,1", "KH,2", "QH,3", "JH,4"]
    lines.insert(place, line)
    Path("any.csv").write_text("\n".join(["hand,note", *lines]), encoding="utf-8", newline="")
    kept = [row.cells for row in open_rows("any.csv").rows if not row.fault]
    others = [("AH", "1"), ("KH", "2"), ("QH", "3"), ("JH", "4")]
    if not line.endswith(('"', "\x1f")) and ',"' not in line and not line.startswith('"'):
        assert [cells for cells in kept if cells in others] == others
    for row in open_rows("any.csv").rows:
        assert row.line >= 2


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=60), form=st.sampled_from(["txt", "csv", "jsonl", None]))
def test_whatever_a_file_holds_only_our_errors_escape(content: bytes, form: str | None) -> None:
    Path("any").write_bytes(b"hand,note\n" * (form == "csv") + content)
    try:
        for row in open_rows("any", form).rows:
            try:
                read_task(row, Options(seed=1))
            except WizardError as error:
                assert str(error)
    except FileError as error:
        assert "\n" not in str(error)


# Faults

CSV_FAULTS = {
    "no such card": ("x,4,XS,7S,1,,,", "hand: expected cards like AS, 10H, W or N: 'XS' is not a card"),
    "no cards": ("x,4,,7S,1,,,", "hand: expected cards like AS, 10H, W or N: found no cards"),
    "a card twice": ("x,4,AS AS,7S,1,,,", "hand: expected every card once: 'AS' is there twice"),
    "five Wizards": ("x,4,5W,7S,1,,,", "hand: expected 1 to 4 Wizards: found '5W'"),
    "the same card of two decks": ("x,4,AS R13,7S,1,,,", "hand: expected one deck, S H D C or R G B Y: 'AS' and"),
    "two decks": ("x,4,AS R3,7S,1,,,", "hand: expected one deck, S H D C or R G B Y: 'AS' and 'R3' are of two"),
    "too many cards": (f"x,6,{'2W ' * 1}2S 3S 4S 5S 6S 7S 8S 9S 10S JS,7H,1,,,", "hand: expected 1 to 10 cards"),
    "not played": ("x,4,Dragon,7S,1,,,", "hand: expected cards like AS, 10H, W or N: 'Dragon' is of the anniversary"),
    "players out of range": ("x,7,AS,7S,1,,,", "players: expected 3 to 6: found 7"),
    "players no number": ("x,four,AS,7S,1,,,", "players: expected a number: found 'four'"),
    "no trump given": ("x,4,AS,,1,,,", "trump: expected a turned-up card like QH"),
    "no such trump": ("x,4,AS,Q,1,,,", "trump: expected a turned-up card like QH"),
    "trump in the hand": ("x,4,AS,AS,1,,,", "trump: expected a turned-up card that is not in the hand: 'AS'"),
    "J as trump": ("x,4,AS,J,1,,,", "trump: expected N for a Jester"),
    "seat out of range": ("x,4,AS,7S,5,,,", "seat: expected 1 to 4: found 5"),
    "seat no number": ("x,4,AS,7S,me,,,", "seat: expected 1 to 4, first or dealer: found 'me'"),
    "too many bids": ('x,4,AS,7S,2,"1,0,1",,', "bids: expected at most 1 before seat 2 of 4: found 3"),
    "bid above the cards": ("x,4,AS,7S,2,2,,", "bids: expected bids of 0 to 1: found 2"),
    "bid no number": ("x,4,AS,7S,2,one,,", "bids: expected a number: found 'one'"),
    "no such hook": ("x,4,AS,7S,1,,maybe,", "hook: expected one of none, dealer"),
    "trump to be named by another": ("x,4,AS,W,1,,,", "trump: expected W:S, W:H, W:D, W:C"),
    "too few cells": ("x,4,AS,7S", "seat: expected 8 cells as in the header: found 4"),
    "too many cells": ("x,4,AS,7S,3,1,0,,,2", "note: expected 8 cells as in the header"),
    "quote left open": ('x,4,"AS,7S,1,,,', "hand: expected a closing quote before the next ','"),
    "quote in the wrong place": ('x,4,"AS"x,7S,1,,,', "hand: expected a closing quote before the next ','"),
    "NUL": ("x,4,A\0S,7S,1,,,", "hand: expected cards like AS, 10H, W or N: 'A\\x00S'"),
    "a line too long": (f"x,4,AS,7S,1,,,{'y' * LONGEST_LINE}", "line: expected at most 100,000 characters"),
    "a hand too long": (f"x,4,{'AS ' * 2000},7S,1,,,", "hand: expected at most 1000 characters"),
}


@pytest.mark.parametrize("fault", CSV_FAULTS)
def test_a_bad_row_is_named_and_the_rest_go_on(batch: Batch, fault: str) -> None:
    line, reason = CSV_FAULTS[fault]
    first, last = csv_text(GOOD[:2], HEADER), csv_text(GOOD[2:], "")[1:]
    code, rows, err = batch(f"{first}{line}\n{last}")
    assert code == 1
    assert [row["id"] for row in rows] == ["a", "b", "x", "c", "d", "e"]
    assert rows[2]["error"].startswith(f"hands.csv:4: {reason}")
    assert "\n" not in rows[2]["error"]
    assert [rows[2][column] for column in COLUMNS[:-1]] == [""] * 11
    assert not any(row["error"] for row in rows if row["id"] != "x")
    assert err.startswith("6 rows, 5 good, 1 bad, ")


OPTION_FAULTS = {
    "deals": ("0", "deals: expected a whole number from 1 to 1000000000 or auto: found '0'"),
    "seed": ("-1", "seed: expected a whole number from 0 to"),
    "policy": ("nobody", "policy: expected standard,"),
    "opponents": ("simple,nobody", "opponents: expected standard,"),
    "consider": ("3", "consider: expected bids from 0 to 1: found 3"),
    "inference": ("perhaps", "inference: expected yes or no: found 'perhaps'"),
    "hidden_bids": ("perhaps", "hidden bids: expected yes or no: found 'perhaps'"),
    "cards": ("2", "hand: expected 2 cards: found 1"),
}


@pytest.mark.parametrize("column", OPTION_FAULTS)
def test_options_of_a_row_are_checked_too(batch: Batch, column: str) -> None:
    value, reason = OPTION_FAULTS[column]
    code, rows, _ = batch(f'hand,trump,{column.replace("_", " ").title()}\nAH,7S,\nAH,7S,"{value}"\n')
    assert code == 1
    assert rows[0]["recommended"] == "0"
    assert rows[1]["error"].startswith(f"hands.csv:3: {reason}")


def test_a_policy_file_that_is_none_is_named_once(batch: Batch) -> None:
    Path("mine.toml").write_text("bid = 3")
    _, rows, _ = batch("hand,trump,policy,opponents\nAH,7S,mine.toml,\nAH,7S,,mine.toml\n")
    said = """'mine.toml': expected a table [bid] or bid = "a policy's name", found 3"""
    assert [row["error"] for row in rows] == [f"hands.csv:2: policy: {said}", f"hands.csv:3: opponents: {said}"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("[1]", "line: expected a JSON object: found [1]"),
        ('{"hand": "AH"', "line: expected a JSON object: Expecting ',' delimiter at character 14"),
        ('{"hand": "AH", "hand": "KH"}', "hand: expected every key once: found it again with 'KH'"),
        ('{"hand": "AH", "Hand": "KH"}', "hand: expected every key once: found 'Hand' too"),
        ('{"hand": 5}', "hand: expected text: found 5"),
        ('{"hand": null}', "hand: expected cards like AS, 10H, W or N: found no cards"),
        ('{"hand": {"a": 1}}', "hand: expected text: found {'a': 1}"),
        ('{"hand": "AH", "trump": "7S", "seat": true}', "seat: expected 1 to 4, first or dealer: found True"),
        ('{"hand": "AH", "trump": "7S", "deals": 1.5}', "deals: expected a whole number from 1"),
        ('{"hand": "AH", "trump": "7S", "policy": 1}', "policy: expected a policy's name or file: found 1"),
        ('{"hand": "AH", "trump": "7S", "opponents": 1}', "opponents: expected names like standard,simple: found 1"),
        ('{"hand": "AH", "trump": "7S", "consider": 1}', "consider: expected bids like 2,3: found 1"),
        ("[" * 50_000, "line: expected a JSON object: "),
        (f'{{"n": {"9" * 5000}}}', "line: expected a JSON object: "),
        ('{"a\\nb": 1, "a\\nb": 2}', "a b: expected every key once"),
        ("\ufeff", "line: expected a JSON object: "),
    ],
)
def test_bad_objects_are_named(batch: Batch, line: str, reason: str) -> None:
    good = '{"id": 1, "hand": "AH", "trump": "7S"}'
    code, rows, _ = batch(f"{good}\n{line}\n{good}\n", "--format", "jsonl", name="hands.jsonl")
    assert code == 1
    assert [row["recommended"] for row in rows] == [0, None, 0]
    assert rows[1]["error"].startswith(f"hands.jsonl:2: {reason}")
    assert line.startswith("{") or rows[1]["line"] == line


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("", "Error: hands.csv:1: expected a header with a column hand: found nothing"),
        ("id,cards\n1,AS\n", "Error: hands.csv:1: expected a header with a column hand: found 'id,cards'"),
        ("hand,trump,Up\n", "Error: hands.csv:1: expected one column trump: 'Up' is another"),
    ],
)
def test_a_file_that_cannot_be_used_ends_with_2(batch: Batch, content: str, error: str) -> None:
    assert batch(content) == (2, [], error + "\n")


def test_files_that_are_not_there(batch: Batch, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["batch", "none.csv"]) == 2
    assert capsys.readouterr().err == "Error: none.csv: No such file or directory\n"
    Path("folder.csv").mkdir()
    assert cli.main(["batch", "folder.csv"]) == 2
    assert capsys.readouterr().err == "Error: folder.csv: Is a directory\n"
    assert batch(csv_text(GOOD), "-o", "nowhere/answers.csv")[::2] == (
        2,
        "Error: nowhere/answers.csv: No such file or directory\n",
    )
    assert batch(csv_text(GOOD), "-o", "answers.xlsx")[0] == 2
    assert batch(csv_text(GOOD), "-o", "")[::2] == (2, "Error: --output: expected the name of a file: found ''\n")
    Path("beside.csv.resume~").mkdir()
    assert batch(csv_text(GOOD), "-o", "beside.csv")[0] == 2
    Path("beside.csv.resume~").rmdir()
    assert batch(csv_text(GOOD), "-o", f"{'x' * 250}.csv")[0] == 2
    assert {path.name for path in Path().iterdir()} == {"folder.csv", "hands.csv"}
    assert batch(csv_text(GOOD), "-o", "hands.csv", "--overwrite")[::2] == (
        2,
        "Error: hands.csv: expected another file than the input\n",
    )
    assert batch(csv_text(GOOD), "--policy", "nobody")[0] == 2


def test_an_empty_list_is_no_failure(batch: Batch) -> None:
    assert batch(HEADER + "\n")[:2] == (0, [])
    assert batch("# nothing\n", name="quiz.txt")[:2] == (0, [])
    assert batch("", name="hands.jsonl")[:2] == (0, [])


# What a row may say for itself


def test_a_row_overrides_the_options_of_the_command() -> None:
    options = Options(seed=1, situation={"players": "5", "hook": "dealer"}, deals=7, inference=False)
    row = Row(2, 0, given={"hand": "AS KS", "trump": "7S", "players": "3", "deals": "auto", "no_inference": "no"})
    task = read_task(row, options)
    assert (task.situation.players, task.situation.hook) == (3, "dealer")
    assert (task.options["deals"], task.options["inference"], task.options["seed"]) == ("auto", True, 1)
    given = {"hand": "AS KS", "trump": "7S", "seed": 5, "policy": "simple", "opponents": "random, simple,people"}
    task = read_task(Row(2, 0, given={**given, "consider": "0 2", "players": "4"}), options)
    assert task.options["policy"].name == "simple"
    assert [each.name for each in task.options["opponents"]] == ["random", "simple", "people"]
    assert (task.options["seed"], task.options["consider"], task.options["deals"]) == (5, (0, 2), 7)


def test_columns_named_like_the_answers_stay(batch: Batch) -> None:
    code, rows, _ = batch("hand,trump,seed,error,deals\nAH,7S,9,old,\nXX,7S,8,old,5\n")
    assert code == 1
    assert (rows[0]["seed"], rows[0]["error"]) == ("9", "")
    lines = [line.split(",")[:5] for line in Path("hands.csv").read_text().splitlines()]
    assert lines[2] == ["XX", "7S", "8", "old", "5"]
    assert rows[1]["error"].startswith("hands.csv:3: hand: ")


def test_a_bare_jester_is_told(batch: Batch) -> None:
    err = batch("hand,trump\nAH,7S\nJ,7S\nj,7S\n")[2]
    assert err.endswith("; a bare J was read as a Jester in 2, first hands.csv:3\n")


def test_a_drawn_seed_is_said_and_written(capsys: pytest.CaptureFixture[str]) -> None:
    Path("hands.csv").write_text(csv_text(GOOD))
    assert cli.main(["batch", "hands.csv"]) == 0
    out, err = capsys.readouterr()
    seeds = {row["seed"] for row in csv.DictReader(io.StringIO(out, newline=""))}
    assert len(seeds) == 1
    assert err.rstrip().endswith(f"seed {seeds.pop()}")


def mixed(count: int, seed: int = 1, largest: int = 3) -> list[tuple[str, ...]]:
    """Rows of every number of players and up to `largest` cards."""
    rng = random.Random(seed)
    pack = [rank + suit for suit in "SHDC" for rank in (*"23456789JQKA", "10")] + ["W", "N"] * 4
    rows = []
    for number in range(count):
        players, size = rng.randint(3, 6), rng.randint(1, largest)
        rng.shuffle(pack)
        upcard = "W:H" if pack[size] == "W" else pack[size]
        seat = rng.randint(1, players)
        bids = ",".join(rng.choice("01?") for _ in range(seat - 1))
        rows.append((str(number), str(players), " ".join(pack[:size]), upcard, str(seat), bids, "", ""))
    return rows


def test_the_answer_is_that_of_advise_alone(batch: Batch, capsys: pytest.CaptureFixture[str]) -> None:
    rows = mixed(6)
    _, answers, _ = batch(csv_text(rows), "--deals", "40", "--hook", "dealer")
    for row, found in zip(rows, answers, strict=True):
        options = ["-p", row[1], "-t", row[3], "-s", row[4], *(["-b", row[5]] if row[5] else [])]
        options += ["--hook", "dealer", "--deals", "40", "--seed", "1", "--format", "json"]
        assert cli.main(["advise", row[2], *options]) == 0
        alone = json.loads(capsys.readouterr().out)
        best = alone["bids"][alone["recommended"]]
        for name in ("recommended", "clear", "deals", "seed"):
            assert json.loads(found[name]) == alone[name]
        for name in ("expected_score", "standard_error", "probability_made"):
            assert json.loads(found[name]) == best[name]
        second = alone["bids"][int(found["runner_up"])]
        assert json.loads(found["gap"]) == second["gap"]
        assert json.loads(found["gap_standard_error"]) == second["gap_standard_error"]
        assert second["gap"] == min(bid["gap"] for bid in alone["bids"] if bid["legal"] and bid is not best)


def test_the_trump_to_name_is_advised(batch: Batch) -> None:
    _, rows, _ = batch("hand,trump,seat\nAS,W,dealer\nG13,W,dealer\n")
    assert [(row["recommended"], row["recommended_trump"]) for row in rows] == [("1", "S"), ("1", "G")]


def test_place_and_jobs_change_nothing(batch: Batch) -> None:
    rows = mixed(12, 2)
    shuffled = rows[:]
    random.Random(3).shuffle(shuffled)
    first = batch(csv_text(rows), "--deals", "20", "--jobs", "1")[1]
    second = batch(csv_text(shuffled), "--deals", "20", "--jobs", "3")[1]
    assert sorted(map(repr, first)) == sorted(map(repr, second))


# Nothing is lost


@pytest.fixture
def whole(batch: Batch) -> bytes:
    """The output of an unbroken run over good and bad rows."""
    lines = csv_text(GOOD, HEADER).splitlines(keepends=True)
    lines.insert(2, "x,4,XS,7S,1,,,\n")
    Path("hands.csv").write_text("".join(lines), newline="")
    assert cli.main(["batch", "hands.csv", "-o", "whole.csv", *ALONE]) == 1
    assert not Path("whole.csv.resume").exists()
    return Path("whole.csv").read_bytes()


def read_answers() -> Answers:
    return list(csv.DictReader(Path("answers.csv").read_text().splitlines()))


def journal_of(*options: str) -> bytes:
    """The journal of an interrupted run over hands.csv, which `--fail-fast` leaves."""
    assert cli.main(["batch", "hands.csv", "-o", "short.csv", *ALONE, *options, "--fail-fast"]) == 1
    said = json.loads(Path("short.csv.resume").read_text())
    del said["keep"]
    return json.dumps(said).encode()


def test_cut_anywhere_it_is_completed_to_the_same_bytes(whole: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    journal = journal_of()
    for cut in (*range(0, len(whole), 11), len(whole)):
        Path("answers.csv").write_bytes(whole[:cut])
        Path("answers.csv.resume").write_bytes(journal)
        assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--resume"]) == 1
        assert Path("answers.csv").read_bytes() == whole
        assert not Path("answers.csv.resume").exists()
    assert "6 rows (6 done before), 5 good, 1 bad" in capsys.readouterr().err


def test_cut_jsonl_is_completed_to_the_same_bytes(batch: Batch) -> None:
    batch("\n".join(json.dumps({"hand": hand, "trump": "7S"}) for hand in ("AH", "XX", "KH", "3S")), name="hands.jsonl")
    assert cli.main(["batch", "hands.jsonl", "-o", "short.jsonl", *ALONE, "--fail-fast"]) == 1
    journal = Path("short.jsonl.resume").read_bytes()
    assert cli.main(["batch", "hands.jsonl", "-o", "whole.jsonl", *ALONE]) == 1
    whole = Path("whole.jsonl").read_bytes()
    for cut in range(0, len(whole), 23):
        Path("answers.jsonl").write_bytes(whole[:cut])
        Path("answers.jsonl.resume").write_bytes(journal.replace(b'"keep"', b'"kept"'))
        assert cli.main(["batch", "hands.jsonl", "-o", "answers.jsonl", *ALONE, "--resume"]) == 1
        assert Path("answers.jsonl").read_bytes() == whole


def test_resume_without_an_output_begins_one(whole: bytes) -> None:
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--resume"]) == 1
    assert Path("answers.csv").read_bytes() == whole


def test_a_drawn_seed_outlives_an_interruption() -> None:
    Path("hands.csv").write_text("hand,trump\nAH,7S\nXX,7S\nKH,7S\n")
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", "--fail-fast"]) == 1
    seed = json.loads(Path("answers.csv.resume").read_text())["seed"]
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", "--resume"]) == 1
    assert [row["seed"] for row in read_answers()] == [str(seed), "", str(seed)]


def test_after_fail_fast_the_mended_row_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    Path("hands.csv").write_text("hand,trump\nAH,7S\nXX,7S\nKH,7S\n")
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--fail-fast"]) == 1
    assert capsys.readouterr().err == (
        "Stopped at the first bad row: hands.csv:3: hand: expected cards like AS, 10H, W or N: 'XX' is not a card;"
        " 2 rows done, go on with --resume\n"
    )
    assert len(Path("answers.csv").read_text().splitlines()) == 3
    Path("hands.csv").write_text("hand,trump\nAH,7S\nQH,7S\nKH,7S\n")
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--fail-fast", "--resume"]) == 0
    assert [row["hand"] for row in read_answers()] == ["AH", "QH", "KH"]


def test_what_is_there_is_not_overwritten(whole: bytes, batch: Batch) -> None:
    text = Path("hands.csv").read_bytes()
    assert batch(text, "-o", "whole.csv")[::2] == (
        2,
        "Error: whole.csv: expected no such file: --resume goes on with it, --overwrite replaces it\n",
    )
    assert Path("whole.csv").read_bytes() == whole
    assert batch(text, "-o", "whole.csv", "--overwrite", "--format", "jsonl")[0] == 1
    assert Path("whole.csv").read_bytes() != whole
    assert batch(text, "-o", "whole.csv", "--overwrite", "--resume")[0] == 2
    assert batch(text, "--resume")[0] == 2
    assert batch(text, "-o", "new.md", "--resume")[0] == 2
    assert not Path("new.md").exists()


@pytest.mark.parametrize(
    ("options", "difference"),
    [
        (["--deals", "5"], "deals was 'auto' and is 5"),
        (["--hook", "dealer"], "hook was None and is 'dealer'"),
        (["--seed", "2"], "seed was 1 and is 2"),
        (["--policy", "simple"], "policy was "),
        (["--format", "jsonl"], "format was 'CsvWriter' and is 'JsonlWriter'"),
        (["--consider", "1"], "consider was None and is [1]"),
    ],
)
def test_other_options_are_refused(whole: bytes, batch: Batch, options: list[str], difference: str) -> None:
    text = Path("hands.csv").read_bytes()
    Path("answers.csv.resume").write_bytes(journal_of())
    Path("answers.csv").write_bytes(whole[:200])
    code, _, err = batch(text, "-o", "answers.csv", "--resume", *options)
    assert (code, err.count("\n")) == (2, 1)
    assert f"expected the options it was begun with, so as to go on: {difference}" in err
    assert Path("answers.csv").read_bytes() == whole[:200]


def test_other_rows_are_refused(whole: bytes, batch: Batch) -> None:
    text = Path("hands.csv").read_text()
    journal = journal_of()
    for other in (text.replace("JH", "QH"), text.replace("\nb,", "\nB,"), "\n".join(text.splitlines()[:3]) + "\n"):
        Path("answers.csv.resume").write_bytes(journal)
        Path("answers.csv").write_bytes(whole)
        code, _, err = batch(other, "-o", "answers.csv", "--resume")
        assert (code, err) == (
            2,
            "Error: answers.csv: expected answers to hands.csv, so as to go on with them: found others\n",
        )
        assert Path("answers.csv").read_bytes() == whole


def test_a_finished_file_is_only_taken_for_its_own(whole: bytes, batch: Batch) -> None:
    text = Path("hands.csv").read_bytes()
    assert batch(text, "-o", "whole.csv", "--resume")[0] == 1
    assert cli.main(["batch", "hands.csv", "-o", "whole.csv", "--resume"]) == 1, "the seed is the one written"
    assert batch(text, "-o", "whole.csv", "--resume", "--seed", "2")[0] == 2
    assert batch(text, "-o", "whole.csv", "--resume", "--consider", "1")[0] == 2
    assert Path("whole.csv").read_bytes() == whole
    Path("whole.csv").write_bytes(whole[:-1])
    assert batch(text, "-o", "whole.csv", "--resume")[2] == (
        "Error: whole.csv: expected an answer to hands.csv:8, or whole.csv.resume, which says how to go on\n"
    )
    Path("whole.csv").write_text("something else\n")
    assert batch(text, "-o", "whole.csv", "--resume")[0] == 2
    assert Path("whole.csv").read_text() == "something else\n"


def start(*arguments: str, **how: Any) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-m", "wizard_advisor", "batch", *arguments], **how)


def wait_for(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def is_so_far(run: "subprocess.Popen[bytes]", out: Path, size: int) -> bool:
    return run.poll() is not None or (out.exists() and out.stat().st_size >= size)


def test_killed_at_any_moment_it_is_completed_to_the_same_bytes() -> None:
    rows = list(itertools.islice(itertools.cycle(mixed(50, 4, 1)), 1000))
    Path("hands.csv").write_text(csv_text(rows))
    assert cli.main(["batch", "hands.csv", "-o", "whole.csv", *ALONE, "--no-inference"]) == 0
    whole = Path("whole.csv").read_bytes()
    out = Path("answers.csv")
    for size in (0, 1, len(whole) // 3, 2 * len(whole) // 3):
        run = start("hands.csv", "-o", "answers.csv", *ALONE, "--no-inference", "--resume")
        wait_for(partial(is_so_far, run, out, size))
        run.kill()
        run.wait()
        assert whole.startswith(out.read_bytes())
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--no-inference", "--resume"]) == 0
    assert out.read_bytes() == whole


@pytest.mark.compiled
def test_ctrl_c_finishes_the_answers_in_hand() -> None:
    Path("hands.csv").write_text(csv_text(mixed(200, 5, 4)))
    options = [*ALONE, "--deals", "3000"]
    run = start("hands.csv", "-o", "answers.csv", *options, stderr=subprocess.PIPE)
    wait_for(lambda: Path("answers.csv").exists() and Path("answers.csv").read_bytes().count(b"\n") > 3)
    run.send_signal(signal.SIGINT)
    err = run.communicate(timeout=60)[1].decode().splitlines()
    assert run.returncode == 1
    assert err[-1].startswith("Interrupted; ")
    assert err[-1].endswith(" rows done, go on with --resume")
    text = Path("answers.csv").read_bytes()
    assert text.endswith(b"\n")
    finished = text.count(b"\n") - 1
    assert f" {finished:,} rows" in err[-1]
    Path("hands.csv").write_text(csv_text(mixed(finished + 2, 5, 4)))
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *options, "--resume"]) == 0
    assert cli.main(["batch", "hands.csv", "-o", "whole.csv", *options]) == 0
    assert Path("answers.csv").read_bytes() == Path("whole.csv").read_bytes()


def test_the_first_answers_come_at_once_when_piped() -> None:
    run = start("-", *ALONE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdin and run.stdout
    run.stdin.write(b"hand,trump\nAH,7S\n")
    run.stdin.flush()
    assert run.stdout.readline().startswith(b"hand,trump,recommended,")
    assert run.stdout.readline().startswith(b"AH,7S,0,")
    run.stdin.write(b"XX,7S\n")
    run.stdin.flush()
    assert run.stdout.readline().startswith(b"XX,7S,,")
    run.send_signal(signal.SIGINT)  # while it waits for a line
    assert run.communicate(timeout=60)[1] == b"Interrupted; 2 rows done, every row written is complete\n"
    assert run.returncode == 1


def test_an_answer_is_not_held_back_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("hands.csv").write_text(csv_text([*GOOD[:2], ("x", *GOOD[0][1:2], "XX", *GOOD[0][3:]), GOOD[4], GOOD[2]]))
    answer = batch_module.answer

    def slow(task: Task) -> Answer:
        if task.situation.seat == 2:  # the last one waits until the others are on disk
            wait_for(lambda: Path("answers.csv").read_bytes().count(b"\n") == 5)
        return answer(task)

    monkeypatch.setattr(batch_module, "answer", slow)
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE]) == 1
    assert [row["id"] for row in read_answers()] == ["a", "b", "x", "e", "c"]


def test_answers_that_are_there_are_written_together(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    write = Output.write

    def noted(self: Output, data: bytes) -> None:
        written.append(data.count(b"\n"))
        write(self, data)

    monkeypatch.setattr(Output, "write", noted)
    code, rows, err = batch("hand,trump\n" + "XX,7S\n" * 5000)
    assert (code, len(rows)) == (1, 5000)
    assert err.startswith("5,000 rows, 0 good, 5,000 bad, ")
    assert sum(written) == 5001
    assert len(written) < 1000
    assert max(written) <= AHEAD


def test_what_came_out_before_an_input_that_breaks_off_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("hands.csv").write_text("hand,trump\nXX,7S\nXY,7S\nXZ,7S\n")
    read = batch_module.read_task

    def broken(row: Row, options: Options) -> Task:
        if row.line == 4:
            raise OSError(5, "Input/output error", "hands.csv")
        return read(row, options)

    monkeypatch.setattr(batch_module, "read_task", broken)
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE]) == 1
    assert [row["hand"] for row in read_answers()] == ["XX", "XY"]


def test_fail_fast_shows_the_table_up_to_the_bad_row(capsys: pytest.CaptureFixture[str]) -> None:
    Path("quiz.txt").write_text("up=7S : AH\nup=7S : A\nup=7S : KH\n")
    assert cli.main(["batch", "quiz.txt", *ALONE, "--format", "markdown", "--fail-fast"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("|")[1].strip() for line in lines[2:]] == ["up=7S : AH", "up=7S : A"]


def test_nobody_reads_any_more() -> None:
    Path("hands.csv").write_text(csv_text(mixed(3000, 6, 1)))
    run = start("hands.csv", *ALONE, "--no-inference", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdout and run.stderr
    for _ in range(5):
        run.stdout.readline()
    run.stdout.close()
    assert run.wait(timeout=60) == 1
    err = run.stderr.read().decode()
    assert err.startswith("Error: standard output: Broken pipe; ")
    assert err.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that has no space left")
def test_disk_full_is_one_line(batch: Batch) -> None:
    code, _, err = batch(csv_text(GOOD), "-o", "/dev/full", "--format", "csv")
    assert code == 1
    assert err == "Error: /dev/full: No space left on device; 0 rows done, every row written is complete\n"


# What the README shows


def test_the_readme_names_every_column() -> None:
    section = README.partition("## A whole file of hands")[2].partition("\n## ")[0]
    named = {*re.findall(r"`([a-z_]+)`", section)}
    assert set(COLUMNS) | set(NAMES) - {"hidden", "inference"} <= named


# Whoever does the work


def square(number: int) -> int:
    time.sleep(0.001 * (number % 3))
    return number * number


def test_results_come_in_order_and_nothing_of_nothing() -> None:
    with Workers(3) as workers:
        assert list(workers.map(square, range(300))) == [number * number for number in range(300)]
        assert list(workers.map(square, [2, None, 3])) == [4, None, 9]
        assert list(workers.map(square, [])) == []


def test_items_are_taken_a_bounded_number_ahead() -> None:
    taken = itertools.count()
    with Workers(2) as workers:
        for result in workers.map(square, (next(taken) for _ in itertools.repeat(None))):
            if result == 100:
                break
    time.sleep(0.05)
    assert next(taken) < 1000


def test_errors_are_raised_in_their_place() -> None:
    def items() -> Any:
        yield "1"
        yield "2"
        raise OSError("no more")

    with Workers(2) as workers:
        found = workers.map(int, items())
        assert [next(found), next(found)] == [1, 2]
        with pytest.raises(OSError, match="no more"):
            next(found)
        found = workers.map(int, ["1", "x", "2"])
        assert next(found) == 1
        with pytest.raises(ValueError, match="invalid literal"):
            next(found)


def test_idle_is_called_before_a_result_is_waited_for() -> None:
    found: list[int | None] = []
    gate = threading.Event()

    def pass_gate(number: int) -> bool:
        return number < 2 or gate.wait(60)

    def idle() -> None:
        if len(found) == 2:
            gate.set()

    with Workers(2) as workers:
        found.extend(iter(workers.map(pass_gate, [0, 1, 2], idle=idle)))
    assert found == [True, True, True]


def test_stop_finishes_what_was_begun() -> None:
    stop = threading.Event()
    done = []
    with Workers(2) as workers:
        for result in workers.map(square, itertools.count(), stop=stop):
            done.append(result)
            if len(done) == 20:
                stop.set()
    assert done == [number * number for number in range(len(done))]
    assert 20 <= len(done) <= 24


def test_options_can_be_asked_for_in_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["batch", "--help"]) == 0
    out = capsys.readouterr().out
    for option in ("--output", "--jobs", "--cluster", "--resume", "--overwrite", "--fail-fast", "--input-format"):
        assert option in out
    assert "Examples:" in out
