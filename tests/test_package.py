"""What `import wizard_advisor` offers."""

import shutil
from importlib.metadata import version
from pathlib import Path

import pytest

import wizard_advisor
from wizard_advisor import errors, notation, situation
from wizard_advisor import version as version_module


@pytest.mark.parametrize("name", wizard_advisor.__all__)
def test_everything_promised_is_there(name: str) -> None:
    assert getattr(wizard_advisor, name) is not None


def test_names_are_those_of_the_modules() -> None:
    assert wizard_advisor.parse_situation is notation.parse_situation
    assert wizard_advisor.Situation is situation.Situation
    assert wizard_advisor.WizardError is errors.WizardError
    assert wizard_advisor.__version__ == version("wizard-advisor")


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'adivse'"):
        _ = wizard_advisor.adivse


def test_the_fingerprint_is_of_every_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "wizard_advisor"
    shutil.copytree(Path(wizard_advisor.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    monkeypatch.setattr(version_module, "__file__", str(copy / "version.py"))
    seen = {version_module.fingerprint.__wrapped__()}
    for source in ("rules.py", "simulate/bids.py", "policy/standard.toml"):
        with (copy / source).open("a") as file:
            file.write("# changed\n")
        found = version_module.fingerprint.__wrapped__()
        assert found not in seen
        seen.add(found)
