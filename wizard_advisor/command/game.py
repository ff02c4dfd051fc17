"""The command `game`: the companion for an evening."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from ..cards import PACK_SIZE
from ..errors import SituationError, WizardError, echo
from ..situation import HOOKS, OBJECTIVES
from ..values import read_list
from .completion import complete_file, completes
from .kinds import flag, name_of, number, reads
from .options import format_option, language_option, plot_option, thinking_options
from .preferences import PROGRAM
from .prompts import Lines, lines_of_input
from .terminal import complain, terminal_look

if TYPE_CHECKING:
    from ..evening.pad import Pad
    from ..evening.record import Record
    from ..evening.table import Table

# One of these on the command line begins an evening; set beforehand, they hold for one that begins.
BEGINS: Final = ("players", "me", "dealer")
THINKING: Final = ("deals", "policy", "opponents", "no_inference", "objective", "seed")
BEGUN_WITH: Final = ("hook", "hidden_bids", "rounds", "language", *THINKING)
WIDE: Final = 80  # columns from which on a list has room for the players


def read_players(field: str, text: str) -> tuple[str, ...]:
    """The names of a table's players."""
    from ..evening.table import check_names

    names = tuple(read_list(field, text, "names like Anna,Ben,Carla", blanks=False))
    check_names(names)
    return names


@click.command()
@click.argument("file", required=False, shell_complete=complete_file)
@click.option(
    "--players",
    metavar="NAMES",
    callback=reads(read_players),
    help="Begin an evening: who plays, in the order you sit, clockwise.  [default: as last time]",
)
@click.option("--me", metavar="NAME", help="Which of them you are.  [default: as last time]")
@click.option("--dealer", metavar="NAME", help="Begin an evening: who deals first.")
@click.option(
    "--hook",
    type=click.Choice(HOOKS),
    shell_complete=completes(*HOOKS),
    help="When the dealer may not make the bids add up to the tricks.  [default: none; without --players as last time]",
)
@flag("--hidden-bids", help="All bids are shown together: they tell nothing, and there is no hook.")
@number("--rounds", low=1, high=20, help="Rounds to play.  [default: as the rules say: until the pack is dealt]")
@number("--deals", low=1, high=10**6, default=2000, help="Deals per bid.")
@thinking_options
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    default="win",
    show_default=True,
    help="What the bids and cards advised are best at.",
)
@language_option
@flag("--list", help="The evenings that are kept.")
@flag("--score", help="The score table of FILE, or of the last evening.")
@plot_option
@format_option
def game(
    file: str | None,
    list: bool,
    score: bool,
    plot: str | None,
    format: str,
    threads: int | None,
    **given: Any,
) -> int | None:
    """The companion for an evening: keeps the score, and advises your bids.

    Asks for what it cannot know: the card turned up, your hand, the bids in turn, the tricks of all. Without --players
    or --dealer it goes on with the last evening, or with FILE, where it was left: every entry is kept at once. ? at a
    prompt lists what else can be entered. Where the input is no terminal, the same lines are read without prompts.

    \b
    Examples:
      wizard-advisor game --players Anna,Ben,Carla,Dora --me Carla --dealer Anna --hook dealer
      wizard-advisor game
      wizard-advisor game --score --format csv > evening.csv
    """
    if list:
        refuse_beside("--list", "list", "format")
        click.echo(listing(format))
        return None
    if score or plot:
        refuse_beside("--score" if score else "--plot", "file", "score", "plot", *["format"] * score)
        look_back(path_of(file), score, plot, format)
        return None
    if typed("format"):
        raise click.UsageError("--format: expected with --score or --list: an evening is no table")
    return talk(file, given, threads)


def talk(file: str | None, given: dict[str, Any], threads: int | None) -> int:
    """Go through an evening, or the rest of it, and return the exit code."""
    from ..evening.thinking import Thinker
    from ..show.text import wrapped
    from .session import Session

    lines = lines_of_input()
    waiting = (lambda: click.echo("thinking...", err=True)) if sys.stderr.isatty() else (lambda: None)
    with opened(file, given, lines) as record:
        on = f"`{PROGRAM} game{'' if in_data_folder(record.path) else ' ' + record.path}` goes on with it"
        code = 0
        with Thinker(record.pad.table, threads, waiting) as thinker:
            try:
                Session(record, thinker, lines).run()
            except KeyboardInterrupt:
                code = complain(f"Interrupted; the evening is kept, {on}", 1)
        if not code and lines.talks and not record.pad.over:
            click.echo(wrapped(f"The evening is kept: {on}.", terminal_look(sys.stdout)))
    if thinker.busy:  # with an answer, or the compiler: nobody waits for that, and it leaves nothing to tidy up
        sys.stdout.flush()
        os._exit(code)
    return code


