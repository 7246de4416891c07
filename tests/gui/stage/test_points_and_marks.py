"""Points and what is said of single ones: shape, hollow, rings, crosses, sizes."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor

from core.boosting import BoostRecording
from core.experiment import Experiment, LearnerChoice, PointsData, Split
from core.generators import make_points
from core.online import OnlineRecording
from core.run import predictions
from core.runs import points_data
from gui.palette import SHAPES
from gui.stage.spots import SpotsItem
from tests.gui.stage.hand import Hand, Show, experiment_of


def spots(item: SpotsItem) -> set[tuple[float, float]]:
    if not item.isVisible():
        return set()
    return {(float(x), float(y)) for x, y in item.xy.tolist()}


def go_to(hand: Hand, t: int) -> None:
    hand.studio.seek(t)
    hand.stage.catch_up()


def test_held_out_points_are_hollow_and_the_others_filled(hand: Hand) -> None:
    data, dataset = hand.studio.points, hand.studio.results.dataset
    assert data is not None
    assert dataset is not None
    picture = hand.view.grab().toImage()
    alone = [i for i in range(len(data.xy)) if _alone(hand, i)]
    held = [i for i in alone if dataset.held_out_rows[i]]
    kept = [i for i in alone if not dataset.held_out_rows[i]]
    assert len(held) >= 2
    assert len(kept) >= 10
    for i in held:
        at = hand.pixel(data.xy[i])
        assert QColor(picture.pixel(at)) == hand.view.theme.colour("stage")
    for i in kept:
        at = hand.pixel(data.xy[i])
        assert QColor(picture.pixel(at)) == hand.view.theme.class_colour(data.labels[i])


def _alone(hand: Hand, i: int) -> bool:
    here = hand.pixel(hand.xy[i])
    others = (hand.pixel(spot) for k, spot in enumerate(hand.xy) if k != i)
    hidden = any(w.geometry().contains(here) for w in (hand.view.note, hand.view.legend))
    return not hidden and all((here - other).manhattanLength() > 22 for other in others)


def test_every_class_has_its_own_shape_and_colour(hand: Hand, show: Show) -> None:
    xy = tuple((float(k), 0.0) for k in range(8))
    show(experiment_of(PointsData(xy, tuple(range(8)), tuple("ABCDEFGH"))))
    items = [hand.view.points.item(k, held_out=False) for k in range(8)]
    assert all(item is not None for item in items)
    looks = [(i.symbol, i.brush.color().name()) for i in items if i is not None]
    assert [symbol for symbol, _ in looks] == list(SHAPES)
    assert len({colour for _, colour in looks}) == 8


def test_the_visited_example_is_ringed(hand: Hand) -> None:
    for t in (1, 40):
        go_to(hand, t)
        moment = hand.studio.moment(0)
        assert moment is not None
        assert spots(hand.view.marks.visited) == {hand.xy[int(moment.visited[0])]}
    go_to(hand, 0)
    assert spots(hand.view.marks.visited) == set()


def test_training_mistakes_of_the_learner_in_focus_are_crossed(hand: Hand) -> None:
    go_to(hand, 30)
    for learner in (0, 1):
        hand.studio.activate(learner)
        hand.stage.catch_up()
        moment = hand.studio.moment(learner)
        assert moment is not None
        dataset = moment.run.dataset
        wrong = (predictions(moment.scores()) != dataset.labels) & ~dataset.held_out_rows
        assert wrong.any()
        assert spots(hand.view.marks.mistakes) == {hand.xy[i] for i in np.flatnonzero(wrong)}
    go_to(hand, 0)
    assert spots(hand.view.marks.mistakes) == set(), "nothing is wrong before the first step"


def test_marks_move_with_a_point_that_is_dragged(hand: Hand) -> None:
    go_to(hand, 40)
    moment = hand.studio.moment(0)
    assert moment is not None
    visited = int(moment.visited[0])
    hand.studio.take_up(tool="move")
    at = hand.pixel(hand.xy[visited])
    hand.press(at)
    hand.move(at + QPoint(40, 25))
    hand.stage.catch_up()
    chosen = next(iter(hand.studio.selection))
    assert spots(hand.view.marks.selected) == {hand.xy[chosen]}
    hand.release(at + QPoint(40, 25))
    hand.settle()
    now = hand.studio.moment(0)
    assert now is not None
    assert spots(hand.view.marks.visited) == {hand.xy[int(now.visited[0])]}


@pytest.mark.parametrize("classes", [2, 3])
def test_support_vectors_are_ringed(hand: Hand, show: Show, classes: int) -> None:
    points = points_data(make_points("blobs", n=40, noise=0.4, classes=classes, seed=1))
    learner = LearnerChoice("support-vector-machine")
    show(Experiment(data=points, learners=(learner,), split=Split(0.0)))
    go_to(hand, 200)
    moment = hand.studio.moment(0)
    assert moment is not None
    recording = moment.run.recording
    assert isinstance(recording, OnlineRecording)
    dual = recording.dual(moment.t).reshape(40, -1)
    expected = {hand.xy[i] for i in range(40) if (dual[i] > 0).any()}
    assert 0 < len(expected) < 40
    assert spots(hand.view.marks.support) == expected


def test_weights_of_boosting_are_sizes(hand: Hand, show: Show) -> None:
    points = points_data(make_points("circles", n=60, noise=0.3, seed=1))
    show(Experiment(data=points, learners=(LearnerChoice("adaboost"),), split=Split(0.2)))
    go_to(hand, 15)
    moment = hand.studio.moment(0)
    assert moment is not None
    recording = moment.run.recording
    assert isinstance(recording, BoostRecording)
    weights = recording.example_weights(15)
    halos = hand.view.marks.halos
    places = {
        tuple(map(float, spot)): k for k, spot in enumerate(zip(*halos.getData(), strict=True))
    }
    training = moment.run.dataset.training
    sizes = np.array([halos.data["size"][places[hand.xy[i]]] for i in training])
    assert len(places) == len(training)
    heavy, light = weights > np.quantile(weights, 0.9), weights < np.quantile(weights, 0.1)
    assert sizes[heavy].min() > sizes[light].max()


def test_a_change_of_look_recolours_everything(hand: Hand) -> None:
    go_to(hand, 100)
    theme = hand.view.theme
    light = hand.view.grab().toImage()
    theme.use("dark")
    hand.stage.catch_up()
    dark = hand.view.grab().toImage()
    data, dataset = hand.studio.points, hand.studio.results.dataset
    assert data is not None
    assert dataset is not None
    for i in range(len(data.xy)):
        if _alone(hand, i) and not dataset.held_out_rows[i] and data.xy[i] not in _marked(hand):
            at = hand.pixel(data.xy[i])
            assert QColor(dark.pixel(at)) == theme.class_colour(data.labels[i])
            assert dark.pixel(at) != light.pixel(at)
    corner = QColor(dark.pixel(60, 130))
    assert corner.lightness() < 110 < QColor(light.pixel(60, 130)).lightness()
    colours = {stroke.colour.name() for stroke in hand.view.boundaries.strokes}
    assert colours == {theme.learner_colour(0).name(), theme.learner_colour(1).name()}
    theme.use("light")
    hand.stage.catch_up()
    assert hand.view.grab().toImage() == light


def _marked(hand: Hand) -> set[tuple[float, float]]:
    return spots(hand.view.marks.mistakes) | spots(hand.view.marks.visited)
