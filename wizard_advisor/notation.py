"""From what players write to a `Situation` and back: trump, seat, bids, a whole situation in one line."""

import re
from typing import Final

from .cards import (
    FRENCH,
    JESTER,
    NO_SUIT,
    PACK_SIZE,
    WIZARD,
    WIZARD_RANK,
    fold,
    print_card,
    rank_of,
    suit_letter,
    suit_name,
    suit_of,
)
from .errors import CardError, SituationError, WizardError, echo
from .hand_notation import notes_on, print_hand, read_cards, read_hand
from .line_notation import read_line
from .situation import HOOKS, TRUMP_FORMS, Situation
from .spelling.letters import Card, Letters, Suit, letters_of, suits_of
from .spelling.pieces import NO_CARDS
from .spelling.spans import is_wizard, refuse_other_editions, suits_named
from .spelling.words import LANGUAGES
from .values import counted, one_text, plain, read_list, read_whole, read_yes_no

Bids = str | list[int | str | None] | tuple[int | str | None, ...]
Scores = str | list[int | str] | tuple[int | str, ...]
PLAYERS: Final = 4  # unless the text says how many
HOOK_SPELLINGS: Final = {name: name for name in HOOKS} | {
    "after-first": "dealer-after-first",
    "leader": "dealer-unless-zero",
}
NO_TRUMP: Final = frozenset(("NO TRUMP", "NO TRUMPS", "NOTRUMP", "NO-TRUMP", "NT", "SANS ATOUT", "OHNE TRUMPF"))


def read_trump(text: str, language: str = "") -> tuple[int | None, int | None, str | None]:
    """Trump suit, turned-up card and the deck they show, as `Situation` has them; CardError if it says none of these.

    >>> read_trump("QH"), read_trump("hearts"), read_trump("W:g"), read_trump("W"), read_trump("N"), read_trump("none")
    ((1, 27, 'french'), (1, None, 'french'), (1, 14, 'colours'), (None, 14, None), (4, 0, None), (4, None, None))
    """
    letters = letters_of(language)
    written = plain("trump", text)
    folded = fold(written)
    if folded == "NONE":
        return NO_SUIT, None, None
    if folded == "J":
        raise CardError(f"trump: expected N for a Jester, or JH, JS, JD, JC for a Jack: {echo(text)} could be either")
    if folded in NO_TRUMP:
        raise CardError(
            f"trump: expected N if a Jester was turned up, none if no card was: {echo(text)} could be either"
        )
    refuse_other_editions(written, "trump", TRUMP_FORMS, language)
    if suit := _suit_named(written, text, letters, language):
        return suit[0], None, suit[1]
    if folded in letters.spellings:
        return _turned_up(letters.spellings[folded])
    wizard, named = _wizard_and_suit(written, letters, language)
    if wizard:
        if suit := _suit_named(named, text, letters, language):
            return suit[0], WIZARD, suit[1]
        raise CardError(f"trump: expected a suit after W:, like W:H: found {echo(text)}")
    return _turned_up_in_words(written, text, language)


def _suit_named(word: str, text: str, letters: Letters, language: str) -> Suit | None:
    """The suit that a word stands for; CardError if it can be several."""
    suits = suits_named(word, letters, language)
    if len(suits) > 1:
        two = " or ".join(suit_name(*suit) for suit in suits)
        raise CardError(f"trump: expected a suit like H: {echo(text)} can be {two}")
    return suits[0] if suits else None


def _wizard_and_suit(text: str, letters: Letters, language: str) -> tuple[str, str]:
    """A Wizard and what stands behind it, after a colon, a blank or the letter W or Z itself; or two empty texts."""
    for mark in (":", " "):
        wizard, _, named = text.partition(mark)
        if mark in text and is_wizard(wizard.strip(), letters, language):
            return wizard, named.strip()
    if len(text) > 1 and fold(text[0]) in ("W", "Z") and suits_named(text[1:], letters, language):
        return text[0], text[1:]
    return "", ""


def _turned_up_in_words(written: str, text: str, language: str) -> tuple[int | None, int | None, str | None]:
    """The turned-up card written in words or with blanks, like `queen of hearts`; CardError if it is none."""
    try:
        reading = read_cards(written, "trump", language)
    except WizardError:
        reading = NO_CARDS
    if len(reading.cards) != 1 or notes_on(reading):  # a bare J could be a Jack
        raise CardError(f"trump: expected {TRUMP_FORMS}, or none: found {echo(text)}")
    return _turned_up(reading.cards[0])


