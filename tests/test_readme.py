"""What the README promises is what the program does."""

import re
import shlex
from pathlib import Path

import click
import pytest

from wizard_advisor import cli

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
FIRST = 'pip install . && wizard-advisor advise "W AS KS 10H 3D" --players 4 --trump 7S --seat 2'
TESTS = 'pip install ".[test]" && pytest'


def blocks() -> list[str]:
    """The indented-by-fence texts of the README, in order."""
    return re.findall(r"^```\w*\n(.*?)\n```$", README, re.MULTILINE | re.DOTALL)


def shape(text: str) -> list[str]:
    """The lines of an answer without its numbers, bars and verdict, which change with every improvement of play."""
    before, _, after = text.rstrip().partition("\nBid ")
    plain = re.sub(
        r"[█▏▎▍▌▋▊▉]|\bdropped\b|(?<=\n)>", " ", before.partition("\n\n")[2] + "\n" + after.partition("\n\n")[2]
    )
    numbers = re.sub(r"-?\d[\d,.]*", "0", plain)
    return [before.partition("\n\n")[0], *(" ".join(line.split()) for line in numbers.splitlines() if line.strip())]


def test_the_two_commands_stand_alone_in_their_blocks() -> None:
    assert blocks()[0] == FIRST
    assert blocks()[-1] == TESTS


@pytest.mark.compiled
def test_the_first_answer_has_the_shape_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.setenv("COLUMNS", "80")
    assert cli.main(shlex.split(FIRST.partition("&&")[2])[1:]) == 0
    found, shown = shape(capsys.readouterr().out), shape(blocks()[1])
    assert [line.replace("best", "0 ± 0") for line in found[:9]] == [
        line.replace("best", "0 ± 0") for line in shown[:9]
    ]
    assert found[-1].partition("opponents")[2] == shown[-1].partition("opponents")[2] != ""


@pytest.mark.compiled
def test_the_explanation_has_the_shape_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.setenv("COLUMNS", "80")
    command = re.search(r"^`wizard-advisor (.* --explain)`", README, re.MULTILINE)
    assert command is not None
    assert cli.main([*shlex.split(command[1]), "--deals", "100"]) == 0
    found = capsys.readouterr().out.partition("How often")[2].partition("The hook")[0]
    shown = next(block for block in blocks() if block.startswith("How often")).partition("How often")[2]
    words = [re.findall(r"[^\W\d]+", text.replace(" or ", " ")) for text in (found, shown.partition("The hook")[0])]
    assert words[0] == words[1] != []


@pytest.mark.compiled
def test_the_python_example_runs() -> None:
    example = next(block for block in blocks() if block.startswith("from wizard_advisor import"))
    room: dict[str, object] = {}
    exec(example, room)
    assert room["advice"].recommended in range(6)  # type: ignore[attr-defined]


def test_every_option_of_advise_is_listed() -> None:
    listed = set(re.findall(r"`(--[a-z-]+)`", README))
    for option in cli.advise.params:
        if isinstance(option, click.Option):
            assert max(option.opts, key=len) in listed


def test_lines_and_cards_of_the_readme_can_be_read() -> None:
    from wizard_advisor.notation import parse_situation, read_hand, read_trump

    line = re.search(r'`"(4p [^`]*)"`', README)
    assert line is not None
    assert parse_situation(line[1]).seat == 3
    table = README.partition("| card | write |")[2].partition("\n\n")[0]
    cards = [card for row in table.splitlines()[2:] for card in re.findall(r"`([^`]+)`", row)]
    assert len(cards) == 20
    assert all(read_hand(card).hand for card in cards)
    trumps = re.findall(r"`([^`]+)`", README.partition("| `--trump` | means |")[2].partition("| `none`")[0])
    assert all(read_trump(trump) for trump in [*trumps, "none"])
    for hand in ("AS KS 10H 3D W N", "ASKS10H3DWN", "S:AK H:T D:3 W N", "♠AK ♥10 ♦3 W N"):
        assert f"`{hand}`" in README
        assert read_hand(hand).hand == read_hand("AS KS 10H 3D W N").hand
