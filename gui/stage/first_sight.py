"""What the stage shows in the very first frame: the points, before anything heavy is loaded."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QWidget

from gui.class_signs import paint_sign
from gui.stage.camera import Camera
from gui.stage.frame import Frame
from gui.studio import Studio
from gui.tab_strip import HEIGHT
from gui.theme import Theme

CORNER = 9.0
STRIP = HEIGHT + 4  # where the tabs of the views will be


class FirstSight(QWidget):
    """Stands where the stage will be, and looks as it will without a learner."""

    def __init__(self, studio: Studio, theme: Theme, seen: Callable[[], None]) -> None:
        """`seen` is called once the first frame is on the screen."""
        super().__init__()
        self._studio, self._theme, self._seen = studio, theme, seen
        self._announced = False

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            card = QPainterPath()
            card.addRoundedRect(QRectF(self.rect()).adjusted(0, STRIP, 0, 0), CORNER, CORNER)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.fillPath(card, self._theme.colour("stage"))
            points = self._studio.points
            if points is not None and points.xy:
                self._paint_points(painter, np.array(points.xy), points.labels)
        if not self._announced:
            self._announced = True
            QTimer.singleShot(0, self, self._seen)

    def _paint_points(
        self, painter: QPainter, xy: np.ndarray[tuple[int, int], np.dtype[np.float64]],
        labels: tuple[int, ...],
    ) -> None:  # fmt: skip
        camera = Camera()
        camera.fit(xy)
        height = max(self.height() - STRIP, 1)
        box = camera.box_for(self.width(), height)
        places = Frame(box, self.width(), height).to_pixels(xy)
        for (x, y), label in zip(places.tolist(), labels, strict=True):
            paint_sign(painter, self._theme, label, QPointF(x, y + STRIP))
