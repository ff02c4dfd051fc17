"""Preferences: options set once and for all by a TOML file or by environment variables; the command line prevails.

A key of the file is an option's long name: at the top it holds for every command that has the option, in a table named
after a command for that command alone. A variable is the same name in capitals, after `WIZARD_ADVISOR_`: with the
command's name before the option's it holds for that command alone.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import click

from ..errors import WizardError, echo

PROGRAM: Final = "wizard-advisor"
PREFIX: Final = "WIZARD_ADVISOR_"  # of the environment's variables
FILE_VARIABLE: Final = PREFIX + "CONFIG"
YES: Final = ("1", "true", "yes", "on")
NO: Final = ("0", "false", "no", "off")

Words = tuple[str, ...]  # the words that name a command, () for the program itself
Commands = Mapping[Words, click.Command]
Place = tuple[Words, str]  # a command, and one of its options by its key


class PreferencesError(WizardError):
    """A preferences file that cannot be read, or a preference that no option takes."""


@dataclass(frozen=True, slots=True)
class Preference:
    """One option's value: as click is to convert it, as it was written, and where that was."""

    value: Any
    text: str
    origin: str  # of the file's preferences "FILE: [advise] deals", of the environment's the variable's name


@dataclass(frozen=True, slots=True)
class Preferences:
    """What holds for each command, by the option's key; the file it was read from, if there is one."""

    by_command: Mapping[Words, Mapping[str, Preference]]
    file: str
    file_exists: bool

    def default_map(self, commands: Commands) -> dict[str, Any]:
        """The values as click wants them: by parameter, those of a command in a mapping of the command's name."""
        tree: dict[str, Any] = {}
        for words, preferences in self.by_command.items():
            branch = tree
            for word in words:
                branch = branch.setdefault(word, {})
            options = options_of(commands[words])
            branch.update({str(options[key].name): preference.value for key, preference in preferences.items()})
        return tree


def default_file() -> str:
    """The file that is read when no other is named; it need not exist."""
    return os.path.join(click.get_app_dir(PROGRAM), "config.toml")


def anything_set(file: str | None) -> bool:
    """Whether there may be preferences at all; without, no command but the one asked for needs to be loaded."""
    return bool(file) or os.path.isfile(default_file()) or any(name.startswith(PREFIX) for name in os.environ)


def key_of(option: click.Option) -> str:
    """The long name of an option, without its dashes."""
    return max(option.opts, key=len).lstrip("-")


def options_of(command: click.Command) -> dict[str, click.Option]:
    """The options of a command that can be set beforehand, by key."""
    options = (option for option in command.params if isinstance(option, click.Option) and not option.is_eager)
    return {key_of(option): option for option in options}


def commands_of(command: click.Command, context: click.Context, words: Words = ()) -> dict[Words, click.Command]:
    """A command and all those below it, by the words that name them."""
    found = {words: command}
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            found |= commands_of(below, context, (*words, name)) if below else {}
    return found


def read_preferences(commands: Commands, file: str, required: bool) -> Preferences:
    """The preferences for these commands, from the environment and from the file, which may be missing unless required.

    PreferencesError, one line with the file or variable, the key and what was expected, for what no option can take.
    """
    exists = required or os.path.isfile(file)
    found: dict[Words, dict[str, Preference]] = {words: {} for words in commands}
    if exists:
        for words, key, preference in _file_preferences(file, _read_toml(file), (), commands):
            found[words][key] = preference
    for variable, takers in _set_variables(commands).items():
        text = os.environ[variable]
        for words, key, value in _taken(takers, text, _from_text, variable, commands):
            found[words][key] = Preference(value, text, variable)
    return Preferences(found, file, exists)


def variables(words: Words, key: str) -> list[str]:
    """The environment variables that set an option of a command, the one that prevails last.

    >>> variables(("advise",), "no-inference")
    ['WIZARD_ADVISOR_NO_INFERENCE', 'WIZARD_ADVISOR_ADVISE_NO_INFERENCE']
    """
    names = ("_".join((*words[:count], key)) for count in range(len(words) + 1))
    return [PREFIX + name.replace("-", "_").upper() for name in names]


def misspelt_variables(commands: Commands) -> list[str]:
    """The environment variables that are named like ours and set no option."""
    ours = {
        name for words, command in commands.items() for key in options_of(command) for name in variables(words, key)
    }
    return sorted(name for name in os.environ if name.startswith(PREFIX) and name not in ours | {FILE_VARIABLE})


