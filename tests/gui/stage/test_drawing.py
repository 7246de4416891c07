"""Drawing with the pointer: add, paint, spray, erase, remove."""

from __future__ import annotations

import itertools
import math

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from core.editing import MOST_POINTS
from core.experiment import PointsData
from tests.gui.stage.hand import LEFT, RIGHT, SQUARE, Hand, Show, experiment_of


@pytest.mark.parametrize("at", [QPoint(403, 251), QPoint(31, 470), QPoint(777, 66)])
def test_a_click_adds_a_point_of_the_class_in_hand_where_it_was_clicked(
    hand: Hand, at: QPoint
) -> None:
    count = len(hand.xy)
    hand.studio.take_up(label=1)
    hand.click(at)
    assert len(hand.xy) == count + 1
    assert hand.studio.points is not None
    assert hand.studio.points.labels[-1] == 1
    # Where the scatter draws it, not only where the frame says it is.
    hand.stage.catch_up()
    seen = hand.view.view_box.mapViewToScene(QPointF(*hand.xy[-1]))
    assert math.dist((seen.x(), seen.y()), (at.x(), at.y())) <= 1.0


def test_the_view_does_not_move_while_one_draws_at_its_edge(hand: Hand) -> None:
    before = hand.view.frame
    for x in (2, 400, 797):
        hand.click(QPoint(x, 3))
    assert hand.view.frame == before


def test_two_quick_clicks_add_two_points(hand: Hand) -> None:
    count = len(hand.xy)
    hand.click(QPoint(200, 200))
    hand.double_click(QPoint(200, 200), LEFT)
    assert len(hand.xy) == count + 2


def test_drawn_points_have_numbers_for_pencil_and_paper(hand: Hand) -> None:
    """No more decimals than a pixel is wide, and never the same for two pixels."""
    for column in range(100, 104):
        hand.click(QPoint(column, 300))
    drawn = hand.xy[-4:]
    assert len({x for x, _ in drawn}) == 4
    for x, y in drawn:
        assert len(repr(abs(x)).partition(".")[2]) <= 3
        assert len(repr(abs(y)).partition(".")[2]) <= 3


def test_a_drag_paints_a_row_that_one_undo_takes_back(hand: Hand) -> None:
    count = len(hand.xy)
    hand.drag(QPoint(100, 400), QPoint(300, 400))
    added = hand.xy[count:]
    assert 8 <= len(added) <= 12
    gaps = [math.dist(a, b) for a, b in itertools.pairwise(added)]
    pixel = 1.0 / hand.view.frame.pixels_per_unit
    assert max(gaps) == pytest.approx(min(gaps), abs=pixel / 2)
    heights = {y for _, y in added}
    assert len(heights) == 1
    assert heights.pop() == pytest.approx(hand.spot(QPoint(0, 400))[1], abs=pixel / 2)
    hand.studio.undo_stack.undo()
    assert len(hand.xy) == count


def test_every_stroke_is_its_own_undo_step(hand: Hand) -> None:
    count = len(hand.xy)
    hand.drag(QPoint(100, 400), QPoint(200, 400))
    after_first = len(hand.xy)
    hand.drag(QPoint(100, 300), QPoint(200, 300))
    hand.studio.undo_stack.undo()
    assert len(hand.xy) == after_first > count


def test_a_fast_drag_leaves_no_gaps(hand: Hand) -> None:
    count = len(hand.xy)
    hand.press(QPoint(50, 450))
    hand.move(QPoint(650, 450))
    hand.release(QPoint(650, 450))
    assert len(hand.xy) - count > 25


def test_a_drag_that_leaves_the_stage_adds_nothing_outside(hand: Hand) -> None:
    count, box = len(hand.xy), hand.view.frame.box
    hand.drag(QPoint(700, 400), QPoint(1200, 400))
    assert len(hand.xy) > count
    assert all(box.holds(spot) for spot in hand.xy[count:])


def test_spray_adds_several_inside_its_circle_and_one_undo_takes_them_back(hand: Hand) -> None:
    count = len(hand.xy)
    hand.studio.take_up(tool="spray", spray_radius=0.3, spray_density=9)
    at = QPoint(300, 200)
    hand.press(at)
    hand.release(at)
    centre = hand.spot(at)
    assert len(hand.xy) == count + 9
    assert all(math.dist(spot, centre) <= 0.3 for spot in hand.xy[count:])
    hand.drag(at, QPoint(500, 200))
    assert len(hand.xy) >= count + 9 + 3 * 9
    hand.studio.undo_stack.undo()
    assert len(hand.xy) == count + 9


