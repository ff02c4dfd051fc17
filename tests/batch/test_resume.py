"""Nothing is lost, whatever happens."""

import itertools
import json
import os
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, BinaryIO

import pytest
from batch_samples import ALONE, Batch, Begun, begin, csv_text, journals, mixed, put, read_answers, start, wait_for

from wizard_advisor.batch import journal as journal_module
from wizard_advisor.batch import resume as resume_module
from wizard_advisor.batch import run as run_module
from wizard_advisor.batch.read import Row
from wizard_advisor.batch.run import Options, Task
from wizard_advisor.command import cli
from wizard_advisor.disk import write_all, write_whole


@pytest.fixture
def whole(begun: Begun) -> bytes:
    """The output of an unbroken run."""
    assert cli.main(["batch", "hands.csv", "-o", "whole.csv", *ALONE]) == 1
    assert not Path("whole.csv.resume").exists()
    assert Path("whole.csv").read_bytes() == begun[0]
    return begun[0]


def test_cut_anywhere_it_is_completed_to_the_same_bytes(begun: Begun, capsys: pytest.CaptureFixture[str]) -> None:
    whole, journal = begun
    for cut in (*range(0, len(whole), 11), len(whole)):
        for known in journals(journal, cut):
            put(whole[:cut], known)
            assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--resume"]) == 1
            assert Path("answers.csv").read_bytes() == whole
            assert not Path("answers.csv.resume").exists()
    put(whole, journal)
    capsys.readouterr()
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--resume"]) == 1
    assert capsys.readouterr().err.startswith("6 rows (6 done before), 5 good, 1 bad, ")


def test_cut_jsonl_is_completed_to_the_same_bytes() -> None:
    objects = ({"hand": hand, "trump": "7S"} for hand in ("AH", "XX", "KH", "3S"))
    Path("hands.jsonl").write_text("\n".join(map(json.dumps, objects)))
    whole, journal = begin("hands.jsonl", "-o", "answers.jsonl")
    for cut in range(0, len(whole), 23):
        for known in journals(journal, cut):
            put(whole[:cut], known, "answers.jsonl")
            assert cli.main(["batch", "hands.jsonl", "-o", "answers.jsonl", *ALONE, "--resume"]) == 1
            assert Path("answers.jsonl").read_bytes() == whole


def test_resume_without_an_output_begins_one(whole: bytes) -> None:
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--resume"]) == 1
    assert Path("answers.csv").read_bytes() == whole


def test_a_drawn_seed_outlives_an_interruption() -> None:
    Path("hands.csv").write_text("hand,trump\nAH,7S\nXX,7S\nKH,7S\n")
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", "--fail-fast"]) == 1
    seed = json.loads(Path("answers.csv.resume").read_text().splitlines()[0])["seed"]
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
        "Error: whole.csv: expected no such file: --overwrite replaces it\n",
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
        (["--hook", "dealer"], "hook was not given and is 'dealer'"),
        (["--seed", "2"], "seed was 1 and is 2"),
        (["--policy", "simple"], "policy was 'standard' and is 'simple'"),
        (["--opponents", "simple,random"], "opponents was ['people'] and is ['simple', 'random']"),
        (["--format", "jsonl"], "format was 'csv' and is 'jsonl'"),
        (["--consider", "1"], "consider was not given and is [1]"),
    ],
)
def test_other_options_are_refused(begun: Begun, batch: Batch, options: list[str], difference: str) -> None:
    whole, journal = begun
    text = Path("hands.csv").read_bytes()
    put(whole[:200], journal)
    code, _, err = batch(text, "-o", "answers.csv", "--resume", *options)
    assert (code, err.count("\n")) == (2, 1)
    assert f"expected the options it was begun with: {difference}" in err
    assert Path("answers.csv").read_bytes() == whole[:200]


