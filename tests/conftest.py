"""What every test may use and rely on: the command line in this process, this tree, and nobody's own preferences."""

import contextlib
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import Phase, settings
from samples import CLEAR

from wizard_advisor.command import cli

Run = Callable[..., tuple[int, str, str]]

# For scripts/mutants.py: the same examples every time, and no search for the smallest that fails.
settings.register_profile("mutants", derandomize=True, phases=(Phase.explicit, Phase.generate))

# Processes that tests start use this tree, also where another copy is installed.
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH")])
)


@pytest.fixture(autouse=True)
def no_preferences(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither the file nor the variables nor the evenings of whoever runs the tests."""
    for name in list(os.environ):
        if name.startswith("WIZARD_ADVISOR_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("WIZARD_ADVISOR_CONFIG", os.devnull)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """What `advise` was asked, instead of the computation; the answer is that of the sample."""
    seen: dict[str, Any] = {}

    def advise(situation: Any, **options: Any) -> Any:
        seen.update(options, situation=situation)
        return CLEAR

    importlib.import_module("wizard_advisor.show.bid")  # which needs the module that is replaced
    monkeypatch.setitem(sys.modules, "wizard_advisor.advice.bid", SimpleNamespace(advise=advise))
    monkeypatch.setattr("wizard_advisor.command.advise.compiling_announced", contextlib.nullcontext)
    yield seen


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return call
