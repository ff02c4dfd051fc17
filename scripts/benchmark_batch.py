"""What `batch` adds to the time of the kernel, and what it costs by itself: everything that is compared takes turns.

python scripts/benchmark_batch.py [--hands 200] [--rounds 3] [--only kernel|rows|memory|cluster]
"""

import contextlib
import csv
import importlib
import io
import itertools
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Any, TextIO

import click

from wizard_advisor.cards import PACK_SIZE
from wizard_advisor.command import cli

DEALS = 2000
OURS = (sys.executable, "-m", "wizard_advisor", "batch")


@click.command()
@click.option("--hands", default=200, show_default=True, help="Mixed hands of every size.")
@click.option("--rounds", default=3, show_default=True, help="How often each thing is measured; the median is told.")
@click.option("--only", type=click.Choice(["kernel", "rows", "memory", "cluster"]), help="Only this measurement.")
def main(hands: int, rounds: int, only: str | None) -> None:
    """Measure the command `batch`."""
    measures: dict[str, Callable[[], str]] = {
        "kernel": lambda: f"{kernel_ratio(hands, rounds):.2f} of the kernel's speed on as many threads (0.85 wanted)",
        "rows": lambda: f"{bad_rows_per_second(rounds):,.0f} bad rows a second (20,000 wanted)",
        "memory": lambda: f"{memory_ratio():.2f} times the memory for 100 times the rows (1.2 at most)",
        "cluster": lambda: f"{cluster_ratio(hands, rounds):.2f} of the local speed on two workers (0.8 wanted)",
    }
    with tempfile.TemporaryDirectory() as room:
        os.chdir(room)
        for name, measure in measures.items():
            if only in (None, name):
                click.echo(measure())


def write_hands(path: str, count: int, largest: int = 20) -> None:
    """A csv file of hands of 3 to 6 players and 1 to `largest` cards; no bids were heard."""
    rng = random.Random(1)
    pack = [rank + suit for suit in "SHDC" for rank in (*"23456789JQKA", "10")] + ["W", "N"] * 4
    with open(path, "w", newline="") as file:
        writer = start_csv(file)
        for _ in range(count):
            players = rng.randint(3, 6)
            cards = rng.randint(1, min(largest, PACK_SIZE // players))
            rng.shuffle(pack)
            upcard = "" if players * cards == PACK_SIZE else pack[cards].replace("W", "W:H")
            writer.writerow([players, " ".join(pack[:cards]), upcard, rng.randint(1, players)])


def start_csv(file: TextIO) -> Any:
    writer = csv.writer(file)
    writer.writerow(["players", "hand", "trump", "seat"])
    return writer


def run(*arguments: str) -> float:
    """Seconds that the command takes in this process."""
    started = time.perf_counter()
    with contextlib.redirect_stderr(io.StringIO()):
        cli.main(["batch", *arguments, "--seed", "1", "--overwrite"])
    return time.perf_counter() - started


def kernel_ratio(hands: int, rounds: int) -> float:
    """The time of the kernel's calls alone, replayed on two threads, to that of the whole command on two."""
    module: Any = importlib.import_module("wizard_advisor.advice.bid_race")
    kernel = module.simulate_bids
    calls: list[tuple[Any, ...]] = []

    def noted(*arguments: Any) -> Any:
        calls.append(arguments)
        return kernel(*arguments)

    write_hands("hands.csv", hands)
    command = ("hands.csv", "-o", "answers.csv", "--deals", str(DEALS), "--jobs", "2")
    module.simulate_bids = noted
    run(*command)
    module.simulate_bids = kernel
    ratios = []
    for _ in range(rounds):
        whole = run(*command)
        started = time.perf_counter()
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda arguments: kernel(*arguments), calls))
        ratios.append((time.perf_counter() - started) / whole)
    return median(ratios)


def bad_rows_per_second(rounds: int, count: int = 100_000) -> float:
    """Rows that are read, refused and written in a second."""
    faults = (["4", "AS KS XS", "7S", "1"], ["9", "AS", "7S", "1"], ["4", "AS AS", "7S", ""], ["4", "AS", "7S", "5"])
    with open("bad.csv", "w", newline="") as file:
        start_csv(file).writerows(itertools.islice(itertools.cycle(faults), count))
    return count / median(run("bad.csv", "-o", "answers.csv") for _ in range(rounds))


def memory_ratio() -> float:
    """Peak memory for 100,000 rows of round one to that for 1,000."""
    peaks = []
    for count in (1_000, 100_000):
        write_hands("hands.csv", count, 1)
        process = subprocess.Popen([*OURS, "hands.csv", "-o", "answers.csv", "--overwrite"], stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        peaks.append(usage.ru_maxrss)
    return peaks[1] / peaks[0]


def cluster_ratio(hands: int, rounds: int) -> float:
    """The time on two threads here to that on two workers of one thread each."""
    from distributed import LocalCluster

    write_hands("hands.csv", hands)
    command = ("hands.csv", "-o", "answers.csv", "--deals", str(DEALS), "--jobs", "2")
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        run(*command, "--cluster", cluster.scheduler_address)
        pairs = [(run(*command), run(*command, "--cluster", cluster.scheduler_address)) for _ in range(rounds)]
    return median(here / there for here, there in pairs)


if __name__ == "__main__":
    main()
