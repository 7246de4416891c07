"""The tint of the plane against the engine's predictions."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from core.experiment import Experiment, FeatureMapChoice, LearnerChoice, Split
from core.feature_maps import feature_map
from core.generators import make_points
from core.rows import Rows
from core.run import predictions
from core.runs import points_data
from tests.gui.stage.hand import Hand, Show

PLAIN = FeatureMapChoice()
CASES = [
    ("perceptron", "last", 2, PLAIN),
    ("perceptron", "averaged", 5, PLAIN),
    ("mira", "voted", 2, PLAIN),
    ("perceptron", "voted", 3, FeatureMapChoice("quadratic")),
    ("logistic-regression", "last", 3, FeatureMapChoice("random-fourier", components=60)),
    ("gaussian-naive-bayes", "last", 4, PLAIN),
    ("gaussian-naive-bayes", "last", 2, FeatureMapChoice("cubic")),
    ("adaboost", "last", 2, PLAIN),
    ("adaboost", "last", 4, FeatureMapChoice("quadratic")),
]


@pytest.mark.parametrize(("name", "readout", "classes", "features"), CASES)
@pytest.mark.parametrize("bias", [True, False])
def test_every_cell_has_the_label_that_the_learner_predicts_there(
    hand: Hand, show: Show, name: str, readout: str, classes: int, features: FeatureMapChoice,
    bias: bool,
) -> None:  # fmt: skip
    points = points_data(make_points("blobs", n=50, noise=0.6, classes=classes, seed=2))
    learner = LearnerChoice(name, readout=readout)
    show(Experiment(data=points, learners=(learner,), features=features, bias=bias))
    hand.studio.seek(37)
    hand.stage.catch_up()
    layer, moment = hand.view.regions, hand.studio.moment(0)
    assert layer.grid is not None
    assert layer.labels is not None
    assert moment is not None
    some = np.random.default_rng(1).integers(0, layer.labels.size, 400)
    cells = layer.grid.points()[some]
    rows = Rows.from_dense(feature_map(features).transform(cells))
    scores = moment.scores(rows, readout)
    best = np.sort(scores, axis=1)
    clear = best[:, -1] - best[:, -2] > 1e-4 * max(np.ptp(scores), 1e-12)
    assert clear.sum() > 100
    np.testing.assert_array_equal(layer.labels.ravel()[some][clear], predictions(scores)[clear])


def test_a_pixel_has_the_tint_of_the_class_predicted_there(hand: Hand) -> None:
    hand.studio.look(legend=False, arrow=False, trail=False, margins=False)
    hand.studio.seek(300)
    hand.stage.catch_up()
    picture, moment = hand.view.grab().toImage(), hand.studio.moment(0)
    assert moment is not None
    for x, y in ((40, 120), (700, 80), (90, 300), (760, 380)):
        spot = hand.view.frame.spot_at(x + 0.5, y + 0.5)
        label = int(predictions(moment.scores(Rows.from_dense([spot])))[0])
        seen = QColor(picture.pixel(x, y))
        away = [
            _hue_distance(seen, hand.view.theme.class_colour(k)) for k in range(2)
        ]  # the tint is pale, its hue is not
        assert int(np.argmin(away)) == label


def _hue_distance(a: QColor, b: QColor) -> float:
    apart = abs(a.hueF() - b.hueF())
    return min(apart, 1.0 - apart)


def test_the_tint_fades_towards_the_boundary(hand: Hand) -> None:
    hand.studio.seek(300)
    hand.studio.look(legend=False, arrow=False, trail=False, margins=False)
    hand.stage.catch_up()
    run = hand.studio.results.learners[0].run
    assert run is not None
    w = run.weights(300)
    size = float(np.hypot(w[0], w[1]))
    foot = -w[2] * w[:2] / size**2
    picture = hand.view.grab().toImage()

    def strength(away: float) -> int:
        spot = foot + away / size * w[:2]
        x, y = hand.view.frame.pixel_of((float(spot[0]), float(spot[1])))
        return QColor(picture.pixel(round(x), round(y))).hsvSaturation()

    unit = size / hand.view.frame.pixels_per_unit
    assert strength(9 * unit) < strength(60 * unit)


def most_common_colour(hand: Hand) -> QColor:
    """Of the whole stage: points, lines and texts cover but a small part of it."""
    picture = hand.view.grab().toImage()
    places = ((x, y) for x in range(5, picture.width(), 9) for y in range(5, picture.height(), 9))
    return QColor(Counter(picture.pixel(x, y) for x, y in places).most_common(1)[0][0])


def test_no_regions_before_anything_is_learnt_or_when_they_are_off(hand: Hand) -> None:
    stage = hand.view.theme.colour("stage")
    assert most_common_colour(hand) == stage
    hand.studio.seek(300)
    hand.stage.catch_up()
    assert most_common_colour(hand) != stage
    hand.studio.look(regions=False)
    hand.stage.catch_up()
    assert most_common_colour(hand) == stage


def test_a_vote_of_very_many_is_counted_over_several_frames(
    hand: Hand, show: Show, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    from gui.stage import terrain

    monkeypatch.setattr(terrain, "TURNS_AT_ONCE", 7)
    monkeypatch.setattr(terrain, "VOTING_SECONDS", 0.0)
    points = points_data(make_points("overlap", n=80, noise=0.6, seed=2))
    show(
        Experiment(
            data=points, learners=(LearnerChoice("perceptron", readout="voted"),), split=Split(0.0)
        )
    )
    hand.studio.seek(hand.studio.length)
    moment = hand.studio.moment(0)
    assert moment is not None

    def agrees() -> bool:
        layer = hand.view.regions
        if layer.grid is None or layer.labels is None:
            return False
        cells = layer.grid.points()[::11]
        expected = predictions(moment.scores(Rows.from_dense(cells), "voted"))
        return bool((layer.labels.ravel()[::11] == expected).all())

    hand.stage.catch_up()
    assert not agrees(), "not all of it in the first frame"
    qtbot.waitUntil(agrees, timeout=10_000)
