"""The legend, the note and the notice keep out of each other's way, and out of the points'."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect

from core.experiment import LearnerChoice, PointsData
from gui.stage.plane_view import PlaneView
from tests.gui.stage.hand import SQUARE, Hand, Show, experiment_of

LEARNERS = (
    LearnerChoice("perceptron", also=("averaged",)),
    LearnerChoice("mira"),
    LearnerChoice("support-vector-machine"),
    LearnerChoice("adaboost"),
)
FRAME = ((-3.0, 0.0), (3.0, 0.0), (0.0, 2.0), (0.0, -2.0))  # keeps the view where it is


def covered(view: PlaneView) -> int:
    """How many points have their middle under the legend."""
    place = view.legend.geometry()
    pixels = view.frame.to_pixels(view.placed.xy).round().astype(int)
    return sum(place.contains(QPoint(x, y)) for x, y in pixels.tolist())


def cloud(x: float, y: float) -> tuple[tuple[float, float], ...]:
    spots = np.random.default_rng(1).normal((x, y), (0.7, 0.3), (40, 2)).round(3)
    return tuple((a, b) for a, b in np.clip(spots, (-3, -2), (3, 2)).tolist())


@pytest.mark.parametrize("corner", [(2.4, 1.7), (-2.4, 1.7), (2.4, -1.7), (0.0, 0.0)])
def test_the_legend_goes_where_there_are_no_points(
    hand: Hand, show: Show, corner: tuple[float, float]
) -> None:
    xy = FRAME + cloud(*corner)
    labels = tuple(k % 2 for k in range(len(xy)))
    show(experiment_of(PointsData(xy, labels), *LEARNERS))
    legend = hand.view.legend
    assert legend.isVisible()
    assert covered(hand.view) == 0
    assert hand.view.rect().contains(legend.geometry())


def test_where_it_can_the_legend_stays_in_its_usual_corner(hand: Hand, show: Show) -> None:
    show(experiment_of(PointsData(((-3.0, -2.0), (3.0, 1.0), (0.0, 2.0)), (0, 1, 1)), *LEARNERS))
    legend = hand.view.legend.geometry()
    assert legend.right() > hand.view.width() - 20
    assert legend.top() < 20


def test_the_legend_does_not_run_away_from_the_hand_that_draws(hand: Hand, show: Show) -> None:
    show(experiment_of(PointsData(FRAME, (0, 1, 0, 1)), *LEARNERS[:2]))
    before = hand.view.legend.geometry()
    hand.press(before.center())
    hand.move(before.center() + QPoint(40, 0))
    hand.stage.catch_up()
    assert hand.view.legend.geometry() == before
    hand.release(before.center() + QPoint(40, 0))
    assert covered(hand.view) == 0


@pytest.mark.parametrize("size", [(545, 362), (560, 300), (900, 500), (1500, 800)])
@pytest.mark.parametrize("side_by_side", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_texts_lie_beside_each_other_at_every_size(
    hand: Hand, show: Show, size: tuple[int, int], side_by_side: bool, count: int
) -> None:
    show(experiment_of(PointsData(FRAME + cloud(0, 0), (0, 1) * 22), *LEARNERS[:count]))
    hand.studio.look(side_by_side=side_by_side)
    hand.stage.resize(*size)
    hand.studio.seek(3)
    hand.stage.catch_up()
    hand.stage.layout().activate()
    for view in hand.stage.views:
        legend = view.legend.geometry()
        assert view.rect().contains(legend)
        assert legend.width() <= view.width() * 0.9
        if view.note.isVisible():
            assert not legend.intersects(view.note.geometry())
            assert view.rect().contains(view.note.geometry())


def test_views_side_by_side_have_their_titles_in_the_same_corner(hand: Hand, show: Show) -> None:
    xy = FRAME + cloud(-1.5, 1.0)
    show(experiment_of(PointsData(xy, (0, 1) * 22), *LEARNERS))
    hand.studio.look(side_by_side=True)
    hand.stage.layout().activate()
    hand.stage.catch_up()
    middles = [(view.legend.geometry().center(), view) for view in hand.stage.views]
    assert len({(m.x() > v.width() / 2, m.y() > v.height() / 2) for m, v in middles}) == 1


def test_a_small_view_says_the_name_once_on_one_line(hand: Hand, show: Show) -> None:
    show(experiment_of(SQUARE, *LEARNERS))
    hand.studio.look(side_by_side=True)
    hand.stage.resize(560, 362)
    hand.stage.layout().activate()
    hand.stage.catch_up()
    titles = [view.legend.texts for view in hand.stage.views]
    assert titles == [
        ["Perceptron", "averaged"],
        ["MIRA"],
        ["Support vector machine"],
        ["AdaBoost"],
    ]
    for view in hand.stage.views:
        assert view.legend.height() < 2 * view.fontMetrics().height()


def test_a_notice_lies_beside_the_legend(hand: Hand, show: Show) -> None:
    lone = PointsData(FRAME + cloud(2.4, 1.7), (0,) * 44)
    show(experiment_of(lone, *LEARNERS[:2]))
    for side_by_side in (False, True):
        hand.studio.look(side_by_side=side_by_side)
        hand.stage.layout().activate()
        hand.stage.catch_up()
        for view in hand.stage.views:
            notice: QRect = view.notice.geometry()
            assert view.notice.isVisible()
            assert not notice.intersects(view.legend.geometry())
            assert view.rect().contains(notice)


def test_the_note_does_not_cover_the_point_that_it_is_about(hand: Hand, show: Show) -> None:
    xy = (*FRAME, (-2.9, -1.75), (-2.6, -1.7))
    show(experiment_of(PointsData(xy, (0, 1, 0, 1, 0, 1)), *LEARNERS[:2]))
    view = hand.view
    places = set()
    for t in range(1, 13):
        hand.studio.seek(t)
        hand.stage.catch_up()
        note = view.note.geometry()
        x, y = view.frame.to_pixels(view.marks.visited.xy)[0].round().astype(int).tolist()
        assert not note.contains(QPoint(x, y))
        assert view.rect().contains(note)
        assert not note.intersects(view.legend.geometry())
        places.add((note.left() > view.width() / 2, note.top() > view.height() / 2))
    assert (False, True) in places, "it is in its usual corner wherever it can"
    assert len(places) > 1, "in that corner it would have covered some"
