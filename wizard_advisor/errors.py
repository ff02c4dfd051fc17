"""What this package raises, and how an error message quotes what was found."""

from typing import Final

LONGEST_ECHO: Final = 40  # characters of what was found


class WizardError(ValueError):
    """Anything wrong with what this package was given."""


class CardError(WizardError):
    """A text that cannot be read as cards."""


def echo(value: object) -> str:
    """Whatever was found, quoted on one line and cut when long, for an error message.

    >>> class Note:
    ...     def __repr__(self):
    ...         return "one\\n  two"
    >>> print(echo("x" * 50), echo(Note()))
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…' one two
    """
    if isinstance(value, str):  # also a kind of str that shows itself in another way
        return str.__repr__(value if len(value) <= LONGEST_ECHO else value[:LONGEST_ECHO] + "…")
    try:
        shown = repr(value)
    except Exception as error:  # an int of thousands of digits, or an object that cannot show itself
        huge = isinstance(value, int) and isinstance(error, ValueError)
        return f"a huge {type(value).__name__}" if huge else f"a {type(value).__name__} that cannot be shown"
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in shown[:1000]).split())
    return text if len(text) <= LONGEST_ECHO else text[:LONGEST_ECHO] + "…"


class SituationError(WizardError):
    """A situation that cannot be."""


class ClusterError(WizardError):
    """A cluster that cannot be used, or was lost."""
