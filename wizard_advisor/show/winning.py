"""What to do to win the game, in a line, and why."""

from collections.abc import Callable, Sequence

from ..advice.results import NOISE, WIN, Advice, BidEstimate, CardAdvice, CardEstimate, Estimate
from ..batch.write import Answer
from .text import Look, percent

Choice = BidEstimate | CardEstimate
Named = Callable[[Choice], str]


def plays_to_win(answer: Advice | CardAdvice) -> bool:
    """Whether the recommended choice is the one that wins most often."""
    return answer.objective == WIN


def win_words(answer: Advice | CardAdvice, rows: Sequence[Choice], name: Named) -> str:
    """`3 to win (31 %; 2 scores more: 24 points, but wins 22 %)`; rows: the choices that are allowed."""
    best = recommended(answer)
    scorer = max(rows, key=lambda row: row.expected_score)
    if scorer is best:
        return f"{name(best)} to win ({whole(best.win)}, {best.expected_score:.0f} points)"
    more = f"{name(scorer)} scores more: {scorer.expected_score:.0f} points, but wins {whole(scorer.win)}"
    return f"{name(best)} to win ({whole(best.win)}; {more})"


def win_reasons(answer: Advice | CardAdvice, name: Named, look: Look) -> list[str]:
    """How the recommended choice compares with the next one, and what the others are taken to play for."""
    second = answer.runner_up
    said = []
    if second is not None:
        gap, error = second.win_gap or 0.0, second.win_gap_standard_error or 0.0
        apart = f"{100 * gap:.1f} {look.plus_minus} {100 * error:.1f} %"
        if gap <= 0.0 or (gap <= NOISE * error and not answer.clear):
            said.append(f"{name(second)} may win as often: points decide.")
        else:
            said.append(f"{'Clear' if answer.clear else 'Probably'}: wins {apart} more often than {name(second)}.")
    return [*said, "The others are taken to play for points."]


def win_cell(row: Estimate | Answer, look: Look) -> str:
    """The chance to win with its error."""
    return f"{100 * (row.win or 0.0):.1f} {look.plus_minus} {percent(row.win_standard_error or 0.0)}"


def recommended(answer: Advice | CardAdvice) -> Choice:
    """The estimate of the recommended choice."""
    return answer.estimate(answer.recommended)


def whole(chance: float | None) -> str:
    """A chance in whole per cent."""
    return f"{100 * (chance or 0.0):.0f} %"