def _turned_up(card: Card) -> tuple[int | None, int | None, str | None]:
    """A turned-up card and the trump that it makes."""
    number, deck = card
    return None if number == WIZARD else NO_SUIT if number == JESTER else suit_of(number), number, deck


def print_trump(situation: Situation) -> str:
    """The turned-up card, or the trump suit, as `read_trump` reads it."""
    return trump_text(situation.trump, situation.upcard, situation.deck)


def trump_text(suit: int | None, upcard: int | None, deck: str) -> str:
    """The turned-up card, with the suit that a Wizard's dealer named, or the trump suit; see `Situation`.

    >>> trump_text(1, 27, "french"), trump_text(1, None, "colours"), trump_text(1, 14, "french")
    ('QH', 'G', 'W:H')
    """
    named = "none" if suit is None or suit == NO_SUIT else suit_letter(suit, deck)
    if upcard is None:
        return named
    name = print_card(upcard, deck)
    return f"{name}:{named}" if rank_of(upcard) == WIZARD_RANK and suit is not None else name


def read_bids(bids: Bids) -> tuple[int | None, ...]:
    """The bids heard, from seat 1, separated by commas or spaces; `?` or None is one that was not heard.

    >>> read_bids("2, ?,0"), read_bids(""), read_bids([2, None])
    ((2, None, 0), (), (2, None))
    """
    return tuple(_read_bid(bid) for bid in read_list("bids", bids, "numbers like 2,1", least=0))


def _read_bid(bid: object) -> int | None:
    unheard = bid is None or (isinstance(bid, str) and bid == "?")
    return None if unheard else read_whole("bids", bid)


def read_seat(seat: int | str | None, players: int, bids: int) -> int:
    """My seat; if it is not given, the one past the bids given. CardError if it cannot be read."""
    if seat is None or seat == "":
        return min(bids + 1, players)  # too many bids are refused as such
    read = read_whole("seat", seat, "first", "dealer", expected=f"1 to {echo(players)}")
    return read if isinstance(read, int) else 1 if read == "first" else players


def read_players(players: int | str) -> int:
    """How many players there are, 4 or `4p`; if nothing is given, `PLAYERS`. CardError if it cannot be read."""
    if isinstance(players, str):
        players = players.strip().removesuffix("p").removesuffix("P") or str(PLAYERS)
    return read_whole("players", players)


def read_hook(hook: str) -> str:
    """One of `HOOKS`, by its own name or another that players use; none if nothing is given. CardError otherwise."""
    name = plain("hook", hook).lower() or "none"
    if name not in HOOK_SPELLINGS:
        raise CardError(f"hook: expected one of {', '.join(HOOKS)}: found {echo(hook)}")
    return HOOK_SPELLINGS[name]


def read_language(language: str) -> str:
    """A code of `words.LANGUAGES`; "" if nothing is given, or a word that says so. CardError if it is none.

    >>> read_language("DE"), read_language("any")
    ('de', '')
    """
    code = plain("language", language).lower()
    if code in ("", "any"):
        return ""
    by_name = {known.name.lower(): code for code, known in LANGUAGES.items()}
    if (code := by_name.get(code, code)) not in LANGUAGES:
        raise CardError(f"language: expected one of {', '.join(LANGUAGES)}: found {echo(language)}")
    return code


def read_hidden(hidden: bool | str) -> bool:
    """Whether all bids are shown together; no if nothing is given. CardError for anything but yes or no."""
    return hidden != "" and read_yes_no("hidden_bids", hidden)


def read_scores(scores: Scores) -> tuple[int, ...]:
    """The scores so far, from seat 1, separated by commas or blanks; none if nothing is given.

    >>> read_scores("+120, -30,0"), read_scores("")
    ((120, -30, 0), ())
    """
    return tuple(_read_points(word) for word in read_list("scores", scores, "numbers like 120,-30,0", least=0))


def _read_points(points: object) -> int:
    """The points of one player, with a sign or without."""
    if isinstance(points, str) and (number := re.fullmatch("([-−+]?)([0-9]{1,19})", points)):
        return -int(number[2]) if number[1] in ("-", "−") else int(number[2])
    return read_whole("scores", points)


