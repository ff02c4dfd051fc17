"""The columns of compiled numbers are where the lists of named numbers say."""

import pytest

from wizard_advisor.policy import parameters as forms

SIMPLE = ("wizard", "trump_from", "trump", "ace", "king")


@pytest.mark.parametrize(
    ("numbers", "prefixed"), [(forms.BID_PARAMETERS, ("spread", "spread_base")), (forms.PLAY_PARAMETERS, ())]
)
def test_every_column_has_the_name_of_its_number(
    numbers: dict[str, tuple[forms.Parameter, ...]], prefixed: tuple[str, ...]
) -> None:
    for column, number in enumerate(numbers["standard"]):
        name = f"BID_{number.name}" if number.name in prefixed else number.name
        assert getattr(forms, name.upper()) == column


def test_columns_of_the_simple_form() -> None:
    for number, name in zip(forms.BID_PARAMETERS["simple"][1:], SIMPLE, strict=True):
        assert number.name == name
        assert forms.BID_PARAMETERS["simple"][getattr(forms, f"SIMPLE_{name.upper()}")] is number


def test_a_row_is_as_wide_as_its_numbers() -> None:
    assert forms.BID + len(forms.BID_PARAMETERS["standard"]) == forms.PLAY
    assert forms.PLAY + len(forms.PLAY_PARAMETERS["standard"]) == forms.WIDTH
