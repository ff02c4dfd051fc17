"""The command `batch`: answers to a whole file of situations, which survive when it is stopped."""

import errno
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..hand_notation import BARE_J
from ..values import counted
from .kinds import flag, number
from .options import (
    SITUATION,
    consider_option,
    deals_option,
    policy_options,
    situation_options,
    workers_options,
)
from .terminal import (
    PROGRESS_EVERY,
    compiling_announced,
    complain,
    give_up_output,
    on_interrupt,
    tell_beside,
    terminal_look,
)

if TYPE_CHECKING:
    from ..batch.read import RowFile
    from ..batch.resume import Opened, Output
    from ..batch.run import Counts, Options
    from ..batch.write import Writer

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # faults of the disk, not of who names a file there


@click.command()
@click.argument("file")
@click.option("-o", "--output", metavar="FILE", help="Where the answers go.  [default: standard output]")
@click.option(
    "--format",
    type=click.Choice(("csv", "jsonl", "table", "markdown")),
    help="How they are written; table and markdown are for short lists."
    "  [default: by the ending of the output, else jsonl for jsonl and csv for all else]",
)
@click.option(
    "--input-format",
    type=click.Choice(("txt", "csv", "jsonl")),
    help="How FILE is read.  [default: by its ending, else by its first line]",
)
@workers_options("Rows")
@flag("--resume", help="Complete an output that was interrupted.")
@flag("--overwrite", help="Replace an output that exists.")
@flag("--fail-fast", help="Stop at the first bad row.")
@situation_options
@consider_option
@deals_option("bid")
@policy_options
@number("--threads", low=1, high=10**6, help="Within a row; never changes an answer.  [default: 1]")
def batch(
    file: str,
    output: str | None,
    format: str | None,
    input_format: str | None,
    jobs: int | None,
    cluster: str | None,
    resume: bool,
    overwrite: bool,
    fail_fast: bool,
    **given: Any,
) -> int:
    """What to bid in every situation of FILE: one row out for each row in.

    FILE is a .csv with a header (id,players,hand,trump,seat,bids,hook,note; only hand is required), a .jsonl with the
    same names, or a .txt with a situation in each line; - is standard input. The options below hold for every row that
    does not say otherwise in a column of their name, such as players, deals, seed, policy.

    The input's columns come out as they are, then the answer. A bad row has only its error filled; the rest go on.

    \b
    Examples:
      wizard-advisor batch hands.csv -o answers.csv
      wizard-advisor batch hands.csv -o answers.csv --resume
      wizard-advisor batch quiz.txt --players 5 --deals 2000 --seed 1 --format table
    """
    from ..batch.resume import OutputError, is_device
    from ..batch.run import Counts, run
    from ..disk import only_writer
    from ..errors import ClusterError
    from ..workers import Workers

    path = None if output == "-" else output
    _check_files(file, path, resume, overwrite)
    if path and not is_device(path):
        click.get_current_context().with_resource(only_writer(path))
    source = _open_source(file, input_format)
    writer = _make_writer(source, path, format)
    options = _options(given)
    with Workers(jobs, cluster) as workers, compiling_announced():
        opened = _open_output(path, source, writer, options, resume, overwrite, given["seed"] is not None)
        options = replace(options, seed=opened.seed)
        watch = Watch(opened, Counts(opened.good, opened.bad), _size(file))
        try:
            with on_interrupt(watch.interrupt), watch.progress, opened.output:
                watch.failure = run(
                    *(source, opened.rows, options, opened.output, writer, workers),
                    counts=watch.counts,
                    stop=watch.stop,
                    fail_fast=fail_fast,
                    on_written=watch.written,
                )
        except (OutputError, ClusterError) as error:
            return give_up_output(watch.leave(f"Error: {error}"))
    return watch.finish(options.seed)


# Before the run


