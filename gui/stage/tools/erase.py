"""Rubs out the points under a circle."""

from __future__ import annotations

from gui.stage.tools.tool import Grip, Tool

RADIUS = 16.0  # pixels


class Erase(Tool):
    """Works at the press and all along a drag."""

    def press(self, grip: Grip) -> None:
        self.begin_stroke()
        self._rub(grip)

    def drag(self, grip: Grip) -> None:
        self._rub(grip)

    def radius(self, unit: float) -> float | None:
        return RADIUS * unit

    def _rub(self, grip: Grip) -> None:
        self.remove(grip.placed.around(grip.spot, RADIUS * grip.unit), "Erase points")
