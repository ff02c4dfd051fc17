"""What may be typed."""

from dataclasses import replace

import pytest
from evening_samples import NAMES, TABLE, Sheet, after_rounds, typed, typed_one

from wizard_advisor.evening.entry import entry_data, read_entry
from wizard_advisor.evening.pad import enter, new_pad
from wizard_advisor.evening.reading import is_cards, notes_of, read_answer


@pytest.mark.parametrize(
    ("text", "kept"),
    [("7s", "7S"), ("♥q", "QH"), ("r-13", "R13"), ("hearts", "H"), ("narr", "N"), ("z", "W"), ("w:h", "W:H"),
     ("W:g", "W:G"), ("10d", "10D"), ("-", "-")],
)  # fmt: skip
def test_the_card_turned_up_is_kept_in_one_form(text: str, kept: str) -> None:
    pad = new_pad(TABLE)
    assert read_answer(pad.wanted, text).value == kept
    assert typed_one(pad, text).current.trump == kept


def test_hands_are_read_as_everywhere() -> None:
    pad = typed(after_rounds(Sheet(1), 3), ["7s"])
    assert typed_one(pad, "w ♠AK n").current.hand == ("AS", "KS", "W", "N")
    assert typed_one(typed_one(pad, "undo"), "r7").wanted.kind == "hand"
    assert notes_of("j AS") == ("a bare J was read as a Jester: 1 Jester, no Jack",)


@pytest.mark.parametrize(
    ("language", "lines", "kept"),
    [
        ("nl", ["k", "kh", "vr"], ("W:C", "KC", "QD")),
        ("de", ["kr", "HD", "kad"], ("W:C", "QH", "QD")),
        ("de", ["Kreuz", "Herz Dame", "Karo Dame"], ("W:C", "QH", "QD")),
        ("", ["c", "kh", "qd"], ("W:C", "KH", "QD")),
    ],
)
def test_letters_are_those_of_the_evenings_language(language: str, lines: list[str], kept: tuple[str, ...]) -> None:
    """Kept are those of everybody, so that a file says the same to all."""
    suit, hand, card = lines
    pad = typed(new_pad(replace(TABLE, language=language)), ["w", suit, hand, "1", "0", "0 1", f"play {card}"])
    assert (pad.current.trump, *(pad.current.hand or ()), *(pad.last.value if pad.last else ())) == kept
    assert enter(pad.before, read_entry(entry_data(pad.last))) == pad if pad.before and pad.last else False
    assert is_cards(card, language)


def test_letters_of_a_language_are_told() -> None:
    (note,) = notes_of("HD", "de")
    assert note.startswith("letters are read as in German: ") and "D" in note


def test_numbers_of_one_digit_need_no_blanks() -> None:
    pad = typed(after_rounds(Sheet(1), 8), ["-", "-"])
    assert pad.wanted.names == ("Ben",)
    pad = typed(pad, ["9", "0"])
    assert typed_one(pad, "11").current.bids == {"Ben": 9, "Carla": 0, "Dora": 1, "Anna": 1}
    ten = typed(after_rounds(Sheet(1), 9), ["-", "-", "10"])
    assert ten.current.bids == {"Carla": 10}
    assert typed_one(ten, "10").current.bids == {"Carla": 10, "Dora": 10}
    assert typed_one(ten, "1, 0").current.bids == {"Carla": 10, "Dora": 1, "Anna": 0}


@pytest.mark.parametrize(
    ("text", "tricks"),
    [("2 0 1 0", (2, 0, 1, 0)), ("2 0 1", (2, 0, 1, 0)), ("2010", (2, 0, 1, 0)), ("3", (3, 0, 0, 0)),
     ("0 3", (0, 3, 0, 0)), ("0,1,0", (0, 1, 0, 2)), ("111", (1, 1, 1, 0))],
)  # fmt: skip
def test_what_follows_from_the_sum_is_not_typed(text: str, tricks: tuple[int, ...]) -> None:
    sheet = Sheet(1)
    pad = typed(after_rounds(sheet, 2), sheet.lines(3)[:-1])
    assert typed_one(pad, text).past[-1].tricks == dict(zip(NAMES, tricks, strict=True))


def test_cards_are_told_from_numbers() -> None:
    assert is_cards("KH 4h") and is_cards("w") and is_cards("R13")
    assert not any(map(is_cards, ("1 0 0", "10", "", "kx", "undoo")))


def test_a_round_of_five_takes_few_keys() -> None:
    """All told but the hand: each line with its Enter; my bid is as advised."""
    lines = ["7s", "1 0", "", "2", "1 1 2"]
    assert sum(len(line) + 1 for line in lines) <= 20
    pad = typed(after_rounds(Sheet(1), 4), ["7s", "as ks 10h 3d w"])
    before = len(pad.wanted.names) if pad.wanted.names != ("Carla",) else 0
    pad = typed(pad, ["1" * before, "3", "1" * (3 - before), "112"] if before else ["3", "111", "112"])
    assert pad.past[-1].tricks["Dora"] == 1
