"""How a contest of policies is shown."""

import csv
import io

import numpy as np
import pytest

from wizard_advisor.lab.contest import Contest, Outcome, Result, Verdict, load_entrant
from wizard_advisor.show.contest import render
from wizard_advisor.show.text import Look

SIMPLE, RANDOM = load_entrant("simple", 0), load_entrant("random", 0)
POINTS = np.array([[[20, 30], [40, -10]], [[20, -20], [-10, 10]]])
RESULT = Result(
    points=POINTS,
    bids=np.array([[[0, 1], [2, 1]], [[0, 3], [1, 0]]]),
    made=(POINTS > 0).astype(np.int64),
    wins=np.array([[1.0, 0.5], [0.0, 0.25]]),
    mixed=POINTS / 2,
)


def outcome(bounds: tuple[float, float] | None = None, decision: str = "") -> Outcome:
    return Outcome(Contest(4, (2, 5), "none", 7), (SIMPLE, RANDOM), SIMPLE, RESULT, bounds, Verdict(1.5, decision))


def test_a_contest_for_people() -> None:
    text = render(outcome(), Look(width=100))
    assert text.startswith("4 players, 2 rounds a game (2–5 cards), hook none, 2 games, seed 7\n\n")
    headers = "  Policy    Points a round    Gain on random    Bids made    Mean bid      Games won"
    alone = text.split("in all others:\n\n")[1].splitlines()
    assert alone[0] == headers
    assert alone[2] == "  simple      20.00 ± 5.00      20.00 ± 5.00       75.0 %        1.00  75.0 ± 25.0 %"
    assert alone[3] == "  random       0.00 ± 0.00                         50.0 %        1.00  12.5 ± 12.5 %"
    together = text.split("All at one table:\n\n")[1].splitlines()
    assert together[2] == "  simple      10.00 ± 2.50      10.00 ± 2.50"
    by_cards = text.split("one seat against simple:\n\n")[1].splitlines()
    assert by_cards[0] == "  Cards    simple    random    simple gains"
    assert by_cards[2] == "      2      30.0       5.0   25.00 ± 25.00"
    assert by_cards[3] == "      5      10.0      -5.0   15.00 ± 35.00"


@pytest.mark.parametrize("width", [60, 80])
def test_a_contest_keeps_to_the_terminal(width: int) -> None:
    text = render(outcome((0.0, 0.5), "at least"), Look(width=width))
    assert max(map(len, text.splitlines())) <= width
    assert "± 25.0 %" in text


def test_a_contest_in_ascii() -> None:
    assert render(outcome(), Look(unicode=False)).isascii()


def test_one_size_and_one_game_are_said_as_one() -> None:
    small = outcome()
    one = Outcome(
        Contest(4, (1,), "none", 7),
        *(small.entrants, small.field),
        Result(*(array[:, :1, :1] if array.ndim == 3 else array[:, :1] for array in RESULT)),
        *(None, small.verdict),
    )
    assert render(one, Look()).startswith("4 players, 1 round a game (1 card), hook none, 1 game, seed 7\n")


@pytest.mark.parametrize(
    ("decision", "sentence"),
    [
        ("at least", "Decided: simple gains 0.5 points a round or more on random, rather than 0 or less"),
        ("at most", "Decided: simple gains 0 points a round or less on random, rather than 0.5 or more"),
        ("", "Not decided within 2 games: whether simple gains 0 or 0.5 points a round on random"),
    ],
)
def test_what_the_test_decided(decision: str, sentence: str) -> None:
    text = render(outcome((0.0, 0.5), decision), Look(width=200))
    assert text.endswith(f"\n\n{sentence} (log-likelihood ratio 1.50).")


def test_rows_of_a_contest() -> None:
    rows = list(csv.DictReader(io.StringIO(render(outcome((0.0, 0.5), "at least"), Look("csv")))))
    assert [(row["policy"], row["cards"]) for row in rows] == [
        *(("simple", ""), ("random", "")),
        *(("simple", "2"), ("random", "2"), ("simple", "5"), ("random", "5")),
    ]
    assert [float(row["gain"]) for row in rows] == [20.0, 0.0, 25.0, 0.0, 15.0, 0.0]
    assert [row["games_won"] for row in rows] == ["0.75", "0.125", "", "", "", ""]
    assert {(row["decision"], row["field"], row["games"], row["seed"]) for row in rows} == {
        ("at least", "simple", "2", "7")
    }
