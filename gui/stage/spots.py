"""Many points that look alike: one small picture of their sign, copied to wherever they are."""

from __future__ import annotations

from typing import Any

import numpy as np
from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols, renderSymbol
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from core.rows import Floats
from gui.fineness import is_finer
from gui.stage.frame import Frame

FIELDS = 10  # of a fragment: x, y, source (4), scale (2), rotation, opacity


class SpotsItem(QGraphicsItem):
    """Draws in pixels of the view. Its places cost no more than to copy them, every frame."""

    def __init__(
        self, parent: QGraphicsItem, symbol: str | QPainterPath, size: float, z: float = 0.0
    ) -> None:
        super().__init__(parent)
        self.setZValue(z)
        self.setVisible(False)
        self.symbol, self.size = symbol, size
        self.pen, self.brush = QPen(), QBrush()
        self.xy: Floats = np.zeros((0, 2))  # on the plane
        self._sign: QPixmap | None = None
        self._scale = 1.0
        self._bounds = QRectF()
        self._fragments = PrimitiveArray(QPainter.PixmapFragment, FIELDS)

    def restyle(self, pen: QPen, brush: QBrush, pixel_ratio: float) -> None:
        self.pen, self.brush = pen, brush
        image = renderSymbol(self.symbol, self.size, pen, brush, dpr=pixel_ratio)
        self._sign = QPixmap.fromImage(image)
        self._sign.setDevicePixelRatio(1.0)  # fragments are cut out and scaled in its own pixels
        self._scale = 1.0 / pixel_ratio
        self._place_signs()
        self.update()

    def show_spots(self, xy: Floats, frame: Frame) -> None:
        """Show points [n, 2] of the plane; what is out of sight costs nothing to draw."""
        bounds = QRectF(0.0, 0.0, frame.width, frame.height)
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds
        self.xy = xy
        self.setVisible(len(xy) > 0)
        if len(xy) == 0:
            return
        pixels, reach = frame.to_pixels(xy), self.size
        near = (pixels > -reach) & (pixels < (frame.width + reach, frame.height + reach))
        inside = pixels[near.all(axis=1)]
        self._fragments.resize(len(inside))
        self._fragments.ndarray()[:, :2] = inside
        self._place_signs()
        self.update()

    def _place_signs(self) -> None:
        if self._sign is not None and len(self._fragments):
            scale = self._scale
            source = (0.0, 0.0, self._sign.width(), self._sign.height())
            self._fragments.ndarray()[:, 2:] = (*source, scale, scale, 0.0, 1.0)

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        if self._sign is None or not len(self._fragments):
            return
        if is_finer(painter, 1.0 / self._scale):
            self._paint_shapes(painter)
            return
        draw: Any = painter.drawPixmapFragments  # takes the address of all, says no stub
        draw(*self._fragments.drawargs(), self._sign)

    def _paint_shapes(self, painter: QPainter) -> None:
        """One by one, where a copied picture would look coarse."""
        unit = Symbols[self.symbol] if isinstance(self.symbol, str) else self.symbol
        shape = QTransform.fromScale(self.size, self.size).map(unit)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.pen.color(), self.pen.widthF() * self._scale))
        painter.setBrush(self.brush)
        for x, y in self._fragments.ndarray()[:, :2].tolist():
            painter.drawPath(shape.translated(x, y))
        painter.restore()


def symbol_pen(colour: QColor, width: float) -> QPen:
    """The outline of a sign, as wide as this in pixels of the screen."""
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    return pen
