"""A pen on a tablet, and fingers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QInputDevice, QPointingDevice, QTabletEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.stage.hand import Hand, Show, experiment_of

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
Pointer = QPointingDevice.PointerType


class Pen:
    """Held over the first view of the stage."""

    def __init__(self, hand: Hand, end: Pointer = Pointer.Pen) -> None:
        self._hand = hand
        position = QInputDevice.Capability.Position
        self._device = QPointingDevice(
            "pen", 7, QInputDevice.DeviceType.Stylus, end, position, 1, 1
        )

    def send(
        self, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, down: Qt.MouseButton
    ) -> None:
        viewport = self._hand.view.viewport()
        event = QTabletEvent(
            kind, self._device, at, viewport.mapToGlobal(at), 0.5, 0.0, 0.0, 0.0, 0.0, 0.0,
            Qt.KeyboardModifier.NoModifier, button, down,
        )  # fmt: skip
        QApplication.sendEvent(viewport, event)
        assert event.isAccepted(), "or Qt would send a mouse event as well"

    def stroke(self, *places: QPointF) -> None:
        self.send(QEvent.Type.TabletPress, places[0], LEFT, LEFT)
        for place in places[1:]:
            self.send(QEvent.Type.TabletMove, place, NONE, LEFT)
        self.send(QEvent.Type.TabletRelease, places[-1], LEFT, NONE)


def test_a_pen_draws_like_the_mouse_and_one_undo_takes_it_back(hand: Hand) -> None:
    count = len(hand.xy)
    Pen(hand).stroke(QPointF(120.0, 420.0), QPointF(180.0, 420.0), QPointF(240.0, 420.0))
    assert len(hand.xy) - count >= 6
    pixel = 1.0 / hand.view.frame.pixels_per_unit
    assert hand.xy[count] == pytest.approx(hand.spot(QPoint(120, 420)), abs=pixel)
    assert hand.view.hasFocus() or not hand.stage.isActiveWindow()
    hand.studio.undo_stack.undo()
    assert len(hand.xy) == count


def test_a_pen_moves_a_point(hand: Hand, show: Show) -> None:
    show(experiment_of())
    hand.studio.take_up(tool="move")
    start = QPointF(hand.pixel(hand.xy[4]))
    Pen(hand).stroke(start, start + QPointF(30, 10), start + QPointF(60, 20))
    assert len(hand.xy) == 5
    assert hand.pixel(hand.xy[4]) == (start + QPointF(60, 20)).toPoint()


def test_the_other_end_of_a_pen_erases_whatever_the_tool(hand: Hand, show: Show) -> None:
    show(experiment_of())
    place = QPointF(hand.pixel(hand.xy[4]))
    Pen(hand, Pointer.Eraser).stroke(place)
    assert len(hand.xy) == 4
    assert hand.studio.hand.tool == "draw"
    Pen(hand).stroke(place)
    assert len(hand.xy) == 5


def test_a_pen_that_hovers_shows_what_is_under_it(hand: Hand, show: Show) -> None:
    show(experiment_of())
    at = QPointF(hand.pixel(hand.xy[2]))
    Pen(hand).send(QEvent.Type.TabletMove, at, NONE, NONE)
    assert hand.studio.hovered == 2
    assert hand.view.hover_card.isVisible()


def test_a_finger_moves_and_erases_like_the_mouse(hand: Hand, show: Show) -> None:
    show(experiment_of())
    finger, viewport = QTest.createTouchDevice(), hand.view.viewport()
    hand.studio.take_up(tool="move")
    start = hand.pixel(hand.xy[4])
    QTest.touchEvent(viewport, finger).press(0, start, viewport).commit()
    for k in (20, 40, 60):
        QTest.touchEvent(viewport, finger).move(0, start + QPoint(k, 0), viewport).commit()
    QTest.touchEvent(viewport, finger).release(0, start + QPoint(60, 0), viewport).commit()
    assert hand.pixel(hand.xy[4]) == start + QPoint(60, 0)
    hand.studio.take_up(tool="erase")
    place = hand.pixel(hand.xy[0])
    QTest.touchEvent(viewport, finger).press(0, place, viewport).commit()
    QTest.touchEvent(viewport, finger).release(0, place, viewport).commit()
    assert len(hand.xy) == 4
