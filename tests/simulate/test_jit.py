"""Where compiled code is kept, when it is thrown away, and what is told while it is made."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import wizard_advisor
from wizard_advisor.simulate import jit

PACKAGE = Path(wizard_advisor.__file__).parent
QUESTION = ("advise", "W AS KS 10H 3D", "--players", "4", "--trump", "H", "--seat", "3", "--bids", "1,0")


def run(program: str, folder: Path = PACKAGE.parent, **environment: str) -> str:
    """What a Python of its own prints, which finds this package in `folder`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "XDG_"))}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**kept, "PYTHONPATH": str(folder), **environment},
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


WHERE = "from wizard_advisor.simulate import jit; print(jit._FOLDER)"


def test_any_change_of_a_compiled_source_is_another_folder(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "wizard_advisor", ignore=shutil.ignore_patterns("__pycache__", ".*"))
    cache = str(tmp_path / "cache")
    before = run(WHERE, tmp_path, NUMBA_CACHE_DIR=cache)
    assert before.startswith(cache)
    assert run(WHERE, tmp_path, NUMBA_CACHE_DIR=cache) == before
    for source in ("rules.py", "simulate/deal_midround.py"):
        with (tmp_path / "wizard_advisor" / source).open("a") as file:
            file.write("# changed\n")
        after = run(WHERE, tmp_path, NUMBA_CACHE_DIR=cache)
        assert after != before
        before = after


def test_every_module_that_is_compiled_counts() -> None:
    program = (
        "import sys, wizard_advisor.simulate.bids, wizard_advisor.simulate.rounds, wizard_advisor.simulate.cards;"
        "print(*(name.removeprefix('wizard_advisor.') for name in sys.modules if name.startswith('wizard_advisor.')))"
    )
    sources = (source.relative_to(PACKAGE).with_suffix("") for source in jit._sources())
    counted = {".".join(source.parts).removesuffix(".__init__") for source in sources}
    assert "simulate.bids" in counted
    assert set(run(program).split()) <= counted | {"errors", "disk", "policy", "policy.files"}  # which are not called


@pytest.mark.skipif(sys.platform == "win32", reason="needs a path below a file")
def test_without_a_writable_place_it_works_without_a_cache() -> None:
    program = "from wizard_advisor.simulate import jit; print(jit._FOLDER, jit.entry(lambda x: x + 1)(1))"
    assert run(program, XDG_CACHE_HOME="/dev/null/cache", HOME="/dev/null/home") == "None 2"


def test_other_users_of_numba_keep_their_own_place() -> None:
    program = (
        "import numba; before = numba.config.CACHE_DIR;"
        "import wizard_advisor.simulate.bids; print(numba.config.CACHE_DIR == before)"
    )
    assert run(program) == "True"


@pytest.mark.parametrize("threads", ["0", "-2"])
def test_a_number_of_threads_that_numba_refuses_is_one_line(threads: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wizard_advisor", *QUESTION],
        env={**os.environ, "NUMBA_NUM_THREADS": threads},
        capture_output=True,
        text=True,
    )
    expected = f"Error: NUMBA_NUM_THREADS: expected a whole number from 1: found '{threads}'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", expected)


@pytest.mark.compiled
def test_compiling_is_told_once_and_only_when_it_happens() -> None:
    program = """
from wizard_advisor.simulate.jit import inner, told_of_compiling
told = []
double = inner(lambda x: x + x)
with told_of_compiling(lambda: told.append(1)):
    double(1); double(1.5)
first = len(told)
with told_of_compiling(lambda: told.append(1)):
    double(1)
print(first, len(told))
"""
    assert run(program) == "1 1"


@pytest.mark.compiled
def test_the_answer_is_the_same_with_the_compiler_off() -> None:
    program = f"""
from wizard_advisor.command.cli import main
main({[*QUESTION, "--deals", "40", "--seed", "5", "--format", "json"]!r})
"""
    cache = {name: os.environ[name] for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME") if name in os.environ}
    compiled, plain = (
        json.loads(run(program, WIZARD_ADVISOR_CONFIG=os.devnull, **environment))
        for environment in (cache, {"NUMBA_DISABLE_JIT": "1"})
    )
    for answer in (compiled, plain):
        assert answer.pop("seconds") > 0
    assert compiled == plain
