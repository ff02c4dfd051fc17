"""`python -m wizard_advisor`: the same as `wizard-advisor`."""

import sys

from .command.cli import main

sys.exit(main())
