"""`Advice` as text: a table with bars and a sentence for people, json, csv and markdown for everything else."""

import csv
import io
import json
import math
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tabulate import tabulate

from ..advice import NOISE, SMALL, Advice, Basis, BidEstimate
from ..cards import NO_SUIT, WIZARD_RANK, print_card, rank_of, suit_letter, suit_name
from ..notation import print_hand
from ..rules import hook_binds
from ..situation import HOOKS, Situation

CSV_COLUMNS: Final = (
    *("trump", "bid", "legal", "recommended", "probability_made", "expected_score", "standard_error"),
    *("gap", "gap_standard_error", "deals", "dropped", "seed"),
)
MARK: Final = ">"  # the recommended row
EIGHTHS: Final = " ▏▎▍▌▋▊▉"
COLOURS: Final = {"♥": 31, "♦": 31, "R": 31, "G": 32, "B": 34, "Y": 33}  # as terminals number them
COLOURED_CARD: Final = re.compile(r"[♥♦](?:10|[2-9JQKA])?|\b[RGBY](?:1[0-3]|[1-9])\b")
STOPS: Final = {"clear": "enough to be clear", "deals": "as asked for", "limit": "the limit"}


@dataclass(frozen=True, slots=True)
class Style:
    """What the place where the text goes can show: suit symbols and blocks, colours, how many columns."""

    unicode: bool = True
    colour: bool = False
    width: int = 80

    @property
    def plus_minus(self) -> str:
        return "±" if self.unicode else "+-"


def render(
    advice: Advice,
    form: str = "table",
    style: Style | None = None,
    notes: Sequence[str] = (),
    sections: Sequence[str] = (),
    explain: Mapping[str, Any] | None = None,
) -> str:
    """The answer as "table" (with `notes` below the hand), "json", "csv" or "markdown", without the last line's end.

    An explanation goes into it as `sections` of text, or into the JSON object as `explain`.
    """
    style = style or Style()
    if form == "json":
        return json.dumps(advice.to_dict() | ({} if explain is None else {"explain": explain}), indent=1)
    if form == "csv":
        return csv_text(advice)
    if form == "markdown":
        parts = [*tables(advice, style, "github"), recommendation(advice, style), *sections, footer(advice)]
        return "\n\n".join(parts)
    text = table_text(advice, style, notes, sections)
    return coloured(text) if style.colour else text


def table_text(advice: Advice, style: Style, notes: Sequence[str] = (), sections: Sequence[str] = ()) -> str:
    """For people: the situation as understood, the bids, the tricks to expect, what to do."""
    said = [*situation_lines(advice.situation, style), *(f"Note: {note}" for note in notes)]
    return "\n\n".join(
        [
            "\n".join(wrapped(line, style) for line in said),
            *tables(advice, style, "simple"),
            "\n".join(bar_lines(advice.estimate(advice.recommended), style)),
            wrapped(recommendation(advice, style), style),
            *sections,
            wrapped(footer(advice), style),
        ]
    )


def csv_text(advice: Advice) -> str:
    """One row per bid, numbers unrounded; for each suit in turn when the trump is mine to name."""
    header = [*CSV_COLUMNS, *(f"tricks_{k}" for k in range(advice.situation.cards + 1))]
    rows = []
    for part in advice.trumps or (advice,):
        named = part.situation.trump == advice.recommended_trump or not advice.trumps
        rows += [csv_row(part, row, recommended=named and row.bid == part.recommended) for row in part.bids]
    return as_csv(header, rows)


