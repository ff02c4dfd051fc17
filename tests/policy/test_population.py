"""Populations: several kinds of players with their shares, in files, and what takes one or refuses one."""

from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from players import RANDOM, SIMPLE, STANDARD, changed, population

from wizard_advisor import Agent, advise, parse_situation
from wizard_advisor.policy.files import (
    MOST_KINDS,
    Half,
    Kind,
    Policy,
    PolicyError,
    Population,
    format_policy,
    load_players,
    load_policy,
)

OURS = """
about = "the Thursday table"

[[kinds]]
name = "careful"
share = 3
[kinds.bid]
like = "standard"
slip = 2.5
[kinds.play]
like = "standard"

[[kinds]]
share = 1
bid = "random"
play = "simple"
"""


def write(folder: Path, text: str, name: str = "ours.toml") -> str:
    file = folder / name
    file.write_text(text, "utf-8")
    return str(file)


def load(folder: Path, text: str) -> Population:
    players = load_players(write(folder, text))
    assert isinstance(players, Population)
    return players


# Files


def test_kinds_have_names_shares_and_halves_of_their_own(tmp_path: Path) -> None:
    ours = load(tmp_path, OURS)
    careful, other = ours.kinds
    assert ours.name == str(tmp_path / "ours.toml")
    assert (careful.name, other.name) == ("careful", "kind 2")
    assert (careful.share, other.share) == (0.75, 0.25)
    assert careful.policy.bid == Half("standard", (2.5, *STANDARD.bid.numbers[1:]))
    assert careful.policy.play == STANDARD.play
    assert (other.policy.bid, other.policy.play) == (RANDOM.bid, SIMPLE.play)


def test_halves_may_be_those_of_files_beside_it(tmp_path: Path) -> None:
    write(tmp_path, 'bid = "simple"\nplay = "random"\n', "mine.toml")
    careful, other = load(tmp_path, OURS.replace('"random"', '"mine.toml"').replace('"simple"', '"mine.toml"')).kinds
    assert (other.policy.bid, other.policy.play) == (SIMPLE.bid, RANDOM.play)
    assert careful.policy.play == STANDARD.play


@given(st.lists(st.floats(1e-3, 1e6), min_size=1, max_size=MOST_KINDS), st.data())
def test_shares_add_up_to_one_and_survive_being_written(
    tmp_path_factory: pytest.TempPathFactory, shares: list[float], data: st.DataObject
) -> None:
    folder = tmp_path_factory.getbasetemp()
    kinds = (f'[[kinds]]\nshare = {share!r}\nbid = "random"\nplay = "random"\n' for share in shares)
    found = load(folder, "".join(kinds))
    assert sum(kind.share for kind in found.kinds) == pytest.approx(1, abs=1e-9)
    assert [kind.share * sum(shares) for kind in found.kinds] == pytest.approx(shares, rel=1e-5, abs=1e-5 * max(shares))
    again = load(folder, format_policy(found)).kinds
    assert [kind.share for kind in again] == pytest.approx([kind.share for kind in found.kinds], abs=1e-10)
    assert [replace(kind, share=0.0) for kind in again] == [replace(kind, share=0.0) for kind in found.kinds]


def test_people_are_several_kinds_one_of_whom_bids_anything() -> None:
    """Who bids anything keeps a few deals from carrying everything."""
    people = load_players("people")
    assert isinstance(people, Population)
    assert sum(kind.share for kind in people.kinds) == pytest.approx(1)
    assert len({kind.name for kind in people.kinds}) == len(people.kinds) > 3
    assert {kind.policy.bid.form for kind in people.kinds} == {"standard", "simple", "random"}
    (anything,) = (kind for kind in people.kinds if kind.policy.bid.form == "random")
    assert anything.share >= 0.05
    assert all(kind.policy.play.form != "random" for kind in people.kinds)


def test_what_is_shown_can_be_changed_and_used(run: Run, tmp_path: Path) -> None:
    code, shown, _ = run("policy", "show", "people")
    assert code == 0
    assert 'name = "steady"\nshare = 0.' in shown
    ours = load(tmp_path, shown.replace("steady", "calm"))
    people = load_players("people")
    assert [kind.name for kind in ours.kinds] == [kind.name.replace("steady", "calm") for kind in people.kinds]
    assert [kind.share for kind in ours.kinds] == [kind.share for kind in people.kinds]
    assert [(kind.policy.bid, kind.policy.play) for kind in ours.kinds] == [
        (kind.policy.bid, kind.policy.play) for kind in people.kinds
    ]
    assert run("policy", "show", ours.name)[1] == shown.replace("steady", "calm")


def kind(text: str) -> str:
    """The file with another first kind."""
    return f'[[kinds]]\n{text}\n[[kinds]]\nname = "b"\nshare = 1\nbid = "random"\nplay = "random"\n'


