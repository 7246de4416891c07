"""Drags a point or the whole selection; a drag over empty ground selects with a rubber band."""

from __future__ import annotations

from PySide6.QtCore import Qt

from core.boundary import Spot
from core.editing import move_points
from core.experiment import PointsData
from gui.stage.tools.tool import Grip, Tool
from gui.studio import Studio

THRESHOLD = 3.0  # pixels before a press becomes a drag


class Move(Tool):
    """Shift adds to the selection, or takes a selected point out of it."""

    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._start: Spot = (0.0, 0.0)
        self._data: PointsData | None = None  # as they were at the press; None: a rubber band
        self._chosen: frozenset[int] = frozenset()
        self._selected_before: frozenset[int] = frozenset()
        self._dragging = False

    def press(self, grip: Grip) -> None:
        self.begin_stroke()
        self._start, self._dragging = grip.spot, False
        point, selection = grip.point, self.studio.selection
        self._selected_before = selection if grip.adding else frozenset()
        self._data = self.studio.points if point is not None else None
        if point is None:
            return
        if grip.adding:
            self.studio.select(selection ^ {point})
        elif point not in selection:
            self.studio.select({point})
        self._chosen = self.studio.selection | {point}

    def drag(self, grip: Grip) -> None:
        dx, dy = grip.spot[0] - self._start[0], grip.spot[1] - self._start[1]
        if not self._dragging and max(abs(dx), abs(dy)) < THRESHOLD * grip.unit:
            return
        self._dragging = True
        if self._data is None:
            self.band = (self._start, grip.spot)
            self.studio.select(self._selected_before.union(grip.placed.between(*self.band)))
            return
        text = "Move point" if len(self._chosen) == 1 else "Move points"
        moved = move_points(self._data, self._chosen, grip.rounded(dx), grip.rounded(dy))
        self.studio.edit_points(moved, text, self.stroke)

    def release(self, grip: Grip) -> None:
        if self._data is None and not self._dragging:
            self.studio.select(self._selected_before)
        self.band, self._data = None, None
