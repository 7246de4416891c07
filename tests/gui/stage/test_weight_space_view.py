"""Weight space against the points: lines, sides, version space, jumps, and what the hand does."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.experiment import Experiment, LearnerChoice
from gui.stage.weight_space_view import WeightSpaceView
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.stage.planes import (
    APART,
    MANY,
    MINGLED,
    THREE,
    experiment,
    margins_at,
    moment_of,
    pixel_point,
    put,
)

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def view(studio: Studio, application_theme: Theme, qtbot: QtBot) -> WeightSpaceView:
    view = WeightSpaceView(studio, application_theme)
    qtbot.addWidget(view)
    view.resize(700, 460)
    view.show()
    qtbot.waitExposed(view)
    return view


def weights(studio: Studio) -> np.ndarray:
    return moment_of(studio).weights()[:, 0]


@pytest.mark.parametrize("learner", ["perceptron", "mira", "logistic-regression"])
def test_a_line_is_where_its_point_would_score_nothing(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot, learner: str
) -> None:
    put(studio, experiment(MINGLED, learner), qtbot)
    studio.seek(70)
    lines, bias = view.layer.lines, weights(studio)[2]
    assert lines is not None
    assert len(lines) > 20
    for k, place in enumerate(lines.places.tolist()):
        for end in (lines.ends[k, :2], lines.ends[k, 2:]):
            score = margins_at(studio, np.array([*end, bias]))[place]
            assert score == pytest.approx(0.0, abs=1e-9)
        good = lines.ends[k, :2] + 0.01 * lines.towards[k]
        assert margins_at(studio, np.array([*good, bias]))[place] > 0.0


def test_strong_lines_are_those_of_points_on_the_wrong_side(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(MINGLED, "perceptron"), qtbot)
    for t in (3, 61, 200):
        studio.seek(t)
        lines = view.layer.lines
        assert lines is not None
        wrong = margins_at(studio, weights(studio)) <= 0.0
        np.testing.assert_array_equal(lines.offended, wrong[lines.places])
        assert f"{int(lines.offended.sum())} on the wrong side" in view.told()


def test_the_version_space_is_shaded_where_all_points_are_right(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(APART, "perceptron"), qtbot)
    studio.seek(studio.length)
    assert view.version is not None
    assert "version space" in view.told()
    bias = weights(studio)[2]
    inside = view.version.mean(axis=0)
    assert (margins_at(studio, np.array([*inside, bias])) > 0.0).all()
    picture = view.grab().toImage()
    shaded = picture.pixelColor(pixel_point(view, (float(inside[0]), float(inside[1]))))
    ground = view.theme.colour("stage")
    assert shaded.green() > shaded.red() + 8
    assert shaded != ground


def test_without_a_version_space_it_says_so(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(MINGLED, "perceptron"), qtbot)
    studio.seek(100)
    assert view.version is None
    assert "with this bias, no weights get all right" in view.told()
    view.free.click()
    assert view.told().startswith("no weights get all right")


@pytest.mark.parametrize("t", [2, 9, 40])
def test_with_a_free_bias_what_counts_is_whether_some_bias_would_do(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot, t: int
) -> None:
    put(studio, experiment(APART, "perceptron"), qtbot)
    studio.seek(t)
    view.free.click()
    assert view.version is not None
    points = studio.points
    assert points is not None
    labels = np.array(points.labels)
    for spot in (view.version.mean(axis=0), *view.version * 0.999 + 0.001 * view.version.mean(0)):
        along = np.array(points.xy) @ spot
        assert along[labels == 1].min() > along[labels == 0].max() - 1e-9
    lines = view.layer.lines
    assert lines is not None
    across, up = weights(studio)[:2]
    along = np.array(points.xy) @ [across, up]
    held = along[labels == 1].min() > along[labels == 0].max()
    assert held == (not lines.offended.any())


@pytest.mark.parametrize("learner", ["perceptron", "mira", "pegasos"])
def test_a_jump_stands_upright_on_the_line_of_its_point_on_the_screen(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot, learner: str
) -> None:
    put(studio, experiment(MINGLED, learner), qtbot)
    seen = 0
    for t in studio.results.learners[0].mistakes[:12].tolist():
        studio.seek(int(t))
        jump, lines = view.jump, view.layer.lines
        assert jump is not None
        assert lines is not None
        row = int(moment_of(studio).visited[0])
        where = lines.at(row)
        if where is None:
            continue
        move = view.pixel(jump.after) - view.pixel(jump.shrunk)
        x0, y0, x1, y1 = view.layer.ends[where].tolist()
        across = (x1 - x0) * move.x() + (y1 - y0) * move.y()
        length = np.hypot(x1 - x0, y1 - y0) * np.hypot(move.x(), move.y())
        assert abs(across) < 1e-6 * length
        seen += 1
    assert seen > 3


def test_where_nothing_was_learnt_there_is_no_jump(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(APART, "perceptron"), qtbot)
    studio.seek(studio.length)  # the last pass was without a mistake
    assert view.jump is None


def test_the_range_stays_while_time_goes_by(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(MINGLED, "perceptron"), qtbot)
    boxes = set()
    for t in range(0, studio.length, 37):
        studio.seek(t)
        boxes.add(view.box)
        assert all(view.box.holds(way.here) for way in view.ways)
        assert view.box.holds((0.0, 0.0))
    assert len(boxes) == 1


def test_hovering_a_line_names_its_point_and_a_click_selects_it(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(APART, "perceptron"), qtbot)
    studio.seek(30)
    lines = view.layer.lines
    assert lines is not None
    apart = np.abs(np.subtract.outer(view.layer.ends[:, 1], view.layer.ends[:, 1]))
    np.fill_diagonal(apart, np.inf)
    lonely = int(apart.min(axis=1).argmax())
    x0, y0, x1, y1 = view.layer.ends[lonely].tolist()
    at = QPoint(round(x0 + 0.02 * (x1 - x0)), round(y0 + 0.02 * (y1 - y0)))
    row = int(lines.places[lonely])
    qtbot.mouseMove(view, at + QPoint(40, 3))
    qtbot.mouseMove(view, at)
    assert view.card.isVisible()
    assert f"Point {row + 1} " in view.card.words()
    qtbot.mouseClick(view, LEFT, Qt.KeyboardModifier.NoModifier, at)
    assert studio.selection == {row}
    accent = view.theme.colour("accent")
    picture = view.grab().toImage()
    far = QPoint(round(x0 + 0.9 * (x1 - x0)), round(y0 + 0.9 * (y1 - y0)))  # from the card
    around = [picture.pixelColor(far + QPoint(0, k)) for k in (-1, 0, 1)]
    assert min(_apart(colour, accent) for colour in around) < 60


def _apart(a: QColor, b: QColor) -> int:
    return sum(abs(x - y) for x, y in zip(a.getRgb()[:3], b.getRgb()[:3], strict=True))


def test_of_very_many_lines_some_are_left_out_but_never_the_one_visited(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(MANY, "perceptron"), qtbot)
    studio.select({7})
    for t in (40, 41, 42):
        studio.seek(t)
        lines = view.layer.lines
        assert lines is not None
        assert len(lines) < 120
        assert "of 400 lines" in view.told()
        row = int(moment_of(studio).visited[0])
        bias, (x, y) = weights(studio)[2], np.array(studio.points.xy)[row]  # type: ignore[union-attr]
        corners = [(u, v) for u in (view.box.x0, view.box.x1) for v in (view.box.y0, view.box.y1)]
        sides = {bool(u * x + v * y + bias > 0.0) for u, v in corners}
        assert (lines.at(row) is not None) == (len(sides) == 2)


def test_the_same_weight_on_both_axes_swaps_them(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(MINGLED, "perceptron"), qtbot)
    studio.seek(50)
    qtbot.keyClick(view.controls.across, Qt.Key.Key_Down)
    assert (view.controls.across.currentText(), view.controls.up.currentText()) == ("w(y)", "w(x)")
    assert view.controls.axes == (1, 0)
    assert view.ways[0].here == pytest.approx((weights(studio)[1], weights(studio)[0]))
    qtbot.keyClick(view.controls.across, Qt.Key.Key_Down)
    assert view.controls.across.currentText() == "bias"
    assert not view.free.isEnabled()
    assert view.ways[0].here == pytest.approx((weights(studio)[2], weights(studio)[0]))


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (experiment(THREE, "perceptron"), "keep two classes"),
        (experiment(MINGLED, "adaboost"), "make another learner the active one"),
        (experiment(MINGLED), "add one"),
        (Experiment(learners=(LearnerChoice("perceptron"),)), "draw some points"),
    ],
)
def test_where_there_is_nothing_to_draw_it_says_what_to_do(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot, what: Experiment, words: str
) -> None:
    put(studio, what, qtbot)
    assert words in view.told()
    assert words in view.accessibleDescription()
    assert not view.controls.isVisible()
    view.grab()


@pytest.mark.parametrize("readout", ["last", "averaged", "voted"])
def test_all_learners_and_readouts_are_drawn(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot, readout: str
) -> None:
    main = LearnerChoice("perceptron", readout=readout)
    put(studio, experiment(MINGLED, main, "gaussian-naive-bayes", "mira"), qtbot)
    studio.seek(40)
    assert [(way.learner, way.readout) for way in view.ways] == [
        (0, "last"), (0, "averaged"), (1, "last"), (2, "last"),
    ]  # fmt: skip
    studio.activate(1)
    assert view.ways[0].learner == 1
    assert "x²" in view.controls.names
    view.grab()


def test_the_wheel_zooms_and_a_double_click_shows_all_again(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(MINGLED, "perceptron"), qtbot)
    studio.seek(50)
    whole, at = view.box, QPointF(300.0, 200.0)
    spot = view.spot_at(at)
    event = QWheelEvent(
        at, QPointF(view.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, 240),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase,
        False,
    )  # fmt: skip
    QApplication.sendEvent(view, event)
    assert view.box.x1 - view.box.x0 < 0.75 * (whole.x1 - whole.x0)
    assert view.pixel(spot).x() == pytest.approx(at.x(), abs=2.0)
    studio.step(1)
    assert view.box.x1 - view.box.x0 < 0.75 * (whole.x1 - whole.x0)
    qtbot.mouseDClick(view, LEFT, Qt.KeyboardModifier.NoModifier, at.toPoint())
    assert view.box == whole


def test_it_lives_through_weights_beyond_all_numbers(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot
) -> None:
    far = ((1e200, 1e200), (-1e200, 2e200), (3e200, -1e200), (1.0, 1.0))
    from core.experiment import PointsData

    put(studio, experiment(PointsData(xy=far, labels=(0, 1, 1, 0)), "logistic-regression"), qtbot)
    for t in range(0, studio.length + 1, 3):
        studio.seek(t)
        view.grab()
    assert view.told()


def test_when_playing_ends_everything_is_of_the_last_moment(
    view: WeightSpaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(APART, "logistic-regression"), qtbot)
    studio.set_speed(5_000.0)
    studio.play()
    qtbot.waitUntil(lambda: not studio.playing, timeout=5_000)
    assert studio.t == studio.length
    assert view.ways[0].here == pytest.approx(tuple(weights(studio)[:2]))
    lines, bias = view.layer.lines, weights(studio)[2]
    assert lines is not None
    score = margins_at(studio, np.array([*lines.ends[0, :2], bias]))[lines.places[0]]
    assert score == pytest.approx(0.0, abs=1e-9)
    assert view.version is not None
    inside = view.version.mean(axis=0)
    assert (margins_at(studio, np.array([*inside, bias])) > 0.0).all()
