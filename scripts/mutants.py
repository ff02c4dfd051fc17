"""Do the tests notice when the program is wrong? Mutations of one line each, tried one by one in copies of the tree.

    python scripts/mutants.py
    python scripts/mutants.py --only "the first Wizard takes it"

The mutations stand in `mutants.toml`, with the tests that have to catch them. Exit code 0 if all were caught, 1 if one
survived, 2 if the text of one is no longer there, or if the tests do not pass without a mutation.
"""

import os
import queue
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import click

TREE = Path(__file__).parent.parent
LIST = Path(__file__).with_suffix(".toml")
NOT_NEEDED = shutil.ignore_patterns(".git", "__pycache__", ".*_cache", ".hypothesis", "*.egg-info")
PATIENCE = 300  # seconds; tests that hang have caught their mutation too
PASSED, FAILED = 0, 1  # exit codes of pytest


class Mutant(NamedTuple):
    """A mutation: in a file of the package, a text that stands there once, and what it becomes. tests: for pytest."""

    tests: str
    name: str
    file: str
    old: str
    new: str


def read_mutants() -> list[Mutant]:
    rooms = tomllib.loads(LIST.read_text(encoding="utf-8"))["rooms"]
    return [Mutant(room["tests"], *mutant) for room in rooms for mutant in room["mutants"]]


def check(mutants: Sequence[Mutant]) -> None:
    """Exit with a line for every mutation that cannot be made any more."""
    faults = []
    for mutant in mutants:
        count = (TREE / "wizard_advisor" / mutant.file).read_text(encoding="utf-8").count(mutant.old)
        if count != 1:
            faults.append(f"{mutant.name}: expected this once in {mutant.file}: {mutant.old!r} is there {count} times")
    if faults:
        raise click.UsageError("\n".join(faults))


def run_tests(folder: Path, tests: str) -> int:
    """The exit code of pytest, called with these arguments in a copy of the tree; `FAILED` if it takes too long."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--hypothesis-profile=mutants", *shlex.split(tests)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "WIZARD_ADVISOR_"))}
    own = {
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",  # files change within the second that tells two versions apart
        "XDG_CACHE_HOME": str(folder.parent / "cache"),
    }
    try:
        return subprocess.run(command, cwd=folder, env=kept | own, capture_output=True, timeout=PATIENCE).returncode
    except subprocess.TimeoutExpired:
        return FAILED


def is_caught(mutant: Mutant, folder: Path) -> bool:
    """Whether the tests fail in this copy of the tree while it has the mutation."""
    file = folder / "wizard_advisor" / mutant.file
    text, stat = file.read_text(encoding="utf-8"), file.stat()
    file.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        return run_tests(folder, mutant.tests) != PASSED
    finally:
        file.write_text(text, encoding="utf-8")
        os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # what was compiled from it is as good as before


@click.command()
@click.option("--only", multiple=True, metavar="NAME", help="Try this mutation only; may be given several times.")
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Mutations tried at the same time.")
def main(only: Sequence[str], jobs: int) -> None:
    """Try mutations of the program, and tell those that its tests did not catch."""
    mutants = [mutant for mutant in read_mutants() if not only or mutant.name in only]
    if not mutants:
        raise click.UsageError(f"--only: expected a name of {LIST.name}: found {only[0]!r}")
    check(mutants)
    started = time.perf_counter()
    folders: queue.SimpleQueue[Path] = queue.SimpleQueue()  # that are not in use

    def in_a_folder(mutant: Mutant) -> bool:
        begun, folder = time.perf_counter(), folders.get()
        try:
            caught = is_caught(mutant, folder)
        finally:
            folders.put(folder)
        click.echo(f"{'caught  ' if caught else 'SURVIVED'}  {time.perf_counter() - begun:5.1f} s  {mutant.name}")
        return caught

    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(jobs) as pool:
        for number in range(jobs):
            folders.put(Path(shutil.copytree(TREE, Path(scratch, str(number), "tree"), ignore=NOT_NEEDED)))
        sound = folders.get()
        for tests in dict.fromkeys(mutant.tests for mutant in mutants):
            if run_tests(sound, tests) != PASSED:
                raise click.UsageError(f"expected tests that pass without a mutation: {tests} fails")
        folders.put(sound)
        caught = list(pool.map(in_a_folder, mutants))
    click.echo(f"{sum(caught)} of {len(caught)} caught in {time.perf_counter() - started:.0f} s")
    sys.exit(0 if all(caught) else 1)


if __name__ == "__main__":
    main()
