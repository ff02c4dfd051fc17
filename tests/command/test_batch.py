"""The command `batch`: its options, what it says, and how it ends."""

import csv
import io
import re
import resource
import signal
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from batch_samples import ALONE, GOOD, csv_text, mixed, start, wait_for

from wizard_advisor.command import cli

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hands.csv").write_text(csv_text(GOOD))


def test_options_can_be_asked_for_in_help(run: Run) -> None:
    code, out, _ = run("batch", "--help")
    assert code == 0
    for option in ("--output", "--jobs", "--cluster", "--resume", "--overwrite", "--fail-fast", "--input-format"):
        assert option in out
    assert "Examples:" in out


def test_files_that_are_not_there(run: Run) -> None:
    assert run("batch", "none.csv") == (2, "", "Error: none.csv: No such file or directory\n")
    Path("folder.csv").mkdir()
    assert run("batch", "folder.csv") == (2, "", "Error: folder.csv: Is a directory\n")
    assert run("batch", "hands.csv", "-o", "nowhere/answers.csv") == (
        *(2, ""),
        "Error: nowhere/answers.csv: No such file or directory\n",
    )
    assert run("batch", "hands.csv", "-o", "answers.xlsx")[0] == 2
    assert run("batch", "hands.csv", "-o", "") == (2, "", "Error: --output: expected the name of a file: found ''\n")
    Path("beside.csv.part").mkdir()
    assert run("batch", "hands.csv", "-o", "beside.csv")[0] == 2
    Path("beside.csv.part").rmdir()
    assert run("batch", "hands.csv", "-o", f"{'x' * 250}.csv")[0] == 2
    assert {path.name for path in Path().iterdir()} == {"folder.csv", "hands.csv"}
    assert run("batch", "hands.csv", "-o", "hands.csv", "--overwrite") == (
        *(2, ""),
        "Error: hands.csv: expected another file than the input\n",
    )
    assert run("batch", "hands.csv", "--policy", "nobody")[0] == 2


def test_a_bare_jester_is_told(run: Run) -> None:
    Path("hands.csv").write_text("hand,trump\nAH,7S\nJ,7S\nj,7S\n")
    err = run("batch", "hands.csv", *ALONE)[2]
    assert err.endswith("; a bare J was read as a Jester in 2, first hands.csv:3\n")


def test_the_trump_of_the_command_is_read_in_its_language(run: Run) -> None:
    Path("hands.csv").write_text("hand\nAH\n")
    assert run("batch", "hands.csv", *ALONE, "--trump", "PB", "--language", "de")[0] == 0
    assert run("batch", "hands.csv", *ALONE, "--trump", "PB")[0] == 2


def test_a_drawn_seed_is_said_and_written(run: Run) -> None:
    code, out, err = run("batch", "hands.csv")
    assert code == 0
    seeds = {row["seed"] for row in csv.DictReader(io.StringIO(out, newline=""))}
    assert len(seeds) == 1
    assert err.rstrip().endswith(f"seed {seeds.pop()}")


@pytest.mark.compiled
def test_ctrl_c_finishes_the_answers_in_hand() -> None:
    Path("hands.csv").write_text(csv_text(mixed(200, 5, 4)))
    options = [*ALONE, "--deals", "3000"]
    process = start("hands.csv", "-o", "answers.csv", *options, stderr=subprocess.PIPE)
    wait_for(lambda: Path("answers.csv").exists() and Path("answers.csv").read_bytes().count(b"\n") > 3)
    process.send_signal(signal.SIGINT)
    err = process.communicate(timeout=60)[1].decode().splitlines()
    assert process.returncode == 1
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
    process = start("-", *ALONE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin and process.stdout
    process.stdin.write(b"hand,trump\nAH,7S\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith(b"hand,trump,recommended,")
    assert process.stdout.readline().startswith(b"AH,7S,0,")
    process.stdin.write(b"XX,7S\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith(b"XX,7S,,")
    process.send_signal(signal.SIGINT)  # while it waits for a line
    assert process.communicate(timeout=60)[1] == b"Interrupted; 2 rows done, every row written is complete\n"
    assert process.returncode == 1


def test_ctrl_c_before_the_first_answer_leaves_the_old_output() -> None:
    Path("answers.csv").write_text("old")
    process = start("-", "-o", "answers.csv", "--overwrite", stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin
    process.stdin.write(b"hand,trump\n")
    process.stdin.flush()
    wait_for(Path("answers.csv.part").exists)
    time.sleep(0.3)  # until it waits for a row
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[1] == b"Interrupted; 0 rows done, every row written is complete\n"
    assert process.returncode == 1
    assert Path("answers.csv").read_text() == "old"
    assert {path.name for path in Path().iterdir()} == {"answers.csv", "hands.csv"}


def test_an_output_without_rows_is_finished(run: Run) -> None:
    Path("hands.csv").write_text("hand,trump\n")
    assert run("batch", "hands.csv", "-o", "answers.csv")[0] == 0
    assert Path("answers.csv").read_text().startswith("hand,trump,recommended,")
    assert {path.name for path in Path().iterdir()} == {"answers.csv", "hands.csv"}


def test_nobody_reads_any_more() -> None:
    Path("hands.csv").write_text(csv_text(mixed(3000, 6, 1)))
    process = start("hands.csv", *ALONE, "--no-inference", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout and process.stderr
    for _ in range(5):
        process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) == 141
    assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that has no space left")
def test_disk_full_is_one_line(run: Run) -> None:
    assert run("batch", "hands.csv", "-o", "/dev/full", "--format", "csv") == (
        *(1, ""),
        "Error: /dev/full: No space left on device; 0 rows done, every row written is complete\n",
    )


@pytest.mark.parametrize("size", [0, 200, 60_000])
def test_no_room_is_1_at_the_start_and_later(size: int) -> None:
    """The file size limit of a shell is as good as a full disk."""
    Path("hands.csv").write_text(csv_text(mixed(1500, 6, 1)))
    Path("answers.csv").write_text("old")
    process = start(
        *("hands.csv", "-o", "answers.csv", *ALONE, "--no-inference", "--overwrite"),
        stderr=subprocess.PIPE,
        preexec_fn=partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size)),
    )
    err = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 1
    assert re.fullmatch(r"Error: answers.csv: File too large(; [0-9]+ rows? done, [a-z -]+)?\n", err)
    if size < 1_000:  # bytes: not even the journal, or only that
        assert Path("answers.csv").read_text() == "old"
        assert {path.name for path in Path().iterdir()} == {"answers.csv", "hands.csv"}
    else:
        assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--no-inference", "--resume"]) == 0
        assert cli.main(["batch", "hands.csv", "-o", "whole.csv", *ALONE, "--no-inference"]) == 0
        assert Path("answers.csv").read_bytes() == Path("whole.csv").read_bytes()
