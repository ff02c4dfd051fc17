"""The score pad: what comes next, the scores, undo, mending."""

from dataclasses import replace

import pytest
from evening_samples import NAMES, TABLE, Sheet, after_rounds, refused, typed, typed_one
from hypothesis import given, settings
from hypothesis import strategies as st

from wizard_advisor.errors import SituationError, WizardError
from wizard_advisor.evening.entry import entry_data, read_entry
from wizard_advisor.evening.pad import Pad, enter, new_pad
from wizard_advisor.evening.table import Table, read_table, table_data


def wanted(pad: Pad) -> tuple[str, tuple[str, ...]]:
    return pad.wanted.kind, pad.wanted.names


def test_an_evening_of_fifteen_rounds() -> None:
    sheet = Sheet(1)
    pad = after_rounds(sheet, 15)
    assert pad.over and len(pad.past) == 15
    assert list(pad.scores.values()) == sheet.totals()
    assert wanted(pad)[0] == "over"
    assert refused(pad, "edit 16").startswith("edit: expected 1 to 15")


def test_what_comes_next_in_the_rounds_follows_from_the_dealer() -> None:
    pad = new_pad(TABLE)
    seen = []
    for line in ("7s", "kh", "1", "0", "0", "1", "1", "2s", "as w", "2", "1 0", "1", "2"):
        seen.append(wanted(pad))
        pad = typed_one(pad, line)
    assert seen == [
        *[("trump", ()), ("hand", ()), ("bids", ("Ben",)), ("bids", ("Carla",)), ("bids", ("Dora", "Anna"))],
        *[("bids", ("Anna",)), ("tricks", NAMES)],
        *[("trump", ()), ("hand", ()), ("bids", ("Carla",)), ("bids", ("Dora", "Anna", "Ben")), ("bids", ("Ben",))],
        ("tricks", NAMES),
    ]
    assert pad.current.number == 3


def test_the_dealer_names_a_suit_before_anybody_bids() -> None:
    pad = typed(new_pad(TABLE), ["w"])
    assert wanted(pad) == ("suit", ("Anna",))
    assert typed_one(pad, "hearts").current.trump == typed(new_pad(TABLE), ["z:h"]).current.trump == "W:H"
    mine = replace(TABLE, dealer="Carla")
    pad = typed(new_pad(mine), ["w"])
    assert wanted(pad) == ("hand", ())  # I look at my hand first
    pad = typed(pad, ["kh"])
    assert wanted(pad) == ("suit", ("Carla",))
    assert wanted(typed(pad, ["h"])) == ("bids", ("Dora", "Anna", "Ben"))
    assert "deck" in refused(pad, "red")


def test_one_pack_lasts_an_evening() -> None:
    pad = typed(new_pad(TABLE), ["7s", "kh", "1", "0", "0 1"])
    assert "play: expected the deck of your hands, S H D C: found 'R13'" in refused(pad, "play r13")
    pad = typed(pad, ["1", "w"])
    assert "suit: expected the deck of your hands, S H D C: found 'R'" in refused(pad, "r")
    assert "trump: expected the deck" in refused(typed_one(pad, "undo"), "r7")
    assert "hand: expected the deck" in refused(typed(pad, ["undo", "n"]), "r7 r8")
    assert typed_one(pad, "h").wanted.kind == "hand"


def test_nothing_is_turned_up_when_the_pack_is_dealt() -> None:
    assert wanted(after_rounds(Sheet(1), 13)) == ("trump", ())
    assert wanted(after_rounds(Sheet(1), 14)) == ("hand", ())
    fewer = replace(TABLE, rounds=14)
    assert after_rounds(Sheet(1, fewer), 14).over


