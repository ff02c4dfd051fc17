"""How fast this checkout is, measured in one run: everything that is compared takes turns, and medians are told.

python scripts/benchmark.py [--format json] [--rounds 40] [--only kernel|process]

The kernel is held against `random_playout.c`, if there is a C compiler.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import click
import numpy as np
from tabulate import tabulate

from wizard_advisor.advice.race import split
from wizard_advisor.cards import PACK, PACK_SIZE, lowest_card, suit_of
from wizard_advisor.policy.files import load_policy
from wizard_advisor.simulate.bids import simulate_bids
from wizard_advisor.simulate.layout import Round, make_room, minds_of
from wizard_advisor.simulate.rng import deal_stream
from wizard_advisor.simulate.tallies import make_tallies

YARDSTICK = Path(__file__).with_name("random_playout.c")
SIZES = ((4, 1), (4, 5), (4, 10), (3, 20), (6, 10))  # players, cards
POLICIES = {"random": 1_000_000, "standard": 150_000}  # cards in one measurement: some 20 ms, so that threads pay
CARD = ("play", "AS JS 9D W", "--trump", "7S", "--bids", "2,1,3,2", "--played", "KH4H2HQH/5CAC9CJC", "--trick", "2SQS")
ONE_CARD = ("advise", "10H", "--players", "4", "--trump", "7S", "--seat", "2")
QUESTION = ("advise", "W AS KS 10H 3D", "--players", "4", "--trump", "7S", "--seat", "2")  # the first in the README
MANY_DEALS = 50_000

Row = dict[str, Any]


@click.command()
@click.option("--format", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option("--rounds", default=40, show_default=True, help="How often the kernel is measured; processes: a quarter.")
@click.option("--only", type=click.Choice(["kernel", "process"]), help="Only these measurements.")
def main(format: str, rounds: int, only: str | None) -> None:
    """Measure the kernel and whole processes."""
    report: dict[str, list[Row]] = {}
    with tempfile.TemporaryDirectory() as room:
        if only != "process":
            report["kernel"] = measure_kernel(rounds, build_yardstick(Path(room)))
        if only != "kernel":
            report["process"] = measure_processes(max(rounds // 4, 1), Path(room))
    if format == "json":
        click.echo(json.dumps(report, indent=2))
        return
    for title, rows in report.items():
        lines = [{name.replace("_", "\n"): value for name, value in row.items()} for row in rows]
        click.echo(f"{title}\n{tabulate(lines, headers='keys', intfmt=',', floatfmt='.2f', missingval='')}\n")


# The kernel


def build_yardstick(folder: Path) -> Path | None:
    """The C program, compiled; None, and a word about it on standard error, where there is no compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        click.echo("no ratio to C: expected a C compiler, gcc or cc: found none", err=True)
        return None
    program = folder / "random_playout"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, YARDSTICK], check=True)
    return program


def yardstick_speed(program: Path, players: int, cards: int) -> float:
    """Deals per second of the C program."""
    deals = POLICIES["random"] // (players * cards)
    done = subprocess.run([program, *map(str, (players, cards, deals))], capture_output=True, text=True, check=True)
    return float(done.stdout.split(" deals/s")[0])


