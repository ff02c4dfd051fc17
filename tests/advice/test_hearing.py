"""How strictly bids are read: which one is loosened, how far, and how the kinds of players are drawn then."""

from collections.abc import Sequence

import numpy as np
import pytest
from players import RANDOM, SIMPLE, STANDARD, population

from wizard_advisor.advice.hearing import FIRST_LOOSENESS, LEAST_KEPT, PILOT_DEALS, hearing_of, settle
from wizard_advisor.advice.setup import round_of
from wizard_advisor.notation import parse_situation
from wizard_advisor.policy.files import Players
from wizard_advisor.simulate.layout import Floats, Hearing, Room, minds_of

TWO = population("two", one=(0.75, SIMPLE), other=(0.25, STANDARD))
Surveyed = dict[int, Sequence[tuple[float, float]]]  # by player, by kind: the highest chance and the mean one


def settled(line: str, surveyed: Surveyed, policies: Sequence[Players]) -> tuple[Hearing, tuple[int, ...]]:
    """What is made of a survey that finds these chances; and the seats of those who made odd bids."""
    situation = parse_situation(line)
    hearing = hearing_of(situation)
    assert hearing is not None

    def survey(deals: int, sums: Floats, room: Room) -> None:
        assert deals == PILOT_DEALS
        for q, kinds in surveyed.items():
            for place, (highest, mean) in enumerate(kinds):
                hearing.ceilings[q, place] = highest
                sums[q, place] = mean * deals

    return hearing, settle(hearing, round_of(situation), minds_of(policies), survey)


def share_kept(hearing: Hearing, surveyed: Surveyed, policies: Sequence[Players]) -> dict[int, float]:
    """By player, of the deals of which its bid is one reason to be kept or not."""
    found = {}
    for q, kinds in surveyed.items():
        loose, free = hearing.looseness[q], hearing.free[q]
        shares = [kind.share for kind in policies[q].kinds]
        means = [mean + loose * (free - mean) for _, mean in kinds]
        ceilings = [highest + loose * (free - highest) for highest, _ in kinds]
        kept = sum(share * mean for share, mean in zip(shares, means, strict=True))
        found[q] = kept / sum(share * ceiling for share, ceiling in zip(shares, ceilings, strict=True))
    return found


def test_bids_that_many_hands_would_make_are_read_strictly() -> None:
    """And kinds are drawn by share × the highest chance."""
    surveyed: Surveyed = {0: [(0.8, 0.4), (0.4, 0.2)], 1: [(1.0, 0.1)]}
    hearing, odd = settled("4p up=7S seat=3 bids=1,0 : AS KS", surveyed, (TWO, STANDARD, STANDARD, STANDARD))
    assert odd == ()
    assert hearing.reads.tolist() == [1, 1, 0, 0]
    assert hearing.looseness.tolist() == [0.0] * 4
    assert hearing.free[:2].tolist() == pytest.approx([1 / 3, 1 / 3])
    assert hearing.ceilings[0, :3].tolist() == pytest.approx([0.8, 0.4, 0.0])
    assert hearing.cuts[0, :2].tolist() == pytest.approx([0.6 / 0.7, 1.0])
    assert hearing.cuts[1, 0] == 1.0


@pytest.mark.parametrize("odd", [0, 1, 2])
def test_the_bid_that_fewest_hands_would_make_is_loosened_and_no_other(odd: int) -> None:
    surveyed: Surveyed = {q: [(0.9, 0.5)] for q in range(3)} | {odd: [(0.9, 1e-6)]}
    policies = [STANDARD] * 4
    hearing, seats = settled("4p up=7S seat=4 bids=1,0,2 : AS KS", surveyed, policies)
    assert seats == (odd + 1,)
    assert (hearing.looseness > 0).tolist() == [q == odd for q in range(4)]
    kept = share_kept(hearing, surveyed, policies)
    assert np.prod(list(kept.values())) >= LEAST_KEPT
    # No looser than it has to be: half of it would keep too few.
    hearing.looseness[odd] /= 2
    assert hearing.looseness[odd] < FIRST_LOOSENESS or (
        np.prod(list(share_kept(hearing, surveyed, policies).values())) < LEAST_KEPT
    )


