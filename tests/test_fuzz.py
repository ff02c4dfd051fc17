"""The fuzzer of `scripts/fuzz.py`: some thousand of its calls, and that it finds what there is to be found."""

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "scripts"))
import fuzz

pytestmark = pytest.mark.compiled


@pytest.mark.bounds
def test_nothing_but_a_wizard_error_comes_out() -> None:
    fuzzer = fuzz.fuzz(seed=2, calls=3000)
    assert not fuzzer.found
    assert fuzzer.calls.total() >= 3000 and set(fuzzer.calls) == set(fuzzer.kinds)
    for name, count in fuzzer.calls.items():  # neither all right nor all absurd
        assert 0 < fuzzer.refused[name] < count, name


def test_the_same_seed_makes_the_same_calls() -> None:
    first, again = (fuzz.fuzz(seed=3, calls=1000) for _ in range(2))
    assert (first.calls, first.refused) == (again.calls, again.refused)


@pytest.mark.parametrize("fault", [ZeroDivisionError("by nothing"), fuzz.WizardError("two\nlines")])
def test_a_fault_is_found(
    fault: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def faulty(text: str) -> Any:
        raise fault

    monkeypatch.setattr(fuzz, "parse_situation", faulty)
    assert fuzz.main(["--calls", "300", "--seed", "4"]) == 1
    out = capsys.readouterr().out
    assert f"parse: {type(fault).__name__}: {fault}" in out and "test_fuzz.py" in out