RANDOMS = 'bid = "random"\nplay = "random"\n'
FAULTS = {
    "both": (OURS + '[bid]\nform = "random"\n', r"expected \[\[kinds\]\], or \[bid\] and \[play\]: found both$"),
    "no tables": ("kinds = 3\n", r"expected tables \[\[kinds\]\]: found 3$"),
    "one table": ("[kinds]\nshare = 1\n", r"expected tables \[\[kinds\]\]: found \{'share': 1\}$"),
    "not all tables": ("kinds = [3]\n", r"expected tables \[\[kinds\]\]: found \[3\]$"),
    "no kinds": ("kinds = []\n", r"expected 1 to 16 kinds: found 0$"),
    "too many kinds": (f"[[kinds]]\nshare = 1\n{RANDOMS}" * 17, r"expected 1 to 16 kinds: found 17$"),
    "no share": (kind(RANDOMS), r"\[\[kinds\]\] 1: share: expected a number from 0, found none$"),
    "a share below 0": (kind("share = -1\n" + RANDOMS), r"share: expected a number from 0, found -1$"),
    "a share without end": (kind("share = inf\n" + RANDOMS), r"share: expected a number from 0, found inf$"),
    "a share that is no number": (kind("share = nan\n" + RANDOMS), r"share: expected a number from 0, found nan$"),
    "a share in words": (kind('share = "half"\n' + RANDOMS), r"share: expected a number from 0, found 'half'$"),
    "a share that is true": (kind("share = true\n" + RANDOMS), r"share: expected a number from 0, found True$"),
    "nobody": (f"[[kinds]]\nshare = 0\n{RANDOMS}", r"expected a share above 0 for one kind at least: found none$"),
    "a name twice": (
        kind('name = "b"\nshare = 1\n' + RANDOMS),
        r"a name of its own for every kind: 'b' is there twice$",
    ),
    "a name that is a number": (
        kind("name = 3\nshare = 1\n" + RANDOMS),
        r"name: expected a name in one line .*, found 3$",
    ),
    **{
        f"a name like {name[:9]}": (
            kind(f'name = "{name}"\nshare = 1\n' + RANDOMS),
            r"\[\[kinds\]\] 1: name: expected a name in one line of 1 to 40 characters, found ",
        )
        for name in ("", " ", r"a\nb", r"\u001b[2J", "x" * 5000)
    },
    "an unknown key": (
        kind("luck = 3\nshare = 1\n" + RANDOMS),
        r"\[\[kinds\]\] 1: unknown key 'luck': expected name, share, bid and play$",
    ),
    "a half missing": (kind('share = 1\nbid = "random"'), r"a table \[play\] of \[\[kinds\]\] 1 or .*found none$"),
    "a number out of range": (
        kind('share = 1\nplay = "random"\n[kinds.bid]\nlike = "simple"\nace = 3'),
        r"\[bid\] of \[\[kinds\]\] 1 ace: expected 0 to 1 tricks, found 3$",
    ),
    "an unknown number": (
        kind('share = 1\nbid = "random"\n[kinds.play]\nlike = "simple"\nluck = 3'),
        r"\[play\] of \[\[kinds\]\] 1 unknown key 'luck': expected slip$",
    ),
    "like several": (
        kind('share = 1\nbid = "random"\n[kinds.play]\nlike = "people"'),
        r"\[play\] of \[\[kinds\]\] 1 like: expected one kind of player: 'people' has several$",
    ),
    "a half of several": (
        kind('share = 1\nbid = "people"\nplay = "random"'),
        r"bid of \[\[kinds\]\] 1: expected one kind of player: 'people' has several$",
    ),
    "a policy like several": (
        'play = "random"\n[bid]\nlike = "people"\n',
        r"\[bid\] like: expected one kind of player",
    ),
    "no such policy": (
        kind('share = 1\nbid = "nobody"\nplay = "random"'),
        r"bid of \[\[kinds\]\] 1: expected standard, .* or a TOML file that is there: found 'nobody'$",
    ),
}


