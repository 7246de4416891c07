"""The loss view: beads where the margins say, and the same item everywhere."""

from __future__ import annotations

import math

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.experiment import LearnerChoice, PointsData
from core.measure import LOSSES
from gui.stage.losses_view import LossesView
from gui.studio import Studio
from gui.theme import Theme


@pytest.fixture
def view(qtbot: QtBot, studio: Studio, application_theme: Theme) -> LossesView:
    view = LossesView(studio, application_theme)
    qtbot.addWidget(view)
    view.resize(700, 420)
    view.show()
    qtbot.waitExposed(view)
    return view


def by_hand(studio: Studio, item: int) -> tuple[float, float]:
    """Margin and perceptron loss of a point under the first learner, from its weights."""
    moment = studio.moment(0)
    assert moment is not None
    assert studio.points is not None
    (x, y), label = studio.points.xy[item], studio.points.labels[item]
    a, b, c = moment.weights()[:, 0].tolist()
    margin = (a * x + b * y + c) * (1 if label else -1)
    return margin, max(0.0, -margin)


def pixel(view: LossesView, margin: float, loss: float) -> QPointF:
    return QPointF(*view.pixels(np.array([margin]), np.array([loss]))[0].tolist())


def test_a_bead_can_be_clicked_where_its_margin_and_loss_are(
    view: LossesView, studio: Studio
) -> None:
    studio.seek(60)
    wrong = [i for i in range(120) if by_hand(studio, i)[0] < -0.3]
    assert wrong
    QTest.mouseClick(view, Qt.MouseButton.LeftButton,
                     pos=pixel(view, *by_hand(studio, wrong[0])).toPoint())  # fmt: skip
    assert len(studio.selection) == 1
    chosen = next(iter(studio.selection))
    assert math.dist(by_hand(studio, chosen), by_hand(studio, wrong[0])) < 0.3
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.area().topLeft().toPoint())
    assert studio.selection == frozenset()


def test_the_mean_follows_time_both_ways(view: LossesView, studio: Studio) -> None:
    studio.seek(0)
    assert view.told() == "120 beads on perceptron loss, mean 0.000"
    studio.seek(40)
    later = view.told()
    dataset = studio.results.dataset
    assert dataset is not None
    losses = [by_hand(studio, int(i))[1] for i in dataset.training]
    assert later == f"120 beads on perceptron loss, mean {np.mean(losses):.3f}"
    studio.seek(0)
    studio.seek(40)
    assert view.told() == later


def test_another_active_learner_brings_its_own_loss(view: LossesView, studio: Studio) -> None:
    studio.seek(30)
    studio.activate(1)
    assert "on hinge loss" in view.told()


def test_the_visited_bead_is_ringed(view: LossesView, studio: Studio) -> None:
    studio.seek(30)
    moment = studio.moment(0)
    assert moment is not None
    spot = pixel(view, *by_hand(studio, int(moment.visited[0])))
    image = view.grab().toImage()
    ring = image.pixelColor(round(spot.x() - 9), round(spot.y()))
    assert ring.lightness() < 140  # dark ink where the card would be nearly white


def test_without_a_learner_or_data_it_says_so(
    view: LossesView, studio: Studio, qtbot: QtBot
) -> None:
    studio.edit(replace(studio.experiment, learners=()), "None")
    assert "no learner" in view.told()
    empty = replace(studio.experiment, data=PointsData(), learners=(LearnerChoice("mira"),))
    studio.edit(empty, "Empty")
    qtbot.waitUntil(lambda: studio.results.done and studio.results.experiment is empty)
    assert "nothing to learn from" in view.told()


@pytest.mark.parametrize("width", [300, 420, 900])
def test_every_curve_is_named_at_every_width(
    view: LossesView, studio: Studio, width: int, qtbot: QtBot
) -> None:
    view.resize(width, 300)
    names = view.names_of_curves()
    assert [name.split(":")[0] for name, _ in names] == list(LOSSES)
    for number, (_, place) in enumerate(names):
        assert view.rect().contains(place.toRect())
        assert place.bottom() <= view.area().top()
        assert not any(place.intersects(other) for _, other in names[:number])


def test_without_points_it_says_what_to_do(view: LossesView, studio: Studio, qtbot: QtBot) -> None:
    studio.edit(replace(studio.experiment, data=PointsData((), ())), "Clear")
    qtbot.waitUntil(lambda: "draw some points" in view.told())
