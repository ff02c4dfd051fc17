"""Rounds played at one table to see what hands take: the raw material of a cheat sheet."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ..advice.checks import check_seed, drawn_seed
from ..advice.seats import AnyPlayers, seat_policies
from ..cards import JESTER, NO_SUIT, PACK_SIZE, WIZARD, is_special, suit_of
from ..errors import SituationError
from ..policy.files import Players
from ..simulate.layout import Ints
from ..simulate.rounds import Records, play_rounds
from ..situation import Situation

BidRule = Callable[[Ints, Ints], Ints]  # from hands and trumps to bids

# The trump that a card makes when it is turned up and nobody has to name it; the last one is for no card, −1.
TRUMPS: Final = np.array([NO_SUIT if is_special(card) else suit_of(card) for card in range(64)] + [NO_SUIT])


@dataclass(frozen=True, slots=True)
class Sample:
    """My hands in some deals: what was turned up, my seat from 0, everybody's bids, the tricks I took."""

    hands: Ints
    upcards: Ints
    trumps: Ints
    seats: Ints
    bids: Ints
    taken: Ints


def joined(samples: Iterable[Sample]) -> Sample:
    """Samples, one after the other."""
    parts = list(samples)
    return Sample(*(np.concatenate([getattr(part, name) for part in parts]) for name in Sample.__slots__))


@dataclass(frozen=True, slots=True)
class Sampler:
    """What plays the rounds: a table, with a trump or without, and `policies` from mine on to the left."""

    players: int
    cards: int
    trump: bool
    policies: tuple[Players, ...]
    seed: int

    @classmethod
    def of(
        cls,
        players: int,
        cards: int,
        trump: bool | None,
        policy: AnyPlayers,
        opponents: AnyPlayers | Sequence[AnyPlayers],
        seed: int | None,
    ) -> "Sampler":
        """The sampler of the table that was asked for; SituationError if it cannot be."""
        if players not in range(3, 7):
            raise SituationError(f"players: expected 3 to 6: found {players!r}")
        most = PACK_SIZE // players
        if cards not in range(1, most + 1):
            raise SituationError(f"cards: expected 1 to {most} with {players} players: found {cards!r}")
        if trump and cards == most:
            raise SituationError(f"trump: expected none in the last round ({most} cards with {players} players)")
        anywhere = Situation(players, hand=1 << WIZARD, trump=NO_SUIT, upcard=JESTER, seat=1)
        policies = seat_policies(anywhere, policy, opponents)
        return cls(
            players=players,
            cards=cards,
            trump=cards < most if trump is None else trump,
            policies=policies,
            seed=drawn_seed() if seed is None else check_seed(seed),
        )

    def play(self, seat: int, first: int, last: int, bid: BidRule | None = None) -> Sample:
        """Play the deals `first` to before `last`, me in `seat` (from 0); without `bid`, everybody bids by policy.

        Where a suit is to be trump, deals in which a Wizard or a Jester is turned up are left out.
        """
        forced = np.full((last - first, 1, self.players), -1, np.int64)
        if bid is not None:
            dealt = self._play(np.zeros((0, self.players), np.int64), first, last)
            forced[:, 0, seat] = bid(dealt.hands[:, seat], TRUMPS[dealt.upcards])
        lineup = (np.arange(self.players) - seat)[None] % self.players
        records = self._play(lineup, first, last, forced)
        trumps = TRUMPS[records.upcards]
        fits = trumps < NO_SUIT if self.trump else trumps == NO_SUIT
        return Sample(
            hands=records.hands[fits, seat],
            upcards=records.upcards[fits],
            trumps=trumps[fits],
            seats=np.full(int(fits.sum()), seat),
            bids=records.bids[fits, 0],
            taken=records.taken[fits, 0, seat],
        )

    def _play(self, lineups: Ints, first: int, last: int, forced: Ints | None = None) -> Records:
        # A Jester is turned up where there is to be no trump.
        upcard = -1 if self.trump or self.players * self.cards == PACK_SIZE else JESTER
        setting = (self.cards, self.policies, lineups)
        return play_rounds(*setting, seed=self.seed, first=first, deals=last - first, forced=forced, upcard=upcard)
