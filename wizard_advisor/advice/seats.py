"""Whose policy sits where."""

from collections.abc import Sequence

from ..errors import SituationError, echo
from ..policy.files import Policy, PolicyError, load_policy
from ..situation import Situation
from ..values import listed


def seat_policies(
    situation: Situation,
    policy: str | Policy,
    opponents: str | Policy | Sequence[str | Policy],
) -> tuple[Policy, ...]:
    """The policy of every seat, from seat 1, mine with the slip that play-outs give me."""
    given = [opponents] if isinstance(opponents, str | Policy) else listed("opponents", opponents)
    others = situation.players - 1
    if len(given) not in (1, others):
        raise SituationError(f"opponents: expected 1 policy or {others}, one per seat from my left: found {len(given)}")
    mine = check_policy(policy)
    if mine.play.form != "random":
        mine = mine.with_play_slip(load_policy("people").play.numbers[0])
    around = [mine, *([check_policy(given[0])] * others if len(given) == 1 else map(check_policy, given))]
    return tuple(around[(seat - situation.seat) % situation.players] for seat in range(1, situation.players + 1))


def check_policy(policy: str | Policy) -> Policy:
    """A policy given itself, or by its name or file; PolicyError for anything else."""
    if isinstance(policy, Policy):
        return policy
    if isinstance(policy, str):
        return load_policy(policy)
    raise PolicyError(f"policy: expected a policy, its name or its file: found {echo(policy)}")
