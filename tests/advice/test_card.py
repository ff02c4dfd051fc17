"""Which card now: obvious situations, what an answer holds, the command."""

import re
import shlex
from collections.abc import Callable
from dataclasses import replace

import pytest
from players import STANDARD, changed
from referee import play_some

from wizard_advisor.advice.card import advise_card, candidates
from wizard_advisor.advice.results import CardAdvice
from wizard_advisor.cards import print_card
from wizard_advisor.command import cli
from wizard_advisor.show.card import render
from wizard_advisor.show.recommendation import headline, reasons
from wizard_advisor.show.text import Look
from wizard_advisor.turn_notation import parse_turn

# A round of ten, two cards left, the Wizards gone
LAST = "4p up=2S seat=4 bids=1,3,2,3 tricks=1,3,2,2 played=W,W,W,W"
DIAMONDS = "4D,5D,6D,7D,8D,9D,10D,JD,QD,KD"

OBVIOUS = {
    "all needed: lead high": ("4p up=2S bids=3,0,0,1 : KS QS 4S", "KS QS"),
    "all needed: lead a sure trick": ("4p up=2S bids=3,0,0,0 : W W AS", "W AS"),
    "keep the boss trump for the last trick": (f"{LAST} trick=7C,8C,9C : AS 3D", "3D"),
    "the same when the other card might win": (f"{LAST},{DIAMONDS} trick=7C,8C,9C : AS 3D", "3D"),
    "the same with a player behind": (
        "4p up=2S seat=3 bids=1,3,3,2 tricks=1,3,2,2 played=W,W,W,W trick=7C,8C : AS 3D",
        "3D",
    ),
    "but trump now if both tricks are needed": (
        f"4p up=2S seat=4 bids=1,3,2,4 tricks=1,3,2,2 played=W,W,W,W,{DIAMONDS} trick=7C,8C,9C : AS 3D",
        "AS",
    ),
    "all needed, last: the cheapest winner": ("4p up=2S bids=1,0,0,3 trick=5H,9H,7H : AH JH AS", "JH"),
    "all needed, last: over-trump": ("4p up=2S bids=0,0,0,3 trick=5H,9H,KS : AS QS AD", "AS"),
    "none needed, last: the highest loser": ("4p up=2S bids=1,1,1,0 trick=5H,JH,7H : AH 10H 3H", "10H"),
    "none needed: just under the winner": ("4p up=2S bids=1,1,1,0 trick=KH,3H,QH : AH JH 2H", "JH"),
    "none needed: throw the dangerous card": ("4p up=2S bids=0,1,0,0 trick=5H,JH,7H : AD 2D", "AD"),
    "none needed: a Jester instead of a winner": ("4p up=2S bids=1,1,1,0 trick=5H,6H,7H : AH N", "N"),
    "none needed: a Wizard under a Wizard": ("4p up=2S bids=1,1,1,0 trick=W,6H,7H : W 2C", "W"),
    "none needed: lead low": ("4p up=2S bids=0,0,1,0 : AH 2H", "2H"),
    "one needed: the Wizard is as good at the end": ("4p up=2S bids=0,0,0,1 trick=5H,9H,7H : W 3C", "3C"),
}


def hint(line: str, **options: object) -> CardAdvice:
    return advise_card(parse_turn(line), **{"seed": 1, "deals": 1000} | options)  # type: ignore[arg-type]


# Situations in which every player knows what to do


@pytest.mark.compiled
@pytest.mark.parametrize("name", OBVIOUS)
def test_obvious_card(name: str) -> None:
    line, right = OBVIOUS[name]
    found = hint(line)
    assert print_card(found.recommended) in right.split()
    assert found.clear or len(found.cards) == len(right.split())


# What an answer holds


@pytest.mark.compiled
@pytest.mark.bounds
def test_the_answer_depends_on_the_seed_alone() -> None:
    turn = play_some(5, 4, 8, 10).turn()
    one, two = (replace(advise_card(turn, seed=3, deals=500, threads=threads), seconds=0.0) for threads in (1, 2))
    assert one == two
    assert one != replace(advise_card(turn, seed=4, deals=500), seconds=0.0)


