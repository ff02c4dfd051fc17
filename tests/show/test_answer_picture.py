"""The picture of an answer: what is drawn, where it goes, and what is refused before anything is computed."""

import importlib.util
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import Run
from samples import CLEAR, CLOSE, HOOK, SAMPLES, TIE, UNNAMED, estimate

from wizard_advisor.advice.card import advise_card
from wizard_advisor.show.answer_picture import bids_that_matter, draw
from wizard_advisor.turn_notation import parse_turn

pytest.importorskip("matplotlib")
HAND = ("W AS KS 10H 3D", "--trump", "7S")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_picture_of_800_by_500(name: str, tmp_path: Path) -> None:
    file = tmp_path / "answer.png"
    draw(SAMPLES[name], str(file))
    head = file.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(head[16:20]), int.from_bytes(head[20:24])) == (800, 500)


@pytest.mark.parametrize("ending", ["png", "svg", "PNG", "SVG"])
def test_the_same_answer_gives_the_same_bytes(tmp_path: Path, ending: str) -> None:
    one, two = tmp_path / f"one.{ending}", tmp_path / f"two.{ending}"
    draw(CLOSE, str(one))
    draw(CLOSE, str(two))
    assert one.read_bytes() == two.read_bytes()
    if ending.lower() == "svg":
        assert b"<dc:date>" not in one.read_bytes()


