"""A round played by chance under the rules, as the table sees it, for tests of what a turn tells."""

import random
from dataclasses import dataclass, field

from wizard_advisor.cards import JESTER_RANK, NO_SUIT, PACK, WIZARD_RANK, nth_card
from wizard_advisor.rules import UNDECIDED, led_after, legal_cards, power
from wizard_advisor.turn import Turn


@dataclass
class Round:
    players: int
    hands: list[int]
    upcard: int | None
    trump: int
    bids: list[int]
    dealt: list[int] = field(default_factory=list)
    played: list[int] = field(default_factory=list)
    trick: list[int] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)
    turn_seat: int = 0
    led: int = UNDECIDED
    best: int = -1
    winner: int = 0

    def __post_init__(self) -> None:
        self.dealt = list(self.hands)
        self.taken = [0] * self.players
        self.shown = [0] * self.players

    def legal(self) -> int:
        return legal_cards(self.hands[self.turn_seat], self.led)

    def play(self, card: int) -> None:
        q = self.turn_seat
        assert self.legal() >> card & 1
        self.hands[q] &= ~(1 << card)
        self.shown[q] |= 1 << card
        self.trick.append(card)
        self.led = led_after(self.led, card)
        if (strength := power(card, self.led, self.trump)) > self.best:
            self.best, self.winner = strength, q
        self.turn_seat = (q + 1) % self.players
        if len(self.trick) == self.players:
            self.played += self.trick
            self.taken[self.winner] += 1
            self.turn_seat, self.trick, self.led, self.best = self.winner, [], UNDECIDED, -1

    def turn(self, *, loose: bool = False) -> Turn:
        """What the player sees whose turn it is; `loose`: who did not note the card turned up."""
        return Turn(
            players=self.players,
            hand=self.hands[self.turn_seat],
            trump=self.trump,
            upcard=None if loose else self.upcard,
            seat=self.turn_seat + 1,
            bids=tuple(self.bids),
            trick=tuple(self.trick),
            played=tuple(self.played),
        )


def deal(seed: int, players: int, cards: int) -> Round:
    """A round whose cards, trump and bids are drawn by chance."""
    chance = random.Random(seed)
    pack = [nth_card(PACK, n) for n in range(60)]
    chance.shuffle(pack)
    hands = [sum(1 << card for card in pack[q * cards : (q + 1) * cards]) for q in range(players)]
    upcard = pack[players * cards] if players * cards < 60 else None
    trump = NO_SUIT
    if upcard is not None and upcard & 15 != JESTER_RANK:
        trump = chance.randrange(4) if upcard & 15 == WIZARD_RANK else upcard >> 4
    return Round(players, hands, upcard, trump, [chance.randint(0, cards) for _ in range(players)])


def play_some(seed: int, players: int, cards: int, steps: int) -> Round:
    """The same after `steps` cards that were drawn by chance from the legal ones."""
    round = deal(seed, players, cards)
    chance = random.Random(seed + 1)
    for _ in range(steps):
        legal = round.legal()
        round.play(nth_card(legal, chance.randrange(legal.bit_count())))
    return round
