"""The command `chart`: what it refuses, and what it prints."""

import json

import pytest

from wizard_advisor.command import cli

QUICK = ("--rounds", "1000", "--hands", "6", "--deals", "50", "--seed", "4")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "--cards: expected a number of cards or --all-rounds: found neither"),
        ("--cards 5 --all-rounds", "--cards: expected a number of cards or --all-rounds: found both"),
        ("--cards 16", "cards: expected 1 to 15 with 4 players: found 16"),
        ("--cards 15 --trump", "trump: expected none in the last round (15 cards with 4 players)"),
        ("--cards x", "--cards: expected a whole number from 1 to 20: found 'x'"),
        ("--players 2 --cards 5", "--players: expected a whole number from 3 to 6: found '2'"),
        ("--cards 5 --plot a.jpg", "--plot: expected a file that ends in .png or .svg: found 'a.jpg'"),
        ("--cards 5 --policy nobody", "--policy: expected"),
    ],
)
def test_bad_input_is_one_line(arguments: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["chart", *arguments.split()]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"Error: {message}")
    assert said.count("\n") == 1


@pytest.mark.compiled
def test_the_command_prints_a_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["chart", "-p", "5", "-c", "2", *QUICK]
    assert cli.main(arguments) == 0
    assert "5 players, 2 cards, a suit is trump" in capsys.readouterr().out
    assert cli.main([*arguments, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["seed"], found["hands"], found["rounds"]) == (4, 6, 1_000)


@pytest.mark.compiled
def test_all_rounds_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["chart", "-p", "6", "--all-rounds", *QUICK, "--format", "json"]) == 0
    charts = json.loads(capsys.readouterr().out)["charts"]
    assert [chart["cards"] for chart in charts] == list(range(1, 11))
    assert [chart["trump"] for chart in charts] == [True] * 9 + [False]
    assert {chart["seed"] for chart in charts} == {4}
