"""The table for those who search for their cards plays as the simulator does."""

import sys
from pathlib import Path

import pytest

from wizard_advisor.rules import score

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "scripts"))
import card_table


@pytest.mark.compiled
@pytest.mark.parametrize("table", ["standard", "simple", "people"])
def test_policies_alone_take_the_tricks_that_the_simulator_says(table: str) -> None:
    for number in range(30):
        deal = card_table.make_deal(3, number, card_table.SIZES, table)
        points = score(deal.bids[deal.seat], deal.taken[deal.seat])
        assert card_table.points_at(table, 0, 3, number) == points


def test_a_searcher_is_asked_for_every_card_and_plays_its_own() -> None:
    deal = card_table.make_deal(3, 1, card_table.SIZES, "standard")
    asked = []

    def lowest(turn: card_table.Turn) -> int:
        asked.append(turn.hand.bit_count())
        return card_table.lowest_card(turn.legal)

    card_table.play_deal(deal, lowest)
    assert asked == list(range(deal.cards, 0, -1))
