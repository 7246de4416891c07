"""Faint lines at round numbers, with the numbers small along the lower and left edge."""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.stage.picture import Picture

APART = 96  # pixels between two lines, about
EDGE = 7  # pixels between the numbers and the edge
LONGEST_NAME = 24


class GridLayer(QGraphicsItem):
    """Lines, numbers and the names of the axes."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(-90)
        self._bounds = QRectF()
        self._lines: list[QLineF] = []
        self._across: list[tuple[float, str]] = []
        self._up: list[tuple[float, str]] = []
        self._names = ("", "")
        self._line_colour = self._text_colour = QColor()

    def refresh(self, picture: Picture) -> None:
        self.prepareGeometryChange()
        frame, theme = picture.frame, picture.theme
        self._bounds = QRectF(0.0, 0.0, frame.width, frame.height)
        self._text_colour = theme.colour("muted")
        self._line_colour = theme.colour("muted")
        self._line_colour.setAlphaF(0.13)
        points = picture.studio.points
        names = points.axis_names if points else ("", "")
        self._names = (_shortened(names[0]), _shortened(names[1]))
        box = frame.box
        step = round_step((box.x1 - box.x0) * APART / frame.width)
        self._across = [
            (frame.pixel_of((x, box.y0))[0], _written(x, step)) for x in ticks(box.x0, box.x1, step)
        ]
        self._up = [
            (frame.pixel_of((box.x0, y))[1], _written(y, step)) for y in ticks(box.y0, box.y1, step)
        ]
        self._lines = [QLineF(x, 0, x, frame.height) for x, _ in self._across]
        self._lines += [QLineF(0, y, frame.width, y) for y, _ in self._up]
        self.update()

    @property
    def name_width(self) -> int:
        """What the name of the upward axis takes of the upper edge."""
        name = self._names[1]
        return EDGE + round(QFontMetricsF(_small(QFont())).horizontalAdvance(name)) if name else 0

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setPen(QPen(self._line_colour, 1.0))
        painter.drawLines(self._lines)
        font = _small(painter.font())
        painter.setFont(font)
        painter.setPen(self._text_colour)
        self._write(painter, QFontMetricsF(font))

    def _write(self, painter: QPainter, metrics: QFontMetricsF) -> None:
        width, height = self._bounds.width(), self._bounds.height()
        base = height - EDGE - metrics.descent()
        name_width = metrics.horizontalAdvance(self._names[0]) + 2 * EDGE
        for x, text in self._across:
            half = metrics.horizontalAdvance(text) / 2
            if x - half > 3.2 * EDGE and x + half < width - EDGE - name_width:
                painter.drawText(QPointF(x - half, base), text)
        for y, text in self._up:
            if metrics.height() * 2.2 < y < base - 1.4 * metrics.height():
                painter.drawText(QPointF(EDGE, y + metrics.ascent() / 2 - 1), text)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
        inside = self._bounds.adjusted(EDGE, EDGE, -1.6 * EDGE, -EDGE)
        painter.drawText(inside, right, self._names[0])
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.drawText(inside, left, self._names[1])


def _small(font: QFont) -> QFont:
    smaller = QFont(font)
    smaller.setPointSizeF(font.pointSizeF() * 0.84)
    return smaller


def round_step(about: float) -> float:
    """The 1, 2 or 5 times a power of ten that is nearest above."""
    power = 10.0 ** math.floor(math.log10(about))
    return next(m * power for m in (1.0, 2.0, 5.0, 10.0) if m * power >= about * (1 - 1e-9))


def ticks(start: float, stop: float, step: float) -> list[float]:
    """The multiples of a step between two numbers."""
    first, last = math.ceil(start / step), math.floor(stop / step)
    return [k * step for k in range(first, min(last, first + 200) + 1)]


def _written(number: float, step: float) -> str:
    decimals = max(-math.floor(math.log10(step) + 1e-9), 0)
    plain = step >= 1e-4 and abs(number) < 1e7
    text = f"{number:.{decimals}f}" if plain else f"{number:.4g}"
    return "0" if float(text) == 0.0 else text.replace("-", "−")


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
