"""Nothing is lost, whatever happens."""

import itertools
import json
import subprocess
from functools import partial
from pathlib import Path

import pytest
from batch_samples import ALONE, GOOD, HEADER, Batch, csv_text, mixed, read_answers, start, wait_for

from wizard_advisor.command import cli


@pytest.fixture
def whole(batch: Batch) -> bytes:
    """The output of an unbroken run over good and bad rows."""
    lines = csv_text(GOOD, HEADER).splitlines(keepends=True)
    lines.insert(2, "x,4,XS,7S,1,,,\n")
    Path("hands.csv").write_text("".join(lines), newline="")
    assert cli.main(["batch", "hands.csv", "-o", "whole.csv", *ALONE]) == 1
    assert not Path("whole.csv.resume").exists()
    return Path("whole.csv").read_bytes()


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
        "Stopped at the first bad row: hands.csv:3: hand: expected cards like AS, 10H, W or N: 'XX' is none;"
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
        "Error: whole.csv: expected no such file: --resume completes it, --overwrite replaces it\n",
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
        (["--format", "jsonl"], "format was 'csv' and is 'jsonl'"),
        (["--consider", "1"], "consider was None and is [1]"),
    ],
)
def test_other_options_are_refused(whole: bytes, batch: Batch, options: list[str], difference: str) -> None:
    text = Path("hands.csv").read_bytes()
    Path("answers.csv.resume").write_bytes(journal_of())
    Path("answers.csv").write_bytes(whole[:200])
    code, _, err = batch(text, "-o", "answers.csv", "--resume", *options)
    assert (code, err.count("\n")) == (2, 1)
    assert f"expected the options it was begun with: {difference}" in err
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
            "Error: answers.csv: expected answers to hands.csv: found something else\n",
        )
        assert Path("answers.csv").read_bytes() == whole


@pytest.mark.parametrize("content", [None, b"", b"something else\n"], ids=["finished", "empty", "not ours"])
def test_a_file_without_a_journal_is_refused(whole: bytes, batch: Batch, content: bytes | None) -> None:
    text = Path("hands.csv").read_bytes()
    before = whole if content is None else content
    Path("whole.csv").write_bytes(before)
    assert batch(text, "-o", "whole.csv", "--resume")[::2] == (
        2,
        "Error: whole.csv: expected whole.csv.resume beside it, as an unfinished output has: it is finished, or not an"
        " output of batch; --overwrite replaces it\n",
    )
    assert Path("whole.csv").read_bytes() == before
    assert not Path("whole.csv.resume").exists()


def test_a_second_run_does_not_write_the_same_output(batch: Batch) -> None:
    rows = b"hand,trump\nAH,7S\nXX,7S\nKH,7S\n"
    command = ("-", "-o", "answers.csv", *ALONE)
    first = start(*command, stdin=subprocess.PIPE)
    assert first.stdin
    first.stdin.write(rows[:24])
    first.stdin.flush()
    wait_for(lambda: Path("answers.csv").exists() and Path("answers.csv").read_bytes().count(b"\n") == 3)
    before = Path("answers.csv").read_bytes()
    for option in ("--resume", "--overwrite"):
        assert batch(rows, "-o", "answers.csv", option)[::2] == (
            2,
            "Error: answers.csv: expected no other run to be writing it: one is; wait until it ends\n",
        )
    assert Path("answers.csv").read_bytes() == before
    first.stdin.write(rows[24:])
    first.stdin.close()
    assert first.wait(timeout=60) == 1
    assert [row["hand"] for row in read_answers()] == ["AH", "XX", "KH"]
    assert {path.name for path in Path().iterdir()} == {"answers.csv", "hands.csv"}


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
