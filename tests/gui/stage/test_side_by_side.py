"""One view, or one for each visible learner; hidden stages catch up when they are shown."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from core.experiment import LearnerChoice
from tests.gui.stage.hand import LEFT, SQUARE, Hand, Show, experiment_of

NAMES = ("perceptron", "mira", "pegasos", "logistic-regression")


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_as_many_views_as_learners_each_with_its_own_lines(
    hand: Hand, show: Show, count: int
) -> None:
    show(experiment_of(SQUARE, *(LearnerChoice(name) for name in NAMES[:count])))
    assert len(hand.stage.views) == 1
    hand.studio.look(side_by_side=True)
    hand.studio.seek(4)
    hand.stage.catch_up()
    views = hand.stage.views
    assert len(views) == count
    for learner, view in enumerate(views):
        assert view.isVisible()
        learners = {stroke.learner for stroke in view.boundaries.strokes}
        assert learners <= ({learner} if count > 1 else {0})
        assert view.legend.isVisible()
        assert view.legend.texts[0].lower().startswith(NAMES[learner].split("-")[0])
    hand.studio.look(side_by_side=False)
    hand.stage.catch_up()
    assert len(hand.stage.views) == 1
    assert sum(view.isVisible() for view in views) == 1


@pytest.mark.parametrize(("width", "rows"), [(1000, 1), (600, 2)])
def test_three_views_are_of_one_size_in_one_row_if_they_fit(
    hand: Hand, show: Show, width: int, rows: int
) -> None:
    show(experiment_of(SQUARE, *(LearnerChoice(name) for name in NAMES[:3])))
    hand.studio.look(side_by_side=True)
    for wide in (700, width):  # from either side
        hand.stage.resize(wide, 500)
        hand.stage.layout().activate()
    views = hand.stage.views
    assert len({view.y() for view in views}) == rows
    for measure in ([v.width() for v in views], [v.height() for v in views]):
        assert max(measure) - min(measure) <= 2
    assert max(view.geometry().right() for view in views) >= width - 2
    if rows == 2:
        assert views[2].geometry().center().x() == pytest.approx(width / 2, abs=2)


def test_hidden_learners_have_no_view(hand: Hand, show: Show) -> None:
    choices = [LearnerChoice(name, visible=name != "mira") for name in NAMES]
    show(experiment_of(SQUARE, *choices))
    hand.studio.look(side_by_side=True)
    hand.stage.catch_up()
    assert [view.own_learner for view in hand.stage.views] == [0, 2, 3]


def test_views_look_at_the_same_part_of_the_plane(hand: Hand, qtbot: QtBot) -> None:
    hand.studio.look(side_by_side=True)
    qtbot.waitUntil(lambda: hand.stage.views[1].width() == hand.stage.views[0].width())
    hand.stage.catch_up()
    hand.wheel(QPoint(50, 60), 3)
    hand.stage.catch_up()
    first, second = (view.view_box.viewRange() for view in hand.stage.views)
    assert first == second


def test_drawing_works_in_any_view_and_hovering_rings_in_all(hand: Hand, qtbot: QtBot) -> None:
    hand.studio.look(side_by_side=True)
    qtbot.waitUntil(lambda: hand.stage.views[1].width() == hand.stage.views[0].width())
    second = hand.stage.views[1]
    count = len(hand.xy)
    qtbot.mouseClick(second.viewport(), LEFT, pos=QPoint(40, 90))
    assert len(hand.xy) == count + 1
    hand.settle()
    qtbot.mouseMove(second.viewport(), QPoint(140, 20))
    qtbot.mouseMove(second.viewport(), QPoint(40, 90))
    assert hand.studio.hovered == count
    for view in hand.stage.views:
        assert tuple(view.marks.hovered.xy[0].tolist()) == hand.xy[-1]
    assert second.hover_card.isVisible()
    assert not hand.stage.views[0].hover_card.isVisible()


def test_one_cursor_moves_all_views(hand: Hand, show: Show) -> None:
    show(experiment_of(SQUARE, LearnerChoice("perceptron"), LearnerChoice("mira")))
    hand.studio.look(side_by_side=True)
    seen = []
    for t in (1, 4):
        hand.studio.seek(t)
        hand.stage.catch_up()
        drawn = [view.boundaries.strokes for view in hand.stage.views]
        lines = [s.curve.tolist() for strokes in drawn for s in strokes if s.kind == "boundary"]
        assert len(lines) == 2
        for learner, line in enumerate(lines):
            moment = hand.studio.moment(learner)
            assert moment is not None
            assert moment.t == t
            a, b, c = moment.run.weights(t).tolist()
            assert [a * x + b * y + c for x, y in line] == pytest.approx([0.0, 0.0], abs=1e-9)
        seen.append(lines)
    assert all(before != after for before, after in zip(*seen, strict=True))


def test_a_hidden_stage_catches_up_when_it_is_shown(hand: Hand, show: Show) -> None:
    hand.stage.hide()
    hand.studio.seek(50)
    data = hand.studio.points
    assert data is not None
    moved = tuple((x + 0.25, y) for x, y in data.xy)
    hand.studio.edit_points(replace(data, xy=moved), "Shift")
    hand.stage.show()
    item = hand.view.points.item(0, held_out=False)
    assert item is not None
    assert set(item.xy[:, 0].tolist()) <= {x for x, _ in moved}
