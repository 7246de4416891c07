"""The document map: how every document is scored, and how it drifts as the learner learns."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen

from core.dataset import Dataset
from core.document_space import Heights, heights_of
from core.measure import margins
from core.rows import Floats, Ints
from core.run import Run
from gui.background import Background
from gui.panels.curve_axis import Axis, span_axis
from gui.stage.chart import EDGE
from gui.stage.documents import Documents
from gui.stage.documents_chart import DocumentsChart
from gui.stage.map_ground import (
    bands,
    in_bands,
    paint_bands,
    paint_side,
    paint_tint,
    room_for_names,
)
from gui.stage.strokes import pen_for
from gui.studio import Studio
from gui.theme import Theme

UPRIGHT = Axis(0.0, 1.0, (), ())
EDGE_SHARE = 0.02  # of the height, left free above and below the documents
ROUND = (1.5, 2.0, 3.0, 5.0, 8.0, 10.0)  # reaches of the scale, times a power of ten
USUAL = 0.995  # of the documents lie within the scale, the others at its edges
LEAST_REACH = 1.5
LEAST_WRONG = 0.3  # of the scale to the right that the wrong side has, where right is right
GROWN = 1.25  # times as many steps before the end of a run that is computed is looked at again
LAYING_OUT = "Laying out the documents…"

Reach = tuple[float, float]  # how far values usually go to the left and to the right of 0


class DocumentMap(DocumentsChart):
    """Two classes: left is the one, right the other. More: a band each, and right is right."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__(studio, theme, "Document map")
        self._heights: Heights | None = None
        self._laid_out: Dataset | None = None  # whose heights they are
        self._laying_out: Dataset | None = None
        self._ups: Floats = np.zeros(0)  # [documents], the heights as they are drawn
        self._background = Background(self)
        self._end: tuple[Run, int, str, Reach] | None = None  # how far values go there

    # Where documents are

    def arrange(self, shown: Documents) -> str:
        self._lay_out(shown.dataset)
        if self._heights is None or len(self._ups) != len(shown):
            return LAYING_OUT
        left, right = (max(pair) for pair in zip(_usual(shown), self._end_of(shown), strict=True))
        if shown.readout == "voted":
            self.across = span_axis(-1.0, 1.0, most_ticks=9)
        elif shown.dataset.classes == 2:
            reach = _rounded(max(left, right))
            self.across = span_axis(-reach, reach, most_ticks=9)
        else:
            reach = _rounded(right)
            self.across = span_axis(-_rounded(max(left, LEAST_WRONG * reach)), reach, most_ticks=9)
        self.up = UPRIGHT
        self.across_name, self.up_name = _across_name(shown), _up_name(self._heights, shown)
        return ""

    def places(self, shown: Documents) -> Floats:
        return self.pixels(_values(shown.scores, shown.dataset.labels), self._ups)

    def places_before(self, shown: Documents, rows: Ints) -> Floats | None:
        if shown.readout == "voted":
            return None
        dataset, before = shown.dataset, shown.moment.run.at(shown.moment.t - 1)
        scores = np.nan_to_num(before.scores(dataset.rows.take(rows), shown.readout))
        return self.pixels(_values(scores, dataset.labels[rows]), self._ups[rows])

    def _end_of(self, shown: Documents) -> Reach:
        """How far values go at the end of the run: so the scale stays while one watches."""
        run, readout, result = shown.moment.run, shown.readout, self.studio.active_result
        if readout == "voted" or result is None:
            return 1.0, 1.0
        known, steps = self._end, result.steps
        if known is not None and known[0] is run and known[2] == readout:
            # While the run is computed, its end so far is not looked at with every few steps.
            most = known[1] if result.stopped else GROWN * known[1]
            if known[1] <= steps <= most:
                return known[3]
        scores = np.nan_to_num(run.at(steps).scores(readout=readout))
        reach = _reach(_values(scores, run.dataset.labels))
        self._end = (run, steps, readout, reach)
        return reach

    def _lay_out(self, dataset: Dataset) -> None:
        """Beside the window; until it is done, documents stay where they are."""
        if dataset is self._laid_out or dataset is self._laying_out:
            return
        self._laying_out = dataset
        self._background.begin(
            lambda: heights_of(dataset), lambda found: self._take(dataset, found), self._give_up
        )

    def _take(self, dataset: Dataset, heights: Heights) -> None:
        self._heights, self._laid_out, self._laying_out = heights, dataset, None
        self._ups = EDGE_SHARE + (1.0 - 2.0 * EDGE_SHARE) * heights.places
        if dataset.classes > 2:
            self._ups = in_bands(heights.places, dataset.labels, dataset.classes)
        self.ask()

    def _give_up(self, why: str) -> None:
        self._laying_out = None
        self.studio.said.emit(why)

    # Painting

    def area(self) -> QRectF:
        area, shown = super().area(), self.shown
        if shown is None or shown.dataset.classes == 2:
            return area
        room = room_for_names(self.small_font(), area.height(), shown.dataset.class_names)
        return area.adjusted(min(room, area.width() / 3), 0, 0, 0)

    def paint_ground(self, painter: QPainter, area: QRectF, shown: Documents) -> None:
        if self.studio.looks.regions:
            self._paint_tints(painter, area, shown.dataset.classes)
        if shown.dataset.classes > 2:
            painter.setFont(self.small_font())
            left = super().area().left()
            paint_bands(painter, self.theme, area, left, shown.dataset.class_names)

    def _paint_tints(self, painter: QPainter, area: QRectF, classes: int) -> None:
        assert self.across is not None
        clip = QPainterPath()
        clip.addRoundedRect(area, 6.0, 6.0)
        painter.setClipPath(clip)
        left, right = QRectF(area), QRectF(area)
        boundary = float(self.pixels(np.zeros(1), np.zeros(1))[0, 0])
        left.setRight(boundary)
        right.setLeft(boundary)
        wrong = self.theme.colour("muted") if classes > 2 else self.theme.class_colour(0)
        paint_tint(painter, self.theme, left, -self.across.low, wrong, left=True)
        sides = list(enumerate(bands(right, classes))) if classes > 2 else [(1, right)]
        for label, part in sides:
            colour = self.theme.class_colour(label)
            paint_tint(painter, self.theme, part, self.across.high, colour, left=False)
        painter.setClipping(False)

    def paint_over(self, painter: QPainter, area: QRectF, shown: Documents) -> None:
        self._paint_lines(painter, area, shown)
        painter.setFont(self.small_font())
        metrics = QFontMetricsF(self.small_font())
        tally = shown.tally()
        x = self.width() - EDGE - metrics.horizontalAdvance(tally)
        if x > 2 * EDGE + metrics.horizontalAdvance(self.up_name):
            painter.setPen(self.theme.colour("muted"))
            painter.drawText(QPointF(x, self._top + metrics.ascent() - 2.0), tally)
        if shown.dataset.classes == 2:
            for label in (0, 1):
                paint_side(painter, self.theme, area, label, shown.dataset.class_names[label])

    def _paint_lines(self, painter: QPainter, area: QRectF, shown: Documents) -> None:
        """The boundary, and the margins where the learner wants some."""
        colour = self.theme.learner_colour(self.studio.active)
        thickness = self.theme.thick(1.0)
        lines = [(0.0, pen_for("boundary", shown.readout, colour, thickness))]
        if shown.has_margin and self.studio.looks.margins:
            dashed = pen_for("margin", shown.readout, colour, thickness)
            lines += [(level, dashed) for level in (-1.0, 1.0)[shown.dataset.classes > 2 :]]
        xs = self.pixels(np.array([level for level, _ in lines]), np.zeros(len(lines)))[:, 0]
        for x, (_, pen) in zip(xs.tolist(), lines, strict=True):
            ends = QPointF(x, area.top()), QPointF(x, area.bottom())
            painter.setPen(QPen(self.theme.colour("stage"), pen.widthF() + 1.6))
            painter.drawLine(*ends)
            painter.setPen(pen)
            painter.drawLine(*ends)


