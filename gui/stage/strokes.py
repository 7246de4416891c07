"""Lines on the stage: what a line stands for, how it looks, and the item that draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from pyqtgraph.functions import arrayToQPolygonF
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from core.rows import Floats
from gui.stage.frame import Frame

BOUNDARY_WIDTH = 2.4
# Dashes and gaps in units of the line's width, by what a line shows.
DASHES = {
    "averaged": (1.0, 1.4),
    "voted": (5.0, 1.8, 1.0, 1.8),
    "margin": (4.0, 4.0),
    "ghost": (11.0, 6.0),
}


@dataclass(frozen=True, eq=False)
class Stroke:
    """A curve [m, 2] on the plane; `kind` is boundary, margin, ghost or trail."""

    curve: Floats
    colour: QColor
    kind: str
    learner: int
    readout: str = "last"

    @property
    def pen(self) -> QPen:
        return self.pen_of(1.0)

    def pen_of(self, thickness: float) -> QPen:
        return pen_for(self.kind, self.readout, self.colour, thickness)


def pen_for(kind: str, readout: str, colour: QColor, thickness: float = 1.0) -> QPen:
    """Solid, dotted or dash-dot by readout; margins and ghosts dashed and thin, the trail thin.

    `thickness` is a multiple of the usual width.
    """
    return QPen(_kept_pen(kind, readout, colour.rgba(), thickness))


@lru_cache(maxsize=256)
def _kept_pen(kind: str, readout: str, argb: int, thickness: float) -> QPen:
    # A line of width 1 is many times faster to draw than one of 1.2.
    width = BOUNDARY_WIDTH if kind == "boundary" else 1.6 if kind == "best" else 1.0
    wider = width + 0.4 if readout == "averaged" and kind == "boundary" else width
    pen = QPen(QColor.fromRgba(argb), wider * thickness)
    dashes = DASHES.get(kind if kind in DASHES else readout)
    if dashes is not None and kind != "trail":
        pen.setDashPattern(dashes)
    # Round ends and joins take Qt several times as long, and do not show on lines this thin.
    # Square ends close the corners where pieces meet, but would lengthen dashes.
    square = kind == "boundary" and dashes is None
    pen.setCapStyle(Qt.PenCapStyle.SquareCap if square else Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
    return pen


class StrokesItem(QGraphicsItem):
    """Draws strokes, in pixels of the view."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.strokes: tuple[Stroke, ...] = ()
        self._drawn: list[tuple[QPen, list[QLineF] | QPolygonF]] = []
        self._bounds = QRectF()

    def show_strokes(self, strokes: Sequence[Stroke], frame: Frame) -> None:
        bounds = QRectF(0.0, 0.0, frame.width, frame.height)
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds
        self.strokes = tuple(strokes)
        self._drawn = _drawn(self.strokes, frame)
        self.update()

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for pen, shape in self._drawn:
            painter.setPen(pen)
            if isinstance(shape, list):
                painter.drawLines(shape)
            else:
                painter.drawPolyline(shape)


def _drawn(strokes: Sequence[Stroke], frame: Frame) -> list[tuple[QPen, list[QLineF] | QPolygonF]]:
    """Pens and what to draw with them; straight lines of one look that follow each other as one."""
    if not strokes:
        return []
    pixels = frame.to_pixels(np.concatenate([stroke.curve for stroke in strokes]))
    numbers, start = pixels.ravel().tolist(), 0
    drawn: list[tuple[QPen, list[QLineF] | QPolygonF]] = []
    looks: object = None
    lines: list[QLineF] = []
    for stroke in strokes:
        stop = start + len(stroke.curve)
        if stop - start == 2:
            if looks != (look := (stroke.kind, stroke.readout, stroke.colour.rgba())):
                looks, lines = look, []
                drawn.append((stroke.pen_of(frame.thickness), lines))
            lines.append(QLineF(*numbers[2 * start : 2 * stop]))
        else:
            pen, looks = stroke.pen_of(frame.thickness), None
            curve = pixels[start:stop]
            drawn.append((pen, _whole(curve)) if pen.widthF() <= 1.0 else _pieces(pen, curve))
        start = stop
    return drawn


def _pieces(pen: QPen, pixels: Floats) -> tuple[QPen, list[QLineF]]:
    """A wide curve as straight pieces: seven times faster, and the joints do not show."""
    ends = np.concatenate([pixels[:-1], pixels[1:]], axis=1)
    if len(pixels) > 2 and pen.style() == Qt.PenStyle.CustomDashLine:
        # Qt would begin the pattern again with every piece.
        ends = dashes_along(pixels, pen.widthF() * np.array(pen.dashPattern()))
        pen.setStyle(Qt.PenStyle.SolidLine)
    return pen, [QLineF(*four) for four in ends.tolist()]


def dashes_along(curve: Floats, pattern: Floats) -> Floats:
    """The dashes [m, 4] (both ends) of a pattern of dash, gap, … lengths along a curve [n, 2]."""
    steps = np.hypot(*np.diff(curve, axis=0).T)
    places = np.concatenate([[0.0], np.cumsum(steps)])
    marks = np.cumsum(np.tile(pattern, int(places[-1] / pattern.sum()) + 1))
    starts, stops = np.concatenate([[0.0], marks[1:-1:2]]), marks[::2]
    starts, stops = starts[starts < places[-1]], np.minimum(stops, places[-1])
    stops = stops[: len(starts)]
    columns = [np.interp(at, places, curve[:, k]) for at in (starts, stops) for k in (0, 1)]
    return np.stack(columns, axis=1)


def _whole(pixels: Floats) -> QPolygonF:
    polygon: QPolygonF = arrayToQPolygonF(pixels[:, 0], pixels[:, 1])
    return polygon
