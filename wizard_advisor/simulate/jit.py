"""What runs as machine code, and how it gets there.

Importing numba and reading its cache take more than half of the time that a player waits for an answer. So an entry is
compiled once, kept as an object file (`objects`), and from then on loaded by LLVM alone and called as any C function is
(`native`): numba is imported only when something must be compiled (`compiler`).

There are two other ways, with the same results: numba's own call, where object files were not tried (then with numba's
own cache) or WIZARD_ADVISOR_PLAIN_JIT=1 asks for it; and plain Python, with NUMBA_DISABLE_JIT=1.
"""

import functools
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
Call = Callable[[list[Any]], Any]  # of machine code, its arguments taken apart


def _asked_for(name: str) -> bool:
    return os.environ.get(name, "").strip() not in ("", "0")


COMPILED: Final = not _asked_for("NUMBA_DISABLE_JIT")
_TRIED: Final = sys.platform == "linux"
# Bounds are checked by raising exceptions, which only numba's own call brings to Python.
_PLAIN: Final = not _TRIED or _asked_for("WIZARD_ADVISOR_PLAIN_JIT") or _asked_for("NUMBA_BOUNDSCHECK")
_lock: Final = threading.RLock()  # whatever several threads need is compiled or loaded by one
_inner: Final[list[Callable[..., Any]]] = []  # functions that the compiler has not been told of yet
_listeners: Final[list[Callable[[], None]]] = []


def inner(function: Function) -> Function:
    """Compile a function into its callers: named tuples of arrays are over a hundred arguments to a real call."""
    _inner.append(function)
    return function


def entry(function: Function) -> Function:
    """Have a function, when Python calls it, run as machine code and without the interpreter's lock.

    Its arguments are ints, floats, None, contiguous arrays, and named tuples of these; it returns an int, a float or
    nothing, and raises no exception.
    """
    if not COMPILED:
        import numpy as np

        return np.errstate(over="ignore")(function)  # random numbers overflow on purpose
    return functools.update_wrapper(_Entry(function), function)  # type: ignore[return-value]


class _Entry:
    """A function that is loaded, or compiled, when it is first called with arguments of some types."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.defaults = function.__defaults__ or ()
        self.count = function.__code__.co_argcount
        self.ours = function.__module__.split(".")[0] == __name__.split(".")[0]  # what the digest of sources is for
        self.calls: dict[str, Call | None] = {}  # by the kinds of the arguments
        self.plain: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        if missing := self.count - len(arguments):
            arguments += self.defaults[-missing:]
        if _PLAIN or not self.ours:
            return self._call_plain(*arguments)
        from .native import flatten

        flat, kinds = flatten(arguments)
        if kinds not in self.calls:
            with _lock:
                if kinds not in self.calls:
                    self.calls[kinds] = self._prepare(kinds, flat, arguments)
        call = self.calls[kinds]
        return self._call_plain(*arguments) if call is None else call(flat)

    def _prepare(self, kinds: str, flat: list[Any], arguments: tuple[Any, ...]) -> Call | None:
        """Machine code for arguments of these kinds, kept or made now; None if this numba does not give it."""
        from .native import load
        from .objects import file_for, keep_code, read_code

        folder = _folder()
        file = folder and file_for(folder, self.function.__name__, kinds)
        code = file and read_code(file, kinds)
        if not code:
            code = _compiler().compile_object(self.function, arguments)
            if code and file:
                keep_code(file, kinds, code)
        return load(code, flat) if code else None

    def _call_plain(self, *arguments: Any) -> Any:
        with _lock:
            if self.plain is None:
                folder = None if _TRIED or not self.ours else _folder()
                self.plain = _compiler().compile_plain(self.function, folder)
        return self.plain(*arguments)


@functools.cache
def _folder() -> Path | None:
    """Where code is kept, if it may be."""
    from .native import target
    from .objects import code_folder

    return code_folder(target())


def _compiler() -> Any:
    """The compiler, which knows all inner functions there are."""
    from . import compiler

    compiler.know(_inner)
    compiler.on_compiling(_tell)
    return compiler


def _tell() -> None:
    while _listeners:
        _listeners.pop()()


@contextmanager
def told_of_compiling(tell: Callable[[], None]) -> Iterator[None]:
    """While this lasts, call `tell` when something has to be compiled, which takes seconds; once at most."""
    _listeners.append(tell)
    try:
        yield
    finally:
        if tell in _listeners:
            _listeners.remove(tell)
