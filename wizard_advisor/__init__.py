"""Advises what to bid in the card game Wizard: `advise(parse_situation("4p up=7S seat=2 bids=1 : W AS KS 10H 3D"))`."""

from importlib import import_module

TYPE_CHECKING = False  # as type checkers know it; `typing` takes longer to load than all else that a start needs
if TYPE_CHECKING:
    from typing import Any

    from .advice.bid import advise
    from .advice.results import Advice, BidEstimate
    from .agent import Agent
    from .errors import CardError, SituationError, WizardError
    from .notation import parse_situation
    from .situation import Situation
    from .turn import Turn
    from .turn_notation import parse_turn

    __version__: str

__all__ = [
    "Advice",
    "Agent",
    "BidEstimate",
    "CardError",
    "Situation",
    "SituationError",
    "Turn",
    "WizardError",
    "__version__",
    "advise",
    "parse_situation",
    "parse_turn",
]

_HOMES = {  # loaded when first asked for: `import wizard_advisor` takes no time
    "Advice": "advice.results",
    "Agent": "agent",
    "BidEstimate": "advice.results",
    "CardError": "errors",
    "Situation": "situation",
    "SituationError": "errors",
    "Turn": "turn",
    "WizardError": "errors",
    "advise": "advice.bid",
    "parse_situation": "notation",
    "parse_turn": "turn_notation",
}


def __getattr__(name: str) -> "Any":
    if name == "__version__":
        value: Any = import_module(".version", __name__).package_version()
    elif name in _HOMES:
        value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value
