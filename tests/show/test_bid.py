"""How an answer is shown: golden files for whole texts, and the sentences one by one."""

import csv
import io
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from samples import CLEAR, CLOSE, HOOK, NAMED, SAMPLES, TIE, TO_WIN, UNNAMED, answer, estimate

from wizard_advisor.advice import results as advice_module
from wizard_advisor.advice.results import Advice
from wizard_advisor.notation import parse_situation
from wizard_advisor.show.bid import bar, bar_lines, render
from wizard_advisor.show.recommendation import headline, reasons
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
@pytest.mark.parametrize("width", [40, 60, 80, 200])
@pytest.mark.parametrize("unicode", [True, False])
def test_no_line_is_wider_than_the_terminal(name: str, width: int, unicode: bool) -> None:
    lines = render(SAMPLES[name], Look(unicode=unicode, width=width)).splitlines()
    assert max(map(len, lines)) <= width
    assert all(line == line.rstrip() for line in lines)


def test_to_win_the_reasons_are_wins_and_points_where_they_cannot_tell() -> None:
    assert headline(TO_WIN, Look()) == "Bid 4 to win (31 %; 3 scores more: 26 points, but wins 22 %)"
    assert reasons(TO_WIN, Look()) == [
        "5 may win as often: points decide, 34.4 more.",
        "The others are taken to play for points.",
        "The hook (the bids may not add up to 5) forbids 2: that costs 5.9 ± 0.3 points.",
    ]
    more = replace(TO_WIN.bids[3], gap=-2.0)
    assert reasons(replace(TO_WIN, bids=(*TO_WIN.bids[:3], more)), Look())[0] == (
        "Probably: wins 1.0 ± 0.9 % more often than 5."
    )
    assert reasons(replace(TO_WIN, bids=TO_WIN.bids[:3]), Look())[0] == "Clear: wins 9.0 ± 1.2 % more often than 3."
    free = replace(TO_WIN, bids=TO_WIN.bids[1:], unrestricted=3)
    assert not any("hook" in reason for reason in reasons(free, Look()))  # 3 is free to be bid
    level = replace(TO_WIN, bids=tuple(replace(row, win=0.0, win_gap=0.0) for row in TO_WIN.bids), recommended=3)
    assert level.runner_up is level.bids[2]  # of those that win as often the one that scores most


def test_a_game_that_is_lost_is_not_played_to_win() -> None:
    lost = replace(TO_WIN, bids=tuple(replace(row, win=0.001, win_gap=0.0) for row in TO_WIN.bids), recommended=3)
    assert "to win" not in headline(lost, Look())
    assert reasons(lost, Look())[0] == "The game is as good as lost: points decide."


def test_bars_use_the_width_there_is_up_to_sixty() -> None:
    longest = {width: max(map(len, bar_lines(CLEAR.bids[2], Look(width=width)))) for width in (40, 60, 200)}
    assert longest == {40: 39, 60: 59, 200: 13 + 60}


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


# What to do, and why


def why(advice: Advice) -> str:
    return " ".join(reasons(advice, Look()))


@pytest.mark.parametrize(
    ("advice", "line", "sentences"),
    [
        (CLEAR, "Bid 2 (40 %, 26 points)", "Clear: 3.1 points better than 3."),
        (
            CLOSE,
            "Bid 2 (40 %, 26 points) or 3 (25 %, 25 points)",
            "Too close to call between 2 and 3, and it hardly matters: 0.3 ± 0.3 points apart. Take the one you like.",
        ),
        (
            HOOK,
            "Bid 2 (40 %, 16 points)",
            "Clear: 6.0 points better than 1."
            " The hook (the bids may not add up to 5) forbids 3: that costs 6.0 ± 0.3 points.",
        ),
        (TIE, "Bid 1 (20 %, 11 points) or 0 (5 %, 11 points)", "Hardly matters: 0 is as good, 0.04 points apart."),
        (
            UNNAMED,
            "Name hearts, bid 2 (40 %, 24 points)",
            "Clear: 3.0 points better than 1. Naming spades would be 4.5 ± 0.4 points worse.",
        ),
    ],
)
def test_what_to_do_and_why(advice: Advice, line: str, sentences: str) -> None:
    assert headline(advice, Look()) == line
    assert why(advice) == sentences


@pytest.mark.parametrize("format", ["table", "markdown"])
@pytest.mark.parametrize("advice", SAMPLES.values(), ids=SAMPLES)
def test_the_answer_stands_first_and_then_the_reason(advice: Advice, format: str) -> None:
    text = " ".join(render(advice, Look(format, width=200)).split())
    assert text.startswith(f"{headline(advice, Look())} {why(advice)}")
    assert render(advice, Look(format, brief=True, width=40)) == headline(advice, Look())


def with_gap(gap: float, error: float, **other: Any) -> Advice:
    """An answer in which 3 lies so far behind 2."""
    rows = (*CLEAR.bids[:3], estimate(3, 25.52 - gap, gap, gap_standard_error=error), *CLEAR.bids[4:])
    return replace(CLEAR, bids=rows, **other)


