"""Tuning: bounds, resuming, what the file says about itself."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from wizard_advisor.command.cli import main
from wizard_advisor.disk import only_writer
from wizard_advisor.lab.contest import Mean
from wizard_advisor.lab.tune import (
    Candidate,
    Gains,
    Plan,
    TuneError,
    from_point,
    is_better,
    read_seed,
    search,
    tables_of,
    to_point,
    tuned_numbers,
)
from wizard_advisor.policy.files import PolicyError, load_policy

pytest.importorskip("cma", reason="the extra `tune` is not installed")

PLAN = Plan("simple", players=(3,), rounds=24, generations=4, size=4, seed=3)


def test_a_point_is_the_policy_and_back() -> None:
    standard = load_policy("standard")
    tuned = tuned_numbers(standard, ("bid", "play"))
    assert all(number.name != "slip" for _, _, number in tuned)
    again = from_point(standard, tuned, to_point(standard, tuned))
    assert again.bid.numbers == pytest.approx(standard.bid.numbers, abs=1e-4)
    assert again.play.numbers == pytest.approx(standard.play.numbers, abs=1e-4)


def test_bounds_are_kept_wherever_the_point_lies() -> None:
    simple = load_policy("simple")
    tuned = tuned_numbers(simple, ("bid",))
    for share, end in ((-3.0, "low"), (7.0, "high")):
        found = from_point(simple, tuned, to_point(simple, tuned) * 0 + share)
        assert [getattr(number, end) for _, _, number in tuned] == list(found.bid.numbers[1:])
        assert found.play == simple.play


def test_a_policy_without_numbers_cannot_be_tuned() -> None:
    with pytest.raises(PolicyError, match="expected numbers to tune"):
        tuned_numbers(load_policy("random"), ("bid", "play"))


def test_tables_reach_the_last_round() -> None:
    assert tables_of(replace(PLAN, players=(3, 4)))[4::5] == ((3, 20), (4, 15))


def test_a_search_that_was_killed_ends_like_an_unbroken_one(tmp_path: Path) -> None:
    unbroken = list(search(PLAN, map, tmp_path / "a", resume=False))
    list(islice(search(PLAN, map, tmp_path / "b", resume=False), 2))
    asked: list[Iterable[Candidate]] = []

    def counting(function: Callable[[Candidate], float], candidates: Iterable[Candidate]) -> Iterator[float]:
        asked.append(candidates)
        return map(function, candidates)

    resumed = list(search(PLAN, counting, tmp_path / "b", resume=True))
    assert resumed == unbroken
    assert len(asked) == 2  # the first two generations are not played again
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert unbroken[-1].number == PLAN.generations


def test_a_checkpoint_of_another_search_is_refused(tmp_path: Path) -> None:
    next(search(PLAN, map, tmp_path / "a", resume=False))
    with pytest.raises(TuneError, match="was made with seed 3: found 4 now"):
        next(search(replace(PLAN, seed=4), map, tmp_path / "a", resume=True))
    with pytest.raises(TuneError, match="there is no"):
        next(search(PLAN, map, tmp_path / "b", resume=True))
    (tmp_path / "c").write_text("{}")
    with pytest.raises(TuneError, match="is none"):
        next(search(PLAN, map, tmp_path / "c", resume=True))


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[" * 50_000,
        "[]",
        '{"plan": 1, "scores": []}',
        '{"plan": {}, "scores": []}',
        '{"plan": {"seed": "3", "size": 4}, "scores": []}',
        '{"plan": {"seed": 3, "size": 4}, "scores": 1}',
        '{"plan": {"seed": 3, "size": 4}, "scores": [[1, 2]]}',
        '{"plan": {"seed": 3, "size": 1}, "scores": [["x"]]}',
        '{"plan": {"seed": 3, "size": 1}, "scores": [[NaN]]}',
    ],
)
def test_what_is_no_checkpoint_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "c"
    file.write_text(content)
    with pytest.raises(TuneError, match=r"expected a checkpoint of `policy tune`: '.*c' is none"):
        search(PLAN, map, file, resume=True)
    with pytest.raises(TuneError, match=r"expected a checkpoint of `policy tune`: '.*c' is none"):
        read_seed(file)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["simple", "--players", "9"], "players: expected tables of 3 to 6: found 9"),
        (["simple", "--players", "4,0"], "players: expected tables of 3 to 6: found 0"),
        (["nobody"], "'nobody' is none"),
        (["random"], "policy 'random': expected numbers to tune: its form has none"),
        (["simple", "--against", "nobody"], "'nobody' is none"),
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


def test_better_is_what_gains_on_fresh_deals() -> None:
    def gaining(*points: float) -> Gains:
        return {str(place): (Mean(0, 1), Mean(more, 1), Mean(more, 1)) for place, more in enumerate(points)}

    assert is_better(gaining(1.0, -0.5))
    assert not is_better(gaining(0.0))
    assert not is_better(gaining(-1.0, 0.5))


def test_a_plan_knows_the_options_that_repeat_it() -> None:
    plan = Plan("simple", halves=("bid",), against=("simple", "random"), players=(3, 4), generations=2, seed=7)
    assert " ".join(plan.options()) == (
        "--half bid --against simple,random --players 3,4 --hook dealer --generations 2 --size 16 --step 6 --rounds 600"
        " --seed 7"
    )
    assert replace(plan, halves=("bid", "play")).options()[1] == "both"


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


def test_the_command_writes_a_policy_that_says_how_it_was_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wizard_advisor.lab.tune.CHECK_ROUNDS", 60)
    file = tmp_path / "mine.toml"
    assert main(["policy", "tune", "simple", "-o", str(file), *COMMAND]) == 0
    err = capsys.readouterr().err
    assert "generation 2 of 2" in err
    text = file.read_text("utf-8")
    gained = map(float, re.findall(r"gain (\S+) \+-", text))
    assert ("not better than simple on fresh deals\n" in err) == (sum(gained) <= 0)
    assert "--step 10" in text and "--seed 2" in text and "Points a round on fresh deals against simple" in text
    assert load_policy(str(file)).play == load_policy("simple").play
    assert [one.name for one in tmp_path.iterdir()] == ["mine.toml"]
    assert main(["policy", "tune", "simple", "-o", str(file), *COMMAND]) == 2
    assert "--overwrite" in capsys.readouterr().err


def test_a_folder_that_is_missing_is_said_before_the_search(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "none"
    assert main(["policy", "tune", "simple", "-o", str(folder / "mine.toml"), *COMMAND]) == 2
    assert capsys.readouterr().err == f"Error: --output: expected a folder that exists: found {str(folder)!r}\n"


def test_a_former_run_is_never_lost_by_accident(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checkpoint = tmp_path / "mine.toml.checkpoint"
    checkpoint.write_text(json.dumps({"plan": {}, "scores": []}))
    assert main(["policy", "tune", "simple", "-o", str(tmp_path / "mine.toml"), *COMMAND]) == 2
    assert "--resume or --overwrite" in capsys.readouterr().err
    assert checkpoint.exists()


def test_a_second_search_does_not_write_the_same_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, checkpoint = tmp_path / "mine.toml", tmp_path / "mine.toml.checkpoint"
    checkpoint.write_text("of the first")
    with only_writer(str(file)):
        for option in ("--resume", "--overwrite"):
            assert main(["policy", "tune", "simple", "-o", str(file), *COMMAND, option]) == 2
            assert capsys.readouterr().err == (
                f"Error: {file}: expected no other run to be writing it: one is; wait until it ends\n"
            )
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [(checkpoint.name, "of the first")]
