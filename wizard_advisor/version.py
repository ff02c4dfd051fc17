"""Which wizard-advisor this is, down to the last line of its sources."""

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path


@cache
def fingerprint() -> str:
    """The version of this package, and a digest of its sources and policies."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for file in sorted([*here.rglob("*.py"), *here.glob("policy/*.toml")]):
        digest.update(file.read_bytes())
    return f"{version('wizard-advisor')} ({digest.hexdigest()[:8]})"
