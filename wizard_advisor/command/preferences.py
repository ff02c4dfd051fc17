"""Preferences: options set beforehand by a TOML file or by environment variables; the command line prevails.

A key of the file is an option's long name: at the top it holds for every command that has the option, in a table named
after a command for that command alone. A variable is the same name in capitals, after `WIZARD_ADVISOR_`: with the
command's name before the option's it holds for that command alone. It is click that looks them up, the variables in an
option's `envvar` and the file's keys in `default_map`.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, Final, NamedTuple

import click
from click.core import ParameterSource

from ..errors import WizardError, echo
from ..values import BIDDING
from .completion import complete_file
from .kinds import flag, key_of, whole_names

PROGRAM: Final = "wizard-advisor"
# Options that answer one question together, so that what is said of one of them in a place that comes first takes the
# place of all that is said of the others elsewhere.
QUESTIONS: Final = (BIDDING, ("resume", "overwrite"), ("jobs", "cluster"))
PLACES: Final = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT, ParameterSource.DEFAULT_MAP)
PREFIX: Final = "WIZARD_ADVISOR_"  # of the environment's variables
PLAIN_VARIABLE: Final = "WIZARD_ADVISOR_PLAIN_JIT"  # see `simulate.jit`
FILE_VARIABLE: Final = PREFIX + "CONFIG"

# Keys in click's `meta`, which all contexts of one call share:
INNERMOST: Final = "wizard_advisor.innermost"  # the context of the command being called
PREFERENCES: Final = "wizard_advisor.preferences"
ONLY_ASCII: Final = "wizard_advisor.only_ascii"  # set if the answer is to be written in ASCII

Words = tuple[str, ...]  # the words that name a command, () for the program itself
Commands = Mapping[Words, click.Command]


class PreferencesError(WizardError):
    """A preferences file that cannot be read, or that sets what no command has."""


class Setting(str):
    """A value of the file, as it would be typed on the command line; `place` is where it stands."""

    place: str


class Preferences(NamedTuple):
    """The file of preferences, which need not exist, and the `default_map` of each command."""

    file: str
    exists: bool
    defaults: Mapping[Words, dict[str, Setting]]


# In a call


def equipped(command: click.Command) -> click.Command:
    """The command, and those below it, with the options that every command has; the names of options may be cut."""
    if not any(option.name == "config" for option in command.params):
        command.context_settings["token_normalize_func"] = whole_names(command)
        in_ascii = "Write in ASCII: letters for suits, # for bars."
        flag("--no-unicode", expose_value=False, callback=_take_ascii, help=in_ascii)(command)
        click.option(
            "--config",
            metavar="FILE",
            envvar=FILE_VARIABLE,
            is_eager=True,
            expose_value=False,
            callback=_take_preferences,
            shell_complete=complete_file,
            help="Read options from this TOML file; `wizard-advisor config` shows which file is read without.",
        )(command)
        if command.callback:
            command.callback = _decided(command.callback)
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        equipped(below)
    return command


def _decided(callback: Callable[..., Any]) -> Callable[..., Any]:
    """The callback of a command, which is given the defaults of options that are overruled."""

    @wraps(callback)
    def call(*arguments: Any, **values: Any) -> Any:
        context = click.get_current_context()
        sources = {name: context.get_parameter_source(name) for name in values}
        explains_csv = values.get("explain") and values.get("format") == "csv"  # which excludes nothing else
        idle = overruled(sources, (*QUESTIONS, ("explain", "format")) if explains_csv else QUESTIONS)
        for option in options_of(context.command):
            if option.name in idle:
                values[option.name] = option.to_info_dict()["default"]
        return callback(*arguments, **values)

    return call


def overruled(sources: Mapping[str, ParameterSource | None], questions: Sequence[Words] = QUESTIONS) -> set[str]:
    """The options, of those that were set in these places, that do not count.

    >>> overruled({"hook": ParameterSource.DEFAULT_MAP, "hidden_bids": ParameterSource.COMMANDLINE})
    {'hook'}
    """
    found: set[str] = set()
    for question in questions:
        places = {name: PLACES.index(sources[name]) for name in question if sources.get(name) in PLACES}
        found |= {name for name, place in places.items() if place > min(places.values())}
    return found


def _take_ascii(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted:
        context.meta[ONLY_ASCII] = True


def only_ascii() -> bool:
    """Whether --no-unicode was given."""
    context = click.get_current_context(silent=True)
    return context is not None and ONLY_ASCII in context.meta


def _take_preferences(context: click.Context, option: click.Parameter, file: str | None) -> None:
    """Let click know what was set beforehand for this command."""
    context.meta[INNERMOST] = context
    if context.resilient_parsing:
        return
    if not context.parent or context.get_parameter_source("config") is ParameterSource.COMMANDLINE:
        context.meta[PREFERENCES] = read_preferences(context, file)
    context.default_map = context.meta[PREFERENCES].defaults.get(words_of(context))


def read_preferences(context: click.Context, file: str | None) -> Preferences:
    """The preferences of a file, by default the usual one; click is told of those of the environment, once a call."""
    exists = bool(file) or os.path.isfile(default_file())
    file = file or default_file()
    defaults: dict[Words, dict[str, Setting]] = {}
    if exists or any(name.startswith(PREFIX) for name in os.environ):  # or else no other command needs to be loaded
        commands = commands_of(context)
        if not context.parent:
            name_variables(commands)
        # what is for all commands before what is for one, which so prevails
        for scope, setting, key in sorted(_settings(file, commands) if exists else (), key=lambda found: len(found[0])):
            for words in _takers(commands, scope, key, setting):
                defaults.setdefault(words, {})[key.replace("-", "_")] = setting
    return Preferences(file, exists, defaults)


def place_of(context: click.Context, option: click.Parameter) -> str:
    """Where an option was set beforehand: the file and its key, or the variable; "" if it was not."""
    source = context.get_parameter_source(str(option.name))
    if source is ParameterSource.ENVIRONMENT:
        return next(name for name in option.envvar or () if os.environ.get(name))
    setting = context.lookup_default(str(option.name)) if source is ParameterSource.DEFAULT_MAP else None
    return setting.place if isinstance(setting, Setting) else ""


# Commands and their options


def words_of(context: click.Context) -> Words:
    """The words that name the command of a context."""
    return (*words_of(context.parent), str(context.info_name)) if context.parent else ()


def commands_of(context: click.Context) -> Commands:
    """The program and all its commands, by the words that name them. context: any of a call."""
    root = context.find_root()
    found: dict[Words, click.Command] = {}

    def add(command: click.Command, words: Words) -> None:
        found[words] = command
        if isinstance(command, click.Group):
            for name in command.list_commands(root):
                if below := command.get_command(root, name):
                    add(below, (*words, name))

    add(root.command, ())
    return found


def options_of(command: click.Command) -> list[click.Option]:
    """The options of a command that can be set beforehand."""
    return [option for option in command.params if isinstance(option, click.Option) and not option.is_eager]


def _below(commands: Commands, scope: Words) -> Commands:
    """A command and those below it."""
    return {words: command for words, command in commands.items() if words[: len(scope)] == scope}


def _takers(commands: Commands, scope: Words, key: str, text: str) -> list[Words]:
    """The commands that a setting is for: of those that have the option all that can take it, or all if none can."""
    having, fitting = [], []
    for words, command in _below(commands, scope).items():
        for option in options_of(command):
            if key_of(option) == key:
                having.append(words)
                with contextlib.suppress(click.BadParameter):
                    option.process_value(click.Context(command), text)
                    if option.is_flag or text not in ("true", "false"):
                        fitting.append(words)
    return fitting or having


# The environment


def variable_of(scope: Words, key: str) -> str:
    """The environment variable that sets an option of the commands whose names begin with some words.

    >>> variable_of((), "no-inference"), variable_of(("policy", "compare"), "games")
    ('WIZARD_ADVISOR_NO_INFERENCE', 'WIZARD_ADVISOR_POLICY_COMPARE_GAMES')
    """
    return PREFIX + "_".join((*scope, key)).replace("-", "_").upper()


def name_variables(commands: Commands) -> None:
    """Let click know the variables of every option; tell the user of those that are named like ours and set none."""
    ours = {FILE_VARIABLE, PLAIN_VARIABLE}
    for words, command in commands.items():
        scopes = [words[:count] for count in range(len(words), -1, -1)]
        for option in options_of(command):
            names = {variable_of(scope, key_of(option)): scope for scope in scopes}
            option.envvar = [
                name
                for name, scope in names.items()
                if (text := os.environ.get(name)) and words in _takers(commands, scope, key_of(option), text)
            ]
            ours |= names.keys()
    for name in sorted(name for name in os.environ if name.startswith(PREFIX) and name not in ours):
        click.echo(f"Warning: {name} sets nothing: there is no such option", err=True)


# The file


def default_file() -> str:
    """The file that is read when no other is named."""
    return os.path.join(click.get_app_dir(PROGRAM), "config.toml")


def _settings(file: str, commands: Commands) -> Iterator[tuple[Words, Setting, str]]:
    """What a file sets, for which commands and by which key; PreferencesError if it sets what no command has."""
    from ..disk import TomlError, read_toml

    try:
        content = read_toml(file)
    except (FileNotFoundError, TomlError) as error:
        why = error if isinstance(error, TomlError) else "there is none"
        raise PreferencesError(f"{file}: expected a TOML file: {why}") from None

    def found(table: Mapping[str, Any], scope: Words) -> Iterator[tuple[Words, Setting, str]]:
        where = f"{file}: [{'.'.join(scope)}] " if scope else f"{file}: "
        below = _below(commands, scope)
        keys = {key_of(option) for command in below.values() for option in options_of(command)}
        spelled = {name.replace("_", "-"): name for name in reversed(list(table))}  # the first spelling of each
        for name, value in table.items():
            if (first := spelled[name.replace("_", "-")]) != name:
                raise PreferencesError(f"{where}expected every key once: found {echo(first)} and {echo(name)}")
            if isinstance(value, Mapping):
                if name.replace("_", "-") in keys and (*scope, name) not in below:
                    raise PreferencesError(f"{where}{name}: expected text, a number or a list of them: found a table")
                if (*scope, name) not in below:
                    raise _unknown(where, "table", name, {words[len(scope)] for words in below if words != scope})
                yield from found(value, (*scope, name))
            elif name.replace("_", "-") in keys:
                setting = Setting(_as_typed(where + name, value))
                setting.place = where + name
                yield scope, setting, name.replace("_", "-")
            else:
                raise _unknown(where, "key", name, keys)

    return found(content, ())


def _unknown(where: str, kind: str, name: str, known: set[str]) -> PreferencesError:
    """The error for a key or table that no command has: it tells the most alike, or all if none is alike."""
    import difflib

    expected = f"a {kind} ({', '.join(sorted(known))})" if known else f"no {kind}"
    if alike := difflib.get_close_matches(name, known, 1):
        expected = f"the {kind} {alike[0]}"
    return PreferencesError(f"{where}expected {expected}: found the {kind} {echo(name)}")


def _as_typed(place: str, value: Any) -> str:
    """A value of the file as it would be typed on the command line."""
    items = value if isinstance(value, list) else [value]
    if not all(isinstance(item, bool | str | int | float) for item in items):
        raise PreferencesError(f"{place}: expected text or a number: found {echo(str(value))}")
    return ",".join(str(item).lower() if isinstance(item, bool) else str(item) for item in items)
