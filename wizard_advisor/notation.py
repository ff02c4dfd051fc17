"""From what players write to a `Situation` and back: hands, trump, bids, a whole situation in one line."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from .cards import (
    COLOURS,
    FRENCH,
    JESTER,
    JESTER_RANK,
    NO_SUIT,
    PACK_SIZE,
    RANK_NAMES,
    SPELLINGS,
    SUIT_COUNT,
    SUIT_LETTERS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    WIZARD,
    WIZARD_RANK,
    CardError,
    card_of,
    echo,
    fold,
    print_card,
    rank_of,
    suit_letter,
)
from .situation import HOOKS, TRUMP_FORMS, Situation, SituationError

__all__ = [
    "KEYS",
    "HandReading",
    "cards_in_order",
    "make_situation",
    "parse_situation",
    "print_card",
    "print_hand",
    "print_situation",
    "print_trump",
    "read_bids",
    "read_hand",
    "read_line",
    "read_trump",
]

Card = tuple[int, str | None]  # a card and the deck it shows
Cards = tuple[Card, ...]
Bids = str | list[int | str | None] | tuple[int | str | None, ...]

PLAYERS: Final = 4  # unless the text says how many
LONGEST_TEXT: Final = 1000  # characters in a line; the longest hand that can be has less than half of that
LONGEST_PIECE: Final = 15  # "♠" with thirteen ranks
KEYS: Final = {  # what may stand before the "=" in a one-line situation → the name of the argument
    "players": "players",
    "up": "trump",
    "trump": "trump",
    "seat": "seat",
    "bids": "bids",
    "hook": "hook",
    "hidden-bids": "hidden_bids",
    "cards": "cards",
}
FLAGS: Final = {"hidden": "hidden_bids", "hidden-bids": "hidden_bids"}
HOOK_SPELLINGS: Final = {name: name for name in HOOKS} | {
    "after-first": "dealer-after-first",
    "leader": "dealer-unless-zero",
}
SPECIAL_SPELLINGS: Final = frozenset(spelling for spelling, (_, deck) in SPELLINGS.items() if deck is None)
NOT_PLAYED: Final = frozenset(("DRAGON", "FAIRY", "BOMB", "WEREWOLF", "JUGGLER", "CLOUD", "SHAPESHIFTER"))

_SIGNS: Final = {  # a suit's letter or symbol → suit and deck
    sign: (suit, deck)
    for deck, signs in ((FRENCH, SUIT_LETTERS[FRENCH]), (FRENCH, SUIT_SYMBOLS), (COLOURS, SUIT_LETTERS[COLOURS]))
    for suit, sign in enumerate(signs)
}
_SUIT_WORDS: Final = _SIGNS | {
    fold(word): (suit, deck)
    for deck, names in SUIT_NAMES.items()
    for suit, name in enumerate(names)
    for word in ({name, name.removesuffix("s")} if deck == FRENCH else {name})
}
_RANKS: Final = {
    deck: {name: rank for rank, name in enumerate(names[1:WIZARD_RANK], 1)} for deck, names in RANK_NAMES.items()
}
_RANKS[FRENCH]["T"] = _RANKS[FRENCH]["10"]


@dataclass(frozen=True, slots=True)
class HandReading:
    """A hand as an int, the deck its suits show (None: no suited card), and notes on how it was read."""

    hand: int
    deck: str | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """The cards of a word, in the order written, and the folded pieces that it was cut into."""

    cards: Cards
    pieces: tuple[str, ...]


def plain(field: str, text: object) -> str:
    """The text on one line without variation signs, which phones add to suit symbols; CardError if it is no text."""
    if not isinstance(text, str):
        raise CardError(f"{field}: expected text: found {echo(text)}")
    if len(text) > LONGEST_TEXT:
        raise CardError(f"{field}: expected at most {LONGEST_TEXT} characters: {echo(text)} has {len(text)}")
    return text.replace("\ufe0f", "").replace("\ufe0e", "").strip()


def _not_played(card: str) -> str:
    return f"{echo(card)} is of the anniversary edition, which is not played here"


# Hands


def read_hand(text: str) -> HandReading:
    """Cards separated by spaces or commas, run together, or grouped by suit; order and case do not matter.

    CardError for what cannot be read, SituationError for a card that is held twice or a fifth Wizard or Jester.

    >>> print_hand(read_hand("w 2n ♠AK h:t").hand), read_hand("J r13").notes
    ('AS KS 10H W N N', ('a bare J was read as a Jester: 1 Jester, no Jack',))
    """
    reading = read_cards(text)
    deck = one_deck(reading.cards)  # first: AS and R13 are not the same card twice
    return HandReading(hand_of(reading.cards), deck, notes_on(reading.cards, reading.pieces))


def read_cards(text: str, field: str = "hand") -> Reading:
    """Cards in the order written, each with the deck it shows; CardError for what cannot be read.

    >>> read_cards("2W 10h").cards
    ((14, None), (14, None), (25, 'french'))
    """
    words = re.split(r"\s*,\s*|\s+", plain(field, text))
    if "" in words:
        found = "no cards" if len(words) == 1 else f"a comma without a card in {echo(text)}"
        raise CardError(f"{field}: expected {_cards_like(1)}: found {found}")
    words = _each_with_its_suit(words, field)
    readings = [_read_word(word, len(words), field) for word in words]
    return Reading(
        tuple(card for reading in readings for card in reading.cards),
        tuple(piece for reading in readings for piece in reading.pieces),
    )


def _each_with_its_suit(words: Iterable[str], field: str) -> list[str]:
    """The words, where those that go on with a suit's group have its sign too: `S: A K` is `S:A S:K`, as is `♠ A K`.

    A lone J goes on with no group: `♠A J` has a Jester. CardError for one in a group that has blanks already.
    """
    found: list[str] = []
    sign, begun, spread = "", False, False  # of the group that may go on: whether it has ranks so far, and blanks
    for word in words:
        folded = fold(word)
        jacks = not folded.strip("J")
        if sign and _group(f"{sign}:{folded}") and (not begun or spread or not jacks):
            if jacks and begun:
                raise CardError(
                    f"{field}: expected {echo(word + sign)} for a Jack, or N for a Jester: {echo(word)} could be either"
                )
            if not begun:
                found.pop()
            found.append(f"{sign}:{word}")
            begun = spread = True
        else:
            found.append(word)
            begun = bool(_group(folded))
            is_sign = folded.removesuffix(":") in _SIGNS and not folded.isalpha()
            sign, spread = folded[:1] if begun or is_sign else "", False
    return found


def _cards_like(count: int) -> str:
    return f"{count} cards like AS, 10H, W or N" if count > 1 else "cards like AS, 10H, W or N"


def _read_word(word: str, count: int, field: str) -> Reading:
    """The only way to read a word of a hand of `count` words: as a card, as a group, or as several run together."""
    folded = fold(word)
    if folded in NOT_PLAYED:
        raise CardError(f"{field}: expected {_cards_like(count)}: {_not_played(word)}")
    # whole groups first: in "♠AJ" the J has a suit, so it is the Jack
    ways = [Reading(cards, (folded,)) for cards in _meanings(folded)]
    if not ways:
        ways, read = _ways(folded, _meanings)
        if not ways:
            raise _unreadable(word, word[read:], count, field)
    if len(ways) > 1:
        forms = " or ".join(echo(" ".join(print_card(card, deck or FRENCH) for card, deck in w.cards)) for w in ways)
        raise CardError(f"{field}: expected spaces between the cards: {echo(word)} can be read as {forms}")
    return ways[0]


def _ways(word: str, meanings: Callable[[str], list[Cards]]) -> tuple[list[Reading], int]:
    """How a word can be cut into pieces with a meaning, and how far it can be read at all.

    Of the ways that differ in their cards at most two are kept: enough to know that there is more than one.
    """
    ways: list[dict[Cards, Reading]] = [{} for _ in range(len(word) + 1)]
    ways[0][()] = Reading((), ())
    for end in range(1, len(word) + 1):
        for start in range(max(0, end - LONGEST_PIECE), end):
            piece = word[start:end]
            for more in meanings(piece) if ways[start] else ():
                for before in ways[start].values():
                    if len(ways[end]) < 2:
                        cards = before.cards + more
                        ways[end].setdefault(tuple(sorted(cards)), Reading(cards, (*before.pieces, piece)))
    return list(ways[-1].values()), max(end for end, found in enumerate(ways) if found)


def _meanings(piece: str) -> list[Cards]:
    """What one folded piece can stand for: a card, counted Wizards or Jesters, a group; empty if it is neither."""
    if piece in SPELLINGS:
        return [(SPELLINGS[piece],)]
    if piece[:1] in ("1", "2", "3", "4") and piece[1:] in SPECIAL_SPELLINGS:
        return [(SPELLINGS[piece[1:]],) * int(piece[0])]
    return _group(piece)


def _group(piece: str) -> list[Cards]:
    """What a group of one suit can stand for, `S:AK`, `♠AK`, `R:9`; `S:-` has no cards. Empty if it is no group."""
    sign, ranks = piece[:1], piece[1:]
    if sign not in _SIGNS or not (ranks.startswith(":") or sign in SUIT_SYMBOLS):
        return []
    suit, deck = _SIGNS[sign]
    ranks = ranks.removeprefix(":")
    if ranks == "-" or not ranks:
        return [()] if ranks else []

    def card(name: str) -> list[Cards]:
        return [((card_of(suit, _RANKS[deck][name]), deck),)] if name in _RANKS[deck] else []

    return [way.cards for way in _ways(ranks, card)[0]]


def _unreadable(word: str, rest: str, count: int, field: str) -> CardError | SituationError:
    """The error for a word of which `rest` is no card, with the reason where it can be guessed."""
    folded = fold(rest)
    special = folded.lstrip("0123456789")
    if special != folded and special in SPECIAL_SPELLINGS:
        kind = "Wizards" if SPELLINGS[special][0] == WIZARD else "Jesters"
        return SituationError(f"{field}: expected 1 to 4 {kind}: found {echo(rest)}")
    reason = "is none"
    if re.fullmatch(r"[RGBY]:?-?[0-9]+|[0-9]+-?[RGBY]", fold(word)):
        rest, reason = word, "is none, these ranks are 1 to 13"
    elif re.fullmatch(r"[0-9TJQKA]+", folded):
        reason = "has no suit"
    where = "" if rest == word else f", in {echo(word)}"
    return CardError(f"{field}: expected {_cards_like(count)}: {echo(rest)} {reason}{where}")


def hand_of(cards: Iterable[Card]) -> int:
    """The cards as one hand; SituationError if one is there too often."""
    hand = 0
    counts = {WIZARD: 0, JESTER: 0}
    for card, deck in cards:
        if card in counts:
            counts[card] += 1
            card += 16 * (counts[card] - 1)  # each copy in the next lane
        elif hand >> card & 1:
            raise SituationError(f"hand: expected every card once: {print_card(card, deck or FRENCH)!r} is there twice")
        hand |= 1 << card
    for kind, count in (("Wizards", counts[WIZARD]), ("Jesters", counts[JESTER])):
        if count > SUIT_COUNT:
            raise SituationError(f"hand: expected at most {SUIT_COUNT} {kind}: found {count}")
    return hand


def one_deck(cards: Iterable[Card]) -> str | None:
    """The deck that all the cards belong to, None if they do not show it."""
    shown = {deck: print_card(card, deck) for card, deck in cards if deck}
    if len(shown) > 1:
        two = " and ".join(map(repr, shown.values()))
        raise SituationError(f"hand: expected one deck, S H D C or R G B Y: {two} are of two")
    return next(iter(shown), None)


def notes_on(cards: Sequence[Card], pieces: Iterable[str]) -> tuple[str, ...]:
    """How a bare J was read, if there was one."""
    if not any(piece.lstrip("1234") == "J" for piece in pieces):
        return ()
    jesters = sum(card == JESTER for card, _ in cards)
    jacks = sum(deck == FRENCH and rank_of(card) == _RANKS[FRENCH]["J"] for card, deck in cards)
    return (f"a bare J was read as a Jester: {_count(jesters, 'Jester')}, {_count(jacks, 'Jack')}",)


def _count(number: int, name: str) -> str:
    return f"{number or 'no'} {name}{'s' if number > 1 else ''}"


def cards_in_order(hand: int) -> list[int]:
    """The cards of a hand as they are printed: by suit, high to low, then the Wizards, then the Jesters."""

    def place(card: int) -> tuple[int, int]:
        rank = rank_of(card)
        group = 4 if rank == WIZARD_RANK else 5 if rank == JESTER_RANK else card >> 4
        return group, -rank

    return sorted((card for card in range(64) if hand >> card & 1), key=place)


def print_hand(hand: int, deck: str = FRENCH, *, symbols: bool = False) -> str:
    """A hand as text in the canonical form, cards separated by spaces; with `symbols` with suit signs.

    >>> print_hand(read_hand("N W 3D AS ks 10h").hand)
    'AS KS 10H 3D W N'
    """
    return " ".join(print_card(card, deck, symbols=symbols) for card in cards_in_order(hand))


# Trump


def read_trump(text: str) -> tuple[int | None, int | None, str | None]:
    """Trump suit, turned-up card and the deck they show, as `Situation` has them; CardError if the text is none.

    >>> read_trump("QH"), read_trump("hearts"), read_trump("W:g"), read_trump("W"), read_trump("N"), read_trump("none")
    ((1, 27, 'french'), (1, None, 'french'), (1, 14, 'colours'), (None, 14, None), (4, 0, None), (4, None, None))
    """
    written = plain("trump", text)
    folded = fold(written)
    if folded == "NONE":
        return NO_SUIT, None, None
    if folded == "J":
        raise CardError(f"trump: expected N for a Jester, or JH, JS, JD, JC for a Jack: {echo(text)} could be either")
    if folded in NOT_PLAYED:
        raise CardError(f"trump: expected {TRUMP_FORMS}: {_not_played(text)}")
    if folded in _SUIT_WORDS:
        suit, deck = _SUIT_WORDS[folded]
        return suit, None, deck
    if folded in SPELLINGS:
        card, shown = SPELLINGS[folded]
        return None if card == WIZARD else NO_SUIT if card == JESTER else card >> 4, card, shown
    kind, colon, named = folded.partition(":")
    if colon and SPELLINGS.get(kind.strip()) == (WIZARD, None):
        if named.strip() not in _SUIT_WORDS:
            raise CardError(f"trump: expected a suit after W:, like W:H: found {echo(text)}")
        suit, deck = _SUIT_WORDS[named.strip()]
        return suit, WIZARD, deck
    raise CardError(f"trump: expected {TRUMP_FORMS}, or none: found {echo(text)}")


def print_trump(situation: Situation) -> str:
    """The turned-up card, or the trump suit, as `read_trump` reads it."""
    if situation.upcard is not None:
        name = print_card(situation.upcard, situation.deck)
        if rank_of(situation.upcard) == WIZARD_RANK and situation.trump is not None:
            return f"{name}:{suit_letter(situation.trump, situation.deck)}"
        return name
    return "none" if situation.trump is None or situation.no_trump else suit_letter(situation.trump, situation.deck)


# The rest of a situation


def read_number(field: str, value: object) -> int:
    """A number given as one or as digits; CardError otherwise. Whether it is in range `Situation` knows."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}", value.strip()):
        return int(value)
    raise CardError(f"{field}: expected a number: found {echo(value)}")


