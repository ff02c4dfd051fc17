"""Rows to answers: what a row says for itself, and when its answer is written."""

import json
import random
from pathlib import Path

import pytest
from batch_samples import ALONE, GOOD, Batch, csv_text, mixed, read_answers, wait_for

from wizard_advisor.batch import run as run_module
from wizard_advisor.batch.read import Row, open_rows
from wizard_advisor.batch.resume import Output
from wizard_advisor.batch.run import TOGETHER, Options, Task, read_task
from wizard_advisor.batch.write import Answer
from wizard_advisor.command import cli


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


OPTION_FAULTS = {
    "deals": ("0", "deals: expected a whole number from 1 to 1000000000 or auto: found '0'"),
    "seed": ("-1", "seed: expected a whole number from 0 to"),
    "policy": ("nobody", "policy: expected standard,"),
    "opponents": ("simple,nobody", "opponents: expected standard,"),
    "consider": ("3", "consider: expected bids from 0 to 1: found 3"),
    "inference": ("perhaps", "inference: expected yes or no: found 'perhaps'"),
    "hidden_bids": ("perhaps", "hidden_bids: expected yes or no: found 'perhaps'"),
    "cards": ("2", "hand: expected 2 cards: found 1"),
    "language": ("xx", "language: expected one of en, de, fr,"),
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


def test_a_row_to_win_says_so_and_how_often(batch: Batch, capsys: pytest.CaptureFixture[str]) -> None:
    """The second bid by chances to win is another than that by points, and so is its gap."""
    _, (plain, found), _ = batch(
        'hand,trump,seat,scores,rounds_left\nAS KS,7S,2,,\nW AS,7S,2,"40,0,30,0",0\n', "--deals", "200"
    )
    wins = ("win", "win_standard_error", "win_gap", "win_gap_standard_error")
    assert [plain[name] for name in ("objective", *wins)] == ["points", "", "", "", ""]
    options = ["-t", "7S", "-s", "2", "--scores", "40,0,30,0", "--rounds-left", "0", "--deals", "200", "--seed", "1"]
    assert cli.main(["advise", "W AS", *options, "--format", "json"]) == 0
    alone = json.loads(capsys.readouterr().out)
    best, *rest = sorted(alone["bids"], key=lambda bid: bid["bid"] != alone["recommended"])
    second = max(rest, key=lambda bid: bid["win"])
    assert (found["objective"], found["recommended"]) == ("win", str(best["bid"]))
    assert found["runner_up"] == str(second["bid"])
    for name in wins:
        assert json.loads(found[name]) == (best if "gap" not in name else second)[name]
    assert json.loads(found["gap"]) == second["gap"]


def test_a_row_says_whose_letters_it_is_written_in(batch: Batch) -> None:
    """In csv and jsonl as in a line; the note on that is not the one on a bare J."""
    _, rows, err = batch("hand,trump,language\nHD 2C,7S,de\n3D 2C,7S,\n", "--deals", "10")
    assert [row["error"] for row in rows] == ["", ""] and "bare J" not in err
    text = '{"hand": "HD 2C", "trump": "7S", "language": "de"}\n{"hand": "QH 2C", "trump": "7S"}\n'
    Path("hands.jsonl").write_text(text)
    german, plain = (read_task(row, Options(seed=1)).situation for row in open_rows("hands.jsonl").rows)
    assert german == plain


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


def test_an_answer_is_not_held_back_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("hands.csv").write_text(csv_text([*GOOD[:2], ("x", *GOOD[0][1:2], "XX", *GOOD[0][3:]), GOOD[4], GOOD[2]]))
    answer, out = run_module.answer, Path("answers.csv")

    def slow(task: Task) -> Answer:
        if task.situation.seat == 2:  # the last one waits until the others are on disk
            wait_for(lambda: out.exists() and out.read_bytes().count(b"\n") == 5)
        return answer(task)

    monkeypatch.setattr(run_module, "answer", slow)
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE]) == 1
    assert [row["id"] for row in read_answers()] == ["a", "b", "x", "e", "c"]


def test_a_row_answers_how_bids_are_made_as_a_whole() -> None:
    """What it says of the hook takes the place of hidden bids, and the other way round."""
    for options, given in (({"hidden_bids": True}, {"hook": "dealer"}), ({"hook": "dealer"}, {"hidden_bids": "yes"})):
        row = Row(2, 0, given={"hand": "AS KS", "trump": "7S", **given})
        situation = read_task(row, Options(seed=1, situation=options)).situation
        assert (situation.hook != "none", situation.hidden_bids) == ("hook" in given, "hidden_bids" in given)


def test_answers_that_are_there_are_written_together(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    write = Output.write

    def noted(self: Output, data: bytes, **options: bool) -> None:
        written.append(data.count(b"\n"))
        write(self, data, **options)

    monkeypatch.setattr(Output, "write", noted)
    code, rows, err = batch("hand,trump\n" + "XX,7S\n" * 5000)
    assert (code, len(rows)) == (1, 5000)
    assert err.startswith("5,000 rows, 0 good, 5,000 bad, ")
    assert sum(written) == 5001
    assert len(written) < 1000
    assert max(written) <= TOGETHER


def test_what_came_out_before_an_input_that_breaks_off_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("hands.csv").write_text("hand,trump\nXX,7S\nXY,7S\nXZ,7S\n")
    read = run_module.read_task

    def broken(row: Row, options: Options) -> Task:
        if row.line == 4:
            raise OSError(5, "Input/output error", "hands.csv")
        return read(row, options)

    monkeypatch.setattr(run_module, "read_task", broken)
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE]) == 1
    assert [row["hand"] for row in read_answers()] == ["XX", "XY"]
