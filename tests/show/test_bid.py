"""How an answer is shown: golden files for whole texts, and the sentences one by one."""

import csv
import io
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from samples import CLEAR, CLOSE, HOOK, NAMED, SAMPLES, TIE, UNNAMED, answer, estimate

from wizard_advisor.advice import results as advice_module
from wizard_advisor.advice.results import Advice
from wizard_advisor.notation import parse_situation
from wizard_advisor.show.bid import bar, bar_lines, render
from wizard_advisor.show.recommendation import recommendation
from wizard_advisor.show.situation import situation_lines
from wizard_advisor.show.text import Look, coloured

GOLDEN = Path(__file__).parent / "golden"
FORMATS = ("table", "json", "csv", "markdown")


@pytest.fixture(autouse=True)
def fixed_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice_module, "package_version", lambda: "0")


def check_golden(name: str, text: str) -> None:
    """The text is that of the file; with UPDATE_GOLDEN=1 in the environment it becomes it."""
    file = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(text + "\n", encoding="utf-8")
    assert text + "\n" == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", SAMPLES)
def test_golden(name: str, format: str) -> None:
    check_golden(f"{name}.{format}", render(SAMPLES[name], Look(format)))


def test_golden_narrow_and_without_unicode() -> None:
    look = Look(unicode=False, width=60)
    text = render(CLEAR, look, ["a bare J was read as a Jester: 1 Jester, no Jack"])
    assert text.isascii()
    check_golden("clear.narrow", text)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("unicode", [True, False])
def test_no_line_is_wider_than_the_terminal(name: str, width: int, unicode: bool) -> None:
    lines = render(SAMPLES[name], Look(unicode=unicode, width=width)).splitlines()
    assert max(map(len, lines)) <= width
    assert all(line == line.rstrip() for line in lines)


def test_bars_use_the_width_there_is() -> None:
    longest = {width: max(map(len, bar_lines(CLEAR.bids[2], Look(width=width)))) for width in (60, 200)}
    assert longest == {60: 59, 200: 199}


@pytest.mark.parametrize(
    ("share", "text"), [(0.0, ""), (1.0, "████"), (0.5, "██"), (0.53125, "██▏"), (0.25 / 8, "▏"), (0.97, "███▉")]
)
def test_bar_in_eighths(share: float, text: str) -> None:
    assert bar(share, 4, Look()) == text


def test_bar_without_unicode() -> None:
    assert bar(0.5, 10, Look(unicode=False)) == "#####"


def test_ends_that_round_to_nothing_have_no_bar() -> None:
    rows = [estimate(bid, 0.0, 1.0, tricks=(0.0, 0.0004, 0.6, 0.3992, 0.0004, 0.0)) for bid in (2, 5)]
    text = render(answer("4p up=7S seat=1 : W AS KS 10H 3D", rows, 2), Look())
    assert [line[:4].strip("> ") for line in text.splitlines() if " % █" in line] == ["2", "3"]


# Sentences


@pytest.mark.parametrize(
    ("advice", "sentence"),
    [
        (CLEAR, "Bid 2. Clear: 3.1 points better than 3."),
        (CLOSE, "Bid 2 or 3: too close to call, 0.3 ± 0.3 points apart."),
        (HOOK, "Bid 2. Clear: 6.0 points better than 1. The hook forbids 3: that costs 6.0 ± 0.3 points."),
        (TIE, "Bid 1, but 0 is as good: 0.04 points apart."),
        (
            UNNAMED,
            "Name hearts, bid 2. Clear: 3.0 points better than 1. Naming spades would be 4.5 ± 0.4 points worse.",
        ),
    ],
)
def test_recommendation(advice: Advice, sentence: str) -> None:
    assert recommendation(advice, Look()) == sentence


@pytest.mark.parametrize("error", [3.0, 0.0])  # of one deal, or of deals that are all alike, it is 0
def test_few_deals_do_not_make_a_much_worse_bid_as_good(error: float) -> None:
    rows = [replace(row, gap_standard_error=error if row.gap else 0.0) for row in CLEAR.bids[:3]]
    text = recommendation(replace(CLEAR, clear=False, deals=20, bids=tuple(rows)), Look())
    assert text == f"Bid 2: 15.2 ± {error:.1f} points better than 1, but too few deals to be sure."