def as_csv(header: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Comma-separated values, without the last line's end."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([header, *rows])
    return out.getvalue().rstrip("\n")


def csv_row(advice: Advice, row: BidEstimate, recommended: bool) -> list[object]:
    """One bid in the order of `CSV_COLUMNS`, then the chance of each number of tricks."""
    trump = advice.situation.trump
    letter = "" if trump is None or trump == NO_SUIT else suit_letter(trump, advice.situation.deck)
    legal, advised, dropped = ("true" if flag else "false" for flag in (row.legal, recommended, row.dropped))
    return [
        *(letter, row.bid, legal, advised),
        *(row.probability_made, row.expected_score, row.standard_error, row.gap, row.gap_standard_error),
        *(row.deals, dropped, advice.seed, *row.tricks),
    ]


# The situation in words


def situation_lines(situation: Situation, style: Style) -> list[str]:
    """The situation as it was understood: the table, the hand, the bids heard, the house rule."""
    dealer = "the dealer" if situation.seat == situation.players else f"dealer: seat {situation.players}"
    lines = [
        f"{situation.players} players, {counted(situation.cards, 'card')}, "
        f"seat {situation.seat} of {situation.players} ({dealer}), {trump_words(situation, style)}",
        f"Hand: {print_hand(situation.hand, situation.deck, symbols=style.unicode)}",
        bids_words(situation),
    ]
    if situation.hook != "none":
        lines.append(hook_words(situation))
    return lines


def trump_words(situation: Situation, style: Style) -> str:
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
        how = f"{print_card(upcard, situation.deck, symbols=style.unicode)} turned up"
    return f"trump {suit_name(situation.trump, situation.deck)} ({how})"


def bids_words(situation: Situation) -> str:
    """The bids heard, by seat."""
    if situation.hidden_bids:
        return "All bids are shown together"
    heard = [f"{'?' if bid is None else bid} from seat {seat}" for seat, bid in enumerate(situation.bids, 1)]
    return f"Bids heard: {', '.join(heard) or 'none'}"


def hook_words(situation: Situation) -> str:
    """The restriction of the last bidder."""
    if not hook_binds(HOOKS.index(situation.hook), situation.cards):
        return f"Nobody's bid is restricted with {counted(situation.cards, 'card')} (hook {situation.hook})"
    exception = ", save by bidding 0" if situation.hook == "dealer-unless-zero" else ""
    return f"The last bidder may not make the bids add up to {situation.cards}{exception} (hook {situation.hook})"


# Tables and bars


def tables(advice: Advice, style: Style, form: str) -> list[str]:
    """The bids, below the suits if one is mine to name."""
    bids = [bid_cells(advice, row, style) for row in advice.bids]
    shown = [aligned(("", "Bid", "Chance", "Points", "Behind", ""), bids, form)]
    if advice.trumps:
        suits = [suit_cells(advice, suit, style) for suit in advice.trumps]
        shown.insert(0, aligned(("", "Trump", "Bid", "Chance", "Points"), suits, form))
    return shown


def bid_cells(advice: Advice, row: BidEstimate, style: Style) -> tuple[str, ...]:
    """One bid: the chance to make it, the points to expect, how far it is behind the recommended one."""
    advised = row.bid == advice.recommended
    remark = "dropped" if row.dropped else ""
    return (
        MARK if advised else "",
        str(row.bid),
        percent(row.probability_made),
        measured(row.expected_score, row.standard_error, advice, style),
        "best" if advised else measured(row.gap, row.gap_standard_error, advice, style),
        remark if row.legal else "forbidden",
    )


def suit_cells(advice: Advice, suit: Advice, style: Style) -> tuple[str, ...]:
    """One suit that I may name, with the best bid in it."""
    return (
        MARK if suit.situation.trump == advice.recommended_trump else "",
        trump_name(suit),
        *bid_cells(suit, suit.estimate(suit.recommended), style)[1:4],
    )


def aligned(headers: Sequence[str], rows: Sequence[tuple[str, ...]], form: str) -> str:
    """A table with marks and remarks to the left, all else to the right."""
    sides = ["left" if header in ("", "Trump", "Card", "Seat", "Heard") else "right" for header in headers]
    lines = tabulate(rows, headers, form, colalign=sides, disable_numparse=True).splitlines()
    return "\n".join(line.rstrip() for line in lines)


def bar_lines(row: BidEstimate, style: Style) -> list[str]:
    """The chance of each number of tricks when this is bid, as bars; the ends that round to nothing are left out."""
    shown = [k for k, chance in enumerate(row.tricks) if chance >= 0.0005 or k == row.bid]
    most = max(row.tricks)
    lines = [f"Tricks taken after a bid of {row.bid}:"]
    for k in range(shown[0], shown[-1] + 1):
        label = f"{MARK if k == row.bid else ' '} {k:2} {percent(row.tricks[k]):>7} "
        lines.append((label + bar(row.tricks[k] / most, style.width - len(label) - 1, style)).rstrip())
    return lines


def bar(share: float, width: int, style: Style) -> str:
    """A bar over this share, 0–1, of the width."""
    if not style.unicode:
        return "#" * round(share * width)
    full, eighths = divmod(round(share * width * len(EIGHTHS)), len(EIGHTHS))
    return "█" * full + EIGHTHS[eighths].strip()


# Sentences


def recommendation(advice: Advice, style: Style) -> str:
    """What to do and how sure that is, in a sentence or two."""
    text = f"Bid {verdict_on_bids(advice, style)}"
    for suit in advice.trumps:
        if suit.situation.trump == advice.recommended_trump:
            text = f"Name {trump_name(suit)}, bid {verdict_on_bids(suit, style)} {verdict_on_suits(advice, style)}"
    if advice.unrestricted != advice.recommended:
        better = advice.estimate(advice.unrestricted)
        cost = measured(-better.gap, better.gap_standard_error, advice, style)
        text += f" The hook forbids {better.bid}: that costs {cost} points."
    return text


def verdict_on_bids(advice: Advice, style: Style) -> str:
    """The bid or bids to choose from, and why: "2. Clear: 3.1 points better than 1."."""
    best, second = advice.recommended, advice.runner_up
    if second is None:
        forbidden = len(advice.bids) > 1
        return f"{best}: no other bid {'may be made' if forbidden else 'was considered'}."
    if advice.clear:
        return f"{best}. Clear: {short(second.gap)} points better than {second.bid}."
    rivals = [row for row in advice.bids if row.legal and row.bid != best and may_be_chance(row)]
    if rivals:
        nearest = min(rivals, key=lambda row: row.gap)
        apart = measured(nearest.gap, nearest.gap_standard_error, advice, style)
        bids = [str(bid) for bid in (best, *(row.bid for row in rivals))]
        return f"{' or '.join(bids)}: too close to call, {apart} points apart."
    apart = measured(second.gap, second.gap_standard_error, advice, style)
    return f"{best}{verdict_on_few(str(second.bid), second.gap, apart)}"


def verdict_on_few(second: str, gap: float, apart: str) -> str:
    """What follows the best when the next is outside the errors and it is not clear all the same: why that is."""
    if gap < SMALL:
        return f", but {second} is as good: {short(gap)} points apart."
    return f": {apart} points better than {second}, but too few deals to be sure."


def may_be_chance(row: BidEstimate) -> bool:
    """Whether this bid's gap to the best one is within the errors."""
    return row.gap_standard_error > 0 and row.gap <= NOISE * row.gap_standard_error


def verdict_on_suits(advice: Advice, style: Style) -> str:
    """How the suit to name compares with the next one."""
    best = advice.estimate(advice.recommended)
    others = [suit for suit in advice.trumps if suit.situation.trump != advice.recommended_trump]
    gap, error, suit = min(
        (
            best.expected_score - row.expected_score,
            math.hypot(best.standard_error, row.standard_error),
            trump_name(suit),
        )
        for suit in others
        for row in (suit.estimate(suit.recommended),)
    )
    apart = measured(gap, error, advice, style)
    if gap <= NOISE * error:
        return f"Naming {suit} is as good: {apart} points apart."
    return f"Naming {suit} would be {apart} points worse."


def footer(advice: Advice) -> str:
    """What the answer rests on, and what repeats it."""
    if advice.exact:
        basis = "Exact, no deals drawn"
    else:
        basis = f"{advice.deals:,} deals ({advice.effective_deals:,.0f} effective, {STOPS[advice.stop]})"
    return f"{basis}, {repetition(advice)}"


def repetition(basis: Basis) -> str:
    """What repeats an answer, and how long it took."""
    learning = "" if basis.inference else ", no inference"
    opponents = opponents_words(basis.opponents)
    return f"seed {basis.seed}, policy {basis.policy}, opponents {opponents}{learning}, {basis.seconds:.2f} s"


def opponents_words(opponents: tuple[str, ...]) -> str:
    """The opponents' policies, as the option takes them: one for all, or one each."""
    return ",".join(opponents if len(set(opponents)) > 1 else opponents[:1])


# Small pieces


def trump_name(advice: Advice) -> str:
    """The name of the trump, or of the one to name, in the deck that the asker plays with."""
    suit = advice.situation.trump if advice.recommended_trump is None else advice.recommended_trump
    return suit_name(suit, advice.situation.deck) if suit is not None and suit < NO_SUIT else "no trump"


def counted(number: int, noun: str) -> str:
    """`1 card`, `5 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def percent(chance: float) -> str:
    """A chance, 0–1, as people read it."""
    return f"{100 * chance:.1f} %"


def short(points: float) -> str:
    """A difference in points: one decimal, more where that would show none of it."""
    return f"{points:.1f}" if abs(points) >= 0.1 else f"{points:.2f}"


def measured(value: float, error: float, advice: Advice, style: Style) -> str:
    """A number with its error: as many decimals as the answer's errors deserve; an exact one alone."""
    smallest = min((row.standard_error for row in advice.bids if row.standard_error), default=1.0)
    return with_error(value, error, 0.0 if advice.exact else smallest, style)


def with_error(value: float, error: float, smallest: float, style: Style) -> str:
    """A number with its error, in the decimals that the smallest error of its kind deserves; 0: an exact one, alone."""
    if not smallest:
        return f"{value:.2f}"
    digits = 1 if smallest >= 0.05 else 2
    return f"{value:.{digits}f} {style.plus_minus} {error:.{digits}f}"


def wrapped(text: str, style: Style) -> str:
    """Lines no longer than the place is wide."""
    return textwrap.fill(text, style.width, break_long_words=False, break_on_hyphens=False)


def coloured(text: str) -> str:
    """The red suits in red; the cards of a four-colour deck in theirs."""
    return COLOURED_CARD.sub(lambda card: f"\x1b[{COLOURS[card[0][0]]}m{card[0]}\x1b[0m", text)