def _check_files(file: str, path: str | None, resume: bool, overwrite: bool) -> None:
    """Raise click's UsageError for files without a name, and for what cannot be done with the output."""
    if not file:
        raise click.UsageError(f"file: expected the name of a file, or -: found {file!r}")
    if path == "":
        raise click.UsageError(f"--output: expected the name of a file: found {path!r}")
    if resume and overwrite:
        raise click.UsageError("--resume: expected without --overwrite: one completes a file, the other replaces it")
    if resume and path is None:
        raise click.UsageError("--resume: expected with --output, the file to complete")


def _open_source(file: str, input_format: str | None) -> "RowFile":
    from ..batch.read import FileError, called, open_rows

    try:
        return open_rows(file, input_format)
    except OSError as error:
        raise FileError(f"{called(file)}: {error.strerror}") from None


def _size(file: str) -> int | None:
    """The bytes of a file; None for standard input and devices."""
    from ..batch.resume import is_file

    return Path(file).stat().st_size if is_file(file) else None


def _make_writer(source: "RowFile", path: str | None, name: str | None) -> "Writer":
    """The writer of the format that is asked for, or that the ending of the output tells, or the input's."""
    from ..batch.write import ENDINGS, CsvWriter, JsonlWriter

    ending = Path(path or "").suffix.lower()
    name = name or (ENDINGS.get(ending) if ending else "jsonl" if source.format == "jsonl" else "csv")
    if name == "csv":
        return CsvWriter(source)
    if name == "jsonl":
        return JsonlWriter(source)
    if name is None:
        raise click.UsageError(f"--output: expected an ending {', '.join(ENDINGS)}, or --format: found {ending!r}")
    from ..show.answers_table import TableWriter
    from ..show.text import WIDEST, Look

    look = Look(name, width=WIDEST) if path else terminal_look(sys.stdout, name)
    return TableWriter(source, look, tell_beside)


def _options(given: dict[str, Any]) -> "Options":
    """What holds for every row, with a seed that is drawn if none is given. WizardError for what no row could use."""
    from ..advice.checks import drawn_seed
    from ..batch.run import Options
    from ..policy.files import load_players

    _check_situation(given)
    return Options(
        seed=drawn_seed() if given["seed"] is None else given["seed"],
        situation={name: given[name] for name in SITUATION if given[name] not in (None, False)},
        deals=given["deals"],
        policy=load_players(given["policy"]),
        opponents=tuple(map(load_players, given["opponents"])),
        inference=not given["no_inference"],
        consider=given["consider"],
        objective=given["objective"],
        threads=given["threads"] or 1,
    )


def _check_situation(given: dict[str, Any]) -> None:
    """Raise WizardError for options of a situation that are wrong whatever a row says."""
    from ..notation import read_bids, read_hidden, read_hook, read_players, read_seat, read_trump
    from ..situation import check_hook
    from ..values import read_whole

    players = read_whole("players", read_players(given["players"] or ""), low=3, high=6, expected="3 to 6")
    read_seat(given["seat"], players, len(read_bids(given["bids"] or "")))
    if given["trump"]:
        read_trump(given["trump"], given["language"] or "")
    check_hook(read_hook(given["hook"] or ""), read_hidden(given["hidden_bids"]))


def _open_output(
    path: str | None,
    source: "RowFile",
    writer: "Writer",
    options: "Options",
    resume: bool,
    overwrite: bool,
    seed_given: bool,
) -> "Opened":
    from ..batch.read import FileError
    from ..batch.resume import Opened, Output, is_file, open_output, refuse_input, resume_output
    from ..batch.write import LineWriter

    refuse_input(path, source)
    if path is None:
        return Opened(Output(sys.stdout.buffer, "standard output"), source.rows, options.seed)
    recipe = _recipe(source, writer, options)
    if resume and not isinstance(writer, LineWriter):
        raise click.UsageError("--resume: expected csv or jsonl: a table cannot be completed")
    try:
        if resume and isinstance(writer, LineWriter) and is_file(path):
            return resume_output(path, source, writer, recipe, seed_given=seed_given)
        return open_output(path, source, writer, recipe, overwrite=overwrite)
    except OSError as error:
        if error.errno in NO_ROOM:
            raise click.ClickException(f"{path}: {error.strerror}") from None
        raise FileError(f"{path}: {error.strerror}") from None


