"""What runs as machine code, and how it gets there.

Importing numba and reading its cache take more than half of the time that a player waits for an answer. So an entry is
compiled once, kept as an object file (`objects`), and from then on loaded by LLVM alone and called as any C function is
(`native`): numba is imported only when something must be compiled (`compiler`).

There are two other ways, with the same results: numba's own call (`PLAIN`), where object files are not known to work or
WIZARD_ADVISOR_PLAIN_JIT=1 asks for it, and plain Python, with NUMBA_DISABLE_JIT=1.
"""

import functools
import hashlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from .objects import PACKAGE, code_folder, keep_code, read_code

Function = TypeVar("Function", bound=Callable[..., Any])


def _asked_for(name: str) -> bool:
    return os.environ.get(name, "").strip() not in ("", "0")


COMPILED: Final = not _asked_for("NUMBA_DISABLE_JIT")
# Bounds are checked by raising an exception, which only numba's own call brings to Python.
PLAIN: Final = (
    sys.platform != "linux" or _asked_for("WIZARD_ADVISOR_PLAIN_JIT") or _asked_for("NUMBA_BOUNDSCHECK")
)
_lock: Final = threading.RLock()  # what is compiled or loaded is so once, whoever asks
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
    """A function that is compiled, or loaded, when it is first called with arguments of some types."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.native: dict[str, Callable[[list[Any]], Any] | None] = {}  # by the kinds of the arguments
        self.plain: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        if PLAIN or not self.function.__module__.startswith(f"{PACKAGE.name}."):
            return self._call_plain(*arguments)
        from .native import flatten

        flat, words = flatten(arguments)
        kinds = " ".join(words)
        if kinds not in self.native:
            with _lock:
                if kinds not in self.native:
                    self.native[kinds] = self._prepare(kinds, flat, arguments)
        call = self.native[kinds]
        return self._call_plain(*arguments) if call is None else call(flat)

    def _prepare(self, kinds: str, flat: list[Any], arguments: tuple[Any, ...]) -> Callable[[list[Any]], Any] | None:
        """Machine code for arguments of these kinds: what was kept, or made now; None if this numba does not give it."""
        from .native import load

        folder = _folder()
        name = f"{self.function.__name__}-{hashlib.sha256(kinds.encode()).hexdigest()[:16]}.o"
        code = read_code(folder / name, kinds) if folder else None
        if code is None:
            code = _compiler().compile_object(self.function, arguments)
            if code is None:
                return None
            if folder:
                keep_code(folder / name, kinds, code)
        return load(code, flat)

    def _call_plain(self, *arguments: Any) -> Any:
        with _lock:
            if self.plain is None:
                self.plain = _compiler().compile_plain(self.function)
        return self.plain(*arguments)


@functools.cache
def _folder() -> Path | None:
    from .native import target

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
