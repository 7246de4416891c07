"""Click to add a point, drag to paint a row of them."""

from __future__ import annotations

import math

from core.boundary import Spot
from gui.stage.tools.tool import Grip, Tool

SPACING = 20.0  # pixels between painted points


class Draw(Tool):
    """Painted points keep their distance, however fast the pointer moves."""

    _last: Spot = (0.0, 0.0)

    def press(self, grip: Grip) -> None:
        self.begin_stroke()
        self._last = grip.spot
        self.add([grip.spot], grip, "Draw points")

    def drag(self, grip: Grip) -> None:
        spots = []
        step = SPACING * grip.unit
        x, y = self._last
        distance = math.dist(grip.spot, self._last)
        if distance < step:
            return
        along = ((grip.spot[0] - x) / distance, (grip.spot[1] - y) / distance)
        for k in range(1, int(distance / step) + 1):
            spots.append((x + k * step * along[0], y + k * step * along[1]))
        self._last = spots[-1]
        self.add(spots, grip, "Draw points")
