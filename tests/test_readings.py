"""What was read one way before words and short forms were read is read in the same way now.

Only a J with a suit's letter behind it is no Jester any more: `W1JCT` is refused.

`readings.tsv` was written by the reader of that time, from inputs put together at random.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from wizard_advisor.hand_notation import read_cards, read_hand
from wizard_advisor.notation import parse_situation, print_situation, read_bids, read_trump
from wizard_advisor.turn_notation import parse_turn, print_turn

ROWS = [line.split("\t") for line in Path(__file__).with_name("readings.tsv").read_text(encoding="utf-8").splitlines()]


def hand(text: str) -> str:
    reading = read_hand(text)
    return f"{reading.hand:x} {reading.deck} {len(reading.notes)}"


READERS: dict[str, Callable[[str], str]] = {
    "hand": hand,
    "cards": lambda text: " ".join(f"{card}{(deck or '-')[0]}" for card, deck in read_cards(text).cards),
    "trump": lambda text: " ".join(map(str, read_trump(text))),
    "bids": lambda text: str(read_bids(text)),
    "line": lambda text: print_situation(parse_situation(text)),
    "turn": lambda text: print_turn(parse_turn(text)),
}


@pytest.mark.parametrize("kind", READERS)
def test_what_was_read_before_is_read_in_the_same_way(kind: str) -> None:
    rows = [(text, reading) for what, text, reading in ROWS if what == kind]
    assert len(rows) >= 60
    for text, reading in rows:
        assert READERS[kind](text) == reading, text
