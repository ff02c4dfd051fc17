"""Compiled code on disk: where it is kept, whom it is taken from, and how it is checked.

A file holds the name of the function, what it returns, the types of its arguments, and an object file, after a digest
of all that. Files lie in `<user cache>/wizard-advisor/<here>-<digest>`: `here` tells apart copies of this package and
kinds of processors, the digest is of all that code depends on; when it changes, what was there before is swept away.
Machine code is run, so as ssh does with its keys, nothing is taken that somebody else could have put there.
"""

import contextlib
import hashlib
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

PACKAGE: Final = Path(__file__).parent.parent
MAGIC: Final = b"wizard-advisor 1"
INT: Final = "q"  # kinds of values
FLOAT: Final = "d"
NOTHING: Final = "-"


class Code(NamedTuple):
    """What a function was compiled to: the name of the function in an object file, what it returns, that file.

    returns: `INT`, `FLOAT` or `NOTHING`.
    """

    symbol: str
    returns: str
    machine_code: bytes


def say(text: str) -> None:
    """Say something about the cache, once: in one line on standard error unless the program logs elsewhere."""
    if text not in _said:
        _said.add(text)
        import logging  # seldom needed

        logging.getLogger("wizard_advisor").warning("%s", " ".join(text.split()))


_said: Final[set[str]] = set()


def cache_folder() -> Path | None:
    """Where all compiled code of this program lies; None if the user has no home."""
    if base := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(base) / "wizard-advisor"
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "wizard-advisor"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "wizard-advisor"
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wizard-advisor"
    except RuntimeError:
        return None


def sources() -> list[Path]:
    """What compiled code is made from."""
    rooms = (PACKAGE / "simulate", PACKAGE / "policy")
    return [PACKAGE / "cards.py", PACKAGE / "rules.py", *(file for room in rooms for file in sorted(room.glob("*.py")))]


def code_folder(target: str) -> Path | None:
    """Where code of these very sources for this machine, Python and numba lies; None, and said, if it must not be."""
    root = cache_folder()
    if root is None:
        say("compiled code is not kept: expected a home folder, or XDG_CACHE_HOME set: found none")
        return None
    try:
        folder = root / _folder_name(target)
        for place in (root.parent, root, folder):
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                if fault := distrust(place.stat()):
                    say(f"compiled code is neither kept in {place} nor taken from there: {fault}")
                    return None
    except OSError as error:
        say(f"compiled code is not kept: {error.filename}: {error.strerror}")
        return None
    return folder


def _folder_name(target: str) -> str:
    """A name made of where this package lies and for which machine, and of all that its compiled code depends on."""
    place = f"{PACKAGE.resolve()} {sys.implementation.cache_tag} {target}".encode()
    digest = hashlib.sha256(b"%b %b" % (MAGIC, place))
    for file in [*sources(), *_versions()]:
        digest.update(file.read_bytes())
    for name in sorted(os.environ):
        if name.startswith("NUMBA_") and name not in ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS"):
            digest.update(f"{name}={os.environ[name]}\n".encode())
    return f"{hashlib.sha256(place).hexdigest()[:8]}-{digest.hexdigest()[:16]}"


def _versions() -> Iterator[Path]:
    """The files that tell which numba and llvmlite would compile."""
    for package in ("numba", "llvmlite"):
        if (spec := find_spec(package)) and spec.origin:
            yield Path(spec.origin).with_name("_version.py")


def distrust(status: os.stat_result) -> str | None:
    """Why a file or folder may hold what another user put there; None if it may not."""
    if sys.platform == "win32":
        return None
    if status.st_uid not in (0, os.geteuid()):
        return "it belongs to another user"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "others can write to it"
    return None


def file_for(folder: Path, name: str, kinds: str) -> Path:
    """Where the code of a function lies, for arguments of these kinds."""
    return folder / f"{name}-{hashlib.sha256(kinds.encode()).hexdigest()[:16]}.o"


def read_code(file: Path, kinds: str) -> Code | None:
    """Code that was kept, for arguments of these kinds; None if there is none, or, and said, none that can be used."""
    try:
        with file.open("rb") as stream:
            fault = distrust(os.fstat(stream.fileno()))
            digest, _, content = stream.read().partition(b"\n")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        fault = error.strerror
    else:
        symbol, returns, of, *machine_code = [*content.split(b"\n", 3), b"", b"", b""]
        if not fault and (digest != _digest(file, content) or of != kinds.encode()):
            fault = "it is damaged"
    if fault:
        say(f"compiled code in {file} is not used, and compiled anew: {fault}")
        return None
    return Code(symbol.decode(), returns.decode(), machine_code[0])


def keep_code(file: Path, kinds: str, code: Code) -> None:
    """Keep code for arguments of these kinds; where that cannot be done, it is said."""
    content = b"\n".join((code.symbol.encode(), code.returns.encode(), kinds.encode(), code.machine_code))
    draft = file.with_name(f"{file.name}.{os.getpid()}~")
    try:
        _make_folder(file.parent)
        _sweep(file.parent)
        try:
            draft.write_bytes(_digest(file, content) + b"\n" + content)
            os.replace(draft, file)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        say(f"compiled code could not be kept in {file.parent}, so it is compiled every time: {error.strerror}")


def _digest(file: Path, content: bytes) -> bytes:
    """The digest of what a file holds, in its place: code for another machine is not taken for ours."""
    return hashlib.sha256(f"{file.parent.name}/{file.name}\n".encode() + content).hexdigest().encode()


def _make_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing, all of them ours alone."""
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir(0o700, exist_ok=True)


def _sweep(folder: Path) -> None:
    """Remove the code of what was in the place of this package before."""
    for other in folder.parent.glob(folder.name.partition("-")[0] + "-*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)


def cache_size() -> int:
    """The bytes that compiled code takes on disk."""
    root = cache_folder()
    return sum(file.stat().st_size for file in root.rglob("*") if file.is_file()) if root else 0


def clear_cache() -> None:
    """Remove all compiled code of this program. OSError if that cannot be done."""
    root = cache_folder()
    if root and root.exists():
        shutil.rmtree(root)
