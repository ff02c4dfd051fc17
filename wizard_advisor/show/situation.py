"""A situation in words."""

from ..cards import WIZARD_RANK, print_card, rank_of, suit_name
from ..hand_notation import print_hand
from ..rules import hook_binds
from ..situation import HOOKS, Situation, rounds_left
from ..values import counted
from .text import Look


def situation_lines(situation: Situation, look: Look) -> list[str]:
    """The situation as it was understood: the table, the hand, the bids heard, the hook, the scores."""
    dealer = "the dealer" if situation.seat == situation.players else f"dealer: seat {situation.players}"
    lines = [
        f"{situation.players} players, {counted(situation.cards, 'card')}, "
        f"seat {situation.seat} of {situation.players} ({dealer}), {trump_words(situation, look)}",
        f"Hand: {print_hand(situation.hand, situation.deck, symbols=look.unicode)}",
        bids_words(situation),
    ]
    if situation.hook != "none":
        lines.append(hook_words(situation))
    if situation.scores:
        lines.append(scores_words(situation))
    return lines


def scores_words(situation: Situation) -> str:
    """The scores so far, by seat, and what is left of the game."""
    left = rounds_left(situation)
    who = ["you" if seat == situation.seat else f"seat {seat}" for seat in range(1, situation.players + 1)]
    scores = [f"{name} {points}" for name, points in zip(who, situation.scores, strict=True)]
    return f"Scores: {', '.join(scores)}; {counted(left, 'round') + ' after this one' if left else 'the last round'}"


def trump_words(situation: Situation, look: Look) -> str:
    """What is trump and how that came about."""
    upcard = situation.upcard
    if situation.trump is None:
        return "a Wizard turned up, the trump is yours to name"
    if situation.no_trump:
        return "no trump (nothing turned up)" if upcard is None else "no trump (a Jester turned up)"
    if upcard is None:
        how = "the turned-up card was not noted"
    elif rank_of(upcard) == WIZARD_RANK:
        how = f"a Wizard turned up, {'you' if situation.seat == situation.players else 'the dealer'} named it"
    else:
        how = f"{print_card(upcard, situation.deck, symbols=look.unicode)} turned up"
    return f"trump {suit_name(situation.trump, situation.deck)} ({how})"


def bids_words(situation: Situation) -> str:
    """The bids heard, by seat."""
    if situation.hidden_bids:
        return "All bids are shown together"
    heard = [f"{'?' if bid is None else bid} from seat {seat}" for seat, bid in enumerate(situation.bids, 1)]
    heard += [f"not given from seat {seat}" for seat in range(len(heard) + 1, situation.seat) if heard]
    return f"Bids heard: {', '.join(heard) or 'none'}"


def hook_rule(situation: Situation) -> str:
    """The hook in half a sentence, to explain the word where it is used."""
    exception = " unless the last one is 0" if situation.hook == "dealer-unless-zero" else ""
    return f"the bids may not add up to {situation.cards}{exception}"


def hook_words(situation: Situation) -> str:
    """The restriction of the last bidder."""
    if not hook_binds(HOOKS.index(situation.hook), situation.cards):
        return f"Nobody's bid is restricted with {counted(situation.cards, 'card')} (hook {situation.hook})"
    exception = ", save by bidding 0" if situation.hook == "dealer-unless-zero" else ""
    return f"The last bidder may not make the bids add up to {situation.cards}{exception} (hook {situation.hook})"