def test_recommendation_of_the_only_bid_considered() -> None:
    alone = replace(CLEAR, bids=CLEAR.bids[2:3])
    assert recommendation(alone, Look()) == "Bid 2: no other bid was considered."


def test_recommendation_of_the_only_bid_that_the_hook_leaves() -> None:
    rows = (replace(HOOK.bids[0], bid=1, legal=True, gap=0.0), estimate(0, 19.0, -29.3, legal=False))
    text = recommendation(replace(HOOK, bids=rows, recommended=1, unrestricted=0), Look())
    assert text.startswith("Bid 1: no other bid may be made. The hook forbids 0: that costs 29.3 ")


def test_recommendation_between_three() -> None:
    rows = [estimate(1, 25.1, 0.4), estimate(2, 25.5, 0.0), estimate(3, 25.2, 0.3), estimate(4, 10.0, 15.5)]
    assert recommendation(replace(CLOSE, bids=tuple(rows)), Look()).startswith(
        "Bid 2 or 1 or 3: too close to call, 0.3 ± 0.3"
    )


def test_recommendation_when_a_forbidden_bid_is_worse_says_nothing_of_the_hook() -> None:
    rows = [*CLEAR.bids[:3], replace(CLEAR.bids[3], legal=False)]
    assert recommendation(replace(CLEAR, bids=tuple(rows)), Look()) == "Bid 2. Clear: 15.2 points better than 1."


def test_recommendation_of_a_suit_too_close_to_call() -> None:
    close = replace(
        NAMED[0], bids=tuple(replace(row, expected_score=row.expected_score + 4.2) for row in NAMED[0].bids)
    )
    text = recommendation(replace(UNNAMED, trumps=(close, *NAMED[1:])), Look())
    assert text.endswith("Naming spades is as good: 0.3 ± 0.4 points apart.")


def test_recommendation_of_a_suit_with_bids_too_close_to_call() -> None:
    hearts = replace(NAMED[1], clear=False, bids=CLOSE.bids)
    text = recommendation(replace(UNNAMED, clear=False, trumps=(NAMED[0], hearts, *NAMED[2:])), Look())
    assert text.startswith("Name hearts, bid 2 or 3: too close to call, 0.3 ± 0.3 points apart. Naming spades")


# The situation in words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("4p up=7S seat=2 : AS", "4 players, 1 card, seat 2 of 4 (dealer: seat 4), trump spades (♠7 turned up)"),
        ("3p up=H seat=3 : AS KS", "seat 3 of 3 (the dealer), trump hearts (the turned-up card was not noted)"),
        ("4p up=W:H seat=2 : AS", "trump hearts (a Wizard turned up, the dealer named it)"),
        ("4p up=W:H seat=4 : AS", "trump hearts (a Wizard turned up, you named it)"),
        ("4p up=W seat=4 : AS", "a Wizard turned up, the trump is yours to name"),
        ("4p up=N seat=4 : AS", "no trump (a Jester turned up)"),
        ("4p up=Y13 seat=1 : R13", "trump yellow (Y13 turned up)"),
        ("4p up=7S seat=1 : N AS W 10H", "Hand: ♠A ♥10 W N"),
        ("4p up=7S seat=1 : AS", "Bids heard: none"),
        ("4p up=7S seat=4 bids=0,?,1 : AS", "Bids heard: 0 from seat 1, ? from seat 2, 1 from seat 3"),
        ("4p up=7S seat=4 hidden-bids : AS", "All bids are shown together"),
        ("4p up=7S hook=dealer : AS KS", "The last bidder may not make the bids add up to 2 (hook dealer)"),
        ("4p up=7S hook=dealer-after-first : AS", "Nobody's bid is restricted with 1 card (hook dealer-after-first)"),
        ("4p up=7S hook=leader : AS", "add up to 1, save by bidding 0 (hook dealer-unless-zero)"),
    ],
)
def test_the_situation_as_understood(line: str, words: str) -> None:
    assert words in "\n".join(situation_lines(parse_situation(line), Look()))


