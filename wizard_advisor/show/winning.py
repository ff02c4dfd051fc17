"""What to do to win the game, in a line, and why."""

from collections.abc import Callable, Sequence

from ..advice.results import NOISE, WIN, Advice, BidEstimate, CardAdvice, CardEstimate, Estimate
from .text import Look, percent, short

Choice = BidEstimate | CardEstimate
Named = Callable[[Choice], str]


def plays_to_win(answer: Advice | CardAdvice) -> bool:
    """Whether the recommended choice is the one that wins most often."""
    return answer.objective == WIN


def can_win(answer: Advice | CardAdvice) -> bool:
    """Whether the recommended choice wins often enough to be worth a word: more than half a percent."""
    return whole_percent(answer.estimate(answer.recommended).win) != "0 %"


def gives_up_points(answer: Advice | CardAdvice, rows: Sequence[Choice]) -> bool:
    """Whether another of these choices, those that are allowed, scores more than the one that wins most often."""
    best = answer.estimate(answer.recommended)
    return plays_to_win(answer) and max(rows, key=lambda row: row.expected_score) is not best


def wins_less(row: Estimate) -> bool:
    """Whether this one surely wins less often than the recommended choice."""
    return (row.win_gap or 0.0) > NOISE * (row.win_gap_standard_error or 0.0)


def win_words(answer: Advice | CardAdvice, rows: Sequence[Choice], name: Named) -> str:
    """`3 to win (31 %; 2 scores more: 24 points, but wins 22 %)`; rows: the choices that are allowed."""
    best = answer.estimate(answer.recommended)
    scorer = max(rows, key=lambda row: row.expected_score)
    if scorer is best:
        return f"{name(best)} to win ({whole_percent(best.win)}, {best.expected_score:.0f} points)"
    more = f"{name(scorer)} scores more: {scorer.expected_score:.0f} points, but wins {whole_percent(scorer.win)}"
    return f"{name(best)} to win ({whole_percent(best.win)}; {more})"


def win_reasons(answer: Advice | CardAdvice, name: Named, look: Look) -> list[str]:
    """How the recommended choice compares with the next one, and what the others are taken to play for."""
    second = answer.runner_up
    said = []
    if not can_win(answer):
        said.append("The game is as good as lost: points decide.")
    elif second is not None:
        gap, error = second.win_gap or 0.0, second.win_gap_standard_error or 0.0
        if wins_less(second):
            said.append(f"Clear: wins {chance_words(gap, error, look)} more often than {name(second)}.")
        elif second.gap > 0:
            said.append(f"{name(second)} may win as often: points decide, {short(second.gap)} more.")
        else:
            said.append(f"Probably: wins {chance_words(gap, error, look)} more often than {name(second)}.")
    return [*said, "The others are taken to play for points."]


def win_cell(row: Estimate, look: Look) -> str:
    """The chance to win with its error."""
    return chance_words(row.win or 0.0, row.win_standard_error or 0.0, look)


def chance_words(chance: float, error: float, look: Look) -> str:
    """`31.2 ± 0.7 %`."""
    return f"{100 * chance:.1f} {look.plus_minus} {percent(error)}"


def whole_percent(chance: float | None) -> str:
    """A chance in whole per cent."""
    return f"{100 * (chance or 0.0):.0f} %"
