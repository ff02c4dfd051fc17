"""From plain functions to machine code: the only module that imports numba, loaded when something must be compiled."""

import inspect
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from .. import cards, rules
from ..errors import WizardError, echo
from ..policy import bid_chance, bid_choice, card_choice, curves, expectation, mind, one_card, parameters
from .objects import FLOAT, INT, NOTHING, Code

try:
    import numba
except ValueError as error:
    if "threads" not in str(error):
        raise
    found = echo(os.environ.get("NUMBA_NUM_THREADS"))
    raise WizardError(f"NUMBA_NUM_THREADS: expected a whole number from 1: found {found}") from None

from llvmlite import ir
from numba import types
from numba.core import event
from numba.extending import intrinsic, overload_method, register_jitable

CALLED: Final = (  # modules of plain functions that compiled code calls
    *(cards, rules, parameters, curves, mind, expectation, one_card, bid_choice, bid_chance, card_choice),
)
INLINED: Final = ("choose_bid", "choose_card", "suit_line", "expected_score", "hazards", "worth_apart")

# Reference counting is left out: nothing compiled here makes or keeps an array. Division by zero is checked: without,
# the round of one card takes longer, by half.
OPTIONS: Final[dict[str, Any]] = {"nogil": True, "_nrt": False}
RETURNS: Final = {types.int64: INT, types.float64: FLOAT, types.none: NOTHING}
njit: Final[Any] = numba.njit
typeof: Final[Any] = numba.typeof


def _unary_intrinsic(name: str) -> Any:
    @intrinsic
    def call(typingctx: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if name == "ctpop":
                return builder.ctpop(args[0])
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


# Let compiled code call every plain function of these modules, those in `INLINED` with no call.
for _module in CALLED:
    for _function in vars(_module).values():
        if inspect.isfunction(_function) and _function.__module__ == _module.__name__:
            register_jitable(_nrt=False, forceinline=_function.__name__ in INLINED)(_function)


def know(functions: list[Callable[..., Any]]) -> None:
    """Let compiled code call these functions, with no call, and empty the list."""
    while functions:
        register_jitable(_nrt=False, forceinline=True)(functions.pop())


def compile_plain(function: Callable[..., Any], folder: Path | None) -> Callable[..., Any]:
    """A function that numba compiles when it is called, and keeps in a folder by its own means, if there is one."""
    config: Any = numba.config
    before = config.CACHE_DIR
    try:
        # Where the cache lies is decided here and now; other users of numba in this process keep their own place.
        config.CACHE_DIR = str(folder) if folder else before
        compiled: Callable[..., Any] = njit(cache=folder is not None, **OPTIONS)(function)
        return compiled
    finally:
        config.CACHE_DIR = before


def compile_object(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Code | None:
    """An object file of a function for arguments of these types.

    None if this numba does not give one, or one that needs more than every Python has.
    """
    given = tuple(typeof(argument) for argument in arguments)
    try:
        dispatcher = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(function)
        dispatcher.compile(given)
        done = dispatcher.overloads[given]
        if any(called.is_declaration and _is_numbas(called.name) for called in done.library._final_module.functions):
            return None
        machine_code = done.library._get_compiled_object()
        return Code(done.fndesc.llvm_func_name, RETURNS[done.signature.return_type], machine_code)
    except (AttributeError, KeyError):
        return None


def _is_numbas(function: str) -> bool:
    """Whether a function that compiled code calls is there only when numba is imported."""
    return function.startswith(("numba", "NRT", "Py", "_Py"))


@cache
def on_compiling(tell: Callable[[], None]) -> None:
    """Call `tell` whenever something is compiled, from now on."""

    class Listener(event.Listener):
        def on_start(self, _: Any) -> None:
            tell()

        def on_end(self, _: Any) -> None:
            pass

    register: Any = event.register
    register("numba:compile", Listener())
