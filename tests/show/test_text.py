"""What all answers as text have in common: the last line, numbers with their errors, rows in every format."""

import re
from dataclasses import replace

import pytest
from samples import CLEAR, HOOK, TIE

from wizard_advisor.show.answer import basis_words
from wizard_advisor.show.text import Look, aligned, as_csv, measured, points, rows_text, wrapped

ROWS = [{"policy": "simple", "points": 12.5, "clear": True}, {"policy": "a, b", "points": None, "clear": False}]


def test_the_last_line_says_what_repeats_the_answer_and_no_more() -> None:
    assert basis_words(CLEAR, Look()) == "12,000 deals, seed 42, 0.4 s"
    assert basis_words(replace(CLEAR, deals=1, seconds=12.26), Look()) == "1 deal, seed 42, 12.3 s"
    assert basis_words(replace(CLEAR, stop="limit"), Look()) == basis_words(CLEAR, Look())
    assert basis_words(TIE, Look()) == "Exact, counted without deals."


def test_policies_are_named_when_they_are_not_the_usual_ones() -> None:
    mine = replace(CLEAR, policy="simple", opponents=("random",) * 3)
    assert basis_words(mine, Look()) == "12,000 deals, seed 42, policy simple, opponents random, 0.4 s"
    assert basis_words(HOOK, Look()) == "12,000 deals, seed 42, opponents simple,random,people, no inference, 0.4 s"


def test_a_verbose_last_line_says_all_that_an_answer_rests_on() -> None:
    assert basis_words(CLEAR, Look(verbose=True)) == (
        "12,000 deals, 15,432 drawn, ended by: clear, seed 42, policy standard, opponents people, 0.4 s"
    )
    assert basis_words(TIE, Look(verbose=True)) == (
        "Exact, counted without deals, seed 42, policy standard, opponents people, 0.4 s"
    )


@pytest.mark.parametrize("width", range(20, 60))
def test_no_number_is_torn_from_its_unit_or_its_error(width: int) -> None:
    text = "seat 1: 1 of 2, you: 0 of 2. Bid 3 (64 %, 28 points): 5.7 ± 0.7 points, --deals 20000, 12 cards, 0.41 s"
    for line in wrapped(text, Look(width=width)).splitlines():
        assert len(line) <= width
        assert not re.search(r"±$|\b(you|\d):$|\b(of|seat|--deals)$|^(%|±|points|of|cards|s$)", line)


HEADS = ("", "Card", "Chance", "Points", "Behind", "")
CARD_ROWS = [(">", "♠A ♠K ♠Q ♠J ♠10", "55.1 %", "-22.4 ± 0.6", "best", ""), ("", "♥9", "", "", "", "forbidden")]


def test_a_table_that_is_too_wide_has_its_cells_on_several_lines() -> None:
    assert aligned(HEADS, CARD_ROWS, Look()).splitlines()[2] == (">   ♠A ♠K ♠Q ♠J ♠10    55.1 %  -22.4 ± 0.6      best")
    assert aligned(HEADS, CARD_ROWS, Look(width=40)) == (
        "  Card  Chance Points Behind\n"
        "> ♠A ♠K 55.1 %  -22.4   best\n"
        "  ♠Q ♠J         ± 0.6\n"
        "  ♠10\n"
        "  ♥9                         forbidden"
    )


def test_the_last_column_of_rows_gives_way() -> None:
    rows = [{"policy": "people", "about": "several kinds of players: the opponents that advice assumes"}]
    text = rows_text(rows, Look(width=40))
    assert max(map(len, text.splitlines())) <= 40
    assert " ".join(line[10:].strip() for line in text.splitlines()[2:]) == rows[0]["about"]
    assert len(rows_text(rows, Look(width=80)).splitlines()) == 3


def test_markdown_is_never_narrowed() -> None:
    assert aligned(HEADS, CARD_ROWS, Look("markdown", width=40)).count("\n") == 3


def test_the_first_columns_may_be_texts_too() -> None:
    rows = [("a", "1"), ("bcd", "2")]
    assert aligned(("name", "n"), rows, Look(), 1).splitlines()[2] == "a         1"
    assert aligned(("name", "n"), rows, Look()).splitlines()[2] == "     a    1"


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
