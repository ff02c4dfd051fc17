"""What an evening tells of its players."""

from dataclasses import replace

from evening_samples import TABLE, Sheet, after_rounds, typed

from wizard_advisor.evening.entry import Advised
from wizard_advisor.evening.pad import enter, new_pad
from wizard_advisor.evening.reading import read_answer
from wizard_advisor.evening.statistics import against_advice, statistics, winners

SMALL = [["-", "-", "1", "0", "0 1", "1"], ["-", "-", "2", "0 1", "1", "0 1 1"]]


def test_bids_made_and_tricks_over_and_under() -> None:
    pad = typed(new_pad(TABLE), [line for lines in SMALL for line in lines])
    found = {row.player: row for row in statistics(pad)}
    assert (found["Anna"].made, found["Anna"].over, found["Anna"].under) == (1, 0, 1)
    assert (found["Ben"].made, found["Ben"].over, found["Ben"].under) == (1, 0, 1)
    assert (found["Carla"].made, found["Carla"].over, found["Carla"].under) == (1, 0, 1)
    assert (found["Dora"].made, found["Dora"].bids, found["Dora"].rounds) == (2, 0, 2)
    assert [row.points for row in found.values()] == [20, 20, 10, 40]
    assert found["Dora"].to_dict()["made"] == 2


def test_a_whole_evening_adds_up() -> None:
    pad = after_rounds(Sheet(5), 15)
    rows = statistics(pad)
    tricks = sum(range(1, 16))
    assert sum(row.over - row.under + row.bids for row in rows) == tricks
    assert [row.points for row in rows] == list(pad.scores.values())


def test_those_with_the_most_points_win() -> None:
    assert winners(new_pad(TABLE)) == TABLE.players
    assert winners(typed(new_pad(TABLE), SMALL[0])) == ("Anna",)
    tied = typed(new_pad(TABLE), ["-", "-", "0", "0", "0 0", "0 0 0 1"])
    assert tied.scores == {"Anna": 20, "Ben": 20, "Carla": 20, "Dora": -10}
    assert winners(tied) == ("Anna", "Ben", "Carla")


def test_only_bids_against_the_advice_count() -> None:
    pad = new_pad(TABLE)
    for number, advised in enumerate((Advised(1, 12.0, 9.0), Advised(2, 30.0, 30.0)), 1):
        for line in SMALL[number - 1]:
            entry = read_answer(pad.wanted, line)
            mine = entry.kind == "bids" and pad.wanted.names == ("Carla",)
            pad = enter(pad, replace(entry, advised=advised) if mine else entry)
    against = against_advice(pad)
    assert (against.bids, against.scored, against.expected, against.chosen) == (1, 20, 12.0, 9.0)
    assert against.gained == 8.0
    assert against_advice(new_pad(TABLE)).bids == 0
    assert against_advice(typed(pad, ["edit 1", "", ""])) == against
    assert against_advice(typed(pad, ["edit 2", "1 0 1 1", ""])) == against  # nothing is known of a bid that was mended
