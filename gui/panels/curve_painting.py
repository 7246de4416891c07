"""Painting curves to their scales, on whatever there is to paint on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen

from core.rows import Floats
from gui.many_shapes import draw_lines
from gui.panels.curve_axis import Axis
from gui.panels.curve_lines import Line, Quantity
from gui.panels.decimate import dashed, strokes
from gui.theme import Theme

ABOVE, BELOW, BESIDE = 7, 18, 8  # pixels around the plot
LEAST_LABEL = 28
Path = tuple[Floats, Floats]  # steps and values
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
    paths: tuple[Path, ...]  # the lines again, as few points as the screen can show apart
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
    below = max(BELOW, metrics.height() + 3)
    return QRectF(left, ABOVE, size.width() - left - BESIDE, size.height() - ABOVE - below)


def sample_pen(line: Line, theme: Theme) -> QPen:
    """For a short sample of a line; the long ones are cut into their dashes by hand."""
    width, dashes = STROKES.get((line.stroke, line.held_out), OTHER_STROKE)
    return stroke_pen((theme.thick(width), dashes), theme.learner_colour(line.learner))


def stroke_pen(stroke: Stroke, colour: QColor) -> QPen:
    width, dashes = stroke
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dashes is not None:
        pen.setDashPattern([length / width for length in dashes])
    return pen


def parts_of(drawing: Drawing, theme: Theme) -> Iterator[Callable[[QPainter], None]]:
    """What paints all but cursor and hover, part by part: each takes about as long as another."""
    yield partial(_paint_scales, drawing=drawing, theme=theme)
    for line, path in zip(drawing.lines, drawing.paths, strict=True):
        yield partial(_paint_line, drawing=drawing, line=line, path=path, theme=theme)
    if drawing.note:
        yield partial(_paint_note, drawing=drawing, theme=theme)


def _paint_scales(painter: QPainter, drawing: Drawing, theme: Theme) -> None:
    _paint_values(painter, drawing, theme)
    _paint_time(painter, drawing)


def _paint_note(painter: QPainter, drawing: Drawing, theme: Theme) -> None:
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
        half = painter.fontMetrics().height() / 2 + 2
        painter.drawText(QRectF(0, y - half, area.left() - 8, 2 * half), flags, label)


def _paint_time(painter: QPainter, drawing: Drawing) -> None:
    area = drawing.area
    flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
    places = drawing.x.place(np.array(drawing.x.ticks))
    for label, part in zip(drawing.x.labels, places.tolist(), strict=True):
        metrics = painter.fontMetrics()
        width, height = metrics.horizontalAdvance(label) + 4, metrics.height() + 1
        left = min(area.left() + part * area.width() - width / 2, area.right() + BESIDE - width)
        painter.drawText(QRectF(left, area.bottom() + 3, width, height), flags, label)


def _paint_line(painter: QPainter, drawing: Drawing, line: Line, path: Path, theme: Theme) -> None:
    area = drawing.area
    across = area.left() + path[0] / drawing.last_step * area.width()
    pieces = strokes(across, area.bottom() - drawing.y.place(path[1]) * area.height())
    width, dashes = STROKES.get((line.stroke, line.held_out), OTHER_STROKE)
    if dashes is not None:
        pieces = dashed(pieces, dashes)
    pen = QPen(theme.learner_colour(line.learner), theme.thick(width))
    # Square ends close the corners where strokes meet; round ones take Qt ten times as long.
    pen.setCapStyle(Qt.PenCapStyle.SquareCap if dashes is None else Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    # One stroke at a time: joined into one wide path, Qt takes a hundred times as long.
    draw_lines(painter, pieces)
