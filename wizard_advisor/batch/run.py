"""From rows to answers: what a row says on top of the command's options, the advice for it, and the run through all."""

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

from ..advice.bid import advise
from ..advice.checks import LARGEST_SEED, MOST_DEALS
from ..advice.results import POINTS, WIN, Advice
from ..cards import suit_letter
from ..errors import CardError, WizardError, echo
from ..hand_notation import BARE_J
from ..notation import make_situation
from ..policy.files import Players, PolicyError, load_players
from ..situation import Situation
from ..values import BIDDING, read_list, read_whole, read_yes_no
from ..workers import Workers
from .read import OPTION_NAMES, Row, RowFile, place_of
from .resume import Output
from .write import Answer, Writer

TOGETHER: Final = 256  # answers that are written at once, at most


@dataclass(frozen=True, slots=True)
class Options:
    """What holds for every row that does not say otherwise.

    situation: arguments of `make_situation`; the others are those of `advise`.
    """

    seed: int
    situation: Mapping[str, Any] = field(default_factory=dict)
    deals: int | str = "auto"
    policy: Players = field(default_factory=partial(load_players, "standard"))
    opponents: tuple[Players, ...] = field(default_factory=lambda: (load_players("people"),))
    inference: bool = True
    consider: tuple[int, ...] | None = None
    objective: str | None = None
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Task:
    """The question of a row: what to ask `advise`."""

    situation: Situation
    notes: tuple[str, ...]
    options: Mapping[str, Any]


Question = tuple[Row, Task | None, str]  # a row, and either what it asks or why that cannot be read


class Counts(NamedTuple):
    """How a run went so far.

    noted: rows in which a bare J was read as a Jester, note: the first of them. read: characters of the input so far.
    """

    good: int = 0
    bad: int = 0
    noted: int = 0
    note: str = ""
    read: int = 0

    @property
    def rows(self) -> int:
        return self.good + self.bad


# The question of a row


def read_task(row: Row, options: Options) -> Task:
    """The question of a row. WizardError if it cannot be read or cannot be."""
    if row.fault:
        raise CardError(row.fault)
    asked: dict[str, Any] = {
        "deals": options.deals,
        "policy": options.policy,
        "opponents": options.opponents,
        "inference": options.inference,
        "consider": options.consider,
        "objective": options.objective,
        "seed": options.seed,
        "threads": options.threads,
    }
    described: dict[str, Any] = {"hand": "", **options.situation}
    if any(name in row.given for name in BIDDING):
        described = {name: value for name, value in described.items() if name not in BIDDING}
    for name, value in row.given.items():
        if name not in OPTION_NAMES:
            described[name] = value
        elif name == "no_inference":
            asked["inference"] = not read_yes_no(name, value)
        else:
            asked[name] = READERS[name](name, value)
    situation, notes = make_situation(**described)
    return Task(situation, notes, asked)


def _objective(name: str, value: Any) -> str:
    if value not in (POINTS, WIN):
        raise CardError(f"{name}: expected {POINTS} or {WIN}: found {echo(value)}")
    return str(value)


def _deals(name: str, value: Any) -> int | str:
    return read_whole(name, value, "auto", low=1, high=MOST_DEALS)


def _seed(name: str, value: Any) -> int:
    return read_whole(name, value, low=0, high=LARGEST_SEED)


def _bids(name: str, value: Any) -> tuple[int, ...]:
    return tuple(read_whole(name, bid) for bid in read_list(name, value, "bids like 2,3", least=0))


def _policy(name: str, value: Any) -> Players:
    if not isinstance(value, str):
        raise CardError(f"{name}: expected a policy's name or file: found {echo(value)}")
    try:
        return _load_players(value.strip())
    except PolicyError as error:
        raise CardError(f"{name}: {str(error).removeprefix('policy').lstrip(': ')}") from None


def _policies(name: str, value: Any) -> tuple[Players, ...]:
    return tuple(_policy(name, each) for each in read_list(name, value, "names like standard,simple", blanks=False))


_load_players = lru_cache(1000)(load_players)

