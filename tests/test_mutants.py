"""Every mutation that scripts/mutants.py would try can still be made, and its tests are still there."""

import shlex
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "scripts"))
import mutants


def test_the_text_of_every_mutation_stands_once() -> None:
    found = mutants.read_mutants()
    assert len(found) > 90
    mutants.check(found)


def test_the_tests_of_every_mutation_are_there() -> None:
    named = {
        word for mutant in mutants.read_mutants() for word in shlex.split(mutant.tests) if word.startswith("tests/")
    }
    assert [word for word in sorted(named) if not (mutants.TREE / word.partition("::")[0]).exists()] == []
