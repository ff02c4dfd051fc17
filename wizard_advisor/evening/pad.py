"""The score pad: an evening as its entries make it, and which entry comes next. Nothing is changed in place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from ..errors import SituationError, echo
from ..hand_notation import one_deck, read_cards
from ..notation import read_trump
from ..spelling.letters import suits_of
from ..values import counted
from .entry import Entry
from .falls import begin, lay
from .round import NOT_NOTED, Round
from .table import Table


@dataclass(frozen=True, slots=True)
class Wanted:
    """The entry that comes next.

    kind: that of the entry, or "over". names: whose numbers, or who names the suit. round: the one it belongs to.
    mending: whether that round was whole before and is being mended.
    """

    kind: str
    round: Round
    names: tuple[str, ...] = ()
    mending: bool = False


@dataclass(frozen=True, slots=True)
class Pad:
    """An evening after some entries.

    rounds: those begun. mending: the past round that is being mended, 0 if none; mended: its bids, once they are
    entered. last: the entry that led here from `before`; undo goes back there.
    """

    table: Table
    rounds: tuple[Round, ...]
    mending: int = 0
    mended: Mapping[str, int] | None = None
    last: Entry | None = field(default=None, compare=False)
    before: "Pad | None" = field(default=None, repr=False, compare=False)

    @property
    def current(self) -> Round:
        """The round being played; the last one when the evening is over."""
        return self.rounds[-1]

    @property
    def past(self) -> tuple[Round, ...]:
        """The rounds that are whole."""
        return tuple(round for round in self.rounds if round.whole)

    @property
    def over(self) -> bool:
        return self.current.whole

    @property
    def scores(self) -> Mapping[str, int]:
        """Everybody's points so far."""
        return self.current.after() if self.over else self.current.before

    @property
    def wanted(self) -> Wanted:
        """The entry that comes next."""
        round = self.current
        if self.mending:
            past = self.rounds[self.mending - 1]
            if self.mended is None:
                return Wanted("bids", past, past.order, True)
            return Wanted("tricks", replace(past, bids=self.mended), self.table.players, True)
        if round.whole:
            return Wanted("over", round)
        if not round.trump and self.table.turns_up(round.number):
            return Wanted("trump", round)
        if round.suit_is_missing and (round.dealer != self.table.me or round.hand):
            return Wanted("suit", round, (round.dealer,))
        if round.hand is None:
            return Wanted("hand", round)
        if round.bidders:
            return Wanted("bids", round, round.bidders)
        return Wanted("tricks", round, self.table.players)


def new_pad(table: Table) -> Pad:
    """The score pad before the first entry."""
    return Pad(table, (Round(table, 1, dict.fromkeys(table.players, 0)),))


def enter(pad: Pad, entry: Entry) -> Pad:
    """The pad after one more entry; WizardError, with the reason, for one that cannot be."""
    if entry.kind == "undo":
        return _undo(pad, entry)
    wanted = pad.wanted
    if entry.round != wanted.round.number and entry.kind != "edit":
        raise SituationError(f"{entry.kind}: expected round {wanted.round.number}: found {echo(entry.round)}")
    if entry.kind in _AT_ANY_TIME:
        return replace(_AT_ANY_TIME[entry.kind](pad, entry), last=entry, before=pad)
    if entry.kind != wanted.kind:
        expected = "nothing more, the evening is over" if wanted.kind == "over" else f"the {wanted.kind} next"
        raise SituationError(f"{entry.kind}: expected {expected}: found {echo(entry.value)}")
    _check_deck(pad, entry)
    if wanted.mending:
        return replace(_mend(pad, wanted, entry), last=entry, before=pad)
    return replace(_with_current(pad, _NEXT[entry.kind](wanted, entry)), last=entry, before=pad)


def _check_deck(pad: Pad, entry: Entry) -> None:
    """One pack lasts an evening: refuse a trump or cards of another deck than my hands so far."""
    known = next(filter(None, (_deck_of(round.hand or ()) for round in reversed(pad.rounds))), None)
    shown = None
    if entry.kind in ("hand", "play"):
        shown = _deck_of(entry.value)
    elif entry.kind in ("trump", "suit") and entry.value != NOT_NOTED:
        shown = read_trump(entry.value if entry.kind == "trump" else f"W:{entry.value}")[2]
    if known and shown and known != shown:
        found = " ".join(entry.value) if isinstance(entry.value, tuple) else entry.value
        raise SituationError(f"{entry.kind}: expected the deck of your hands, {suits_of(known)}: found {echo(found)}")


def _deck_of(cards: tuple[str, ...]) -> str | None:
    """The deck that cards show."""
    return one_deck(read_cards(" ".join(cards)).cards) if cards else None


def _with_current(pad: Pad, round: Round) -> Pad:
    """The pad with the current round replaced, and the next one begun when that is whole."""
    rounds = (*pad.rounds[:-1], round)
    if round.whole and round.number < pad.table.rounds:
        rounds += (Round(pad.table, round.number + 1, round.after()),)
    return replace(pad, rounds=rounds)


# What comes next in a round


def _enter_trump(wanted: Wanted, entry: Entry) -> Round:
    if entry.value != NOT_NOTED:
        suit, upcard, _ = read_trump(entry.value)
        if suit is not None and suit > 3 and upcard is None:
            raise SituationError(f"trump: expected a card turned up, none only in the last round: {echo(entry.value)}")
    return replace(wanted.round, trump=entry.value)


def _enter_suit(wanted: Wanted, entry: Entry) -> Round:
    round = replace(wanted.round, trump=f"W:{entry.value}")
    if round.is_advised:
        round.situation()  # of the deck of the hand
    else:
        read_trump(round.trump)
    return round


