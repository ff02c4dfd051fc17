"""The command `policy compare`: what it refuses, and what it prints."""

import json

import pytest

from wizard_advisor.command.cli import main


def test_a_test_stops_the_contest_and_says_what_it_decided(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["policy", "compare", "simple", "random", "--cards", "3", "--games", "5000", "--seed", "1"]
    assert main([*arguments, "--test", "0,0.5", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows[0]["decision"] == "at least"
    assert rows[0]["games"] < 5000
    assert {row["policy"] for row in rows} == {"simple", "random"}


def test_compare_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["policy", "compare", "simple", "random", "--cards", "2,3", "--games", "8", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("4 players, 2 rounds a game (2–3 cards), hook none, 8 games, seed 1\n")
    assert "One seat against random in all others:" in out
    assert "All at one table:" in out


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            ["simple", "nobody"],
            "expected standard, play, people, simple, random or a TOML file that is there: found 'nobody'",
        ),
        (["simple", "random", "--test", "1"], "expected two points a round like 0,0.5: found '1'"),
        (["simple", "random", "--test", "1,0"], "expected two points a round like 0,0.5: found '1,0'"),
        (["simple", "random", "--test", "nan,0"], "expected two points a round"),
        (["simple", "random", "--cards", "99"], "cards: expected 1 to 15 with 4 players: found 99"),
        (["simple"], "expected 2 to 4 policies"),
    ],
)
def test_faults_of_compare_are_named(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["policy", "compare", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
