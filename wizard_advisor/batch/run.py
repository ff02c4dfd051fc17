"""From rows to answers: what a row says on top of the command's options, the advice for it, and the run through all."""

import re
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

from ..advice.bid import advise
from ..advice.checks import MOST_DEALS, check_seed
from ..advice.results import Advice
from ..cards import suit_letter
from ..errors import CardError, WizardError, echo
from ..notation import make_situation
from ..policy.files import Policy, PolicyError, load_policy
from ..situation import Situation
from ..workers import Workers
from .read import OPTION_NAMES, Row, RowFile
from .resume import Output
from .write import Answer, Writer

TRUE: Final = ("yes", "true", "1")
FALSE: Final = ("no", "false", "0")
TOGETHER: Final = 256  # answers that are written at once, at most


@dataclass(frozen=True, slots=True)
class Options:
    """What holds for every row that does not say otherwise.

    situation: arguments of `make_situation`; the others are those of `advise`.
    """

    seed: int
    situation: Mapping[str, Any] = field(default_factory=dict)
    deals: int | str = "auto"
    policy: Policy = field(default_factory=partial(load_policy, "standard"))
    opponents: tuple[Policy, ...] = field(default_factory=lambda: (load_policy("people"),))
    inference: bool = True
    consider: tuple[int, ...] | None = None
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

    noted: rows with a note on how they were read, note: the first of them. read: characters of the input up to here.
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
        "seed": options.seed,
        "threads": options.threads,
    }
    described: dict[str, Any] = {"hand": "", **options.situation}
    for name, value in row.given.items():
        if name not in OPTION_NAMES:
            described[name] = value
        elif name == "no_inference":
            asked["inference"] = not _flag(name, value)
        else:
            asked[name] = READERS[name](name, value)
    situation, notes = make_situation(**described)
    return Task(situation, notes, asked)


def _deals(name: str, value: Any) -> int | str:
    if isinstance(value, str) and value.strip().lower() == "auto":
        return "auto"
    return _whole(name, value, 1, MOST_DEALS, " or auto")


def _seed(name: str, value: Any) -> int:
    return check_seed(_whole(name, value, 0, 2**63 - 1))


def _whole(name: str, value: Any, low: int, high: int, more: str = "") -> int:
    number = -1
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif isinstance(value, str) and re.fullmatch(r"\s*[0-9]{1,19}\s*", value):
        number = int(value)
    if not low <= number <= high:
        raise CardError(f"{name}: expected a whole number from {low} to {high}{more}: found {echo(value)}")
    return number


def _flag(name: str, value: Any) -> bool:
    word = value.strip().lower() if isinstance(value, str) else str(value).lower()
    if word not in TRUE + FALSE:
        raise CardError(f"{name}: expected yes or no: found {echo(value)}")
    return word in TRUE


def _bids(name: str, value: Any) -> tuple[int, ...]:
    words = re.split(r"[\s,]+", value.strip()) if isinstance(value, str) else value
    if not isinstance(words, list):
        raise CardError(f"{name}: expected bids like 2,3: found {echo(value)}")
    return tuple(_whole(name, word, 0, 60) for word in words)


def _policy(name: str, value: Any) -> Policy:
    if not isinstance(value, str):
        raise CardError(f"{name}: expected a policy's name or file: found {echo(value)}")
    try:
        return _load_policy(value.strip())
    except PolicyError as error:
        raise CardError(f"{name}: {str(error).removeprefix('policy').lstrip(': ')}") from None


def _policies(name: str, value: Any) -> tuple[Policy, ...]:
    names = value.split(",") if isinstance(value, str) else value
    if not isinstance(names, list):
        raise CardError(f"{name}: expected names like standard,simple: found {echo(value)}")
    return tuple(_policy(name, each) for each in names)


_load_policy = lru_cache(1000)(load_policy)

READERS: Final[dict[str, Callable[[str, Any], Any]]] = {
    "deals": _deals,
    "seed": _seed,
    "policy": _policy,
    "opponents": _policies,
    "consider": _bids,
    "inference": _flag,
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
    _load_policy.cache_clear()  # a file may have changed since another run in this process
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
            where = f"{source.name}:{row.line}"
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
    if task and task.notes:
        noted, note = noted + 1, note or where
    return Counts(good + 1, bad, noted, note, row.read)
