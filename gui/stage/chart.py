"""A card with a plot in it: axes, grid, what is drawn on them, or a sentence why there is nothing.

Views of the stage and small plots of panels are made from it: they say which axes there are, and
paint in pixels between them.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core.rows import Floats
from gui.panels.curve_axis import Axis
from gui.theme import Theme

CORNER = 9.0
EDGE = 12.0  # pixels between the plot and the card where nothing is written
APART = 6.0  # pixels between the plot and its numbers
BELOW_NAME = 6.0  # pixels: the uppermost number stands half above the plot


class Chart(QWidget):
    """Subclasses set `across`, `up`, their names and `sentence`, and override `paint_plot`."""

    def __init__(self, theme: Theme, *, card: bool = True, top: float = EDGE) -> None:
        """`card`: paint the rounded surface too; `top`: room for controls above the plot."""
        super().__init__()
        self.theme = theme
        self._card, self._top = card, top
        self.across: Axis | None = None
        self.up: Axis | None = None
        self.across_name = self.up_name = ""
        self.sentence = ""  # instead of the plot
        theme.changed.connect(self.update)

    # Where things are

    def small_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.88)
        return font

    def area(self) -> QRectF:
        """Where the plot is, in pixels."""
        metrics = QFontMetricsF(self.small_font())
        left = right = bottom = EDGE
        if self.up is not None and self.up.labels:
            left += APART + max(metrics.horizontalAdvance(text) for text in self.up.labels)
        if self.across is not None and self.across.labels:
            bottom += APART + metrics.height()
        if self.across_name:
            bottom += metrics.height()
        top = self._top + (metrics.height() + BELOW_NAME if self.up_name else 0.0)
        rect = QRectF(self.rect()).adjusted(left, top, -right, -bottom)
        return rect if rect.width() > 10 and rect.height() > 10 else QRectF(left, top, 10, 10)

    def pixels(self, xs: Floats, ys: Floats) -> Floats:
        """Values on both axes as pixels [n, 2]; what lies beyond an axis is put at its edge."""
        assert self.across is not None
        assert self.up is not None
        area = self.area()
        x = area.left() + self.across.place(xs) * area.width()
        y = area.bottom() - self.up.place(ys) * area.height()
        return np.stack([x, y], axis=1)

    def value_across(self, pixel: float) -> float:
        """The value on the horizontal axis under a pixel."""
        assert self.across is not None
        area, axis = self.area(), self.across
        share = min(max((pixel - area.left()) / area.width(), 0.0), 1.0)
        if axis.log:
            return float(axis.low * (axis.high / axis.low) ** share)
        return axis.low + share * (axis.high - axis.low)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._card:
                paint_card(painter, QRectF(self.rect()), self.theme)
            if self.sentence:
                self._paint_sentence(painter)
            elif self.across is not None and self.up is not None:
                self._paint_axes(painter)
                painter.save()
                self.paint_plot(painter, self.area())
                painter.restore()

    def paint_plot(self, painter: QPainter, area: QRectF) -> None:
        """Overridden: what the plot shows."""

    def _paint_sentence(self, painter: QPainter) -> None:
        painter.setPen(self.theme.colour("muted"))
        inside = QRectF(self.rect()).adjusted(24, self._top, -24, -12)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(inside, flags, self.sentence)

    def _paint_axes(self, painter: QPainter) -> None:
        assert self.across is not None
        assert self.up is not None
        area = self.area()
        painter.setFont(self.small_font())
        metrics = QFontMetricsF(self.small_font())
        line, ink = QPen(self.theme.colour("grid"), 1.0), self.theme.colour("muted")
        last = 1e9
        for share, text in zip(self.up.place(np.array(self.up.ticks)), self.up.labels, strict=True):
            y = area.bottom() - float(share) * area.height()
            painter.setPen(line)
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            if y < last - metrics.ascent() - 2:  # numbers never touch
                painter.setPen(ink)
                x = area.left() - APART - metrics.horizontalAdvance(text)
                painter.drawText(QPointF(x, y + metrics.ascent() / 2 - 1), text)
                last = y
        base = area.bottom() + APART + metrics.ascent()
        end = -1e9
        for share, text in zip(
            self.across.place(np.array(self.across.ticks)), self.across.labels, strict=True
        ):
            x = area.left() + float(share) * area.width()
            painter.setPen(line)
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            half = metrics.horizontalAdvance(text) / 2
            left = min(max(x - half, 4.0), self.width() - 2 * half - 4.0)
            if left > end + 8:
                painter.setPen(ink)
                painter.drawText(QPointF(left, base), text)
                end = left + 2 * half
        self._paint_names(painter, area, metrics)

    def _paint_names(self, painter: QPainter, area: QRectF, metrics: QFontMetricsF) -> None:
        painter.setPen(self.theme.colour("muted"))
        elide = Qt.TextElideMode.ElideRight
        if self.across_name:
            base = area.bottom() + APART + metrics.height() + metrics.ascent()
            name = metrics.elidedText(self.across_name, elide, self.width() - 2 * EDGE)
            half = metrics.horizontalAdvance(name) / 2
            x = min(area.center().x(), self.width() - EDGE - half) - half
            painter.drawText(QPointF(max(x, EDGE), base), name)
        if self.up_name:
            name = metrics.elidedText(self.up_name, elide, self.width() - 2 * EDGE)
            painter.drawText(QPointF(EDGE, self._top + metrics.ascent() - 2.0), name)

    def minimumSizeHint(self) -> QSize:
        return QSize(140, 110)


def paint_card(painter: QPainter, bounds: QRectF, theme: Theme) -> None:
    """The rounded surface that a view of the stage lies on."""
    path = QPainterPath()
    path.addRoundedRect(bounds.adjusted(0.5, 0.5, -0.5, -0.5), CORNER, CORNER)
    painter.fillPath(path, theme.colour("stage"))
    painter.setPen(QPen(theme.colour("border"), 1.0))
    painter.drawPath(path)


def round_off(painter: QPainter, bounds: QRectF, theme: Theme, edge: str) -> None:
    """Make what fills these bounds such a surface: without its corners, with an edge."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inside = QPainterPath()
    inside.addRoundedRect(bounds.adjusted(0.5, 0.5, -0.5, -0.5), CORNER, CORNER)
    outside = QPainterPath()
    outside.addRect(bounds.adjusted(-1, -1, 1, 1))
    painter.fillPath(outside.subtracted(inside), theme.colour("ground"))
    painter.setPen(QPen(theme.colour(edge), 1.0))
    painter.drawPath(inside)


def polyline(painter: QPainter, pixels: Floats) -> None:
    """A line through the pixels [n, 2], broken where they are no numbers."""
    path, down = QPainterPath(), False
    for x, y in pixels.tolist():
        if x != x or y != y:  # not a number
            down = False
        elif down:
            path.lineTo(x, y)
        else:
            path.moveTo(x, y)
            down = True
    painter.drawPath(path)
