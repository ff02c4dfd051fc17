"""TOML files as people have them; whatever is wrong with one is told in a few words."""

import tomllib
from typing import Any, Final

LARGEST: Final = 1_000_000  # bytes; the largest file that makes sense has a hundredth of that


class TomlError(ValueError):
    """Why something is no TOML file, on one line."""


def read_toml(path: str) -> dict[str, Any]:
    """What a file holds. FileNotFoundError if it is not there, TomlError if it is none."""
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)  # a device may have no end
    except FileNotFoundError:
        raise
    except OSError as error:
        raise TomlError(error.strerror or str(error)) from None
    except ValueError as error:  # no possible path
        raise TomlError(str(error)) from None
    if len(content) > LARGEST:
        raise TomlError(f"it has more than {LARGEST:,} bytes")
    return parse_toml(content)


def parse_toml(content: bytes) -> dict[str, Any]:
    """What the bytes of a file hold, after a byte-order mark if there is one. TomlError if they are no TOML."""
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except RecursionError:
        raise TomlError("it has brackets in brackets in brackets without end") from None
    except ValueError as error:  # not TOML or not UTF-8
        raise TomlError(" ".join(str(error).split())) from None
