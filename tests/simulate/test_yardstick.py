"""The C program that the simulator's speed is held against plays the same game."""

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from wizard_advisor.policy.files import load_policy
from wizard_advisor.simulate.rounds import play_rounds

SOURCE = Path(__file__).parents[2] / "scripts" / "random_playout.c"
COMPILER = shutil.which("gcc") or shutil.which("cc")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if COMPILER is None:
        pytest.skip("no C compiler")
    built = tmp_path_factory.mktemp("c") / "random_playout"
    subprocess.run([COMPILER, "-O3", "-Wall", "-Wextra", "-Werror", "-o", built, SOURCE], check=True)
    return built


@pytest.mark.compiled
@pytest.mark.parametrize(("players", "cards"), [(4, 1), (4, 5), (3, 20)])
def test_every_seat_takes_as_many_tricks_as_in_the_simulator(program: Path, players: int, cards: int) -> None:
    deals = 100_000
    taken = play_rounds(
        cards, [load_policy("random")], np.zeros((1, players), np.int64), seed=1, first=0, deals=deals
    ).taken[:, 0]
    done = subprocess.run([program, *map(str, (players, cards, deals))], capture_output=True, text=True, check=True)
    found = re.fullmatch(r"\d+ deals/s, [\d.]+ ns a card; tricks by seat:((?: [\d.]+)+)\n", done.stdout)
    assert found
    tricks = np.array([float(word) for word in found[1].split()])
    errors = taken.std(axis=0) * (2 / deals) ** 0.5
    assert (abs(tricks - taken.mean(axis=0)) < 4.5 * errors + 0.0005).all()


@pytest.mark.parametrize("arguments", [[], ["4", "16", "1"], ["2", "5", "1"], ["4", "5", "x"]])
def test_what_cannot_be_played_is_refused(program: Path, arguments: list[str]) -> None:
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "expected: random_playout PLAYERS CARDS DEALS, like 4 5 200000\n"
