"""Documents on a flat cut through the features, with what the learners' boundaries are on it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPainterPath

from core.boundary import Box, Grid, clip, line_of, margin_lines, region_map
from core.cut import Cut
from core.rows import Floats
from gui.panels.titles import learner_titles, read_as
from gui.stage.borders import straight_curves
from gui.stage.chart import polyline
from gui.stage.documents import Documents
from gui.stage.documents_chart import DocumentsChart
from gui.stage.regions import SHADES, shades
from gui.stage.strokes import pen_for
from gui.studio import Studio
from gui.theme import Theme

CELLS = (160, 100)  # of the tint
MOST_LINES = 4  # of the note above the plot; on a low chart, one
LOW = 240  # pixels
SLACK = 1.06  # for what is lost where lines end
SAMPLE = 18.0  # pixels of a line's sample
BETWEEN = 14.0  # pixels between two names in a row


@dataclass(frozen=True, eq=False)
class Trace:
    """A learner's scores on the cut: weights [3, heads] for (a, b, 1)."""

    learner: int
    readout: str
    title: str
    weights: Floats


class CutChart(DocumentsChart):
    """Subclasses provide the cut, the axes and the note; documents do not move on it."""

    def __init__(self, studio: Studio, theme: Theme, name: str, controls: float) -> None:
        """`controls`: pixels for a line of them at the top."""
        super().__init__(studio, theme, name)
        self._controls = controls
        self.note = ""  # what must be known to read the chart; one or two lines
        self.cut: Cut | None = None
        self.traces: tuple[Trace, ...] = ()
        self._pixels: NDArray[np.uint32] | None = None  # the tint's memory
        self._shades: tuple[str, NDArray[np.uint32]] | None = None
        self._top, self._lines = controls, 1

    def say(self, note: str) -> None:
        """Write this above the plot, and leave as many lines for it as it takes."""
        self.note = note
        metrics = QFontMetricsF(self.small_font())
        lines = math.ceil(SLACK * metrics.horizontalAdvance(note) / max(self.width() - 24.0, 100.0))
        self._lines = min(lines, MOST_LINES if self.height() >= LOW else 1)
        self._top = self._controls + self._lines * metrics.height() + 8.0

    def find_traces(self, shown: Documents) -> None:
        """Of every visible learner, as it is read; those that are not straight have none."""
        found: list[Trace] = []
        choices = self.studio.results.experiment.learners
        titles = learner_titles(choices)
        for index, choice in enumerate(choices):
            moment = self.studio.moment(index)
            if moment is None or moment.run.dataset is not shown.dataset or self.cut is None:
                continue
            for readout in choice.readouts if choice.visible else ():
                weights = self.cut.weights(moment, readout)
                if weights is not None and np.isfinite(weights).all():
                    found.append(Trace(index, readout, read_as(titles[index], readout), weights))
        self.traces = tuple(found)

    def trace_of(self, shown: Documents) -> Trace | None:
        """The one of the active learner as it is mainly read."""
        wanted = (self.studio.active, shown.readout)
        return next((t for t in self.traces if (t.learner, t.readout) == wanted), None)

    def told(self) -> str:
        told = super().told()
        return f"{told}. {self.note}" if self.note and not self.sentence else told

    # Painting

    def paint_ground(self, painter: QPainter, area: QRectF, shown: Documents) -> None:
        path = QPainterPath()
        path.addRoundedRect(area, 6.0, 6.0)
        painter.setClipPath(path)
        trace = self.trace_of(shown)
        if trace is not None and self.studio.looks.regions:
            self._paint_tint(painter, area, trace)
        for trace in self.traces:
            if (trace.learner, trace.readout) != (self.studio.active, shown.readout):
                self._paint_borders(painter, trace)
        painter.setClipping(False)

    def paint_over(self, painter: QPainter, area: QRectF, shown: Documents) -> None:
        trace = self.trace_of(shown)
        if trace is not None:
            painter.setClipRect(area)
            self._paint_borders(painter, trace)
            if shown.has_margin and self.studio.looks.margins:
                self._paint_margins(painter, trace)
            painter.setClipping(False)
        painter.setFont(self.small_font())
        painter.setPen(self.theme.colour("muted"))
        room = QRectF(12.0, self._controls + 2.0, self.width() - 24.0, self._top - self._controls)
        note = self.note
        if self._lines == 1:
            metrics = QFontMetricsF(self.small_font())
            note = metrics.elidedText(note, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.TextFlag.TextWordWrap, note)
        if self.studio.looks.legend and len(self.traces) > 1:
            self._paint_key(painter, area)

    def key_place(self) -> tuple[float, float]:
        """The line on which to say which line is whose, and where it may begin, in pixels."""
        metrics = QFontMetricsF(self.small_font())
        return self._top + metrics.ascent() - 2.0, 36.0 + metrics.horizontalAdvance(self.up_name)

    @property
    def box(self) -> Box:
        assert self.across is not None
        assert self.up is not None
        return Box(self.across.low, self.up.low, self.across.high, self.up.high)

    def _paint_tint(self, painter: QPainter, area: QRectF, trace: Trace) -> None:
        grid = Grid(self.box, *CELLS)
        spots = grid.points()
        scores = spots @ trace.weights[:2] + trace.weights[2]
        labels, confidence = region_map(scores, grid.shape)
        name = self.theme.palette.name
        if self._shades is None or self._shades[0] != name:
            self._shades = (name, shades(self.theme))
        colours = len(self.theme.palette.classes)
        places = (labels % colours).astype(np.uint16) * SHADES
        if trace.weights.any():  # else nothing is known yet, and nothing tinted
            places += (1.0 + 0.6 * confidence * (SHADES - 2)).astype(np.uint16)
        self._pixels = pixels = np.ascontiguousarray(self._shades[1][places[::-1]])
        height, width = grid.shape
        image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(area, image)

    def _paint_borders(self, painter: QPainter, trace: Trace) -> None:
        colour = self.theme.learner_colour(trace.learner)
        painter.setPen(pen_for("boundary", trace.readout, colour, self.theme.thick(1.0)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for curve in straight_curves([trace.weights], self.box)[0]:
            polyline(painter, self.pixels(curve[:, 0], curve[:, 1]))

    def _paint_margins(self, painter: QPainter, trace: Trace) -> None:
        """Where a learner of two classes scores −1 and +1."""
        if trace.weights.shape[1] > 1:
            return
        line = line_of(trace.weights[:, 0])
        colour = self.theme.learner_colour(trace.learner)
        painter.setPen(pen_for("margin", trace.readout, colour, self.theme.thick(1.0)))
        for margin in () if line is None else margin_lines(line):
            ends = clip(margin, self.box)
            if ends is not None:
                spots = np.array(ends)
                polyline(painter, self.pixels(spots[:, 0], spots[:, 1]))

    def _paint_key(self, painter: QPainter, area: QRectF) -> None:
        """Which line is whose: in a row where there is room for it, else in a corner."""
        metrics = QFontMetricsF(self.small_font())
        base, least = self.key_place()
        widths = [SAMPLE + 8.0 + metrics.horizontalAdvance(trace.title) for trace in self.traces]
        x = self.width() - 12.0 - sum(widths) - BETWEEN * (len(widths) - 1)
        if x >= least:
            for trace, width in zip(self.traces, widths, strict=True):
                self._paint_sample(painter, QPointF(x, base), trace)
                x += width + BETWEEN
            return
        line = metrics.height() + 2.0
        place = QRectF(0.0, area.top() + 6.0, max(widths) + 16.0, line * len(widths) + 6.0)
        place.moveRight(area.right() - 6.0)
        if place.width() > area.width() / 2 or place.height() > 0.7 * area.height():
            return
        ground = self.theme.colour("card")
        ground.setAlphaF(0.88)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(place, 7.0, 7.0)
        for number, trace in enumerate(self.traces):
            y = place.top() + 3.0 + number * line + metrics.ascent()
            self._paint_sample(painter, QPointF(place.left() + 8.0, y), trace)

    def _paint_sample(self, painter: QPainter, base: QPointF, trace: Trace) -> None:
        """A piece of the line and its name."""
        colour = self.theme.learner_colour(trace.learner)
        middle = base - QPointF(0.0, QFontMetricsF(self.small_font()).ascent() / 2 - 2.0)
        painter.setPen(pen_for("boundary", trace.readout, colour, self.theme.thick(1.0)))
        painter.drawLine(middle, middle + QPointF(SAMPLE, 0.0))
        painter.setPen(self.theme.colour("text"))
        painter.drawText(base + QPointF(SAMPLE + 8.0, 0.0), trace.title)
