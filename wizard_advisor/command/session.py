"""An evening as a talk: says what is next, takes a line, keeps it, says what it brought."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import click

from ..cards import FRENCH, SUIT_NAMES, suit_letter
from ..errors import SituationError, WizardError
from ..evening.entry import Advised, Entry
from ..evening.falls import begin
from ..evening.pad import Pad, Wanted
from ..evening.reading import is_cards, notes_of, read_answer, read_more
from ..evening.record import Record
from ..evening.round import NOT_NOTED, Round
from ..evening.thinking import Thinker, likely_next
from ..situation import Situation
from .prompts import Lines
from .terminal import terminal_look

if TYPE_CHECKING:
    from ..advice.results import Advice
    from ..show.text import Look

ROOM: Final = 10  # columns that a prompt leaves to what is typed, with its end
HELP: Final = {
    "undo": "take back the last entry; undo 3 the last three",
    "score": "the score table, and how everybody bids",
    "why": "why that bid, at length",
    "hint": "all bids and what they are worth; when all have bid, the cards",
    "play KH 4H": "the cards as they fall, one trick a line, or those before yours: then it says which card",
    "edit 3": "mend the bids and tricks of round 3",
    "note TEXT": "a note to this round",
    "quit": "leave; the evening is kept",
}
EXPECTED: Final = {
    "trump": f"the card turned up: 7s, n, w; {NOT_NOTED} for a round without advice",
    "suit": "the suit the dealer names: h, or hearts",
    "hand": f"your cards: 7s 10h w; {NOT_NOTED} for a round without advice",
    "bids": "the bids in turn, one or several: 1 0 2",
    "tricks": "the tricks of all, in the order of the table; the last follows from the sum",
    "over": "nothing more: the evening is over",
}


class Session:
    """One sitting with an evening."""

    def __init__(self, record: Record, thinker: Thinker, lines: Lines) -> None:
        self.record = record
        self.thinker = thinker
        self.lines = lines
        self.printed: Pad | None = None  # what the advice was printed for
        self.failed: Situation | None = None  # what there is no advice for
        self.says: Mapping[str, Callable[[], None]] = {
            "score": self.score,
            "why": self.why,
            "hint": self.hint,
            "help": self.help,
            "?": self.help,
        }

    @property
    def look(self) -> "Look":
        """How the terminal is now: a phone may have been turned."""
        return terminal_look(sys.stdout)

    @property
    def pad(self) -> Pad:
        return self.record.pad

    def run(self) -> None:
        """Talk until the input or the evening ends, or the user wants to."""
        if self.lines.talks:
            self.thinker.warm_up()
        self.greet()
        self.think()
        while (line := self.lines.ask(self.prompt(), self.completions())) is not None and self.obey(line):
            pass

    def obey(self, line: str) -> bool:
        """Do what a line says; whether to go on."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        language = self.pad.table.language
        if word == "quit" and not rest:
            return False
        if not line and self.pad.wanted.kind == "over":
            return not self.lines.talks
        try:
            if word in self.says and not rest:
                self.says[word]()
            elif word in ("undo", "edit", "note", "play"):
                self.take(read_more(self.pad, word, rest))
            elif self.pad.current.falls is not None and self.pad.wanted.kind == "tricks" and is_cards(line, language):
                self.take(read_more(self.pad, "play", line))
            else:
                self.take(self.answer(line))
                if self.pad.last and self.pad.last.kind == "hand" and self.pad.last.value:
                    self.tell(*(f"Note: {note}" for note in notes_of(line, language)))
        except WizardError as error:
            self.lines.complain(str(error))
        return True

    def answer(self, line: str) -> Entry:
        """The entry that is wanted; an empty line takes the advice where there is one."""
        wanted = self.pad.wanted
        if wanted.kind == "over":
            raise SituationError("the evening is over: expected undo, edit N, score, note TEXT or quit")
        advice = self.advice() if self.is_mine(wanted) else None
        entry = read_answer(wanted, line) if advice is None or line else advised_entry(wanted, advice)
        if advice is None or wanted.kind != "bids":
            return entry
        bids = {row.bid: row.expected_score for row in advice.bids}
        bid, best = entry.value[wanted.round.table.me], advice.recommended
        most = None if advice.scorer.bid == best else advice.scorer.expected_score
        return replace(entry, advised=Advised(best, bids[best], bids[bid], most))

    def take(self, entry: Entry) -> None:
        """Keep an entry, and say what it brought."""
        before = self.pad
        self.record.enter(entry)
        self.tell(*self.brought(entry, before))
        self.think()

    # What is said

    def tell(self, *lines: str) -> None:
        from ..show.text import wrapped

        for line in lines:
            click.echo(wrapped(line, self.look) if "\n" not in line else line)

    def greet(self) -> None:
        """Say where the evening is."""
        pad = self.pad
        from ..show.evening import round_table

        if pad.past:
            click.echo(round_table(pad.past[-1], self.look))
        if not pad.over:
            self.tell(f"{round_words(pad.current)}   (? for help)")
            self.tell(*known_words(pad.current, self.look))

    def brought(self, entry: Entry, before: Pad) -> list[str]:
        """What an entry brought, in lines."""
        from ..show.evening import bids_words, render_scores, round_table, score_table, void_words

        pad, found = self.pad, []
        if entry.kind == "undo":
            self.printed = None  # the advice is far above by now
            undone = before.last if entry.value == 1 else None
            found.append(f"Undone: {entry_words(undone)}." if undone else f"Undone: {entry.value} entries.")
            if pad.wanted.round.number != before.wanted.round.number and not pad.over:
                found.append(round_words(pad.wanted.round))
            return found
        if before.mending and not pad.mending:
            return [score_table(pad, self.look)]
        if entry.kind == "bids" and not pad.mending and pad.wanted.kind == "tricks":
            found.append(bids_words(pad.current))
        if entry.kind == "play":
            voids = void_words(pad.current)
            found += [voids] if voids and voids != void_words(before.current) else []
            found += self.card_lines()
        if len(pad.past) > len(before.past):
            found.append(round_table(pad.past[-1], self.look))
            found += ["", render_scores(pad, self.look) if pad.over else round_words(pad.current)]
        return found

    def score(self) -> None:
        """The score table and the statistics."""
        from ..show.evening import render_scores

        click.echo(render_scores(self.pad, self.look))

    def help(self) -> None:
        """What can be entered here, and the commands."""
        self.tell(f"Now: {EXPECTED[self.pad.wanted.kind]}.")
        for word, text in HELP.items():
            self.tell(f"{word}: {text}.")

    def why(self) -> None:
        """The whole answer for my bid, and what lies behind it."""
        from ..show.bid import render

        advice, explanation = self.thinker.explain(self.my_situation())
        click.echo(render(advice, self.look, (), explanation), color=True)

    def hint(self) -> None:
        """The whole answer for my bid, or which card to play when all have bid."""
        round = self.pad.current
        if self.pad.wanted.kind != "tricks" or self.pad.mending:
            from ..show.bid import render

            click.echo(render(self.thinker.advice(self.my_situation()), self.look), color=True)
            return
        round = replace(round, falls=round.falls or begin(self.my_situation()))
        assert round.falls is not None
        if round.falls.turn != round.seat:
            whose = round.order[round.falls.turn - 1]
            raise SituationError(f"hint: expected your turn to play: it is {whose}'s; tell the cards with play first")
        from ..show.card import render as render_card

        click.echo(render_card(self.thinker.card(round.turn()), self.look), color=True)

    def card_lines(self) -> list[str]:
        """Which card to play, if it is my turn."""
        round = self.pad.current
        if round.falls is None or round.falls.turn != round.seat or round.whole:
            return []
        from ..show.evening import card_words

        return [card_words(self.thinker.card(round.turn()), self.look)]

    # Prompts

    def prompt(self) -> str:
        """What is asked for next; advice for me is in it, or printed before it where it is too long."""
        wanted = self.pad.wanted
        ask = prompt_words(wanted)
        if not self.is_mine(wanted) or (advice := self.advice()) is None:
            if not self.lines.talks or len(ask) + ROOM <= self.look.width:
                return f"{ask}> "
            self.tell(ask)
            return "> "
        from ..show.evening import advice_words

        said = f"{ask}: {advice_words(advice, self.look)}."
        ask = "Suit> " if wanted.kind == "suit" else "Bid> "
        if self.lines.talks and len(said) + ROOM <= self.look.width:
            return f"{said} {ask}"
        if self.printed is not self.pad:
            self.tell(said)
            self.printed = self.pad
        return ask

    def completions(self) -> tuple[str, ...]:
        """What can be completed here beside the commands."""
        wanted = self.pad.wanted
        return SUIT_NAMES[FRENCH] if wanted.kind == "suit" else ()

    # Advice

    def is_mine(self, wanted: Wanted) -> bool:
        """Whether my bid, or the suit that I name, is wanted, and there is advice for it."""
        mine = wanted.kind in ("bids", "suit") and wanted.names == (self.pad.table.me,)
        return mine and not wanted.mending and wanted.round.is_advised

    def my_situation(self) -> Situation:
        """What I know, or knew, before my bid in this round."""
        round = self.pad.current
        if round.hand is None or not round.is_advised or self.pad.over:
            raise SituationError("no advice yet: expected the card turned up and your hand first")
        return round.situation()

    def advice(self) -> "Advice | None":
        """The advice for my bid; None, which is said, if there can be none."""
        situation = self.my_situation()
        if situation == self.failed:
            return None
        try:
            return self.thinker.advice(situation)
        except WizardError as error:
            self.lines.complain(f"No advice: {error}")
            self.failed = situation
            return None

    def think(self) -> None:
        """Begin with the advice for my bid, while the others bid."""
        round = self.pad.current
        if self.lines.talks and round.is_advised and self.pad.table.me not in round.bids:
            situation = round.situation()
            self.thinker.prepare(situation, *likely_next(situation))