def test_hidden_bids_begin_with_mine() -> None:
    pad = typed(new_pad(replace(TABLE, hook="none", hidden_bids=True)), ["7s", "kh"])
    assert wanted(pad) == ("bids", ("Carla",))
    pad = typed_one(pad, "0")
    assert wanted(pad) == ("bids", ("Ben", "Dora", "Anna"))
    assert pad.current.situation().bids == ()
    assert typed_one(pad, "100").current.bids == {"Carla": 0, "Ben": 1, "Dora": 0, "Anna": 0}


def test_the_hook_holds_for_the_dealer_alone() -> None:
    pad = typed(new_pad(TABLE), ["7s", "kh", "1", "0"])
    assert "another bid of Anna" in refused(pad, "0 0")
    assert typed_one(pad, "0 1").wanted.kind == "tricks"
    assert typed(new_pad(replace(TABLE, hook="none")), ["7s", "kh", "1", "0", "0 0"]).wanted.kind == "tricks"
    assert typed(new_pad(replace(TABLE, hook="dealer-after-first")), ["7s", "kh", "1", "0", "0 0"])


def test_the_rule_for_a_leader_binds_no_other_dealer() -> None:
    table = replace(TABLE, hook="dealer-unless-zero")
    begun = typed(new_pad(table), ["-", "-", "0", "0", "0 1", "0 1"])  # nobody leads before: 1 is all right
    assert begun.scores == {"Anna": -10, "Ben": -10, "Carla": 20, "Dora": 20}
    ben_leads = typed(new_pad(table), ["-", "-", "1", "0", "0 1", "0 1"])
    assert ben_leads.scores["Ben"] == 30
    for pad, binds in ((begun, False), (ben_leads, True)):
        pad = typed(pad, ["2s", "as w", "1", "0 0"])
        assert pad.wanted.names == ("Ben",)
        if binds:
            assert "another bid of Ben" in refused(pad, "1")
        else:
            assert typed_one(pad, "1")


def test_a_correction_two_rounds_later() -> None:
    sheet = Sheet(2)
    pad = after_rounds(sheet, 5)
    wrong = typed(after_rounds(sheet, 2), sheet.lines(3)[:-1])
    tricks = [3, 0, 0, 0] if sheet.tricks[2] != [3, 0, 0, 0] else [0, 3, 0, 0]
    wrong = typed(wrong, [" ".join(map(str, tricks)), *sheet.lines(4), *sheet.lines(5)])
    assert wrong.scores != pad.scores
    mended = typed(wrong, ["edit 3", "", " ".join(map(str, sheet.tricks[2]))])
    assert mended.scores == pad.scores
    assert mended.current.before == pad.current.before
    assert mended == pad
    assert typed(mended, ["undo 3"]) == wrong
    bids = sheet.bids[2][::-1]
    if sum(bids) != 3:
        changed = typed(wrong, ["edit 3", " ".join(map(str, bids)), ""])
        assert changed.past[2].bids == dict(zip(TABLE.order_of(3), bids, strict=True))
        assert changed.past[2].tricks == wrong.past[2].tricks


def test_tricks_told_by_the_cards_are_kept() -> None:
    pad = typed(new_pad(TABLE), ["7s", "kh", "1", "0", "0 1", "play 2c kh 3c 4c"])
    assert pad.past and typed(pad, ["edit 1", "", ""]).past[0].tricks == pad.past[0].tricks


def test_mending_keeps_to_the_rules_and_can_be_undone() -> None:
    pad = after_rounds(Sheet(2), 3)
    mending = typed_one(pad, "edit 2")
    assert mending.wanted.mending and mending.wanted.names == TABLE.order_of(2)
    assert "another bid of Ben" in refused(mending, "2 0 0 0")
    assert "expected 4 bids" in refused(mending, "2 0")
    assert "expected round 2 mended first" in refused(mending, "edit 1")
    assert "play: expected when all have bid" in refused(mending, "play KH")
    assert typed_one(mending, "undo") == pad
    assert "edit: expected 1 to 3" in refused(pad, "edit 4")
    assert "there is none" in refused(new_pad(TABLE), "edit 1")


