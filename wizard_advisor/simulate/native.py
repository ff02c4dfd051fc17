"""Machine code called without its compiler: numba's object files, loaded by LLVM alone, called as C functions are."""

import ctypes
from collections.abc import Callable
from typing import Any, Final

from llvmlite import binding

from .objects import FLOAT, INT, NOTHING, Code

NO_BYTES: Final = ctypes.c_char * 0
FINE: Final = (0, -2)  # what numba's functions return that have raised nothing; -2: there is no result
_engines: Final[list[Any]] = []  # LLVM frees the code of an engine that nobody holds


def flatten(arguments: tuple[Any, ...]) -> tuple[list[Any], str]:
    """Take arguments apart as numba does: numbers as they are, a tuple into its members, an array into its parts.

    Returns what is passed, and in words what it was. TypeError or ValueError for an array that cannot be passed.
    """
    flat: list[Any] = []
    kinds: list[str] = []
    _flatten(arguments, flat, kinds)
    return flat, " ".join(kinds)


def _flatten(values: tuple[Any, ...], flat: list[Any], kinds: list[str]) -> None:
    for value in values:
        if isinstance(value, int):
            flat.append(value)
            kinds.append(INT)
        elif isinstance(value, tuple):
            kinds.append(type(value).__name__)
            _flatten(value, flat, kinds)
            kinds.append(".")
        elif value is None:
            flat.append(0)
            kinds.append(NOTHING)
        elif isinstance(value, float):
            flat.append(value)
            kinds.append(FLOAT)
        else:
            array = memoryview(value)
            shape, strides, size = array.shape or (), array.strides or (), array.itemsize
            address = ctypes.addressof(NO_BYTES.from_buffer(array))
            # Nobody counts references to it, its owner is nobody, number of items, bytes in each.
            flat += (0, 0, array.nbytes // size, size, address, *shape, *strides)
            kinds.append(f"{array.format}{array.ndim}")


def load(code: Code, flat: list[Any]) -> Callable[[list[Any]], Any]:
    """The function in an object file, for lists of arguments that are like `flat`."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine(jit=True)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code.machine_code))
    engine.finalize_object()
    _engines.append(engine)
    passed = (ctypes.c_double if isinstance(value, float) else ctypes.c_int64 for value in flat)
    prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *passed)
    function = prototype(engine.get_function_address(code.symbol))
    result_type = ctypes.c_double if code.returns == FLOAT else ctypes.c_int64

    def call(flat: list[Any]) -> Any:
        result, raised = result_type(), ctypes.c_void_p()
        if function(ctypes.addressof(result), ctypes.addressof(raised), *flat) not in FINE:
            raise ArithmeticError(f"{code.symbol}: division by zero")  # no other exception is compiled
        return None if code.returns == NOTHING else result.value

    return call


def target() -> str:
    """What machine code is made for, here."""
    features = binding.get_host_cpu_features().flatten()
    return f"{binding.get_process_triple()} {binding.get_host_cpu_name()} {features}"
