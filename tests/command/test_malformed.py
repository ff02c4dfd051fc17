"""Malformed inputs to all commands, those of `malformed.txt`: exit code 2, and one line that names the culprit."""

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]

CASES = [
    line
    for line in Path(__file__).with_name("malformed.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that are there without being told."""
    monkeypatch.chdir(tmp_path)
    Path("hands.txt").write_text("4p up=7S : AS\n")
    Path("done.csv").write_text("whatever")
    return tmp_path


def test_there_are_hundreds() -> None:
    assert len(set(CASES)) == len(CASES) >= 300


@pytest.mark.parametrize("case", CASES)
def test_one_line_names_the_culprit(case: str, run: Run, folder: Path) -> None:
    given, _, culprit = case.rpartition(" => ")
    file, _, command = given.rpartition(" ||| ")
    if file:
        name, _, content = file.partition(" =")
        Path(name).write_text(content.strip().replace("\\n", "\n") + "\n")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    code, out, err = run(*shlex.split(command))
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert err.startswith("Error: ") and culprit in err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
