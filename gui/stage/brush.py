"""The circle that a tool works in, the rubber band, and the crosshair that keys move."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from core.boundary import Spot
from gui.stage.frame import Frame
from gui.theme import Theme


class BrushItem(QGraphicsItem):
    """Drawn over everything else on the plane."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(100)
        self.circle: tuple[QPointF, float] | None = None  # centre and radius in pixels
        self.band: QRectF | None = None
        self.cross: QPointF | None = None
        self._bounds = QRectF()
        self._accent, self._tint, self._text = QColor(), QColor(), QColor()

    def show_brush(
        self,
        frame: Frame,
        theme: Theme,
        circle: tuple[Spot, float] | None,
        band: tuple[Spot, Spot] | None,
        cross: Spot | None,
        tint: QColor | None = None,
    ) -> None:
        """`tint`: the colour of what the circle leaves behind."""
        self.prepareGeometryChange()
        self._bounds = QRectF(0.0, 0.0, frame.width, frame.height)
        self._accent, self._text = theme.colour("accent"), theme.colour("text")
        self._tint = tint or self._accent
        self.circle = self.band = None
        self.cross = None if cross is None else QPointF(*frame.pixel_of(cross))
        if circle is not None:
            spot, radius = circle
            self.circle = (QPointF(*frame.pixel_of(spot)), radius * frame.pixels_per_unit)
        if band is not None:
            first, second = (QPointF(*frame.pixel_of(spot)) for spot in band)
            self.band = QRectF(first, second).normalized()
        self.update()

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill = QColor(self._accent)
        fill.setAlphaF(0.10)
        if self.circle is not None:
            inside = QColor(self._tint)
            inside.setAlphaF(0.14)
            painter.setBrush(inside)
            painter.setPen(QPen(self._tint, 1.4))
            painter.drawEllipse(self.circle[0], self.circle[1], self.circle[1])
        if self.band is not None:
            painter.setBrush(fill)
            painter.setPen(QPen(self._accent, 1.2, Qt.PenStyle.DashLine))
            painter.drawRect(self.band)
        if self.cross is not None:
            painter.setPen(QPen(self._text, 1.6))
            for side in (QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)):
                painter.drawLine(self.cross + side * 4.0, self.cross + side * 13.0)