# Which evening


def data_folder() -> str:
    """Where evenings are kept: with the user's data."""
    if sys.platform in ("win32", "darwin"):
        return os.path.join(click.get_app_dir(PROGRAM), "evenings")
    base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser(os.path.join("~", ".local", "share"))
    return os.path.join(base, PROGRAM, "evenings")


def in_data_folder(path: str) -> bool:
    return os.path.dirname(path) == data_folder()


def last_evening() -> str | None:
    """The file with the latest entry; None if no evening is kept."""
    from ..evening.record import evenings_in

    return next(reversed(evenings_in(data_folder())), None)


def path_of(file: str | None) -> str:
    """The file of an evening that is there: as named, or so named among those kept, or the last one."""
    from ..evening.record import ENDING, RecordError

    if file is None:
        if last := last_evening():
            return last
        raise RecordError(
            "players: expected --players A,B,C,D with --me and --dealer to begin an evening: none is kept to go on with"
        )
    for path in (file, os.path.join(data_folder(), file), os.path.join(data_folder(), file + ENDING)):
        if os.path.exists(path):
            return path
    raise RecordError(f"{file}: expected the file of an evening: there is none; --players and --dealer begin one")


def refuse_beside(what: str, *allowed: str) -> None:
    """Raise click's UsageError for whatever was typed beside an option that looks back, and is not for that."""
    for option in click.get_current_context().command.params:
        if option.expose_value and option.name not in allowed and typed(str(option.name)):
            raise click.UsageError(f"{name_of(option)}: expected without {what}: found both")


def typed(name: str) -> bool:
    """Whether an option was given on the command line."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


@contextmanager
def opened(file: str | None, given: dict[str, Any], lines: Lines) -> "Iterator[Record]":
    """The evening to go through: a new one if the options begin one, else the one to go on with."""
    from ..evening.record import open_record

    if not begins(file, given, lines):
        path = path_of(file)
        for option in click.get_current_context().command.params:
            if option.name in BEGUN_WITH and typed(option.name):
                raise click.UsageError(
                    f"{name_of(option)}: expected when an evening begins, with --players or --dealer: this one goes on"
                )
        with open_record(path) as record:
            if lines.talks:
                click.echo(f"Going on with {os.path.basename(path)}.")
            yield record
        return
    with begun(file, new_table(given, lines)) as record:
        yield record


def begins(file: str | None, given: dict[str, Any], lines: Lines) -> bool:
    """Whether an evening begins.

    If the command line says so, or if there is none to go on with and somebody can tell who plays, at a terminal or
    beforehand.
    """
    if any(map(typed, BEGINS)):
        return True
    if file is not None:
        return False
    if lines.talks:
        return not goes_on()
    return last_evening() is None and any(given[name] for name in BEGINS)


def goes_on() -> bool:
    """Whether the last evening is not over."""
    from ..evening.record import read_record

    last = last_evening()
    return last is not None and not read_record(last).over


def begun(file: str | None, table: "Table") -> "AbstractContextManager[Record]":
    """A new evening; if FILE is there and was begun with the same options, that one."""
    from ..evening.record import RecordError, begin_record, new_name, open_record, read_record

    if file is None:
        try:
            os.makedirs(data_folder(), exist_ok=True)
        except OSError as error:
            raise RecordError(f"{data_folder()}: {error.strerror}") from None
        return begin_record(new_name(data_folder(), table.begun), table)
    if os.path.isfile(file) and os.path.getsize(file):
        kept = read_record(file).table
        differ = [f.name for f in fields(kept) if getattr(kept, f.name) != getattr(table, f.name)]
        if set(differ) <= {"begun", *(() if typed("seed") else ("seed",))}:
            return open_record(file)
        raise RecordError(
            f"{file}: expected a new file for a new evening: it holds one with other {differ[0]}; go on with that one"
            " without --players, --me and --dealer"
        )
    return begin_record(file, table)


def new_table(given: dict[str, Any], lines: Lines) -> "Table":
    """The table that the options describe, completed by the last evening's, and by questions on a terminal."""
    from ..advice.checks import drawn_seed
    from ..evening.table import Table, name_among

    last = last_table()
    players = given["players"] or (last.players if last and (typed("dealer") or typed("me")) else None)
    if players is None:
        players = asked(lines, "players", ",".join(last.players) if last else "", read_players)
    same = last is not None and set(players) == set(last.players)
    me = given["me"] or (last.me if last and same and typed("dealer") else None)
    if me is None:
        me = asked(lines, "me", last.me if last and same else "", lambda f, text: name_among(f, text, players))
    dealer = given["dealer"]
    if dealer is None:
        dealer = asked(lines, "dealer", "", lambda f, text: name_among(f, text, players))
    hook = given["hook"]
    hidden = given["hidden_bids"]
    if last and hook is None and not hidden and given["players"] is None and players == last.players:
        hook, hidden = last.hook, last.hidden_bids
    return Table(
        players=players,
        me=name_among("me", me, players),
        dealer=name_among("dealer", dealer, players),
        rounds=given["rounds"] or PACK_SIZE // len(players),
        hook=hook or "none",
        hidden_bids=hidden,
        begun=time.strftime("%Y-%m-%d"),
        seed=drawn_seed() if given["seed"] is None else given["seed"],
        deals=given["deals"],
        policy=lasting(given["policy"]),
        opponents=tuple(map(lasting, given["opponents"])),
        inference=not given["no_inference"],
        objective=given["objective"],
        language=given["language"] or "",
    )


