"""The command `config`: which options are in force without being asked for, and where that was set."""

import re
import sys
from typing import Any

import click

from ..simulate import objects
from .kinds import flag, name_of
from .options import format_option
from .preferences import PREFERENCES, Preferences, Words, commands_of, options_of, overruled, place_of
from .terminal import compiling_announced, on_interrupt, terminal_look

Row = dict[str, Any]  # of the answer: an option, its value, the source of that, and the commands with all three


def command_words(context: click.Context, argument: click.Parameter, words: Words) -> Words:
    """Reads the words that name a command."""
    known = [path for path in commands_of(context) if path]
    if words and words not in known:
        names = ", ".join(map(" ".join, known))
        raise click.BadParameter(f"expected one of {names}: found {' '.join(words)!r}")
    return words


def complete_command(context: click.Context, argument: click.Parameter, start: str) -> list[str]:
    """Completes the words that name a command."""
    before = tuple(context.params.get("command") or ())
    paths = (path for path in commands_of(context) if path and path[:-1] == before)
    return [path[-1] for path in paths if path[-1].startswith(start)]


@click.command()
@click.argument("command", nargs=-1, callback=command_words, shell_complete=complete_command)
@format_option
@flag("--compile", help="Compile the simulator now, all of it, so that no question has to wait for that.")
@flag("--clear-cache", help="Remove the compiled code that was kept.")
@click.pass_context
def config(context: click.Context, command: Words, format: str, compile: bool, clear_cache: bool) -> None:
    """Which options hold without being given, and where each was set: for all commands, or for one COMMAND.

    The command line comes first, then the environment, then the file, then the default. In the file, players = 5 holds
    for every command that has --players, and the same below [advise] for advise alone. In the environment those are
    WIZARD_ADVISOR_PLAYERS and WIZARD_ADVISOR_ADVISE_PLAYERS. Flags are true or false.

    Below them stands where compiled code is kept; NUMBA_CACHE_DIR or XDG_CACHE_HOME put it elsewhere. --compile and
    --clear-cache do what they say and show that line alone.

    \b
    Examples:
      wizard-advisor config advise
      wizard-advisor config --format json
    """
    if clear_cache:
        clear()
    if compile:
        with on_interrupt(), compiling_announced():
            compile_all()
    if compile or clear_cache:
        click.echo(cache_line())
        context.exit(1 if compile and not objects.cache_size() else 0)
    click.echo(config_text(rows_of(context, command), context.meta[PREFERENCES], format))


def rows_of(context: click.Context, words: Words) -> list[Row]:
    """A row for each value of each option, of the commands whose words begin with `words`."""
    found: dict[str, dict[tuple[str | None, str], list[str]]] = {}
    for path, command in commands_of(context).items():
        if path[: len(words)] != words or isinstance(command, click.Group):
            continue
        called = click.Context(command, default_map=context.meta[PREFERENCES].defaults.get(path))
        values = {}
        for option in options_of(command):
            values[option.name], source = option.consume_value(called, {})
            called.set_parameter_source(str(option.name), source)
        idle = overruled({str(name): called.get_parameter_source(str(name)) for name in values})
        for option in options_of(command):
            place = "" if option.name in idle else place_of(called, option)
            set_to = (str(values[option.name]), place) if place else (default_of(option), "default")
            found.setdefault(name_of(option), {}).setdefault(set_to, []).append(" ".join(path))
    return [
        {"option": option, "value": value, "source": source, "commands": names}
        for option, values in found.items()
        for (value, source), names in values.items()
    ]


def default_of(option: click.Option) -> str | None:
    """The default as the help page says it; None if there is none."""
    said = re.search(r"\[default: (.*)\]$", option.help or "")
    default = said[1] if said else option.to_info_dict()["default"]
    return None if default is None else "false" if default is False else str(default)


def config_text(rows: list[Row], preferences: Preferences, format: str) -> str:
    """The rows, below the file's name, in one of the formats."""
    from ..show.text import as_json, rows_text, wrapped

    file, exists, _ = preferences
    look = terminal_look(sys.stdout, format)
    if format == "json":
        cache = {"cache": str(objects.cache_folder() or "") or None, "cache_bytes": objects.cache_size()}
        return as_json({"file": file, "file_exists": exists, **cache, "options": rows})
    for row in rows:
        row |= {"value": row["value"] or "", "commands": ", ".join(row["commands"])}
    if format == "csv":
        return rows_text(rows, look)
    for row in rows:
        row["source"] = row["source"].replace(f"{file}: ", "file: ")
    third = (look.width - max(len(row["option"]) for row in rows) - 3 * 2) // 3
    if format == "table" and third < len("environment"):  # no room for columns
        text = "\n".join(
            wrapped(f"{row['option']}: {row['value'] or 'not set'} ({row['source']})", look) for row in rows
        )
    else:
        text = rows_text(rows, look, [None, third, third, third] if format == "table" else None)
    return f"File: {file}{'' if exists else ' (not there)'}\n\n{text}\n\n{cache_line()}"


# Compiled code


def cache_line() -> str:
    """Where compiled code is kept, and how large that is."""
    folder = objects.cache_folder()
    return f"Compiled code: {objects.cache_size() / 1e6:.1f} MB in {folder}" if folder else "Compiled code: not kept"


def clear() -> None:
    """Remove all compiled code."""
    try:
        objects.clear_cache()
    except OSError as error:
        raise click.ClickException(f"{error.filename}: compiled code could not be removed: {error.strerror}") from None


def compile_all() -> None:
    """Have everything compiled that answers are made with, by asking one question of each kind."""
    import numpy as np

    from ..advice.bid import advise
    from ..advice.card import advise_card
    from ..agent import Agent
    from ..notation import parse_situation
    from ..policy.files import load_players
    from ..simulate.rounds import play_rounds
    from ..turn_notation import parse_turn

    first, second = parse_situation("4p up=7S : AS KH"), parse_situation("4p up=7S seat=2 bids=1 : AS KH")
    turn, agent = parse_turn("4p up=7S bids=1,0,1,1 trick=2H,3H,4H : AS KH"), Agent()
    for situation in (first, second):
        advise(situation, deals=1)
    advise_card(turn, deals=1)
    agent.bid(first)
    agent.trump(parse_situation("4p up=W seat=4 : AS KH"))
    agent.play(turn)
    play_rounds(2, [load_players("standard")], np.zeros((1, 3), np.int64), seed=1, first=0, deals=1)