def read_bids(bids: Bids) -> tuple[int | None, ...]:
    """The bids heard, from seat 1, separated by commas or spaces; `?` or None is one that was not heard.

    >>> read_bids("2, ?,0"), read_bids(""), read_bids([2, None])
    ((2, None, 0), (), (2, None))
    """
    if isinstance(bids, str):
        text = plain("bids", bids)
        bids = tuple(re.split(r"\s*,\s*|\s+", text)) if text else ()
    if not isinstance(bids, (list, tuple)):
        raise CardError(f"bids: expected numbers like 2,1: found {echo(bids)}")
    return tuple(None if bid is None or bid == "?" else read_number("bids", bid) for bid in bids)


def read_seat(seat: int | str | None, players: int, bids: int) -> int:
    """The seat asked for; without one, that after the bids given."""
    if seat is None or seat == "":
        return min(bids + 1, players)  # too many bids are refused as such
    word = fold(seat.strip()) if isinstance(seat, str) else ""
    if word in ("FIRST", "DEALER"):
        return 1 if word == "FIRST" else players
    if isinstance(seat, str) and not re.fullmatch(r"\s*[0-9]{1,9}\s*", seat):
        raise CardError(f"seat: expected 1 to {echo(players)}, first or dealer: found {echo(seat)}")
    return read_number("seat", seat)