def test_the_wheel_resizes_the_spray_and_shows_its_circle(hand: Hand) -> None:
    hand.studio.take_up(tool="spray", spray_radius=0.3)
    at = QPoint(300, 200)
    hand.hover(at)
    before, view = hand.view.brush.circle, hand.view.frame
    assert before is not None
    assert before[1] == pytest.approx(0.3 * view.pixels_per_unit)
    assert (before[0].x(), before[0].y()) == pytest.approx((300, 200))
    hand.wheel(at, 3)
    after = hand.view.brush.circle
    assert hand.studio.hand.spray_radius > 0.3
    assert after is not None
    assert after[1] > before[1]
    assert hand.view.frame == view, "it must not zoom too"


def test_shift_and_the_wheel_set_how_many_points_a_puff_has(hand: Hand) -> None:
    hand.studio.take_up(tool="spray", spray_density=6)
    said: list[str] = []
    hand.studio.said.connect(said.append)
    middle, radius = QPoint(400, 250), hand.studio.hand.spray_radius
    hand.wheel(middle, 1, Qt.KeyboardModifier.ShiftModifier)
    hand.wheel(middle, 1, Qt.KeyboardModifier.ShiftModifier)
    assert said[-1] == "Spray: 12 points a puff."
    assert hand.studio.hand.spray_radius == radius
    count = len(hand.xy)
    hand.click(middle)
    assert len(hand.xy) == count + 12
    for _ in range(20):
        hand.wheel(middle, -1, Qt.KeyboardModifier.ShiftModifier)
    hand.click(middle)
    assert len(hand.xy) == count + 13
    assert said[-1] == "Spray: 1 point a puff."


def test_brackets_do_to_the_spray_what_the_wheel_does(hand: Hand) -> None:
    hand.studio.take_up(tool="spray", spray_density=6)
    hand.move(QPoint(400, 250))
    radius = hand.studio.hand.spray_radius
    QTest.keyClick(hand.view, Qt.Key.Key_BracketRight)
    assert hand.studio.hand.spray_radius > radius
    QTest.keyClick(hand.view, Qt.Key.Key_BracketLeft)
    assert hand.studio.hand.spray_radius == pytest.approx(radius)
    QTest.keyClick(hand.view, Qt.Key.Key_BraceRight, Qt.KeyboardModifier.ShiftModifier)
    assert hand.studio.hand.spray_density == 8
    assert hand.studio.hand.spray_radius == pytest.approx(radius)


def test_erase_rubs_out_what_is_under_its_circle_in_one_undo_step(hand: Hand, show: Show) -> None:
    show(experiment_of())
    hand.studio.take_up(tool="erase")
    hand.click(hand.pixel((-2.0, 2.0)) + QPoint(9, 0))
    assert (-2.0, 2.0) not in hand.xy
    assert len(hand.xy) == 4
    hand.click(hand.pixel((1.0, 1.0)))
    assert len(hand.xy) == 4, "nothing there"
    hand.drag(hand.pixel((-2.3, -2.0)), hand.pixel((2.3, -2.0)))
    assert hand.xy == ((2.0, 2.0), (0.0, 0.5))
    hand.studio.undo_stack.undo()
    assert len(hand.xy) == 4


def test_a_right_click_removes_the_nearest_point_with_any_tool(hand: Hand, show: Show) -> None:
    show(experiment_of())
    for tool in ("draw", "spray", "move", "erase"):
        hand.studio.take_up(tool=tool)
        hand.click(hand.pixel((2.0, 2.0)) + QPoint(4, 3), RIGHT)
        assert (2.0, 2.0) not in hand.xy, tool
        assert len(hand.xy) == 4
        hand.click(hand.pixel((1.0, -1.0)), RIGHT)
        assert len(hand.xy) == 4, "too far from any point"
        hand.studio.undo_stack.undo()


def test_the_selection_follows_its_points_when_others_go(hand: Hand, show: Show) -> None:
    show(experiment_of())
    hand.studio.select({0, 3})
    hand.click(hand.pixel((-2.0, 2.0)), RIGHT)
    assert [hand.xy[i] for i in sorted(hand.studio.selection)] == [(-2.0, -2.0), (2.0, 2.0)]


