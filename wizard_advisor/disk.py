"""Files read and written with care: TOML as people have it, and files that are there whole or not at all."""

import contextlib
import os
import tomllib
from pathlib import Path
from typing import Any, Final

LARGEST: Final = 1_000_000  # bytes; the largest file that makes sense has a hundredth of that


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
        return tomllib.loads(content.decode("utf-8-sig"))
    except RecursionError:
        raise TomlError("it has brackets inside brackets, thousands deep") from None
    except ValueError as error:  # not TOML or not UTF-8
        raise TomlError(" ".join(str(error).split())) from None


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it holds all of the text or, after a kill or an error, what it held before."""
    draft = path.with_name(path.name + "~")
    try:
        draft.write_text(text, "utf-8")
        os.replace(draft, path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
