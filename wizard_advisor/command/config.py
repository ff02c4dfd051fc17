"""The command `config`: which options are in force without being asked for, and where that was set."""

import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import click

from .common_options import preferences_of
from .options import format_option
from .preferences import Commands, Preferences, Words, commands_of, options_of
from .terminal import terminal_look


@dataclass(frozen=True, slots=True)
class OptionValue:
    """An option's value, where it comes from, and the commands that it holds for; no value: no default either."""

    option: str
    value: str | None
    source: str
    commands: tuple[str, ...]


def command_words(context: click.Context, argument: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """Reads the words that name a command."""
    root = context.find_root()
    known = [" ".join(path) for path in commands_of(root.command, root) if path]
    if words and words not in (tuple(name.split()) for name in known):
        raise click.BadParameter(f"expected one of {', '.join(known)}: found {' '.join(words)!r}")
    return words


def complete_command(context: click.Context, argument: click.Parameter, start: str) -> list[str]:
    """Completes the words that name a command."""
    root = context.find_root()
    before = tuple(context.params.get("command") or ())
    paths = (path for path in commands_of(root.command, root) if path[:-1] == before and path)
    return [path[-1] for path in paths if path[-1].startswith(start)]


@click.command()
@click.argument("command", nargs=-1, callback=command_words, shell_complete=complete_command)
@format_option
def config(command: tuple[str, ...], form: str) -> None:
    """Which options hold without being given, and where each was set: for all commands, or for one COMMAND.

    The command line comes first, then the environment, then the file, then the default. In the file, players = 5 holds
    for every command that has --players, and the same below [advise] for advise alone. In the environment those are
    WIZARD_ADVISOR_PLAYERS and WIZARD_ADVISOR_ADVISE_PLAYERS. Flags are true or false.

    \b
    Examples:
      wizard-advisor config advise
      wizard-advisor config --format json
    """
    context = click.get_current_context()
    root = context.find_root()
    preferences = preferences_of(context)
    rows = rows_of(commands_of(root.command, root), preferences, command)
    click.echo(config_text(rows, preferences, form))


def rows_of(commands: Commands, preferences: Preferences, words: Words) -> list[OptionValue]:
    """A row for each value of each option, of the commands whose words begin with `words`."""
    found: dict[tuple[str, str | None, str], list[str]] = {}
    for path, command in commands.items():
        if path[: len(words)] != words or isinstance(command, click.Group):
            continue
        for key, option in options_of(command).items():
            preference = preferences.by_command[path].get(key)
            value, source = (preference.text, preference.origin) if preference else (default_of(option), "default")
            found.setdefault((f"--{key}", value, source), []).append(" ".join(path))
    order = list(dict.fromkeys(option for option, _, _ in found))
    rows = [OptionValue(*key, tuple(names)) for key, names in found.items()]
    return sorted(rows, key=lambda row: order.index(row.option))


def default_of(option: click.Option) -> str | None:
    """The default as the help page says it; None if there is none."""
    said = re.search(r"\[default: (.*)\]$", option.help or "")
    if said:
        return said[1]
    if option.is_flag:
        return "false"
    default = option.to_info_dict()["default"]
    return None if default is None or option.required else str(default)


def config_text(rows: Sequence[OptionValue], preferences: Preferences, form: str) -> str:
    """The rows, below the file's name, in one of the formats."""
    from ..show.text import as_csv, as_json

    if form == "json":
        found: dict[str, Any] = {"file": str(preferences.file), "file_exists": preferences.file_exists}
        return as_json(found | {"options": [asdict(row) for row in rows]})
    if form == "csv":
        cells = ((row.option, row.value or "", row.source, ", ".join(row.commands)) for row in rows)
        return as_csv(("option", "value", "source", "commands"), cells)
    return f"{file_line(preferences)}\n\n{table(rows, preferences, form)}"


def file_line(preferences: Preferences) -> str:
    return f"File: {preferences.file}{'' if preferences.file_exists else ' (not there)'}"


def table(rows: Sequence[OptionValue], preferences: Preferences, form: str) -> str:
    """The rows as a table no wider than the terminal, where its words allow it."""
    from tabulate import tabulate

    file = f"{preferences.file}: "
    cells = [
        (row.option, row.value or "-", row.source.replace(file, "file: "), ", ".join(row.commands)) for row in rows
    ]
    headers = ("Option", "Value", "From", "Commands")
    if form == "markdown":
        return str(tabulate(cells, headers, "github", disable_numparse=True))
    room = terminal_look(sys.stdout).width - 3 * 2
    padded = [f"{header}  " for header in headers]  # as tabulate does
    option, _, source, names = (max(map(len, column)) for column in zip(padded, *cells, strict=True))
    rest = max(16, room - option - min(source, 30))
    names = min(names, rest // 2)
    widths = [None, rest - names, 30, names]
    text: str = tabulate(cells, headers, "simple", disable_numparse=True, maxcolwidths=widths)
    return "\n".join(line.rstrip() for line in text.splitlines())
