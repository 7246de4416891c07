"""Puffs of points inside a circle; the wheel sets its size, and with Shift how many they are."""

from __future__ import annotations

import math

import numpy as np

from core.boundary import Spot
from gui.stage.tools.tool import Grip, Tool
from gui.studio import Studio

GROWTH = 1.15  # of the radius, a notch
SMALLEST = 6.0  # pixels
DENSITIES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)  # points a puff


class Spray(Tool):
    """Presses and drags puff; a drag does so each time it has moved by half the radius."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._random = np.random.default_rng()
        self._last: Spot = (0.0, 0.0)

    def press(self, grip: Grip) -> None:
        self.begin_stroke()
        self._puff(grip)

    def drag(self, grip: Grip) -> None:
        if math.dist(grip.spot, self._last) >= 0.5 * self.studio.hand.spray_radius:
            self._puff(grip)

    def wheel(self, grip: Grip, notches: float) -> bool:
        if grip.adding:
            self._thicken(1 if notches > 0 else -1)
            return True
        radius = self.studio.hand.spray_radius * GROWTH**notches
        largest = grip.box.shorter_side / 2.0
        self.studio.take_up(spray_radius=min(max(radius, SMALLEST * grip.unit), largest))
        return True

    def _thicken(self, by: int) -> None:
        now = self.studio.hand.spray_density
        place = min(range(len(DENSITIES)), key=lambda k: abs(DENSITIES[k] - now)) + by
        density = DENSITIES[min(max(place, 0), len(DENSITIES) - 1)]
        self.studio.take_up(spray_density=density)
        self.studio.said.emit(f"Spray: {density} {'point' if density == 1 else 'points'} a puff.")

    def radius(self, unit: float) -> float | None:
        return self.studio.hand.spray_radius

    def _puff(self, grip: Grip) -> None:
        hand = self.studio.hand
        self._last = grip.spot
        angles = self._random.uniform(0.0, 2.0 * math.pi, hand.spray_density)
        # Of a uniform spread over a disc, the square of the distance is uniform.
        away = hand.spray_radius * np.sqrt(self._random.uniform(0.0, 1.0, hand.spray_density))
        xs = (grip.spot[0] + away * np.cos(angles)).tolist()
        ys = (grip.spot[1] + away * np.sin(angles)).tolist()
        self.add(list(zip(xs, ys, strict=True)), grip, "Spray points")
