"""What is typed in haste: commands and options not quite right, a trump left out, short forms, other languages."""

import io
import sys

import pytest
from conftest import Run

import wizard_advisor.show.bid  # before `asked` takes the place of what it imports  # noqa: F401
from wizard_advisor.hand_notation import print_hand


@pytest.mark.parametrize(("typed", "meant"), [("advice", "advise"), ("chrat", "chart"), ("polices", "policy")])
def test_a_command_that_is_none_is_told_the_one_most_like_it(run: Run, typed: str, meant: str) -> None:
    assert run(typed) == (2, "", f"Error: No such command '{typed}': did you mean {meant}?\n")


def test_a_command_like_none_is_told_them_all(run: Run) -> None:
    code, _, err = run("xyz")
    assert (code, err) == (
        2,
        "Error: No such command 'xyz': there are advise, batch, play, game, policy, chart, config\n",
    )


@pytest.mark.parametrize(
    ("options", "seen"),
    [
        (["--player", "5"], {"players": 5}),
        (["--bid", "0"], {"bids": (0,), "seat": 2}),
        (["--hidden"], {"hidden_bids": True}),
        (["--lang", "de", "--trum", "Pik"], {"trump": 0}),
    ],
)
def test_an_option_may_be_cut_short_where_it_can_be_no_other(
    run: Run, asked: dict[str, object], options: list[str], seen: dict[str, object]
) -> None:
    trump = [] if "--trum" in options else ["-t", "H"]
    assert run("advise", "AS", *trump, *options)[0] == 0
    situation = asked["situation"]
    assert {name: getattr(situation, name) for name in seen} == seen


@pytest.mark.parametrize("option", ["--se", "--p", "--zzz"])
def test_an_option_that_can_be_several_or_none_is_refused(run: Run, option: str) -> None:
    code, _, err = run("advise", "AS", "-t", "H", option, "1")
    assert code == 2 and err.startswith(f"Error: No such option '{option}'")


@pytest.mark.parametrize(
    ("arguments", "hand", "bids"),
    [
        (["AS,KS,", "-t", "H", "-b", "2,1,"], "AS KS", (2, 1)),
        (["10", "H", "A", "S", "-t", "Q H"], "AS 10H", ()),
        (["p=4 t=QH s=3 b=2,1 : AS, 10 H"], "AS 10H", (2, 1)),
        (["4p", "QH", "3", "2,1", ":", "AS", "10H"], "AS 10H", (2, 1)),
        (["Ace of spades, king of hearts", "-t", "queen of hearts"], "AS KH", ()),
        (["2 wizards", "Pik As", "-t", "Karo"], "AS W W", ()),
        (["HD", "KaB", "--language", "de", "-t", "P"], "QH JD", ()),
    ],
)
def test_hands_as_they_are_typed(
    run: Run, asked: dict[str, object], arguments: list[str], hand: str, bids: tuple[int, ...]
) -> None:
    assert run("advise", *arguments)[0] == 0
    situation = asked["situation"]
    assert print_hand(situation.hand) == hand  # type: ignore[attr-defined]
    assert situation.bids == bids  # type: ignore[attr-defined]


def test_the_answer_says_whose_letters_were_read(run: Run, asked: dict[str, object]) -> None:
    _, out, _ = run("advise", "HD", "-t", "P", "--language", "de")
    assert "Note: letters are read as in German: D is Q, B is J, P is S, KA is D, KR is C" in " ".join(out.split())
    assert asked


def test_a_language_that_is_not_known_is_refused(run: Run) -> None:
    code, _, err = run("advise", "AS", "-t", "H", "--language", "xx")
    assert (code, err) == (
        2,
        "Error: --language: expected one of en, de, fr, nl, es, it, pl, no, be, ga, lo, fa: found 'xx'\n",
    )


class Terminal(io.StringIO):
    """Standard input with somebody there who answers."""

    def isatty(self) -> bool:
        return True


def test_a_trump_left_out_is_asked_for_on_a_terminal(
    run: Run, asked: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("foo\nAS\nHerz\n"))
    code, _, err = run("advise", "AS")
    assert code == 0
    assert err.count("Trump: the card turned up like QH") == 3
    assert "found 'foo'" in err and "'AS' is in both" in err
    assert asked["situation"].trump == 1  # type: ignore[attr-defined]


def test_a_hand_left_out_is_asked_for_on_a_terminal(
    run: Run, asked: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("AS KS\n"))
    assert run("advise", "-t", "H")[0] == 0
    assert print_hand(asked["situation"].hand) == "AS KS"  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", ["advise", "play"])
def test_nobody_is_asked_where_standard_input_is_no_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("H\n"))
    code, _, err = run(command, "AS")
    assert code == 2 and err.startswith("Error: trump: expected ")
    code, _, err = run(command)
    assert (code, err) == (2, "Error: Missing argument 'HAND...'.\n")


def test_other_questions_are_not_asked_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("H\n"))
    code, _, err = run("advise", "AS", "-s", "9")
    assert code == 2 and "seat: expected 1 to 4" in err


def test_the_words_an_option_takes_are_not_cut_options(run: Run) -> None:
    """`play` begins `--players` of the same command."""
    assert "--half [both|bid|play]" in run("policy", "tune", "-h")[1]


@pytest.mark.parametrize(
    ("typed", "expected"), [("peple", "people"), ("xyz", "standard, play, people, simple, random")]
)
def test_a_policy_that_is_none_is_told_the_one_most_like_it(run: Run, typed: str, expected: str) -> None:
    assert run("policy", "show", typed)[2] == (
        f"Error: policy: expected {expected} or a TOML file that is there: found '{typed}'\n"
    )
