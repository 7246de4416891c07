"""Are probabilities kept? How often something came true, against how likely it was said to be."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen

from core.evaluation import Calibration
from gui.panels.curve_axis import reading, span_axis
from gui.panels.hover_card import HoverCard
from gui.panels.text_grid import Cell, Row
from gui.panels.time_words import grouped
from gui.stage.chart import Chart, polyline
from gui.theme import Theme

STRIP = 24.0  # pixels for the bars beneath
ROOM_FOR_NAMES = 190  # pixels of height
LEAST_WIDTH = 220


class CalibrationChart(Chart):
    """Dots on the diagonal are promises kept; the bars say how many examples a dot stands for."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, card=False, top=8.0)
        self._shown: Calibration | None = None
        self._colour = QColor()
        self._of = ""
        self._beside = HoverCard(theme, self)
        self.setAccessibleName("Calibration")
        self.setMouseTracking(True)
        self.setMinimumWidth(LEAST_WIDTH)
        self.across = self.up = span_axis(0.0, 1.0, most_ticks=5)

    def show_calibration(self, shown: Calibration | None, of: str, colour: QColor) -> None:
        """`of`: whose probability it is."""
        self._shown, self._of, self._colour, self.sentence = shown, of, colour, ""
        self._name_axes()
        self._describe()

    def show_sentence(self, sentence: str) -> None:
        """Why there is no calibration."""
        self._shown, self.sentence = None, sentence
        self._describe()

    def _describe(self) -> None:
        self.setAccessibleDescription(self.told())
        self._beside.hide()
        self.update()

    def told(self) -> str:
        if self._shown is None:
            return self.sentence
        return f"ECE {self._shown.error:.3f}. {self._shown.sentence}"

    # Where things are

    def _name_axes(self) -> None:
        roomy = self.height() >= ROOM_FOR_NAMES
        self.up_name = "came true" if roomy else ""
        self.across_name = f"promised to {self._of}" if roomy else ""

    def resizeEvent(self, event: QEvent) -> None:
        self._name_axes()

    def area(self) -> QRectF:
        """Without the strip of bars."""
        return super().area().adjusted(0, 0, 0, -STRIP)

    def bar(self, number: int) -> QRectF:
        """The bar that says how many examples are in a bin."""
        assert self._shown is not None
        area, counts = self.area(), self._shown.counts
        wide = area.width() / len(counts)
        height = (STRIP - 6.0) * counts[number] / max(int(counts.max()), 1)
        foot = self.height() - 4.0
        height = max(float(height), 1.5 if counts[number] else 0.0)
        return QRectF(area.left() + number * wide + 1.0, foot - height, wide - 2.0, height)

    # Painting

    def paint_plot(self, painter: QPainter, area: QRectF) -> None:
        shown = self._shown
        if shown is None:
            return
        painter.setPen(QPen(self.theme.colour("muted"), 1.2, Qt.PenStyle.DashLine))
        painter.drawLine(area.bottomLeft(), area.topRight())
        there = shown.counts > 0
        spots = self.pixels(shown.predicted[there], shown.observed[there])
        kept = self.pixels(shown.predicted[there], shown.predicted[there])
        faint = QColor(self._colour)
        faint.setAlphaF(0.3)
        gap = QPen(faint, 4.0)
        gap.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(gap)
        for (x, y), (_, level) in zip(spots.tolist(), kept.tolist(), strict=True):
            painter.drawLine(QPointF(x, y), QPointF(x, level))
        painter.setPen(QPen(self._colour, 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        polyline(painter, spots)
        painter.setBrush(self._colour)
        painter.setPen(QPen(self.theme.colour("stage"), 1.2))
        for x, y in spots.tolist():
            painter.drawEllipse(QPointF(x, y), 4.0, 4.0)
        self._paint_counts(painter, shown)
        self._paint_error(painter, area, shown)

    def _paint_counts(self, painter: QPainter, shown: Calibration) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        ink = self.theme.colour("muted")
        ink.setAlphaF(0.6)
        painter.setBrush(ink)
        for number in np.flatnonzero(shown.counts).tolist():
            painter.drawRect(self.bar(number))

    def _paint_error(self, painter: QPainter, area: QRectF, shown: Calibration) -> None:
        font = self.small_font()
        font.setWeight(font.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(self.theme.colour("text"))
        corner = area.adjusted(6, 4, 0, 0)
        painter.drawText(corner, Qt.AlignmentFlag.AlignLeft, f"ECE {shown.error:.3f}")

    # The pointer

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        shown = self._shown
        if shown is None:
            return
        number = min(int(self.value_across(event.position().x()) * len(shown.counts)),
                     len(shown.counts) - 1)  # fmt: skip
        self._beside.tell(self._rows_about(shown, number), event.position().x(), self.area(), self)

    def leaveEvent(self, event: QEvent) -> None:
        self._beside.hide()

    def hideEvent(self, event: QEvent) -> None:
        self._beside.hide()  # it lies in the window, and would stay there

    def _rows_about(self, shown: Calibration, number: int) -> tuple[Row, ...]:
        low, high = shown.edges[number], shown.edges[number + 1]
        count = int(shown.counts[number])
        noun = "example" if count == 1 else "examples"
        rows: list[Row] = [
            (Cell(f"{low:.1f} to {high:.1f}", bold=True), Cell(f"{grouped(count)} {noun}"))
        ]
        if count:
            promised, observed = float(shown.predicted[number]), float(shown.observed[number])
            rows.append((Cell("promised", "muted"), Cell(reading(promised), right=True)))
            rows.append((Cell("came true", "muted"), Cell(reading(observed), right=True)))
        return tuple(rows)
