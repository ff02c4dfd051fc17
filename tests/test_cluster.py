"""`--cluster`: the same bytes from a real Dask scheduler and its workers, whatever becomes of them."""

import contextlib
import importlib.util
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from batch_samples import csv_text, mixed

from wizard_advisor.command import cli
from wizard_advisor.workers import Workers

pytestmark = [
    pytest.mark.compiled,  # without the compiler, two more processes would take long
    pytest.mark.skipif(
        importlib.util.find_spec("distributed") is None,
        reason="needs the package distributed: pip install 'wizard-advisor[cluster]'",
    ),
]
WORKER = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--worker-port", "0", "--host", "127.0.0.1"]
ALONE = ["--seed", "1", "--deals", "60"]
WITHOUT = """
import importlib.abc, sys
class Nothing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "wizard_advisor":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Nothing())
"""
OTHER = """
import wizard_advisor.version
wizard_advisor.version.fingerprint = lambda: "0.0.9 (abcdef01)"
"""

Process = subprocess.Popen[str]
StartWorker = Callable[..., tuple[Process, str]]


def launch(module: str, *arguments: str, first: str = "") -> Process:
    program = f"{first}\nfrom distributed.cli.{module} import main\nmain()"
    return subprocess.Popen([sys.executable, "-c", program, *arguments], stderr=subprocess.PIPE, text=True)


def address_in(process: Process, words: str) -> str:
    """The address that a process tells on its way up, after these words."""
    assert process.stderr
    for line in process.stderr:
        if found := re.search(rf"{words}\s*(tcp://\S+)", line):
            return found[1]
    raise AssertionError("no address was told")


def end(process: Process) -> None:
    process.kill()
    process.wait()
    if process.stderr:
        process.stderr.close()