def advised_entry(wanted: Wanted, advice: "Advice") -> Entry:
    """My bid, or the suit that I name, as advised."""
    if wanted.kind == "bids":
        return Entry(wanted.kind, wanted.round.number, {wanted.round.table.me: advice.recommended})
    assert advice.recommended_trump is not None
    letter = suit_letter(advice.recommended_trump, advice.situation.deck)
    return Entry(wanted.kind, wanted.round.number, letter)


# In words


def prompt_words(wanted: Wanted) -> str:
    """Whose entry is asked for."""
    me = wanted.round.table.me
    names = ", ".join(f"{name} (you)" if name == me and wanted.names == (me,) else name for name in wanted.names)
    if wanted.mending:
        numbers = wanted.round.bids if wanted.kind == "bids" else wanted.round.tricks
        now = " ".join(str(numbers[name]) for name in wanted.names)
        return f"round {wanted.round.number}, {wanted.kind} of {names} [{now}]"
    if wanted.kind == "bids":
        return names if wanted.names == (me,) else f"{names} {'bids' if len(wanted.names) == 1 else 'bid'}"
    if wanted.kind == "suit":
        return names if wanted.names == (me,) else f"{names} names"
    if wanted.kind == "tricks" and (falls := wanted.round.falls):
        turn = wanted.round.order[falls.turn - 1]
        return f"trick {sum(falls.taken) + 1}, {turn} {'leads' if not falls.trick else 'is next'}"
    return {"hand": "your hand", "over": "the evening is over (Enter: quit)"}.get(wanted.kind, wanted.kind)


def round_words(round: Round) -> str:
    """Which round it is, who deals and who begins."""
    first = round.order[0]
    begins = f"{first} leads" if round.table.hidden_bids else f"{first} bids and leads"
    return f"Round {round.number} of {round.table.rounds}. {round.dealer} deals, {begins}."


def known_words(round: Round, look: "Look") -> list[str]:
    """What was entered of a round so far."""
    parts = []
    if round.trump:
        parts.append(f"trump {round.trump}" if round.trump != NOT_NOTED else "trump not noted")
    if round.hand is not None:
        parts.append(f"your hand {' '.join(round.hand)}" if round.hand else "no advice")
    parts += [f"{name} bid {round.bids[name]}" for name in round.order if name in round.bids]
    return [f"Entered: {', '.join(parts)}."] if parts else []


def entry_words(entry: Entry) -> str:
    """An entry as it is told again: `bids Ben 1, Carla 0`."""
    value = entry.value
    if isinstance(value, dict):
        value = ", ".join(f"{name} {number}" for name, number in value.items())
    elif isinstance(value, tuple):
        value = " ".join(value) or NOT_NOTED
    return f"{entry.kind} {value}"