def _recipe(source: "RowFile", writer: "Writer", options: "Options") -> dict[str, Any]:
    """All that the answers depend on, for the journal."""
    from ..version import fingerprint

    return {
        "version": fingerprint(),
        "file": source.name,
        "input format": source.format,
        "columns": list(source.columns),
        "format": writer.format,
        **{name.replace("_", "-"): options.situation.get(name) for name in SITUATION},
        "deals": options.deals,
        "policy": options.policy.name,
        "opponents": [each.name for each in options.opponents],
        "inference": options.inference,
        "consider": list(options.consider) if options.consider else None,
        "objective": options.objective,
        "seed": options.seed,
    }


# During the run and after


class Watch:
    """Follows a run: how far it is, why it stopped, and what to say at its end."""

    def __init__(self, opened: "Opened", counts: "Counts", size: int | None) -> None:
        self.output: Output = opened.output
        self.counts = counts
        self.before = counts.rows
        self.failure = ""
        self.stop = threading.Event()
        self.started = time.monotonic()
        self.progress = RowProgress(self, size)

    def written(self, counts: "Counts") -> None:
        """Note that more rows were written."""
        self.counts = counts
        self.progress.show(counts.read)

    def interrupt(self) -> None:
        """Stop after the answers in hand."""
        self.stop.set()
        if sys.stderr.isatty():
            click.echo("\r\x1b[KFinishing the answers in hand; Ctrl-C once more ends at once.", err=True)

    def leave(self, why: str) -> int:
        """Say why the run stopped early and how to go on, and return the exit code."""
        on = "go on with --resume" if self.output.journal else "every row written is complete"
        return complain(f"{why}; {counted(self.counts.rows, 'row')} done, {on}", 1)

    def finish(self, seed: int) -> int:
        """Say how it went, and return the exit code."""
        if self.failure:
            return self.leave(f"Stopped at the first bad row: {self.failure}")
        if self.stop.is_set():
            return self.leave("Interrupted")
        self.output.finish()
        counts = self.counts
        before = f" ({self.before:,} done before)" if self.before else ""
        done = f"{counted(counts.rows, 'row')}{before}, {counts.good:,} good, {counts.bad:,} bad"
        noted = f"; {BARE_J} in {counts.noted:,}, first {counts.note}" if counts.noted else ""
        return complain(f"{done}, {self.rate():.1f} hands/s, seed {seed}{noted}", 1 if counts.bad else 0)

    def rate(self) -> float:
        """Rows a second in this run."""
        return (self.counts.rows - self.before) / max(time.monotonic() - self.started, 1e-9)


class RowProgress:
    """Shows the rows done so far on standard error, if that is a terminal. size: of the input, in bytes."""

    def __init__(self, watch: Watch, size: int | None) -> None:
        self.watch = watch
        self.size = size
        self.visible = sys.stderr.isatty()
        self.next = 0.0
        self.first: int | None = None  # characters read by the rows written first in this run

    def show(self, read: int) -> None:
        """Show how far the run is. read: characters of the input that are answered."""
        if self.first is None:
            self.first = read
        if not self.visible or self.watch.stop.is_set():
            return
        now = time.monotonic()
        if now >= self.next:
            counts = self.watch.counts
            left = ""
            if self.size and read > self.first:
                seconds = (now - self.watch.started) * max(self.size - read, 0) / (read - self.first)
                left = f", {duration(seconds)} left"
            text = f"{counted(counts.rows, 'row')}, {counts.bad:,} bad, {self.watch.rate():.1f} rows/s{left}"
            click.echo(f"\r\x1b[K{text}", err=True, nl=False)
            self.next = now + PROGRESS_EVERY

    def __enter__(self) -> "RowProgress":
        return self

    def __exit__(self, *_: object) -> None:
        if self.next:
            click.echo("\r\x1b[K", err=True, nl=False)


def duration(seconds: float) -> str:
    """Hours, minutes and seconds as a clock shows them.

    >>> duration(75.4), duration(7325)
    ('1:15', '2:02:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