def start_scheduler() -> tuple[Process, str]:
    process = launch("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    return process, address_in(process, "Scheduler at:")


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    process, address = start_scheduler()
    yield address
    end(process)


@pytest.fixture(scope="module")
def worker(scheduler: str) -> Iterator[StartWorker]:
    """Starts a worker and returns it with its address, once it has joined."""
    processes: list[Process] = []

    def start(first: str = "", scheduler: str = scheduler) -> tuple[Process, str]:
        process = launch("dask_worker", scheduler, *WORKER, first=first)
        processes.append(process)
        address = address_in(process, "Start worker at:")
        address_in(process, "Registered to:")
        return process, address

    yield start
    for process in processes:
        end(process)


@pytest.fixture(scope="module")
def cluster(scheduler: str, worker: StartWorker) -> str:
    """A scheduler with two workers of one thread each."""
    worker()
    worker()
    return scheduler


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_same_bytes_as_here(cluster: str) -> None:
    lines = csv_text(mixed(40, 7)).splitlines(keepends=True)
    lines.insert(20, "x,4,XS,7S,1,,,\n")
    Path("hands.csv").write_text("".join(lines))
    assert cli.main(["batch", "hands.csv", "-o", "here.csv", *ALONE]) == 1
    assert cli.main(["batch", "hands.csv", "-o", "there.csv", *ALONE, "--cluster", cluster]) == 1
    assert Path("there.csv").read_bytes() == Path("here.csv").read_bytes()


def test_pieces_of_any_work(cluster: str) -> None:
    with Workers(cluster=cluster) as workers:
        assert list(workers.map(abs, range(-100, 0))) == list(range(100, 0, -1))
        assert list(workers.map(abs, [-1, None, -2])) == [1, None, 2]
        found = workers.map(int, ["1", "x"])
        with pytest.raises(ValueError, match="invalid literal"):
            list(found)


def test_results_do_not_wait_for_a_chunk_to_fill(cluster: str) -> None:
    taken: list[int] = []
    go_on = threading.Event()

    def items() -> Iterator[int]:
        for number in range(3):
            taken.append(number)
            yield number
            go_on.wait()

    with Workers(cluster=cluster) as workers:
        for number in workers.map(abs, items()):
            assert taken == [0] or number > 0
            go_on.set()
    assert taken == [0, 1, 2]


def test_a_worker_that_dies_half_way_is_survived(cluster: str, worker: StartWorker) -> None:
    victim, _ = worker()
    Path("hands.csv").write_text(csv_text(mixed(150, 8, 1)))
    options = ["hands.csv", *ALONE, "--no-inference"]
    assert cli.main(["batch", *options, "-o", "here.csv"]) == 0
    with Workers(cluster=cluster) as workers:
        results = workers.map(time.sleep, [0.02] * 150)
        for count, _ in enumerate(results):
            if count == 20:
                end(victim)
    assert count == 149
    assert cli.main(["batch", *options, "-o", "there.csv", "--cluster", cluster]) == 0
    assert Path("there.csv").read_bytes() == Path("here.csv").read_bytes()


@pytest.mark.parametrize(("first", "what"), [(WITHOUT, "none"), (OTHER, "0.0.9 (abcdef01)")], ids=["none", "another"])
def test_workers_that_have_not_this_package_are_named(
    cluster: str, worker: StartWorker, capsys: pytest.CaptureFixture[str], first: str, what: str
) -> None:
    process, address = worker(first)
    try:
        Path("hands.csv").write_text(csv_text(mixed(3)))
        assert cli.main(["batch", "hands.csv", "-o", "answers.csv", "--cluster", cluster]) == 2
        err = capsys.readouterr().err
        assert err.startswith("Error: cluster: expected wizard-advisor ")
        assert err.endswith(f" on every worker of {cluster}: {address} has {what}\n")
        assert not Path("answers.csv").exists()
    finally:
        end(process)
        wait_until_gone(cluster, address)


def wait_until_gone(cluster: str, address: str) -> None:
    from distributed import Client

    with Client(cluster, set_as_default=False) as client:
        while address in client.nthreads():
            time.sleep(0.05)


def test_no_scheduler_is_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wizard_advisor.cluster.PATIENCE", 1)
    Path("hands.csv").write_text(csv_text(mixed(3)))
    for address in ("tcp://127.0.0.1:9", "nonsense://x", "127.0.0.1:notaport"):
        assert cli.main(["batch", "hands.csv", "--cluster", address]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith(f"Error: cluster: expected a Dask scheduler at '{address}': ")


@pytest.mark.parametrize(
    ("said", "what"),
    [(b"", "no answer in 1 seconds"), (b"HTTP/1.1 400 Bad Request\r\n\r\n", "what answers there is not a scheduler")],
    ids=["silent", "no scheduler"],
)
def test_an_address_where_no_scheduler_answers_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, said: bytes, what: str
) -> None:
    monkeypatch.setattr("wizard_advisor.cluster.PATIENCE", 1)
    Path("hands.csv").write_text(csv_text(mixed(3)))
    with socket.create_server(("127.0.0.1", 0)) as server:
        callers: list[socket.socket] = []

        def talk() -> None:
            for _ in range(2):  # the first call only asks whether somebody is there
                caller, _ = server.accept()
                callers.append(caller)
                with contextlib.suppress(OSError):
                    caller.sendall(said)

        thread = threading.Thread(target=talk)
        thread.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        assert cli.main(["batch", "hands.csv", "--cluster", address]) == 2
        thread.join()
        for caller in callers:
            caller.close()
    assert capsys.readouterr() == ("", f"Error: cluster: expected a Dask scheduler at '{address}': {what}\n")


def test_a_cluster_without_workers_is_not_waited_for_for_ever(
    worker: StartWorker, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wizard_advisor.cluster.PATIENCE", 1)
    Path("hands.csv").write_text(csv_text(mixed(400, 9)))
    command = ["batch", "hands.csv", "-o", "answers.csv", *ALONE]
    process, address = start_scheduler()
    try:
        none = "Error: cluster: expected workers: it has had none for 1 seconds"
        assert cli.main([*command, "--cluster", address]) == 2
        assert capsys.readouterr() == ("", none + "\n")
        assert not Path("answers.csv").exists()
        victim, _ = worker(scheduler=address)
        killer = threading.Thread(target=kill_after, args=(victim, Path("answers.csv"), 20))
        killer.start()
        assert cli.main([*command, "--cluster", address]) == 1
        killer.join()
    finally:
        end(process)
    out, err = capsys.readouterr()
    lines = Path("answers.csv").read_bytes().count(b"\n")
    assert 20 <= lines < 401
    assert (out, err) == ("", f"{none}; {lines - 1} rows done, go on with --resume\n")
    assert cli.main([*command, "--resume"]) == 0
    assert cli.main([*command[:3], "whole.csv", *ALONE]) == 0
    assert Path("answers.csv").read_bytes() == Path("whole.csv").read_bytes()


def kill_after(process: Process, file: Path, lines: int) -> None:
    """End a process as soon as a file has so many lines."""
    while not file.exists() or file.read_bytes().count(b"\n") < lines:
        time.sleep(0.005)
    process.kill()
