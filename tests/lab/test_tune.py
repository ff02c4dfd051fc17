"""Tuning: bounds, resuming, what counts as better."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from wizard_advisor.lab.contest import Mean
from wizard_advisor.lab.tune import (
    Candidate,
    Gains,
    Plan,
    TuneError,
    better_of,
    evolve,
    from_point,
    gains,
    read_seed,
    tables_of,
    to_point,
    tuned_numbers,
)
from wizard_advisor.policy.files import Policy, PolicyError, load_policy

pytest.importorskip("cma", reason="the extra `tune` is not installed")

PLAN = Plan("simple", players=(3,), rounds=24, generations=4, size=4, seed=3)


def test_a_point_is_the_policy_and_back() -> None:
    standard = load_policy("standard")
    tuned = tuned_numbers(standard, ("bid", "play"))
    assert all(number.name not in ("slip", "mended") for _, _, number in tuned)
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


def test_a_tuning_that_was_killed_ends_like_an_unbroken_one(tmp_path: Path) -> None:
    unbroken = list(evolve(PLAN, map, tmp_path / "a", resume=False))
    list(islice(evolve(PLAN, map, tmp_path / "b", resume=False), 2))
    asked: list[Iterable[Candidate]] = []

    def counting(function: Callable[[Candidate], float], candidates: Iterable[Candidate]) -> Iterator[float]:
        asked.append(candidates)
        return map(function, candidates)

    resumed = list(evolve(PLAN, counting, tmp_path / "b", resume=True))
    assert resumed == unbroken
    assert len(asked) == 2  # the first two generations are not played again
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert unbroken[-1].number == PLAN.generations


def test_a_checkpoint_of_another_tuning_is_refused(tmp_path: Path) -> None:
    next(evolve(PLAN, map, tmp_path / "a", resume=False))
    with pytest.raises(TuneError, match="was made with seed 3: found 4 now"):
        next(evolve(replace(PLAN, seed=4), map, tmp_path / "a", resume=True))
    with pytest.raises(TuneError, match="there is no"):
        next(evolve(PLAN, map, tmp_path / "b", resume=True))
    (tmp_path / "c").write_text("{}")
    with pytest.raises(TuneError, match="is not one"):
        next(evolve(PLAN, map, tmp_path / "c", resume=True))


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
    with pytest.raises(TuneError, match=r"expected a checkpoint of `policy tune`: '.*c' is not one"):
        evolve(PLAN, map, file, resume=True)
    with pytest.raises(TuneError, match=r"expected a checkpoint of `policy tune`: '.*c' is not one"):
        read_seed(file)


def test_better_is_what_gains_on_fresh_deals() -> None:
    start, tuned = load_policy("simple"), load_policy("standard")

    def told(gain: float, error: float) -> tuple[Policy, str, str]:
        return better_of(PLAN, tuned, Gains({}, Mean(gain, error)))

    assert told(1.25, 0.5) == (tuned, "simple, tuned", "Tuning gained 1.25 +- 0.50 points a round on fresh deals.")
    assert told(0.25, 0.5)[::2] == (
        tuned,
        "Tuning gained 0.25 +- 0.50 points a round on fresh deals, which may be chance.",
    )
    assert told(-4.83, 0.21) == (
        start,
        "simple, unchanged: tuning found nothing better",
        "Tuning gained -4.83 +- 0.21 points a round on fresh deals: this is simple, unchanged.",
    )
    assert told(0.0, 0.0)[0] == start


@pytest.mark.compiled
def test_gains_are_those_of_all_tables_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each opponent once; the deals are the same, so the error is not that of independent rounds."""
    monkeypatch.setattr("wizard_advisor.lab.tune.CHECK_ROUNDS", 60)
    plan = replace(PLAN, start="standard", against=("simple", "standard"))
    found = gains(plan, load_policy("simple"))
    assert list(found.at) == ["standard", "simple"]
    means = [more.mean for _, _, more in found.at.values()]
    assert found.all.mean == pytest.approx(sum(means) / 2)
    assert found.all.mean < -3 * found.all.error < 0
    errors = [more.error for _, _, more in found.at.values()]
    assert sum(error**2 for error in errors) ** 0.5 / 2 < found.all.error <= sum(errors) / 2


def test_a_plan_knows_the_options_that_repeat_it() -> None:
    plan = Plan("simple", halves=("bid",), against=("simple", "random"), players=(3, 4), generations=2, seed=7)
    assert " ".join(plan.options()) == (
        "--half bid --against simple,random --players 3,4 --hook dealer --generations 2 --size 16 --step 6 --rounds 600"
        " --seed 7"
    )
    assert replace(plan, halves=("bid", "play")).options()[1] == "both"
