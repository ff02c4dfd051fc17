"""Policies as data: files read, checked and written."""

import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wizard_advisor.policy.files import (
    BUILT_IN,
    Half,
    Policy,
    PolicyError,
    Population,
    describe_policy,
    format_policy,
    load_players,
    load_policy,
)
from wizard_advisor.policy.parameters import BID, BID_PARAMETERS, FORMS, PLAY, PLAY_PARAMETERS, WIDTH

MINE = """
[bid]
like = "standard"
slip = 2.5

[play]
form = "simple"
slip = 1
"""


def write(folder: Path, text: str) -> str:
    file = folder / "mine.toml"
    file.write_text(text, "utf-8")
    return str(file)


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_policies_survive_being_written_and_read(name: str, tmp_path: Path) -> None:
    players = load_players(name)
    again = load_players(write(tmp_path, format_policy(players, "about it", "made by hand\nin two lines")))
    if isinstance(players, Population):
        assert isinstance(again, Population)
        assert again.kinds == players.kinds
    else:
        assert isinstance(again, Policy)
        assert (again.bid, again.play) == (players.bid, players.play)


def about_after_a_round_trip(about: str, comment: str = "") -> str:
    found = tomllib.loads(format_policy(load_policy("random"), about, comment))
    assert found["bid"] == found["play"] == {"form": "random"}
    return str(found.get("about", ""))


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_whatever_a_policy_is_about_is_read_as_it_was_written(about: str) -> None:
    assert about_after_a_round_trip(about) == about


def test_every_character_is_read_as_it_was_written() -> None:
    for start in range(0, sys.maxunicode + 1, 0x800):
        if start != 0xD800:  # halves of characters
            about = "".join(map(chr, range(start, start + 0x800)))
            assert about_after_a_round_trip(about) == about


def test_an_emoji_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = write(tmp_path, format_policy(load_policy("simple"), "cards 🃏 “é”"))
    assert describe_policy(file) == "cards 🃏 “é”"


def test_halves_of_characters_become_a_mark(tmp_path: Path) -> None:
    """As in the name of a file that is not UTF-8."""
    text = format_policy(load_policy("simple"), "\udcff.toml, tuned", "made from \udcff.toml")
    assert describe_policy(write(tmp_path, text)) == "\ufffd.toml, tuned"
    assert text.startswith("# made from \ufffd.toml\n")


@given(st.text(st.characters()))
def test_no_comment_spoils_a_file(comment: str) -> None:
    assert about_after_a_round_trip("so", comment) == "so"


def test_halves_are_chosen_separately(tmp_path: Path) -> None:
    policy = load_policy(write(tmp_path, MINE))
    assert policy.bid.form == "standard"
    assert policy.bid.numbers == (2.5, *load_policy("standard").bid.numbers[1:])
    assert policy.play == Half("simple", (1.0,))
    assert (policy.half("bid"), policy.half("play")) == (policy.bid, policy.play)


def test_a_half_may_be_another_policys(tmp_path: Path) -> None:
    first = write(tmp_path, MINE)
    second = tmp_path / "second.toml"
    second.write_text('bid = "random"\nplay = "mine.toml"\n', "utf-8")
    policy = load_policy(str(second))
    assert policy.bid == Half("random", ())
    assert policy.play == load_policy(first).play


def test_a_number_with_a_default_may_be_left_out(tmp_path: Path) -> None:
    """As files made before there was such a number do."""
    text = format_policy(load_policy("standard"))
    older = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("mended"))
    assert older != text
    assert load_policy(write(tmp_path, older)).play == load_policy("standard").play


def test_who_searches_plays_as_standard_and_mends(tmp_path: Path) -> None:
    standard, searcher = load_policy("standard"), load_policy("play")
    columns = [number.name for number in PLAY_PARAMETERS["standard"]]
    differ = [name for name, a, b in zip(columns, standard.play.numbers, searcher.play.numbers, strict=True) if a != b]
    assert searcher.bid == standard.bid
    assert differ == ["mended"]


def test_a_row_has_every_number_in_its_column(tmp_path: Path) -> None:
    policy = load_policy(write(tmp_path, MINE))
    row = policy.row()
    assert len(row) == WIDTH
    assert row[:2] == [FORMS.index("standard"), FORMS.index("simple")]
    assert tuple(row[BID : BID + len(policy.bid.numbers)]) == policy.bid.numbers
    assert row[PLAY] == 1.0


def test_columns_named_for_compiled_code_are_those_of_the_lists() -> None:
    from wizard_advisor.policy import parameters as forms

    for half, numbers in (("bid", BID_PARAMETERS["standard"]), ("play", PLAY_PARAMETERS["standard"])):
        for column, number in enumerate(numbers):
            constant = {"spread": "BID_SPREAD", "spread_base": "BID_SPREAD_BASE"}.get(number.name, "") * (half == "bid")
            assert getattr(forms, constant or number.name.upper()) == column, (half, number.name)
    for column, number in enumerate(BID_PARAMETERS["simple"][1:], 1):
        assert getattr(forms, f"SIMPLE_{number.name.upper()}") == column