READERS: Final[dict[str, Callable[[str, Any], Any]]] = {
    "deals": _deals,
    "seed": _seed,
    "policy": _policy,
    "opponents": _policies,
    "consider": _bids,
    "objective": _objective,
    "inference": read_yes_no,
}


# Its answer


def answer(task: Task) -> Answer:
    """The answer to a question: the same on every machine and at any time."""
    try:
        return _answer_of(advise(task.situation, **task.options))
    except WizardError as error:  # policies or bids to consider that do not fit the situation
        return Answer(error=str(error))


def _answer_of(advice: Advice) -> Answer:
    best, second, suit = advice.estimate(advice.recommended), advice.runner_up, advice.recommended_trump
    return Answer(
        recommended=best.bid,
        recommended_trump=None if suit is None else suit_letter(suit, advice.situation.deck),
        expected_score=best.expected_score,
        standard_error=best.standard_error,
        probability_made=best.probability_made,
        clear=advice.clear,
        runner_up=second.bid if second else None,
        gap=second.gap if second else None,
        gap_standard_error=second.gap_standard_error if second else None,
        deals=advice.deals,
        seed=advice.seed,
        objective=advice.objective,
        win=best.win,
        win_standard_error=best.win_standard_error,
        win_gap=second.win_gap if second else None,
        win_gap_standard_error=second.win_gap_standard_error if second else None,
    )


def run(
    source: RowFile,
    rows: Iterator[Row],
    options: Options,
    output: Output,
    writer: Writer,
    workers: Workers,
    *,
    counts: Counts,
    stop: threading.Event,
    fail_fast: bool,
    on_written: Callable[[Counts], object],
) -> str:
    """Answer these rows of a file in their order; an answer is written before it is counted.

    Answers are written together when the next one is there already, but never wait for one that is not. counts: those
    of the rows answered before. stop: once it is set, only what was begun is finished. fail_fast: end with the first
    bad row, which a run that resumes answers again. on_written: called with the counts whenever rows were written.
    Returns the error that ended it, or ""; raises OutputError when answers cannot be written.
    """
    _load_players.cache_clear()  # a file may have changed since another run in this process
    waiting: deque[Question] = deque()
    lines: list[bytes] = []
    failure = ""

    def write_lines() -> None:
        data = b"".join(lines)
        if lines:
            lines.clear()  # what cannot be written is not tried again
            output.write(data, again=bool(failure))
            on_written(counts)
        if data:
            output.publish()

    if output.position == 0:
        output.write(writer.begin())
    try:
        for found in workers.map(answer, _tasks(rows, options, writer, waiting), stop=stop, idle=write_lines):
            row, task, fault = waiting.popleft()
            where = place_of(source.name, row.line)
            if task:
                output.use((task.options["policy"], *task.options["opponents"]))
            if found is None or found.error:
                found = Answer(error=" ".join(f"{where}: {found.error if found else fault}".split()))
                if fail_fast:
                    write_lines()
                    failure = str(found.error)
            lines.append(writer.line(row, found))
            counts = _counted(counts, row, task, found, where)
            if failure:
                break
            if len(lines) == TOGETHER:
                write_lines()
    finally:
        write_lines()
    output.write(writer.end())
    if counts.rows or not stop.is_set():
        output.publish()
    return failure


def _tasks(rows: Iterator[Row], options: Options, writer: Writer, waiting: deque[Question]) -> Iterator[Task | None]:
    """The questions of rows, None where there is none; the rows are queued, each with its question or its fault."""
    for row in rows:
        task, fault = None, ""
        try:
            if not writer.takes(row):
                raise CardError("line: expected the keys of the first object, which are the columns: found others")
            task = read_task(row, options)
        except WizardError as error:
            fault = str(error)
        waiting.append((row, task, fault))
        yield task


def _counted(counts: Counts, row: Row, task: Task | None, found: Answer, where: str) -> Counts:
    """The counts with one more row."""
    good, bad, noted, note, _ = counts
    if found.error:
        return Counts(good, bad + 1, noted, note, row.read)
    if task and any(each.startswith(BARE_J) for each in task.notes):
        noted, note = noted + 1, note or where
    return Counts(good + 1, bad, noted, note, row.read)
