"""Does anything but a WizardError of one line ever come out of the package? Calls right, half right and absurd.

    python scripts/fuzz.py                                          # 20 seconds
    python scripts/fuzz.py --seconds 600 --seed 7
    python scripts/fuzz.py --calls 1000000
    NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=checked python scripts/fuzz.py  # compiled code checks its indices too

The calls depend on the seed alone, so that the same seed finds the same again. Exit code 1 if anything was found.
"""

import argparse
import json
import math
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np

from wizard_advisor import Agent, Situation, Turn, WizardError, advise, parse_situation, parse_turn
from wizard_advisor.advice.card import advise_card
from wizard_advisor.advice.explanation import explain
from wizard_advisor.hand_notation import print_hand
from wizard_advisor.notation import make_situation, print_situation
from wizard_advisor.policy.files import BUILT_IN, Half, Kind, Policy, Population, format_policy, load_players
from wizard_advisor.turn_notation import make_turn, print_turn

sys.path.insert(0, str(Path(__file__).parent))
import example_table
from junk import Junk

MOST_DEALS: Final = 3  # a call is to take no time
LONGEST_MESSAGE: Final = 3000  # an unknown number of a policy is told with all known ones; a path is told whole
USUAL_SECONDS: Final = 20.0
WARM_UP: Final = 1000  # calls before the clock runs
Call = Callable[[], object]


def small(options: dict[str, Any], *names: str) -> dict[str, Any]:
    """The options without numbers, right ones, that would take too long, and without functions that fail."""
    for name in names:
        if isinstance(options.get(name), int | np.integer) and options[name] > MOST_DEALS:
            options[name] = MOST_DEALS
    if callable(options.get("progress")):
        options["progress"] = lambda done, limit: None
    return options


class Recorder(Agent):
    """Plays at random, and keeps all it was asked."""

    def __init__(self, asked: list[Situation], seed: int) -> None:
        super().__init__("random", seed=seed)
        self.asked = asked

    def bid(self, situation: Situation) -> int:
        self.asked.append(situation)
        return super().bid(situation)

    def trump(self, situation: Situation) -> str:
        self.asked.append(situation)
        return super().trump(situation)

    def play(self, turn: Turn) -> str:
        self.asked.append(turn)
        return super().play(turn)


