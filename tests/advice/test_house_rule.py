"""No trump and no card turned up before the last round, a house rule: nobody has seen any card but their own."""

from fractions import Fraction
from math import comb

from wizard_advisor import parse_situation
from wizard_advisor.advice.one_card import win_chance
from wizard_advisor.advice.setup import round_of


def test_all_sixty_cards_but_mine_are_unseen() -> None:
    ace = parse_situation("4p none 1 : AS")  # led, it loses to a Wizard only
    assert win_chance(ace).chance == Fraction(comb(55, 3), comb(59, 3))
    round = round_of(parse_situation("4p none 1 : AS KS"))
    assert (round.unseen, round.seen, round.loose_upcard) == (58, 0, 0)
