"""Work spread over the threads of this process, or over the workers of a Dask cluster."""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Any, Final, Protocol, TypeVar

from .cores import core_count

AHEAD: Final = 256  # items that are taken, at least, before the first result is handed out
GLANCE: Final = 0.1  # seconds between two looks at whether to stop
STOPPED: Final = object()  # in place of the result of an item that was not begun
SKIPPED: Final["Future[None]"] = Future()  # stands in the queue for an item that is None
Item = TypeVar("Item")
Result = TypeVar("Result")
# Applies a function to items, in their order and perhaps many at a time, like the built-in `map` and `Workers.map`.
Mapper = Callable[[Callable[[Item], Result], Iterable[Item]], Iterable[Result | None]]


class Pool(Protocol):
    """A place where work is done. `ahead`: items to hand over before the first result, so that no worker is idle."""

    ahead: int

    def submit(self, function: Callable[[Any], Any], item: Any, stop: threading.Event) -> "Future[Any]":
        """Have `function(item)` computed; it may be `STOPPED` instead if `stop` is set before it is begun."""

    def result(self, future: "Future[Any]") -> Any:
        """Wait for the result of the first item whose result was not asked for yet."""

    def close(self) -> None:
        """Drop the items that are not begun."""


class Workers:
    """Run a function on many items at a time: in `jobs` threads (default: all cores), or on the workers of `cluster`.

    cluster: the address of a Dask scheduler. Use it in a `with` statement.

    Threads suit functions that spend their time in compiled code, without the interpreter's lock. For a cluster,
    functions must be importable, items and results picklable, and the same version of this package installed there. A
    worker that dies is survived: another one does its work. Raises ClusterError when the cluster cannot be used: no
    scheduler, no worker for `cluster.PATIENCE` seconds, or workers with another version, which it names.
    """

    def __init__(self, jobs: int | None = None, cluster: str | None = None) -> None:
        self._pool: Pool
        if cluster:
            from .cluster import Cluster

            self._pool = Cluster(cluster)
        else:
            self._pool = Threads(jobs or core_count())

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
        """The results in the order of the items, each as soon as it is there; None for an item that is None.

        The items are taken in a thread of their own, a bounded number ahead: they may be endless, and slow to come.
        stop: once it is set, nothing more is begun, and what was begun is finished. idle: called before waiting for a
        result that is not there yet. An error of the items or of the function is raised here, in its place;
        ClusterError when the cluster is lost.
        """
        stop = stop or threading.Event()
        queue = _Queue(self._pool, function, items, stop, idle)
        queue.start()
        try:
            while (future := queue.next()) is not None:
                if future is SKIPPED:
                    yield None
                    continue
                if stop.is_set() and future.cancel():
                    return
                if not future.done():
                    idle()
                result = self._pool.result(future)
                if result is STOPPED:
                    return
                yield result
        finally:
            queue.close()


class _Queue(threading.Thread):
    """Takes items, hands them to a pool, and keeps their results in order: a bounded number at a time."""

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
        for _ in range(max(AHEAD, pool.ahead)):
            self.room.put(None)
        self.entries: SimpleQueue[Future[Any] | BaseException | None] = SimpleQueue()
        self.closed = False

    def run(self) -> None:
        try:
            for item in self.items:
                self.room.get()
                if self.closed or self.stop.is_set():
                    return
                self.entries.put(SKIPPED if item is None else self.pool.submit(self.function, item, self.stop))
        except BaseException as error:
            self.entries.put(error)
        else:
            self.entries.put(None)

    def next(self) -> "Future[Any] | None":
        """The next in order; None at the end, or if none is there and it is time to stop."""
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
        """Take no more items, and drop those that are not begun."""
        self.closed = True
        self.room.put(None)
        while not self.entries.empty():
            entry = self.entries.get()
            if isinstance(entry, Future):
                entry.cancel()


class Threads:
    """The pool of this process: so many threads."""

    def __init__(self, threads: int) -> None:
        self.ahead = 2 * threads
        self._executor = ThreadPoolExecutor(threads)

    def submit(self, function: Callable[[Any], Any], item: Any, stop: threading.Event) -> "Future[Any]":
        return self._executor.submit(_unless_stopped, stop, function, item)

    def result(self, future: "Future[Any]") -> Any:
        return future.result()

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)


def _unless_stopped(stop: threading.Event, function: Callable[[Any], Any], item: Any) -> Any:
    return STOPPED if stop.is_set() else function(item)