def drawn(advice: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The figure as it would be saved."""
    seen: list[Any] = []
    monkeypatch.setattr("wizard_advisor.show.answer_picture.save", lambda figure, file: seen.append(figure))
    draw(advice, "none.png")
    return seen[0]


def test_a_row_of_bars_for_each_bid_that_matters_and_its_points_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    *rows, points = drawn(CLEAR, monkeypatch).axes
    assert [axes.get_ylabel() for axes in rows] == ["bid 1", "bid 2\nbest", "bid 3"]
    heights = [bar.get_height() for bar in rows[1].patches]
    assert heights == pytest.approx([100 * chance for chance in CLEAR.bids[2].tricks])
    assert [text.get_text() for text in rows[1].texts] == ["5", "20", "40", "25", "9", "1"]
    assert all(len(axes.get_yticks()) >= 2 for axes in rows)
    dark = {bar.get_facecolor() for axes in rows for bar in axes.patches}
    assert len(dark) == 2
    texts = {text.get_text() for text in points.texts}
    assert texts == {"10.4 ± 0.2", "25.5 ± 0.2", "22.4 ± 0.2"}


def test_the_forbidden_bid_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    *rows, _ = drawn(HOOK, monkeypatch).axes
    assert [axes.get_ylabel() for axes in rows] == ["bid 1", "bid 2\nbest", "bid 3\nforbidden"]


def test_every_suit_that_may_be_named_is_drawn_with_its_best_bid(monkeypatch: pytest.MonkeyPatch) -> None:
    *rows, _ = drawn(UNNAMED, monkeypatch).axes
    assert [axes.get_ylabel() for axes in rows] == [
        "spades,\nbid 2",
        "hearts,\nbid 2\nbest",
        "diamonds,\nbid 2",
        "clubs,\nbid 2",
    ]


def test_the_cards_to_play_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = parse_turn("4p up=2S bids=1,1,1,1 trick=KH : AH QH JH 10H 3S W")
    figure = drawn(advise_card(turn, deals=20, seed=1), monkeypatch)
    *rows, _ = figure.axes
    labels = [axes.get_ylabel() for axes in rows]
    assert [label.partition("\n")[0] for label in labels] == ["♥10 … ♥Q", "W"]  # those that stayed
    assert sum(label.endswith("\nbest") for label in labels) == 1
    assert figure.get_suptitle().startswith("Play ")


@pytest.mark.parametrize("advice", SAMPLES.values(), ids=SAMPLES)
def test_nothing_is_cut_at_the_edge_and_no_number_lies_on_another(advice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure = drawn(advice, monkeypatch)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    renderer = canvas.get_renderer()
    for axes in figure.axes:
        boxes = [text.get_window_extent(renderer) for text in axes.texts]
        for box in [*boxes, axes.yaxis.label.get_window_extent(renderer)]:
            assert box.x0 >= 0 and box.x1 <= 800 and box.y0 >= 0 and box.y1 <= 500
        assert not any(one.overlaps(two) for at, one in enumerate(boxes) for two in boxes[:at])


def test_little_does_not_look_like_much(monkeypatch: pytest.MonkeyPatch) -> None:
    low, high = drawn(TIE, monkeypatch).axes[-1].get_xlim()
    assert high - low >= 4


def test_dark_and_light_differ_in_grey() -> None:
    from matplotlib.colors import to_rgb

    from wizard_advisor.show.picture import DARK, LIGHT

    grey = [
        sum(part * share for part, share in zip(to_rgb(name), (0.3, 0.59, 0.11), strict=True)) for name in (DARK, LIGHT)
    ]
    assert grey[1] - grey[0] > 0.4


def test_bids_that_matter() -> None:
    assert [row.bid for row in bids_that_matter(CLEAR)] == [1, 2, 3]
    alone = replace(CLEAR, bids=tuple(replace(row, dropped=row.bid != 2) for row in CLEAR.bids))
    assert [row.bid for row in bids_that_matter(alone)] == [1, 2, 3]
    many = replace(CLEAR, bids=tuple(estimate(bid % 6, -bid, float(bid)) for bid in range(6)))
    assert [row.bid for row in bids_that_matter(many)] == [0, 1, 2, 3, 4]


# The option


def test_plot_writes_the_picture_beside_the_answer(asked: dict[str, Any], run: Run, tmp_path: Path) -> None:
    file = tmp_path / "answer.svg"
    code, out, err = run("advise", *HAND, "--plot", str(file))
    assert (code, err, out.startswith("Bid 2 (40 %, 26 points)\n")) == (0, "", True)
    assert re.match(rb"<\?xml.*<svg", file.read_bytes(), re.DOTALL)


Given = Callable[[Path], str]


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (lambda folder: "answer.pdf", "--plot: expected a file that ends in .png or .svg: found 'answer.pdf'"),
        (lambda folder: "answer", "--plot: expected a file that ends in .png or .svg: found 'answer'"),
        (lambda folder: str(folder / "no" / "a.png"), "--plot: expected a folder that exists: found "),
        (lambda folder: str(folder / "folder.png"), "--plot: expected a file that can be written: found "),
    ],
)
def test_a_picture_that_cannot_be_is_refused_first(
    asked: dict[str, Any], run: Run, tmp_path: Path, given: Given, complaint: str
) -> None:
    (tmp_path / "folder.png").mkdir()
    code, out, err = run("advise", *HAND, "--plot", given(tmp_path))
    assert (code, out, err.count("\n"), asked) == (2, "", 1, {})
    assert err.startswith(f"Error: {complaint}")


def test_without_matplotlib_the_extra_is_named(
    asked: dict[str, Any], run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == "matplotlib" else find(name, *rest)
    )
    assert run("advise", *HAND, "--plot", str(tmp_path / "a.png")) == (
        2,
        "",
        "Error: --plot: expected matplotlib, the extra plot: pip install 'wizard-advisor[plot]'\n",
    )
    assert asked == {}


def test_a_full_disk_is_one_line(asked: dict[str, Any], run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.symlink_to("/dev/full")
    if not file.exists():
        pytest.skip("no /dev/full here")
    code, _, err = run("advise", *HAND, "--plot", str(file))
    assert (code, err) == (1, "Error: output: No space left on device\n")


def test_matplotlib_is_loaded_for_pictures_only_and_needs_no_screen(tmp_path: Path) -> None:
    program = (
        "import sys, wizard_advisor.command.cli, wizard_advisor.show.answer_picture;"
        "before = 'matplotlib' in sys.modules;"
        "from samples import CLEAR;"
        "wizard_advisor.show.answer_picture.draw(CLEAR, sys.argv[1]);"
        "print(before, 'matplotlib.pyplot' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "answer.png")],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[1],
    )
    assert done.stdout == "False False\n", done.stderr
