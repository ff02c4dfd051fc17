"""An answer as a picture: for every choice that matters the tricks it takes, and beside them the points to expect."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..advice.results import Advice, BidEstimate, CardAdvice, CardEstimate, Estimate
from ..cards import print_card
from ..hand_notation import print_hand
from .picture import DARK, LIGHT, new_figure, save
from .recommendation import headline, reasons, trump_name
from .situation import trump_words
from .text import Look, measured, wrapped

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_ROWS: Final = 5  # choices that have room
LEAST_CHANCE: Final = 0.005  # a smaller one is not drawn at the ends, and has no number
LEAST_SCALE: Final = 4.0  # points that the scale shows at least, so that little does not look like much
HEADING_WIDTH: Final = 85  # characters that fit above the picture

AnyEstimate = TypeVar("AnyEstimate", bound=Estimate)


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice as it is drawn: its name, its estimate, the bid, and whether it is the recommended one."""

    label: str
    row: Estimate
    bid: int
    best: bool


def draw(answer: Advice | CardAdvice, file: str) -> None:
    """Draw the answer, 800 × 500, to a file that ends in .png or .svg; OSError if it cannot be written."""
    choices = what_matters(answer)
    figure = new_figure()
    grid = figure.add_gridspec(len(choices), 2, width_ratios=(5, 3))
    first, last = drawn_tricks(choices)
    tallest = max(max(choice.row.tricks) for choice in choices)
    left = None
    for place, choice in enumerate(choices):
        left = figure.add_subplot(grid[place, 0], sharex=left)
        if not place:
            left.set_title("How often so many tricks are taken, in % (dark: the bid)", fontsize=10)
        draw_tricks(left, choice, range(first, last + 1), tallest)
        left.tick_params(labelbottom=place == len(choices) - 1)
    assert left is not None
    left.set_xlabel("tricks taken")
    right = figure.add_subplot(grid[:, 1])
    right.set_title("Points to expect", fontsize=10)
    draw_points(right, choices, answer.exact)
    figure.suptitle("\n".join(heading(answer)), fontsize=11)
    save(figure, file)


# What is drawn


def what_matters(answer: Advice | CardAdvice) -> list[Choice]:
    """The cards or the bids that matter; every suit with its best bid, if one is yours to name."""
    if isinstance(answer, CardAdvice):
        bid = answer.turn.bids[answer.turn.seat - 1] or 0
        cards = few_of(answer.cards, answer.estimate(answer.recommended))
        in_hand = [row for row in answer.cards if row in cards]
        return [choice_of(card_label(answer, row), row, bid, row.card == answer.recommended) for row in in_hand]
    if not answer.trumps:
        return [
            choice_of(f"bid {row.bid}", row, row.bid, row.bid == answer.recommended, row.legal)
            for row in bids_that_matter(answer)
        ]
    named = answer.recommended_trump
    best_bids = [(suit, suit.estimate(suit.recommended)) for suit in answer.trumps]
    return [
        choice_of(f"{trump_name(suit)},\nbid {row.bid}", row, row.bid, suit.situation.trump == named)
        for suit, row in best_bids
    ]


def choice_of(name: str, row: Estimate, bid: int, best: bool, legal: bool = True) -> Choice:
    """A choice, with what is special about it below its name."""
    remark = "best" if best else "" if legal else "forbidden"
    return Choice(f"{name}\n{remark}".rstrip(), row, bid, best)


def card_label(answer: CardAdvice, row: CardEstimate) -> str:
    """A card, with those that do the same."""
    names = [print_card(card, answer.turn.deck, symbols=True) for card in (row.card, *row.same)]
    return names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}" if len(names) > 2 else " ".join(names)


def bids_that_matter(advice: Advice) -> list[BidEstimate]:
    """The best few bids, in order."""
    return sorted(few_of(advice.bids, advice.estimate(advice.recommended)), key=lambda row: row.bid)


