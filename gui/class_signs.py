"""The sign of a class, shape and colour, as the stage draws its points."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap, QTransform

from gui.palette import shape_of
from gui.shapes import outline
from gui.theme import Theme


def paint_sign(
    painter: QPainter, theme: Theme, index: int, centre: QPointF, size: float = 11.0
) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.class_colour(index))
    place = QTransform.fromTranslate(centre.x(), centre.y()).scale(size, size)
    painter.drawPath(place.map(outline(shape_of(index))))


def class_icon(index: int, theme: Theme) -> QIcon:
    """For menus; chosen ones stand on a tinted ground there."""
    pixmap = QPixmap(48, 48)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_sign(painter, theme, index, QPointF(24, 24), 32.0)
    return QIcon(pixmap)
