"""`Agent`: the advisor at a table of somebody else's program, from public knowledge only."""

import threading
from collections.abc import Sequence
from random import Random
from typing import Any

from .advice.bid import advise
from .advice.card import advise_card
from .advice.checks import MOST_DEALS, check_goal, check_seed, check_situation, check_threads, check_turn, drawn_seed
from .advice.heard import my_forbidden_bid
from .advice.own_card import best_numbers, card_by_policy
from .advice.results import WIN, Advice
from .advice.seats import AnyPlayers, check_opponents, check_policy
from .advice.setup import view_of
from .cards import print_card, suit_letter
from .errors import SituationError, echo
from .policy.bid_choice import BidView, choose_bid, choose_trump
from .policy.mind import Mind
from .policy.parameters import RANDOM
from .simulate.jit import entry
from .simulate.layout import CURVES, make_room
from .situation import Situation, upcard_as_hand
from .turn import Turn
from .values import is_whole

_bid_by_policy: Any = entry(choose_bid)
_trump_by_policy: Any = entry(choose_trump)


class _Scratch(threading.local):
    """Room for worths that each thread has for itself, whichever agent it asks."""

    def __init__(self) -> None:
        self.worths = make_room().worths


_scratch = _Scratch()


class Agent:
    """Bids, names trumps and plays cards for one player after another or the same one; it remembers nothing.

    policy: how it plays, and bids if `deals` is 0: its very best, a slip is for play-outs only. deals: bids by
    simulation with this many deals per bid. search: chooses each card by playing it out in this many deals that fit
    what was seen, on average: more for the better cards (see `advise_card`); with policy "play", bids by simulation
    count on that. opponents: how the others are taken to bid and play then, one for all or one per seat from my left.
    objective: what simulated bids and cards are best at, "points" or "win" (by default where the scores are known).
    seed: for what is left to chance, drawn if None; an answer depends on the question and the seed alone, whatever was
    asked before or is asked from other threads at the same time.
    threads: for simulations; default all cores. PolicyError and SituationError for what cannot be.
    """

    def __init__(
        self,
        policy: AnyPlayers = "standard",
        deals: int = 0,
        search: int = 0,
        *,
        opponents: AnyPlayers | Sequence[AnyPlayers] = "people",
        objective: str | None = None,
        seed: int | None = None,
        threads: int | None = None,
    ) -> None:
        for name, number in (("deals", deals), ("search", search)):
            if not is_whole(number) or not 0 <= number <= MOST_DEALS:
                raise SituationError(f"{name}: expected a whole number from 0 to {MOST_DEALS}: found {echo(number)}")
        check_threads(threads)
        self.policy = check_policy(policy)
        self.deals = deals
        self.search = search
        self.opponents = check_opponents(opponents)
        self.objective = check_goal(objective)
        if objective == WIN and not (deals or search):
            raise SituationError("objective: expected deals or search with it, to win: found neither")
        self.seed = drawn_seed() if seed is None else check_seed(seed)
        self.threads = threads
        kinds = self.policy.kinds
        (kind,) = Random(self.seed).choices(kinds, [kind.share for kind in kinds])
        self._numbers = best_numbers(kind.policy)
        self._by_chance = RANDOM in self._numbers[:2]  # all others decide without chance

    def bid(self, situation: Situation) -> int:
        """The bid to make; in `situation.trump` the trump must be named."""
        check_situation(situation)
        if situation.trump is None:
            raise SituationError("trump: expected a trump named before the bid: found none, ask for it first")
        if self.deals:
            return self._advise(situation).recommended
        heard = [bid for bid in situation.bids if bid is not None]
        view = BidView(
            hand=situation.hand,
            trump=situation.trump,
            players=situation.players,
            seat=situation.seat - 1,
            seen=upcard_as_hand(situation),
            heard=sum(heard),
            bidders=len(heard),
        )
        return int(_bid_by_policy(self._mind(), view, self._draw(situation), my_forbidden_bid(situation)))

    def trump(self, situation: Situation) -> str:
        """The letter of the suit to name when a Wizard was turned up and I am the dealer."""
        check_situation(situation)
        if situation.trump is not None:
            raise SituationError("trump: expected a Wizard turned up and no suit named yet: found a trump")
        if self.deals:
            suit = self._advise(situation).recommended_trump
            assert suit is not None
        else:
            suit = _trump_by_policy(
                self._mind(),
                self._draw(situation),
                situation.hand,
                situation.players,
                situation.seat - 1,
                upcard_as_hand(situation),
            )
        return suit_letter(int(suit), situation.deck)

    def play(self, turn: Turn) -> str:
        """The card to play, as `cards.print_card` prints it."""
        check_turn(turn)
        legal = turn.legal
        if legal & (legal - 1) and self.search:
            hint = advise_card(
                turn,
                deals=self.search,
                policy=self.policy,
                opponents=self.opponents,
                objective=self.objective,
                seed=self.seed,
                threads=self.threads,
            )
            return print_card(hint.recommended, turn.deck)
        if None in turn.bids:
            raise SituationError("bids: expected all bids: found None, which needs search")
        card = card_by_policy(self._mind(), view_of(turn), self._draw(turn))
        return print_card(int(card), turn.deck)

    def _mind(self) -> Mind:
        curves: Any = CURVES
        return Mind(self._numbers, curves, _scratch.worths)

    def _draw(self, question: Situation) -> int:
        """32 random bits for a question, if any are needed; a hash of ints is the same in every process."""
        if not self._by_chance:
            return 0
        seen = question.seen if isinstance(question, Turn) else upcard_as_hand(question)
        return Random(hash((self.seed, question.hand, seen, question.seat))).getrandbits(32)

    def _advise(self, situation: Situation) -> Advice:
        return advise(
            situation,
            deals=self.deals,
            policy=self.policy,
            opponents=self.opponents,
            objective=self.objective,
            seed=self.seed,
            threads=self.threads,
        )
