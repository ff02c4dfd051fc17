"""Pieces of work spread over the threads of this process, or over the workers of a Dask cluster."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Any, Final, Protocol, TypeVar

from .cluster import AHEAD, ClusterError, _Cluster

GLANCE: Final = 0.1  # seconds between two looks at whether to stop
STOPPED: Final = object()  # the result of what was not begun
NOTHING: Final["Future[None]"] = Future()  # what is made of None
NOTHING.set_result(None)
Item = TypeVar("Item")
Result = TypeVar("Result")
# Applies a function to items, in their order and perhaps many at a time, like the built-in `map` and `Workers.map`.
Mapper = Callable[[Callable[[Item], Result], Iterable[Item]], Iterable[Result | None]]


def core_count() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Pool(Protocol):
    """What does the work. `ahead`: pieces to have under way or waiting, so that nothing stands idle."""

    ahead: int

    def submit(self, function: Callable[[Any], Any], item: Any, stop: threading.Event) -> "Future[Any]":
        """The function's result to come; `STOPPED`, or none, for what was not begun when `stop` was set."""

    def result(self, future: "Future[Any]") -> Any:
        """The result, waited for, of the first one that has not been asked for."""

    def close(self) -> None:
        """Forget what has not been begun."""


class Workers:
    """Those who do pieces of work: `jobs` threads (default: all cores), or the workers of the Dask scheduler `cluster`.

    Threads suit functions that spend their time in compiled code, without the interpreter's lock. For a cluster,
    functions must be importable, items and results picklable; the same version of this package has to be installed
    there. A worker that dies is survived: another one does its work. To be used in a `with` statement.
    Raises ClusterError when there is no such cluster or, for `PATIENCE` seconds, no worker, and when there are workers
    that cannot be used, naming them.
    """

    def __init__(self, jobs: int | None = None, cluster: str | None = None) -> None:
        self._pool: Pool = _Cluster(cluster) if cluster else _Threads(jobs or core_count())

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.close()

    def map(
        self,
        function: Callable[[Item], Result],
        items: Iterable[Item | None],
        *,
        stop: threading.Event | None = None,
        idle: Callable[[], object] = lambda: None,
    ) -> Iterator[Result | None]:
        """What the function makes of the items, in their order, each as soon as it is there; None for None.

        The items are taken in a thread of their own, a bounded number ahead: they may be endless, and slow to come.
        stop: once it is set, nothing more is begun, and what was begun comes out. idle: called before the next result
        is waited for, if it is not there yet. Whatever taking the items or the function raises is raised here, in its
        place; ClusterError when the cluster is lost.
        """
        stop = stop or threading.Event()
        under_way = _Line(self._pool, function, items, stop, idle)
        under_way.start()
        try:
            while (future := under_way.next()) is not None:
                if future is NOTHING:
                    yield None
                    continue
                if stop.is_set() and future.cancel():
                    return
                if not future.done():
                    idle()
                try:
                    result = self._pool.result(future)
                except CancelledError:
                    raise ClusterError(
                        "cluster: expected it to last: the connection to its scheduler was lost"
                    ) from None
                if result is STOPPED:
                    return
                yield result
        finally:
            under_way.close()


class _Line(threading.Thread):
    """Takes items, has them worked on, and lines them up in their order, `pool.ahead` of them at most."""

    def __init__(
        self,
        pool: Pool,
        function: Callable[[Any], Any],
        items: Iterable[Any],
        stop: threading.Event,
        idle: Callable[[], object],
    ) -> None:
        super().__init__(daemon=True)  # it may be waiting for an item that never comes
        self.pool, self.function, self.items, self.stop, self.idle = pool, function, items, stop, idle
        self.room: SimpleQueue[None] = SimpleQueue()  # a semaphore, ten times as fast as that of `threading`
        for _ in range(pool.ahead):
            self.room.put(None)
        self.entries: SimpleQueue[Future[Any] | BaseException | None] = SimpleQueue()
        self.closed = False

    def run(self) -> None:
        try:
            for item in self.items:
                self.room.get()
                if self.closed or self.stop.is_set():
                    return
                self.entries.put(NOTHING if item is None else self.pool.submit(self.function, item, self.stop))
        except BaseException as error:
            self.entries.put(error)
        else:
            self.entries.put(None)

    def next(self) -> "Future[Any] | None":
        """The first in the line; None at the end, or if none is there and it is to stop."""
        while True:
            if self.entries.empty():
                self.idle()
            try:
                entry = self.entries.get(timeout=GLANCE)
            except Empty:
                if self.stop.is_set():
                    return None
                continue
            if isinstance(entry, BaseException):
                raise entry
            self.room.put(None)
            return entry

    def close(self) -> None:
        """Take no more items, and forget those that wait to be worked on."""
        self.closed = True
        self.room.put(None)
        while not self.entries.empty():
            entry = self.entries.get()
            if isinstance(entry, Future):
                entry.cancel()


def _unless_stopped(stop: threading.Event, function: Callable[[Any], Any], item: Any) -> Any:
    return STOPPED if stop.is_set() else function(item)


class _Threads:
    """The threads of this process."""

    def __init__(self, jobs: int) -> None:
        self.ahead = max(AHEAD, 2 * jobs)
        self._executor = ThreadPoolExecutor(jobs)

    def submit(self, function: Callable[[Any], Any], item: Any, stop: threading.Event) -> "Future[Any]":
        return self._executor.submit(_unless_stopped, stop, function, item)

    def result(self, future: "Future[Any]") -> Any:
        return future.result()

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
