"""Kinds of options: flags, numbers, and whatever else a reader can make of an option's text."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import click

from ..errors import WizardError, echo
from ..values import read_whole, read_yes_no

Command = TypeVar("Command", bound=Callable[..., Any])


class Decorator(Protocol):
    """What adds an option to a command, or to the function that it is made of."""

    def __call__(self, command: Command, /) -> Command: ...


def name_of(parameter: click.Parameter) -> str:
    """What a message calls a parameter: an option by its long name."""
    return f"--{key_of(parameter)}" if isinstance(parameter, click.Option) else str(parameter.name)


def key_of(parameter: click.Parameter) -> str:
    """The long name of an option without its dashes."""
    return str(parameter.name).replace("_", "-")


def whole_names(command: click.Command) -> Callable[[str], str]:
    """What click is to call with a name: the beginning of one long option, and of no other, becomes that option."""

    def whole(name: str) -> str:
        options = [option for option in command.params if isinstance(option, click.Option)]
        if any(isinstance(option.type, click.Choice) and name in option.type.choices for option in options):
            return name  # click asks about values too
        names = {"help"} | {long[2:] for option in options for long in option.opts if long.startswith("--")}
        begun = [known for known in names if known.startswith(name)]
        return begun[0] if len(name) > 1 and name not in names and len(begun) == 1 else name

    return whole


def reads(read: Callable[..., Any], *words: str, **limits: Any) -> Callable[..., Any]:
    """What click is to call with an option's text: a reader, which takes a name for its error, the text, and limits."""

    def callback(context: click.Context, option: click.Parameter, text: str | None) -> Any:
        try:
            return None if text is None else read(key_of(option), text, *words, **limits)
        except WizardError as error:
            raise click.BadParameter(str(error).removeprefix(f"{key_of(option)}: ")) from None

    return callback


class TrueOrFalse(click.types.BoolParamType):
    """A flag, where it was set beforehand as a text."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> bool:
        try:
            return read_yes_no("", value)
        except WizardError:
            self.fail(f"expected true or false: found {echo(value)}", param, ctx)


def flag(*names: str, help: str, **more: Any) -> Decorator:
    """An option that is there or not, or one of two."""
    return click.option(*names, is_flag=True, type=TrueOrFalse(), help=help, **more)


def number(*names: str, low: int, high: int, help: str, default: int | None = None, metavar: str = "N") -> Decorator:
    """An option that takes a whole number of a range."""
    return click.option(
        *names,
        callback=reads(read_whole, low=low, high=high),
        metavar=metavar,
        default=None if default is None else str(default),
        show_default=default is not None,
        help=help,
    )
