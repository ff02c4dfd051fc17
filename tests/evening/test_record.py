"""The file of an evening."""

import json
from pathlib import Path
from typing import Any

import pytest
from evening_samples import TABLE, Sheet, typed
from hypothesis import given, settings
from hypothesis import strategies as st

from wizard_advisor.disk import BusyError
from wizard_advisor.errors import SituationError
from wizard_advisor.evening.entry import Advised, Entry, entry_data, read_entry
from wizard_advisor.evening.pad import new_pad
from wizard_advisor.evening.reading import read_answer
from wizard_advisor.evening.record import (
    Record,
    RecordError,
    begin_record,
    evenings_in,
    new_name,
    open_record,
    read_record,
)

LINES = Sheet(3).lines(1) + Sheet(3).lines(2)


@pytest.fixture
def path(tmp_path: Path) -> str:
    """An evening of two rounds."""
    name = str(tmp_path / "evening.jsonl")
    with begin_record(name, TABLE) as record:
        for line in LINES:
            record.enter(read_answer(record.pad.wanted, line))
    return name


def lines_of(path: str) -> list[bytes]:
    return Path(path).read_bytes().splitlines(keepends=True)


def test_every_entry_is_a_line_when_it_is_taken(tmp_path: Path) -> None:
    name = str(tmp_path / "x")
    with begin_record(name, TABLE) as record:
        first = json.loads(lines_of(name)[0])
        assert first["wizard-advisor"] == "evening" and first["format"] == 1
        assert first["players"] == list(TABLE.players) and first["seed"] == 1
        for count, line in enumerate(LINES, 2):
            record.enter(read_answer(record.pad.wanted, line))
            assert len(lines_of(name)) == count
            assert read_record(name) == record.pad
        with pytest.raises(SituationError):
            record.enter(Entry("edit", 3, 99))
        record.enter(Entry("undo", 3, 1))
        assert lines_of(name)[-1] == b'{"round": 3, "undo": 1}\n'
    assert [file.name for file in tmp_path.iterdir()] == ["x"]


def test_an_evening_goes_on_where_it_was(path: str) -> None:
    before = Path(path).read_bytes()
    with open_record(path) as record:
        assert record.pad == typed(new_pad(TABLE), LINES)
        assert Path(path).read_bytes() == before
        record.enter(read_answer(record.pad.wanted, "7s"))
    assert Path(path).read_bytes() == before + b'{"round": 3, "trump": "7S"}\n'


def test_a_kill_anywhere_in_a_line_costs_that_line_alone(path: str, tmp_path: Path) -> None:
    whole = Path(path).read_bytes()
    first = len(lines_of(path)[0])
    for cut in range(first, len(whole)):
        torn = tmp_path / "torn"
        torn.write_bytes(whole[:cut])
        kept = whole[:cut].rsplit(b"\n", 1)[0] + b"\n"
        if whole[cut : cut + 1] == b"\n":
            kept = whole[: cut + 1]  # only the end was missing
        with open_record(str(torn)) as record:
            assert torn.read_bytes() == kept
            assert len(kept.splitlines()) - 1 == sum(1 for _ in history(record))


def history(record: Record) -> list[Entry]:
    pad, found = record.pad, []
    while pad.before is not None:
        assert pad.last is not None
        found.append(pad.last)
        pad = pad.before
    return found


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{\n", ":3: expected an entry in JSON: found '{"),
        (b"\xff\n", ":3: expected an entry in JSON"),
        (b"\n", ":3: expected an entry in JSON"),
        (b"[1]\n", ":3: expected an entry, a round and one of trump"),
        (b'{"round": 1}\n', ":3: expected an entry, a round and one of trump"),
        (b'{"round": 1, "hand": 7}\n', ":3: hand: expected a list of cards: found 7"),
        (b'{"round": 1, "tricks": {"Anna": 1}}\n', ":3: tricks: expected the hand next"),
        (b'{"round": 4, "hand": []}\n', ":3: hand: expected round 1: found 4"),
        (b'{"round": 1, "hand": ["AS KS", ""]}\n', ":3: hand: expected a list of cards"),
        (b'{"round": 1, "note": "\\ud800"}\n', ":3: expected an entry in JSON"),
        (b'{"round": 1, "bids": {"Ben": 1, "Ben": 0}}\n', ":3: expected every name once: 'Ben' is there twice"),
        (b'{"round": 1, "hand": ["XX"]}\n', ":3: hand: expected"),
    ],
)
def test_a_damaged_line_is_named_with_what_to_do(path: str, line: bytes, why: str) -> None:
    lines = lines_of(path)
    Path(path).write_bytes(b"".join([*lines[:2], line, *lines[3:]]))
    damaged = Path(path).read_bytes()
    with pytest.raises(RecordError) as caught, open_record(path):
        pass
    assert str(caught.value).startswith(f"{path}{why}")
    assert str(caught.value).endswith(
        "; mend this line, or delete it and all after it: what is entered up to line 2 is kept"
    )
    assert Path(path).read_bytes() == damaged
    Path(path).write_bytes(b"".join(lines[:2]))
    assert read_record(path).wanted.kind == "hand"


