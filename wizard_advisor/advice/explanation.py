"""Why that bid: what each card did, and what the answer would be with another seat, fewer bids heard, another card.

Beside the answer itself stand many small ones, to questions that differ from it in one thing. They share a budget of
work in proportion to the answer's, and each gets deals only until its own answer is clear.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ..cards import PACK, SPECIALS, print_card, rank_of, suit_cards, suit_of
from ..hand_notation import cards_in_order
from ..policy.bid_choice import BidView, fill_bid_worths
from ..policy.files import load_policy
from ..policy.mind import Mind
from ..simulate.layout import CURVES, make_room
from ..situation import Situation, upcard_as_hand
from .checks import check_threads
from .heard import my_forbidden_bid, named_by_another
from .questions import BestBid, Question, ask_all, budget, describe, too_close
from .request import Request
from .results import NEGLIGIBLE, NOISE, Advice, BidEstimate, CardEstimate
from .seats import AnyPlayers, seat_policies

MARGIN: Final = 2.0  # points by which another bid should be better with another card, before deals are spent on it
MOST_HINGES: Final = 4  # cards that are tried


@dataclass(frozen=True, slots=True)
class CardTricks:
    """How often a card of mine, one of `copies` that are alike, took a trick, for each of the choices compared."""

    card: int
    copies: int
    chances: tuple[float, ...]


def describe_tricks(cards: Sequence[CardTricks], deck: str) -> list[dict[str, Any]]:
    """How often each card took a trick, ready for JSON."""
    return [
        {"card": print_card(row.card, deck), "copies": row.copies, "took_a_trick": list(row.chances)} for row in cards
    ]


@dataclass(frozen=True, slots=True)
class Hinge:
    """A card of mine on which the answer hangs: with `instead` in its place, `answer` is another bid."""

    card: int
    instead: int
    answer: BestBid


@dataclass(frozen=True, slots=True)
class HookCost:
    """What the hook forbids me, None where nothing or not known, and what that costs in points."""

    forbidden: int | None
    cost: float
    standard_error: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """What lies behind an answer; scores in points.

    asked: the answer for points, whatever was asked for. bids: the recommended bid and the one that scores most, or
    else the runner-up, if there is one. seats: the answers at all
    seats but mine, with the bids that are heard there. without_inference: the bids stand, but tell nothing; None where
    nothing was learned. without_bid: seat → the answer if its bid had not been heard. hook: None where there is no such
    rule.
    """

    situation: Situation
    asked: BestBid
    bids: tuple[int, ...]
    cards: tuple[CardTricks, ...]
    seats: tuple[BestBid, ...]
    without_inference: BestBid | None
    without_bid: dict[int, BestBid]
    hook: HookCost | None
    hinges: tuple[Hinge, ...]

    def to_dict(self) -> dict[str, Any]:
        """The explanation as plain data, ready for JSON: numbers unrounded, cards in canonical notation."""
        deck = self.situation.deck
        learned = self.without_inference
        return {
            "bids": list(self.bids),
            "cards": describe_tricks(self.cards, deck),
            "seats": [{"seat": answer.situation.seat, **describe(answer)} for answer in self.seats],
            "without_inference": None if learned is None else describe(learned),
            "without_bid": [{"of_seat": seat, **describe(answer)} for seat, answer in self.without_bid.items()],
            "hook": self.hook
            and {
                "forbidden": self.hook.forbidden,
                "cost": self.hook.cost,
                "standard_error": self.hook.standard_error,
            },
            "hinges": [
                {
                    "card": print_card(hinge.card, deck),
                    "instead": print_card(hinge.instead, deck),
                    **describe(hinge.answer),
                }
                for hinge in self.hinges
            ],
        }


def explain(
    advice: Advice,
    *,
    policy: AnyPlayers = "standard",
    opponents: AnyPlayers | Sequence[AnyPlayers] = "people",
    threads: int | None = None,
) -> Explanation:
    """What lies behind an answer that `advise` gave with the same policies, within about 1.2 times its work.

    Depends on the answer and its seed, never on threads. When the trump was mine to name, it is the one recommended.
    """
    asked = replace(advice.situation, scores=())
    if advice.recommended_trump is not None:
        asked = replace(asked, trump=advice.recommended_trump)
    forbidden = my_forbidden_bid(asked)
    scorer = advice.scorer
    to_win = scorer.bid != advice.recommended

    def question(situation: Situation, forbidden: int = forbidden, inference: bool = advice.inference) -> Question:
        request = Request(
            deals=None,
            policies=seat_policies(situation, policy, opponents),
            inference=inference,
            bids=tuple(row.bid for row in advice.bids),
            forbidden=forbidden,
            seed=advice.seed,
            threads=check_threads(threads),
        )
        return Question(situation, request, scorer.bid)

    moved = [_moved(asked, seat) for seat in range(1, asked.players + 1) if seat != asked.seat]
    seats = [question(situation, my_forbidden_bid(situation)) for situation in moved]
    heard = [seat for seat, bid in enumerate(asked.bids, 1) if bid is not None]
    unheard = {seat: question(_without_bid_of(asked, seat)) for seat in heard}
    ignoring = [question(asked, inference=False)] if advice.inference and (heard or named_by_another(asked)) else []
    lead = _counted_lead(question) if advice.exact else _formula_lead(advice, asked)
    hinges = [
        (card, instead, question(_exchanged(asked, card, instead)))
        for card, instead in _likely_hinges(advice, asked, forbidden, lead, NEGLIGIBLE if advice.exact else MARGIN)
    ]
    own = [question(asked)] if to_win else []
    ask_all([*own, *seats, *unheard.values(), *ignoring, *(each for _, _, each in hinges)], budget(advice))
    for_points = own[0].answer() if own else _asked(advice)
    second = scorer if to_win else advice.runner_up
    bids = (advice.recommended,) if second is None else (advice.recommended, second.bid)
    return Explanation(
        situation=advice.situation,
        asked=for_points,
        bids=bids,
        cards=card_tricks(asked.hand, [advice.estimate(bid) for bid in bids]),
        seats=tuple(each.answer() for each in seats),
        without_inference=ignoring[0].answer() if ignoring else None,
        without_bid={seat: each.answer() for seat, each in unheard.items()},
        hook=_hook_cost(advice, forbidden),
        hinges=tuple(
            Hinge(card, instead, answer)
            for card, instead, answer in ((card, instead, each.answer()) for card, instead, each in hinges)
            if answer.bid != for_points.bid and for_points.bid not in answer.rivals
        ),
    )


def _asked(advice: Advice) -> BestBid:
    """The answer for points, as answers to questions are given; to win, where that is the same bid."""
    best = advice.scorer
    others = [row for row in advice.bids if row.legal and row is not best]
    second = max(others, key=lambda row: row.expected_score, default=None)
    return BestBid(
        situation=advice.situation,
        bid=best.bid,
        expected_score=best.expected_score,
        standard_error=best.standard_error,
        runner_up=second.bid if second else None,
        gap=second.gap if second else None,
        gap_standard_error=second.gap_standard_error if second else None,
        rivals=tuple(row.bid for row in others if too_close(row.gap, row.gap_standard_error, NOISE)),
        deals=best.deals,
    )


def card_tricks(hand: int, choices: Sequence[BidEstimate | CardEstimate]) -> tuple[CardTricks, ...]:
    """How often each card of a hand took a trick, for each of these bids or cards to play now.

    Wizards stand together and Jesters together: which of them is played first means nothing.
    """
    cards = cards_in_order(hand)
    kinds = [rank_of(card) if 1 << card & SPECIALS else card + 64 for card in cards]
    rows = []
    for kind in dict.fromkeys(kinds):
        places = [at for at, other in enumerate(kinds) if other == kind]
        chances = (sum(choice.takers[at] for at in places) / len(places) for choice in choices)
        rows.append(CardTricks(cards[places[0]], len(places), tuple(chances)))
    return tuple(rows)


def _hook_cost(advice: Advice, forbidden: int) -> HookCost | None:
    """What the hook takes from me; None where there is none."""
    if advice.situation.hook == "none":
        return None
    best = advice.estimate(advice.unrestricted)
    if best.legal:
        return HookCost(forbidden if forbidden >= 0 else None, 0.0, 0.0)
    return HookCost(forbidden, advice.scorer.gap - best.gap, best.gap_standard_error)


def _moved(situation: Situation, seat: int) -> Situation:
    """The same hand at another seat, which hears the bids that were made before it."""
    return replace(situation, seat=seat, bids=situation.bids[: seat - 1])


def _without_bid_of(situation: Situation, seat: int) -> Situation:
    """The same without the bid of a seat."""
    bids = list(situation.bids)
    bids[seat - 1] = None
    return replace(situation, bids=tuple(bids))


def _exchanged(situation: Situation, card: int, instead: int) -> Situation:
    """The same with another card in place of one of mine."""
    return replace(situation, hand=situation.hand & ~(1 << card) | 1 << instead)


# A card on which the answer hangs

Lead = Callable[[Situation, int, int], float]  # with a hand: how many points one bid is expected to be ahead of another


def _likely_hinges(
    advice: Advice, asked: Situation, forbidden: int, lead: Lead, margin: float
) -> list[tuple[int, int]]:
    """Cards of mine, each with the nearest of its suit that would make the next bid better; the nearest pair first."""
    unseen = PACK & ~asked.hand & ~upcard_as_hand(asked)
    best = advice.scorer.bid
    others = [row.bid for row in advice.bids if abs(row.bid - best) == 1 and row.bid != forbidden]
    found = []
    for card in cards_in_order(asked.hand & ~SPECIALS):
        same_suit = cards_in_order(unseen & suit_cards(suit_of(card)) & ~SPECIALS)
        for bid in others:
            better = [other for other in same_suit if (other > card) == (bid > best)]
            for instead in sorted(better, key=lambda other: abs(other - card)):
                ahead = lead(_exchanged(asked, card, instead), bid, best)
                if ahead > margin:
                    found.append((abs(instead - card), -ahead, card, instead))
                    break
    return [(card, instead) for _, _, card, instead in sorted(found)[:MOST_HINGES]]


def _counted_lead(question: Callable[[Situation], "Question"]) -> Lead:
    """By counting."""

    def lead(situation: Situation, bid: int, other: int) -> float:
        scores = {row.bid: row.expected_score for row in question(situation).counted}
        return scores[bid] - scores[other]

    return lead


def _formula_lead(advice: Advice, asked: Situation) -> Lead:
    """By the formula that `standard` bids by, corrected by what it is off for the hand that was asked about."""
    mind = Mind(load_policy("standard").row(), CURVES.tolist(), [0.0] * len(make_room().worths))
    heard = [bid for bid in asked.bids if bid is not None]

    def formula(situation: Situation, bid: int, other: int) -> float:
        trump = situation.trump
        assert trump is not None
        seen = upcard_as_hand(situation)
        seat, said = situation.seat - 1, (sum(heard), len(heard))
        fill_bid_worths(mind, BidView(situation.hand, trump, situation.players, seat, seen, *said))
        return mind.worths[bid] - mind.worths[other]

    def lead(situation: Situation, bid: int, other: int) -> float:
        found = advice.estimate(other).gap - advice.estimate(bid).gap
        return found + formula(situation, bid, other) - formula(asked, bid, other)

    return lead
