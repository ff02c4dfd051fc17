"""Players made by hand, for tests of who sits where and of what is read from a bid."""

from dataclasses import replace

from wizard_advisor.policy.files import Kind, Policy, Population, load_policy, parameters_of


def changed(policy: Policy, name: str, half: str = "bid", **numbers: float) -> Policy:
    """A policy with another name and other numbers in one half, whatever their ranges."""
    part = policy.half(half)
    columns = [parameter.name for parameter in parameters_of(half, part.form)]
    assert set(numbers) <= set(columns)
    values = (numbers.get(column, value) for column, value in zip(columns, part.numbers, strict=True))
    return replace(policy, name=name, **{half: replace(part, numbers=tuple(values))})


def population(name: str, **kinds: tuple[float, Policy]) -> Population:
    """Kinds of players by their names, each with its share; the shares add up to 1."""
    assert abs(sum(share for share, _ in kinds.values()) - 1) < 1e-9
    return Population(name, tuple(Kind(called, share, policy) for called, (share, policy) in kinds.items()))


STANDARD, SIMPLE, RANDOM = map(load_policy, ("standard", "simple", "random"))
NONE = changed(STANDARD, "none", base=-100.0)  # bids 0, whatever the hand, unless it is of one card
ALL = changed(STANDARD, "all", base=100.0)  # bids every trick
