"""Advice that is computed while people talk: in a thread of its own, so that it is there when it is asked for."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..situation import Situation
from ..turn import Turn
from .table import Table

if TYPE_CHECKING:
    from ..advice.explanation import Explanation
    from ..advice.results import Advice, CardAdvice


PATIENCE: Final = 1.0  # seconds without an answer before it is said that one has to wait
Answer = TypeVar("Answer")


class Outdated(Exception):
    """Something else is wanted by now."""


class Thinker:
    """Answers questions of an evening, always with its seed and deals: the same question, the same answer.

    threads: for each answer; never changes it. on_wait: called when an answer is long in coming. Use it in a `with`
    statement.
    """

    def __init__(self, table: Table, threads: int | None = None, on_wait: Callable[[], object] = lambda: None) -> None:
        self._table = table
        self._threads = threads
        self._on_wait = on_wait
        self._executor = ThreadPoolExecutor(1)
        self._aside = ThreadPoolExecutor(1)  # for what no answer waits for
        self._begun: dict[Situation, Future[Advice]] = {}
        self._wanted: frozenset[Situation] = frozenset()
        self._submitted: list[Future[Any]] = []

    def __enter__(self) -> "Thinker":
        return self

    def __exit__(self, *_: object) -> None:
        self._wanted = frozenset()
        for executor in (self._executor, self._aside):
            executor.shutdown(wait=False, cancel_futures=True)

    @property
    def busy(self) -> bool:
        """Whether something is being computed, or compiled, that nobody waits for."""
        return any(begun.running() for begun in self._submitted)

    def warm_up(self) -> None:
        """Have what answers need loaded, and compiled if it never was.

        For bids, with some heard and with none, and for cards.
        """
        from ..notation import parse_situation
        from ..turn_notation import parse_turn

        known = "3p up=2S scores=10,20,30" if self._table.objective == "win" else "3p up=2S"
        for heard in ("seat=3 bids=1,1", "seat=1"):
            situation = parse_situation(f"{known} {heard} : AS KS")
            self._submit(self._advise, situation, 1, lambda *_: None, executor=self._aside)
        self._submit(self._advise_card, parse_turn(f"{known} bids=1,1,1 : AS KS"), executor=self._aside)

    def prepare(self, *situations: Situation) -> None:
        """Begin to answer these, in their order, and drop whatever else is not answered yet."""
        self._wanted = frozenset(situations)
        for situation, begun in list(self._begun.items()):
            if situation not in self._wanted and not _has_answer(begun):
                begun.cancel()
                del self._begun[situation]
        for situation in situations:
            if situation not in self._begun:
                go_on = partial(self._go_on, situation)
                self._begun[situation] = self._submit(self._advise, situation, self._table.deals, go_on)

    def advice(self, situation: Situation) -> "Advice":
        """What to bid; WizardError if a policy cannot be used."""
        if situation not in self._begun:
            self.prepare(situation)
        return self._waited(self._begun[situation])

    def explain(self, situation: Situation) -> "tuple[Advice, Explanation]":
        """What to bid, and why."""

        def explained(advice: "Advice") -> "Explanation":
            from ..advice.explanation import explain

            return explain(advice, **self._players(), threads=self._threads)

        advice = self.advice(situation)
        return advice, self._waited(self._submit(explained, advice))

    def card(self, turn: Turn) -> "CardAdvice":
        """Which card to play."""

        return self._waited(self._submit(self._advise_card, turn))

    def _advise_card(self, turn: Turn) -> "CardAdvice":
        from ..advice.card import advise_card

        table = self._table
        return advise_card(turn, **self._players(), inference=table.inference, seed=table.seed, threads=self._threads)

    def _advise(self, situation: Situation, deals: int, go_on: Callable[..., None]) -> "Advice":
        from ..advice.bid import advise

        go_on()
        table = self._table
        return advise(
            situation,
            **self._players(),
            deals=deals,
            inference=table.inference,
            seed=table.seed,
            threads=self._threads,
            progress=go_on,
        )

    def _submit(
        self, function: Callable[..., Answer], *arguments: Any, executor: ThreadPoolExecutor | None = None
    ) -> "Future[Answer]":
        begun = (executor or self._executor).submit(function, *arguments)
        self._submitted.append(begun)
        return begun

    def _waited(self, begun: "Future[Answer]") -> "Answer":
        try:
            return begun.result(PATIENCE)
        except TimeoutError:
            self._on_wait()
            return begun.result()

    def _go_on(self, situation: Situation, *_: object) -> None:
        """Called as an answer's progress."""
        if situation not in self._wanted:
            raise Outdated

    def _players(self) -> dict[str, Any]:
        return {"policy": self._table.policy, "opponents": self._table.opponents}


def _has_answer(begun: "Future[Advice]") -> bool:
    return begun.done() and not begun.cancelled() and begun.exception() is None


def likely_next(situation: Situation) -> list[Situation]:
    """What I may know after the next bid before mine, the likeliest bids first; nothing if none is to come."""
    if situation.hidden_bids or len(situation.bids) >= situation.seat - 1 or situation.trump is None:
        return []
    usual = situation.cards / situation.players
    bids = sorted(range(situation.cards + 1), key=lambda bid: abs(bid - usual))[:4]
    return [replace(situation, bids=(*situation.bids, bid)) for bid in bids]
