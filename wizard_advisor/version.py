"""Which wizard-advisor this is: its version, and a digest down to the last line of its sources."""

from functools import cache


@cache
def package_version() -> str:
    """The version that is installed."""
    from importlib.metadata import version  # slow to import, and seldom needed

    return version("wizard-advisor")


@cache
def fingerprint() -> str:
    """The version of this package, and a digest of its sources and policies."""
    import hashlib
    from pathlib import Path

    here = Path(__file__).parent
    digest = hashlib.sha256()
    for file in sorted([*here.rglob("*.py"), *here.glob("policy/*.toml")]):
        digest.update(file.read_bytes())
    return f"{package_version()} ({digest.hexdigest()[:8]})"