def read_players(players: int | str) -> int:
    if isinstance(players, str):
        return read_number("players", players.strip().removesuffix("p").removesuffix("P")) if players else PLAYERS
    return read_number("players", players)


def read_hook(hook: str) -> str:
    name = plain("hook", hook).lower() or "none"
    if name not in HOOK_SPELLINGS:
        raise CardError(f"hook: expected one of {', '.join(HOOK_SPELLINGS)}: found {echo(hook)}")
    return HOOK_SPELLINGS[name]


def read_hidden(hidden: bool | str) -> bool:
    if isinstance(hidden, bool):
        return hidden
    word = plain("hidden bids", hidden).lower()
    if word not in ("yes", "no", "true", "false", "1", "0", ""):
        raise CardError(f"hidden bids: expected yes or no: found {echo(hidden)}")
    return word in ("yes", "true", "1")


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
) -> tuple[Situation, tuple[str, ...]]:
    """The situation that the options describe, and notes on how they were read.

    Every option may be text or what it stands for; one that is empty counts as not given. `trump` is needed except in
    the last round, `seat` is one past the bids given, `cards` is how many the hand should have. CardError for what
    cannot be read, SituationError for what cannot be.
    """
    reading = read_hand(joined("hand", hand))
    heard = read_bids(bids)
    table = read_players(players)
    check_count(cards, reading.hand.bit_count())
    suit, upcard, deck = turned_up(trump, reading.deck, table, reading.hand.bit_count())
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
    )
    return situation, reading.notes


