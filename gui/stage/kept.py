"""What does not move in a plot: drawn once, kept, and copied under what does."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from gui.fineness import fineness, keeps_shapes


class Kept:
    """A picture of what does not move, drawn again when the key of it has changed."""

    def __init__(self, paint: Callable[[QPainter], None]) -> None:
        self._paint = paint
        self._key: object = None
        self._picture = QPixmap()

    def draw(self, painter: QPainter, room: QRectF, key: object) -> None:
        """Within this room, in the painter's own units; shapes stay shapes."""
        if keeps_shapes(painter):
            self._paint(painter)
            return
        ratio = fineness(painter)
        if (key, room, ratio) != self._key:
            self._key = (key, room, ratio)
            self._picture = QPixmap((room.size() * ratio).toSize())
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            with QPainter(self._picture) as onto:
                onto.setRenderHint(QPainter.RenderHint.Antialiasing)
                onto.translate(-room.topLeft())
                self._paint(onto)
        painter.drawPixmap(room.topLeft(), self._picture)
