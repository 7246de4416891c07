"""The speed of playing, on a scale where every notch is the same factor."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSlider

from gui.panels.time_words import grouped
from gui.studio import FASTEST, SLOWEST, Studio

NOTCHES = 80  # from the slowest to the fastest; one more means as fast as it goes
WITHOUT_LIMIT = 2.0 * FASTEST


class SpeedSlider(QSlider):
    """From one step a second to ten thousand, then no limit."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._studio = studio
        self.setRange(0, NOTCHES + 1)
        self.setPageStep(NOTCHES // 8)
        self.setFixedWidth(118)
        self.setAccessibleName("Speed")
        self.setToolTip(
            "How fast it plays, from one step a second; at the right end, as fast as it goes"
        )
        self.follow()
        self.valueChanged.connect(self._choose)

    def follow(self) -> None:
        """Show the studio's speed, whoever has set it."""
        self.blockSignals(True)
        self.setValue(notch_of(self._studio.speed))
        self.blockSignals(False)
        self.setAccessibleDescription(self.words())

    def words(self) -> str:
        speed = self._studio.speed
        if speed > FASTEST:
            return "as fast as it goes"
        return f"{grouped(round(speed)) if speed >= 10 else f'{speed:g}'} / s"

    def _choose(self, notch: int) -> None:
        self._studio.set_speed(speed_at(notch))


def speed_at(notch: int) -> float:
    """Steps a second, rounded to two figures."""
    if notch > NOTCHES:
        return WITHOUT_LIMIT
    speed = SLOWEST * (FASTEST / SLOWEST) ** (notch / NOTCHES)
    return float(f"{speed:.2g}")


def notch_of(speed: float) -> int:
    if speed > FASTEST:
        return NOTCHES + 1
    place = math.log(max(speed, SLOWEST) / SLOWEST) / math.log(FASTEST / SLOWEST)
    return round(place * NOTCHES)