def joined(field: str, words: str | list[str] | tuple[str, ...]) -> str:
    """Words as one text; CardError if one is no text."""
    return " ".join(plain(field, word) for word in words) if isinstance(words, (list, tuple)) else words


def check_count(cards: int | str | None, count: int) -> None:
    """Refuse a hand that has not as many cards as it should have, if that is said."""
    if cards is not None and cards != "" and read_number("cards", cards) != count:
        raise SituationError(f"hand: expected {echo(read_number('cards', cards))} cards: found {count}")


def turned_up(trump: str | None, deck: str | None, players: int, count: int) -> tuple[int | None, int | None, str]:
    """Trump suit, turned-up card and deck, as `Situation` has them, where `count` cards are dealt to each player.

    deck: that of the cards read so far. SituationError for a card of another deck, and for nothing where it is needed.
    """
    if trump is not None and trump != "":
        suit, upcard, shown = read_trump(trump)
        if shown and deck and shown != deck:
            letters = " ".join(SUIT_LETTERS[deck])
            raise SituationError(f"trump: expected the deck of the hand, {letters}: {echo(trump)} is of another deck")
        return suit, upcard, deck or shown or FRENCH
    if 3 <= players <= 6 and players * count < PACK_SIZE:
        raise SituationError(
            f"trump: expected {TRUMP_FORMS}: it is needed except in the last round"
            f" ({PACK_SIZE // players} cards with {players} players), found none with {_count(count, 'card')}"
        )
    return NO_SUIT, None, deck or FRENCH


