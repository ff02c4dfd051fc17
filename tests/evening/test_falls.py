"""The cards of a round as they fall."""

import pytest
from evening_samples import TABLE, refused, typed, typed_one
from referee import deal, play_some

from wizard_advisor.cards import FRENCH, NO_SUIT, rank_of
from wizard_advisor.errors import SituationError
from wizard_advisor.evening.falls import begin, lay
from wizard_advisor.evening.pad import Pad, new_pad
from wizard_advisor.situation import Situation
from wizard_advisor.turn import Turn

NAMES = ("a", "b", "c", "d", "e", "f")


def plain(card: int) -> int:
    """A card as it is read: any Wizard is the first, and so is any Jester."""
    return rank_of(card) if rank_of(card) in (0, 14) else card


@pytest.mark.parametrize("seed", range(60))
def test_rounds_stand_as_the_referee_says(seed: int) -> None:
    players, cards, me = 3 + seed % 4, 1 + seed % 9, seed % (3 + seed % 4)
    round = deal(seed, players, cards)
    situation = Situation(players, round.hands[me], round.trump, round.upcard, me + 1)
    falls = begin(situation)
    played = play_some(seed, players, cards, players * cards).played
    for card in played:
        assert falls.turn == round.turn_seat + 1
        if round.turn_seat == me:
            turn = Turn(
                *(players, falls.hand, round.trump, round.upcard, me + 1, tuple(round.bids)),
                trick=falls.trick,
                played=falls.past,
            )
            assert turn == round.turn()
            voids = {(seat, suit) for seat in range(1, players + 1) for suit in range(4) if seat != me + 1
                     and turn.voids >> 4 * (seat - 1) + suit & 1}  # fmt: skip
            assert voids == {(seat, suit) for seat, suit in falls.voids if seat != me + 1}
        round.play(card)
        falls = lay(falls, situation, NAMES, ((plain(card), None),))
        assert falls.hand.bit_count() == round.hands[me].bit_count()
    assert list(falls.taken) == round.taken and sum(falls.taken) == cards


def bid_out() -> Pad:
    """All have bid in the third round, which Dora leads: I play last."""
    lines = ["-", "-", "1", "0", "0 1", "1", "-", "-", "2", "0 1", "1", "0 1 1 0"]
    return typed(new_pad(TABLE), [*lines, "7s", "ah 2h w", "1 0 1", "2"])


def test_tricks_are_told_in_one_line_or_as_they_fall() -> None:
    pad = bid_out()
    assert pad.current.order == ("Dora", "Anna", "Ben", "Carla")
    whole = typed_one(pad, "play kh 3h 4c ah")
    falls = whole.current.falls
    assert falls is not None and falls.taken == (0, 0, 0, 1) and falls.leader == 4 and falls.voids == {(3, 1)}
    assert typed(pad, ["play kh 3h", "play 4c", "play ah"]).current == whole.current
    assert typed(pad, ["play kh 3h", "play kh 3h 4c ah"]).current == whole.current  # the whole trick told again
    done = typed(whole, ["play w 2d 3d 5d", "play 2h 8h 6d 7d"])
    assert done.past[-1].tricks == {"Dora": 1, "Anna": 0, "Ben": 0, "Carla": 2}  # not asked for
    assert done.wanted.kind == "trump"


@pytest.mark.parametrize(
    ("before", "wrong", "why"),
    [
        ([], "play kh 3h 4c 2h 5c", "expected 1 to 4 cards, one trick at a time: found 5"),
        (["kh 3h"], "play 4c 2h 5c", "expected 1 to 2 cards"),
        ([], "play ah", "a card that Dora can hold: 'AH' is in your hand already"),
        ([], "play 7s", "'7S' is turned up already"),
        (["kh"], "play kh", "a card that Anna can hold: 'KH' is played already"),
        (["kh 3h 4c"], "play 3c", "a card of your hand, as it is your turn: found '3C'"),
        (["3c 4c 5c w"], "play 3h", "a card of your hand"),
        (["kh 3h 4c ah", "w 2d 3d 5d"], "play 2h 8h 6d 5h", "expected no H of Ben, void since not following H"),
        (["w w w"], "play w 2c", "expected 1 card, one trick at a time: found 2"),
        ([], "play w w w w", ""),
    ],
)
def test_cards_that_cannot_be(before: list[str], wrong: str, why: str) -> None:
    pad = typed(bid_out(), [f"play {cards}" for cards in before])
    if why:
        assert why in refused(pad, wrong)
    else:
        assert typed_one(pad, wrong)


def test_following_suit_holds_for_me() -> None:
    pad = typed(new_pad(TABLE), ["7s", "kh", "1", "0", "0 1", "1", "2s", "ah 3c", "1", "0 0", "0"])
    assert pad.current.order[0] == "Carla"
    led = typed(pad, ["play ah w 2h 3h"])
    assert led.current.falls is not None and led.current.falls.turn == 2
    pad = typed(led, ["play 5c 4h 6c", "undo"])
    assert pad == led
    table = Situation(3, 1 << 29 | 1 << 50, NO_SUIT, 0, 2)
    with pytest.raises(SituationError, match="follows H, as you hold H: found '3C'"):
        lay(lay(begin(table), table, NAMES, ((17, FRENCH),)), table, NAMES, ((50, FRENCH),))


def test_a_fifth_wizard_is_refused() -> None:
    pad = bid_out()  # I hold one
    pad = typed(pad, ["play w w w ah"])
    assert "a card that Dora can hold: 'W' is in your hand already" in refused(pad, "play w")


def test_tricks_entered_by_hand_are_at_least_those_told() -> None:
    pad = typed(bid_out(), ["play kh 3h 4c ah"])
    assert "tricks: expected 1 or more of Carla, as the cards played say" in refused(pad, "1 1 0 1")
    assert typed_one(pad, "1 0 1 1").past[-1].tricks["Carla"] == 1
