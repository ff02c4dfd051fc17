"""Files read and written with care: TOML as people have it, files written whole or not at all, and by one at a time."""

import contextlib
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from .errors import WizardError

LARGEST: Final = 100_000  # bytes; the largest file that makes sense has a tenth of that
DRAFT: Final = ".part"  # the ending of a file that is not yet whole
MOST_DOTS: Final = 100  # in a line: the time to read a key grows with the square of its parts
# Strings, of several lines or of one, and comments: where a dot is only a dot.
QUOTED: Final = re.compile(
    r"""
      "{3} (?: \\. | [^\\] )*? (?: "{3,5} | \Z )
    | '{3} .*? (?: '{3,5} | \Z )
    | " (?: \\. | [^"\\\n] )* "?
    | ' [^'\n]* '?
    | \# [^\n]*
    """,
    re.DOTALL | re.VERBOSE,
)


class TomlError(ValueError):
    """Why something cannot be read as a TOML file, on one line."""


def read_toml(path: str) -> dict[str, Any]:
    """What a file holds. FileNotFoundError if it is not there, TomlError if it cannot be read."""
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)  # a device may have no end
    except FileNotFoundError:
        raise
    except OSError as error:
        raise TomlError(error.strerror or str(error)) from None
    except ValueError as error:  # a path that cannot be, with a NUL in it
        raise TomlError(str(error)) from None
    if len(content) > LARGEST:
        raise TomlError(f"it has more than {LARGEST:,} bytes")
    return parse_toml(content)


def parse_toml(content: bytes) -> dict[str, Any]:
    """What the bytes of a file hold, after a byte-order mark if there is one. TomlError if they are not TOML."""
    try:
        text = content.decode("utf-8-sig")
        bare = QUOTED.sub(lambda quoted: "\n" * quoted[0].count("\n"), text)
        for number, line in enumerate(bare.split("\n"), 1):
            if line.count(".") > MOST_DOTS:
                raise TomlError(f"line {number} has more than {MOST_DOTS} dots")
        return tomllib.loads(text)
    except RecursionError:
        raise TomlError("it has brackets inside brackets, thousands deep") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TomlError(" ".join(str(error).split())) from None
    except TomlError:
        raise
    except ValueError:  # an int of thousands of digits
        raise TomlError("it has a number that is too long") from None


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it holds all of the text or, after a kill or an error, what it held before."""
    draft = path.with_name(path.name + DRAFT)
    try:
        draft.write_text(text, "utf-8")
        os.replace(draft, path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def write_all(file: BinaryIO, data: bytes) -> None:
    """Write to a file until nothing is left; OSError if that cannot be done."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


class BusyError(WizardError):
    """A file that another run is writing."""


@contextlib.contextmanager
def only_writer(path: str) -> Iterator[None]:
    """In this context no other run writes the file, if it asks by this function too. BusyError if one does already.

    A run that died does not count. On a file system without locks nothing is locked.
    """
    lock = os.path.realpath(path) + ".lock"
    held = _take_lock(lock, path)
    try:
        yield
    finally:
        if held is not None:
            _release(held, lock)


def _take_lock(lock: str, path: str) -> int | None:
    """The descriptor of a lock file that is locked for us; None where that cannot be done."""
    from filelock import lock_descriptor

    while True:
        try:
            descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:  # a folder that cannot be written to: whoever writes there will say so
            return None
        try:
            free = lock_descriptor(descriptor, blocking=False)
        except OSError:
            _release(descriptor, lock)
            return None
        if not free:
            os.close(descriptor)
            raise BusyError(f"{path}: expected no other run to be writing it: one is; wait until it ends")
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(descriptor), os.stat(lock)):
                return descriptor
        os.close(descriptor)  # its last holder removed it after we opened it


def _release(descriptor: int, lock: str) -> None:
    """Remove a lock file, unless somebody keeps something in it, and unlock it."""
    with contextlib.suppress(OSError):
        if os.fstat(descriptor).st_size == 0:
            os.unlink(lock)
    os.close(descriptor)