def _enter_hand(wanted: Wanted, entry: Entry) -> Round:
    round = replace(wanted.round, hand=entry.value)
    if entry.value and len(entry.value) != round.cards:
        raise SituationError(f"hand: expected {counted(round.cards, 'card')}: found {len(entry.value)}")
    if entry.value and round.trump == NOT_NOTED:
        raise SituationError(f"hand: expected {NOT_NOTED}, as there is no advice without the card turned up")
    if entry.value:
        round.situation()
    return round


def _enter_bids(wanted: Wanted, entry: Entry) -> Round:
    round, names = wanted.round, wanted.names
    given = tuple(entry.value)
    if not given or given != names[: len(given)]:
        raise SituationError(f"bids: expected those of {', '.join(names)}: found {echo(', '.join(given))}")
    round = replace(round, bids={**round.bids, **entry.value}, advised=entry.advised or round.advised)
    _check_bids(round, given)
    return round


def _check_bids(round: Round, given: tuple[str, ...]) -> None:
    """Each bid can be made, and the dealer's is not the one that the hook forbids."""
    for name in given:
        if not 0 <= round.bids[name] <= round.cards:
            raise SituationError(f"bids: expected 0 to {round.cards} of {name}: found {echo(round.bids[name])}")
    if round.dealer in given and len(round.bids) == len(round.order) and round.bids[round.dealer] == round.forbidden:
        raise SituationError(
            f"bids: expected another bid of {round.dealer}, the dealer: {round.forbidden} makes"
            f" {round.cards} in all (hook {round.hook})"
        )


def _enter_tricks(wanted: Wanted, entry: Entry) -> Round:
    round = wanted.round
    if tuple(entry.value) != wanted.names:
        raise SituationError(f"tricks: expected those of {', '.join(wanted.names)}: found {echo(entry.value)}")
    tricks = entry.value
    if min(tricks.values()) < 0 or sum(tricks.values()) != round.cards:
        found = " ".join(map(str, tricks.values()))
        raise SituationError(f"tricks: expected {round.cards} in all: {found} make {sum(tricks.values())}")
    if round.falls is not None and not wanted.mending:
        for name, taken in zip(round.order, round.falls.taken, strict=True):
            if tricks[name] < taken:
                raise SituationError(
                    f"tricks: expected {taken} or more of {name}, as the cards played say: found {tricks[name]}"
                )
    return replace(round, tricks=tricks)


_NEXT: Final[Mapping[str, Callable[[Wanted, Entry], Round]]] = {
    "trump": _enter_trump,
    "suit": _enter_suit,
    "hand": _enter_hand,
    "bids": _enter_bids,
    "tricks": _enter_tricks,
}


# What may come at any time


def _undo(pad: Pad, entry: Entry) -> Pad:
    for _ in range(entry.value):
        if pad.before is None:
            raise SituationError("undo: expected an entry to take back: there is none")
        pad = pad.before
    return pad


def _enter_note(pad: Pad, entry: Entry) -> Pad:
    number = pad.wanted.round.number - 1
    round = pad.rounds[number]
    noted = replace(round, notes=(*round.notes, entry.value))
    return replace(pad, rounds=(*pad.rounds[:number], noted, *pad.rounds[number + 1 :]))


def _enter_edit(pad: Pad, entry: Entry) -> Pad:
    if pad.mending:
        raise SituationError(f"edit: expected round {pad.mending} mended first, or undo: found {entry.value}")
    if not 1 <= entry.value <= len(pad.past):
        past = f"1 to {len(pad.past)}" if pad.past else "a past round, of which there is none"
        raise SituationError(f"edit: expected {past}: found {echo(entry.value)}; undo goes back in this one")
    return replace(pad, mending=entry.value, mended=None)


def _enter_play(pad: Pad, entry: Entry) -> Pad:
    round = pad.wanted.round
    if pad.mending or pad.wanted.kind != "tricks":
        raise SituationError("play: expected when all have bid, before the tricks are entered")
    if not round.is_advised:
        raise SituationError("play: expected a round with the trump and your hand entered: they are not")
    situation = round.situation()
    _check_deck(pad, entry)
    cards = read_cards(" ".join(entry.value), "play").cards
    falls = lay(round.falls or begin(situation), situation, round.order, cards)
    round = replace(round, falls=falls)
    if sum(falls.taken) == round.cards:
        round = replace(round, tricks=dict(zip(round.order, falls.taken, strict=True)))
    elif falls.turn == round.seat:
        round.turn()  # cards that nobody can have left are refused
    return _with_current(pad, round)


_AT_ANY_TIME: Final[Mapping[str, Callable[[Pad, Entry], Pad]]] = {
    "note": _enter_note,
    "edit": _enter_edit,
    "play": _enter_play,
}


# Mending a past round


def _mend(pad: Pad, wanted: Wanted, entry: Entry) -> Pad:
    """The pad after the bids, and then the tricks, of the past round that is being mended."""
    if entry.kind == "bids":
        if tuple(entry.value) != wanted.names:
            raise SituationError(f"bids: expected those of {', '.join(wanted.names)}: found {echo(entry.value)}")
        _check_bids(replace(wanted.round, bids=entry.value), wanted.names)
        return replace(pad, mended=entry.value)
    mended = replace(_enter_tricks(wanted, entry), falls=None)
    if mended.bids[pad.table.me] != pad.rounds[pad.mending - 1].bids[pad.table.me]:
        mended = replace(mended, advised=None)  # what this bid could expect is not known
    rounds = [*pad.rounds[: pad.mending - 1], mended]
    for round in pad.rounds[pad.mending :]:
        rounds.append(replace(round, before=rounds[-1].after()))  # the later scores follow
    return replace(pad, rounds=tuple(rounds), mending=0, mended=None)