@pytest.mark.parametrize(("text", "message"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_in_a_file_is_named_in_one_line(text: str, message: str, tmp_path: Path, run: Run) -> None:
    file = write(tmp_path, text)
    with pytest.raises(PolicyError, match=message) as caught:
        load_players(file)
    assert str(caught.value).startswith(f"policy '{tmp_path}/ours.toml'")
    reason = str(caught.value).removeprefix("policy ")
    assert run("advise", "AS", "-t", "7S", "--opponents", file) == (2, "", f"Error: --opponents: {reason}\n")


def test_a_share_of_none_is_a_kind_that_nobody_is(tmp_path: Path) -> None:
    ours = load(tmp_path, OURS.replace("share = 1", "share = 0"))
    assert [kind.share for kind in ours.kinds] == [1.0, 0.0]
    asked = parse_situation("4p up=7S seat=2 bids=1 : JH")
    alone = ours.kinds[0].policy
    assert advise(asked, opponents=ours).bids == advise(asked, opponents=alone).bids


# Where one policy is wanted


def test_one_kind_is_wanted_where_a_policy_is_tuned(run: Run) -> None:
    with pytest.raises(PolicyError, match=r"^policy 'people': expected one kind of player: it has several \(steady, "):
        load_policy("people")
    assert load_players("simple") == load_policy("simple") == SIMPLE
    code, out, err = run("policy", "tune", "people", "-o", "x.toml")
    assert (code, out) == (2, "")
    assert "expected one kind of player: it has several (steady, " in err


# From Python


def test_a_population_of_one_is_that_one() -> None:
    careful = changed(STANDARD, "careful", slip=3.0)
    asked = parse_situation("4p up=7S seat=2 bids=1 : JH")
    alone = population("alone", careful=(1.0, careful))
    assert advise(asked, opponents=alone).bids == advise(asked, opponents=careful).bids


@pytest.mark.parametrize(
    ("kinds", "message"),
    [
        ((), "expected 1 to 16 kinds: found 0"),
        ([Kind("a", 1.0, SIMPLE)], "expected a tuple of kinds: found"),
        ((SIMPLE,), "expected a tuple of kinds: found"),
        ((Kind("a\nb", 1.0, SIMPLE),), "expected a name in one line of 1 to 40 characters for every kind: found 'a"),
        ((Kind(3, 1.0, SIMPLE),), "expected a name in one line of 1 to 40 characters for every kind: found 3"),
        ((Kind("a", 1.0, "simple"),), "expected a policy of every kind: found 'simple'"),
        ((Kind("a", 0.0, SIMPLE),), "expected shares from 0, not all of them 0: found"),
        ((Kind("a", -1.0, SIMPLE), Kind("b", 2.0, SIMPLE)), "expected shares from 0, not all of them 0: found"),
    ],
)
def test_kinds_that_cannot_be_are_refused(kinds: tuple[Kind, ...], message: str) -> None:
    with pytest.raises(PolicyError, match=message):
        Population("ours", kinds)


def test_shares_from_python_count_by_their_proportion() -> None:
    asked = parse_situation("4p up=7S seat=2 bids=1 : JH")
    whole, parts = (Population("ours", (Kind("a", 3 * size, SIMPLE), Kind("b", size, RANDOM))) for size in (0.25, 5.0))
    for one, other in zip(advise(asked, opponents=whole).bids, advise(asked, opponents=parts).bids, strict=True):
        assert one.probability_made == pytest.approx(other.probability_made, rel=1e-9)


# As opponents, as my own policy


def test_populations_sit_in_each_seat_from_my_left(run: Run, tmp_path: Path) -> None:
    ours = write(tmp_path, OURS)
    line = ("4p up=7S seat=2 bids=1 : 9S", "--seed", "1", "--format", "csv")
    heard, not_heard = (
        run("advise", *line, "--opponents", names)[1] for names in (f"random,random,{ours}", f"{ours},random,random")
    )
    assert heard != not_heard == run("advise", *line, "--opponents", "random")[1]
    expected = advise(parse_situation(line[0]), opponents=("random", "random", ours)).estimate(1)
    assert f",{expected.probability_made!r}," in heard


@pytest.mark.compiled
def test_a_population_may_be_my_own_policy(run: Run, tmp_path: Path) -> None:
    ours = write(tmp_path, OURS)
    line = ("4p up=7S seat=2 bids=1 : 9S W KH", "--deals", "300", "--seed", "1", "--format", "csv")
    mixed, careful = (run("advise", *line, "--policy", name) for name in (ours, "standard"))
    assert (mixed[0], careful[0]) == (0, 0)
    assert mixed[1] != careful[1]


def test_an_agent_is_of_one_kind_drawn_by_its_seed() -> None:
    """And plays as an agent of that kind alone does."""
    ours = population("ours", careful=(0.75, STANDARD), never=(0.25, changed(SIMPLE, "never", ace=0.0, trump=0.0)))
    asked = parse_situation("4p up=7S : AS KS QS")
    bids = {kind.name: Agent(kind.policy).bid(asked) for kind in ours.kinds}
    assert bids["careful"] > bids["never"] == 0
    found = [Agent(ours, seed=seed).bid(asked) for seed in range(400)]
    assert set(found) == set(bids.values())
    assert abs(found.count(0) / 400 - 0.25) < 4 * (0.25 * 0.75 / 400) ** 0.5
    assert found == [Agent(ours, seed=seed).bid(asked) for seed in range(400)]


def test_a_policy_is_the_one_kind_that_it_is() -> None:
    assert STANDARD.kinds == (Kind("standard", 1.0, STANDARD),)
    assert isinstance(STANDARD, Policy)
