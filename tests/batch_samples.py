"""Rows, files and processes that tests of `batch` share."""

import csv
import io
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from wizard_advisor.batch import run as run_module
from wizard_advisor.batch.journal import Journal
from wizard_advisor.command import cli

HEADER = "id,players,hand,trump,seat,bids,hook,note"
GOOD = [  # of one card: exact, so answered at once
    ("a", "3", "JH", "7S", "1", "", "none", "x"),
    ("b", "4", "AH", "7S", "", "", "", 'with "quotes", and a comma'),
    ("c", "4", "3S", "7S", "2", "", "", ""),
    ("d", "6", "R13", "B2", "6", "", "", "two\nlines"),
    ("e", "5", "W", "N", "first", "", "", "  "),
]
ALONE = ["--seed", "1"]
Answers = list[dict[str, str]]
Batch = Callable[..., tuple[int, Answers, str]]  # the fixture `batch`
Begun = tuple[bytes, bytes]  # an output that lacks nothing, and its journal, which knows every row


def csv_text(rows: Sequence[Sequence[str]], header: str = HEADER) -> str:
    out = io.StringIO()
    out.write(header + "\n")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def mixed(count: int, seed: int = 1, largest: int = 3) -> list[tuple[str, ...]]:
    """Rows of every number of players and up to `largest` cards."""
    rng = random.Random(seed)
    pack = [rank + suit for suit in "SHDC" for rank in (*"23456789JQKA", "10")] + ["W", "N"] * 4
    rows = []
    for number in range(count):
        players, size = rng.randint(3, 6), rng.randint(1, largest)
        rng.shuffle(pack)
        upcard = "W:H" if pack[size] == "W" else pack[size]
        seat = rng.randint(1, players)
        bids = ",".join(rng.choice("01?") for _ in range(seat - 1))
        rows.append((str(number), str(players), " ".join(pack[:size]), upcard, str(seat), bids, "", ""))
    return rows


def read_answers() -> Answers:
    return list(csv.DictReader(Path("answers.csv").read_text().splitlines()))


def start(*arguments: str, **how: Any) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-m", "wizard_advisor", "batch", *arguments], **how)


def wait_for(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def begin(*arguments: str) -> Begun:
    """Run `batch` to its end but for the removal of the journal."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_module, "TOGETHER", 1)
        patch.setattr(Journal, "remove", Journal.close)
        cli.main(["batch", *arguments, *ALONE])
    path = Path(arguments[arguments.index("-o") + 1])
    journal = path.with_name(path.name + ".resume")
    found = path.read_bytes(), journal.read_bytes()
    path.unlink()
    journal.unlink()
    return found


def put(output: bytes, journal: bytes, name: str = "answers.csv") -> None:
    Path(name).write_bytes(output)
    Path(f"{name}.resume").write_bytes(journal)


def journals(journal: bytes, size: int) -> list[bytes]:
    """What a journal may be beside an output of so many bytes: after a kill sooner or later, and after a power cut."""
    recipe, *entries = journal.splitlines(keepends=True)
    written = [entry for entry in entries if json.loads(entry)[1] <= size]
    return [recipe + b"".join(written), recipe + b"".join(written[:1]), journal, journal[:-5]]
