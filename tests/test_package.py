"""What `import wizard_advisor` offers."""

from importlib.metadata import version

import pytest

import wizard_advisor
from wizard_advisor import cards, notation, situation


@pytest.mark.parametrize("name", wizard_advisor.__all__)
def test_everything_promised_is_there(name: str) -> None:
    assert getattr(wizard_advisor, name) is not None


def test_names_are_those_of_the_modules() -> None:
    assert wizard_advisor.parse_situation is notation.parse_situation
    assert wizard_advisor.Situation is situation.Situation
    assert wizard_advisor.WizardError is cards.WizardError
    assert wizard_advisor.__version__ == version("wizard-advisor")


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'adivse'"):
        _ = wizard_advisor.adivse
