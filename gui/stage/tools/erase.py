"""Rubs out the points under a circle."""

from __future__ import annotations

import math

from core.boundary import Spot
from gui.stage.tools.tool import Grip, Tool
from gui.studio import Studio

RADIUS = 16.0  # pixels
MOST_HOPS = 200  # between two events


class Erase(Tool):
    """Works at the press and all along a drag."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._last: Spot = (0.0, 0.0)

    def press(self, grip: Grip) -> None:
        self.begin_stroke()
        self._last = grip.spot
        self._rub(grip)

    def drag(self, grip: Grip) -> None:
        self._rub(grip)

    def radius(self, unit: float) -> float | None:
        return RADIUS * unit

    def _rub(self, grip: Grip) -> None:
        """All the way from where it was: a quick hand jumps far between two events."""
        (x0, y0), (x1, y1), radius = self._last, grip.spot, RADIUS * grip.unit
        hops = min(max(math.ceil(math.hypot(x1 - x0, y1 - y0) / radius), 1), MOST_HOPS)
        chosen: set[int] = set()
        for hop in range(1, hops + 1):
            part = hop / hops
            chosen |= set(
                grip.placed.around((x0 + part * (x1 - x0), y0 + part * (y1 - y0)), radius)
            )
        self._last = grip.spot
        self.remove(chosen, "Erase points")
