"""The program's start, as `wizard-advisor` and as `python -m wizard_advisor`."""

import signal
import sys

from .interrupt import end_at_once


def main() -> int:
    """Run the command line and return its exit code; a Ctrl-C while it is being loaded ends in one line too."""
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # and not ignored
    if usual:
        signal.signal(signal.SIGINT, end_at_once)
    from .command.cli import main as run

    if usual:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return run()


if __name__ == "__main__":
    sys.exit(main())