@pytest.mark.compiled
@pytest.mark.parametrize(("hand", "choices"), [("KH 4D", 0), ("KH 9C 4D", 1), ("KH 9C 6S 4D", 2)])
def test_who_searches_mends_a_miss_at_every_choice_to_come(hand: str, choices: int) -> None:
    """This card is one of the candidates and the last one is no choice."""
    turn, mended = f"4p up=2S bids=1,1,1,1 : {hand}", 0.2
    searcher = changed(STANDARD, "searcher", "play", mended=mended)
    plain, saved = (hint(turn, deals=20_000, policy=policy).cards for policy in (STANDARD, searcher))
    for before, after in zip(plain, saved, strict=True):
        misses = before.tricks[0] + (before.tricks[2] if len(before.tricks) > 2 else 0.0)
        share = 1 - (1 - mended) ** choices
        error = (misses * share * (1 - share) / before.deals) ** 0.5
        assert abs(after.probability_made - before.probability_made - misses * share) <= 4 * error


@pytest.mark.compiled
@pytest.mark.bounds
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_any_turn_gets_a_legal_card(players: int) -> None:
    for number in range(12):
        cards = 1 + number % (60 // players)
        turn = play_some(number, players, cards, number * 17 % (players * cards)).turn()
        found = advise_card(turn, seed=number, deals=2)
        assert turn.legal >> found.recommended & 1
        assert sum(1 << card for row in found.cards for card in (row.card, *row.same)) == turn.legal
        for row in found.cards:
            assert sum(row.tricks) == pytest.approx(1)
            assert sum(row.tricks[: turn.tricks[turn.seat - 1]]) == 0  # those taken are taken
            assert row.probability_made == row.tricks[turn.bids[turn.seat - 1] or 0]


def test_a_card_alone_is_said_to_be_the_only_one() -> None:
    found = hint("4p up=QH bids=1,0,2,1 played=2S,4S,AS,3S trick=KC : AC 7D", deals=2)
    assert found.stop == "forced"
    assert headline(found, Look()).startswith("Play ♣A (")
    assert reasons(found, Look()) == ["No other card may be played."]
    same = hint("4p up=QH bids=1,0,1,1 : AS KS", deals=2)
    assert headline(same, Look()).startswith("Play ♠A (")
    assert reasons(same, Look()) == ["They are all the same."]


def test_few_deals_do_not_make_a_much_worse_card_as_good() -> None:
    found = hint("4p up=2S bids=3,0,0,1 : KS QS 4S", deals=40)
    assert not found.clear
    assert re.fullmatch(r"Play ♠K \(\d+ %, \d+ points\)", headline(found, Look()))
    assert re.fullmatch(
        r"Probably: \d\d\.\d ± \d\.\d points better than ♠4, but too few deals to be sure\.",
        reasons(found, Look())[0],
    )


def test_cards_that_do_the_same_in_every_deal_are_as_good() -> None:
    found = hint("4p up=2S bids=3,0,0,1 : KS QS 4S", deals=2)
    tied = replace(found.cards[1], gap=0.0, gap_standard_error=0.0)
    both = replace(found, clear=False, cards=(found.cards[0], tied))
    assert re.fullmatch(r"Play ♠K \(.*\) or ♠4 \(.*\)", headline(both, Look()))
    assert reasons(both, Look()) == ["Hardly matters: ♠4 is as good, 0.00 points apart."]


def test_when_nobody_else_has_a_card_the_answer_is_exact() -> None:
    found = hint("4p up=2S bids=0,0,0,1 trick=5H,9H,7H : JH")
    assert (found.exact, found.stop) == (True, "exact")
    assert (found.cards[0].expected_score, found.cards[0].standard_error) == (30.0, 0.0)
    assert found.tries == 0
    assert render(found, Look()).endswith("\n\nExact, counted without deals.")


@pytest.mark.compiled
def test_auto_stops_when_it_is_clear_and_says_when_it_is_not() -> None:
    found = hint("4p up=2S bids=1,1,1,0 trick=5H,6H,7H : AH N", deals="auto")
    assert (found.stop, found.deals) == ("clear", 500)
    close = hint("4p up=2S bids=1,1,0,1 : 7H 6D 5C", deals="auto")
    assert (close.stop, close.deals) == ("limit", 5000)
    assert "Too close to call" in reasons(close, Look())[0]


@pytest.mark.compiled
def test_bids_tell_about_the_cards() -> None:
    """Nobody else wants a trick, so nobody is likely to hold a Wizard: the ace of trump is good at the end."""
    line = "4p up=2S bids=0,0,0,1 trick=7C,8C,9C : AS 3D"
    told, untold = hint(line), hint(line, inference=False)
    assert told.estimate(told.recommended).probability_made > untold.estimate(told.recommended).probability_made + 0.05
    assert (told.inference, untold.inference) == (True, False)


def test_without_the_order_nothing_is_learnt_from_bids() -> None:
    found = hint("4p up=2S seat=4 bids=1,0,1,3 tricks=0,1,0,0 played=2H,3H trick=7C,8C : AS 3D", deals=2)
    assert not found.inference


# Cards that are the same


@pytest.mark.parametrize(
    ("line", "groups"),
    [
        ("4p up=2S bids=3,0,0,1 : KS QS 10S", ["KS QS", "10S"]),
        ("4p up=JS bids=3,0,0,1 : KS QS 10S", ["KS QS 10S"]),  # the jack was turned up
        ("4p up=2S bids=0,0,0,1 : W W N N AH", ["AH", "W W", "N N"]),
        ("4p up=2S bids=1,1,1,1 trick=KH : AH QH JH", ["AH", "JH QH"]),  # the king on the table is between
        ("4p up=2S bids=1,0,1,1 trick=KH,AD : QH JH 2D", ["JH QH"]),
        ("4p up=2S bids=1,0,1,1 trick=KS,AD : QH JH 2D", ["JH QH", "2D"]),
        ("4p up=2S bids=1,0,0,1 trick=KS,AD : QH JH 2D", ["QH JH", "2D"]),  # no trick wanted: the higher is named
        ("4p up=2S bids=0,1,0,1 played=KH,2H,3H,4H : AH QH", ["AH QH"]),
    ],
)
def test_cards_with_nothing_unseen_between_them_are_one_candidate(line: str, groups: list[str]) -> None:
    found = candidates(parse_turn(line))
    assert [" ".join(map(print_card, group)) for group in found] == groups


# The command

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")

    def call(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(["play", *arguments, "--deals", "3", "--seed", "1"])
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.mark.parametrize(
    "arguments",
    [
        ("AC 7D", "-t", "QH", "-b", "1,0,2,1", "--played", "2S 4S AS 3S", "--trick", "KC"),
        ("AC", "7D", "-t", "QH", "-b", "1 0 2 1", "--played", "2S,4S,AS,3S", "--trick", "KC", "-s", "dealer"),
        ("4p up=QH bids=1,0,2,1 played=2S,4S,AS,3S trick=KC : AC 7D",),
        ("played=2S,4S,AS,3S trick=KC : AC 7D", "--trump", "QH", "--bids", "1,0,2,1", "--tricks", "0,0,1,0"),
    ],
)
def test_options_and_lines_describe_the_turn(run: Run, arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments)
    assert (code, err.replace("compiling…\n", "")) == (0, "")
    assert "seat 4 of 4 (the dealer), trump hearts" in out
    assert "seat 3: 1 of 2" in out
    assert "Play ♣A" in out


BIDS = ("-t", "QH", "-b", "0,0,0,0")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("AC",), "trump: expected"),
        (("AC", "-t", "QH"), "bids: expected 4 bids, one for each seat: found 0"),
        (("AC", "-t", "QH", "-b", "0,0,0,x"), "bids: expected a number: found 'x'"),
        (("AC", *BIDS, "--trick", "XY"), "trick: expected cards like AS, 10H, W or N: 'XY' is not a card"),
        (("trick=2C : AC", "--trick", "2C"), "--trick: expected in the line or as an option, not both: found '2C'"),
        (("XY", "-t", "QH"), "hand: expected cards like AS, 10H, W or N: 'XY' is not a card"),
        (("AC", *BIDS, "--opponents", "nobody"), "--opponents: expected standard, "),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run: Run, arguments: tuple[str, ...], reason: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {reason}")
    assert err.count("\n") == 1


def test_examples_of_the_help_page_run(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "--help"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    examples = [shlex.split(line)[2:] for line in lines if line.startswith("wizard-advisor play")]
    assert len(examples) == 3
    for example in examples:
        assert run(*example)[0] == 0


def test_the_hand_is_read_as_everywhere(run: Run) -> None:
    assert "Note: a bare J was read as a Jester" in run("J 3D", "-t", "QH", "-b", "1,0,1,1")[1]
