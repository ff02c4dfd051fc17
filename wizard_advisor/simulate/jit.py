"""How functions are compiled and where compiled code is kept: the only module that knows numba's options.

Compiled code lives in `<user cache>/wizard-advisor/<digest of the sources>`: numba's own cache does not notice a change
in a module that the compiled function only calls, and fails at import where neither package nor home can be written.
"""

import hashlib
import inspect
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

from .. import cards, rules
from ..errors import WizardError, echo
from ..policy import bid_chance, bid_choice, card_choice, curves, expectation, mind, one_card, parameters

try:
    import numba
except ValueError as error:
    if "threads" not in str(error):
        raise
    found = echo(os.environ.get("NUMBA_NUM_THREADS"))
    raise WizardError(f"NUMBA_NUM_THREADS: expected a whole number from 1: found {found}") from None

from numba import types
from numba.core import event
from numba.extending import intrinsic, overload_method, register_jitable

Function = TypeVar("Function", bound=Callable[..., Any])

CALLED = (
    cards,
    rules,
    parameters,
    curves,
    mind,
    expectation,
    one_card,
    bid_choice,
    bid_chance,
    card_choice,
)  # from outside
INLINED = ("choose_bid", "choose_card", "suit_line", "expected_score", "hazards", "worth_apart")

_config: Any = numba.config
COMPILED = not _config.DISABLE_JIT
# Reference counting is left out: nothing compiled here makes or keeps an array.
_OPTIONS: dict[str, Any] = {"nogil": True, "_nrt": False}


def _unary_intrinsic(name: str) -> Any:
    @intrinsic
    def call(typingctx: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if name == "ctpop":
                return builder.ctpop(args[0])
            from llvmlite import ir

            zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))
            return builder.sub(ir.Constant(zeros.type, 64), zeros)

        return types.int64(types.int64), codegen

    return call


_bit_count = _unary_intrinsic("ctpop")
_bit_length = _unary_intrinsic("ctlz")


# numba does not know these two methods of Python's ints; ours are never negative.
@overload_method(types.Integer, "bit_count")
def _overload_bit_count(value: Any) -> Any:
    def implementation(value: Any) -> Any:
        return _bit_count(value)

    return implementation


@overload_method(types.Integer, "bit_length")
def _overload_bit_length(value: Any) -> Any:
    def implementation(value: Any) -> Any:
        return _bit_length(value)

    return implementation


def _register(module: ModuleType) -> None:
    """Let compiled code call every plain function that a module defines, those in `INLINED` with no call."""
    for function in vars(module).values():
        if inspect.isfunction(function) and function.__module__ == module.__name__:
            register_jitable(_nrt=False, forceinline=function.__name__ in INLINED)(function)


for _module in CALLED:
    _register(_module)


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _sources() -> list[Path]:
    """What compiled code is made from: all that lies here, and what it calls."""
    here = Path(__file__).parent
    return [*(Path(module.__file__) for module in CALLED if module.__file__), *sorted(here.glob("*.py"))]


def _cache_folder() -> Path | None:
    """The folder for the compiled code of these very sources; None where nothing can be written."""
    digest = hashlib.sha256()
    try:
        for source in _sources():
            digest.update(source.read_bytes())
        base = Path(_config.CACHE_DIR) if _config.CACHE_DIR else _user_cache()
        folder = base / "wizard-advisor" / digest.hexdigest()[:16]
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # RuntimeError: no home folder
        return None


_FOLDER = _cache_folder() if COMPILED else None


def entry(function: Function) -> Function:
    """Compile a function that Python calls, without the interpreter's lock, and keep the result on disk."""
    if not COMPILED:
        return np.errstate(over="ignore")(function)  # random numbers overflow on purpose
    before = _config.CACHE_DIR
    try:
        # Where the cache lies is decided here and now; other users of numba in this process keep their own place.
        _config.CACHE_DIR = str(_FOLDER) if _FOLDER else before
        compiled: Function = numba.njit(cache=_FOLDER is not None, **_OPTIONS)(function)
        return compiled
    finally:
        _config.CACHE_DIR = before


def inner(function: Function) -> Function:
    """Compile a function into its callers: named tuples of arrays are over a hundred arguments to a real call."""
    compiled: Function = numba.njit(forceinline=True, **_OPTIONS)(function)
    return compiled


@contextmanager
def told_of_compiling(tell: Callable[[], None]) -> Iterator[None]:
    """While this lasts, call `tell` when something has to be compiled, which takes seconds; once at most."""

    class Listener(event.Listener):
        told = False

        def on_start(self, _: Any) -> None:
            if not self.told:
                self.told = True
                tell()

        def on_end(self, _: Any) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        yield