# One line


def read_line(text: str, keys: dict[str, str] = KEYS) -> dict[str, str]:
    """What a line gives, as arguments for `make_situation`: its hand, and what its keys say; unread.

    `4p up=QH seat=3 bids=2,1 hook=dealer : AS 10H 9H W N`; a line without keys is a hand. What follows a `#` is a
    comment. `keys` maps each key that may be used to the name it gets. CardError if the line has another form.

    >>> read_line("4p up=QH : AS W  # mine"), read_line("AS W")
    ({'players': '4', 'trump': 'QH', 'hand': 'AS W'}, {'hand': 'AS W'})
    """
    rest = plain("situation", text).partition("#")[0].strip()
    found: dict[str, str] = {}
    while match := re.match(r"(?:([0-9]+)p|([^\s=:]*)=(\S*?)|(hidden|hidden-bids))(?=\s|:\s|:$|$)\s*", rest, re.I):
        count, key, value, flag = match.groups()
        name = "players" if count else FLAGS[flag.lower()] if flag else keys.get(key.lower())
        if name is None:
            raise CardError(f"situation: expected keys {', '.join(keys)}: found {echo(match[0].strip())}")
        if name in found:
            raise CardError(f"situation: expected {name} once: {echo(match[0].strip())} gives it again")
        found[name] = count or value or ("yes" if flag else "")
        rest = rest[match.end() :]
    blank = re.match(r"[^\s=:]+\s+=\s*[^\s=:]*", rest)
    if blank or (found and not value and not flag and not count and not rest.startswith(":")):
        part = blank[0] if blank else f"{key}= {rest.split()[0] if rest else ''}"
        raise CardError(f"situation: expected no blanks around '=', like up=QH: found {echo(part)}")
    if found and not rest.startswith(":"):
        raise CardError(f"situation: expected ' : ' between the keys and the hand: found {echo(rest)}")
    return found | {"hand": rest.removeprefix(":").strip()}


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
    return f"{' '.join(parts)} : {print_hand(situation.hand, situation.deck)}"
