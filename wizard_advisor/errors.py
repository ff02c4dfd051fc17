"""What this package raises, and how an error message quotes what was found."""


class WizardError(ValueError):
    """Anything wrong with what this package was given."""


class CardError(WizardError):
    """A text that cannot be read as cards."""


def echo(value: object) -> str:
    """Whatever was found, quoted on one line and cut when long, for an error message."""
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:40] + "…")
    try:
        text = repr(value)
    except ValueError:  # an int of thousands of digits
        return f"a huge {type(value).__name__}"
    return text if len(text) <= 40 else text[:40] + "…"


class SituationError(WizardError):
    """A situation that cannot be."""


class ClusterError(WizardError):
    """A cluster that cannot be used, or was lost."""
