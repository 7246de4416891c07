"""The boundary before this step, and the arrow from the old weights to the new ones."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.experiment import LearnerChoice
from core.generators import make_points
from core.runs import points_data
from gui.stage.ghost import GhostLayer
from tests.gui.stage.hand import Hand, Show, experiment_of


def ghost(hand: Hand) -> GhostLayer:
    hand.stage.catch_up()
    return hand.view.ghost


def mistakes(hand: Hand) -> list[int]:
    result = hand.studio.result(0)
    assert result is not None
    return [int(step) for step in result.mistakes if step > 3]


def weights(hand: Hand, t: int) -> np.ndarray:
    run = hand.studio.result(0).run  # type: ignore[union-attr]
    return run.weights(t)  # type: ignore[union-attr]


def test_the_ghost_lies_where_the_old_weights_score_zero(hand: Hand) -> None:
    for t in mistakes(hand)[:6]:
        hand.studio.seek(t)
        a, b, c = weights(hand, t - 1)
        (stroke,) = ghost(hand).strokes
        assert stroke.kind == "ghost"
        for x, y in stroke.curve:
            assert a * x + b * y + c == pytest.approx(0.0, abs=1e-9)


def test_the_arrow_runs_along_the_visited_point(hand: Hand) -> None:
    seen = 0
    for t in mistakes(hand)[:12]:
        hand.studio.seek(t)
        change = ghost(hand).arrow.change
        if change is None:
            continue
        _, old, new = change
        moment = hand.studio.moment(0)
        assert moment is not None
        x, y = hand.xy[_original(hand, int(moment.visited[0]))]
        across = (new[0] - old[0]) * y - (new[1] - old[1]) * x
        assert across == pytest.approx(0.0, abs=1e-9)
        seen += 1
    assert seen > 3


def _original(hand: Hand, row: int) -> int:
    """The drawn point behind a row of the training set."""
    wanted = hand.studio.result(0).run.dataset.rows.dense()[row][:2]  # type: ignore[union-attr]
    distances = [math.dist(wanted, spot) for spot in hand.xy]
    return int(np.argmin(distances))


def test_the_arrow_ends_at_the_tip_of_w(hand: Hand) -> None:
    hand.studio.seek(mistakes(hand)[2])
    change, arrow = ghost(hand).arrow.change, hand.view.arrow.arrow
    assert change is not None
    assert arrow is not None
    assert (change[0], change[2]) == arrow


def test_a_step_without_a_change_has_no_ghost(hand: Hand) -> None:
    wrong = set(mistakes(hand))
    hand.studio.seek(next(t for t in range(20, 200) if t not in wrong))
    assert ghost(hand).strokes == ()
    assert ghost(hand).arrow.change is None


def test_it_is_shown_at_rest_and_when_slow_only(hand: Hand) -> None:
    studio = hand.studio
    studio.seek(mistakes(hand)[2])
    for playing, speed, there in ((True, 900.0, 0), (True, 2.0, 1), (False, 900.0, 1)):
        studio.playing = playing
        studio.set_speed(speed)
        assert len(ghost(hand).strokes) == there
    studio.playing = False


def test_the_looks_switch_it_off(hand: Hand) -> None:
    hand.studio.seek(mistakes(hand)[2])
    assert ghost(hand).strokes
    hand.studio.look(arrow=False)
    assert ghost(hand).strokes
    assert ghost(hand).arrow.change is None
    hand.studio.look(arrow=True, ghost=False)
    assert ghost(hand).strokes == ()
    assert ghost(hand).arrow.change is None


def test_four_classes_have_old_borders_and_no_arrow(hand: Hand, show: Show) -> None:
    data = points_data(make_points("blobs", n=120, classes=4, noise=0.9, seed=1))
    show(experiment_of(data, LearnerChoice("perceptron")))
    hand.studio.seek(mistakes(hand)[4])
    assert len(ghost(hand).strokes) >= 3
    assert ghost(hand).arrow.change is None


def test_a_curved_boundary_has_a_curved_ghost(hand: Hand, show: Show) -> None:
    data = hand.studio.points
    assert data is not None
    show(experiment_of(data, LearnerChoice("gaussian-naive-bayes")))
    hand.studio.seek(40)
    assert max(len(stroke.curve) for stroke in ghost(hand).strokes) > 10
    assert ghost(hand).arrow.change is None
