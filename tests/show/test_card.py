"""How the answer for a card is shown."""

import csv
import io
import json
import re
from dataclasses import replace

import pytest

from wizard_advisor.advice.card import advise_card
from wizard_advisor.cards import print_card
from wizard_advisor.show.card import render, turn_lines
from wizard_advisor.show.recommendation import headline, reasons
from wizard_advisor.show.text import Look
from wizard_advisor.turn_notation import parse_turn


def test_the_turn_is_shown_as_understood() -> None:
    turn = parse_turn("4p up=2S bids=1,0,1,1 played=2D,3D,4D,AD trick=KC,2H : 9H 3H")
    assert turn_lines(turn, Look()) == [
        "4 players, 3 cards, seat 2 of 4 (dealer: seat 4), trump spades (♠2 turned up)",
        "Hand: ♥9 ♥3",
        "Tricks taken and bid: seat 1: 0 of 1, you: 0 of 0, seat 3: 0 of 1, seat 4: 1 of 1",
        "On the table: ♣K from seat 4, ♥2 from seat 1",
        "Known to be void: seat 1 in clubs",
    ]
    leading = parse_turn("4p up=2S bids=1,0,1,1 : 9H 3H AS")
    assert turn_lines(leading, Look())[3] == "On the table: nothing, you lead"
    unsure = parse_turn("4p up=2S seat=2 bids=1,0,1,1 tricks=0,1,0,0 played=2D,3D : 9H 3H")
    assert (
        turn_lines(unsure, Look())[-1]
        == "Played before: 2 cards, by whom is not known; so the bids tell nothing about the hands"
    )


def test_formats_say_the_same() -> None:
    found = advise_card(parse_turn("4p up=2S bids=1,1,1,1 trick=KH : AH QH JH"), deals=20, seed=1)
    data = json.loads(render(found, Look("json")))
    assert data["schema"] == 2
    assert data["turn"]["trick"] == ["KH"]
    assert data["turn"]["tricks"] == [0, 0, 0, 0]
    assert [row["card"] for row in data["cards"]] == ["AH", "JH"]
    assert data["cards"][1]["same"] == ["QH"]
    assert data["recommended"] == print_card(found.recommended)
    assert data["tries"] == found.tries >= data["deals"] == 20
    rows = list(csv.DictReader(io.StringIO(render(found, Look("csv")))))
    assert [row["card"] for row in rows] == ["AH", "JH"]
    assert rows[1]["same"] == "QH"
    assert [float(row["expected_score"]) for row in rows] == [row["expected_score"] for row in data["cards"]]
    assert sum(row["recommended"] == "true" for row in rows) == 1
    assert "\n\n|    | Card   |   Chance |" in render(found, Look("markdown"))
    assert "♥J ♥Q" in render(found, Look())
    assert "JH QH" in render(found, Look(unicode=False))
    assert "\x1b[31m♥J" in render(found, Look(colour=True))


TURN = "4p up=7S bids=2,1,3,2 played=KH,4H,2H,QH/5C,AC,9C,JC trick=2S,QS : AS JS 9D W"


def test_the_card_to_play_stands_first() -> None:
    found = advise_card(parse_turn(TURN), deals=20, seed=1)
    first, second, *_ = render(found, Look()).splitlines()
    assert re.fullmatch(r"Play .*\(\d+ %, -?\d+ points?\).*", first)
    assert second.split()[0] in ("Clear:", "Sure,", "Too", "Probably:")
    assert render(found, Look(brief=True)) == first


def test_cards_that_may_not_be_played_stand_in_their_place_and_are_marked() -> None:
    turn = parse_turn("4p up=2S bids=1,1,1,1 trick=KH : AH QH JH 3S W")
    rows = [line.split() for line in render(advise_card(turn, deals=20, seed=1), Look()).splitlines()]
    table = rows[next(at for at, row in enumerate(rows) if row and row[0] == "--") + 1 :][:4]
    assert table[0] == ["♠3", "forbidden"]
    assert [row[row[0] == ">"] for row in table[1:]] == ["♥A", "♥J", "W"]


def test_an_explanation_of_a_card_is_what_was_counted() -> None:
    found = advise_card(parse_turn(TURN), deals=200, seed=1)
    rows = [found.estimate(found.recommended), found.runner_up]
    told = json.loads(render(found, Look("json"), explain=True))["explain"]
    assert told["played"] == [print_card(row.card) for row in rows if row]
    assert [row["card"] for row in told["cards"]] == ["AS", "JS", "9D", "W"]
    for at, row in enumerate(rows):
        assert row is not None
        taken = sum(card["copies"] * card["took_a_trick"][at] for card in told["cards"])
        assert taken == pytest.approx(sum(k * chance for k, chance in enumerate(row.tricks)))  # none was taken before
    text = render(found, Look(), explain=True)
    assert "from now on:\nCard " in text
    bid_row = next(line for line in text.split("(your bid: 2):")[1].splitlines() if line.startswith(">"))
    assert bid_row.split()[1:3] == ["2", f"{100 * rows[0].probability_made:.1f}"]  # type: ignore[union-attr]
    assert "explain" not in json.loads(render(found, Look("json")))


def test_an_explanation_of_the_only_card_compares_nothing() -> None:
    found = advise_card(parse_turn("4p up=2S bids=1,0,1,1 trick=KH : AH 3S"), deals=20, seed=1)
    text = render(found, Look(), explain=True)
    assert "No other card may be played." in text
    assert text.count("Play ♥A") == 3  # the answer, and a column in each of the two tables


@pytest.mark.parametrize("width", [40, 60, 80, 200])
@pytest.mark.parametrize("unicode", [True, False])
def test_no_line_is_wider_than_the_terminal(width: int, unicode: bool) -> None:
    turn = parse_turn("4p up=6S bids=2,1,3,2 trick=2H,3H : AS KS QS JS 9S 8S 7S W")
    found = advise_card(turn, deals=20, seed=1)
    text = render(found, Look(unicode=unicode, width=width), explain=True)
    assert max(map(len, text.splitlines())) <= width


def test_points_apart_are_told_without_a_sign() -> None:
    """The policy's own card is recommended, though another did a little better in a few deals."""
    found = advise_card(parse_turn("4p up=2S bids=3,0,0,1 : KS QS 4S"), deals=20, seed=1)
    better = replace(found.cards[1], gap=-0.5, gap_standard_error=0.6)
    text = reasons(replace(found, clear=False, cards=(found.cards[0], better)), Look())[0]
    assert text == "Too close to call between ♠K and ♠4: 0.5 ± 0.6 points apart."


def test_a_card_that_was_dropped_is_not_said_to_be_as_good() -> None:
    found = advise_card(parse_turn("4p up=2S bids=3,0,0,1 : KS QS 4S"), deals=20, seed=1)
    dropped = replace(found.cards[1], gap=2.0, gap_standard_error=1.5, dropped=True)
    answer = replace(found, clear=False, cards=(found.cards[0], dropped))
    assert headline(answer, Look()).count("(") == 1
    assert reasons(answer, Look())[0].startswith("Probably: 2.0 ± 1.5 points better than ♠4")