def few_of(rows: Sequence[AnyEstimate], best: AnyEstimate) -> list[AnyEstimate]:
    """The best few, the best of all first, and of those only the ones that stayed in the race, if they are several."""
    best_first = sorted(rows, key=lambda row: (row is not best, -row.expected_score))
    running = [row for row in best_first if not row.dropped]
    return (running if len(running) > 1 else best_first[:3])[:MOST_ROWS]


def drawn_tricks(choices: Sequence[Choice]) -> tuple[int, int]:
    """The numbers of tricks, from and to, that happen or are bid."""
    happen = {k for choice in choices for k, chance in enumerate(choice.row.tricks) if chance >= LEAST_CHANCE}
    shown = happen | {choice.bid for choice in choices}
    return min(shown), max(shown)


def heading(answer: Advice | CardAdvice) -> list[str]:
    """What to do and why, the hand, the table."""
    situation = answer.situation if isinstance(answer, Advice) else answer.turn
    hand = print_hand(situation.hand, situation.deck, symbols=True)
    table = f"{situation.players} players, seat {situation.seat}, {trump_words(situation, Look())}"
    lines = (headline(answer, Look()), reasons(answer, Look())[0], hand, table)
    return [part for line in lines for part in wrapped(line, Look(width=HEADING_WIDTH)).splitlines()]


# How it is drawn


def draw_tricks(axes: "Axes", choice: Choice, numbers: range, tallest: float) -> None:
    """Bars of the chance of each number of tricks, with their numbers; that of the bid is dark."""
    from matplotlib.ticker import MaxNLocator

    chances = choice.row.tricks
    colours = [DARK if k == choice.bid else LIGHT for k in numbers]
    axes.bar(numbers, [100 * chances[k] for k in numbers], 0.8, color=colours, edgecolor="black", linewidth=0.6)
    axes.set_ylim(0, 135 * tallest)
    for k in numbers:
        if chances[k] > LEAST_CHANCE or k == choice.bid:
            above: dict[str, Any] = {"xytext": (0, 2), "textcoords": "offset points", "ha": "center", "fontsize": 9}
            weight = "bold" if k == choice.bid else "normal"
            axes.annotate(f"{100 * chances[k]:.0f}", (k, 100 * chances[k]), weight=weight, **above)
    axes.set_xticks(list(numbers))
    axes.yaxis.set_major_locator(MaxNLocator(2, integer=True))
    axes.tick_params(axis="y", labelsize=7)
    axes.grid(axis="y", color="0.88")
    axes.set_axisbelow(True)
    weight = "bold" if choice.best else "normal"
    axes.set_ylabel(choice.label, rotation=0, ha="right", va="center", labelpad=8, weight=weight)
    axes.spines[["top", "right", "left"]].set_visible(False)


def draw_points(axes: "Axes", choices: Sequence[Choice], exact: bool) -> None:
    """Beside each choice's bars a dot, and the number with its error; the recommended one is filled."""
    for place, choice in enumerate(choices):
        row = choice.row
        fill = DARK if choice.best else "white"
        style: dict[str, Any] = {"fmt": "o", "color": DARK, "markersize": 9, "markerfacecolor": fill, "capsize": 4}
        axes.errorbar([row.expected_score], [place], xerr=[2 * row.standard_error], **style)
        text = measured(row.expected_score, row.standard_error, Look())
        above: dict[str, Any] = {"xytext": (0, 9), "textcoords": "offset points", "ha": "center"}
        axes.annotate(text, (row.expected_score, place), weight="bold" if choice.best else "normal", **above)
    axes.set_ylim(len(choices) - 0.5, -0.5)
    low, high = axes.get_xlim()
    middle, half = (low + high) / 2, max(0.75 * (high - low), LEAST_SCALE / 2)
    axes.set_xlim(middle - half, middle + half)  # room for the numbers at both ends
    axes.set_yticks([])
    axes.grid(axis="x", color="0.85")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.set_xlabel("points" if exact else "points (lines: ± 2 standard errors)")
