"""What tests of the planes of two weights share: views on screen, and data to put on them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from core.experiment import Experiment, LearnerChoice, Order, PointsData, Split
from core.generators import make_points
from core.rows import Floats
from core.run import Moment
from core.runs import points_data
from gui.stage.weight_plane import WeightPlane
from gui.studio import Studio
from gui.theme import Theme

APART = points_data(make_points("blobs", n=40, noise=0.3, seed=3))  # with room between
MINGLED = points_data(make_points("overlap", n=60, noise=0.4, seed=26))
THREE = points_data(make_points("blobs", n=30, noise=0.3, classes=3, seed=3))
MANY = points_data(make_points("overlap", n=400, noise=0.4, seed=26))

Make = Callable[[Studio, Theme], WeightPlane]


def experiment(data: PointsData, *learners: str | LearnerChoice, bias: bool = True) -> Experiment:
    chosen = tuple(LearnerChoice(one) if isinstance(one, str) else one for one in learners)
    order = Order("shuffled", seed=5)
    return Experiment(data=data, learners=chosen, split=Split(0.0), order=order, bias=bias)


def put(studio: Studio, what: Experiment, qtbot: QtBot) -> None:
    """Another experiment, with its runs computed."""
    studio.open_document(what, None)
    qtbot.waitUntil(
        lambda: studio.results.done and studio.results.experiment is studio.experiment,
        timeout=30_000,
    )


def moment_of(studio: Studio) -> Moment:
    moment = studio.moment(studio.active)
    assert moment is not None
    return moment


def margins_at(studio: Studio, weights: Floats) -> Floats:
    """Of all points for weights (x, y, bias), from nothing but the drawn points."""
    points = studio.points
    assert points is not None
    signs = 2.0 * np.array(points.labels) - 1.0
    return np.asarray(signs * (np.array(points.xy) @ weights[:2] + weights[2]))


def pixel_point(view: WeightPlane, spot: tuple[float, float]) -> QPoint:
    return view.pixel(spot).toPoint()
