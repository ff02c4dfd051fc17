"""The compiled simulator does what its naive twin does, card for card, and what chance says it should."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import twin
from hypothesis import given, settings
from hypothesis import strategies as st
from players import ALL, NONE, RANDOM, SEARCHER, SIMPLE, STANDARD, changed, population

from wizard_advisor.advice.hearing import hearing_of
from wizard_advisor.advice.setup import round_of
from wizard_advisor.cards import PACK, WIZARD_RANK, nth_card
from wizard_advisor.policy.card_choice import distinct_cards
from wizard_advisor.policy.files import load_players
from wizard_advisor.rules import UNDECIDED, led_after, legal_cards, power
from wizard_advisor.simulate.bids import simulate_bids
from wizard_advisor.simulate.jit import COMPILED
from wizard_advisor.simulate.layout import Hearing, Minds, Round, cumulated, make_room, minds_of
from wizard_advisor.simulate.rng import deal_stream, draw, draw_below
from wizard_advisor.simulate.rounds import play_rounds
from wizard_advisor.simulate.tallies import make_tallies
from wizard_advisor.situation import HOOKS, Situation

EXAMPLES = 200 if COMPILED else 80
S, H, D, C = range(4)
POLICIES = (
    *(RANDOM, SIMPLE, STANDARD, SEARCHER, load_players("people")),
    population("half", one=(0.5, SIMPLE), other=(0.5, RANDOM)),
)
pytestmark = pytest.mark.bounds


# ---- draws ----------------------------------------------------------------------------------------------------------

WORDS = st.integers(0, 2**63 - 1)


@given(WORDS, st.integers(0, 2**40), st.integers(0, 2**20))
@settings(max_examples=EXAMPLES, deadline=None)
def test_draws_are_splitmix64_by_number(seed: int, deal: int, index: int) -> None:
    with np.errstate(over="ignore"):
        stream = np.uint64(deal_stream(seed, deal))
        assert int(stream) == twin.deal_stream(seed, deal)
        assert draw(stream, index) == twin.draw(int(stream), index)
        assert 0 <= draw(stream, index) < 2**32


@given(WORDS, st.integers(0, 1000), st.integers(1, 240))
@settings(max_examples=EXAMPLES, deadline=None)
def test_bounded_draws_stay_below_their_bound(seed: int, index: int, bound: int) -> None:
    with np.errstate(over="ignore"):
        stream = np.uint64(deal_stream(seed, 0))
        assert draw_below(stream, index, bound) == twin.below(int(stream), index, bound)
        assert 0 <= draw_below(stream, index, bound) < bound


def test_bounded_draws_are_uniform() -> None:
    counts = Counter(twin.below(twin.deal_stream(3, 0), index, 60) for index in range(60_000))
    chi_squared = sum((counts[value] - 1000) ** 2 / 1000 for value in range(60))
    assert chi_squared < 59 + 4 * (2 * 59) ** 0.5


def test_neighbouring_deals_and_seeds_share_no_draws() -> None:
    states = Counter(
        twin.deal_stream(seed, deal) + twin.GAMMA * index & twin.ALL
        for seed in range(4)
        for deal in range(40)
        for index in range(128)
    )
    # Seeds γ apart would be the same deals one further on; small ones are not.
    assert max(states.values()) == 1


# ---- the twin -------------------------------------------------------------------------------------------------------


def in_order(pack: Sequence[twin.Card]) -> list[twin.Card]:
    """The same with the first Wizard in the first lane, and so on: which Wizard is which means nothing."""
    lanes = {0: iter(range(4)), WIZARD_RANK: iter(range(4))}
    return [(next(lanes[rank]), rank) if rank in lanes else (suit, rank) for suit, rank in pack]


@st.composite
def games(draw: Any) -> twin.Game:
    """Any round, seat, trump and table, with bids heard of those before me; some of them are to be believed."""
    players = draw(st.integers(3, 6))
    size = draw(st.integers(1, 60 // players))
    pack = in_order(draw(st.permutations(twin.PACK)))
    me = draw(st.integers(0, players - 1))
    last = players * size == 60
    loose = not last and draw(st.booleans())
    upcard = None if last or loose else pack[size]
    trump = 4
    if loose or (upcard and upcard[1] == WIZARD_RANK):
        trump = draw(st.integers(0, 3))
    elif upcard and upcard[1] != 0:
        trump = upcard[0]
    policies = draw(st.lists(st.sampled_from(POLICIES), min_size=players, max_size=players))
    hidden = draw(st.booleans())
    told = [draw(st.integers(0, min(size, 3))) if q < me and draw(st.booleans()) else -1 for q in range(players)]
    game = twin.Game(
        players=players,
        me=me,
        hand=sorted(pack[:size]),
        upcard=upcard,
        trump=trump,
        loose=loose,
        hook="none" if hidden else draw(st.sampled_from(HOOKS)),
        hidden=hidden,
        heard=[-1] * players if hidden else told,
        policies=policies,
        bid=draw(st.integers(0, size)),
        named=upcard is not None and upcard[1] == WIZARD_RANK and me < players - 1,
    )
    if not hidden and draw(st.booleans()):
        for q, bid in enumerate(game.heard):
            if q != me and (bid >= 0 or (game.named and q == players - 1)):
                kinds = len(policies[q].kinds)
                ceilings = draw(st.lists(st.sampled_from((0.05, 0.3, 1.0)), min_size=kinds, max_size=kinds))
                game.readings[q] = twin.Reading(ceilings, draw(st.sampled_from((0.0, 1 / 64, 0.5))))
    return game


def setting_of(game: twin.Game) -> tuple[Round, Minds, Hearing | None]:
    situation = Situation(
        players=game.players,
        hand=twin.as_int(game.hand),
        trump=game.trump,
        upcard=None if game.upcard is None else 16 * game.upcard[0] + game.upcard[1],
        seat=game.me + 1,
        bids=tuple(None if bid < 0 else bid for bid in game.heard[: game.me]),
        hook=game.hook,
        hidden_bids=game.hidden,
    )
    hearing = hearing_of(situation)
    for q, reading in game.readings.items():
        assert hearing is not None
        kinds = game.policies[q].kinds
        hearing.reads[q] = 1
        hearing.looseness[q] = reading.looseness
        hearing.free[q] = twin.chance_of_deeds(game, q, kinds[0].policy, game.hand, game.upcard)[1]
        hearing.ceilings[q, : len(kinds)] = reading.ceilings
        drawn = [kind.share * ceiling for kind, ceiling in zip(kinds, reading.ceilings, strict=True)]
        hearing.cuts[q, : len(kinds)] = cumulated(drawn)
    return round_of(situation), minds_of(game.policies), hearing


@given(games(), WORDS, st.integers(0, 10**9))
@settings(max_examples=EXAMPLES, deadline=None)
def test_the_twin_plays_the_same_cards(game: twin.Game, seed: int, number: int) -> None:
    played = twin.play(game, seed, number)
    size = len(game.hand)
    tallies, room = make_tallies(1, size), make_room()
    tried = simulate_bids(*setting_of(game), np.array([game.bid]), seed, number, number + 1, tallies, room)
    assert [twin.as_cards(int(hand)) for hand in room.dealt[: game.players]] == played.hands
    assert tried == played.tries
    first = setting_of(game)[1].first
    assert [int(kind) - first[q] for q, kind in enumerate(room.kinds[: game.players])] == played.kinds
    assert list(room.bids[: game.players]) == played.bids
    assert [(card >> 4, card & 15) for card in map(int, room.log[: game.players * size])] == played.cards
    taken = played.taken[game.me]
    assert tallies.tricks[0].tolist() == [int(tricks == taken) for tricks in range(size + 1)]
    assert twin.as_cards(sum(1 << card for card in range(64) if tallies.takers[0, card])) == sorted(played.mine)
    needs = [bid - taken for bid, taken in zip(played.bids, played.taken, strict=True)]
    assert list(room.needs[: game.players]) == needs


@given(games(), WORDS)
@settings(max_examples=EXAMPLES // 4, deadline=None)
def test_bids_are_played_on_the_same_deals_and_compared_deal_by_deal(game: twin.Game, seed: int) -> None:
    size = len(game.hand)
    bids = list(range(min(size, 3) + 1))
    tallies = make_tallies(len(bids), size)
    simulate_bids(*setting_of(game), np.array(bids), seed, 0, 3, tallies, make_room())
    gaps = np.zeros_like(tallies.gaps)
    squares = np.zeros_like(tallies.squares)
    tricks = np.zeros_like(tallies.tricks)
    takers = [0] * len(bids)
    for number in range(3):
        results = []
        for i, bid in enumerate(bids):
            game.bid = bid
            played = twin.play(game, seed, number)
            taken = played.taken[game.me]
            tricks[i, taken] += 1
            takers[i] += len(played.mine)
            results.append(2 + taken if taken == bid else -abs(taken - bid))
        gap = np.subtract.outer(results, results)
        gaps += gap
        squares += gap**2
    assert tallies.tricks.tolist() == tricks.tolist()
    assert tallies.gaps.tolist() == gaps.tolist()
    assert tallies.squares.tolist() == squares.tolist()
    assert tallies.takers.sum(axis=1).tolist() == takers


def test_a_share_of_the_misses_by_one_trick_is_mended_for_every_choice() -> None:
    deals, mended = (20_000 if COMPILED else 200), 0.1
    searcher = changed(STANDARD, "searcher", "play", mended=mended)
    hand = [(S, 14), (S, 3), (H, 12), (D, 8)]
    found = []
    for me in (STANDARD, searcher):
        policies = [STANDARD, me, STANDARD]
        game = twin.Game(3, 1, sorted(hand), (S, 7), S, False, "none", False, [-1] * 3, policies, 2)
        tallies = make_tallies(1, len(hand))
        simulate_bids(*setting_of(game), np.array([2]), 3, 0, deals, tallies, make_room())
        found.append(tallies.tricks[0])
    plain, saved = found
    misses = plain[1] + plain[3]
    assert plain[[0, 4]].tolist() == saved[[0, 4]].tolist()
    share = 1 - (1 - mended) ** 3  # four cards, the last of which is no choice
    error = (share * (1 - share) / misses) ** 0.5
    assert misses > deals / 10
    assert abs((saved[2] - plain[2]) / misses - share) < 4 * error


@given(games(), WORDS, st.integers(0, 50), st.integers(51, 60))
@settings(max_examples=EXAMPLES // 4, deadline=None)
def test_tallies_of_blocks_add_up(game: twin.Game, seed: int, cut: int, last: int) -> None:
    def played(first: int, end: int) -> list[Any]:
        tallies = make_tallies(1, len(game.hand))
        simulate_bids(*setting_of(game), np.array([game.bid]), seed, first, end, tallies, make_room())
        return list(tallies)

    if not COMPILED:
        cut, last = cut % 3, 3
    for whole, one, other in zip(played(0, last), played(0, cut), played(cut, last), strict=True):
        assert (whole == one + other).all()


@given(
    st.lists(st.integers(0, len(POLICIES) - 1), min_size=3, max_size=6),
    st.integers(1, 20),
    st.sampled_from(HOOKS),
    WORDS,
    st.integers(0, 10**6),
    st.data(),
)
@settings(max_examples=EXAMPLES // 2, deadline=None)
def test_the_twin_plays_the_same_whole_rounds(
    lineup: list[int], size: int, hook: str, seed: int, number: int, data: st.DataObject
) -> None:
    players = len(lineup)
    size = min(size, 60 // players)
    bids = data.draw(st.lists(st.integers(-1, size), min_size=players, max_size=players))
    order = data.draw(st.permutations(lineup))
    lineups, forced = np.array([order, lineup]), np.array([[[-1] * players, bids]])
    setting = {"seed": seed, "first": number, "deals": 1, "hook": HOOKS.index(hook)}
    records = play_rounds(size, POLICIES, lineups, **setting, forced=forced)
    for at, told in enumerate(forced[0].tolist()):
        policies = [POLICIES[place] for place in lineups[at]]
        cards = [(0, 1)] * size  # whatever: as many as everybody gets
        game = twin.Game(players, -1, cards, None, 4, False, hook, False, [], policies, 0)
        played, upcard = twin.play_whole(game, seed, number, told)
        assert list(map(twin.as_cards, records.hands[0].tolist())) == played.hands
        assert int(records.upcards[0]) == (-1 if upcard is None else 16 * upcard[0] + upcard[1])
        assert (int(records.trumps[0, at]), records.bids[0, at].tolist()) == (game.trump, played.bids)
        assert records.taken[0, at].tolist() == played.taken


def test_whole_rounds_obey_the_rules_and_the_bids_given() -> None:
    deals, players, size = (60 if COMPILED else 4), 4, 6
    lineups = np.array([[0, 1, 2, 3], [3, 2, 1, 0]])
    forced = np.full((deals, 2, players), -1)
    forced[:, 1, 2] = 3
    records = play_rounds(
        size, POLICIES, lineups, hook=HOOKS.index("dealer"), seed=9, first=5, deals=deals, forced=forced
    )
    assert (records.taken.sum(axis=2) == size).all()
    assert (records.bids[:, 1, 2] == 3).all()
    assert (records.bids.sum(axis=2) != size).all()  # the hook
    for at in range(deals):
        seen = [twin.as_cards(int(hand)) for hand in records.hands[at]]
        upcard = (int(records.upcards[at]) >> 4, int(records.upcards[at]) & 15)
        assert len({upcard, *(card for hand in seen for card in hand)}) == 1 + players * size
        expected = {0: [4], WIZARD_RANK: [0, 1, 2, 3]}.get(upcard[1], [upcard[0]])
        assert set(records.trumps[at].tolist()) <= set(expected)


def test_every_seat_is_of_a_kind_drawn_by_its_share_the_same_in_every_lineup() -> None:
    """One kind always bids 0, one always 2: the bids tell the kinds."""
    deals = 8_000 if COMPILED else 400
    mixed = population("mixed", none=(0.3, NONE), both=(0.7, ALL))
    records = play_rounds(2, [mixed, mixed], np.array([[0, 0, 0], [1, 0, 1]]), seed=4, first=0, deals=deals)
    assert set(np.unique(records.bids)) == {0, 2}
    assert (records.bids[:, 0] == records.bids[:, 1]).all()
    of_a_kind = (records.bids[:, 0] == 0).astype(float)
    error = (0.3 * 0.7 / deals) ** 0.5
    assert (abs(of_a_kind.mean(axis=0) - 0.3) < 4 * error).all()
    pairs = np.cov(of_a_kind.T)
    assert abs(pairs[np.triu_indices(3, 1)]).max() < 4 * 0.3 * 0.7 / deals**0.5  # nobody's kind hangs on another's


# ---- chance ---------------------------------------------------------------------------------------------------------

CHANCE_GAMES = {
    "a Jester, a Wizard, trumps": (4, 0, [(S, 0), (S, 14), (S, 13), (S, 2), (H, 12)], (S, 7), S),
    "no trump, last to play": (3, 2, [(S, 0), (H, 0), (D, 13), (C, 12)], (D, 0), 4),
    "the last round": (6, 3, [(suit, rank) for suit, rank in twin.PACK if rank in (0, 5, 13)][:10], None, 4),
    "trump named, all Wizards": (5, 1, [(S, 14), (H, 14), (D, 14)], (C, 14), D),
    "a card turned up that nobody noted": (4, 2, [(H, 13), (H, 1), (S, 11)], None, H),
}


@pytest.mark.parametrize("name", CHANCE_GAMES)
def test_random_play_takes_tricks_as_often_as_chance_says(name: str) -> None:
    players, me, hand, upcard, trump = CHANCE_GAMES[name]
    loose = upcard is None and trump != 4
    deals, naive_deals = (40_000, 4_000) if COMPILED else (150, 300)
    nobody, by_chance = [-1] * players, [RANDOM] * players
    game = twin.Game(players, me, sorted(hand), upcard, trump, loose, "none", False, nobody, by_chance, 1)
    tallies = make_tallies(1, len(hand))
    simulate_bids(*setting_of(game), np.array([1]), 11, 0, deals, tallies, make_room())
    expected = twin.tricks_by_chance(game, naive_deals, 5)
    for count, p in zip(tallies.tricks[0].tolist(), expected, strict=True):
        both = (count + p * naive_deals) / (deals + naive_deals)
        error = (both * (1 - both) * (1 / deals + 1 / naive_deals)) ** 0.5
        assert abs(count / deals - p) <= 4 * error, (tallies.tricks[0] / deals, expected)


def test_every_card_is_dealt_to_everybody_as_often() -> None:
    deals, players, size = (20_000 if COMPILED else 300), 3, 4
    forced = np.zeros((deals, 1, players), np.int64)
    lineup = np.zeros((1, players), np.int64)
    records = play_rounds(size, [RANDOM], lineup, seed=2, first=0, deals=deals, forced=forced)
    cards = [16 * suit + rank for suit, rank in twin.PACK]
    for q in range(players):
        held = np.array([int((records.hands[:, q] >> card & 1).sum()) for card in cards])
        assert held.sum() == deals * size
        # Hands are drawn without putting back, which makes the sum of squares smaller by 1 − size / 60.
        chi_squared = ((held - deals * size / 60) ** 2).sum() / (deals * size / 60 * (1 - size / 60))
        assert abs(chi_squared - 60) < 5 * (2 * 59) ** 0.5
    turned = np.array([int((records.upcards == card).sum()) for card in cards])
    assert ((turned - deals / 60) ** 2).sum() / (deals / 60) < 59 + 5 * (2 * 59) ** 0.5


# ---- cards that are alike -------------------------------------------------------------------------------------------


def test_one_card_of_each_kind_is_looked_at() -> None:
    def some(*cards: twin.Card) -> int:
        return twin.as_int(cards)

    hand = some((S, 0), (D, 0), (S, 14), (C, 14), (S, 5), (S, 6), (S, 8), (H, 3), (H, 5))
    unseen = some((S, 9), (H, 4))
    kinds = some((S, 0), (S, 14), (S, 5), (H, 3), (H, 5))
    assert distinct_cards(hand, unseen, UNDECIDED, -1, 4) == kinds  # the 7 of spades is gone
    assert distinct_cards(hand, unseen, S, 7, 4) == kinds | some((S, 8))  # it is on the table, to be beaten
    assert distinct_cards(hand, unseen, H, 107, S) == kinds | some((S, 8))  # as a trump


@given(st.permutations(twin.PACK), st.integers(1, 20), st.integers(0, 5), st.integers(0, 35), st.integers(0, 4))
@settings(max_examples=EXAMPLES, deadline=None)
def test_cards_left_out_are_like_the_one_below(
    pack: Sequence[twin.Card], size: int, played: int, hidden: int, trump: int
) -> None:
    hand, trick, unseen = pack[:size], pack[size : size + played], pack[size + played : size + played + hidden]
    led, best = UNDECIDED, -1
    for card in trick:
        led = led_after(led, 16 * card[0] + card[1])
        best = max(best, power(16 * card[0] + card[1], led, trump))
    legal = legal_cards(twin.as_int(hand), led)
    kept = distinct_cards(legal, twin.as_int(unseen), led, best, trump)
    assert kept & ~legal == 0
    for suit, rank in twin.as_cards(legal & ~kept):
        if rank in (0, WIZARD_RANK):
            assert any(kept >> 16 * other + rank & 1 for other in range(4))
            continue
        like = max(card for card in twin.as_cards(kept) if card[0] == suit and 0 < card[1] < rank)
        for other in range(like[1] + 1, rank):
            assert (suit, other) not in unseen
        beats = [power(16 * suit + of, led_after(led, 16 * suit + of), trump) > best for of in (like[1], rank)]
        assert beats[0] == beats[1]


@given(st.integers(0, PACK), st.integers(0, 2**32 - 1))
@settings(max_examples=EXAMPLES, deadline=None)
def test_nth_card_counts_from_below(bits: int, u: int) -> None:
    hand = bits & PACK
    cards = twin.as_cards(hand)
    if cards:
        n = u * len(cards) >> 32
        assert nth_card(hand, n) == 16 * cards[n][0] + cards[n][1]
