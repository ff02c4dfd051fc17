"""The readers of what callers give: what each takes, what it refuses, and what it says then."""

from typing import Any

import numpy as np
import pytest

from wizard_advisor.errors import CardError
from wizard_advisor.values import counted, read_list, read_whole, read_yes_no


@pytest.mark.parametrize("value", [3, np.int64(3), "3", " 3 ", "03"])
def test_a_whole_number_as_a_value_or_in_digits(value: Any) -> None:
    number = read_whole("seed", value)
    assert (number, type(number)) == (3, int)


@pytest.mark.parametrize("value", [True, None, 3.0, "3.0", "-3", "+3", "", "²", "٣", "1_0", "9" * 20, b"3", [3]])
def test_what_is_no_whole_number(value: Any) -> None:
    with pytest.raises(CardError, match=r"^seed: expected a number: found "):
        read_whole("seed", value)


def test_a_range_holds_its_ends_and_no_more() -> None:
    assert [read_whole("seat", number, low=1, high=4) for number in (1, "4")] == [1, 4]
    for number in (0, "5", -1):
        with pytest.raises(CardError, match=rf"^seat: expected a whole number from 1 to 4: found {number!r}$"):
            read_whole("seat", number, low=1, high=4)
    assert read_whole("seat", -1) == -1  # without a range somebody else knows it


def test_words_beside_a_number() -> None:
    assert [read_whole("seat", word, "first", "dealer") for word in ("first", " Dealer ", "2")] == [
        "first",
        "dealer",
        2,
    ]
    with pytest.raises(CardError, match=r"^seat: expected 1 to 4, first or dealer: found 'last'$"):
        read_whole("seat", "last", "first", "dealer", expected="1 to 4")
    with pytest.raises(CardError, match=r"^deals: expected a whole number from 1 to 9 or auto: found 'automatic'$"):
        read_whole("deals", "automatic", "auto", low=1, high=9)


def test_yes_and_no() -> None:
    yes: list[Any] = [True, 1, "1", "yes", "TRUE", " on "]
    no: list[Any] = [False, 0, "0", "no", "False", "off"]
    assert [read_yes_no("hidden", value) for value in yes + no] == [True] * 6 + [False] * 6


@pytest.mark.parametrize("value", ["", "y", "maybe", None, 2, ["yes"]])
def test_neither_yes_nor_no(value: Any) -> None:
    with pytest.raises(CardError, match=r"^hidden: expected yes or no: found "):
        read_yes_no("hidden", value)


def test_lists_as_text_or_as_values() -> None:
    assert read_list("bids", " 2 , 1  ?", "bids") == read_list("bids", ("2", "1", "?"), "bids") == ["2", "1", "?"]
    assert read_list("names", "my file.toml , b", "names", blanks=False) == ["my file.toml", "b"]
    assert read_list("bids", "  ", "bids", least=0) == read_list("bids", [], "bids", least=0) == []


@pytest.mark.parametrize("value", ["", " ", ",", "2,,1", "2,,", [], ["2", ""], None, 2, {"a": 1}])
def test_what_is_no_list(value: Any) -> None:
    for blanks in (True, False):
        with pytest.raises(CardError, match=r"^bids: expected numbers like 2,1: found "):
            read_list("bids", value, "numbers like 2,1", blanks=blanks)


def test_a_list_may_be_an_array_or_whatever_gives_its_items_in_order() -> None:
    for value in (np.array([2, 1]), (2, 1), iter([2, 1]), range(2, 0, -1)):
        assert read_list("bids", value, "numbers like 2,1") == [2, 1]


def test_counted() -> None:
    assert [counted(number, "row") for number in (0, 1, 2, 12345)] == ["0 rows", "1 row", "2 rows", "12,345 rows"]
