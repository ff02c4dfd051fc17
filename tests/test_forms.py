"""The columns of compiled numbers are where the lists of named numbers say."""

import pytest

from wizard_advisor import forms

SIMPLE = ("wizard", "trump_from", "trump", "ace", "king")


@pytest.mark.parametrize(
    ("numbers", "prefixed"), [(forms.BID_NUMBERS, ("spread", "spread_base")), (forms.PLAY_NUMBERS, ())]
)
def test_every_column_has_the_name_of_its_number(
    numbers: dict[str, tuple[forms.Number, ...]], prefixed: tuple[str, ...]
) -> None:
    for column, number in enumerate(numbers["standard"]):
        name = f"BID_{number.name}" if number.name in prefixed else number.name
        assert getattr(forms, name.upper()) == column


def test_columns_of_the_simple_form() -> None:
    for number, name in zip(forms.BID_NUMBERS["simple"][1:], SIMPLE, strict=True):
        assert number.name == name
        assert forms.BID_NUMBERS["simple"][getattr(forms, f"SIMPLE_{name.upper()}")] is number


def test_a_row_is_as_wide_as_its_numbers() -> None:
    assert forms.BID + len(forms.BID_NUMBERS["standard"]) == forms.PLAY
    assert forms.PLAY + len(forms.PLAY_NUMBERS["standard"]) == forms.WIDTH
