"""An evening as a picture: everybody's points after each round."""

from ..evening.pad import Pad
from .evening import leader_words
from .picture import MARKS, new_figure, save


def draw(pad: Pad, file: str) -> None:
    """Draw the scores by round, 800 × 500, to a .png or .svg; OSError if it cannot be written."""
    figure = new_figure()
    axes = figure.subplots()
    rounds = [0, *(round.number for round in pad.past)]
    axes.axhline(0, color="0.7", linewidth=0.8)
    for name, (colour, mark, line) in zip(pad.table.players, MARKS, strict=False):
        points = [0, *(round.after()[name] for round in pad.past)]
        axes.plot(rounds, points, color=colour, marker=mark, linestyle=line, label=f"{name}: {points[-1]}")
    axes.set_xticks(rounds)
    axes.set_xlabel("round")
    axes.set_ylabel("points")
    axes.grid(axis="y", alpha=0.3)
    axes.legend(loc="upper left")
    figure.suptitle(leader_words(pad), fontsize=12)
    save(figure, file)