def test_the_boundary_follows_what_is_drawn(hand: Hand, show: Show) -> None:
    show(experiment_of(SQUARE))
    hand.studio.seek(hand.studio.length)
    hand.stage.catch_up()
    before = [stroke.curve.tolist() for stroke in hand.view.boundaries.strokes]
    hand.studio.take_up(label=0)
    hand.click(hand.pixel((1.5, 0.0)))
    hand.settle()
    after = [stroke.curve.tolist() for stroke in hand.view.boundaries.strokes]
    assert before
    assert after
    assert before != after


def test_while_a_point_is_dragged_the_boundary_follows_before_it_is_let_go(
    hand: Hand, show: Show
) -> None:
    show(experiment_of())
    hand.studio.seek(5)
    hand.stage.catch_up()
    hand.studio.take_up(tool="move")
    start, seen = hand.pixel(hand.xy[4]), []
    hand.press(start)
    for k in (0, 60, 120, -140):
        hand.move(start + QPoint(k, k // 2))
        hand.settle()
        seen.append(tuple(hand.view.boundaries.strokes[0].curve.ravel().tolist()))
        assert hand.studio.t == 5
    hand.release(start + QPoint(-140, -70))
    assert len(set(seen)) >= 3


def test_everything_can_be_taken_back_without_a_limit(hand: Hand, show: Show) -> None:
    show(experiment_of())
    first = hand.xy
    for k in range(150):
        hand.click(QPoint(20 + 5 * k, 30 if k % 2 else 470))
    assert len(hand.xy) == 155
    for _ in range(150):
        hand.studio.undo_stack.undo()
    assert hand.xy == first
    assert not hand.studio.modified


def test_keys_alone_can_draw_select_and_erase(hand: Hand, show: Show) -> None:
    show(experiment_of())
    control = Qt.KeyboardModifier.ControlModifier
    middle = (400.0, 250.0)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down):
        QTest.keyClick(hand.view, key, control)
    cross = hand.view.brush.cross
    assert cross is not None
    assert cross.x() > middle[0]
    assert cross.y() > middle[1]
    QTest.keyClick(hand.view, Qt.Key.Key_Return)
    assert len(hand.xy) == 6
    spot = hand.view.frame.spot_at(cross.x(), cross.y())
    assert hand.xy[-1] == pytest.approx(spot, abs=0.5 / hand.view.frame.pixels_per_unit)
    hand.studio.take_up(tool="move")
    QTest.keyClick(hand.view, Qt.Key.Key_Return)
    assert hand.studio.selection == {5}
    hand.studio.take_up(tool="erase")
    QTest.keyClick(hand.view, Qt.Key.Key_Return)
    assert len(hand.xy) == 5
    hand.move(QPoint(10, 10))
    assert hand.view.brush.cross is None, "the mouse takes over again"


def test_there_is_a_most_of_points_and_one_is_told(hand: Hand, show: Show) -> None:
    xy = tuple((0.001 * k, 0.0) for k in range(MOST_POINTS))
    show(experiment_of(PointsData(xy, tuple(k % 2 for k in range(MOST_POINTS)))))
    said: list[str] = []
    hand.studio.said.connect(said.append)
    hand.click(QPoint(100, 100))
    assert len(hand.xy) == MOST_POINTS
    assert said
    assert "10,000" in said[0]


def test_a_finger_draws_like_the_mouse(hand: Hand) -> None:
    finger, viewport = QTest.createTouchDevice(), hand.view.viewport()
    count = len(hand.xy)
    QTest.touchEvent(viewport, finger).press(0, QPoint(120, 420), viewport).commit()
    QTest.touchEvent(viewport, finger).move(0, QPoint(180, 420), viewport).commit()
    QTest.touchEvent(viewport, finger).move(0, QPoint(240, 420), viewport).commit()
    QTest.touchEvent(viewport, finger).release(0, QPoint(240, 420), viewport).commit()
    assert len(hand.xy) - count >= 6
    pixel = 1.0 / hand.view.frame.pixels_per_unit
    assert hand.xy[count] == pytest.approx(hand.spot(QPoint(120, 420)), abs=pixel / 2)
    hand.studio.undo_stack.undo()
    assert len(hand.xy) == count
