"""The command `game`: beginning, going on, what is said, kills, a terminal."""

import fcntl
import json
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from evening_samples import BEGIN, NAMES, TABLE, Sheet
from samples import CLEAR, TO_WIN

from wizard_advisor.cards import SUIT_LETTERS
from wizard_advisor.evening.record import begin_record, open_record, read_record

Run = Callable[..., tuple[int, str, str]]
Game = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def game(run: Run, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Types lines into the command."""

    def call(lines: Sequence[str], *arguments: str) -> tuple[int, str, str]:
        source = Path("typed")
        source.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        with source.open(encoding="utf-8") as stdin:
            monkeypatch.setattr("sys.stdin", stdin)
            return run("game", *arguments)

    return call


def kept() -> list[Path]:
    return sorted(Path("data/wizard-advisor/evenings").glob("*"))


def entries(path: str | Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()][1:]


def test_an_evening_from_the_first_deal_to_the_winner(game: Game) -> None:
    """Fifteen rounds from a score sheet, with slips, an undo, and a correction two rounds later."""
    sheet = Sheet(7)
    lines: list[str] = []
    slips = 0
    for number in range(1, 16):
        typed_lines = sheet.lines(number)
        if number == 2:
            lines += ["7x", "score", "99"]
            slips += 2
        if number == 3:
            lines += [*typed_lines[:-1], "3 3 3 3", "0 0 0 3" if sheet.tricks[2] != [0, 0, 0, 3] else "3"]
            slips += 1
        elif number == 5:
            lines += ["edit 3", "", " ".join(map(str, sheet.tricks[2])), *typed_lines]
        elif number == 6:
            lines += [*typed_lines[:-1], "6 0 0 0", "undo", typed_lines[-1]]
        else:
            lines += typed_lines
    code, out, err = game(lines, "sheet.jsonl", *BEGIN)
    assert (code, len(err.splitlines())) == (0, slips)
    pad = read_record("sheet.jsonl")
    assert pad.over and list(pad.scores.values()) == sheet.totals()
    best = max(sheet.totals())
    assert f"with {best} points." in out.split("Round 15 of 15")[1]
    assert all(f"Round {number} of 15. {TABLE.dealer_of(number)} deals" in out for number in range(1, 16))
    assert game([], "sheet.jsonl", "--score", "--format", "csv")[1].splitlines()[-1].endswith(str(sheet.totals()[-1]))


def test_entries_are_kept_and_gone_on_with(game: Game) -> None:
    assert game(["7s", "-"], *BEGIN)[0] == 0
    (file,) = kept()
    assert [entry.get("trump", entry.get("hand")) for entry in entries(file)] == ["7S", []]
    code, out, err = game(["1"])
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "Round 1 of 15. Anna deals, Ben bids and leads.   (? for help)",
        "Entered: trump 7S, no advice.",
    ]
    assert read_record(str(file)).wanted.names == ("Carla",)
    assert kept() == [file]


def test_the_last_evening_is_the_one_with_the_last_entry(game: Game) -> None:
    for _ in range(2):
        game([], *BEGIN)
    first, second = kept()
    game(["-"], str(first))
    os.utime(second, (1, 1))
    game(["-"])
    assert len(entries(first)) == 2 and not entries(second)
    out = game([], "--list")[1]
    assert out.index(second.name) < out.index(first.name)
    assert "0 of 15" in out
    assert json.loads(game([], "--list", "--format", "json")[1])[1]["file"] == first.name
    assert game(["-"], second.stem)[0] == 0  # as the list names it
    assert len(entries(second)) == 1


def test_the_players_are_remembered(game: Game) -> None:
    game([], *BEGIN, "--rounds", "3")
    code, out, _ = game([], "--dealer", "dora")
    assert (code, out.splitlines()[0]) == (0, "Round 1 of 15. Dora deals, Anna bids and leads.   (? for help)")
    table = read_record(str(max(kept(), key=lambda file: file.stat().st_mtime_ns))).table
    assert (table.players, table.me, table.hook) == (NAMES, "Carla", "dealer")
    game([], "new.jsonl", "--players", "A,B,C", "--me", "A", "--dealer", "B")
    assert read_record("new.jsonl").table.hook == "none"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((), "players: expected --players A,B,C,D with --me and --dealer to begin an evening: none is kept"),
        (("none.jsonl",), "none.jsonl: expected the file of an evening: there is none"),
        (("--players", "A,B"), "--players: expected 3 to 6 names like Anna,Ben,Carla: found 2"),
        (("--players", "A,,C"), "--players: expected names like Anna,Ben,Carla: found 'A,,C'"),
        (("--players", "A,B,C", "--me", "D", "--dealer", "A"), "me: expected one of A, B, C: found 'D'"),
        (("--players", "A,B,C", "--me", "A"), "dealer: expected --dealer to begin an evening: found none"),
        (("--players", "A,B,C", "--me", "A", "--dealer", "B", "--rounds", "21"), "--rounds: expected a whole number"),
        (("--players", "A,B,C,D,E", "--me", "A", "--dealer", "B", "--rounds", "13"), "rounds: expected 1 to 12"),
        (("--dealer", "A"), "players: expected --players to begin an evening"),
        (("folder",), "folder: "),
        (("--format", "json"), "--format: expected with --score or --list"),
        (("--score",), "players: expected --players"),
    ],
)
def test_evenings_that_cannot_begin_or_go_on(game: Game, arguments: tuple[str, ...], why: str) -> None:
    Path("folder").mkdir()
    code, out, err = game([], *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {why}") and err.count("\n") == 1
    assert not kept()


@pytest.mark.parametrize(
    "arguments",
    [("--list", "--score"), ("x.jsonl", "--list"), ("--list", "--plot", "y.svg"), ("--score", "--rounds", "3"),
     ("--score", "--dealer", "B"), ("--score", "--threads", "2"), ("--plot", "y.svg", "--format", "json")],
)  # fmt: skip
def test_looking_back_takes_no_other_options(game: Game, arguments: tuple[str, ...]) -> None:
    code, out, err = game([], *arguments)
    assert (code, out) == (2, "") and ": expected without --" in err


def test_a_pipe_is_no_evening(game: Game) -> None:
    os.mkfifo("pipe")
    for arguments in (("pipe",), ("pipe", "--score"), ("pipe", *BEGIN)):
        code, _, err = game([], *arguments)
        assert code == 2 and err.startswith("Error: pipe: expected ")


def test_options_of_the_beginning_are_for_the_beginning(game: Game) -> None:
    game(["7s"], "x.jsonl", *BEGIN)
    before = Path("x.jsonl").read_bytes()
    code, _, err = game([], "x.jsonl", "--hook", "none")
    assert (code, err) == (
        2,
        "Error: --hook: expected when an evening begins, with --players or --dealer: this one goes on\n",
    )
    code, _, err = game([], "x.jsonl", *BEGIN[:-4])
    assert code == 2 and "it holds one with other hook" in err
    assert Path("x.jsonl").read_bytes() == before
    code, out, _ = game([], "x.jsonl", *BEGIN)  # the very command that began it
    assert code == 0 and "Entered: trump 7S." in out
    assert Path("x.jsonl").read_bytes() == before


def test_preferences_of_other_commands_do_no_harm(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mine.toml").write_text('players = 5\nhook = "dealer-after-first"\n[game]\nrounds = 3\n')
    monkeypatch.setenv("WIZARD_ADVISOR_CONFIG", "mine.toml")
    for _ in range(2):
        code, _, err = game(["-"], "x.jsonl", *BEGIN[:-4])
        assert (code, err) == (0, "")
    table = read_record("x.jsonl").table
    assert (table.hook, table.rounds) == ("dealer-after-first", 3)


def test_players_set_beforehand_hold_for_an_evening_that_begins(game: Game) -> None:
    Path("mine.toml").write_text('[game]\nplayers = "A,B,C"\nme = "A"\ndealer = "B"\n')
    for count in (1, 1):
        code, _, err = game([], "--config", "mine.toml")
        assert (code, err, len(kept())) == (0, "", count)
    assert read_record(str(kept()[0])).table.players == ("A", "B", "C")


def test_two_terminals_on_one_evening(game: Game) -> None:
    game([], "x.jsonl", *BEGIN)
    with open_record("x.jsonl"):
        code, _, err = game(["7s"], "x.jsonl")
        assert (code, err.count("\n")) == (2, 1)
        assert "expected no other terminal to have this evening open" in err
        assert game([], "x.jsonl", "--score")[0] == 0


def test_damaged_and_foreign_files_are_told_in_one_line(game: Game) -> None:
    game(["7s", "-"], "x.jsonl", *BEGIN)
    lines = Path("x.jsonl").read_text().splitlines(keepends=True)
    Path("x.jsonl").write_text(lines[0] + lines[1][5:] + lines[2])
    for arguments in (("x.jsonl",), ("x.jsonl", "--score")):
        code, _, err = game([], *arguments)
        assert (code, err.count("\n")) == (2, 1)
        assert err.startswith("Error: x.jsonl:2: expected an entry in JSON") and "mend this line" in err
    Path("x.jsonl").write_text(lines[0].replace('"format": 1', '"format": 9'))
    assert "expected an evening of format 1: found 9" in game([], "x.jsonl")[2]


def test_an_empty_line_takes_the_advice_and_my_own_bid_is_kept_beside_it(game: Game, asked: dict[str, Any]) -> None:
    before = [line for number in range(1, 5) for line in Sheet(1).lines(number)]
    code, out, err = game([*before, "7s", "as ks 10h 3d w", "1", ""], "x.jsonl", *BEGIN)
    assert (code, err) == (0, "")
    best, own = CLEAR.estimate(CLEAR.recommended), CLEAR.estimate(0)
    assert f"Carla (you): bid {best.bid} (" in out
    assert asked["situation"].bids == (1,) and asked["situation"].seat == 2 and asked["situation"].cards == 5
    assert asked["seed"] == 1 and asked["deals"] == 2000
    scores = dict(read_record("x.jsonl").scores)
    assert asked["situation"].scores == tuple(scores[name] for name in ("Ben", "Carla", "Dora", "Anna"))
    assert asked["situation"].rounds_left == 10
    game(["undo", "0"], "x.jsonl")
    taken, undone, mine = entries("x.jsonl")[-3:]
    assert taken["bids"] == {"Carla": best.bid} and undone["undo"] == 1 and mine["bids"] == {"Carla": 0}
    expected = {"bid": best.bid, "expected": best.expected_score}
    assert taken["advice"] == expected | {"chosen": best.expected_score}
    assert mine["advice"] == expected | {"chosen": own.expected_score}


def test_for_points_the_scores_are_not_looked_at(game: Game, asked: dict[str, Any]) -> None:
    before = Sheet(1).lines(1)
    game([*before, "7s", "as ks", ""], "x.jsonl", *BEGIN, "--objective", "points")
    assert asked["situation"].cards == 2 and asked["situation"].scores == ()
    assert "--objective: expected when an evening begins" in game([], "x.jsonl", "--objective", "win")[2]


def test_cards_are_read_in_the_language_of_the_evening(
    game: Game, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However the language was set, and however it is set later."""
    Path("nl.toml").write_text('language = "nl"\n')
    for name, arguments in (("a", ("--language", "nl")), ("b", ("--config", "nl.toml")), ("c", ())):
        if name == "c":
            monkeypatch.setenv("WIZARD_ADVISOR_LANGUAGE", "nl")
        code, out, err = game(["2s", "kh"], name, *BEGIN, *arguments)
        assert (code, err) == (0, "")
        assert "Note: letters are read as in Dutch: " in out
        assert entries(name)[1]["hand"] == ["KC"]
        assert read_record(name).table.language == "nl"
    monkeypatch.setenv("WIZARD_ADVISOR_LANGUAGE", "en")
    game(["undo", "kh", "1", ""], "a")
    assert entries("a")[3]["hand"] == ["KC"]
    assert asked["situation"].hand == 1 << 60
    assert "--language: expected when an evening begins" in game([], "a", "--language", "en")[2]


@pytest.mark.parametrize(
    ("language", "hand", "deck", "letter"), [("nl", "g12", "colours", "R"), ("de", "karo 10", "french", "D")]
)
def test_a_suit_taken_as_advised_is_not_read_in_a_language(
    game: Game, monkeypatch: pytest.MonkeyPatch, language: str, hand: str, deck: str, letter: str
) -> None:
    """R is diamonds in Dutch, but red as advised; D is a queen in German."""
    suit = SUIT_LETTERS[deck].index(letter)
    advice = replace(CLEAR, recommended_trump=suit, situation=replace(CLEAR.situation, deck=deck))
    monkeypatch.setitem(sys.modules, "wizard_advisor.advice.bid", SimpleNamespace(advise=lambda situation, **_: advice))
    code, _, err = game(["w", hand, ""], "x.jsonl", *BEGIN[:4], "--dealer", "Carla", "--language", language)
    assert (code, err) == (0, "")
    assert entries("x.jsonl")[-1] == {"round": 1, "suit": letter}


def test_a_bid_to_win_is_kept_with_what_it_costs(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    advise = SimpleNamespace(advise=lambda situation, **_: TO_WIN)
    monkeypatch.setitem(sys.modules, "wizard_advisor.advice.bid", advise)
    before = [line for number in range(1, 5) for line in Sheet(1).lines(number)]
    code, out, _ = game([*before, "7s", "as ks 10h 3d w", "1", ""], "x.jsonl", *BEGIN)
    assert code == 0
    assert "Carla (you): bid 4 to win (31 %; 3 scores more: 26 points, but wins 22 %)." in out.replace("\n", " ")
    assert entries("x.jsonl")[-1]["advice"] == {"bid": 4, "expected": 22.2, "chosen": 22.2, "most": 25.52}


@pytest.mark.compiled
def test_advice_for_bids_and_cards(game: Game) -> None:
    lines = ["7s", "kh", "1", "hint", "why", "", "1 1", "hint", "play 3h", "hint", "play 3h kh 4h 5h"]
    code, out, err = game(lines, "x.jsonl", *BEGIN)
    assert code == 0
    assert "hint: expected your turn to play: it is Ben's; tell the cards with play first" in err
    assert out.count("Carla (you): bid ") == 1
    assert "The same hand at each seat" in out
    assert "Play " in out
    assert "Round 1   -10" in out
    advice = next(entry["advice"] for entry in entries("x.jsonl") if "advice" in entry)
    assert advice["expected"] == advice["chosen"]
    again = game(lines, "y.jsonl", *BEGIN)[1]
    strip = re.compile(r"[\d.]+ s$", re.MULTILINE)
    assert strip.sub("", out) == strip.sub("", again)
    assert Path("x.jsonl").read_bytes() == Path("y.jsonl").read_bytes()


@pytest.mark.compiled
def test_a_wizard_for_the_dealer_is_advised(game: Game) -> None:
    begin = [*BEGIN[:4], "--dealer", "Carla", "--hook", "dealer", "--seed", "1", "--deals", "100"]
    code, out, err = game(["w", "kh", "", "0 0 0", ""], "x.jsonl", *begin)
    assert (code, err) == (0, "")
    assert re.search(r"Carla \(you\): name hearts, bid \d.*\.\nCarla \(you\): bid 0 ", out)
    assert [list(entry)[1] for entry in entries("x.jsonl")] == ["trump", "hand", "suit", "bids", "bids"]


def test_without_a_terminal_nothing_is_prompted(game: Game) -> None:
    code, out, err = game(["# a comment", "?", "7s", "score", "note late", "quit", "kh"], "x.jsonl", *BEGIN)
    assert (code, err) == (0, "")
    assert ">" not in out
    assert "Now: the card turned up" in out
    assert len(entries("x.jsonl")) == 2


@pytest.mark.parametrize("command", ["hint", "why"])
def test_advice_needs_a_hand(game: Game, command: str) -> None:
    _, _, err = game([command], "x.jsonl", *BEGIN)
    assert err == "no advice yet: expected the card turned up and your hand first\n"


def test_a_policy_that_is_gone_costs_the_advice_alone(game: Game) -> None:
    Path("mine.toml").write_text('bid = "standard"\nplay = "standard"\n')
    game([], "x.jsonl", *BEGIN, "--opponents", "mine.toml")
    assert read_record("x.jsonl").table.opponents == (str(Path("mine.toml").resolve()),)  # from any folder
    Path("mine.toml").unlink()
    code, _, err = game(["7s", "kh", "1", "", "0", "0 1"], "x.jsonl")
    assert code == 0
    assert err.startswith("No advice: ") and "mine.toml" in err
    assert "found nothing" in err.splitlines()[1]
    assert read_record("x.jsonl").wanted.kind == "tricks"


def test_when_the_evening_is_over_the_rest_is_mending(game: Game) -> None:
    lines = ["-", "-", "1", "0", "0 1", "1", "", "7s", "undo", "2", "0 1"]
    code, out, err = game(lines, "x.jsonl", *BEGIN, "--rounds", "1")
    assert code == 0
    assert out.count("Anna wins") == 1 and out.count("Ben wins") == 1
    assert err.splitlines() == [
        "the evening is over: expected undo, edit N, score, note TEXT or quit",
        "tricks: expected numbers from 0 to 1: found '2'",
    ]
    assert game([])[0] == 2  # no other evening is kept


# Kills


def start(*arguments: str, **how: Any) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-m", "wizard_advisor", "game", *arguments], **how)


def test_evenings_killed_at_random_moments_are_gone_on_with_as_if_unbroken() -> None:
    """The same bytes in the file, the same prompt, nothing asked twice."""
    chance = random.Random(1)
    sheet = Sheet(8)
    lines = [*sheet.all_lines()[:30], "undo", *sheet.all_lines()[29:60], "edit 2", "", ""]
    with begin_record("whole.jsonl", TABLE):
        pass
    done = start("whole.jsonl", stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    done.communicate("".join(f"{line}\n" for line in lines).encode())
    whole = Path("whole.jsonl").read_bytes()
    assert whole.count(b"\n") == 1 + len(lines)
    file = Path("killed.jsonl")
    file.write_bytes(whole.splitlines(keepends=True)[0])
    kills = 0
    while kills < 30:
        taken = file.read_bytes().count(b"\n") - 1
        if taken >= len(lines):
            file.write_bytes(whole.splitlines(keepends=True)[0])
            continue
        process = start(str(file), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert process.stdin is not None and process.stderr is not None
        process.stdin.write("".join(f"{line}\n" for line in lines[taken:]).encode())
        process.stdin.flush()
        wanted = min(taken + chance.randint(0, 6), len(lines))
        while file.read_bytes().count(b"\n") - 1 < wanted and process.poll() is None:
            time.sleep(0.001)
        time.sleep(chance.random() * 0.002)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert process.stderr.read() == b""
        process.stdin.close()
        assert whole.startswith(file.read_bytes())
        kills += 1
    taken = file.read_bytes().count(b"\n") - 1
    left = start(str(file), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    left.communicate("".join(f"{line}\n" for line in lines[taken:]).encode())
    assert file.read_bytes() == whole
    assert read_record(str(file)).wanted == read_record("whole.jsonl").wanted


# A terminal


class Terminal:
    """The command on a terminal of so many columns."""

    def __init__(self, columns: int, *arguments: str) -> None:
        self.seen = ""
        self.read_to = 0
        pid, self.descriptor = pty.fork()
        if pid == 0:
            os.environ.update(TERM="dumb", PYTHONIOENCODING="utf-8")
            os.environ.pop("COLUMNS", None)
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored in whatever a shell starts in the background
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
            command = [sys.executable, "-m", "wizard_advisor", "game", *arguments]
            os.execve(sys.executable, command, os.environ)  # without what readline adds behind Python's back
        self.pid = pid

    def wait_for(self, text: str, seconds: float = 120.0) -> str:
        """Read until the terminal shows this; what it showed since the last time."""
        end = time.monotonic() + seconds
        while text not in self.seen[self.read_to :]:
            assert time.monotonic() < end, self.seen
            if select.select([self.descriptor], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.descriptor, 65536).decode("utf-8", "replace").replace("\r", "")
                except OSError:
                    assert text in self.seen[self.read_to :], self.seen
        begin = self.read_to
        self.read_to = self.seen.index(text, begin) + len(text)
        return self.seen[begin : self.read_to]

    def type(self, line: str, then: str) -> str:
        """Type a line with its Enter, and read until the terminal shows this."""
        os.write(self.descriptor, f"{line}\n".encode())
        return self.wait_for(then)

    def end(self) -> int:
        """Wait until the command has ended, and return its exit code."""
        while True:
            try:
                if not os.read(self.descriptor, 65536):
                    break
            except OSError:
                break
        os.close(self.descriptor)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def make(columns: int, *arguments: str) -> Terminal:
        opened.append(Terminal(columns, *arguments))
        return opened[-1]

    yield make
    for each in opened:
        try:
            os.kill(each.pid, signal.SIGKILL)
            os.waitpid(each.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass


@pytest.mark.compiled
@pytest.mark.parametrize("columns", [40, 100])
def test_a_sitting_at_a_terminal(columns: int, terminal: Callable[..., Terminal]) -> None:
    at = terminal(columns)
    at.wait_for("players, clockwise> ")
    assert "expected 3 to 6 names" in at.type("Anna,Ben", "players, clockwise> ").replace("\n", " ")
    at.type("Anna,Ben,Carla,Dora", "who are you> ")
    at.type("car", "who deals first> ")
    at.type("anna", "trump> ")
    assert "7x" in at.type("7x", "trump> ")
    at.type("7s", "your hand> ")
    at.type("kh", "Ben bids> ")
    assert "Carla (you): bid 0 (" in at.type("1", "Bid> ").replace("\n", " ")
    at.type("", "Dora, Anna bid> ")
    assert "2 bid for 1 trick" in at.type("0 1", "tricks> ").replace("\n", " ")
    assert "Undone: bids Dora 0, Anna 1" in at.type("undo", "Dora, Anna bid> ").replace("\n", " ")
    at.type("01", "tricks> ")
    os.write(at.descriptor, b"sco\t\n")  # Tab completes
    at.wait_for("points after")
    at.wait_for("tricks> ")
    at.type("1", "Round 2 of 15.")
    at.wait_for("trump> ")
    os.kill(at.pid, signal.SIGKILL)
    at.end()
    again = terminal(columns)
    again.wait_for("Round 2 of 15.")
    again.wait_for("trump> ")
    again.type("n", "your hand> ")
    assert "The evening is kept" in again.type("quit", "goes on with it").replace("\n", " ")
    assert again.end() == 0
    shown = (at.seen + again.seen).splitlines()
    assert not [line for line in shown if len(line.rstrip()) > columns and "<" not in line]  # "<": scrolled in place
    (file,) = kept()
    assert [list(entry)[1] for entry in entries(file)][-4:] == ["undo", "bids", "tricks", "trump"]


def test_the_end_of_the_input_and_ctrl_c_keep_the_evening(terminal: Callable[..., Terminal]) -> None:
    at = terminal(80, "x.jsonl", *BEGIN)
    at.wait_for("trump> ")
    at.type("7s", "your hand> ")
    os.write(at.descriptor, b"\x04")
    at.wait_for("The evening is kept: `wizard-advisor game x.jsonl` goes on with it.")
    assert at.end() == 0
    at = terminal(80, "x.jsonl")
    at.wait_for("your hand> ")
    time.sleep(0.5)  # between showing a prompt and waiting for a key, readline loses a Ctrl-C
    os.write(at.descriptor, b"\x03")
    at.wait_for("Interrupted; the evening is kept")
    assert at.end() == 1
    assert read_record("x.jsonl").wanted.kind == "hand"
