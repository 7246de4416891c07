"""Which part of the plane is looked at; one for all views of a stage, which links them."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from core.boundary import Box, Spot
from core.rows import Floats

EMPTY_REACH = 3.2  # the plane without points is seen from −3.2 to 3.2
PADDING = 0.09  # of the data's extent, on every side
FARTHEST = 1e12
# Less than this, relative to where one looks, and neighbouring pixels have the same coordinates.
FINEST = 1e-10
SMALLEST_SHARE = 0.3  # data that fill less of the view than this are looked at more closely


class Camera(QObject):
    """A rectangle that every view shows whole, at one scale for x and y."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.centre: Spot = (0.0, 0.0)
        self.reach: Spot = (EMPTY_REACH, EMPTY_REACH)  # from the centre to the edges

    def box_for(self, width: int, height: int) -> Box:
        """What a view of this size shows: the rectangle, and more where the view is longer."""
        (x, y), (across, up) = self.centre, self.reach
        unit = max(across / width, up / height)  # half a unit a pixel
        return Box(x - unit * width, y - unit * height, x + unit * width, y + unit * height)

    def fit(self, xy: Floats) -> None:
        """Look at all of these points [n, 2]; at the middle of the plane when there are none."""
        if len(xy) == 0:
            self._look((0.0, 0.0), (EMPTY_REACH, EMPTY_REACH))
            return
        low = np.clip(xy.min(axis=0), -FARTHEST, FARTHEST)
        high = np.clip(xy.max(axis=0), -FARTHEST, FARTHEST)
        centre, half = (low + high) / 2.0, (high - low) / 2.0
        if half.max() <= _finest(*centre.tolist()):  # one spot says nothing about the scale
            half = np.full(2, max(float(np.abs(centre).max()), 1.0))
        wide, tall = (half * (1.0 + 2.0 * PADDING)).tolist()
        least = 0.02 * max(wide, tall)
        x, y = centre.tolist()
        self._look((x, y), (max(wide, least), max(tall, least)))

    def look_as(self, other: Camera) -> None:
        self._look(other.centre, other.reach)

    def suits(self, xy: Floats, box: Box) -> bool:
        """Are these points all in sight, and not lost in the middle of it?"""
        if len(xy) == 0:
            return True
        low, high = xy.min(axis=0), xy.max(axis=0)
        inside = box.x0 <= low[0] and high[0] <= box.x1 and box.y0 <= low[1] and high[1] <= box.y1
        if not inside:
            return False
        sides = np.array([box.x1 - box.x0, box.y1 - box.y0])
        return len(xy) < 10 or float(((high - low) / sides).max()) >= SMALLEST_SHARE

    def pan(self, dx: float, dy: float) -> None:
        self._look((self.centre[0] + dx, self.centre[1] + dy), self.reach)

    def zoom(self, factor: float, about: Spot) -> None:
        """See `factor` times as much, with the spot staying where it is on the screen."""
        (x, y), (across, up) = self.centre, self.reach
        largest = max(across, up)
        factor = min(max(factor, _finest(x, y) / largest), FARTHEST / largest)
        centre = (about[0] + factor * (x - about[0]), about[1] + factor * (y - about[1]))
        self._look(centre, (factor * across, factor * up))

    def _look(self, centre: Spot, reach: Spot) -> None:
        x, y = (min(max(c, -FARTHEST), FARTHEST) for c in centre)
        if max(reach) < _finest(x, y):
            reach = (_finest(x, y), _finest(x, y))
        if ((x, y), reach) != (self.centre, self.reach):
            self.centre, self.reach = (x, y), reach
            self.changed.emit()


def _finest(x: float, y: float) -> float:
    """The least that can be looked at there."""
    return FINEST * max(abs(x), abs(y), 1e-3)
