"""Rows to answers: what a row says on top of the command's options, the advice for it, and the run through all rows."""

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from ..advice.bid import advise
from ..advice.checks import LARGEST_SEED, MOST_DEALS
from ..advice.results import Advice
from ..cards import suit_letter
from ..cluster import AHEAD
from ..errors import CardError, WizardError, echo
from ..notation import make_situation
from ..policy.files import Policy, PolicyError, load_policy
from ..situation import Situation
from ..values import read_list, read_whole, read_yes_no
from ..workers import Workers
from .read import OPTION_NAMES, Row, RowFile
from .resume import Output
from .write import Answer, LineWriter, Writer


@dataclass(frozen=True, slots=True)
class Options:
    """What the command says about every row that does not say otherwise.

    situation: arguments of `make_situation`; the others are those of `advise`.
    """

    seed: int
    situation: Mapping[str, Any] = field(default_factory=dict)
    deals: int | str = "auto"
    policy: Policy | str = "standard"
    opponents: tuple[Policy | str, ...] = ("people",)
    inference: bool = True
    consider: tuple[int, ...] | None = None
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Task:
    """A row understood: what to ask `advise`."""

    situation: Situation
    notes: tuple[str, ...]
    options: Mapping[str, Any]


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


# What a row asks


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
            asked["inference"] = not read_yes_no(name, value)
        else:
            asked[name] = READERS[name](name, value)
    situation, notes = make_situation(**described)
    return Task(situation, notes, asked)


def _deals(name: str, value: Any) -> int | str:
    return read_whole(name, value, "auto", low=1, high=MOST_DEALS)


def _seed(name: str, value: Any) -> int:
    return read_whole(name, value, low=0, high=LARGEST_SEED)


def _bids(name: str, value: Any) -> tuple[int, ...]:
    return tuple(read_whole(name, bid) for bid in read_list(name, value, "bids like 2,3", least=0))


def _policy(name: str, value: Any) -> Policy:
    if not isinstance(value, str):
        raise CardError(f"{name}: expected a policy's name or file: found {echo(value)}")
    try:
        return _load_policy(value.strip())
    except PolicyError as error:
        raise CardError(f"{name}: {str(error).removeprefix('policy').lstrip(': ')}") from None


def _policies(name: str, value: Any) -> tuple[Policy, ...]:
    return tuple(_policy(name, each) for each in read_list(name, value, "names like standard,simple", blanks=False))


_load_policy = lru_cache(load_policy)

READERS: Final[dict[str, Callable[[str, Any], Any]]] = {
    "deals": _deals,
    "seed": _seed,
    "policy": _policy,
    "opponents": _policies,
    "consider": _bids,
    "inference": read_yes_no,
}


# What it is answered


def answer(task: Task) -> Answer:
    """The answer to a row that was understood; the same wherever and whenever it is given."""
    try:
        return _answer_of(advise(task.situation, **task.options))
    except WizardError as error:  # what only the policies or the bids to consider make impossible
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
    table: RowFile,
    rows: Iterator[Row],
    options: Options,
    output: Output,
    form: Writer,
    workers: Workers,
    *,
    counts: Counts,
    stop: threading.Event,
    fail_fast: bool,
    told: Callable[[Counts], object],
) -> str:
    """Answer these rows of a table, in their order, each on its way out before it is counted.

    Answers are written together as long as the next one is there already, never held back until it comes.
    counts: what was done before. stop: once it is set, only what was begun is finished. fail_fast: end with the first
    bad row, which is done again by whoever goes on. told: called with the counts whenever rows were written.
    Returns the error it ended with, or nothing; OutputError when answers could not be written.
    """
    if output.position == 0:
        output.write(form.begin())
    waiting: deque[tuple[Row, Task | None, str]] = deque()
    lines: list[bytes] = []
    failure = ""

    def tasks() -> Iterator[Task | None]:
        for row in rows:
            task, fault = None, ""
            try:
                if not form.takes(row):
                    raise CardError("line: expected the keys of the first object, which are the columns: found others")
                task = read_task(row, options)
            except WizardError as error:
                fault = str(error)
            waiting.append((row, task, fault))
            yield task

    def hand_out() -> None:
        """Write the lines in hand, and tell."""
        if lines:
            data = b"".join(lines)
            lines.clear()  # what cannot be written is not tried again
            output.write(data)
            told(counts)

    try:
        for found in workers.map(answer, tasks(), stop=stop, idle=hand_out):
            row, task, fault = waiting.popleft()
            where = f"{table.name}:{row.line}"
            if found is None or found.error:
                found = Answer(error=" ".join(f"{where}: {found.error if found else fault}".split()))
            lines.append(form.line(row, found))
            counts = _counted(counts, row, task, found, where)
            if found.error and fail_fast:
                failure, size = found.error, len(lines[-1])
                hand_out()
                output.redo(size)
                break
            if len(lines) == AHEAD:
                hand_out()
    finally:
        hand_out()
    output.write(form.end())
    return failure


def is_repeated(row: Row, written: bytes, form: LineWriter, options: Options, *, seed_given: bool) -> bool:
    """Whether the answer to a row that was written before comes out the same with these options.

    seed_given: whether theirs is the seed to use, not the one that was written.
    """
    seed = options.seed if seed_given else form.seed(written)
    try:
        task = read_task(row, replace(options, seed=seed))
    except WizardError:
        return False
    return form.answer(answer(task)) == written


def _counted(counts: Counts, row: Row, task: Task | None, said: Answer, where: str) -> Counts:
    """The counts with one more row."""
    good, bad, noted, note, _ = counts
    if said.error:
        return Counts(good, bad + 1, noted, note, row.read)
    if task and task.notes:
        noted, note = noted + 1, note or where
    return Counts(good + 1, bad, noted, note, row.read)
