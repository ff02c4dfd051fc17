"""What the README promises is what the program does.

`UPDATE_README=1 pytest tests/test_readme.py` puts into it, and into its picture, what the program answers now.
"""

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from conftest import Run

from wizard_advisor.command.advise import advise

FILE = Path(__file__).parent.parent / "README.md"
README = FILE.read_text(encoding="utf-8")
FIRST = 'pip install . && wizard-advisor advise "W AS KS 10H 3D" --players 4 --trump 7S --seat 2'
TESTS = 'pip install ".[test]" && pytest'
UPDATE = bool(os.environ.get("UPDATE_README"))
CUT = "\n…\n\n"  # in an answer: what stands here, above the explanation, is not shown


class Example(NamedTuple):
    """A command in a block of its own, and the answer in the next block."""

    command: str
    shown: str

    @property
    def arguments(self) -> list[str]:
        """What follows the program's name, with the seed that the answer tells if the command tells none."""
        words = shlex.split(self.command)
        seed = re.search(r"\bseed\s+(\d+)", self.shown)
        return words[1:] if "--seed" in words or not seed else [*words[1:], "--seed", seed[1]]

    def cut(self, answer: str) -> str:
        """As much of an answer as is shown."""
        if CUT not in self.shown:
            return answer
        top, *_ = answer.partition("\n\n")
        return f"{top}\n{CUT}{answer[answer.index('How often each card') :]}"


EXAMPLES = [
    Example(*found)
    for found in re.findall(r"^```\n(?:.* && )?(wizard-advisor .*)\n```\n\n```\n((?:.*\n)*?)```$", README, re.MULTILINE)
]
PICTURE = re.search(r"^(wizard-advisor .* --plot (\S+))\n```\n\n!\[.*\]\((scripts/\2)\)$", README, re.MULTILINE)


def blocks() -> list[str]:
    """The texts between fences, in order."""
    return re.findall(r"^```\w*\n(.*?)\n```$", README, re.MULTILINE | re.DOTALL)


def timeless(answer: str) -> str:
    """An answer without the seconds it took, and without the line ends that depend on their width."""
    body, gap, footer = answer.rpartition("\n\n")
    return body + gap + re.sub(r"[\d.]+ s$", "", " ".join(footer.split())) if re.search(r" s\n$", answer) else answer


def replace_in_readme(old: str, new: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    FILE.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Somebody with a terminal as wide as the README's, in a folder with the file of hands that it shows."""
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    hands = next(block for block in blocks() if block.startswith("id,players,hand"))
    Path("hands.csv").write_text(hands + "\n", encoding="utf-8")


def test_the_two_commands_stand_alone_in_their_blocks() -> None:
    assert blocks()[0] == FIRST
    assert blocks()[-1] == TESTS


def test_examples_of_all_kinds_are_found() -> None:
    assert [example.arguments[0] for example in EXAMPLES] == ["advise", "play", "advise", "batch", "chart"]
    assert all("--seed" in example.arguments for example in EXAMPLES)
    assert "--seed" not in EXAMPLES[0].command


@pytest.mark.compiled
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.command)
@pytest.mark.usefixtures("reader")
def test_the_answer_shown_is_what_the_command_prints(example: Example, run: Run) -> None:
    """But for the seconds."""

    code, out, _ = run(*example.arguments)
    assert code == (1 if re.search(r" error$", out, re.MULTILINE) else 0)
    if UPDATE and timeless(example.cut(out)) != timeless(example.shown):
        command = [sys.executable, "-m", "wizard_advisor", *example.arguments]  # with the seconds that everybody sees
        out = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8").stdout
        replace_in_readme(example.shown, example.cut(out))
    else:
        assert timeless(example.cut(out)) == timeless(example.shown)


@pytest.mark.compiled
@pytest.mark.usefixtures("reader")
def test_the_picture_is_one_of_the_command_above_it(run: Run) -> None:
    assert PICTURE is not None
    command, file, place = PICTURE.groups()
    kept = FILE.parent / place
    assert run(*shlex.split(command)[1:], *(() if UPDATE else ("--deals", "100")))[0] == 0
    drawn = Path(file).read_text(encoding="utf-8")
    if UPDATE:
        kept.write_text(drawn, encoding="utf-8")
    hand_and_table = re.compile(r"<!-- (.*) -->(?:(?!<!--)[\s\S])*<!-- (\d players, seat .*) -->")
    found = [hand_and_table.search(svg) for svg in (drawn, kept.read_text(encoding="utf-8"))]
    assert found[0] and found[1]
    assert found[0].groups() == found[1].groups()


@pytest.mark.compiled
def test_the_python_example_runs() -> None:
    example = next(block for block in blocks() if block.startswith("from wizard_advisor import"))
    room: dict[str, object] = {}
    exec(example, room)
    assert room["advice"].recommended in range(6)  # type: ignore[attr-defined]


@pytest.mark.compiled
def test_the_agent_says_what_the_comments_say() -> None:
    example = next(block for block in blocks() if "import Agent" in block)
    room: dict[str, object] = {}
    exec(example, room)
    said = re.findall(r'^(agent\.\w+\(.*\)  # )(\d+|"\w+")(.*)$', example, re.MULTILINE)
    assert len(said) == 3
    for call, shown, more in said:
        found = f'"{value}"' if isinstance(value := eval(call, room), str) else str(value)
        if UPDATE and found != shown:
            replace_in_readme(call + shown + more, call + found + more)
        else:
            assert (call, found) == (call, shown)


def test_every_option_of_advise_is_listed() -> None:
    listed = set(re.findall(r"`(--[a-z-]+)`", README))
    for option in advise.params:
        if isinstance(option, click.Option):
            assert max(option.opts, key=len) in listed


def test_lines_and_cards_of_the_readme_can_be_read() -> None:
    from wizard_advisor.hand_notation import read_hand
    from wizard_advisor.notation import parse_situation, read_trump

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


@pytest.mark.compiled
def test_an_evening_goes_and_is_kept_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """The first round of the evening, its entries from a terminal read from a pipe."""
    shown = next(block for block in blocks() if block.startswith("$ wizard-advisor game --players"))
    kept = [line for block in blocks() if '"wizard-advisor": "evening"' in block for line in block.splitlines()[1:]]
    begin, *lines = shown.removeprefix("$ wizard-advisor ").splitlines()
    prompts = ("trump>", "your hand>", "Ben bids>", "Carla (you)", "Dora, Anna bid>", "tricks>")
    typed = [line.rpartition("> ")[2].replace("⏎", "") for line in lines if line.startswith(prompts) and "> " in line]
    assert len(typed) == len(prompts)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(typed).encode())))
    code, out, _ = run("game", "evening.jsonl", *shlex.split(begin)[1:])
    assert code == 0
    asked = re.compile(rf"^({'|'.join(map(re.escape, prompts))}).*\n?", re.MULTILINE)
    assert [line for line in asked.sub("", out).splitlines() if line] == [
        line for line in asked.sub("", "\n".join(lines)).splitlines() if line
    ]
    assert Path("evening.jsonl").read_text("utf-8").splitlines()[1:] == kept
