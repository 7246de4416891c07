"""From mouse, pen and touch to the tool in hand, to zooming and to panning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from core.boundary import Spot
from gui.stage.tools import Grip, Tool
from gui.stage.tools.tool import remove_chosen

if TYPE_CHECKING:
    from gui.stage.plane_view import PlaneView

ZOOM = 1.15  # a notch of the wheel
NOTCH = 120.0  # in Qt's eighths of a degree
PANNING_KEYS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class Pointer:
    """What the pointer is doing on one view; strokes end with the tool that they began with."""

    def __init__(self, view: PlaneView) -> None:
        self._view = view
        self._working: Tool | None = None  # between press and release
        self._panned_from: QPointF | None = None
        self.place: QPointF | None = None  # in pixels; None: elsewhere
        self.by_key = False  # is it a crosshair that keys have moved there?
        self.erasing = False  # is it the other end of a pen?
        self.has_worked = False  # here, since it was last beside all points

    @property
    def tool(self) -> Tool:
        studio, tools = self._view.studio, self._view.tools
        asked = {"point": "pick point", "line": "place line"}.get(studio.picking.waits_for)
        in_hand = "erase" if self.erasing else studio.hand.tool
        return self._working or tools[asked or (in_hand if self._may_draw else "look")]

    @property
    def _may_draw(self) -> bool:
        studio = self._view.studio
        return studio.experiment.shows("tools") and not studio.picking.waits_for

    @property
    def busy(self) -> bool:
        """Is a stroke or a pan under way?"""
        return self._working is not None or self._panned_from is not None

    @property
    def spot(self) -> Spot | None:
        if self.place is None:
            return None
        return self._view.frame.spot_at(self.place.x(), self.place.y())

    def grip(self, place: QPointF, keys: Qt.KeyboardModifier) -> Grip:
        frame = self._view.frame
        adding = bool(keys & Qt.KeyboardModifier.ShiftModifier)
        spot = frame.spot_at(place.x(), place.y())
        return Grip(spot, 1.0 / frame.pixels_per_unit, frame.box, self._view.placed, adding)

    def press(self, event: QMouseEvent) -> None:
        self._go_to(event)
        button, keys = event.button(), event.modifiers()
        left = button == Qt.MouseButton.LeftButton
        if self.busy:
            return
        if button == Qt.MouseButton.MiddleButton or (left and keys & PANNING_KEYS):
            self._panned_from = event.position()
        elif left:
            self._working = self.tool
            self._working.press(self.grip(event.position(), keys))
        elif button == Qt.MouseButton.RightButton and self._may_draw:
            point = self.grip(event.position(), keys).point
            remove_chosen(self._view.studio, [] if point is None else [point], "Remove point")

    def move(self, event: QMouseEvent) -> None:
        self._go_to(event)
        if self._panned_from is not None:
            self._pan_to(event.position())
        elif self._working is not None:
            self._working.drag(self.grip(event.position(), event.modifiers()))

    def release(self, event: QMouseEvent) -> None:
        self._go_to(event)
        if self._panned_from is not None:
            if event.button() in (Qt.MouseButton.MiddleButton, Qt.MouseButton.LeftButton):
                self._panned_from = None
        elif self._working is not None and event.button() == Qt.MouseButton.LeftButton:
            working, self._working = self._working, None
            self.has_worked = True
            working.release(self.grip(event.position(), event.modifiers()))

    def walk(self, across: float, down: float) -> None:
        """Move a crosshair, which stands in for the mouse; it starts in the middle."""
        frame = self._view.frame
        here = self.place or QPointF(frame.width / 2, frame.height / 2)
        x = min(max(here.x() + across, 0.0), frame.width - 1.0)
        y = min(max(here.y() + down, 0.0), frame.height - 1.0)
        self.place, self.by_key = QPointF(x, y), True

    def click(self, keys: Qt.KeyboardModifier) -> None:
        """Use the tool in hand where the crosshair is."""
        if self.place is not None and not self.busy:
            self.tool.press(self.grip(self.place, keys))
            self.tool.release(self.grip(self.place, keys))

    def turn(self, notches: float, keys: Qt.KeyboardModifier) -> None:
        """As if the wheel were turned, for a tool that uses it."""
        frame = self._view.frame
        here = self.place or QPointF(frame.width / 2, frame.height / 2)
        self.tool.wheel(self.grip(here, keys), notches)

    def leave(self) -> None:
        self.place, self.by_key, self.has_worked = None, False, False

    def _go_to(self, event: QMouseEvent) -> None:
        self.place, self.by_key = event.position(), False

    def wheel(self, event: QWheelEvent) -> None:
        """The tool may use the wheel, but with Ctrl it always zooms."""
        turned = event.angleDelta()
        # Alt turns a vertical wheel into a horizontal one.
        notches = (turned.y() or turned.x()) / NOTCH
        if notches == 0.0:
            return
        grip = self.grip(event.position(), event.modifiers())
        always = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if always or not self.tool.wheel(grip, notches):
            self._view.camera.zoom(ZOOM**-notches, grip.spot)

    def _pan_to(self, place: QPointF) -> None:
        assert self._panned_from is not None
        moved, unit = place - self._panned_from, 1.0 / self._view.frame.pixels_per_unit
        self._panned_from = place
        self._view.camera.pan(-moved.x() * unit, moved.y() * unit)

    @property
    def cursor(self) -> Qt.CursorShape:
        if self._panned_from is not None:
            return Qt.CursorShape.ClosedHandCursor
        return self.tool.cursor
