"""Whose policy sits where."""

from collections.abc import Sequence

from ..errors import SituationError, echo
from ..policy.files import Players, Policy, PolicyError, Population, load_players
from ..situation import Situation
from ..values import listed

AnyPlayers = str | Players  # a policy or population, or its name or file


def seat_policies(
    situation: Situation, policy: AnyPlayers, opponents: AnyPlayers | Sequence[AnyPlayers]
) -> tuple[Players, ...]:
    """Who sits in every seat, from seat 1: `policy` in mine, `opponents` in the others, one for all or one each."""
    others = situation.players - 1
    given = check_opponents(opponents, (1, others))
    around = [check_policy(policy), *(given * others if len(given) == 1 else given)]
    return tuple(around[(seat - situation.seat) % situation.players] for seat in range(1, situation.players + 1))


def check_opponents(
    opponents: AnyPlayers | Sequence[AnyPlayers], counts: Sequence[int] = range(1, 6)
) -> tuple[Players, ...]:
    """The policies of the others, one for all or one each; SituationError if there are not as many as in `counts`."""
    given = (opponents,) if isinstance(opponents, str | Policy | Population) else listed("opponents", opponents)
    if len(given) not in counts:
        raise SituationError(
            f"opponents: expected 1 policy or {counts[-1]}, one per seat from your left: found {len(given)}"
        )
    return tuple(map(check_policy, given))


def check_policy(policy: AnyPlayers) -> Players:
    """A policy or population given itself, or by its name or file; PolicyError for anything else."""
    if isinstance(policy, Policy | Population):
        return policy
    if isinstance(policy, str):
        return load_players(str.__str__(policy))  # plain text, whatever kind of str it was
    raise PolicyError(f"policy: expected a policy, its name or its file: found {echo(policy)}")