def read_rounds_left(rounds: int | str | None) -> int | None:
    """How many rounds come after this one; None if it is not said."""
    return None if rounds is None or rounds == "" else read_whole("rounds_left", rounds)


def make_situation(
    hand: str | list[str] | tuple[str, ...],
    *,
    players: int | str = PLAYERS,
    trump: str | None = None,
    seat: int | str | None = None,
    bids: Bids = "",
    hook: str = "none",
    hidden_bids: bool | str = False,
    cards: int | str | None = None,
    scores: Scores = "",
    rounds_left: int | str | None = None,
    language: str = "",
) -> tuple[Situation, tuple[str, ...]]:
    """The situation that the options describe, and notes on how they were read.

    Every option may be text or what it stands for; one that is empty counts as not given. `trump` is needed except in
    the last round, `seat` is one past the bids given, `cards` is how many the hand should have, `language` whose
    letters and words are meant (see `spelling.words`). CardError for what cannot be read, SituationError for what
    cannot be.
    """
    tongue = read_language(language)
    reading = read_hand(one_text("hand", hand), tongue)
    heard = read_bids(bids)
    table = read_players(players)
    check_count(cards, reading.hand.bit_count())
    suit, upcard, deck = turned_up(trump, reading.deck, table, reading.hand.bit_count(), tongue)
    situation = Situation(
        players=table,
        hand=reading.hand,
        trump=suit,
        upcard=upcard,
        seat=read_seat(seat, table, len(heard)),
        bids=heard,
        hook=read_hook(hook),
        hidden_bids=read_hidden(hidden_bids),
        deck=deck,
        scores=read_scores(scores),
        rounds_left=read_rounds_left(rounds_left),
    )
    return situation, reading.notes


def check_count(cards: int | str | None, count: int) -> None:
    """Refuse a hand that has not as many cards as it should have, if that is said."""
    if cards is not None and cards != "" and (expected := read_whole("cards", cards)) != count:
        raise SituationError(f"hand: expected {echo(expected)} cards: found {echo(count)}")


class TrumpMissing(SituationError):
    """The trump was not given where it is needed."""


def turned_up(
    trump: str | None, deck: str | None, players: int, count: int, language: str = ""
) -> tuple[int | None, int | None, str]:
    """Trump suit, turned-up card and deck, as `Situation` has them, where `count` cards are dealt to each player.

    deck: that of the cards read so far. SituationError for a card of another deck, TrumpMissing for nothing where it is
    needed.
    """
    if trump is not None and trump != "":
        suit, upcard, shown = read_trump(trump, language)
        if shown and deck and shown != deck:
            raise SituationError(
                f"trump: expected the deck of the hand, {suits_of(deck)}: {echo(trump)} is of another deck"
            )
        return suit, upcard, deck or shown or FRENCH
    if 3 <= players <= 6 and players * count < PACK_SIZE:
        raise TrumpMissing(
            f"trump: expected {TRUMP_FORMS}: it is needed except in the last round"
            f" ({PACK_SIZE // players} cards with {players} players), found none with {counted(count, 'card')}"
        )
    return NO_SUIT, None, deck or FRENCH


def parse_situation(text: str) -> Situation:
    """The situation that a line describes; CardError if it cannot be read, SituationError if it cannot be.

    >>> print_situation(parse_situation("4P trump=qh Bids=2,1 hook=dealer: W N as 10h 9h"))
    '4p up=QH seat=3 bids=2,1 hook=dealer : AS 10H 9H W N'
    """
    fields: dict[str, str] = read_line(text)
    return make_situation(**fields)[0]


def print_situation(situation: Situation) -> str:
    """The situation on one line, in the one form that `parse_situation` reads back to the same situation."""
    parts = [f"{situation.players}p", f"up={print_trump(situation)}", f"seat={situation.seat}"]
    if situation.bids:
        parts.append("bids=" + ",".join("?" if bid is None else str(bid) for bid in situation.bids))
    if situation.hook != "none":
        parts.append(f"hook={situation.hook}")
    if situation.hidden_bids:
        parts.append("hidden-bids")
    if situation.scores:
        parts.append("scores=" + ",".join(map(str, situation.scores)))
    if situation.rounds_left is not None:
        parts.append(f"left={situation.rounds_left}")
    return f"{' '.join(parts)} : {print_hand(situation.hand, situation.deck)}"