@pytest.mark.parametrize(
    ("lines", "wrong", "why"),
    [
        ([], "", "trump: expected the card turned up"),
        ([], "none", "none only in the last round"),
        ([], "xx", "trump: expected a turned-up card"),
        (["7s"], "kh ah", "hand: expected 1 card: found 2"),
        (["7s"], "7s", "trump: expected a turned-up card that is not in the hand"),
        (["7s"], "r7", "trump: expected the deck of the hand"),
        (["7s"], "", "hand: expected 1 card like"),
        (["-"], "kh", "no advice without the card turned up"),
        (["7s", "kh"], "2", "bids: expected numbers from 0 to 1: found '2'"),
        (["7s", "kh"], "1 0", "bids: expected 1 bid, of Ben: found 2"),
        (["7s", "kh"], "", "bids: expected numbers from 0 to 1, like 1 0: found nothing"),
        (["7s", "kh"], "x", "bids: expected numbers from 0 to 1: found 'x'"),
        (["7s", "kh", "1", "0", "0 1"], "1 1 0 0", "tricks: expected 1 in all: 1 1 0 0 make 2"),
        (["7s", "kh", "1", "0", "0 1"], "0 0", "tricks: expected 1 trick in all, of Anna, Ben, Carla, Dora"),
        (["7s", "kh", "1", "0", "0 1"], "0 0 0 0 1", "tricks: expected 1 trick in all"),
        ([], "undo", "undo: expected an entry to take back: there is none"),
        (["7s"], "undo 2", "there is none"),
        ([], "undo x", "undo: expected how many"),
        ([], "note", "note: expected a text"),
        (["7s", "kh"], "play kh", "play: expected when all have bid"),
        (["-", "-", "1", "0", "0 1"], "play kh", "play: expected a round with the trump and your hand"),
    ],
)
def test_wrong_lines_change_nothing(lines: list[str], wrong: str, why: str) -> None:
    pad = typed(new_pad(TABLE), lines)
    assert why in refused(pad, wrong)


def test_entries_of_another_round_or_kind_are_refused() -> None:
    pad = new_pad(TABLE)
    for content, why in (
        ({"round": 2, "trump": "7S"}, "expected round 1"),
        ({"round": 1, "hand": ["KH"]}, "expected the trump next"),
        ({"round": 1, "tricks": {"Anna": 1}}, "expected the trump next"),
    ):
        with pytest.raises(SituationError, match=why):
            enter(pad, read_entry(content))
    bidding = typed(pad, ["7s", "kh"])
    for bids in ({"Anna": 1}, {}, {"Ben": 3}, {"Ben": -1}, {"Ben": 1, "Carla": 0}):
        with pytest.raises(SituationError, match="bids"):
            enter(bidding, read_entry({"round": 1, "bids": bids}))


