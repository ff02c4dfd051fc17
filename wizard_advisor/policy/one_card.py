"""The round of one card: nobody has a choice of card, so the chance to take the trick can be counted."""

from ..cards import (
    JESTER_RANK,
    JESTERS,
    WIZARD_RANK,
    WIZARDS,
    higher_cards,
    lowest_card,
    rank_of,
    suit_cards,
    suit_of,
)


def win_chance(hand: int, trump: int, players: int, seat: int, unseen: int) -> float:
    """The chance that the one card in `hand` takes the trick, every deal of the `unseen` cards being as likely.

    seat: 0 … players − 1, the number of players before me. Ordered selections of the others' cards that let mine win,
    divided by all of them.

    >>> jack_of_hearts, seven_of_spades, pack = 1 << 26, 1 << 6, 0x7FFF_7FFF_7FFF_7FFF
    >>> round(win_chance(jack_of_hearts, 0, 3, 0, pack & ~(jack_of_hearts | seven_of_spades)), 6)
    0.448276
    """
    card = lowest_card(hand)
    others = players - 1
    count = unseen.bit_count()
    losing = (unseen & ~(WIZARDS | suit_cards(trump) | higher_cards(card))).bit_count()
    ways = 0.0
    if rank_of(card) == WIZARD_RANK:  # the first Wizard takes it
        ways = selections(count - (unseen & WIZARDS).bit_count(), seat) * selections(count - seat, others - seat)
    elif rank_of(card) == JESTER_RANK:  # the first of nothing but Jesters takes it
        ways = selections((unseen & JESTERS).bit_count(), others) if seat == 0 else 0.0
    elif suit_of(card) == trump:
        ways = selections((unseen & ~(WIZARDS | higher_cards(card))).bit_count(), others)
    else:
        # My suit must be led: some players before me show Jesters, then one of them my suit, or I do.
        lower = (unseen & suit_cards(suit_of(card)) & ~higher_cards(card)).bit_count()
        jesters = (unseen & JESTERS).bit_count()
        ways = selections(jesters, seat) * selections(losing - seat, others - seat)
        for before in range(seat):
            ways += selections(jesters, before) * lower * selections(losing - before - 1, others - before - 1)
    return ways / selections(count, others)


def selections(count: int, size: int) -> float:
    """The ordered selections of `size` of `count` things."""
    product = 1.0
    for taken in range(size):
        product *= max(count - taken, 0)
    return product