def _values(scores: Floats, labels: Ints) -> Floats:
    """Of two classes, by how much the second leads; of more, by how much the own one does."""
    if scores.shape[1] == 2:
        return np.asarray(scores[:, 1] - scores[:, 0])
    return margins(scores, labels)


def _usual(shown: Documents) -> Reach:
    return _reach(_values(shown.scores, shown.dataset.labels))


def _reach(values: Floats) -> Reach:
    low, high = np.quantile(values, [1.0 - USUAL, USUAL]).tolist()
    return max(-low, 0.0), max(high, 0.0)


def _rounded(reach: float) -> float:
    """A round number beyond, so that the scale seldom moves."""
    reach = min(max(reach * 1.04, LEAST_REACH), 1e9)
    power = 10.0 ** math.floor(math.log10(reach))
    return next(k * power for k in (*ROUND, 15.0) if k * power >= reach)


def _across_name(shown: Documents) -> str:
    if shown.dataset.classes > 2:
        return f"lead of its own class over the best other one, {shown.title}; left of 0 is wrong"
    if shown.readout == "voted":
        return f"share of votes that leads, {shown.title}; boundary at 0"
    margin = ", margins at ±1" if shown.has_margin else ""
    return f"score, {shown.title}; boundary at 0{margin}"


def _up_name(heights: Heights, shown: Documents) -> str:
    by = "text" if heights.component is None else f"principal component {heights.component}"
    within = " within its class" if shown.dataset.classes > 2 else ""
    return f"height{within}: rank by {by}"
