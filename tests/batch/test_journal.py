"""What the journal of an unfinished output knows, and what is refused because of it."""

import json
from pathlib import Path

import pytest
from batch_samples import ALONE, Batch, Begun, put, read_answers

from wizard_advisor.command import cli


def test_an_answer_that_was_changed_is_noticed(begun: Begun, batch: Batch) -> None:
    whole, journal = begun
    text = Path("hands.csv").read_bytes()
    for place in range(0, len(whole), 13):
        changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        put(changed, journal)
        assert batch(text, "-o", "answers.csv", "--resume") == (
            *(2, []),
            "Error: answers.csv: expected the answers as they were written: some were changed since\n",
        )
        assert (Path("answers.csv").read_bytes(), Path("answers.csv.resume").read_bytes()) == (changed, journal)
    for place in range(0, len(whole), 17):  # a byte less: noticed, or in the last row, which is then written again
        put(whole[:place] + whole[place + 1 :], journal)
        code = batch(text, "-o", "answers.csv", "--resume")[0]
        assert code == 2 or (code, Path("answers.csv").read_bytes()) == (1, whole)


DAMAGED = {
    "nothing": b"",
    "no recipe": b"[]\n",
    "only brackets": b"[" * 100_000 + b"\n",
    "no end": b'{"seed": 1}',
    "no UTF-8": b'{"seed": 1, "file": "\xff"}\n',
    "no seed": b'{"version": "1"}\n',
    "a seed in words": b'{"seed": "7"}\n',
    "a seed too large": b'{"seed": 9223372036854775808}\n',
    "a number of thousands of digits": b'{"seed": ' + b"9" * 5000 + b"}\n",
    "a recipe too long": b'{"seed": 1, "file": "' + b"x" * 1_000_000 + b'"}\n',
}
DAMAGED_ENTRIES = {
    "words": b"so far so good\n",
    "an object": b'{"keep": 99999999999}\n',
    "a position in words": b'["answers", "x", "0011223344556677"]\n',
    "no position": b'["answers", null, "0011223344556677"]\n',
    "a position before the beginning": b'["answers", -1, "0011223344556677"]\n',
    "a position passed before": b'["answers", 1, "0011223344556677"]\n',
    "no digest": b'["answers", 200, 1]\n',
    "a policy without a name": b'["policy", 1, "0011223344556677"]\n',
    "brackets": b"[" * 50_000 + b"\n",
    "a line too long": b"x" * 200_000 + b"\n",
}


@pytest.mark.parametrize("damage", [*DAMAGED, *DAMAGED_ENTRIES])
def test_a_damaged_journal_is_one_line(begun: Begun, batch: Batch, damage: str) -> None:
    whole, journal = begun
    recipe, mark, *_ = journal.splitlines(keepends=True)
    before = DAMAGED[damage] if damage in DAMAGED else recipe + mark + DAMAGED_ENTRIES[damage]
    put(whole, before)
    code, _, err = batch(Path("hands.csv").read_bytes(), "-o", "answers.csv", "--resume")
    assert (code, err) == (2, "Error: answers.csv: expected answers.csv.resume as batch wrote it: it is damaged\n")
    assert (Path("answers.csv").read_bytes(), Path("answers.csv.resume").read_bytes()) == (whole, before)


def test_a_journal_that_knows_more_than_there_is_is_believed_up_to_there(begun: Begun) -> None:
    whole, journal = begun
    recipe, *entries = journal.splitlines(keepends=True)
    put(whole, recipe + b"".join(entries[:3]) + b'["answers", 99999999999, "0011223344556677"]\n')
    assert cli.main(["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--resume"]) == 1
    assert Path("answers.csv").read_bytes() == whole


MINE = 'bid = "simple"\n[play]\nlike = "other.toml"\nslip = 1.0\n'
OTHER = 'bid = "simple"\n[play]\nlike = "standard"\nslip = 2.0\n'
KINDS = """
[[kinds]]
share = 0.5
bid = "simple"
play = "standard"
[[kinds]]
share = 0.5
bid = "simple"
[kinds.play]
like = "standard"
slip = 2.0
"""


@pytest.fixture
def with_policies() -> list[str]:
    """The command of an unfinished run with policy files: one named in a row, which builds on another one, one not."""
    Path("mine.toml").write_text(MINE)
    Path("other.toml").write_text(OTHER)
    Path("third.toml").write_text(KINDS)
    Path("hands.csv").write_text("hand,trump,policy\nAH,7S,\nKH,7S,mine.toml\nXX,7S,\n3S,7S,mine.toml\n")
    command = ["batch", "hands.csv", "-o", "answers.csv", *ALONE, "--opponents", "third.toml"]
    assert cli.main([*command, "--fail-fast"]) == 1
    return [*command, "--resume"]


def test_a_recipe_that_was_changed_is_refused(with_policies: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """As a seed would be, which no option contradicts."""
    journal = Path("answers.csv.resume")
    before = Path("answers.csv").read_bytes()
    recipe, rest = journal.read_text().split("\n", 1)
    journal.write_text(json.dumps(json.loads(recipe) | {"seed": 99}) + "\n" + rest)
    seed = with_policies.index("--seed")
    assert cli.main(with_policies[:seed] + with_policies[seed + 2 :]) == 2
    assert "expected the answers as they were written" in capsys.readouterr().err
    assert Path("answers.csv").read_bytes() == before


def test_an_unfinished_output_is_said_to_be_one(with_policies: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(with_policies[:-1]) == 2
    assert "expected no such file: --resume completes it, --overwrite replaces it\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("file", "content", "name"),
    [
        ("mine.toml", MINE.replace("1.0", "1.5"), "mine.toml"),
        ("other.toml", OTHER + "wizard = 3.0\n", "mine.toml"),
        ("third.toml", KINDS.replace("2.0", "2.5"), "third.toml"),
    ],
    ids=["of a row", "below that of a row", "of the command, several kinds"],
)
def test_a_policy_that_was_changed_is_refused_by_name(
    with_policies: list[str], capsys: pytest.CaptureFixture[str], file: str, content: str, name: str
) -> None:
    before = Path("answers.csv").read_bytes(), Path("answers.csv.resume").read_bytes()
    Path(file).write_text(content)
    capsys.readouterr()
    assert cli.main(with_policies) == 2
    assert capsys.readouterr() == (
        "",
        f"Error: policy '{name}': expected the numbers the output was begun with: they were changed\n",
    )
    assert (Path("answers.csv").read_bytes(), Path("answers.csv.resume").read_bytes()) == before


def test_a_policy_that_is_gone_is_named(with_policies: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.toml").unlink()
    assert cli.main(with_policies) == 2
    assert "found 'mine.toml'\n" in capsys.readouterr().err


def test_only_the_numbers_of_a_policy_matter(with_policies: list[str]) -> None:
    Path("mine.toml").write_text("# my own\n" + MINE)
    assert cli.main(with_policies) == 1
    assert [row["recommended"] for row in read_answers()] == ["0", "0", "", "1"]


def test_a_policy_that_no_answer_depends_on_may_change(with_policies: list[str]) -> None:
    Path("hands.csv").write_text("hand,trump,policy\nAH,7S,\nKH,7S,mine.toml\nQH,7S,fourth.toml\n")
    Path("fourth.toml").write_text(OTHER)
    assert cli.main([*with_policies, "--fail-fast"]) == 0
    assert [row["policy"] for row in read_answers()] == ["", "mine.toml", "fourth.toml"]
