"""Somebody else's program: a whole game of Wizard with rules of its own, in which every seat is taken by an agent.

    python scripts/example_table.py 4

Cards are texts. Whoever sits here is told what everybody at the table sees, in one line of text, and nothing else.
"""

import argparse
import random
from collections.abc import Sequence

from wizard_advisor import Agent, parse_situation, parse_turn

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK = [rank + suit for suit in "SHDC" for rank in RANKS] + ["W", "N"] * 4


def led_suit(trick: Sequence[str]) -> str:
    """The suit to follow, empty if there is none."""
    suited = [card for card in trick if card != "N"]
    return suited[0][-1] if suited and suited[0] != "W" else ""


def may_play(card: str, hand: Sequence[str], trick: Sequence[str]) -> bool:
    suit = led_suit(trick)
    follows = [other for other in hand if other not in ("W", "N") and other[-1] == suit]
    return card in hand and (card in ("W", "N") or card in follows or not follows)


def taker(trick: Sequence[str], trump: str) -> int:
    """The place in the trick of the card that takes it."""

    def height(card: str) -> int:
        if card in ("W", "N"):
            return 200 if card == "W" else -1
        return RANKS.index(card[:-1]) + (100 if card[-1] == trump else 0 if card[-1] == led_suit(trick) else -50)

    heights = [max(height(card), -1) for card in trick]
    return heights.index(max(heights))


def play_round(agents: Sequence[Agent], cards: int, hook: str, chance: random.Random) -> list[int]:
    """One round, the last agent dealing; returns the points of each."""
    players = len(agents)
    pack = chance.sample(PACK, len(PACK))
    hands = [pack[seat * cards : (seat + 1) * cards] for seat in range(players)]
    up = pack[players * cards] if players * cards < len(PACK) else "none"
    if up == "W":
        up = "W:" + agents[-1].trump(parse_situation(f"{players}p up=W seat=dealer : {' '.join(hands[-1])}"))
    trump = "" if up in ("N", "none") else up[-1]
    bids: list[int] = []
    for seat, agent in enumerate(agents):
        known = f"{players}p up={up} seat={seat + 1} bids={','.join(map(str, bids))} hook={hook}"
        bid = agent.bid(parse_situation(f"{known} : {' '.join(hands[seat])}"))
        assert 0 <= bid <= cards and not (hook == "dealer" and seat == players - 1 and sum(bids) + bid == cards)
        bids.append(bid)
    taken, played, leader = [0] * players, list[str](), 0
    for _ in range(cards):
        trick: list[str] = []
        for seat in (*range(leader, players), *range(leader)):
            known = f"{players}p up={up} bids={','.join(map(str, bids))} hook={hook}"
            known += f" played={','.join(played)} trick={','.join(trick)}"
            card = agents[seat].play(parse_turn(f"{known} : {' '.join(hands[seat])}"))
            assert may_play(card, hands[seat], trick), f"{card} from {hands[seat]} to {trick}"
            hands[seat].remove(card)
            trick.append(card)
        leader = (leader + taker(trick, trump)) % players
        taken[leader] += 1
        played += trick
    return [20 + 10 * bid if bid == got else -10 * abs(bid - got) for bid, got in zip(bids, taken, strict=True)]


def play_game(agents: Sequence[Agent], rounds: Sequence[int], hook: str = "none", seed: int = 0) -> list[int]:
    """The points of each agent after these rounds; the deal passes to the left."""
    chance = random.Random(seed)
    points = [0] * len(agents)
    for number, cards in enumerate(rounds):
        order = [(number + 1 + place) % len(agents) for place in range(len(agents))]
        for player, more in zip(order, play_round([agents[p] for p in order], cards, hook, chance), strict=True):
            points[player] += more
    return points


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description="A whole game of Wizard, every seat taken by an agent; prints points.")
    reader.add_argument("seats", type=int, choices=range(3, 7), nargs="?", default=4, help="players (default: 4)")
    seats = reader.parse_args().seats
    # The first bids by simulation and searches for its cards, the others decide by formula.
    everybody = [Agent(deals=500, search=60), *(Agent() for _ in range(seats - 1))]
    print(play_game(everybody, range(1, len(PACK) // seats + 1)))
