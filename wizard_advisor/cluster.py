"""Work on the workers of a Dask cluster: only imported when one is asked for."""

import asyncio
import contextlib
import logging
import socket
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, wait
from typing import Any, Final

from .errors import ClusterError
from .version import fingerprint

CHUNK: Final = 8  # items sent together, when all threads of the cluster have something to do
CHUNKS_PER_THREAD: Final = 2  # so that a thread has the next chunk at hand
RETRIES: Final = 3  # of a chunk whose worker died
PATIENCE: Final = 10  # seconds to wait for a scheduler, and for a worker where there is none
LOST: Final = "cluster: the connection to its scheduler was lost"


class Cluster:
    """The pool of a Dask scheduler's workers. Items are sent in chunks, but at once while a thread would be idle."""

    def __init__(self, address: str) -> None:
        self._client = _connect(address)
        try:
            _wait_for_a_worker(self._client)
            threads = sum(_check_workers(self._client, address).values())
        except ClusterError:
            _close(self._client)
            raise
        self.most_chunks = CHUNKS_PER_THREAD * threads
        self.ahead = 2 * self.most_chunks * CHUNK
        self._executor: Executor = self._client.get_executor(pure=False, retries=RETRIES)
        self._lock = threading.Lock()
        self._chunks = 0  # under way
        self._waiting: list[tuple[Callable[[Any], Any], Any, Future[Any]]] = []

    def submit(self, function: Callable[[Any], Any], item: Any, stop: threading.Event) -> "Future[Any]":
        future: Future[Any] = Future()
        with self._lock:
            self._waiting.append((function, item, future))
            if self._chunks < self.most_chunks or len(self._waiting) >= CHUNK:
                self._send()
        return future

    def result(self, future: "Future[Any]") -> Any:
        with self._lock:
            if self._waiting and self._waiting[0][2] is future:
                self._send()
        while not future.done() and not wait([future], PATIENCE).done:
            _wait_for_a_worker(self._client)  # without any, the scheduler would say nothing for ever
        try:
            return future.result()
        except CancelledError:
            raise ClusterError(LOST) from None

    def _send(self) -> None:
        chunk = [entry for entry in self._waiting if entry[2].set_running_or_notify_cancel()]
        self._waiting = []
        self._chunks += 1
        sent = self._executor.submit(work_on, fingerprint(), [(function, item) for function, item, _ in chunk])
        sent.add_done_callback(lambda sent: self._hand_out([future for *_, future in chunk], sent))

    def _hand_out(self, futures: list["Future[Any]"], sent: "Future[list[Any]]") -> None:
        with self._lock:
            self._chunks -= 1
        error = CancelledError() if sent.cancelled() else sent.exception()
        for place, future in enumerate(futures):
            if error is None:
                future.set_result(sent.result()[place])
            else:
                future.set_exception(_explained(error))

    def close(self) -> None:
        self._executor.shutdown(wait=False)
        _close(self._client)


def work_on(sender: str, chunk: list[tuple[Callable[[Any], Any], Any]]) -> list[Any]:
    """What a worker runs: functions on items. ClusterError if it has another version than the `sender`."""
    if sender != fingerprint():
        raise ClusterError(f"cluster: expected wizard-advisor {sender} on every worker: one has {fingerprint()}")
    return [function(item) for function, item in chunk]


def _connect(address: str) -> Any:
    try:
        from distributed import Client
        from distributed.comm import get_address_host_port
    except ImportError:
        raise ClusterError(
            "cluster: expected the package distributed: install it with pip install 'wizard-advisor[cluster]'"
        ) from None
    for name in logging.root.manager.loggerDict:
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what matters is raised, and told in one line
    try:
        # A client that finds nobody takes long to say so, if it ever does, and leaves a thread behind.
        socket.create_connection(get_address_host_port(address), PATIENCE).close()
        asyncio.run(_greet(address))
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        what = " ".join(str(error).split()) or f"no answer in {PATIENCE} seconds"
        raise ClusterError(f"cluster: expected a Dask scheduler at {address!r}: {what}") from None
    return client


async def _greet(address: str) -> None:
    """Wait until a scheduler answers; OSError if it does not in time, or if something else answers."""
    from distributed.comm import connect
    from distributed.security import Security

    keys = Security().get_connection_args("client")
    try:
        comm = await asyncio.wait_for(connect(address, PATIENCE, **keys), PATIENCE)
    except (OSError, ValueError):
        raise
    except Exception:  # of any kind: the dashboard's answer is a MemoryError
        raise OSError("what answers there is not a scheduler") from None
    comm.abort()


def _close(client: Any) -> None:
    with contextlib.suppress(OSError):  # a scheduler that does not answer must not hide why the run ended
        client.close(timeout=1)


def _wait_for_a_worker(client: Any) -> None:
    """ClusterError if there is none for `PATIENCE` seconds, or the scheduler is gone."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise ClusterError(f"cluster: expected workers: it has had none for {PATIENCE} seconds") from None
    except OSError:
        raise ClusterError(LOST) from None


def _check_workers(client: Any, address: str) -> dict[str, int]:
    """The threads of every worker. ClusterError, with their addresses, if some have another version, or none."""

    def report() -> str:  # sent as it is, so that it runs where the package is not installed
        import importlib

        try:
            package = importlib.import_module("wizard_advisor")
        except ImportError:
            return "none"
        try:
            return str(importlib.import_module("wizard_advisor.version").fingerprint())
        except ImportError:  # an older version
            return str(package.__version__)

    mine = fingerprint()
    reports = client.run(report, on_error="return")
    others = [f"{worker} has {theirs}" for worker, theirs in sorted(reports.items()) if theirs != mine]
    if others:
        raise ClusterError(f"cluster: expected wizard-advisor {mine} on every worker of {address}: {', '.join(others)}")
    threads: dict[str, int] = client.nthreads()
    return threads


def _explained(error: BaseException) -> BaseException:
    """The error of a chunk, in our words if it is the cluster's."""
    if isinstance(error, ImportError):  # a worker that joined later
        return ClusterError(f"cluster: expected wizard-advisor on every worker: one said {error}")
    if type(error).__name__ == "KilledWorker":
        return ClusterError(f"cluster: {RETRIES + 1} workers died one after another over the same work")
    return error