FAULTS = {
    "unknown key": (MINE + "luck = 1\n", r"\[play\] unknown key 'luck': expected slip"),
    "missing key": ('[bid]\nform = "simple"\n[play]\nform = "random"\n', r"\[bid\] missing key 'slip'"),
    "no number": (MINE.replace("2.5", '"much"'), r"\[bid\] slip: expected a number, found 'much'"),
    "true is no number": (MINE.replace("2.5", "true"), r"slip: expected a number, found True"),
    "out of range": (MINE.replace("2.5", "-1"), r"slip: expected 0 to 100 points, found -1"),
    "not a number": (MINE.replace("2.5", "nan"), r"slip: expected 0 to 100 points, found nan"),
    "unknown form": ('bid = "random"\n[play]\nform = "clever"\n', r"form: expected one of random, simple, standard"),
    "no form": ('bid = "random"\n[play]\nslip = 1\n', r"\[play\] form: expected one of .*, found none"),
    "another form than the model": (MINE.replace("like", 'form = "simple"\nlike'), r"form: expected 'standard' as in"),
    "a half missing": ('[bid]\nform = "random"\n', r"expected a table \[play\].*found none"),
    "a half of another kind": ("bid = 3\n", r"expected a table \[bid\].*found 3"),
    "unknown top key": (MINE + "[cards]\n", r"unknown key 'cards': expected about, \[bid\] and \[play\]"),
    "like of another kind": (MINE.replace('"standard"', "3"), r"like: expected a policy's name, found 3"),
    "not TOML": ("bid = =", r"expected a TOML file"),
    "like itself": ('bid = "mine.toml"\nplay = "mine.toml"\n', r"expected a file that does not lead back to itself"),
    "like itself by another name": (
        f'bid = "{"./" * 3}mine.toml"\n',
        r"expected a file that does not lead back to itself",
    ),
    "a value without end": (MINE.replace("2.5", "9" * 4000), r"slip: expected 0 to 100 points, found 9{40}…$"),
    "a key without end": (MINE + f"{'luck' * 1000} = 1\n", r"unknown key '(luck){10}…': expected"),
    "brackets without end": ("bid = " + "[" * 50_000, r"expected a TOML file: it has brackets"),
    "a key in keys without end": ("a." * 40_000 + "a = 1", r"expected a TOML file: line 1 has more than 100 dots$"),
    "a file without end": ("# " + "long" * 300_000, r"expected a TOML file: it has more than"),
    "no such half": (
        'bid = "nobody.toml"\n',
        r"mine.toml': bid: expected standard, .* a TOML file that is there: found 'nobody.toml'",
    ),
    "a half of no file": ('bid = ""\n', r"mine.toml': bid: expected standard, .* a TOML file that is there: found ''"),
    "a half of a file that is no policy": (
        'bid = "notes.txt"\n',
        r"mine.toml': bid: policy '.*notes.txt': expected a TOML file: ",
    ),
    "a half of a file that holds more": ('bid = "more.toml"\n', r"mine.toml': bid: policy '.*more.toml': unknown key"),
    "about a number": (f"about = 5\n{MINE}", r"mine.toml': about: expected a text, found 5$"),
    "about several": (f"about = ['a']\n{MINE}", r"mine.toml': about: expected a text, found \['a'\]$"),
    "a number without end": (MINE.replace("2.5", "9" * 5000), r"expected a TOML file: it has a number that is too"),
    "no such model": (MINE.replace('"standard"', '"nobody"'), r"mine.toml': \[(bid|play)\] like: .*found 'nobody'"),
}


@pytest.mark.parametrize("text, message", FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_in_a_file_is_named_in_one_line(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("root:x:0\n")
    (tmp_path / "more.toml").write_text("cards = 3\n")
    with pytest.raises(PolicyError, match=message) as caught:
        load_policy(write(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_files_may_not_be_like_one_another_for_ever(tmp_path: Path) -> None:
    for number in range(1500):
        (tmp_path / f"{number}.toml").write_text(f'bid = "{number + 1}.toml"\nplay = "random"\n')
    with pytest.raises(PolicyError, match=r"expected at most 20 files, each like the next: '21\.toml' is one more"):
        load_policy(str(tmp_path / "0.toml"))


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    assert load_policy(write(tmp_path, "\ufeff" + MINE)).play == Half("simple", (1.0,))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a file without end")
def test_a_device_is_not_read_to_its_end() -> None:
    with pytest.raises(PolicyError, match="expected a TOML file: it has more than"):
        load_policy("/dev/zero")


@pytest.mark.parametrize("name", ["nobody", "", ".", "\0", "no/such/file.toml", "x" * 5000])
def test_a_policy_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(PolicyError, match=r"^policy"):
        load_policy(name)


@given(st.text() | st.binary())
def test_only_policy_errors_escape_from_files(tmp_path_factory: pytest.TempPathFactory, content: str | bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.toml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    try:
        assert isinstance(load_players(str(file)), Policy | Population)
    except PolicyError as error:
        assert "\n" not in str(error)
