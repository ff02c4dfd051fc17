"""The command `batch` in this process, in a folder of its own."""

import csv
import io
import json
from pathlib import Path

import pytest
from batch_samples import ALONE, GOOD, HEADER, Answers, Batch, Begun, begin, csv_text

from wizard_advisor.command import cli


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


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


@pytest.fixture
def begun() -> Begun:
    """A run over good and bad rows."""
    lines = csv_text(GOOD, HEADER).splitlines(keepends=True)
    lines.insert(2, "x,4,XS,7S,1,,,\n")
    Path("hands.csv").write_text("".join(lines), newline="")
    return begin("hands.csv", "-o", "answers.csv")
