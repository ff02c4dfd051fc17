"""`Advice` as a picture: for every bid that matters the tricks it takes, and beside them the points to expect."""

from typing import TYPE_CHECKING, Final

from ..advice.results import Advice, BidEstimate
from ..hand_notation import print_hand
from .picture import DARK, LIGHT, new_figure, save
from .recommendation import recommendation
from .situation import trump_words
from .text import Look, measured, percent, wrapped

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_ROWS: Final = 5  # bids that have room
LEAST_CHANCE: Final = 0.005  # a smaller one is not drawn at the ends


def draw(advice: Advice, file: str) -> None:
    """Draw the answer, 800 × 500, to a file that ends in .png or .svg; OSError if it cannot be written."""
    rows = bids_that_matter(advice)
    figure = new_figure()
    grid = figure.add_gridspec(len(rows), 2, width_ratios=(5, 3))
    first, last = drawn_tricks(rows)
    tallest = max(max(row.tricks) for row in rows)
    left = None
    for place, row in enumerate(rows):
        left = figure.add_subplot(grid[place, 0], sharex=left)
        if not place:
            left.set_title("How often so many tricks are taken (dark: the bid)", fontsize=10)
        draw_tricks(left, row, range(first, last + 1), tallest, row_label(row, advice))
        left.tick_params(labelbottom=place == len(rows) - 1)
    assert left is not None
    left.set_xlabel("tricks taken")
    right = figure.add_subplot(grid[:, 1])
    right.set_title("Points to expect", fontsize=10)
    draw_points(right, rows, advice)
    figure.suptitle("\n".join(heading(advice)), fontsize=12)
    save(figure, file)


def bids_that_matter(advice: Advice) -> list[BidEstimate]:
    """The best few bids, and of those only the ones that stayed in the race; always the recommended one."""
    best_first = sorted(advice.bids, key=lambda row: (row.bid != advice.recommended, -row.expected_score))
    running = [row for row in best_first if not row.dropped]
    chosen = running if len(running) > 1 else best_first[:3]
    return sorted(chosen[:MOST_ROWS], key=lambda row: row.bid)


def drawn_tricks(rows: list[BidEstimate]) -> tuple[int, int]:
    """The numbers of tricks, from and to, that happen or are bid."""
    shown = {k for row in rows for k, chance in enumerate(row.tricks) if chance >= LEAST_CHANCE} | {
        row.bid for row in rows
    }
    return min(shown), max(shown)


def heading(advice: Advice) -> list[str]:
    """The hand, the table, and what to do."""
    situation = advice.situation
    hand = print_hand(situation.hand, situation.deck, symbols=True)
    table = f"{situation.players} players, seat {situation.seat}, {trump_words(situation, Look())}"
    return [hand, table, *wrapped(recommendation(advice, Look()), Look(width=85)).splitlines()]


def row_label(row: BidEstimate, advice: Advice) -> str:
    """The bid, and what is special about it."""
    remark = "best" if row.bid == advice.recommended else "" if row.legal else "forbidden"
    return f"bid {row.bid}\n{remark}".rstrip()


def draw_tricks(axes: "Axes", row: BidEstimate, numbers: range, tallest: float, label: str) -> None:
    """Bars of the chance of each number of tricks; that of the bid is dark, with its chance above it."""
    colours = [DARK if k == row.bid else LIGHT for k in numbers]
    axes.bar(numbers, [row.tricks[k] for k in numbers], 0.8, color=colours, edgecolor="black", linewidth=0.6)
    axes.set_ylim(0, 1.3 * tallest)
    top = (row.bid, row.tricks[row.bid])
    axes.annotate(percent(row.probability_made), top, (0, 2), textcoords="offset points", ha="center", weight="bold")
    axes.set_xticks(list(numbers))
    axes.set_yticks([])
    axes.set_ylabel(label, rotation=0, ha="right", va="center", weight="bold" if "best" in label else "normal")
    axes.spines[["top", "right", "left"]].set_visible(False)


def draw_points(axes: "Axes", rows: list[BidEstimate], advice: Advice) -> None:
    """Beside each bid's bars a dot, and the number with its error; the recommended one is filled."""
    for place, row in enumerate(rows):
        best = row.bid == advice.recommended
        axes.errorbar(
            [row.expected_score],
            [place],
            xerr=[2 * row.standard_error],
            fmt="o",
            color=DARK,
            markersize=9,
            markerfacecolor=DARK if best else "white",
            capsize=4,
        )
        text = measured(row.expected_score, row.standard_error, Look())
        at = (row.expected_score, place)
        axes.annotate(text, at, (0, 9), textcoords="offset points", ha="center", weight="bold" if best else "normal")
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.margins(x=0.25)
    axes.set_yticks([])
    axes.grid(axis="x", color="0.85")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.set_xlabel("points" if advice.exact else "points (lines: ± 2 standard errors)")
