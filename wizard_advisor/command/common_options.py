"""The options that every command has, `--config` and `--no-unicode`, and where the value of an option came from."""

import os
from typing import Any, Final

import click
from click.core import ParameterSource

from ..errors import WizardError
from .completion import complete_file
from .preferences import (
    FILE_VARIABLE,
    Preferences,
    anything_set,
    commands_of,
    default_file,
    key_of,
    misspelt_variables,
    options_of,
    read_preferences,
)

# Keys in click's `meta`, which all contexts of one call share:
INNERMOST: Final = "wizard_advisor.innermost"  # the context of the command being called
PREFERENCES: Final = "wizard_advisor.preferences"  # the preferences, if there are any
ONLY_ASCII: Final = "wizard_advisor.only_ascii"  # set if the answer is to be written in ASCII


def equipped(command: click.Command) -> click.Command:
    """The command, and those below it, with the options that every command has."""
    if not any(option.name == "config" for option in command.params):
        command.params += [
            click.Option(
                ["--no-unicode"],
                is_flag=True,
                expose_value=False,
                callback=_take_ascii,
                help="Write in ASCII: letters for suits, # for bars.",
            ),
            click.Option(
                ["--config"],
                metavar="FILE",
                is_eager=True,
                expose_value=False,
                callback=_take_preferences,
                shell_complete=complete_file,
                help="Read options from this TOML file; `wizard-advisor config` shows which file is read without.",
            ),
        ]
    if isinstance(command, click.Group):
        for below in command.commands.values():
            equipped(below)
    return command


def preferences_of(context: click.Context, file: str | None = None) -> Preferences:
    """The preferences that hold in this call: those read already, or else from `file` or the usual one."""
    root = context.find_root()
    if file is None and PREFERENCES in context.meta:
        found: Preferences = context.meta[PREFERENCES]
        return found
    return read_preferences(commands_of(root.command, root), file or default_file(), required=file is not None)


def only_ascii() -> bool:
    """Whether --no-unicode was given."""
    context = click.get_current_context(silent=True)
    return context is not None and ONLY_ASCII in context.meta


def words_of(context: click.Context) -> tuple[str, ...]:
    """The words that name a command, () for the program itself."""
    return (*words_of(context.parent), str(context.info_name)) if context.parent else ()


def traced(error: WizardError, context: click.Context) -> WizardError:
    """The error, after the place of the preference that it complains of if that was not on the command line.

    context: of any command of this call.
    """
    inner = context.meta.get(INNERMOST, context)
    if PREFERENCES not in inner.meta:
        return error
    for key, preference in inner.meta[PREFERENCES].by_command.get(words_of(inner), {}).items():
        complained = str(error).startswith(f"{key}:") or repr(preference.text) in str(error)
        if complained and _set_beforehand(inner, options_of(inner.command)[key]):
            return type(error)(f"{preference.origin}: {str(error).removeprefix(f'{key}: ')}")
    return error


def origin(context: click.Context | None, option: click.Parameter | None) -> str | None:
    """Where the preference stands that this option of a command got its value from; None if it got it elsewhere."""
    if context is None or not isinstance(option, click.Option) or PREFERENCES not in context.meta:
        return None
    preferences = context.meta[PREFERENCES].by_command.get(words_of(context), {})
    return preferences[key_of(option)].origin if _set_beforehand(context, option) else None


def _set_beforehand(context: click.Context, option: click.Option) -> bool:
    return context.get_parameter_source(str(option.name)) is ParameterSource.DEFAULT_MAP


def _take_preferences(context: click.Context, option: click.Parameter, file: str | None) -> None:
    """Let the preferences of a file and of the environment stand in for what is not on the command line."""
    context.meta[INNERMOST] = context
    if context.resilient_parsing or (context.parent and file is None):  # the program's own --config has seen to it
        return
    file = file or os.environ.get(FILE_VARIABLE) or None
    if not anything_set(file):
        return
    root = context.find_root()
    context.meta[PREFERENCES] = preferences = preferences_of(context, file)
    commands = commands_of(root.command, root)
    for name in misspelt_variables(commands):
        click.echo(f"{name}: expected a variable of an option: there is no such option", err=True)
    defaults: Any = preferences.default_map(commands)
    root.default_map = defaults
    for name in words_of(context):
        defaults = defaults.get(name, {})
        context.default_map = defaults


def _take_ascii(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted:
        context.meta[ONLY_ASCII] = True
