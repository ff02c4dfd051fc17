"""From what players write to a `Turn` and back: a situation with the bids of all and the cards played, in one line."""

import re
from typing import Final

from .cards import print_card
from .errors import SituationError, echo
from .hand_notation import hand_of, notes_on, one_deck, print_hand, read_cards
from .line_notation import KEYS, read_line
from .notation import (
    PLAYERS,
    Bids,
    Scores,
    check_count,
    print_situation,
    read_bids,
    read_hidden,
    read_hook,
    read_language,
    read_players,
    read_rounds_left,
    read_scores,
    read_seat,
    turned_up,
)
from .spelling.pieces import NO_CARDS, Reading, together
from .turn import Turn, check_numbers, next_seat
from .values import one_text, plain, read_list, read_whole

TURN_KEYS: Final = KEYS | {"tricks": "tricks", "trick": "trick", "played": "played"}

Words = str | list[str] | tuple[str, ...]


def make_turn(
    hand: Words,
    *,
    players: int | str = PLAYERS,
    trump: str | None = None,
    seat: int | str | None = None,
    bids: Bids = "",
    tricks: Bids = "",
    trick: Words = "",
    played: Words = "",
    hook: str = "none",
    hidden_bids: bool | str = False,
    cards: int | str | None = None,
    scores: Scores = "",
    rounds_left: int | str | None = None,
    language: str = "",
) -> tuple[Turn, tuple[str, ...]]:
    """The turn that the options describe, and notes on how they were read; see `notation.make_situation` and `Turn`.

    hand: the cards I still hold. bids, tricks: of every seat. trick: the cards on the table in order. played: those of
    the tricks before, with or without `/` between the tricks. seat may be left out where the cards played tell whose
    turn it is, tricks where they tell who took them. cards: how many each player was dealt.
    language: whose letters and words are meant.
    """
    table = read_players(players)
    tongue = read_language(language)
    held, open_now = read_cards(one_text("hand", hand), "hand", tongue), _read_some("trick", trick, tongue)
    before = _read_played(played, table, tongue)
    every = together((held, open_now, before))
    shown = one_deck(every.cards)
    given = read_list("tricks", tricks, "numbers like 1,0,0,1", least=0)
    taken = tuple(read_whole("tricks", number) for number in given)
    if taken and 3 <= table <= 6:
        check_numbers("tricks", "tricks taken", taken, table)  # before it is asked whose turn that makes it
    on_table, gone = (tuple(card for card, _ in reading.cards) for reading in (open_now, before))
    mine = hand_of(held.cards)
    dealt = mine.bit_count() + (sum(taken) if taken else len(gone) // max(table, 1))
    check_count(cards, dealt)
    suit, upcard, deck = turned_up(trump, shown, table, dealt, tongue)
    turn = Turn(
        players=table,
        hand=mine,
        trump=suit,
        upcard=upcard,
        seat=_seat_of(seat, table, suit, taken, gone, on_table),
        bids=read_bids(bids),
        hook=read_hook(hook),
        hidden_bids=read_hidden(hidden_bids),
        deck=deck,
        scores=read_scores(scores),
        rounds_left=read_rounds_left(rounds_left),
        tricks=taken,
        trick=on_table,
        played=gone,
    )
    return turn, notes_on(every, tongue)


def _seat_of(
    seat: int | str | None,
    players: int,
    trump: int | None,
    taken: tuple[int, ...],
    played: tuple[int, ...],
    trick: tuple[int, ...],
) -> int:
    """My seat, as it is given or as the cards played tell; SituationError if they do not."""
    given = seat is not None and seat != ""
    if given or trump is None or not 3 <= players <= 6:  # `Turn` refuses all of that but the first
        return read_seat(seat, players, 0)
    if taken and len(played) < players * sum(taken):
        raise SituationError("seat: expected your seat: the cards played do not tell whose turn it is")
    return next_seat(players, trump, played, trick)


def _read_some(field: str, words: Words, language: str) -> Reading:
    """Cards in order, or none at all."""
    text = one_text(field, words)
    return read_cards(text, field, language) if plain(field, text) not in ("", "-") else NO_CARDS


def _read_played(played: Words, players: int, language: str) -> Reading:
    """The cards of the tricks before; where the tricks are kept apart, each must be whole."""
    text = plain("played", one_text("played", played))
    parts = [part for part in re.split(r"\s*[/;|]\s*", text) if part]
    readings = [_read_some("played", part, language) for part in parts]
    for number, reading in enumerate(readings, 1):
        if len(parts) > 1 and len(reading.cards) != players:
            raise SituationError(
                f"played: expected {players} cards in every trick: trick {number} has {len(reading.cards)},"
                f" {echo(parts[number - 1])}"
            )
    return together(readings)


def parse_turn(text: str) -> Turn:
    """The turn that a line describes; CardError if it cannot be read, SituationError if it cannot be.

    >>> print_turn(parse_turn("4p up=QH bids=1,0,1,1 trick=KC played=2S,4S,9S,3S : AC 7D"))
    '4p up=QH seat=4 bids=1,0,1,1 played=2S,4S,9S,3S trick=KC : 7D AC'
    """
    fields: dict[str, str] = read_line(text, TURN_KEYS)
    return make_turn(**fields)[0]


def print_turn(turn: Turn) -> str:
    """The turn on one line, in the one form that `parse_turn` reads back to the same turn."""
    parts = [print_situation(turn).partition(" : ")[0]]
    if turn.shown is None:
        parts.append("tricks=" + ",".join(map(str, turn.tricks)))
    if turn.played:
        size = turn.players if turn.shown is not None else len(turn.played)
        tricks = [turn.played[start : start + size] for start in range(0, len(turn.played), size)]
        parts.append("played=" + "/".join(_print_cards(trick, turn.deck) for trick in tricks))
    if turn.trick:
        parts.append("trick=" + _print_cards(turn.trick, turn.deck))
    return f"{' '.join(parts)} : {print_hand(turn.hand, turn.deck)}"


def _print_cards(cards: tuple[int, ...], deck: str) -> str:
    return ",".join(print_card(card, deck) for card in cards)
