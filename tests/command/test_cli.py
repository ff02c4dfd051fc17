"""The command line: what is understood, what is refused and how, and what a terminal gets to see."""

import contextlib
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

from wizard_advisor.command import cli, terminal
from wizard_advisor.notation import parse_situation, print_situation

HAND = ("W AS KS 10H 3D", "--trump", "7S")


Run = Callable[..., tuple[int, str, str]]


# What is understood


def test_hand_as_one_word_or_many(asked: dict[str, Any], run: Run) -> None:
    assert run("advise", "AS", "10H", "N", "-t", "7S")[0] == 0
    many = asked["situation"]
    assert run("advise", "AS 10H N", "-t", "7S")[0] == 0
    assert asked["situation"] == many == parse_situation("4p up=7S : AS 10H N")


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["-p", "5", "-t", "QH"], "5p up=QH seat=1 : AS"),
        (["--players", "3", "--trump", "hearts", "--seat", "dealer"], "3p up=H seat=3 : AS"),
        (["-t", "N", "-s", "2", "-b", "1"], "4p up=N seat=2 bids=1 : AS"),
        (["-t", "W:H", "-b", "1,?,0"], "4p up=W:H seat=4 bids=1,?,0 : AS"),
        (["-t", "W", "-s", "dealer"], "4p up=W seat=4 : AS"),
        (["-t", "7S", "--hook", "dealer-after-first"], "4p up=7S seat=1 hook=dealer-after-first : AS"),
        (["-t", "7S", "--hidden-bids"], "4p up=7S seat=1 hidden-bids : AS"),
    ],
)
def test_options_describe_the_situation(asked: dict[str, Any], run: Run, options: list[str], line: str) -> None:
    assert run("advise", "AS", *options)[0] == 0
    assert print_situation(asked["situation"]) == line


def test_one_line_situation_is_completed_by_options(asked: dict[str, Any], run: Run) -> None:
    assert run("advise", "up=QH bids=2,1 : AS 10H", "--hook", "dealer")[0] == 0
    assert print_situation(asked["situation"]) == "4p up=QH seat=3 bids=2,1 hook=dealer : AS 10H"


def test_given_in_the_line_and_as_an_option_is_refused(asked: dict[str, Any], run: Run) -> None:
    assert run("advise", "4p up=QH : AS", "--players", "5") == (
        2,
        "",
        "Error: --players: expected in the line or as an option, not both: found '4' in the line\n",
    )


def test_dash_reads_the_line_that_says_something(
    asked: dict[str, Any], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n# from the club\n4p up=QH : AS 10H\n# that is all\n\n"))
    assert run("advise", "-")[0] == 0
    assert print_situation(asked["situation"]) == "4p up=QH seat=1 : AS 10H"


@pytest.mark.parametrize(("count", "found"), [(2, "2"), (3, "3"), (1000, "1,000"), (1001, "more than 1,000")])
@pytest.mark.parametrize("command", ["advise", "play"])
def test_dash_reads_no_more_than_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, count: int, found: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("4p up=QH : AS 10H\n\n" * count))
    complaint = f"Error: standard input: expected one situation, found {found}; `batch` reads many\n"
    assert run(command, "-") == (2, "", complaint)


