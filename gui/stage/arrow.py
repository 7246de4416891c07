"""The weight vector as an arrow that stands on the boundary."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from core.boundary import Segment, weight_arrow
from gui.stage.borders import line_at
from gui.stage.picture import Picture

HEAD = 11.0  # pixels


class ArrowLayer(QGraphicsItem):
    """Points where the score of class 1 grows; its length says nothing."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(20)
        self.arrow: Segment | None = None  # on the plane
        self._pixels: tuple[QPointF, QPointF] | None = None
        self._bounds = QRectF()
        self._colour, self._outline = QColor(), QColor()
        self._scale = self._thickness = 1.0

    def refresh(self, picture: Picture) -> None:
        self.prepareGeometryChange()
        frame, moment = picture.frame, picture.moment
        self._bounds = QRectF(0.0, 0.0, frame.width, frame.height)
        self.arrow = self._pixels = None
        if not picture.studio.looks.arrow or moment is None or picture.learner is None:
            return
        self._colour = picture.theme.learner_colour(picture.learner)
        self._outline = picture.theme.colour("stage")
        self._scale, self._thickness = picture.theme.scale, frame.thickness
        line = line_at(moment, picture.readout, picture.features)
        self.arrow = None if line is None else weight_arrow(line, frame.box)
        if self.arrow is not None:
            start, end = (QPointF(*frame.pixel_of(spot)) for spot in self.arrow)
            self._pixels = (start, end)
        self.update()

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        if self._pixels is None:
            return
        start, end = self._pixels
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        thick = self._thickness
        strokes = ((self._outline, 5.0 * thick), (self._colour, 2.0 * thick))
        along = draw_arrow(painter, start, end, HEAD * self._scale, strokes)
        aside = QPointF(-along.y(), along.x())
        font = QFont(painter.font())
        font.setItalic(True)
        font.setPointSizeF(font.pointSizeF() * 1.1)
        letter = QPainterPath()
        away = (along * 12.0 - aside * 11.0 + QPointF(-5.0, 4.0)) * self._scale
        letter.addText(end + away, font, "w")
        halo = QPen(self._outline, 4.0)
        halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(letter, halo)
        painter.fillPath(letter, self._colour)


def draw_arrow(
    painter: QPainter,
    start: QPointF,
    end: QPointF,
    head: float,
    strokes: tuple[tuple[QColor, float], ...],
) -> QPointF:
    """Once with each colour and width; returns the direction, of length 1."""
    way = end - start
    length = math.hypot(way.x(), way.y())
    along = way * (1.0 / length) if length else QPointF(1.0, 0.0)
    aside = QPointF(-along.y(), along.x())
    neck, half = end - along * min(head, length), aside * (0.43 * head)
    tip = QPolygonF([end, neck + half, neck - half])
    for colour, width in strokes:
        painter.setPen(QPen(colour, width))
        painter.drawLine(start, neck)
        painter.setPen(QPen(colour, width - 1.0))
        painter.setBrush(colour)
        painter.drawPolygon(tip)
    return along
