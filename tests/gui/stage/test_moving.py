"""Moving, selecting and nudging points."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest

from tests.gui.stage.hand import Hand, Show, experiment_of

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(autouse=True)
def _move_tool(hand: Hand, show: Show) -> None:
    show(experiment_of())
    hand.studio.take_up(tool="move")


def test_a_drag_moves_the_point_under_the_pointer_as_one_undo_step(hand: Hand) -> None:
    start = hand.pixel((0.0, 0.5))
    hand.drag(start + QPoint(3, -2), start + QPoint(83, 38))
    unit = 1.0 / hand.view.frame.pixels_per_unit
    assert hand.xy[4] == pytest.approx((80 * unit, 0.5 - 40 * unit), abs=unit / 2)
    assert hand.xy[:4] == ((-2.0, -2.0), (-2.0, 2.0), (2.0, -2.0), (2.0, 2.0))
    hand.studio.undo_stack.undo()
    assert hand.xy[4] == (0.0, 0.5)


def test_a_dragged_point_is_drawn_at_once_and_the_view_stays(hand: Hand) -> None:
    frame = hand.view.frame
    hand.press(hand.pixel((2.0, 2.0)))
    hand.move(hand.pixel((2.5, 2.2)))
    hand.stage.catch_up()
    item = hand.view.points.item(1, held_out=False)
    assert item is not None
    drawn = {(round(x, 2), round(y, 2)) for x, y in item.xy.tolist()}
    shown = tuple(round(c, 2) for c in hand.xy[3])
    assert shown in drawn
    assert (2.0, 2.0) not in drawn
    hand.release(hand.pixel((2.5, 2.2)))
    assert hand.view.frame == frame


def test_a_click_without_moving_changes_nothing(hand: Hand) -> None:
    hand.click(hand.pixel((2.0, 2.0)) + QPoint(2, 2))
    assert hand.xy[3] == (2.0, 2.0)
    assert not hand.studio.modified
    assert hand.studio.selection == {3}


def test_a_rubber_band_selects_what_is_inside_and_rings_it(hand: Hand) -> None:
    start, end = hand.pixel((-2.5, 2.5)), hand.pixel((0.5, 0.1))
    hand.press(start)
    hand.move(start + (end - start) / 2)
    hand.move(end)
    assert hand.view.brush.band is not None
    hand.release(end)
    hand.stage.catch_up()
    assert hand.view.brush.band is None
    assert hand.studio.selection == {1, 4}
    ringed = set(map(tuple, hand.view.marks.selected.xy.tolist()))
    assert ringed == {(-2.0, 2.0), (0.0, 0.5)}
    assert not hand.studio.modified


def test_shift_adds_to_the_selection_and_takes_out_of_it(hand: Hand) -> None:
    hand.click(hand.pixel((2.0, 2.0)))
    hand.click(hand.pixel((0.0, 0.5)), keys=SHIFT)
    assert hand.studio.selection == {3, 4}
    hand.click(hand.pixel((2.0, 2.0)), keys=SHIFT)
    assert hand.studio.selection == {4}
    hand.drag(hand.pixel((-2.5, -2.5)), hand.pixel((-1.5, 2.5)), keys=SHIFT)
    assert hand.studio.selection == {0, 1, 4}
    hand.click(hand.pixel((0.0, -1.0)))
    assert hand.studio.selection == frozenset()


def test_a_drag_of_a_selected_point_moves_the_whole_selection(hand: Hand) -> None:
    hand.studio.select({0, 1})
    start = hand.pixel((-2.0, 2.0))
    hand.drag(start, start + QPoint(50, 0))
    moved = 50 / hand.view.frame.pixels_per_unit
    assert hand.xy[0] == pytest.approx((-2.0 + moved, -2.0))
    assert hand.xy[1] == pytest.approx((-2.0 + moved, 2.0))
    assert hand.xy[2:] == ((2.0, -2.0), (2.0, 2.0), (0.0, 0.5))


def test_arrow_keys_nudge_the_selection_and_one_undo_takes_it_back(hand: Hand) -> None:
    hand.studio.select({4})
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Up):
        QTest.keyClick(hand.view, key)
    x, y = hand.xy[4]
    unit = 1.0 / hand.view.frame.pixels_per_unit
    assert (x, y - 0.5) == pytest.approx((4 * unit, 2 * unit))
    QTest.keyClick(hand.view, Qt.Key.Key_Down, SHIFT)
    assert hand.xy[4][1] < 0.5
    hand.studio.undo_stack.undo()
    assert hand.xy[4] == (0.0, 0.5)


def test_delete_removes_the_selection_and_escape_lets_go_of_it(hand: Hand) -> None:
    hand.studio.select({0, 4})
    QTest.keyClick(hand.view, Qt.Key.Key_Delete)
    assert hand.xy == ((-2.0, 2.0), (2.0, -2.0), (2.0, 2.0))
    assert hand.studio.selection == frozenset()
    hand.studio.select({1})
    QTest.keyClick(hand.view, Qt.Key.Key_Escape)
    assert hand.studio.selection == frozenset()
    assert len(hand.xy) == 3


def test_after_an_undo_no_other_point_is_selected(hand: Hand) -> None:
    hand.studio.select({0, 4})
    QTest.keyClick(hand.view, Qt.Key.Key_Delete)
    hand.studio.select({0})
    hand.studio.undo_stack.undo()
    assert len(hand.xy) == 5
    assert hand.studio.selection == frozenset()


def test_arrows_are_left_to_the_window_when_nothing_is_selected(hand: Hand) -> None:
    pressed: list[str] = []
    window = hand.stage.window()
    shortcut = QShortcut(QKeySequence("Right"), window)
    shortcut.activated.connect(lambda: pressed.append("right"))
    window.activateWindow()
    hand.view.setFocus()
    QTest.keyClick(hand.view, Qt.Key.Key_Right)
    assert pressed == ["right"]
    assert hand.xy[4] == (0.0, 0.5)
    hand.studio.select({4})
    QTest.keyClick(hand.view, Qt.Key.Key_Right)
    assert pressed == ["right"]
    assert hand.xy[4][0] > 0.0