def test_on_a_terminal_the_first_line_is_answered_at_once(
    asked: dict[str, Any], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = io.StringIO("4p up=QH : AS 10H\n4p up=QH : AD\n")
    monkeypatch.setattr(typed, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", typed)
    assert run("advise", "-")[0] == 0
    assert typed.readline() == "4p up=QH : AD\n"


def test_play_out_options_are_handed_over(asked: dict[str, Any], run: Run) -> None:
    options = ["--deals", "500", "--policy", "simple", "--opponents", "simple, random,people", "--no-inference"]
    assert run("advise", *HAND, *options, "--seed", "7", "--threads", "1", "--consider", "2,3")[0] == 0
    given = {name: asked[name] for name in ("deals", "policy", "opponents", "inference", "seed", "threads", "consider")}
    assert given == {
        "deals": 500,
        "policy": "simple",
        "opponents": ("simple", "random", "people"),
        "inference": False,
        "seed": 7,
        "threads": 1,
        "consider": (2, 3),
    }


def test_defaults_of_the_play_out_options(asked: dict[str, Any], run: Run) -> None:
    assert run("advise", *HAND)[0] == 0
    given = {name: asked[name] for name in ("deals", "policy", "opponents", "inference", "seed", "threads", "consider")}
    assert given == {
        "deals": "auto",
        "policy": "standard",
        "opponents": ("people",),
        "inference": True,
        "seed": None,
        "threads": None,
        "consider": None,
    }


def test_formats(asked: dict[str, Any], run: Run) -> None:
    assert json.loads(run("advise", *HAND, "--format", "json")[1])["recommended"] == 2
    assert run("advise", *HAND, "--format", "csv")[1].startswith("trump,bid,legal,recommended,")
    assert "\n\n|    |   Bid |" in run("advise", *HAND, "--format", "markdown")[1]
    assert run("advise", *HAND)[1].startswith("Bid 2 (40 %, 26 points)\nClear: ")


def test_bare_j_is_told_in_the_table_or_beside_the_data(asked: dict[str, Any], run: Run) -> None:
    note = "Note: a bare J was read as a Jester: 1 Jester, no Jack\n"
    code, out, err = run("advise", "J AS", "-t", "7S")
    assert (code, note in out, err) == (0, True, "")
    code, out, err = run("advise", "J AS", "-t", "7S", "--format", "json")
    assert (code, note in out, err) == (0, False, note)


def test_brief_is_the_answer_in_one_line(asked: dict[str, Any], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert run("advise", *HAND, "--brief") == (0, "Bid 2 (40 %, 26 points)\n", "")
    assert run("advise", *HAND, "--brief", "--format", "markdown")[1] == "Bid 2 (40 %, 26 points)\n"
    assert json.loads(run("advise", *HAND, "--brief", "--format", "json")[1])["recommended"] == 2
    code, out, err = run("advise", "J AS", "-t", "7S", "--brief")
    assert (code, out.count("\n"), err) == (0, 1, "Note: a bare J was read as a Jester: 1 Jester, no Jack\n")


def test_verbose_says_all_in_the_last_line(asked: dict[str, Any], run: Run) -> None:
    *_, plain = run("advise", *HAND)[1].rpartition("\n\n")
    *_, verbose = run("advise", *HAND, "--verbose")[1].rpartition("\n\n")
    assert plain == "12,000 deals, seed 42, 0.4 s\n"
    assert " ".join(verbose.split()) == (
        "12,000 deals, 15,432 drawn, ended by: clear, seed 42, policy standard, opponents people, 0.4 s"
    )


@pytest.mark.parametrize("command", [("advise", "AS", "-t", "7S"), ("play", "AS", "-t", "7S", "-b", "1,0,0,0")])
def test_an_explanation_has_no_place_in_one_line(run: Run, command: tuple[str, ...]) -> None:
    assert run(*command, "--explain", "--brief") == (
        2,
        "",
        "Error: --explain: expected without --brief, the answer in one line: found both\n",
    )
    assert run(*command, "--explain", "--format", "csv")[0] == 2


# What is refused


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        (["advise", "XS", "-t", "7S"], "hand: expected cards like AS, 10H, W or N: 'XS' is not a card"),
        (["advise", "AS"], "trump: expected"),
        (["advise", "AS", "-t", "J"], "trump: expected N for a Jester"),
        (["advise", "AS", "-t", "7S", "-p", "7"], "players: expected 3 to 6: found 7"),
        (["advise", "AS", "-t", "7S", "-s", "9"], "seat: expected 1 to 4: found 9"),
        (["advise", "AS", "-t", "7S", "-b", "x"], "bids: expected a number: found 'x'"),
        (["advise", "AS", "-t", "7S", "--hook", "hard"], "hook: expected one of none, dealer"),
        (["advise", "AS", "-t", "7S", "--deals", "0"], "--deals: expected a whole number from 1 to"),
        (["advise", "AS", "-t", "7S", "--deals", "many"], "or auto: found 'many'"),
        (["advise", "AS", "-t", "7S", "--deals", "9" * 5000], "--deals: expected a whole number from 1 to"),
        (["advise", "AS", "-t", "7S", "--threads", "-1"], "--threads: expected a whole number from 1 to"),
        (["advise", "AS", "-t", "7S", "--seed", "1.5"], "--seed: expected a whole number from 0 to"),
        (["advise", "AS", "-t", "7S", "--consider", "1;2"], "--consider: expected a number: found '1;2'"),
        (["advise", "AS", "-t", "7S", "--opponents", "simple,,random"], "--opponents: expected names like"),
        (["advise", "AS", "-t", "7S", "--format", "xml"], "--format: 'xml' is not one of"),
        (["advise", "AS", "-t"], "'-t' requires an argument"),
        (["advise", "AS", "--tramp", "7S"], "--tramp"),
        (["advise"], "Missing argument 'HAND...'"),
        (["advice", "AS"], "No such command 'advice'"),
        (["advise", "DRAGON AS", "-t", "7S"], "'DRAGON' is of the anniversary edition"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(
    asked: dict[str, Any], run: Run, arguments: list[str], culprit: str
) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert culprit.replace("'", "") in err.replace("'", "")
    assert err.count("\n") == 1
    assert len(err) < 400


def test_empty_standard_input(asked: dict[str, Any], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert run("advise", "-") == (2, "", "Error: standard input: expected a hand in one line: found nothing\n")
    monkeypatch.setattr("sys.stdin", None)
    assert run("advise", "-")[0] == 2


@pytest.mark.parametrize("line", ["x" * 10_000, "#" + "x" * 10_000, "\0" * 200_000])
def test_a_line_without_end_is_not_read_to_its_end(run: Run, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    stdin = io.StringIO(line)
    monkeypatch.setattr("sys.stdin", stdin)
    complaint = "Error: standard input: expected lines of less than 10,000 characters: found more\n"
    assert run("advise", "-") == (2, "", complaint)
    assert stdin.tell() == 10_000


def test_a_byte_order_mark_on_standard_input(asked: dict[str, Any], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\ufeff4p up=QH : AS 10H\r\n"))
    assert run("advise", "-")[0] == 0
    assert asked["situation"] == parse_situation("4p up=QH : AS 10H")


def test_out_of_memory(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def advise(*_: Any, **__: Any) -> Any:
        raise MemoryError

    monkeypatch.setitem(sys.modules, "wizard_advisor.advice.bid", SimpleNamespace(advise=advise))
    monkeypatch.setattr("wizard_advisor.command.advise.compiling_announced", contextlib.nullcontext)
    assert run("advise", *HAND) == (1, "", "Error: not enough memory\n")


def test_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def advise(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "wizard_advisor.advice.bid", SimpleNamespace(advise=advise))
    monkeypatch.setattr("wizard_advisor.command.advise.compiling_announced", contextlib.nullcontext)
    assert run("advise", *HAND) == (1, "", "Interrupted\n")


# Help


@pytest.mark.parametrize("arguments", [["-h"], ["--help"], []])
def test_help_of_the_program(run: Run, arguments: list[str]) -> None:
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert "Examples:" in out
    assert re.search(r"^  advise  What every bid is worth", out, re.MULTILINE)


def test_help_of_a_group(run: Run) -> None:
    code, out, err = run("policy")
    assert (code, err) == (0, "")
    assert "Examples:" in out and "compare" in out


def test_version(run: Run) -> None:
    code, out, _ = run("--version")
    assert code == 0
    assert re.fullmatch(r"wizard-advisor, version \d+\.\d+\.\d+\n", out)


def commands() -> list[str]:
    return cli.group.list_commands(click.Context(cli.group))


@pytest.mark.parametrize("command", commands())
def test_help_of_every_command_has_examples(run: Run, command: str) -> None:
    code, out, err = run(command, "-h")
    assert (code, err) == (0, "")
    assert out.isascii()
    assert len(re.findall(rf"^ +wizard-advisor {command} ", out, re.MULTILINE)) >= 2


# The terminal


@pytest.mark.parametrize(
    ("encoding", "environment", "expected"),
    [
        ("utf-8", {}, True),
        ("UTF-8", {"LANG": "en_US.UTF-8"}, True),
        ("utf-8", {"LANG": "C"}, False),
        ("utf-8", {"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, False),
        ("utf-8", {"LC_ALL": "C.UTF-8"}, True),
        ("utf-8", {"LANG": "C", "PYTHONIOENCODING": "utf-8"}, True),
        ("ascii", {"LANG": "en_US.UTF-8"}, False),
        ("iso8859-1", {"LANG": "en_US.ISO-8859-1"}, False),
    ],
)
def test_speaks_utf8(
    monkeypatch: pytest.MonkeyPatch, encoding: str, environment: dict[str, str], expected: bool
) -> None:
    for name in ("PYTHONIOENCODING", "LC_ALL", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert terminal.speaks_utf8(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is expected


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "colour"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colours_on_a_terminal_unless_unwanted(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], colour: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert terminal.terminal_look(Terminal(io.BytesIO(), encoding="utf-8")).colour is colour


def test_no_colours_off_a_terminal() -> None:
    assert terminal.terminal_look(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")).colour is False


@pytest.mark.parametrize(
    ("columns", "width"), [("60", 60), ("200", 200), ("10", 40), ("0", 80), ("x", 80), ("9" * 20, 1000)]
)
def test_width_of_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: str, width: int) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert terminal.terminal_look(Terminal(io.BytesIO(), encoding="utf-8")).width == width


def test_progress_waits_and_is_wiped_out(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr("sys.stderr", screen)
    clock = [0.0]
    monkeypatch.setattr(terminal.time, "monotonic", lambda: clock[0])
    with terminal.Progress() as progress:
        for clock[0], done in ((0.5, 1_000), (1.1, 2_000), (1.2, 3_000), (1.4, 4_000)):
            progress(done, 1_000_000)
    screen.flush()
    assert screen.buffer.getvalue() == b"\r2,000 of 1,000,000 deals\r4,000 of 1,000,000 deals\r\x1b[K"  # type: ignore[attr-defined]


def test_progress_is_silent_off_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(terminal, "PROGRESS_AFTER", -1.0)
    with terminal.Progress() as progress:
        progress(1, 2)
    assert capsys.readouterr().err == ""


def test_the_help_page_knows_how_the_help_of_each_command_begins() -> None:
    context = click.Context(cli.group)
    for name, begins in cli.COMMANDS.items():
        command = cli.group.get_command(context, name)
        assert command is not None and command.help is not None
        assert " ".join(command.help.split()).startswith(begins)


# Whole processes


def start(*arguments: str, **options: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "wizard_advisor", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


@pytest.mark.compiled
def test_interrupt_ends_a_long_run_in_one_line() -> None:
    process = start("advise", *HAND, "--deals", "1000000000")
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err.removeprefix("compiling…\n")) == (1, "", "Interrupted\n")


@pytest.mark.parametrize(("ignored", "end"), [(False, (1, "", "Interrupted\n")), (True, (7, "", ""))])
def test_interrupt_while_the_program_is_loaded(tmp_path: Path, ignored: bool, end: tuple[int, str, str]) -> None:
    """In place of click there is a module that sends the signal, and then ends the process in its own way."""
    (tmp_path / "click.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nos._exit(7)\n")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]])}
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN if ignored else signal.default_int_handler)
    process = start("--help", env=environment, preexec_fn=ignore)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == end


def test_no_file_gets_the_number_of_a_stream_that_was_closed(tmp_path: Path) -> None:
    """Or what is said of the run would end up among the answers."""
    answers = tmp_path / "answers.csv"
    line = f"{shlex.quote(sys.executable)} -m wizard_advisor batch - --input-format txt --seed 1"
    (tmp_path / "hands.txt").write_text("XS\n")
    for closed, given in (("2>&-", "<hands.txt"), (">&- 2>&-", "<hands.txt")):
        command = f"{line} -o answers.csv --overwrite {given} {closed}"
        subprocess.run(["sh", "-c", command], cwd=tmp_path, env=os.environ, check=False)
        header, row = answers.read_text().splitlines()
        assert header.startswith("line,") and "'XS' is not a card" in row


@pytest.mark.compiled
def test_compiling_is_announced_only_when_it_happens(tmp_path: Path) -> None:
    def told(hand: str) -> str:
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
        return start("advise", hand, "--trump", "7S", "--deals", "100", env=environment).communicate(timeout=120)[1]

    assert [told("AS"), told("AS KS"), told("AS KS QS")] == ["", "compiling…\n", ""]  # one card needs no simulator


@pytest.mark.compiled
@pytest.mark.bounds
def test_the_same_seed_prints_the_same() -> None:
    def answer(threads: str) -> str:
        out, _ = start("advise", *HAND, "--seed", "5", "--deals", "600", "--threads", threads).communicate(timeout=60)
        return re.sub(r"[0-9.]+ s$", "", out)

    assert answer("1") == answer("2") != ""


@pytest.mark.compiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    "arguments",
    [
        ["3p up=7S seat=2 bids=3 : W AS KS 10H 3D 2C 9C N"],
        ["4p up=H seat=4 bids=1,?,0 hook=dealer : W AS KH"],
        ["4p up=W seat=4 : W AS KH 10H 3H"],
        ["4p up=W:S seat=1 : W AS KH 10H 3H"],
        ["5p up=N seat=3 hidden-bids : W N R13 G12 B11 Y10"],
        ["6p seat=6 bids=2,1,1,2,3 hook=leader : W W N AS KS QS 2H 3H 4D 5C", "--no-inference"],
        ["6p up=QH seat=1 : W AS KH 2D", "--policy", "simple", "--opponents", "random,simple,standard,people,random"],
        ["4p up=7S seat=2 : W AS KS 10H 3D", "--consider", "2,3"],
    ],
)
def test_real_answers_hold_together(run: Run, arguments: list[str]) -> None:
    code, out, _ = run("advise", *arguments, "--deals", "400", "--seed", "1", "--format", "json")
    answer = json.loads(out)
    assert code == 0
    assert answer["recommended"] in [row["bid"] for row in answer["bids"] if row["legal"]]
    for row in answer["bids"]:
        assert sum(row["tricks"]) == pytest.approx(1.0)
        assert row["probability_made"] == pytest.approx(row["tricks"][row["bid"]])
        points = [20 + 10 * k if k == row["bid"] else -10 * abs(k - row["bid"]) for k in range(len(row["tricks"]))]
        mean = sum(chance * score for chance, score in zip(row["tricks"], points, strict=True))
        assert row["expected_score"] == pytest.approx(mean)


@pytest.mark.parametrize("arguments", [["-h"], ["--version"], ["advise", "-h"], ["advise", "AH", "-t", "7S"]])
def test_a_reader_that_leaves_is_no_error(arguments: list[str]) -> None:
    process = start(*arguments)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=30) == 141


NOTHING = "expected situations, objects, or a header with a column hand: found nothing"


@pytest.mark.parametrize(
    ("command", "code", "complaint"),
    [
        ("--version >&-", 1, "Error: output: Bad file descriptor\n"),
        ("--version <&- >&- 2>&-", 1, ""),
        ("advise AS -t 7S --seed 1 >&-", 1, "Error: output: Bad file descriptor\n"),
        ("advise XS -t 7S >&-", 2, "Error: hand: expected cards like AS, 10H, W or N: 'XS' is not a card\n"),
        ("advise XS -t 7S 2>&-", 2, ""),
        ("advise XS -t 7S 2>/dev/full", 2, ""),
        ("advise - -t 7S <&-", 2, "Error: standard input: expected a hand in one line: found nothing\n"),
        ("batch - <&-", 2, "Error: standard input: Bad file descriptor\n"),
        ("batch - </dev/null", 2, f"Error: standard input: {NOTHING}\n"),
        (
            "batch - --input-format csv </dev/null",
            2,
            "Error: standard input, line 1: expected a header with a column hand: found nothing\n",
        ),
        ("batch - --input-format txt --seed 1 </dev/null", 0, "0 rows, 0 good, 0 bad, 0.0 hands/s, seed 1\n"),
        (
            "batch - --seed 1 >&-",
            1,
            "Error: standard output: Bad file descriptor; 0 rows done, every row written is complete\n",
        ),
    ],
)
def test_streams_may_be_closed_or_full(command: str, code: int, complaint: str) -> None:
    line = f"{shlex.quote(sys.executable)} -m wizard_advisor {command}"
    done = subprocess.run(["sh", "-c", line], input="hand\n", capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (code, complaint)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk_is_told_in_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "wizard_advisor", "-h"], stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (1, b"Error: output: No space left on device\n")
