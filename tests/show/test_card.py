"""How the answer for a card is shown."""

import csv
import io
import json

from wizard_advisor.advice.card import advise_card
from wizard_advisor.cards import print_card
from wizard_advisor.show.card import render, turn_lines
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
    assert turn_lines(unsure, Look())[-1] == "Played before: 2 cards, by whom is not known"


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
    assert render(found, Look("markdown")).startswith("|    | Card   |   Chance |")
    assert "♥J ♥Q" in render(found, Look())
    assert "JH QH" in render(found, Look(unicode=False))
    assert "\x1b[31m♥J" in render(found, Look(colour=True))
