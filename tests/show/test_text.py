"""What all answers as text have in common: the last line, numbers with their errors, rows in every format."""

from dataclasses import replace

import pytest
from samples import CLEAR, HOOK, TIE

from wizard_advisor.show.answer import basis_words
from wizard_advisor.show.text import Look, as_csv, measured, points, rows_text

ROWS = [{"policy": "simple", "points": 12.5, "clear": True}, {"policy": "a, b", "points": None, "clear": False}]


def test_the_last_line_says_what_repeats_the_answer_and_no_more() -> None:
    assert basis_words(CLEAR) == "12,000 deals, seed 42, 0.4 s"
    assert basis_words(replace(CLEAR, deals=1, seconds=12.26)) == "1 deal, seed 42, 12.3 s"
    assert basis_words(replace(CLEAR, stop="limit")) == basis_words(CLEAR)
    assert basis_words(TIE) == "Exact, counted without deals."


def test_policies_are_named_when_they_are_not_the_usual_ones() -> None:
    mine = replace(CLEAR, policy="simple", opponents=("random",) * 3)
    assert basis_words(mine) == "12,000 deals, seed 42, policy simple, opponents random, 0.4 s"
    assert basis_words(HOOK) == "12,000 deals, seed 42, opponents simple,random,people, no inference, 0.4 s"


@pytest.mark.parametrize(
    ("error", "digits", "text"),
    [
        (0.25, None, "1.2 ± 0.2"),
        (0.049, None, "1.23 ± 0.05"),
        (0.0, None, "1.23"),
        (0.25, 0, "1 ± 0"),
        (0.0, 1, "1.2 ± 0.0"),
    ],
)
def test_a_number_has_the_decimals_that_its_error_deserves(error: float, digits: int | None, text: str) -> None:
    assert measured(1.234, error, Look(), digits) == text
    assert measured(1.234, error, Look(unicode=False), digits) == text.replace("±", "+-")


def test_points_have_the_decimals_of_the_smallest_error_in_the_answer() -> None:
    assert points(1.234, 0.5, CLEAR, Look()) == "1.2 ± 0.5"
    sharp = replace(CLEAR, bids=(*CLEAR.bids[1:], replace(CLEAR.bids[0], standard_error=0.02)))
    assert points(1.234, 0.5, sharp, Look()) == "1.23 ± 0.50"
    assert points(1.234, 0.0, sharp, Look()) == "1.23 ± 0.00"
    assert points(1.234, 0.0, TIE, Look()) == "1.23"


def test_flags_are_true_or_false_in_csv_and_what_is_missing_is_empty() -> None:
    assert as_csv(("a", "b"), [(True, None), (False, 1.5)]) == "a,b\ntrue,\nfalse,1.5"


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("csv", 'policy,points,clear\nsimple,12.5,true\n"a, b",,false'),
        ("markdown", "| policy   |   points | clear   |\n|----------|----------|---------|\n| simple   |     12.5 |"),
        ("table", "policy      points  clear\n--------  --------  -------\nsimple        12.5  True"),
        ("json", '[\n {\n  "policy": "simple",\n  "points": 12.5,\n  "clear": true\n },'),
    ],
)
def test_rows_in_every_format(format: str, text: str) -> None:
    assert rows_text(ROWS, Look(format)).startswith(text)
