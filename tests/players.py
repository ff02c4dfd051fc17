"""Players made by hand, for tests of who sits where and of what is read from a bid."""

from dataclasses import replace

from wizard_advisor.policy.files import Kind, Policy, Population, load_policy, parameters_of


def changed(policy: Policy, name: str, half: str = "bid", **numbers: float) -> Policy:
    """A policy with another name and other numbers in one half."""
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
SEARCHER = changed(STANDARD, "searcher", "play", mended=0.3)
NONE = changed(SIMPLE, "none", wizard=0.0, trump=0.0, ace=0.0, king=0.0)  # bids 0, whatever the hand
ALL = changed(STANDARD, "all", base=2.0, scale=2.0, fair=1.0, heard=0.0, late=0.0)  # bids 2 with two cards
