"""The journal beside an unfinished output: what its answers depend on, and how far it is.

A JSON value in each line. The first is the recipe, an object with all that the answers depend on. The others are added
as the run goes on: `["policy", name, digest]` for each policy file that was used, and, after every write,
`["answers", position, digest]` for the output up to this byte; the digest is over the recipe too.
"""

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, Final

from ..disk import write_all, write_whole
from ..policy.files import BUILT_IN, Players, PolicyError, load_players
from .read import FileError

ENDING: Final = ".resume"
LONGEST_RECIPE: Final = 1_000_000  # bytes; the columns of the longest header that can be read take most of it
LONGEST_ENTRY: Final = 100_000  # bytes; the longest path of a policy file takes a quarter
BLOCK: Final = 1 << 20  # bytes of an output read at once


class Journal:
    """The journal of an output. position: of the byte up to which the output is known to be as it was written."""

    def __init__(self, output: str) -> None:
        self.path = Path(output + ENDING)
        self.position = 0
        self._digest = blake2b(digest_size=8)
        self._policies: dict[str, str] = {}  # the digests of the files that were used
        self._used: set[str] = set()  # in this run
        self._end = 0  # where the last entry to keep ends
        self._file: BinaryIO | None = None

    def begin(self, recipe: Mapping[str, Any]) -> None:
        """Make a new one."""
        line = json.dumps(recipe) + "\n"
        write_whole(self.path, line)
        self._digest.update(line.encode())
        self._file = open(self.path, "ab", buffering=0)  # noqa: SIM115

    def read(self) -> dict[str, Any] | None:
        """The recipe; None if there is no journal. FileError if it is damaged."""
        try:
            with open(self.path, "rb") as file:
                return self._recipe(file)
        except FileNotFoundError:
            return None

    def check(self, output: BinaryIO) -> None:
        """Go through all entries up to the last answers that the output holds, and set `position`.

        FileError if the journal is damaged or the answers are no longer as they were written, PolicyError if a policy
        file is not.
        """
        size = os.fstat(output.fileno()).st_size
        policies: dict[str, str] = {}
        with open(self.path, "rb") as file:
            self._recipe(file)
            self._end = file.tell()
            for entry in self._entries(file):
                match entry:
                    case ["policy", str(name), str(digest)]:
                        policies[name] = digest
                    case ["answers", int(position), str(digest)] if position > self.position:
                        if position > size:
                            break
                        self._go_to(position, output)
                        if self._digest.hexdigest() != digest:
                            raise FileError("expected the answers as they were written: some were changed since")
                        self._end = file.tell()
                        self._policies |= policies
                        policies.clear()
                    case _:
                        raise self._damaged()
        for name, digest in self._policies.items():
            _check_policy(load_players(name), digest)

    def resume(self) -> None:
        """Go on with it after the entries that were checked."""
        os.truncate(self.path, self._end)
        self._file = open(self.path, "ab", buffering=0)  # noqa: SIM115

    def add_policies(self, policies: Iterable[Players]) -> None:
        """Note the files that the next answers depend on. PolicyError if one was changed since it was noted."""
        for policy in policies:
            name = policy.name
            if name in self._used or name in BUILT_IN:
                continue
            self._used.add(name)
            if name in self._policies:
                _check_policy(policy, self._policies[name])
            else:
                self._policies[name] = _digest_of(policy)
                self._add("policy", name, self._policies[name])

    def add_answers(self, data: bytes) -> None:
        """Note what was written to the output."""
        self.position += len(data)
        self._digest.update(data)
        self._add("answers", self.position, self._digest.hexdigest())

    def move(self, output: str) -> None:
        """Become the journal of an output of another name."""
        self.close()
        os.replace(self.path, output + ENDING)
        self.path = Path(output + ENDING)
        self._file = open(self.path, "ab", buffering=0)  # noqa: SIM115

    def remove(self) -> None:
        """Remove it: the output is finished, or given up."""
        self.close()
        with contextlib.suppress(OSError):
            os.unlink(self.path)

    def close(self) -> None:
        if self._file:
            self._file.close()

    def _add(self, *entry: Any) -> None:
        assert self._file
        write_all(self._file, json.dumps(entry).encode() + b"\n")

    def _recipe(self, file: BinaryIO) -> dict[str, Any]:
        line = file.readline(LONGEST_RECIPE)
        recipe = self._parsed(line) if line.endswith(b"\n") else None
        if not isinstance(recipe, dict) or type(recipe.get("seed")) is not int or not 0 <= recipe["seed"] < 2**63:
            raise self._damaged()
        self._digest = blake2b(line, digest_size=8)
        return recipe

    def _entries(self, file: BinaryIO) -> Iterator[Any]:
        """The entries after the recipe, without a last one that was not written to its end."""
        while (line := file.readline(LONGEST_ENTRY)).endswith(b"\n"):
            yield self._parsed(line)
        if len(line) == LONGEST_ENTRY:
            raise self._damaged()

    def _parsed(self, line: bytes) -> Any:
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise self._damaged() from None

    def _damaged(self) -> FileError:
        return FileError(f"expected {self.path.name} as batch wrote it: it is damaged")

    def _go_to(self, position: int, output: BinaryIO) -> None:
        """Read the output up to a position that it has."""
        while self.position < position and (block := output.read(min(position - self.position, BLOCK))):
            self._digest.update(block)
            self.position += len(block)


def _digest_of(policy: Players) -> str:
    """A digest of the numbers of a policy: comments in its file do not matter, the files that it builds on do."""
    return blake2b(repr(policy).encode(), digest_size=8).hexdigest()


def _check_policy(policy: Players, digest: str) -> None:
    if _digest_of(policy) != digest:
        raise PolicyError(f"policy {policy.name!r}: expected the numbers the output was begun with: they were changed")