def test_looseness_moves_the_ceilings_and_the_draws_of_kinds_towards_those_of_anybody() -> None:
    surveyed: Surveyed = {0: [(0.9, 1e-3), (0.2, 1e-3)]}
    policies = (TWO, STANDARD, STANDARD)
    hearing, seats = settled("3p up=7S seat=2 bids=3 : AS KS 2H", surveyed, policies)
    loose = float(hearing.looseness[0])
    assert seats == (1,)
    assert loose in [FIRST_LOOSENESS * 2**step for step in range(6)]
    ceilings = [highest + loose * (1 / 4 - highest) for highest in (0.9, 0.2)]
    assert hearing.ceilings[0, :2].tolist() == pytest.approx(ceilings)
    drawn = [0.75 * ceilings[0], 0.25 * ceilings[1]]
    assert hearing.cuts[0, :2].tolist() == pytest.approx([drawn[0] / sum(drawn), 1.0])


def test_two_odd_bids_are_loosened_in_turn() -> None:
    surveyed: Surveyed = {0: [(1.0, 1e-5)], 1: [(1.0, 1e-5)]}
    hearing, seats = settled("3p up=7S seat=3 bids=2,2 : AS KS", surveyed, [STANDARD] * 3)
    assert seats == (1, 2)
    first, second = map(float, hearing.looseness[:2])
    assert max(first, second) <= 2 * min(first, second)
    assert np.prod(list(share_kept(hearing, surveyed, [STANDARD] * 3).values())) >= LEAST_KEPT


def test_a_bid_that_no_hand_makes_ends_as_one_of_somebody_who_bids_anything() -> None:
    hearing, seats = settled("3p up=7S seat=2 bids=2 : AS KS", {0: [(0.0, 0.0)]}, [STANDARD] * 3)
    assert seats == (1,)
    assert hearing.looseness[0] == FIRST_LOOSENESS
    assert hearing.ceilings[0, 0] == pytest.approx(FIRST_LOOSENESS / 3)  # so every deal is kept


def test_a_kind_that_never_bids_so_is_never_drawn() -> None:
    hearing, seats = settled("3p up=7S seat=2 bids=2 : AS KS", {0: [(0.0, 0.0), (0.5, 0.2)]}, [TWO, STANDARD, STANDARD])
    assert seats == ()
    assert hearing.cuts[0, :2].tolist() == [0.0, 1.0]


def test_mine_and_unknown_bids_are_not_read() -> None:
    nothing: Surveyed = {}
    hearing, seats = settled("4p up=7S seat=4 bids=?,1,? : AS KS", {1: [(1.0, 0.5)]}, [STANDARD] * 4)
    assert (hearing.reads.tolist(), seats) == ([0, 1, 0, 0], ())
    assert hearing.bids.tolist() == [-1, 1, -1, -1]
    assert hearing_of(parse_situation("4p up=7S seat=4 bids=?,?,? : AS KS")) is None
    assert hearing_of(parse_situation("4p up=W:H seat=4 : AS KS")) is None  # I named it
    hearing, seats = settled("4p up=W:H seat=4 bids=1 : AS KS", {0: [(1.0, 0.5)]}, [STANDARD] * 4)
    assert hearing.reads.tolist() == [1, 0, 0, 0]
    assert settled("4p up=W:H seat=1 : AS KS", nothing, [STANDARD] * 4)[0].reads.tolist() == [0, 0, 0, 1]


def test_a_dealer_who_does_anything_names_each_suit_a_quarter_of_the_time() -> None:
    hearing, _ = settled("3p up=W:H seat=2 bids=1 : AS KS", {0: [(1.0, 0.5)], 2: [(1.0, 0.5)]}, [RANDOM] * 3)
    assert hearing.free.tolist() == pytest.approx([1 / 3, 1.0, 1 / 4])


def test_what_the_others_had_heard() -> None:
    hearing = hearing_of(parse_situation("5p up=7S seat=5 bids=1,?,0,2 hook=dealer : AS KS 2H"))
    assert hearing is not None
    assert hearing.heard.tolist() == [0, 1, 1, 1, 3]
    assert hearing.bidders.tolist() == [0, 1, 1, 2, 3]
    assert hearing.forbidden.tolist() == [-1] * 5  # not known, with a bid that was not heard
    known = hearing_of(parse_situation("4p up=7S seat=4 bids=1,0,1 hook=dealer : AS KS 2H"))
    assert known is not None
    assert known.forbidden.tolist() == [-1, -1, -1, 1]