@np.errstate(over="ignore")  # of the hash
def deal_player(policy: str, players: int, cards: int) -> Callable[[int], float]:
    """A function that plays some deals on each of some threads and returns deals per second."""
    deck = [1 << card for card in range(PACK.bit_length()) if PACK >> card & 1]
    hand = upcard = 0
    for place in range(cards):  # any hand will do; a hash picks one that is the same for ever
        hand |= deck.pop(int(deal_stream(1, place)) % len(deck))
    if players * cards < PACK_SIZE:
        upcard = deck.pop(int(deal_stream(2, 0)) % len(deck))
    unseen = PACK_SIZE - cards - (upcard > 0)
    trump = suit_of(lowest_card(upcard)) if upcard else 4
    round = Round(players, 0, hand, cards, unseen, trump, upcard, 0, 0, 0, 0)
    minds = minds_of([load_policy(policy)] * players)
    bids = np.array([cards // players])
    deals = POLICIES[policy] // (players * cards)

    def play(block: tuple[int, int]) -> None:
        simulate_bids(round, minds, None, bids, 1, *block, make_tallies(1, cards), make_room())

    def speed(threads: int) -> float:
        blocks = split(0, deals * threads, threads)
        started = time.perf_counter()
        list(pool.map(play, blocks)) if threads > 1 else play(blocks[0])
        return deals * threads / (time.perf_counter() - started)

    pool = ThreadPoolExecutor(2)
    list(pool.map(play, [(0, 1), (0, 1)]))  # compiled, and both threads started
    return speed


def measure_kernel(rounds: int, program: Path | None) -> list[Row]:
    """Cards per second of two policies on one thread and on two, all sizes and the C program taking turns."""
    players = {(policy, *size): deal_player(policy, *size) for size in SIZES for policy in POLICIES}
    speeds: dict[tuple[Any, ...], list[float]] = {}
    for _ in range(rounds):
        for size in SIZES:
            for policy in POLICIES:
                for threads in (1, 2):
                    speeds.setdefault((policy, *size, threads), []).append(players[policy, *size](threads))
            if program:
                speeds.setdefault(("C", *size, 1), []).append(yardstick_speed(program, *size))

    def ratio(above: tuple[Any, ...], below: tuple[Any, ...]) -> float:
        return median(a / b for a, b in zip(speeds[above], speeds[below], strict=True))

    rows = []
    for n, cards in SIZES:
        for policy in POLICIES:
            one, two = (policy, n, cards, 1), (policy, n, cards, 2)
            row: Row = {"players": n, "cards": cards, "policy": policy}
            row["cards_per_second"] = int(median(speeds[one]) * n * cards)
            row["ns_per_card"] = 1e9 / row["cards_per_second"]
            row["two_threads_cards_per_second"] = int(median(speeds[two]) * n * cards)
            row["two_threads_ratio"] = ratio(two, one)
            row["time_per_card_to_random"] = ratio(("random", n, cards, 1), one)
            row["speed_to_c"] = ratio(one, ("C", n, cards, 1)) if program else None
            rows.append(row)
    return rows


# Whole processes


@contextmanager
def cold_cache(folder: Path) -> Iterator[dict[str, str]]:
    """An environment in which nothing has been compiled yet."""
    with tempfile.TemporaryDirectory(dir=folder) as cache:
        yield {**os.environ, "NUMBA_CACHE_DIR": cache, "PYTHONDONTWRITEBYTECODE": ""}  # as users have it


def time_process(arguments: tuple[str, ...], environment: dict[str, str]) -> float:
    """Seconds that Python takes with these arguments."""
    started = time.perf_counter()
    subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, check=True)
    return time.perf_counter() - started


def peak_memory(arguments: tuple[str, ...], environment: dict[str, str]) -> int | None:
    """The most MB that the command line holds at a time, as Linux tells; None elsewhere."""
    if not Path("/proc/self/status").exists():
        return None
    # getrusage will not do: a process inherits the peak of the one that started it.
    program = (
        "import sys; from wizard_advisor.command.cli import main; main(sys.argv[1:]);"
        "print(open('/proc/self/status').read())"
    )
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return int(done.stdout.split("VmHWM:")[1].split()[0]) // 1000


def measure_processes(rounds: int, folder: Path) -> list[Row]:
    """Seconds of whole processes, cold and warm, the warm ones taking turns, with what they are compared with."""
    ours = ("-m", "wizard_advisor")
    question = (*QUESTION, "--seed", "1")
    commands = {
        "import click": ("-c", "import click"),
        "--help": (*ours, "--help"),
        "import numba": ("-c", "import numba"),
        "advise": (*ours, *question),
        "play": (*ours, *CARD, "--seed", "1"),
        "advise, one card": (*ours, *ONE_CARD),
    }
    against = {
        "--help": "import click",
        "advise, one card": "import click",
        "advise": "import numba",
        "play": "import numba",
    }
    cold = {}
    for name in against:
        with cold_cache(folder) as environment:
            cold[name] = time_process(commands[name], environment)
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    many = (*question, "--deals", str(MANY_DEALS))
    with cold_cache(folder) as environment:
        time_process(commands["advise"], environment)  # compiles, so from here on everything is warm
        time_process(commands["play"], environment)
        peaks = {"advise": peak_memory(question, environment)}
        for _ in range(rounds):
            for name, arguments in commands.items():
                seconds[name].append(time_process(arguments, environment))
        many_seconds = time_process((*ours, *many), environment)
        many_peak = peak_memory(many, environment)
    rows = []
    for name in commands:
        row: Row = {"process": name, "cold_seconds": cold.get(name), "seconds": median(seconds[name])}
        row["against"] = against.get(name)
        row["ratio"] = None
        if name in against:
            row["ratio"] = median(a / b for a, b in zip(seconds[name], seconds[against[name]], strict=True))
        row["peak_mb"] = peaks.get(name)
        rows.append(row)
    return [*rows, {"process": f"advise --deals {MANY_DEALS}", "seconds": many_seconds, "peak_mb": many_peak}]


if __name__ == "__main__":
    main()
