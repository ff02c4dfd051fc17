"""What an answer does not know, in sentences."""

from dataclasses import replace

import pytest
from samples import CLEAR

from wizard_advisor.notation import parse_situation
from wizard_advisor.show.caution import cautions
from wizard_advisor.show.recommendation import reasons
from wizard_advisor.show.text import Look

HAND = "W AS KS 10H 3D"


@pytest.mark.parametrize(
    ("line", "sentences"),
    [
        ("4p up=7S seat=4 hook=dealer bids=1,1,1", []),
        ("4p up=7S seat=3 hook=dealer", []),
        ("4p up=7S seat=4 bids=1,?,1", []),
        ("4p up=7S seat=4 hook=dealer bids=5,?,1", []),
        (
            "4p up=7S seat=4 hook=dealer bids=1,?,1",
            [
                "Seat 2's bid was not given, so it is not known which bid, of 0 to 3, the hook forbids you"
                " (the bids may not add up to 5). If it is 2, bid 3: that costs 3.1 ± 0.3 points."
            ],
        ),
        (
            "4p up=7S seat=4 hook=dealer bids=4,0",
            [
                "Seat 3's bid was not given, so it is not known which bid, of 0 to 1, the hook forbids you"
                " (the bids may not add up to 5)."
            ],
        ),
        (
            "4p up=7S seat=4 hook=dealer bids=5,0",
            [
                "Seat 3's bid was not given, so it is not known whether the hook forbids you 0"
                " (the bids may not add up to 5)."
            ],
        ),
        (
            "4p up=7S seat=4 hook=leader bids=1",
            [
                "The bids of seats 2 and 3 were not given, so it is not known which bid, of 1 to 4, the hook forbids"
                " you (the bids may not add up to 5 unless the last one is 0). If it is 2, bid 3: that costs 3.1 ± 0.3"
                " points."
            ],
        ),
    ],
)
def test_bids_not_given_before_the_hook(line: str, sentences: list[str]) -> None:
    situation = parse_situation(f"{line} : {HAND}")
    assert cautions(replace(CLEAR, situation=situation), Look()) == sentences


def test_bids_too_odd_to_be_read() -> None:
    odd = replace(CLEAR, odd_bids=(1, 2, 4))
    assert cautions(odd, Look()) == ["Hardly any hand would bid as seats 1, 2 and 4 did: little was read from that."]
    assert "Hardly any" not in " ".join(reasons(odd, Look()))
