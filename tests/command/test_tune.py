"""The command `policy tune`: what it refuses, and the file it writes."""

import json
import re
from pathlib import Path

import pytest

from wizard_advisor.command.cli import main
from wizard_advisor.disk import only_writer
from wizard_advisor.lab.contest import Mean
from wizard_advisor.lab.tune import Gains
from wizard_advisor.policy.files import describe_policy, load_policy

pytest.importorskip("cma", reason="the extra `tune` is not installed")

COMMAND = [
    "--generations",
    "2",
    "--size",
    "4",
    "--rounds",
    "24",
    "--players",
    "3",
    "--half",
    "bid",
    "--step",
    "10",
    "--seed",
    "2",
]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["simple", "--players", "9"], "players: expected tables of 3 to 6: found 9"),
        (["simple", "--players", "4,0"], "players: expected tables of 3 to 6: found 0"),
        (["nobody"], "found 'nobody'"),
        (["simple", "--half", "nonsense"], "'nonsense' is not one of 'both', 'bid', 'play'."),
        (["random"], "policy 'random': expected numbers to tune: its form has none"),
        (["simple", "--against", "nobody"], "found 'nobody'"),
        (["simple", "--resume"], "resume: expected the checkpoint of a former run"),
        (["simple", "-o", ""], "--output: expected the name of a file"),
    ],
)
def test_what_cannot_be_tuned_is_one_line(
    arguments: list[str],
    complaint: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["policy", "tune", "-o", "mine.toml", *COMMAND, *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert complaint in err
    assert not list(tmp_path.iterdir())


def test_the_command_writes_a_policy_that_says_how_it_was_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wizard_advisor.lab.tune.CHECK_ROUNDS", 60)
    file = tmp_path / "mine.toml"
    assert main(["policy", "tune", "simple", "-o", str(file), *COMMAND]) == 0
    err = capsys.readouterr().err
    assert "generation 2 of 2" in err
    text = file.read_text("utf-8")
    (verdict,) = re.findall("# (Tuning gained .*)", text)
    assert verdict in err
    assert "--step 10" in text and "--seed 2" in text and "Points a round on fresh deals against simple" in text
    assert load_policy(str(file)).play == load_policy("simple").play
    assert [one.name for one in tmp_path.iterdir()] == ["mine.toml"]
    assert main(["policy", "tune", "simple", "-o", str(file), *COMMAND]) == 2
    assert "--overwrite" in capsys.readouterr().err


@pytest.mark.parametrize("better", [True, False])
def test_the_better_policy_is_written(
    better: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gain = Mean(1.5 if better else -4.83, 0.21)
    monkeypatch.setattr("wizard_advisor.lab.tune.gains", lambda plan, policy: Gains({}, gain))
    file = tmp_path / "mine.toml"
    assert main(["policy", "tune", "simple", "-o", str(file), *COMMAND]) == 0
    tuned, start = load_policy(str(file)), load_policy("simple")
    assert (tuned.bid != start.bid) == better
    said = "# Tuning gained -4.83 +- 0.21 points a round on fresh deals: this is simple, unchanged."
    assert (said in file.read_text().splitlines()) == (said[2:] in capsys.readouterr().err) == (not better)
    assert describe_policy(str(file)) == (
        "simple, tuned" if better else "simple, unchanged: tuning found nothing better"
    )


def test_a_folder_that_is_missing_is_said_before_the_tuning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "none"
    assert main(["policy", "tune", "simple", "-o", str(folder / "mine.toml"), *COMMAND]) == 2
    assert capsys.readouterr().err == f"Error: --output: expected a folder that exists: found {str(folder)!r}\n"


def test_a_former_run_is_never_lost_by_accident(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checkpoint = tmp_path / "mine.toml.checkpoint"
    checkpoint.write_text(json.dumps({"plan": {}, "scores": []}))
    assert main(["policy", "tune", "simple", "-o", str(tmp_path / "mine.toml"), *COMMAND]) == 2
    assert "--resume or --overwrite" in capsys.readouterr().err
    assert checkpoint.exists()


def test_a_second_tuning_does_not_write_the_same_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, checkpoint = tmp_path / "mine.toml", tmp_path / "mine.toml.checkpoint"
    checkpoint.write_text("of the first")
    with only_writer(str(file)):
        for option in ("--resume", "--overwrite"):
            assert main(["policy", "tune", "simple", "-o", str(file), *COMMAND, option]) == 2
            assert capsys.readouterr().err == (
                f"Error: {file}: expected no other run to be writing it: one is; wait until it ends\n"
            )
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [(checkpoint.name, "of the first")]