def _read_toml(file: str) -> dict[str, Any]:
    from ..disk import TomlError, read_toml

    try:
        return read_toml(file)
    except FileNotFoundError:
        raise PreferencesError(f"{file}: expected a TOML file: there is none") from None
    except TomlError as error:
        raise PreferencesError(f"{file}: expected a TOML file: {error}") from None


def _file_preferences(
    file: str, table: Mapping[str, Any], words: Words, commands: Commands
) -> Iterator[tuple[Words, str, Preference]]:
    """The preferences of one table of a file, those of all commands before those of one command."""
    below = {path: command for path, command in commands.items() if path[: len(words)] == words}
    where = f"{file}: [{'.'.join(words)}] " if words else f"{file}: "
    tables = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    for key, value in table.items():
        name = key.replace("_", "-")
        takers = [(path, name) for path, command in below.items() if name in options_of(command)]
        if key in tables:
            continue
        if not takers:
            raise PreferencesError(f"{where}expected {_choices(name, below)}: found the key {echo(key)}")
        for path, _, given in _taken(takers, value, _from_toml, where + key, commands):
            yield path, name, Preference(given, _written(value), where + key)
    for key, inner in tables.items():
        path = (*words, key)
        if not any(other[: len(path)] == path for other in commands):
            names = sorted({other[len(words)] for other in below if len(other) > len(words)})
            expected = f"a command's table ({', '.join(names)})" if names else "no table"
            raise PreferencesError(f"{where}expected {expected}: found the table {echo(key)}")
        yield from _file_preferences(file, inner, path, commands)


def _choices(name: str, commands: Commands) -> str:
    """The names of options that a key could have meant: the most alike, or all of them if they are few."""
    import difflib

    known = sorted({key for command in commands.values() for key in options_of(command)})
    alike = difflib.get_close_matches(name, known, 1)
    return f"the key {alike[0]}" if alike else f"the long name of an option as a key ({', '.join(known)})"


def _set_variables(commands: Commands) -> dict[str, list[Place]]:
    """The environment variables that are set, with the options that each of them sets; those that prevail last."""
    found: dict[str, list[Place]] = {}
    for length in range(1 + max(map(len, commands))):
        for words, command in commands.items():
            for key in options_of(command):
                for variable in variables(words, key)[length : length + 1]:
                    if os.environ.get(variable):
                        found.setdefault(variable, []).append((words, key))
    return found


def _taken(
    takers: Sequence[Place], raw: Any, convert: Callable[[click.Option, Any], Any], origin: str, commands: Commands
) -> Iterator[tuple[Words, str, Any]]:
    """What a setting is for the options that can take it; PreferencesError if there is none."""
    fault, used = None, False
    for words, key in takers:
        option = options_of(commands[words])[key]
        try:
            value = convert(option, raw)
            option.process_value(click.Context(commands[words], info_name=" ".join(words)), value)
        except (click.BadParameter, WizardError) as error:
            fault = fault or error
        else:
            used = True
            yield words, key, value
    if fault and not used:
        why = fault.message if isinstance(fault, click.BadParameter) else str(fault)
        raise PreferencesError(f"{origin}: {why.removeprefix(f'{takers[-1][1]}: ')}")


def _from_toml(option: click.Option, value: Any) -> Any:
    """A value of the file as click is to convert it."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise PreferencesError(f"expected true or false: found {echo(value)}")
        return _flag(option, value)
    values = value if isinstance(value, list) else [value]
    if any(isinstance(item, bool) or not isinstance(item, str | int | float) for item in values):
        raise PreferencesError(f"expected text or a number: found {echo(_written(value))}")
    texts = [str(item) for item in values]
    return texts if option.multiple else ",".join(texts)


def _from_text(option: click.Option, text: str) -> Any:
    """The text of an environment variable as click is to convert it."""
    if option.is_flag:
        if text.lower() not in YES + NO:
            raise PreferencesError(f"expected {', '.join(YES)} or {', '.join(NO)}: found {echo(text)}")
        return _flag(option, text.lower() in YES)
    return option.type.split_envvar_value(text) if option.multiple else text


def _flag(option: click.Option, on: bool) -> bool:
    """What a flag's parameter is when the flag is given, or not: --no-inference makes `inference` false."""
    return on if option.flag_value is not False else not on


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