LINES = st.sampled_from(
    ["7s", "w", "w:h", "h", "-", "kh", "as 2d", "0", "1", "2", "0 1", "1 0 0", "1 0 0 0", "0 0 0 1", "2 0 0", "",
     "undo", "undo 2", "edit 1", "edit 2", "note late", "play kh", "play 2s 3s", "play as w n 2d"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(LINES, max_size=40))
def test_undo_goes_back_to_the_state_before_and_the_entries_make_the_pad_again(lines: list[str]) -> None:
    pad = new_pad(TABLE)
    record = []
    states = [pad]
    for line in lines:
        before = pad
        try:
            pad = typed_one(pad, line)
        except WizardError:
            continue
        if line.startswith("undo"):
            count = int(line[5:] or 1)
            states = states[:-count]
            assert pad == states[-1]
            record.append({"round": 1, "undo": count})
        else:
            states.append(pad)
            assert typed_one(pad, "undo") == before
            assert pad.last is not None
            record.append(entry_data(pad.last))
    again = new_pad(TABLE)
    for content in record:
        again = enter(again, read_entry(content))
    assert again == pad
    assert again.wanted == pad.wanted
    assert all(sum(round.tricks.values()) == round.cards for round in pad.past)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"players": ("Anna", "Ben")}, "expected 3 to 6 names"),
        ({"players": ("Anna", "Ben", "anna")}, "every name once"),
        ({"players": ("Anna", "Ben", "")}, "1 to 20 characters"),
        ({"me": "Zoe"}, "me: expected one of Anna, Ben, Carla, Dora: found 'Zoe'"),
        ({"dealer": "Zoe"}, "dealer: expected one of"),
        ({"rounds": 16}, "rounds: expected 1 to 15 with 4 players: found 16"),
        ({"hook": "x"}, "hook: expected one of none"),
        ({"language": "xx"}, "language: expected one of en, de"),
        ({"objective": "glory"}, "objective: expected one of points, win: found 'glory'"),
        ({"hidden_bids": True}, "hook: expected none where bids are hidden"),
    ],
)
def test_tables_that_cannot_be(changes: dict[str, object], why: str) -> None:
    with pytest.raises(SituationError, match=why):
        replace(TABLE, **changes)  # type: ignore[arg-type]


def test_a_table_is_plain_data_and_back() -> None:
    assert read_table(table_data(TABLE)) == TABLE
    older = {key: value for key, value in table_data(TABLE).items() if key not in ("objective", "language")}
    assert read_table(older) == replace(TABLE, objective="points")  # an evening goes on as it was begun
    for name in older:
        with pytest.raises(SituationError, match=f"{name}: expected in the first line"):
            read_table({key: value for key, value in table_data(TABLE).items() if key != name})
        with pytest.raises(SituationError, match=f"{name}: expected"):
            read_table(table_data(TABLE) | {name: None})
    with pytest.raises(SituationError, match="players: expected a list of names"):
        read_table(table_data(TABLE) | {"players": ["A", 2, "C"]})


def test_an_answer_to_win_is_told_the_scores_in_the_order_of_the_seats() -> None:
    rounds = [["-", "-", "1", "0", "0 1", "1"], ["-", "-", "2", "0 1", "1", "0 1 1"]]
    lines = [line for each in rounds for line in each]
    pad = typed(new_pad(replace(TABLE, rounds=10)), [*lines, "7s", "as ks w"])
    assert dict(pad.scores) == {"Anna": 20, "Ben": 20, "Carla": 10, "Dora": 40}
    situation = pad.current.situation()
    assert pad.current.order == ("Dora", "Anna", "Ben", "Carla")
    assert (situation.scores, situation.rounds_left) == ((40, 20, 20, 10), 7)
    falls = typed(pad, ["1 0 1", "2", "play 2h 3h 4h"]).current
    assert (falls.turn().scores, falls.turn().rounds_left) == ((40, 20, 20, 10), 7)
    for_points = typed(new_pad(replace(TABLE, objective="points")), [*lines, "7s", "as ks w"])
    assert for_points.current.situation().scores == ()
    first = typed(new_pad(TABLE), ["7s", "as"])
    assert first.current.situation().scores == ()  # nobody has points: there is nothing to look at


def test_names_are_found_by_their_beginnings() -> None:
    from wizard_advisor.evening.table import name_among

    assert name_among("me", " CAR", NAMES) == "Carla"
    assert name_among("me", "ann", ("Anna", "Ann", "Ben")) == "Ann"
    for text in ("", "x", "a"):
        with pytest.raises(SituationError, match="me: expected one of"):
            name_among("me", text, ("Anna", "Arno", "Ben"))


def test_a_table_of_three() -> None:
    table = Table(("A", "B", "C"), "A", "C", 20)
    assert [table.dealer_of(number) for number in (1, 2, 3, 4)] == ["C", "A", "B", "C"]
    assert table.order_of(1) == ("A", "B", "C")
    assert not table.turns_up(20) and table.turns_up(19)
