"""Ctrl-C where there is nothing to tidy up. It imports next to nothing, for it is there before all else."""

import contextlib
import os
import sys


def end_at_once(*_: object) -> None:
    """End the process in one line; as a handler of signals, and where an exception may get lost."""
    with contextlib.suppress(OSError):  # nobody listens
        os.write(2, b"\nInterrupted\n" if sys.stderr and sys.stderr.isatty() else b"Interrupted\n")
    os._exit(1)
