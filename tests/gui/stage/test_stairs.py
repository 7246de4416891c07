"""Boosted stumps: regions and borders to the pixel, against the engine's own predictions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from PySide6.QtGui import QColor

from core.experiment import Experiment, LearnerChoice, Split
from core.generators import make_points
from core.rows import Rows
from core.run import Moment, predictions
from core.runs import points_data
from tests.gui.stage.hand import Hand, Show


def boosted(hand: Hand, show: Show, classes: int, rounds: int, toy: str = "blobs") -> Moment:
    points = points_data(make_points(toy, n=60, noise=0.8, classes=classes, seed=5))
    show(Experiment(data=points, learners=(LearnerChoice("adaboost"),), split=Split(0.0)))
    hand.studio.seek(rounds)
    hand.stage.catch_up()
    moment = hand.studio.moment(0)
    assert moment is not None
    return moment


def answers(moment: Moment, spots: list[tuple[float, float]]) -> list[int]:
    found: list[int] = predictions(moment.scores(Rows.from_dense(np.array(spots)))).tolist()
    return found


@pytest.mark.parametrize(("classes", "rounds"), [(2, 1), (3, 30), (5, 50)])
def test_the_answer_changes_at_every_border_and_nowhere_else(
    hand: Hand, show: Show, classes: int, rounds: int
) -> None:
    check_borders(hand, boosted(hand, show, classes, rounds))


@pytest.mark.parametrize("rounds", [2, 9, 40])
def test_so_it_does_where_borders_are_nested(hand: Hand, show: Show, rounds: int) -> None:
    check_borders(hand, boosted(hand, show, 2, rounds, "moons"))


def check_borders(hand: Hand, moment: Moment) -> None:
    borders = [stroke.curve for stroke in hand.view.boundaries.strokes]
    assert borders
    box = hand.view.frame.box
    random = np.random.default_rng(2)
    for x in random.uniform(box.x0, box.x1, 12).tolist():  # upwards, through flat borders
        crossed = {
            a[1] for a, b in borders if a[1] == b[1] and min(a[0], b[0]) < x < max(a[0], b[0])
        }
        heights = [box.y0, *sorted(crossed), box.y1]
        middles = [(x, (low + high) / 2) for low, high in itertools.pairwise(heights)]
        told = answers(moment, middles)
        assert all(a != b for a, b in itertools.pairwise(told)), "a border parts two answers"
        for (low, high), answer in zip(itertools.pairwise(heights), told, strict=True):
            between = [(x, y) for y in random.uniform(low, high, 20).tolist()]
            assert set(answers(moment, between)) == {answer}, "and between borders there is one"


def test_corners_are_sharp(hand: Hand, show: Show) -> None:
    hand.studio.look(legend=False, trail=False)
    boosted(hand, show, 2, 30, "circles")
    strokes = hand.view.boundaries.strokes
    frame = hand.view.frame
    flat = [s.curve for s in strokes if s.curve[0, 1] == s.curve[1, 1]]
    steep = [s.curve for s in strokes if s.curve[0, 0] == s.curve[1, 0]]
    ends = {tuple(end) for curve in flat for end in curve.tolist()}
    corners = ends & {tuple(end) for curve in steep for end in curve.tolist()}
    assert corners
    image = hand.view.grab().toImage()
    colour = strokes[0].colour
    seen = 0
    for corner in corners:
        x, y = frame.pixel_of(corner)  # type: ignore[arg-type]
        found = image.pixelColor(int(x), int(y))
        channels = (QColor.red, QColor.green, QColor.blue)
        seen += sum(abs(of(found) - of(colour)) for of in channels) < 60
    assert seen >= 0.7 * len(corners), "points may lie on some of them"


def test_the_tint_changes_at_the_very_pixel(hand: Hand, show: Show) -> None:
    moment = boosted(hand, show, 2, 1)
    (stump,) = moment.run.recording.stumps[:1]  # type: ignore[union-attr]
    layer, frame = hand.view.regions, hand.view.frame
    assert layer.labels is not None
    across = stump.column == 0
    spot = (stump.threshold, 0.0) if across else (0.0, stump.threshold)
    x, y = frame.pixel_of(spot)
    line = layer.labels[0] if across else layer.labels[::-1, 0]
    (change,) = np.flatnonzero(np.diff(line.astype(int)))
    assert abs(change + 1 - (x if across else y)) <= 1.0
