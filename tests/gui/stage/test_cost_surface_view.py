"""The cost surface against costs worked out from the points alone."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from core.experiment import LearnerChoice
from core.rows import Floats
from gui.panels.curve_axis import reading
from gui.stage.cost_surface_view import CostSurfaceView
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.stage.planes import (
    APART,
    MINGLED,
    THREE,
    experiment,
    margins_at,
    moment_of,
    pixel_point,
    put,
)

LOSSES = {
    "zero-one": lambda m: (m <= 0.0).astype(float),
    "perceptron": lambda m: np.maximum(-m, 0.0),
    "hinge": lambda m: np.maximum(1.0 - m, 0.0),
    "log": lambda m: np.logaddexp(0.0, -m),
    "exp": lambda m: np.exp(-m),
}


@pytest.fixture
def view(studio: Studio, application_theme: Theme, qtbot: QtBot) -> CostSurfaceView:
    view = CostSurfaceView(studio, application_theme)
    qtbot.addWidget(view)
    view.resize(700, 460)
    view.show()
    qtbot.waitExposed(view)
    return view


def settle(view: CostSurfaceView, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: view.settled, timeout=5_000)


def cost(studio: Studio, loss: str, weights: Floats) -> float:
    return float(LOSSES[loss](margins_at(studio, weights)).mean())


def weights(studio: Studio) -> Floats:
    return moment_of(studio).weights()[:, 0]


def choose_loss(view: CostSurfaceView, loss: str, qtbot: QtBot) -> None:
    view.loss_choice.setFocus()
    for _ in range(1 + list(LOSSES).index(loss)):
        qtbot.keyClick(view.loss_choice, Qt.Key.Key_Down)


@pytest.mark.parametrize("loss", list(LOSSES))
def test_the_landscape_is_the_mean_loss_of_the_points(
    view: CostSurfaceView, studio: Studio, qtbot: QtBot, loss: str
) -> None:
    put(studio, experiment(MINGLED, "perceptron"), qtbot)
    studio.seek(70)
    choose_loss(view, loss, qtbot)
    settle(view, qtbot)
    relief, bias = view.relief, weights(studio)[2]
    assert relief is not None
    assert relief.surface.loss == loss
    values, box = relief.surface.values, relief.surface.box
    size = len(values)
    for row, column in ((0, 0), (size // 2, size // 3), (size - 1, 5), (7, size - 2)):
        across = box.x0 + (column + 0.5) / size * (box.x1 - box.x0)
        up = box.y0 + (row + 0.5) / size * (box.y1 - box.y0)
        expected = cost(studio, loss, np.array([across, up, bias]))
        assert values[row, column] == pytest.approx(expected, rel=1e-9)
    here = cost(studio, loss, weights(studio))
    assert f"mean {loss} loss here: {reading(here)}" in view.told()


@pytest.mark.parametrize("loss", ["log", "hinge", "exp"])
def test_the_lowest_spot_is_that_of_a_search(
    view: CostSurfaceView, studio: Studio, qtbot: QtBot, loss: str
) -> None:
    from scipy.optimize import minimize

    put(studio, experiment(MINGLED, "logistic-regression"), qtbot)
    studio.seek(300)
    choose_loss(view, loss, qtbot)
    settle(view, qtbot)
    relief, bias = view.relief, weights(studio)[2]
    assert relief is not None
    assert relief.lowest is not None
    found = minimize(
        lambda w: cost(studio, loss, np.array([*w, bias])), relief.lowest, method="Nelder-Mead",
        options={"xatol": 1e-7, "fatol": 1e-12},
    )  # fmt: skip
    assert relief.least == pytest.approx(found.fun, rel=2e-4)
    assert f"lowest: {reading(relief.least)}" in view.told()
    width = view.box.x1 - view.box.x0
    assert np.hypot(*(np.array(relief.lowest) - found.x)) < 0.02 * width


def test_a_cost_that_never_stops_falling_has_no_lowest_spot(
    view: CostSurfaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(APART, "logistic-regression"), qtbot)
    studio.seek(100)
    settle(view, qtbot)
    assert "goes on falling" in view.told()
    ways = np.concatenate([way.spots for way in view.ways])
    assert (view.box.x1 - view.box.x0) < 6 * max(np.ptp(ways, axis=0))


def test_what_the_learner_shrinks_by_is_part_of_its_own_cost_only(
    view: CostSurfaceView, studio: Studio, qtbot: QtBot
) -> None:
    learner = LearnerChoice("logistic-regression", {"l2": 0.1})
    put(studio, experiment(MINGLED, learner), qtbot)
    studio.seek(200)
    w = weights(studio)
    plain = cost(studio, "log", w)
    assert reading(plain + 0.05 * float(w @ w)) in view.told()
    assert "‖w‖²" in view.told()
    choose_loss(view, "log", qtbot)
    assert "‖w‖²" in view.told()  # still its own loss
    choose_loss(view, "hinge", qtbot)
    assert "‖w‖²" not in view.told()


def test_low_ground_is_more_deeply_tinted(
    view: CostSurfaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(MINGLED, "logistic-regression"), qtbot)
    studio.seek(5)
    settle(view, qtbot)
    relief = view.relief
    assert relief is not None
    assert relief.lowest is not None
    picture = view.grab().toImage()
    low = picture.pixelColor(pixel_point(view, relief.lowest) - QPoint(10, 10))
    highest = np.unravel_index(relief.surface.values.argmax(), relief.surface.values.shape)
    right = highest[1] > relief.surface.values.shape[1] / 2
    area = view.area().toRect()
    corner = QPoint(area.right() - 8 if right else area.left() + 8, area.center().y())
    high = picture.pixelColor(corner)
    accent = view.theme.colour("accent")
    assert _apart(low, accent) + 40 < _apart(high, accent)


def _apart(a: QColor, b: QColor) -> int:
    return sum(abs(x - y) for x, y in zip(a.getRgb()[:3], b.getRgb()[:3], strict=True))


def test_the_landscape_stays_while_only_the_two_weights_move(
    view: CostSurfaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(MINGLED, "perceptron", bias=False), qtbot)
    studio.seek(10)
    settle(view, qtbot)
    before, notes = view.relief, view.told()
    for mistake in studio.results.learners[0].mistakes[5:15].tolist():
        studio.seek(int(mistake))
    settle(view, qtbot)
    assert view.relief is before
    assert view.told() != notes
    assert view.ways[0].here == pytest.approx(tuple(weights(studio)))


def test_it_changes_with_the_bias_and_with_the_axes(
    view: CostSurfaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(MINGLED, "perceptron"), qtbot)
    studio.seek(0)
    settle(view, qtbot)
    first = view.relief
    studio.to_mistake(1)  # which moves the bias
    settle(view, qtbot)
    assert view.relief is not first
    qtbot.keyClick(view.controls.up, Qt.Key.Key_Down)
    assert view.controls.up.currentText() == "bias"
    settle(view, qtbot)
    assert view.relief is not None
    assert view.relief.wish.axes == (0, 2)


def test_hovering_tells_the_cost_under_the_pointer(
    view: CostSurfaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(MINGLED, "mira"), qtbot)
    studio.seek(50)
    settle(view, qtbot)
    at = view.area().center().toPoint() + QPoint(31, -17)
    qtbot.mouseMove(view, at + QPoint(20, 20))
    qtbot.mouseMove(view, at)
    spot = view.spot_at(at.toPointF())
    told = reading(cost(studio, "hinge", np.array([*spot, weights(studio)[2]])))
    assert view.card.isVisible()
    assert f"mean hinge {told}" in view.card.words()
    studio.step(1)
    assert not view.card.isVisible()


def test_another_look_has_another_picture(
    view: CostSurfaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(MINGLED, "perceptron"), qtbot)
    settle(view, qtbot)
    light = view.relief
    view.theme.use("dark")
    settle(view, qtbot)
    assert light is not None
    assert view.relief is not None
    place = light.image.rect().center()
    assert view.relief.image.pixelColor(place).lightness() < 128
    assert light.image.pixelColor(place).lightness() > 128


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (experiment(THREE, "perceptron"), "keep two classes"),
        (experiment(MINGLED, "adaboost"), "make another learner the active one"),
    ],
)
def test_where_there_is_nothing_to_draw_it_says_what_to_do(
    view: CostSurfaceView, studio: Studio, qtbot: QtBot, what: object, words: str
) -> None:
    put(studio, what, qtbot)  # type: ignore[arg-type]
    assert words in view.told()


def test_it_lives_through_weights_beyond_all_numbers(
    view: CostSurfaceView, studio: Studio, qtbot: QtBot
) -> None:
    from core.experiment import PointsData

    far = ((1e200, 1e200), (-1e200, 2e200), (3e200, -1e200), (1.0, 1.0))
    put(studio, experiment(PointsData(xy=far, labels=(0, 1, 1, 0)), "logistic-regression"), qtbot)
    for t in range(0, studio.length + 1, 3):
        studio.seek(t)
        settle(view, qtbot)
        view.grab()
    assert view.told()


def test_when_playing_ends_the_landscape_is_of_the_last_moment(
    view: CostSurfaceView, studio: Studio, qtbot: QtBot
) -> None:
    put(studio, experiment(MINGLED, "logistic-regression"), qtbot)
    studio.set_speed(3_000.0)
    studio.play()
    qtbot.waitUntil(lambda: not studio.playing, timeout=5_000)
    settle(view, qtbot)
    relief, w = view.relief, weights(studio)
    assert relief is not None
    box = relief.surface.box
    size = len(relief.surface.values)
    corner = box.x0 + 0.5 / size * (box.x1 - box.x0), box.y0 + 0.5 / size * (box.y1 - box.y0)
    expected = cost(studio, "log", np.array([*corner, w[2]]))
    assert relief.surface.values[0, 0] == pytest.approx(expected, rel=1e-9)
