"""What was set beforehand: order of precedence, faults named by file and key, `config`, completion, plain screens."""

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from wizard_advisor.command import cli
from wizard_advisor.command.preferences import commands_of, default_file, options_of, variable_of
from wizard_advisor.notation import print_situation

HAND = ("W AS KS 10H 3D", "--trump", "7S")
Run = Callable[..., tuple[int, str, str]]
Write = Callable[[str], str]


@pytest.fixture
def file(tmp_path: Path) -> Write:
    """Writes a file of preferences and returns its path."""

    def write(text: str) -> str:
        path = tmp_path / "my.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


# Which value holds


def test_the_command_line_before_the_environment_before_the_file_before_the_default(
    asked: dict[str, Any], run: Run, file: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deals(*options: str) -> Any:
        assert run("advise", *HAND, *options)[0] == 0
        return asked["deals"]

    assert deals() == "auto"
    config = ("--config", file("deals = 100"))
    assert deals(*config) == 100
    monkeypatch.setenv("WIZARD_ADVISOR_DEALS", "200")
    assert deals(*config) == 200
    assert deals(*config, "--deals", "300") == 300


def test_what_is_set_for_one_command_before_what_is_set_for_all(
    asked: dict[str, Any], run: Run, file: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = file("[advise]\ndeals = 100\nno-inference = false\n") and file(
        "deals = 1\nno-inference = true\n[advise]\ndeals = 100\nno_inference = false\n"
    )
    assert run("--config", config, "advise", *HAND)[0] == 0
    assert (asked["deals"], asked["inference"]) == (100, True)
    monkeypatch.setenv("WIZARD_ADVISOR_DEALS", "2")
    monkeypatch.setenv("WIZARD_ADVISOR_ADVISE_DEALS", "200")
    monkeypatch.setenv("WIZARD_ADVISOR_NO_INFERENCE", "yes")
    assert run("--config", config, "advise", *HAND)[0] == 0
    assert (asked["deals"], asked["inference"]) == (200, False)


def test_the_file_in_the_application_folder_is_found(
    asked: dict[str, Any], run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WIZARD_ADVISOR_CONFIG")
    monkeypatch.setattr(click, "get_app_dir", lambda name: str(tmp_path / name))
    assert run("advise", *HAND)[0] == 0
    Path(default_file()).parent.mkdir()
    Path(default_file()).write_text("seed = 7\n")
    assert run("advise", *HAND)[0] == 0
    assert asked["seed"] == 7


def test_the_file_named_by_a_variable(
    asked: dict[str, Any], run: Run, file: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WIZARD_ADVISOR_CONFIG", file("seed = 8"))
    assert run("advise", *HAND)[0] == 0
    assert asked["seed"] == 8


def test_lists_texts_and_numbers_of_the_file(asked: dict[str, Any], run: Run, file: Write) -> None:
    text = (
        'players = 4\nbids = [1, "?"]\nopponents = ["simple", "random", "people"]\nconsider = [1, 2]\nthreads = "1"\n'
    )
    assert run("advise", *HAND, "--config", file(text))[0] == 0
    assert (asked["situation"].players, asked["situation"].bids) == (4, (1, None))
    assert (asked["opponents"], asked["consider"], asked["threads"]) == (("simple", "random", "people"), (1, 2), 1)


HIDDEN = "4p up=7S seat=1 hidden-bids : AS"
HOOKED = "4p up=7S seat=1 hook=dealer : AS"


@pytest.mark.parametrize(
    ("text", "variable", "arguments", "line"),
    [
        ('hook = "dealer"', {}, ["--hidden-bids"], HIDDEN),
        ("hidden-bids = true", {}, ["--hook", "dealer"], HOOKED),
        ("hidden-bids = true", {"WIZARD_ADVISOR_HOOK": "dealer"}, [], HOOKED),
        ("", {"WIZARD_ADVISOR_HIDDEN_BIDS": "1"}, ["--hook", "dealer"], HOOKED),
        ('hook = "dealer"', {}, ["hidden-bids up=7S :"], HIDDEN),
        ("hidden-bids = true", {}, ["hook=dealer up=7S :"], HOOKED),
        ("hidden-bids = true", {}, [], HIDDEN),
    ],
)
def test_what_comes_first_answers_the_whole_question(
    asked: dict[str, Any],
    run: Run,
    file: Write,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    variable: dict[str, str],
    arguments: list[str],
    line: str,
) -> None:
    for name, value in variable.items():
        monkeypatch.setenv(name, value)
    in_line = [argument for argument in arguments if argument.endswith(":")]
    options = [argument for argument in arguments if argument not in in_line] + ([] if in_line else ["-t", "7S"])
    assert run("advise", *in_line, "AS", *options, "--config", file(text))[0] == 0
    assert print_situation(asked["situation"]) == line


def test_explain_and_csv_exclude_each_other(run: Run, file: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever comes first; other formats are explained as the file wishes."""

    def asked_for(text: str, *options: str) -> tuple[int, bool, bool]:
        code, out, _ = run("advise", "AS", "-t", "7S", "--config", file(text), *options)
        return code, "Seat" in out or '"explain"' in out, out.startswith("trump,bid")

    assert asked_for("explain = true", "--format", "csv") == (0, False, True)
    assert asked_for('format = "csv"', "--explain") == (0, True, False)
    assert asked_for("explain = true", "--format", "json") == (0, True, False)
    assert asked_for('format = "csv"\nexplain = true')[0] == 2
    monkeypatch.setenv("WIZARD_ADVISOR_FORMAT", "csv")
    assert asked_for("explain = true") == (0, False, True)


def test_what_is_said_twice_in_one_place_is_refused(asked: dict[str, Any], run: Run, file: Write) -> None:
    for name in (["--hook", "dealer", "--hidden-bids"], ["--config", file('hook = "dealer"\nhidden-bids = true')]):
        code, _, err = run("advise", "AS", "-t", "7S", *name)
        assert (code, "hook: expected none where bids are hidden" in err) == (2, True)


def test_other_questions_of_several_options(
    run: Run, file: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A cluster that does not exist is not asked; an output is resumed though the file says overwrite."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hands.txt").write_text("XS\n")
    config = ("--config", file('overwrite = true\ncluster = "tcp://127.0.0.1:1"'))
    code, _, err = run("batch", "hands.txt", "-o", "a.csv", "--jobs", "1", "--seed", "1", *config)
    assert (code, err.startswith("1 row, 0 good, 1 bad")) == (1, True)
    code, _, err = run("batch", "hands.txt", "-o", "a.csv", "--jobs", "1", "--resume", *config)
    assert (code, "expected a.csv.resume beside it" in err) == (2, True)


def test_config_shows_what_counts(run: Run, file: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIZARD_ADVISOR_HIDDEN_BIDS", "yes")
    rows = json.loads(run("config", "advise", "--config", file('hook = "dealer"'), "--format", "json")[1])["options"]
    shown = {row["option"]: (row["value"], row["source"]) for row in rows}
    assert shown["--hook"] == ("none", "default")
    assert shown["--hidden-bids"] == ("yes", "WIZARD_ADVISOR_HIDDEN_BIDS")


def test_a_situation_in_one_line_prevails_over_what_was_set(asked: dict[str, Any], run: Run, file: Write) -> None:
    assert run("advise", "3p up=QH : AS KS", "--config", file('players = 5\nhook = "dealer"'))[0] == 0
    assert (asked["situation"].players, asked["situation"].hook) == (3, "dealer")


def test_what_one_command_cannot_take_holds_for_the_others(
    asked: dict[str, Any], run: Run, file: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`chart` has a flag --trump."""
    assert run("advise", "AS KS", "--config", file('trump = "QH"'))[0] == 0
    assert asked["situation"].trump == 1
    monkeypatch.setenv("WIZARD_ADVISOR_TRUMP", "7S")
    assert run("advise", "AS KS")[0] == 0
    assert asked["situation"].trump == 0


def test_what_only_a_flag_can_be_is_for_flags(asked: dict[str, Any], run: Run, file: Write) -> None:
    """`chart` has a flag --trump."""
    config = file("trump = false")
    assert run("advise", "AS KS", "-p", "3", "-t", "QH", "--config", config)[0] == 0
    code, _, err = run("advise", "AS KS", "--config", config)
    assert (code, err.startswith("Error: trump: expected a turned-up card like QH")) == (2, True)
    rows = json.loads(run("config", "chart", "--config", config, "--format", "json")[1])["options"]
    assert ("--trump", "false", f"{config}: trump") in [(row["option"], row["value"], row["source"]) for row in rows]


def test_where_one_setting_is_passed_over_the_next_holds(
    run: Run, file: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`chart` takes no --deals auto."""
    monkeypatch.setenv("WIZARD_ADVISOR_DEALS", "auto")
    config = file("deals = 300\n[chart]\ndeals = 500\n")

    def deals(command: str) -> tuple[str, str]:
        rows = json.loads(run("config", command, "--config", config, "--format", "json")[1])["options"]
        return next((row["value"], row["source"]) for row in rows if row["option"] == "--deals")

    assert deals("chart") == ("500", f"{config}: [chart] deals")
    assert deals("advise") == ("auto", "WIZARD_ADVISOR_DEALS")
    monkeypatch.setenv("WIZARD_ADVISOR_CHART_DEALS", "700")
    assert deals("chart") == ("700", "WIZARD_ADVISOR_CHART_DEALS")


def test_what_no_command_can_take_stops_those_that_have_the_option(
    asked: dict[str, Any], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WIZARD_ADVISOR_GAMES", "many")
    assert run("advise", *HAND)[0] == 0
    complaint = "Error: WIZARD_ADVISOR_GAMES: expected a whole number from 1 to 10000000: found 'many'\n"
    assert run("policy", "compare", "simple", "random") == (2, "", complaint)


def test_an_empty_variable_is_none(asked: dict[str, Any], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIZARD_ADVISOR_DEALS", "")
    assert run("advise", *HAND)[0] == 0
    assert asked["deals"] == "auto"


def test_the_variable_for_the_file_may_be_empty_too(
    asked: dict[str, Any], run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("WIZARD_ADVISOR_CONFIG", "")
    assert run("advise", *HAND)[0] == 0


def test_every_option_of_every_command_can_be_set_by_its_long_name() -> None:
    commands = commands_of(click.Context(cli.group))
    assert {("advise",), ("config",), ("policy", "compare")} <= set(commands)
    for words, command in commands.items():
        options = [option for option in command.params if isinstance(option, click.Option)]
        for option in options:
            assert f"--{str(option.name).replace('_', '-')}" == max(option.opts, key=len)
            assert re.fullmatch("WIZARD_ADVISOR_[A-Z_]+", variable_of(words, str(option.name)))
        assert {option.name for option in options} - {option.name for option in options_of(command)} <= {
            "config",
            "version",
        }


# What is refused


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("playerz = 5", "expected the key players: found the key 'playerz'"),
        ("what = 5", "expected a key (against, all-rounds, "),
        ("[advise]\ndeels = 5", "[advise] expected the key deals: found the key 'deels'"),
        ("[advice]\ndeals = 5", "expected the table advise: found the table 'advice'"),
        ("[advise.now]\ndeals = 5", "[advise] expected no table: found the table 'now'"),
        ("players = 9", "players: expected 3 to 6: found 9"),
        ("players = true", "players: expected a number: found 'true'"),
        ("players = 2020-01-01", "players: expected text or a number: found '2020-01-01'"),
        ('hook = "hard"', "hook: expected one of none, dealer"),
        ('deals = "many"', "deals: expected a whole number from 1 to 1000000000 or auto: found 'many'"),
        ("[advise]\ndeals = 0", "[advise] deals: expected a whole number from 1"),
        ('format = "xml"', "format: 'xml' is not one of"),
        ('plot = "x.pdf"', "plot: expected a file that ends in .png or .svg: found 'x.pdf'"),
        ('no-inference = "x"', "no-inference: expected true or false: found 'x'"),
        ("opponents = [[1]]", "opponents: expected text or a number"),
        ("players =", "expected a TOML file: "),
        ("hidden-bids = true\nhidden_bids = false", "expected every key once: found 'hidden-bids' and 'hidden_bids'"),
        ("[advise]\nno_inference = true\nno-inference = true", "[advise] expected every key once: found 'no_inf"),
        ("players = 5\nplayers = 5", "expected a TOML file: "),
        ("players = " + "[" * 50_000, "expected a TOML file: it has brackets"),
        ("# " + "long" * 300_000, "expected a TOML file: it has more than"),
    ],
)
def test_a_fault_of_the_file_is_one_line(
    asked: dict[str, Any], run: Run, file: Write, text: str, complaint: str
) -> None:
    name = file(text)
    code, out, err = run("advise", *HAND, "--config", name)
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {name}: {complaint}")
    assert err.count("\n") == 1


def test_a_file_that_is_missing_or_no_text(run: Run, tmp_path: Path) -> None:
    missing, binary = tmp_path / "none.toml", tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    assert run("--config", str(missing), "config") == (
        2,
        "",
        f"Error: {missing}: expected a TOML file: there is none\n",
    )
    for path in (binary, tmp_path):
        code, out, err = run("config", "--config", str(path))
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"Error: {path}: expected a TOML file: ")


@pytest.mark.parametrize(
    ("variable", "value", "complaint"),
    [
        ("WIZARD_ADVISOR_PLAYERS", "9", "expected 3 to 6: found 9"),
        ("WIZARD_ADVISOR_ADVISE_DEALS", "x", "expected a whole number from 1 to 1000000000 or auto: found 'x'"),
        ("WIZARD_ADVISOR_NO_INFERENCE", "x", "expected true or false: found 'x'"),
        ("WIZARD_ADVISOR_ROUNDS_LEFT", "99", "expected 0 to 10 after this one with 5 cards: found 99"),
        ("WIZARD_ADVISOR_ADVISE_ROUNDS_LEFT", "x", "expected a number: found 'x'"),
    ],
)
def test_a_fault_of_the_environment_names_the_variable(
    asked: dict[str, Any], run: Run, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, complaint: str
) -> None:
    monkeypatch.setenv(variable, value)
    assert run("advise", *HAND) == (2, "", f"Error: {variable}: {complaint}\n")


def test_a_fault_of_the_command_line_is_not_laid_to_the_file(asked: dict[str, Any], run: Run, file: Write) -> None:
    assert run("advise", *HAND, "-p", "8", "--config", file("players = 9"))[2] == (
        "Error: players: expected 3 to 6: found 8\n"
    )
    error = run("advise", *HAND, "--deals", "x", "--config", file("deals = 9"))[2]
    assert error.startswith("Error: --deals: expected")


@pytest.mark.compiled
def test_a_policy_that_does_not_exist_names_the_file(run: Run, file: Write) -> None:
    name = file('opponents = "nobody"')
    code, _, err = run("advise", *HAND, "--deals", "10", "--config", name)
    assert (code, err.startswith(f"Error: {name}: opponents: expected standard, play, people, ")) == (2, True)


def test_help_is_shown_whatever_was_set(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIZARD_ADVISOR_DEALS", "x")
    assert run("-h")[0] == 0


# The command `config`


def test_config_shows_values_and_where_they_come_from(run: Run, file: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    name = file('players = 5\n[advise]\ndeals = 100\nopponents = ["simple", "random"]\n')
    monkeypatch.setenv("WIZARD_ADVISOR_ADVISE_SEED", "7")
    code, out, err = run("config", "advise", "--config", name, "--format", "json")
    found = json.loads(out)
    assert (code, err, found["file"], found["file_exists"]) == (0, "", name, True)
    rows = {row["option"]: row for row in found["options"]}
    assert rows["--players"] == {
        "option": "--players",
        "value": "5",
        "source": f"{name}: players",
        "commands": ["advise"],
    }
    assert (rows["--deals"]["value"], rows["--deals"]["source"]) == ("100", f"{name}: [advise] deals")
    assert rows["--opponents"]["value"] == "simple,random"
    assert (rows["--seed"]["value"], rows["--seed"]["source"]) == ("7", "WIZARD_ADVISOR_ADVISE_SEED")
    assert (rows["--policy"]["value"], rows["--policy"]["source"]) == ("standard", "default")
    assert (rows["--threads"]["value"], rows["--bids"]["value"]) == ("all cores", None)
    assert rows["--no-inference"]["value"] == "false"


def test_config_of_all_commands_in_every_format(run: Run) -> None:
    table = run("config")[1]
    assert table.startswith(f"File: {os.devnull}\n\noption ")
    assert re.search(r"^--players +4 +default +advise", table, re.MULTILINE)
    rows = list(csv.DictReader(io.StringIO(run("config", "--format", "csv")[1])))
    assert {row["option"] for row in rows} >= {"--players", "--deals", "--no-unicode", "--format"}
    assert "config" in next(row["commands"] for row in rows if row["option"] == "--no-unicode")
    assert "\n| --players " in run("config", "--format", "markdown")[1]


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_config_fits_the_screen(run: Run, file: Write, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    *_, cache = lines = run("config", "advise", "--config", file("[advise]\ndeals = 100"))[1].splitlines()
    assert (lines[0].split()[0], cache.split()[:2]) == ("File:", ["Compiled", "code:"])  # a path is never cut
    assert max(map(len, lines[1:-1])) <= columns


def test_config_has_whole_words_where_there_is_no_room_for_columns(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert "\n--players: 4 (default)\n" in run("config", "advise")[1]


def test_config_of_an_unknown_command(run: Run) -> None:
    code, out, err = run("config", "advice")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("Error: command: expected one of ")


# Completion


def completed(*words: str, folder: Path | None = None) -> list[str]:
    """What bash would offer for the last of these words."""
    from click.shell_completion import BashComplete

    complete = BashComplete(cli.group, {}, cli.PROGRAM, "_WIZARD_ADVISOR_COMPLETE")
    return [item.value for item in complete.get_completions(list(words[:-1]), words[-1])]


def test_completion_of_commands_options_policies_and_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").touch()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "other.toml").touch()
    (tmp_path / "text.txt").touch()
    monkeypatch.chdir(tmp_path)
    assert "advise" in completed("adv")
    assert completed("advise", "AS", "--pol") == ["--policy"]
    assert {"--players", "--trump", "--no-unicode", "--config"} <= set(completed("advise", "AS", "--"))
    assert completed("advise", "AS", "--policy", "s") == ["standard", "simple", "sub/"]
    assert completed("advise", "AS", "--policy", "sub/") == ["sub/other.toml"]
    assert completed("advise", "AS", "--policy", "m") == ["mine.toml"]
    assert completed("advise", "AS", "--policy", "nowhere/") == []
    assert completed("advise", "AS", "--opponents", "simple,pe") == ["simple,people"]
    assert completed("advise", "AS", "--hook", "dealer-") == ["dealer-after-first", "dealer-unless-zero"]
    assert completed("advise", "AS", "--seat", "") == ["first", "dealer"]
    assert completed("advise", "AS", "--format", "j") == ["json"]
    assert completed("config", "adv") == ["advise"]
    assert completed("policy", "show", "si") == ["simple"]
    assert completed("chart", "--opponents", "random,pe") == ["random,people"]


README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_line_for_each_shell_prints_its_script(
    shell: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = re.search(rf"^\| {shell} \| `(.*)` \|$", README, re.MULTILINE)
    assert line is not None
    variable, value = re.findall(r"(_[A-Z_]+)=(\w+) wizard-advisor", line[1])[0]
    monkeypatch.setenv(variable, value)
    with pytest.raises(SystemExit) as end:
        cli.main([])
    assert (end.value.code, "_wizard_advisor_completion" in capsys.readouterr().out) == (0, True)


def test_the_file_in_the_readme_can_be_used(asked: dict[str, Any], run: Run, file: Write) -> None:
    text = re.search(r"^```toml\n(players.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert text is not None
    assert run("advise", *HAND, "--config", file(text[1]))[0] == 0
    assert (asked["situation"].players, asked["deals"], asked["inference"]) == (5, 10000, False)


def test_completion_loads_nothing_heavy() -> None:
    program = (
        "import sys, atexit; from wizard_advisor.command.cli import main;"
        "atexit.register(lambda: print([name for name in ('numba', 'numpy', 'tabulate') if name in sys.modules]));"
        "main([])"
    )
    words = {"COMP_WORDS": "wizard-advisor advise AS --policy st", "COMP_CWORD": "4"}
    environment = os.environ | words | {"_WIZARD_ADVISOR_COMPLETE": "bash_complete"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert done.stdout == "plain,standard\n[]\n"


def test_a_variable_that_sets_nothing_is_told(asked: dict[str, Any], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIZARD_ADVISOR_FOO", "3")
    monkeypatch.setenv("WIZARD_ADVISOR_PLAYERS", "5")
    code, _, err = run("advise", *HAND)
    assert (code, err) == (0, "Warning: WIZARD_ADVISOR_FOO sets nothing: there is no such option\n")
    assert asked["situation"].players == 5
    assert run("advise", *HAND, "--config", os.devnull)[2] == err


# Plain screens


@pytest.mark.parametrize("arguments", [("--no-unicode", "advise", *HAND), ("advise", *HAND, "--no-unicode")])
def test_no_unicode(asked: dict[str, Any], run: Run, arguments: tuple[str, ...]) -> None:
    out = run(*arguments)[1]
    assert out.isascii()
    assert "##" in out
    assert "+-" in out


def test_no_unicode_set_beforehand(
    asked: dict[str, Any], run: Run, file: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    assert run("advise", *HAND, "--config", file("no-unicode = true"))[1].isascii()
    assert not run("advise", *HAND)[1].isascii()
    monkeypatch.setenv("WIZARD_ADVISOR_NO_UNICODE", "1")
    assert run("advise", *HAND)[1].isascii()


# Help


# instead of what takes long
QUICK = {"deals": "20", "games": "2", "rounds": "2", "generations": "1", "size": "4", "search": "2"}
QUICK |= {"chart_rounds": "1000", "chart_hands": "6"}
FILES = {
    ".txt": "4p up=QH seat=3 bids=2,1 : AS 10H 9H W N\n",
    ".csv": "hand,trump,note\nAS 10H 9H W N,QH,first\n",
    ".jsonl": '{"hand": "AS 10H 9H W N", "trump": "QH"}\n',
    ".toml": '[bid]\nlike = "simple"\n\n[play]\nlike = "simple"\n',
}


def commands() -> dict[str, click.Command]:
    """All commands, the program itself among them, by the words after the program's name."""
    return {" ".join(words): command for words, command in commands_of(click.Context(cli.group)).items()}


def examples(command: click.Command) -> list[list[str]]:
    """The examples of a help page: the words after the program's name, up to a pipe or redirection."""
    lines = re.findall(rf"^ *{cli.PROGRAM} (.*)$", command.help or "", re.MULTILINE)
    return [shlex.split(re.split(r" [|>] ", line)[0]) for line in lines]


def prepared(arguments: list[str], folder: Path) -> list[str]:
    """An example that is quick, and finds the files that it reads in the current folder."""
    before = ""
    for at, word in enumerate(arguments):
        reads = before not in ("-o", "--output", "--plot") and Path(word).suffix in FILES
        if before.lstrip("-") in QUICK:
            arguments[at] = QUICK[before.lstrip("-")]
        elif reads and not (folder / word).exists():
            (folder / word).write_text(FILES[Path(word).suffix], encoding="utf-8")
        before = word
    return arguments


@pytest.mark.parametrize("command", commands())
def test_every_help_page_has_examples(command: str) -> None:
    assert len(examples(commands()[command])) >= 2


@pytest.mark.compiled
@pytest.mark.parametrize(
    "arguments",
    [pytest.param(line, id=shlex.join(line)) for command in commands().values() for line in examples(command)],
)
def test_an_example_of_a_help_page_works(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str]
) -> None:
    if {"--cluster", "--resume"} & set(arguments):
        pytest.skip("needs a cluster, or a run that was interrupted")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(FILES[".txt"]))
    for key, value in QUICK.items():
        monkeypatch.setenv(f"WIZARD_ADVISOR_{key.upper()}", value)
    if arguments[0] == "game" and "--players" not in arguments:
        run(*examples(commands()["game"])[0])  # an evening to go on with
    code, _, err = run(*prepared(list(arguments), tmp_path))
    assert code == 0, err
