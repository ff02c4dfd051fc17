"""Files of situations as people have them, and every kind of fault in them."""

import csv
import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from batch_samples import ALONE, GOOD, HEADER, Batch, csv_text
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wizard_advisor.batch.read import LONGEST_LINE, FileError, open_rows
from wizard_advisor.batch.run import Options, read_task
from wizard_advisor.batch.write import COLUMNS
from wizard_advisor.errors import WizardError


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


@pytest.mark.parametrize(
    ("content", "column"),
    [("4p up=7S : AH\n", "line"), ("hand,trump\nAH,7S\n", "hand"), ('{"hand": "AH", "trump": "7S"}\n', "hand")],
)
def test_the_first_line_tells_the_format_of_standard_input(content: str, column: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wizard_advisor", "batch", "-", *ALONE, "--format", "csv"],
        input=content,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert next(iter(row)) == column
    assert row["recommended"] == "0"


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
    line=st.text(
        st.sampled_from('",;') | st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=30
    ),
    place=st.integers(0, 4),
)
def test_a_bad_line_harms_no_other(line: str, place: int) -> None:
    lines = ["AH,1", "KH,2", "QH,3", "JH,4"]
    lines.insert(place, line)
    Path("any.csv").write_text("\n".join(["hand,note", *lines]), encoding="utf-8", newline="")
    kept = {row.line: row.cells for row in open_rows("any.csv").rows if not row.fault}
    kept.pop(place + 2, None)
    assert list(kept.values()) == [("AH", "1"), ("KH", "2"), ("QH", "3"), ("JH", "4")]


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=60), format=st.sampled_from(["txt", "csv", "jsonl", None]))
def test_whatever_a_file_holds_only_our_errors_escape(content: bytes, format: str | None) -> None:
    Path("any").write_bytes(b"hand,note\n" * (format == "csv") + content)
    try:
        for row in open_rows("any", format).rows:
            try:
                read_task(row, Options(seed=1))
            except WizardError as error:
                assert str(error)
    except FileError as error:
        assert "\n" not in str(error)


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
    assert [rows[2][column] for column in COLUMNS[:-1]] == [""] * 16
    assert not any(row["error"] for row in rows if row["id"] != "x")
    assert err.startswith("6 rows, 5 good, 1 bad, ")


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
        ("[" * 50_000, "line: expected a JSON object: it has brackets inside brackets, thousands deep"),
        (f'{{"n": {"9" * 5000}}}', "line: expected a JSON object: it has a number that is too long"),
        ('{"hand": "AH", "trump": "7S", "language": 1}', "language: expected text: found 1"),
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


def test_an_empty_list_is_no_failure(batch: Batch) -> None:
    assert batch(HEADER + "\n")[:2] == (0, [])
    assert batch("# nothing\n", name="quiz.txt")[:2] == (0, [])
    assert batch("", name="hands.jsonl")[:2] == (0, [])
