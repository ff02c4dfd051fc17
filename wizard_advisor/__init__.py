"""Advises what to bid in the card game Wizard: `advise(parse_situation("4p up=7S seat=2 bids=1 : W AS KS 10H 3D"))`."""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .advice import Advice, BidEstimate
    from .advise import advise
    from .agent import Agent
    from .cards import CardError, WizardError
    from .notation import parse_situation
    from .situation import Situation, SituationError
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
    "Advice": "advice",
    "Agent": "agent",
    "BidEstimate": "advice",
    "CardError": "cards",
    "Situation": "situation",
    "SituationError": "situation",
    "Turn": "turn",
    "WizardError": "cards",
    "advise": "advise",
    "parse_situation": "notation",
    "parse_turn": "turn_notation",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        value: Any = import_module("importlib.metadata").version("wizard-advisor")
    elif name in _HOMES:
        value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


class _Package(ModuleType):
    """This package: importing its module `advise` does not hide the function of the same name."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value.advise if name == "advise" and isinstance(value, ModuleType) else value)


sys.modules[__name__].__class__ = _Package