def test_other_rows_are_refused(begun: Begun, batch: Batch) -> None:
    whole, journal = begun
    text = Path("hands.csv").read_text()
    for other in (text.replace("JH", "QH"), text.replace("\nb,", "\nB,"), "\n".join(text.splitlines()[:3]) + "\n"):
        put(whole, journal)
        code, _, err = batch(other, "-o", "answers.csv", "--resume")
        assert (code, err) == (
            2,
            "Error: answers.csv: expected answers to hands.csv: found something else\n",
        )
        assert Path("answers.csv").read_bytes() == whole


def test_an_object_with_a_key_less_is_another_row(capsys: pytest.CaptureFixture[str]) -> None:
    Path("hands.jsonl").write_text('{"hand": "AH", "trump": "7S", "note": 1}\n{"hand": "3S", "trump": "7S"}\n')
    put(*begin("hands.jsonl", "-o", "answers.jsonl"), "answers.jsonl")
    Path("hands.jsonl").write_text('{"hand": "AH", "trump": "7S"}\n{"hand": "3S", "trump": "7S"}\n')
    assert cli.main(["batch", "hands.jsonl", "-o", "answers.jsonl", *ALONE, "--resume"]) == 2
    assert "columns was " in capsys.readouterr().err


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


# Replacing an output


def test_the_old_output_stays_until_there_are_answers(begun: Begun) -> None:
    whole, journal = begun
    unfinished = b"".join(whole.splitlines(keepends=True)[:3])
    put(unfinished, journals(journal, len(unfinished))[0])
    run = start("-", "-o", "answers.csv", *ALONE, "--deals", "7", "--overwrite", stdin=subprocess.PIPE)
    assert run.stdin
    run.stdin.write(b"hand,trump\n")
    run.stdin.flush()
    wait_for(Path("answers.csv.part").exists)
    assert Path("answers.csv").read_bytes() == unfinished
    run.kill()
    run.communicate()
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--resume"]) == 1
    assert Path("answers.csv").read_bytes() == whole


def test_a_run_without_an_answer_leaves_the_old_output(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("hands.csv").write_text("hand,trump\nAH,7S\n")
    Path("answers.csv").write_text("old")

    def broken(row: Row, options: Options) -> Task:
        raise OSError(5, "Input/output error", "hands.csv")

    monkeypatch.setattr(run_module, "read_task", broken)
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--overwrite"]) == 1
    assert Path("answers.csv").read_text() == "old"
    assert {path.name for path in Path().iterdir()} == {"answers.csv", "hands.csv"}


def test_what_is_replaced_keeps_its_rights_and_its_links() -> None:
    Path("hands.csv").write_text("hand,trump\nAH,7S\n")
    Path("folder").mkdir()
    Path("folder/real.csv").write_text("old")
    Path("folder/real.csv").chmod(0o600)
    Path("answers.csv").symlink_to("folder/real.csv")
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--overwrite"]) == 0
    assert Path("answers.csv").is_symlink()
    assert Path("folder/real.csv").read_text().startswith("hand,trump,recommended,")
    assert Path("folder/real.csv").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in Path("folder").iterdir()] == ["real.csv"]


REFUSED = "expected another file than the input\n"


@pytest.mark.parametrize("link", ["the file", "a hard link", "a symbolic link"])
@pytest.mark.parametrize("option", ["--overwrite", "--resume"])
def test_the_input_is_never_the_output(batch: Batch, link: str, option: str) -> None:
    name = "hands.csv" if link == "the file" else "link.csv"
    Path("hands.csv").touch()
    if link == "a hard link":
        os.link("hands.csv", name)
    elif link == "a symbolic link":
        os.symlink("hands.csv", name)
    assert batch("hand,trump\nAH,7S\n", "-o", name, option)[::2] == (2, f"Error: {name}: {REFUSED}")
    assert Path("hands.csv").read_text() == "hand,trump\nAH,7S\n"