def test_the_last_round_in_words() -> None:
    last = parse_situation("6p up=none : " + "W W W W N N N N AS KS")
    assert "no trump (nothing turned up)" in situation_lines(last, Look())[0]


def test_a_note_stands_below_the_hand() -> None:
    assert "\nNote: 1 Jester, no Jack\n" in render(CLEAR, Look(), ["1 Jester, no Jack"])


# Colours


def test_colours_of_the_red_suits_and_of_the_four_colour_deck() -> None:
    assert coloured("♠A ♥10 ♦3 W") == "♠A \x1b[31m♥10\x1b[0m \x1b[31m♦3\x1b[0m W"
    assert coloured("R13 G9 B1 Y2 N") == "\x1b[31mR13\x1b[0m \x1b[32mG9\x1b[0m \x1b[34mB1\x1b[0m \x1b[33mY2\x1b[0m N"


def test_only_a_style_with_colours_has_them() -> None:
    assert "\x1b[31m♥10" in render(CLEAR, Look(colour=True))
    assert not any("\x1b" in render(CLEAR, Look(format, colour=format != "table")) for format in FORMATS)


# json and csv


def test_json_keys_are_those_promised() -> None:
    found = json.loads(render(CLEAR, Look("json")))
    assert list(found) == [
        *(
            "schema",
            "version",
            "situation",
            "recommended",
            "recommended_trump",
            "unrestricted",
            "clear",
            "bids",
            "exact",
        ),
        *("deals", "tries", "stop", "policy", "opponents", "inference", "seed", "seconds"),
    ]
    assert list(found["situation"]) == [
        *("players", "cards", "hand", "trump", "upcard", "seat", "bids", "hook", "hidden_bids"),
    ]
    assert list(found["bids"][0]) == [
        *("bid", "legal", "expected_score", "standard_error", "probability_made"),
        *("tricks", "deals", "gap", "gap_standard_error", "dropped"),
    ]


def test_json_values() -> None:
    found = json.loads(render(HOOK, Look("json")))
    assert found["situation"] == {
        "players": 4,
        "cards": 5,
        "hand": ["R13", "R12", "G9", "Y2", "W"],
        "trump": None,
        "upcard": "N",
        "seat": 4,
        "bids": [1, None, 1],
        "hook": "dealer",
        "hidden_bids": False,
    }
    assert (found["recommended"], found["unrestricted"], found["opponents"]) == (2, 3, ["simple", "random", "people"])
    assert found["bids"][2]["gap"] == -6.03


def test_json_numbers_are_not_rounded() -> None:
    third = 1 / 3
    odd = replace(CLEAR, bids=tuple(replace(row, expected_score=third) for row in CLEAR.bids))
    assert json.loads(render(odd, Look("json")))["bids"][0]["expected_score"] == third


def test_json_has_each_suit_only_when_the_trump_is_mine_to_name() -> None:
    found = UNNAMED.to_dict()
    assert (found["situation"]["trump"], found["situation"]["upcard"], found["recommended_trump"]) == (None, "W", "H")
    assert [suit["situation"]["trump"] for suit in found["trumps"]] == ["S", "H", "D", "C"]
    assert found["trumps"][1]["bids"] == found["bids"]
    assert "trumps" not in CLEAR.to_dict()


def test_csv_has_a_row_per_bid() -> None:
    rows = list(csv.DictReader(io.StringIO(render(CLEAR, Look("csv")))))
    assert [row["bid"] for row in rows] == ["0", "1", "2", "3", "4", "5"]
    assert [row["recommended"] for row in rows] == ["false", "false", "true", "false", "false", "false"]
    assert float(rows[2]["expected_score"]) == 25.52
    assert [float(rows[2][f"tricks_{k}"]) for k in range(6)] == list(CLEAR.bids[2].tricks)


def test_csv_of_four_suits_recommends_one_bid() -> None:
    rows = list(csv.DictReader(io.StringIO(render(UNNAMED, Look("csv")))))
    assert [(row["trump"], row["bid"]) for row in rows if row["recommended"] == "true"] == [("H", "2")]
    assert len(rows) == 12