def questions(chance: random.Random) -> list[Situation]:
    """All that was asked at a table in one round: situations and turns, all of them right."""
    players = chance.randint(3, 6)
    cards = min(chance.choice((1, 2, 3, 5, 8, 20)), 60 // players)
    asked: list[Situation] = []
    agents = [Recorder(asked, chance.getrandbits(32)) for _ in range(players)]
    example_table.play_round(agents, cards, chance.choice(("none", "dealer")), chance)
    return asked


class Fuzzer:
    """Makes calls and notes what came out. calls, refused: how many of each kind; found: the first of each fault."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.chance = random.Random(seed)
        self.junk = Junk(self.chance)
        self.folder = folder
        self.calls: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.found: dict[tuple[str, ...], str] = {}
        self.pool: list[Situation] = []
        self.agents = [Agent(name, seed=1) for name in BUILT_IN]
        self.agents.append(Agent(deals=MOST_DEALS, search=MOST_DEALS, seed=1, threads=1))
        self.kinds: dict[str, tuple[int, Callable[[], Call]]] = {  # how often, and what makes a call
            "Situation, Turn": (30, self.construct),
            "parse": (30, self.parse),
            "make": (10, self.make),
            "Agent": (20, self.ask_agent),
            "Agent()": (5, self.make_agent),
            "advise": (5, self.advise),
            "advise_card": (2, self.advise_card),
            "policy file": (2, self.policy_file),
            "Policy": (2, self.make_policy),
        }

    def question(self, kind: type[Situation] | None = None) -> Any:
        """A situation or turn that was asked; a wrong value instead of one of this kind now and then."""
        if kind and self.chance.random() < 0.02:
            return self.chance.choice((self.junk.value(), self.chance.choice(self.pool)))
        return self.chance.choice([one for one in self.pool if kind in (None, type(one))])

    # The calls

    def construct(self) -> Call:
        question = self.question()
        given = {one.name: getattr(question, one.name) for one in fields(question) if one.init}
        kind = type(question)
        options = self.junk.some(given)
        return lambda: kind(**options)

    def parse(self) -> Call:
        question = self.question()
        text: Any = print_turn(question) if isinstance(question, Turn) else print_situation(question)
        text = self.junk.value() if self.chance.random() < 0.05 else self.junk.mutated(text)
        read = parse_turn if isinstance(question, Turn) != (self.chance.random() < 0.1) else parse_situation
        return lambda: self.check_text(read(text))

    def make(self) -> Call:
        question = self.question()
        deck = question.deck
        given: dict[str, Any] = {
            "hand": print_hand(question.hand, deck),
            "players": question.players,
            "trump": "7S",
            "seat": question.seat,
            "bids": list(question.bids),
            "hook": question.hook,
            "hidden_bids": question.hidden_bids,
            "cards": question.cards,
        }
        if isinstance(question, Turn):
            given |= {"played": "", "trick": "", "tricks": list(question.tricks)}
        options = self.junk.some(given, self.junk.plain)  # of `batch`, which reads it from a file
        make: Callable[..., object] = make_turn if isinstance(question, Turn) else make_situation
        return lambda: make(**options)

    def ask_agent(self) -> Call:
        agent = self.chance.choice(self.agents[:-1] if self.chance.random() < 0.9 else self.agents)
        if self.chance.random() < 0.05:
            wrong: Any = self.chance.choice((self.junk.value(), self.question()))
            ask: Callable[[Any], object] = self.chance.choice((agent.bid, agent.trump, agent.play))
            return lambda: ask(wrong)
        question = self.question()
        return lambda: self.answer(agent, question)

    def make_agent(self) -> Call:
        options = self.junk.some({"policy": "people", "deals": 0, "search": 0, "opponents": "simple", "seed": 1})
        options |= {"threads": self.junk.value() if self.chance.random() < 0.1 else 1}
        small(options, "deals", "search", "threads")
        question = self.question()

        return lambda: self.answer(Agent(**options), question)

    def options(self, question: Any) -> dict[str, Any]:
        """Right ones."""
        chance = self.chance
        others = question.players - 1 if isinstance(question, Situation) else 3
        opponents = [chance.choice(BUILT_IN) for _ in range(chance.choice((1, others)))]
        return {
            "deals": chance.randint(1, MOST_DEALS),
            "policy": chance.choice(BUILT_IN),
            "opponents": opponents if len(opponents) > 1 else opponents[0],
            "inference": chance.random() < 0.8,
            "seed": chance.getrandbits(63),
            "threads": 1,
            "progress": None,
        }

    def advise(self) -> Call:
        question = self.question(Situation)
        cards = getattr(question, "cards", 3)
        bids = self.chance.sample(range(cards + 1), min(2, cards)) if isinstance(cards, int) else None
        options = small(self.junk.some({**self.options(question), "consider": bids}), "deals", "threads")
        explained = self.chance.random() < 0.002

        def call() -> object:
            answer = advise(question, **options)
            self.check(answer.estimate(answer.recommended).legal)
            json.dumps(answer.to_dict(), allow_nan=False)
            if explained:
                given = {name: options[name] for name in ("policy", "opponents", "threads")}
                json.dumps(explain(answer, **given).to_dict(), allow_nan=False)
            return answer

        return call

    def advise_card(self) -> Call:
        question = self.question(Turn)
        options = small(self.junk.some(self.options(question)), "deals", "threads")

        def call() -> object:
            answer = advise_card(question, **options)
            self.check(question.legal >> answer.recommended & 1)
            json.dumps(answer.to_dict(), allow_nan=False)
            return answer

        return call

    def policy_file(self) -> Call:
        file = self.folder / "mine.toml"
        text = self.junk.mutated(format_policy(load_players(self.chance.choice(BUILT_IN))))
        file.write_text(text, "utf-8", errors="replace")
        name: Any = str(file) if self.chance.random() < 0.8 else self.junk.text()
        return lambda: load_players(name)

    def make_policy(self) -> Call:
        """A policy or population made by hand, and the answer of an agent with it."""
        junk, question, known = self.junk, self.question(), load_players("people")
        half = self.chance.choice(known.kinds).policy.half(self.chance.choice(("bid", "play")))
        changed = list(half.numbers)
        if changed:
            changed[self.chance.randrange(len(changed))] = self.chance.choice((junk.value(), float("nan"), 1e300, 0.0))
        numbers = self.chance.choice((tuple(changed), half.numbers[1:], junk.value()))
        made = {"form": half.form, "numbers": numbers}
        kind = {"name": "one", "share": 1.0, "policy": known.kinds[0].policy}
        halves = [Half(**junk.some(made)), self.chance.choice((half, junk.value()))]
        self.chance.shuffle(halves)
        kinds = self.chance.choice(((Kind(**junk.some(kind)),), (Kind(**junk.some(kind)),) * 20, (), junk.value()))
        many = self.chance.random() < 0.5

        def call() -> object:
            policy = Population("made", kinds) if many else Policy("made", *halves)
            return self.answer(Agent(policy, seed=1), question)

        return call

    # What came out

    def answer(self, agent: Agent, question: Situation) -> object:
        if isinstance(question, Turn):
            return self.check(agent.play(question) in print_hand(question.legal, question.deck).split())
        if question.trump is None:
            return self.check(agent.trump(question) in ("SHDC" if question.deck == "french" else "RGBY"))
        return self.check(0 <= agent.bid(question) <= question.cards)

    def check(self, holds: object) -> None:
        assert holds, "the answer is impossible"

    def check_text(self, question: Situation) -> Situation:
        """What is printed is read back to the same."""
        text = print_turn(question) if isinstance(question, Turn) else print_situation(question)
        again = parse_turn(text) if isinstance(question, Turn) else parse_situation(text)
        self.check(again == question)
        return question

    def one(self) -> None:
        """Make a call."""
        if not self.pool or self.chance.random() < 0.0005:
            self.pool = questions(self.chance)
        name = self.chance.choices(list(self.kinds), [often for often, _ in self.kinds.values()])[0]
        call = self.kinds[name][1]()
        self.calls[name] += 1
        try:
            call()
        except WizardError as error:
            self.refused[name] += 1
            text = str(error)
            if "\n" in text or not text or len(text) > LONGEST_MESSAGE:
                self.note(name, error, call)
        except Exception as error:
            self.note(name, error, call)

    def note(self, name: str, error: Exception, call: Call) -> None:
        """Keep the first fault of its kind: with the place where it came up, and what was given."""
        frames = traceback.extract_tb(error.__traceback__)
        places = tuple(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[-4:])
        given = {
            variable: shown(cell.cell_contents)
            for variable, cell in zip(call.__code__.co_freevars, call.__closure__ or (), strict=True)
        }
        self.found.setdefault(
            (type(error).__name__, *places),
            f"{name}: {type(error).__name__}: {error}\n  at {' '.join(places)}\n  given {given}",
        )


def shown(value: object) -> str:
    try:
        return repr(value)[:600]
    except ValueError as error:
        return f"{type(value).__name__} ({error})"


def fuzz(seed: int, calls: float, seconds: float = math.inf) -> Fuzzer:
    """Make so many calls, or fewer if the time is up before."""
    with TemporaryDirectory() as folder:
        fuzzer = Fuzzer(seed, Path(folder))
        while fuzzer.calls.total() < min(WARM_UP, calls):  # until all is compiled
            fuzzer.one()
        end = time.monotonic() + seconds
        while time.monotonic() < end and fuzzer.calls.total() < calls:
            fuzzer.one()
        return fuzzer


def main(arguments: Sequence[str] | None = None) -> int:
    reader = argparse.ArgumentParser(description="Random calls of the package; only a WizardError may come out.")
    reader.add_argument("--calls", type=int, help="how many (default: as many as 20 seconds take)")
    reader.add_argument("--seconds", type=float, help="how long at most")
    reader.add_argument("--seed", type=int, default=1, help="(default: 1)")
    given = reader.parse_args(arguments)
    seconds = given.seconds or (math.inf if given.calls else USUAL_SECONDS)
    fuzzer = fuzz(given.seed, given.calls or math.inf, seconds)
    for fault in fuzzer.found.values():
        print(fault)
    kinds = ", ".join(f"{name} {count:,} ({fuzzer.refused[name]:,} refused)" for name, count in fuzzer.calls.items())
    print(f"{fuzzer.calls.total():,} calls, {len(fuzzer.found)} faults, seed {given.seed}: {kinds}")
    return 1 if fuzzer.found else 0


if __name__ == "__main__":
    sys.exit(main())