@pytest.mark.parametrize("ending", [".part", ".resume", ".part.resume"])
def test_nor_is_it_a_file_beside_the_output(batch: Batch, ending: str) -> None:
    text, name = "hand,trump\nAH,7S\n", f"x.csv{ending}"
    assert batch(text, "--input-format", "csv", "-o", "x.csv", name=name)[::2] == (2, f"Error: {name}: {REFUSED}")
    assert Path(name).read_text() == text


@pytest.mark.parametrize("option", ["--overwrite", "--resume"])
def test_standard_input_is_never_the_output(option: str) -> None:
    Path("hands.csv").write_text("hand,trump\nAH,7S\n")
    with open("hands.csv", "rb") as stdin:
        run = start("-", "-o", "hands.csv", *ALONE, option, stdin=stdin, stderr=subprocess.PIPE)
        assert run.communicate()[1].decode() == f"Error: hands.csv: {REFUSED}"
    assert run.returncode == 2
    assert Path("hands.csv").read_text() == "hand,trump\nAH,7S\n"


def test_the_input_is_not_appended_to() -> None:
    Path("hands.csv").write_text("hand,trump\nAH,7S\n")
    with open("hands.csv", "ab") as stdout:
        run = start("hands.csv", *ALONE, stdout=stdout, stderr=subprocess.PIPE)
        assert run.communicate()[1].decode() == f"Error: standard output: {REFUSED}"
    assert run.returncode == 2
    assert Path("hands.csv").read_text() == "hand,trump\nAH,7S\n"


# Whoever else writes, and kills


class Killed(BaseException):
    """The end of a process; what would tidy up after it does nothing."""


class Killer:
    """Lets so many changes happen on disk, and half a change more where that can be."""

    def __init__(self, patch: pytest.MonkeyPatch, changes: int) -> None:
        self.left = changes
        for module in (journal_module, resume_module):
            changing = {name: self.counted(getattr(os, name)) for name in ("replace", "truncate", "unlink")}
            patch.setattr(module, "os", SimpleNamespace(**(vars(os) | changing)))
            patch.setattr(module, "open", self.counted(open), raising=False)
            patch.setattr(module, "write_all", self.write_half)
        patch.setattr(journal_module, "write_whole", self.counted(write_whole))

    def counted(self, change: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                raise Killed
            return change(*arguments, **options)

        return call

    def write_half(self, file: BinaryIO, data: bytes) -> None:
        self.left -= 1
        if self.left >= 0:
            write_all(file, data)
        elif self.left == -1:
            write_all(file, data[: len(data) // 2])
        if self.left < 0:
            raise Killed


def is_killed(changes: int, *arguments: str) -> bool:
    """Run `batch` with so many changes on disk; whether that ended it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_module, "TOGETHER", 2)
        Killer(patch, changes)
        try:
            cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE, *arguments])
        except Killed:
            return True
    return False


@pytest.mark.parametrize("old", ["none", "unfinished", "another"])
def test_killed_between_any_two_changes_it_is_completed_to_the_same_bytes(begun: Begun, old: str) -> None:
    whole, journal = begun
    resume = ["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--resume"]
    for changes in itertools.count():
        Path("answers.csv").unlink(missing_ok=True)
        Path("answers.csv.resume").unlink(missing_ok=True)
        before = b""
        if old == "unfinished":
            put(whole[:260], journals(journal, 260)[0])
        elif old == "another":
            before = whole.replace(b"AH", b"KH")
            Path("answers.csv").write_bytes(before)
        option = {"none": [], "unfinished": ["--resume"], "another": ["--overwrite"]}[old]
        if not is_killed(changes, *option):
            break
        code = cli.main(resume)
        if code == 2:
            assert old == "another"
            assert Path("answers.csv").read_bytes() == before
            code = cli.main([*resume[:-1], "--overwrite"])
        assert (code, Path("answers.csv").read_bytes()) == (1, whole)
        assert not Path("answers.csv.resume").exists()
    assert changes > 10
    assert Path("answers.csv").read_bytes() == whole


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
