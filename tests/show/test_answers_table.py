"""How a table of many answers is shown: what stands in it, and what it leaves out where there is little room."""

import json
from pathlib import Path

import pytest
from batch_samples import ALONE
from conftest import Run

from wizard_advisor.batch.read import Row, RowFile
from wizard_advisor.batch.write import Answer
from wizard_advisor.command import cli
from wizard_advisor.show.answers_table import TableWriter
from wizard_advisor.show.text import WIDEST, Look


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_table_has_a_column_for_every_key(capsys: pytest.CaptureFixture[str]) -> None:
    objects = [{"hand": "JH", "trump": "7S"}, {"hand": "AH", "seed": 7, "trump": "7S"}, {"note": "x", "hand": "A"}]
    Path("hands.jsonl").write_text("\n".join(map(json.dumps, objects)))
    assert cli.main(["batch", "hands.jsonl", *ALONE, "--format", "markdown"]) == 1
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in capsys.readouterr().out.splitlines()]
    assert rows[0][:5] == ["hand", "trump", "seed", "note", "Bid"]
    assert [row[:4] for row in rows[2:]] == [["JH", "7S", "", ""], ["AH", "7S", "7", ""], ["A", "", "", "x"]]
    assert rows[4][-1].startswith("hands.jsonl:3: hand: expected")


def cells_of(writer: TableWriter) -> dict[str, str]:
    """The cells of a table in markdown of one row."""
    head, _, row = writer.end().decode().splitlines()
    return dict(zip([cell.strip() for cell in head.split("|")[1:-1]], row.split("|")[1:-1], strict=True))


@pytest.mark.parametrize(
    ("win_gap", "win_error", "clear", "word"),
    [
        (0.21, 0.01, True, ""),
        (-0.02, 0.01, False, "close"),
        (0.02, 0.01, False, "close"),
        (0.2, 0.01, False, "few deals"),
    ],
)
def test_a_table_of_rows_to_win_tells_how_often(win_gap: float, win_error: float, clear: bool, word: str) -> None:
    writer = TableWriter(RowFile("hands.txt", "txt", ("line",), iter(())), Look("markdown"), print)
    to_win = ("win", 0.33, 0.012, win_gap, win_error)
    writer.line(Row(1, 1, cells=("AS",)), Answer(2, None, 20.0, 0.5, 0.6, clear, 1, -3.0, 0.5, 2000, 1, *to_win))
    cells = {name: cell.strip() for name, cell in cells_of(writer).items()}
    assert (cells["Wins"], cells["Next"], cells.get("", "")) == ("33.0 ± 1.2 %", "1", word)
    assert cells["Behind"] == f"{100 * win_gap:.1f} ± 1.0 %"


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
    writer = TableWriter(RowFile("hands.txt", "txt", ("line",), iter(())), Look("markdown"), print)
    writer.line(
        Row(1, 1, cells=("AS",)),
        Answer(2, trump, 20.0, 0.5, 0.6, clear, 1, gap, error, 2000, 1),
    )
    cells = cells_of(writer)
    assert cells["Next"].strip() == "1"
    assert cells["Behind"].split()[0].startswith(f"{gap:.2f}"[:3])
    assert cells.get("", "").strip() == word


def test_table_and_markdown_for_short_lists(capsys: pytest.CaptureFixture[str]) -> None:
    Path("quiz.txt").write_text("up=7S : AH\nup=7S : A\n")
    assert cli.main(["batch", "quiz.txt", *ALONE, "--format", "markdown"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [cell.strip() for cell in lines[0].split("|")] == [
        *("", "line", "Bid", "Chance", "Points", "Next", "Behind", "", ""),
    ]
    assert [cell.strip() for cell in lines[2].split("|")[1:4]] == ["up=7S : AH", "0", "62.8 %"]
    assert "quiz.txt:2: hand: expected 1 card" in lines[3] or "'A' has no suit" in lines[3]
    assert cli.main(["batch", "quiz.txt", *ALONE, "--format", "table"]) == 1
    assert capsys.readouterr().out.splitlines()[1].startswith("---")


def test_fail_fast_shows_the_table_up_to_the_bad_row(capsys: pytest.CaptureFixture[str]) -> None:
    Path("quiz.txt").write_text("up=7S : AH\nup=7S : A\nup=7S : KH\n")
    assert cli.main(["batch", "quiz.txt", *ALONE, "--format", "markdown", "--fail-fast"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("|")[1].strip() for line in lines[2:]] == ["up=7S : AH", "up=7S : A"]


ERROR = "hands.csv:3: hand: expected 3 cards like AS, 10H, W or N: 'XS' is not a card"
ROWS = [
    (("1", "4", "W AS KS 10H 3D", "7S"), Answer(3, None, 31.04, 0.62, 0.686, True, 4, 23.3, 0.9, 2000, 1)),
    (("2", "4", "AS KS XS", "7S"), Answer(error=ERROR)),
]


def table(look: Look) -> tuple[list[str], list[str]]:
    """The lines of a table with these rows, and what was told beside it."""
    told: list[str] = []
    writer = TableWriter(RowFile("hands.csv", "csv", ("id", "players", "hand", "trump"), iter(())), look, told.append)
    for number, (cells, answer) in enumerate(ROWS):
        writer.line(Row(number, number, cells=cells), answer)
    return writer.end().decode().splitlines(), told


def test_a_wide_table_has_all_there_is() -> None:
    lines, told = table(Look(width=WIDEST))
    assert [line.split() for line in lines[2:]] == [
        [
            *[
                "1",
                "4",
                "W",
                "AS",
                "KS",
                "10H",
                "3D",
                "7S",
                "3",
                "68.6",
                "%",
                "31.0",
                "±",
                "0.6",
                "4",
                "23.3",
                "±",
                "0.9",
            ]
        ],
        ["2", "4", "AS", "KS", "XS", "7S", *ERROR.split()],
    ]
    assert lines[0].split() == ["id", "players", "hand", "trump", "Bid", "Chance", "Points", "Next", "Behind"]
    assert told == []


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("width", range(40, 200, 5))
def test_a_table_keeps_to_the_terminal_and_a_cut_error_is_told_whole(width: int, unicode: bool) -> None:
    lines, told = table(Look(width=width, unicode=unicode))
    assert max(map(len, lines)) <= width
    whole = any(ERROR in line for line in lines)
    assert (ERROR in told) is not whole
    assert whole is (width >= max(map(len, table(Look(width=WIDEST))[0])))
    assert unicode or "…" not in "".join(lines)


def test_columns_that_are_left_out_are_named() -> None:
    lines, told = table(Look(width=40))
    assert lines[0].split() == ["id", "hand", "Bid", "Chance", "Points"]
    assert told[0].startswith("Too narrow for players, trump, Next, Behind: ")
    assert [line.split()[-1] for line in lines if line.startswith("2 ")] == ["error"]


def test_markdown_is_never_cut() -> None:
    lines, told = table(Look("markdown", width=40))
    assert (len(lines), ERROR in lines[-1], told) == (4, True, [])


def test_whole_errors_stand_on_standard_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    Path("hands.csv").write_text("hand,trump\nAH,7S\nXH,7S\n")
    code, out, err = run("batch", "hands.csv", *ALONE, "--format", "table")
    assert (code, max(map(len, out.splitlines())) <= 80) == (1, True)
    assert err.splitlines()[0].startswith("hands.csv:3: hand: expected ")
    assert "1 bad" in err.splitlines()[1]
    assert run("batch", "hands.csv", *ALONE, "--format", "table", "-o", "answers.txt")[0] == 1
    assert err.splitlines()[0] in Path("answers.txt").read_text()
