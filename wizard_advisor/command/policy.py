"""The commands `policy list`, `show`, `compare`, `tune`: look at policies, compare them, improve them."""

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from ..disk import only_writer, write_whole
from ..policy.files import BUILT_IN, PolicyError, describe_policy, format_policy, load_players
from .completion import complete_policies, complete_policy
from .kinds import flag, number, reads
from .options import (
    format_option,
    house_rule_option,
    read_bounds,
    read_names,
    read_numbers,
    seed_option,
    table_size_option,
    workers_options,
)
from .preferences import PROGRAM
from .terminal import Progress, compiling_announced, on_interrupt, terminal_look


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.pass_context
def policy(context: click.Context) -> None:
    """Policies: how players bid and play, as files of named numbers.

    \b
    Examples:
      wizard-advisor policy list
      wizard-advisor policy show standard > mine.toml
      wizard-advisor policy compare mine.toml standard
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@policy.command("list")
@format_option
def list_policies(format: str) -> None:
    """The policies that are built in, and what they are for.

    \b
    Examples:
      wizard-advisor policy list
      wizard-advisor policy list --format json
    """
    from ..show.text import rows_text

    rows = [{"policy": name, "about": describe_policy(name)} for name in BUILT_IN]
    click.echo(rows_text(rows, terminal_look(sys.stdout, format)))


@policy.command()
@click.argument("name", shell_complete=complete_policy)
def show(name: str) -> None:
    """A policy with what each number means, as a file that can be changed and used as a policy.

    \b
    Examples:
      wizard-advisor policy show standard
      wizard-advisor policy show people > mine.toml
    """
    click.echo(format_policy(load_players(name), describe_policy(name)), nl=False)


@policy.command()
@click.argument("policies", nargs=-1, required=True, metavar="A B...", shell_complete=complete_policy)
@table_size_option
@click.option(
    "--cards",
    callback=reads(read_numbers),
    metavar="N[,N...]",
    help="Cards per hand of the rounds of a game.  [default: all rounds]",
)
@number("--games", low=1, high=10**7, default=1000, help="Games; rounded up to a multiple of the players.")
@click.option(
    "--field",
    metavar="NAME|FILE",
    shell_complete=complete_policy,
    help="Who sits at the rest of the table.  [default: the last policy named]",
)
@house_rule_option
@number("--deals", low=1, high=10**7, default=2000, help="Deals a bid of `advise`.")
@click.option(
    "--test",
    callback=reads(read_bounds),
    metavar="LOW,HIGH",
    help="Stop as soon as it is decided, with 5 % error, whether A gains HIGH or more points a round on the last policy"
    " or LOW or less; at most --games.",
)
@seed_option
@workers_options("Pieces of work")
@format_option
def compare(
    policies: tuple[str, ...],
    players: int,
    cards: tuple[int, ...] | None,
    games: int,
    field: str | None,
    hook: str,
    deals: int,
    test: tuple[float, float] | None,
    seed: int | None,
    jobs: int | None,
    cluster: str | None,
    format: str,
) -> None:
    """Play whole games with policies A, B ... on the same deals and tell how they differ.

    Each policy sits alone among the field, in every seat in turn; and all of them share a table. A policy is a name
    or a file; `advise` bids by simulation and plays `standard`, `advise:NAME` plays NAME.

    \b
    Examples:
      wizard-advisor policy compare standard simple --games 200
      wizard-advisor policy compare mine.toml standard --players 5 --test 0,0.5
      wizard-advisor policy compare advise standard --cards 8 --games 100 --deals 500
    """
    from ..advice.checks import drawn_seed
    from ..lab.contest import hold, load_entrant, make_contest
    from ..show.contest import render
    from ..workers import Workers

    contest = make_contest(players, cards or (), hook, drawn_seed() if seed is None else seed)
    entrants = [load_entrant(name, deals) for name in policies]
    rest = load_entrant(field, deals) if field else entrants[-1]
    with (
        Workers(jobs, cluster) as workers,
        on_interrupt(),
        compiling_announced(),
        Progress("games") as progress,
    ):
        outcome = hold(contest, entrants, rest, games, test, workers.map, progress)
    click.echo(render(outcome, terminal_look(sys.stdout, format)))


@policy.command()
@click.argument("name", shell_complete=complete_policy)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The policy file.")
@click.option(
    "--half",
    type=click.Choice(("both", "bid", "play")),
    default="both",
    show_default=True,
    help="What is tuned; the other half stays as it is.",
)
@click.option(
    "--against",
    callback=reads(read_names),
    default="simple",
    show_default=True,
    metavar="NAME|FILE[,...]",
    shell_complete=complete_policies,
    help="Opponents beside its own earlier steps.",
)
@click.option(
    "-p",
    "--players",
    callback=reads(read_numbers),
    default="3,4,5,6",
    show_default=True,
    metavar="N[,N...]",
    help="Tables of how many players.",
)
@house_rule_option
@number("--generations", low=1, high=10**6, default=100, help="Steps.")
@number("--size", low=4, high=10**4, default=16, help="Candidates a generation.")
@number(
    "--step",
    low=1,
    high=50,
    default=6,
    metavar="PERCENT",
    help="The first step, of each number's range; small for a policy that is good already.",
)
@number("--rounds", low=1, high=10**7, default=600, help="Rounds a candidate plays at each kind of table.")
@seed_option
@workers_options("Pieces of work")
@flag("--resume", help="Go on with a tuning that was interrupted.")
@flag("--overwrite", help="Replace the file if it exists.")
def tune(
    name: str,
    output: Path,
    half: str,
    against: tuple[str, ...],
    players: tuple[int, ...],
    seed: int | None,
    jobs: int | None,
    cluster: str | None,
    resume: bool,
    overwrite: bool,
    **options: Any,
) -> None:
    """Improve the numbers of policy NAME by CMA-ES (needs the extra `tune`) and write the better policy to a file.

    If nothing better than NAME was found, as fresh deals tell, that is said, and NAME itself is written.

    Every generation is on disk before the next begins (in the file's name + .checkpoint): after Ctrl-C or a kill the
    same command with --resume goes on and ends as it would have without. Repeat a tuning with its --seed.

    \b
    Examples:
      wizard-advisor policy tune standard -o mine.toml --generations 200
      wizard-advisor policy tune simple -o better.toml --half bid --players 4 --seed 1
      wizard-advisor policy tune standard -o mine.toml --generations 200 --resume
    """
    checkpoint = checkpoint_of(output, resume, overwrite)
    from ..advice.checks import drawn_seed
    from ..lab.tune import Plan, better_of, describe, evolve, gains, read_seed
    from ..workers import Workers

    if seed is None:
        seed = read_seed(checkpoint) if resume else drawn_seed()
    plan = Plan(
        start=name,
        halves=("bid", "play") if half == "both" else (half,),
        against=against,
        players=tuple(sorted(set(players))),
        seed=seed,
        **options,
    )
    command = f"{PROGRAM} policy tune {shlex.quote(name)} " + shlex.join(plan.options())
    with Workers(jobs, cluster) as workers, on_interrupt(), compiling_announced():
        course = evolve(plan, workers.map, checkpoint, resume)
        click.echo(f"seed {seed}; if this is interrupted, go on with --resume", err=True)
        for generation in course:
            click.echo(
                f"generation {generation.number} of {plan.generations}: best {generation.best:.2f}, mean"
                f" {generation.mean:.2f} points a round",
                err=True,
            )
        found = gains(plan, generation.policy)
    better, about, verdict = better_of(plan, generation.policy, found)
    comment = f"{describe(plan, generation, command, found)}\n{verdict}"
    write_whole(output, format_policy(better, about, comment))
    checkpoint.unlink()
    click.echo("\n".join(line for line in comment.splitlines() if line.startswith(("Points", "Tuning"))), err=True)


def checkpoint_of(output: Path, resume: bool, overwrite: bool) -> Path:
    """Where a tuning keeps how far it is, beside its output; PolicyError if either file may not be written."""
    if not output.name:
        raise PolicyError(f"--output: expected the name of a file: found {str(output)!r}")
    checkpoint = output.with_name(output.name + ".checkpoint")
    if not output.parent.is_dir():
        raise PolicyError(f"--output: expected a folder that exists: found {str(output.parent)!r}")
    click.get_current_context().with_resource(only_writer(str(output)))
    if output.exists() and not overwrite:
        raise PolicyError(f"--output: expected a file that does not exist, or --overwrite: found {str(output)!r}")
    if checkpoint.exists() and not (resume or overwrite):
        raise PolicyError(f"--output: expected --resume or --overwrite: found {str(checkpoint)!r} of a former run")
    return checkpoint