def test_how_sure_and_how_much_it_matters_are_told_apart() -> None:
    assert why(with_gap(1.0, 0.1)) == "Clear: 1.0 points better than 3."
    assert why(with_gap(0.23, 0.05)) == "Sure, but it hardly matters: 0.2 points better than 3."
    assert "between 2 and 3: 2.0 ± 1.0 points apart." in why(with_gap(2.0, 1.0, clear=False))
    assert "between 2 and 3, and it hardly matters: 0.5 ± 0.2" in why(with_gap(0.5, 0.2, clear=False))


@pytest.mark.parametrize(
    ("deals", "what"),
    [
        (2_000, ", or try --deals 20000."),
        (20_000, ", or try --deals 200000."),
        (200_000, ", or try --deals 2000000."),
        (2_000_000, "."),
    ],
)
def test_more_deals_are_suggested_than_there_were(deals: int, what: str) -> None:
    wide = tuple(
        replace(row, gap_standard_error=2 * row.gap_standard_error) for row in CLOSE.bids
    )  # so that it matters
    assert why(replace(CLOSE, bids=wide, deals=deals)).endswith(f"Take the one you like{what}")


@pytest.mark.parametrize("error", [3.0, 0.0])  # of one deal, or of deals that are all alike, it is 0
def test_few_deals_do_not_make_a_much_worse_bid_as_good(error: float) -> None:
    rows = [replace(row, gap_standard_error=error if row.gap else 0.0) for row in CLEAR.bids[:3]]
    few = replace(CLEAR, clear=False, deals=20, bids=tuple(rows))
    assert headline(few, Look()) == "Bid 2 (40 %, 26 points)"
    assert why(few) == (
        f"Probably: 15.2 ± {error:.1f} points better than 1, but too few deals to be sure. Try --deals 20000."
    )


def test_the_only_bid_considered() -> None:
    alone = replace(CLEAR, bids=CLEAR.bids[2:3])
    assert why(alone) == "No other bid was considered."


def test_the_only_bid_that_the_hook_leaves() -> None:
    rows = (replace(HOOK.bids[0], bid=1, legal=True, gap=0.0), estimate(0, 19.0, -29.3, legal=False))
    text = why(replace(HOOK, bids=rows, recommended=1, unrestricted=0))
    assert text.startswith("No other bid may be made. The hook (the bids may not add up to 5) forbids 0: that costs 29")


def test_too_close_between_three() -> None:
    rows = [estimate(1, 25.1, 0.4), estimate(2, 25.5, 0.0), estimate(3, 25.2, 0.3), estimate(4, 10.0, 15.5)]
    close = replace(CLOSE, bids=tuple(rows))
    assert headline(close, Look()).startswith("Bid 2 (40 %, 26 points), 1 (20 %, 25 points) or 3 (")
    assert why(close).startswith("Too close to call between 2, 1 and 3: up to 0.4 ± 0.3 points apart.")


def test_a_forbidden_bid_that_is_worse_is_not_worth_a_word() -> None:
    rows = [*CLEAR.bids[:3], replace(CLEAR.bids[3], legal=False)]
    assert why(replace(CLEAR, bids=tuple(rows))) == "Clear: 15.2 points better than 1."


def suit_with(part: Advice, points: float) -> Advice:
    """The answer for a suit, worth so many points more."""
    rows = (replace(row, expected_score=row.expected_score + points) for row in part.bids)
    return replace(part, bids=tuple(rows))


def test_suits_too_close_to_call() -> None:
    close = replace(UNNAMED, trumps=(suit_with(NAMED[0], 4.2), *NAMED[1:3], suit_with(NAMED[3], 12.9)))
    assert headline(close, Look()) == "Name hearts, spades or clubs, bid 2 (40 %, 24 points)"
    assert why(close) == (
        "Clear: 3.0 points better than 1. Naming spades or clubs is too close to call: up to 0.6 ± 0.4 points apart."
        " Take the one you like, or try --deals 20000."
    )


def test_suits_of_which_you_hold_the_same_cards_are_alike() -> None:
    hand = parse_situation("4p up=W seat=4 : W AH KH AD KD").hand
    parts = [replace(part, situation=replace(part.situation, hand=hand)) for part in NAMED]
    alike = replace(UNNAMED, situation=replace(UNNAMED.situation, hand=hand), trumps=tuple(parts))
    assert headline(alike, Look()) == "Name hearts or diamonds, bid 2 (40 %, 24 points)"
    assert "Hearts or diamonds alike: you hold the same cards of each. Naming spades would be 4.5" in why(alike)
    none = replace(alike, recommended_trump=0, recommended=2, trumps=(suit_with(parts[0], 20.0), *parts[1:]))
    assert headline(none, Look()).startswith("Name spades or clubs, bid 2 (")
    assert "Spades or clubs alike: you hold none of them. Naming hearts would be" in why(none)


def test_a_suit_with_bids_too_close_to_call() -> None:
    hearts = replace(NAMED[1], clear=False, bids=CLOSE.bids)
    both = replace(UNNAMED, clear=False, trumps=(NAMED[0], hearts, *NAMED[2:]))
    assert headline(both, Look()) == "Name hearts, bid 2 (40 %, 26 points) or 3 (25 %, 25 points)"
    assert why(both).startswith("Too close to call between 2 and 3, and it hardly matters: 0.3 ± 0.3 points apart.")


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
        *("deals", "tries", "stop", "policy", "opponents", "inference", "objective", "odd_bids", "seed", "seconds"),
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
