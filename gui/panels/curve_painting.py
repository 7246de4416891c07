"""Painting curves to their scales, on whatever there is to paint on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen

from gui.panels.curve_axis import Axis
from gui.panels.curve_lines import Line, Quantity
from gui.panels.decimate import dashed, decimated, strokes
from gui.theme import Theme

ABOVE, BELOW, BESIDE = 8, 20, 8  # pixels around the plot
LEAST_LABEL = 28
Stroke = tuple[float, tuple[float, float] | None]  # width, and the lengths of dash and gap
STROKES: dict[tuple[str, bool], Stroke] = {  # by `Line.stroke` and whether it is held out
    ("main", False): (1.7, None),
    ("main", True): (1.5, (5.0, 4.0)),
    ("averaged", False): (1.3, (1.5, 2.5)),
    ("averaged", True): (1.1, (3.0, 5.0)),
    ("voted", False): (1.1, (8.0, 2.5)),
    ("voted", True): (1.1, (2.0, 5.0)),
}
OTHER_STROKE: Stroke = (1.3, (4.0, 4.0))


@dataclass(frozen=True)
class Drawing:
    """Lines, the scales they are drawn to, and the size of it all."""

    lines: tuple[Line, ...]
    quantity: Quantity
    x: Axis
    y: Axis
    last_step: int
    area: QRectF  # between the axes

    def x_of(self, step: float) -> float:
        return self.area.left() + min(step / self.last_step, 1.0) * self.area.width()

    def step_at(self, x: float) -> int:
        part = (x - self.area.left()) / max(self.area.width(), 1.0)
        return round(min(max(part, 0.0), 1.0) * self.last_step)

    def sampled(self, step: int) -> int:
        """The nearest step at which the longest curve was measured."""
        longest = max(self.lines, key=lambda line: len(line.steps)).steps
        return int(longest[np.abs(longest - step).argmin()])

    @property
    def note(self) -> str:
        """Said when some values are beyond what the scale shows."""
        return f"larger values are cut off at {self.y.labels[-1]}" if self.y.cut else ""


def area_between(size: QSize, y: Axis, metrics: QFontMetrics) -> QRectF:
    """What the labels of this scale leave to the curves."""
    left = max(LEAST_LABEL, *(metrics.horizontalAdvance(label) for label in y.labels)) + 8
    return QRectF(left, ABOVE, size.width() - left - BESIDE, size.height() - ABOVE - BELOW)


def sample_pen(line: Line, theme: Theme) -> QPen:
    """For a short sample of a line; the long ones are cut into their dashes by hand."""
    return stroke_pen(STROKES.get((line.stroke, line.held_out), OTHER_STROKE),
                      theme.learner_colour(line.learner))  # fmt: skip


def stroke_pen(stroke: Stroke, colour: QColor) -> QPen:
    width, dashes = stroke
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dashes is not None:
        pen.setDashPattern([length / width for length in dashes])
    return pen


def paint_drawing(painter: QPainter, drawing: Drawing, theme: Theme) -> None:
    """All but cursor and hover."""
    _paint_values(painter, drawing, theme)
    _paint_time(painter, drawing)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for line in drawing.lines:
        _paint_line(painter, drawing, line, theme)
    if drawing.note:
        painter.setPen(theme.colour("muted"))
        flags = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
        painter.drawText(drawing.area.adjusted(0, 2, -4, 0), flags, drawing.note)


def _paint_values(painter: QPainter, drawing: Drawing, theme: Theme) -> None:
    """Light horizontal lines and what they stand for."""
    area, grid = drawing.area, theme.colour("grid")
    painter.setPen(theme.colour("muted"))
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
    heights = drawing.y.place(np.array(drawing.y.ticks))
    for label, part in zip(drawing.y.labels, heights.tolist(), strict=True):
        y = round(area.bottom() - part * area.height())
        painter.fillRect(QRectF(area.left(), y, area.width(), 1), grid)
        painter.drawText(QRectF(0, y - 10, area.left() - 8, 20), flags, label)


def _paint_time(painter: QPainter, drawing: Drawing) -> None:
    area = drawing.area
    flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
    places = drawing.x.place(np.array(drawing.x.ticks))
    for label, part in zip(drawing.x.labels, places.tolist(), strict=True):
        width = painter.fontMetrics().horizontalAdvance(label) + 4
        left = min(area.left() + part * area.width() - width / 2, area.right() + BESIDE - width)
        painter.drawText(QRectF(left, area.bottom() + 4, width, BELOW - 4), flags, label)


def _paint_line(painter: QPainter, drawing: Drawing, line: Line, theme: Theme) -> None:
    area = drawing.area
    x, y = decimated(line.steps.astype(np.float64), line.values)
    across = area.left() + x / drawing.last_step * area.width()
    pieces = strokes(across, area.bottom() - drawing.y.place(y) * area.height())
    width, dashes = STROKES.get((line.stroke, line.held_out), OTHER_STROKE)
    if dashes is not None:
        pieces = dashed(pieces, dashes)
    pen = QPen(theme.learner_colour(line.learner), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap if dashes is None else Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    # One stroke at a time: joined into one wide path, Qt takes a hundred times as long.
    painter.drawLines([QLineF(*piece) for piece in pieces.tolist()])