def test_first_lines_of_others_are_refused(path: str) -> None:
    lines = lines_of(path)
    for change, why in (
        ({"format": True}, "expected an evening of format 1: found True"),
        ({"format": 1.0}, "expected an evening of format 1: found 1.0"),
        ({"deals": 0}, "deals: expected a whole number from 1 to 1000000: found 0"),
        ({"deals": 10**12}, "deals: expected"),
        ({"seed": -1}, "seed: expected a whole number"),
        ({"policy": "nope"}, "policy: expected standard"),
        ({"policy": "/a\0b"}, "policy: expected standard"),
        ({"opponents": []}, "opponents: expected 1 policy or 3"),
        ({"opponents": ["people", "people"]}, "opponents: expected 1 policy or 3"),
        ({"opponents": ["nope"]}, "opponents: expected standard"),
        ({"begun": "\ud800"}, "expected the first line"),
        ({"format": 2}, "expected an evening of format 1: found 2"),
        ({"wizard-advisor": "x"}, "expected the first line of an evening"),
        ({"players": ["A"]}, "players: expected 3 to 6 names"),
        ({"seed": "x"}, "seed: expected a whole number"),
    ):
        Path(path).write_bytes(json.dumps(json.loads(lines[0]) | change).encode() + b"\n" + lines[1])
        with pytest.raises(RecordError, match=f":1: {why}"):
            read_record(path)
    for content in (b"", b"{", b'{"x": 1', b"a,b\n"):
        Path(path).write_bytes(content)
        with pytest.raises(RecordError, match="expected the f"):
            read_record(path)
    with pytest.raises(RecordError, match="No such file"):
        read_record(path + "x")


def test_two_terminals_on_one_evening(path: str) -> None:
    with open_record(path):
        with pytest.raises(BusyError, match="no other terminal"), open_record(path):
            pass
        assert len(read_record(path).past) == 2  # looking is free
    with open_record(path):
        pass


def test_what_is_there_is_not_begun_anew(path: str) -> None:
    before = Path(path).read_bytes()
    with pytest.raises(RecordError, match="expected a new file"), begin_record(path, TABLE):
        pass
    assert Path(path).read_bytes() == before
    with pytest.raises(RecordError, match="Not a directory"), begin_record(path + "/x/y", TABLE):
        pass


def test_an_entry_that_cannot_be_kept_is_not_taken(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Path(path).read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with open_record(path) as record:
        pad = record.pad
        with monkeypatch.context() as patch:
            patch.setattr("os.fsync", full)
            with pytest.raises(RecordError, match="No space left on device: the entry is not kept"):
                record.enter(read_answer(pad.wanted, "7s"))
        assert record.pad is pad
        assert Path(path).read_bytes() == before
        record.enter(read_answer(pad.wanted, "8s"))
    assert Path(path).read_bytes() == before + b'{"round": 3, "trump": "8S"}\n'


def test_evenings_are_listed_by_their_last_entry(tmp_path: Path) -> None:
    import os

    for number, name in enumerate(("b.jsonl", "a.jsonl", "c.jsonl")):
        with begin_record(str(tmp_path / name), TABLE):
            pass
        os.utime(tmp_path / name, (number, number))
    (tmp_path / "torn.jsonl").write_bytes(b'{"wiz')
    (tmp_path / "a.jsonl.lock").touch()
    assert [Path(path).name for path in evenings_in(str(tmp_path))] == ["b.jsonl", "a.jsonl", "c.jsonl"]
    assert evenings_in(str(tmp_path / "none")) == []
    names = []
    for _ in range(3):
        names.append(new_name(str(tmp_path), "2026-01-31"))
        Path(names[-1]).touch()
    assert [Path(name).name for name in names] == ["2026-01-31.jsonl", "2026-01-31-2.jsonl", "2026-01-31-3.jsonl"]


@given(
    st.sampled_from(
        [
            Entry("trump", 3, "W:H"),
            Entry("suit", 1, "H"),
            Entry("hand", 2, ("AS", "N")),
            Entry("hand", 2, ()),
            Entry("bids", 2, {"Ånna": 1}, Advised(1, 2.5, -3.0)),
            Entry("bids", 2, {"Ben": 1}, Advised(1, 2.5, 3.0, 4.5)),
            Entry("tricks", 2, {"B": 0, "A": 2}),
            Entry("play", 2, ("KH",)),
            Entry("edit", 9, 3),
            Entry("note", 9, "späte \u2028 Runde"),
            Entry("undo", 9, 2),
        ]
    )
)
@settings(max_examples=50)
def test_entries_are_plain_data_and_back(entry: Entry) -> None:
    assert read_entry(json.loads(json.dumps(entry_data(entry)))) == entry


NOT_A_NUMBER = {"bid": 1, "expected": float("nan"), "chosen": float("inf")}
MOST = {"bid": 1, "expected": 1.0, "chosen": 1.0, "most": None}


@pytest.mark.parametrize(
    "advice", [1, {}, {"bid": 1, "expected": 1.0}, {"bid": 1, "expected": "x", "chosen": 1}, MOST, NOT_A_NUMBER]
)
def test_advice_that_is_none(advice: Any) -> None:
    with pytest.raises(SituationError, match="advice: expected numbers"):
        read_entry({"round": 1, "bids": {"A": 1}, "advice": advice})


def test_order_of_names_counts(path: str) -> None:
    """Bids are heard in turn: a file that tells them in another order was not written here."""
    lines = lines_of(path)
    for number, line in enumerate(lines):
        content = json.loads(line)
        if len(content.get("bids", ())) > 1:
            content["bids"] = dict(reversed(content["bids"].items()))
            lines[number] = json.dumps(content).encode() + b"\n"
            break
    Path(path).write_bytes(b"".join(lines))
    with pytest.raises(RecordError, match=f":{number + 1}: bids: expected those of"):
        read_record(path)