def lasting(policy: str) -> str:
    """A policy by a name that holds in any folder."""
    from ..policy.files import BUILT_IN

    return policy if policy in BUILT_IN else os.path.abspath(policy)


def last_table() -> "Table | None":
    """The table of the last evening that can be read."""
    from ..evening.record import read_record

    last = last_evening()
    try:
        return read_record(last).table if last else None
    except WizardError:
        return None


def asked(lines: Lines, field: str, usual: str, read: Callable[[str, str], Any]) -> Any:
    """What somebody answers to a question; Enter takes the usual. SituationError where nobody answers."""
    words = {"players": "players, clockwise", "me": "who are you", "dealer": "who deals first"}
    while lines.talks:
        line = lines.ask(f"{words[field]}{f' [{usual}]' if usual else ''}> ")
        if line is None or line == "quit":
            raise click.Abort
        try:
            return read(field, line or usual)
        except WizardError as error:
            lines.complain(str(error))
    raise SituationError(f"{field}: expected --{field} to begin an evening: found none")


# Looking back


def look_back(path: str, score: bool, plot: str | None, format: str) -> None:
    """The score table of an evening, or its picture."""
    from ..evening.record import read_record

    pad = read_record(path)
    if plot:
        from ..show.evening_picture import draw

        draw(pad, plot)
    if score:
        from ..show.evening import render_scores

        click.echo(render_scores(pad, terminal_look(sys.stdout, format)))


def listing(format: str) -> str:
    """The evenings that are kept, the last one last."""
    from ..evening.record import evenings_in
    from ..show.text import rows_text

    rows = [evening_row(path) for path in evenings_in(data_folder())]
    if not rows:
        return "[]" if format == "json" else f"No evening is kept in {data_folder()}."
    look = terminal_look(sys.stdout, format)
    if format == "table" and look.width < WIDE:
        for row in rows:
            del row["players"]
    return rows_text(rows, look)


def evening_row(path: str) -> dict[str, Any]:
    """An evening in a list."""
    from ..evening.record import read_record
    from ..evening.statistics import winners

    name = os.path.basename(path)
    try:
        pad: Pad = read_record(path)
    except WizardError as error:
        return {"file": name, "players": "", "rounds": "", "first": f"cannot be read: {echo(str(error))}", "points": ""}
    done = f"{len(pad.past)} of {pad.table.rounds}"
    first = winners(pad)
    points = pad.scores[first[0]]
    return {
        "file": name,
        "players": ", ".join(pad.table.players),
        "rounds": done,
        "first": ", ".join(first) if pad.past else "",
        "points": points if pad.past else "",
    }
