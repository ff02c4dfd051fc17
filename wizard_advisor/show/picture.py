"""Where pictures go and what they have in common; needs matplotlib (the extra `plot`), imported when one is drawn."""

import importlib.util
import io
import os
from typing import TYPE_CHECKING, Any, Final

from ..errors import WizardError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS: Final = (".png", ".svg")
# Colours by Okabe and Ito, for the colour-blind; dark and light differ in grey too, the marks also in shape and line.
DARK: Final = "#0072B2"
LIGHT: Final = "#BFD9E8"
MARKS: Final = (
    (DARK, "o", "-"),
    ("#D55E00", "s", "--"),
    ("#009E73", "^", "-."),
    ("#CC79A7", "D", ":"),
    ("#56B4E9", "v", "-"),
    ("#000000", "x", "--"),
)


def check_picture(file: str) -> None:
    """Raise WizardError, before anything is computed, if no picture can be drawn there."""
    ending = os.path.splitext(file)[1].lower()
    if ending not in ENDINGS:
        raise WizardError(f"plot: expected a file that ends in {' or '.join(ENDINGS)}: found {file!r}")
    folder = os.path.dirname(file) or "."
    if not os.path.isdir(folder):
        raise WizardError(f"plot: expected a folder that exists: found {folder!r}")
    if not os.access(folder, os.W_OK) or os.path.isdir(file):
        raise WizardError(f"plot: expected a file that can be written: found {file!r}")
    if importlib.util.find_spec("matplotlib") is None:
        raise WizardError("plot: expected matplotlib, the extra plot: pip install 'wizard-advisor[plot]'")


def new_figure() -> "Figure":
    """An empty picture of 800 × 500 that needs no screen."""
    from matplotlib.figure import Figure

    return Figure(figsize=(8, 5), dpi=100, layout="constrained")


def save(figure: "Figure", file: str) -> None:
    """Write a picture, the same bytes for the same content; OSError if that cannot be done."""
    from matplotlib import rc_context

    ending = os.path.splitext(file)[1][1:].lower()
    out = io.BytesIO()
    nothing: dict[str, Any] = {"Date": None, "Creator": None} if ending == "svg" else {"Software": None}
    with rc_context({"svg.hashsalt": "wizard-advisor"}):
        figure.savefig(out, format=ending, metadata=nothing)
    with open(file, "wb") as target:  # only now: whatever goes wrong in drawing leaves the old picture alone
        target.write(out.getvalue())
