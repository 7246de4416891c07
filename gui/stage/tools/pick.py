"""Answers to a question that are given on the plane: the point that is meant, or a line."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt

from core.boundary import Spot
from gui.picking import Ends
from gui.stage.tools.tool import Grip, Tool
from gui.studio import Studio

REACH = 40.0  # pixels around the pointer in which a point is meant: there is nothing else to hit
CLOSEST = 8.0  # pixels between the handles of a line


class PickPoint(Tool):
    """A click picks the nearest point; it changes nothing."""

    cursor = Qt.CursorShape.PointingHandCursor

    def press(self, grip: Grip) -> None:
        point = grip.placed.nearest(grip.spot, REACH * grip.unit)
        if point is not None:
            self.studio.picking.pick(point)


class PlaceLine(Tool):
    """The nearer handle comes to the pointer; a grip between them takes the line along."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._held: int | None = None  # which handle; None: the line between them
        self._from: Spot = (0.0, 0.0)
        self._line: Ends | None = None  # as it was at the press

    def press(self, grip: Grip) -> None:
        line = self.studio.picking.picks.line
        if line is None:
            return
        self._from, self._line = grip.spot, line
        middle = ((line[0][0] + line[1][0]) / 2.0, (line[0][1] + line[1][1]) / 2.0)
        nearest = min((*line, middle), key=lambda spot: math.dist(spot, grip.spot))
        self._held = line.index(nearest) if nearest in line else None
        near = math.dist(middle, grip.spot) <= REACH * grip.unit
        if self._held is None and not near:
            first, second = (math.dist(spot, grip.spot) for spot in line)
            self._held = 0 if first <= second else 1
        self.drag(grip)

    def drag(self, grip: Grip) -> None:
        if self._line is None:
            return
        ends = list(self._line)
        if self._held is not None:
            ends[self._held] = grip.spot
        else:
            dx, dy = grip.spot[0] - self._from[0], grip.spot[1] - self._from[1]
            ends = [(x + dx, y + dy) for x, y in ends]
        if math.dist(*ends) >= CLOSEST * grip.unit:
            self.studio.picking.place((ends[0], ends[1]))

    def release(self, grip: Grip) -> None:
        self._line = None
