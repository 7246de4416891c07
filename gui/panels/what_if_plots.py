"""The plots of the what-if page: each shows one kind of answer, and what is clicked on it."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPen, QPolygonF

from core.rows import Floats, Ints
from core.what_if import Dropped, Fan, LearningCurve, OrdersFan, Sweep
from gui.panels.curve_axis import Axis, reading, span_axis
from gui.stage.chart import Chart, polyline
from gui.stage.signs import Signs
from gui.theme import Theme

ROW = 46.0  # pixels for one learner's orders
LINE = 22.0  # pixels for one dropped point
TRAIN, HELD_OUT = Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine


class WhatIfPlot(Chart):
    """`clicked` and `hovered` give a place in the answer, or −1 for none."""

    clicked = Signal(int)
    hovered = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, card=False, top=4.0)
        self.setMouseTracking(True)

    def place_at(self, spot: QPointF) -> int:
        """Overridden: which part of the answer is there."""
        return -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hovered.emit(self.place_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position())
        if place >= 0:
            self.clicked.emit(place)


def accuracy_axis(*accuracies: Floats | None) -> Axis:
    """From a little below the worst to all right."""
    values = np.concatenate([np.zeros(0), *(a.ravel() for a in accuracies if a is not None)])
    known = values[np.isfinite(values)]
    low = float(known.min()) if len(known) else 0.5
    return span_axis(max(math.floor(low * 20.0 - 0.5) / 20.0, 0.0), 1.0, percent=True, most_ticks=4)


class OrdersPlot(WhatIfPlot):
    """A dot for every order, learner by learner: how far luck goes."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._answer: OrdersFan | None = None
        self.up = Axis(0.0, 1.0, (), ())

    def show_answer(self, answer: OrdersFan) -> None:
        self._answer = answer
        self.across = accuracy_axis(*(tested(fan) for fan in answer.fans))
        held = any(fan.held_out is not None for fan in answer.fans)
        self.across_name = "held-out accuracy" if held else "training accuracy"
        self.setMinimumHeight(round(ROW * len(answer.fans)) + 52)
        self.update()

    def paint_plot(self, painter: QPainter, area: QRectF) -> None:
        if self._answer is None:
            return
        height = area.height() / max(len(self._answer.fans), 1)
        for number, fan in enumerate(self._answer.fans):
            self._paint_fan(painter, fan, area.top() + number * height, height)

    def _paint_fan(self, painter: QPainter, fan: Fan, top: float, height: float) -> None:
        metrics = QFontMetricsF(self.font())
        painter.setPen(self.theme.colour("text"))
        name = fan.title if fan.readout == "last" else f"{fan.title}, {fan.readout}"
        painter.drawText(QPointF(self.area().left(), top + metrics.ascent()), name)
        values = tested(fan)
        scatter = np.random.default_rng(0).uniform(0.0, 1.0, len(values))
        y = top + metrics.height() + 3.0
        room = max(height - metrics.height() - 8.0, 6.0)
        spots = self.pixels(values, np.zeros(len(values)))[:, 0]
        colour = self.theme.colour("accent")
        colour.setAlphaF(0.45)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        for x, share in zip(spots.tolist(), scatter.tolist(), strict=True):
            painter.drawEllipse(QPointF(x, y + share * room), 2.6, 2.6)
        mean = float(self.pixels(np.array([values.mean()]), np.zeros(1))[0, 0])
        painter.setPen(QPen(self.theme.colour("text"), 2.0))
        painter.drawLine(QPointF(mean, y - 2), QPointF(mean, y + room + 2))


def tested(fan: Fan) -> Floats:
    return fan.train if fan.held_out is None else fan.held_out


class SweepPlot(WhatIfPlot):
    """Accuracy against a parameter; a click sets it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._answer: Sweep | None = None
        self._norms = False
        self._places = np.zeros(0)  # where the values stand on the axis
        self.looked_at = -1

    def show_answer(self, answer: Sweep, norms: bool = False) -> None:
        """`norms`: the length of the weights instead of the accuracy."""
        self._answer, self._norms = answer, norms
        numbers = [value for value in answer.values if isinstance(value, float | int)]
        if len(numbers) == len(answer.values) and not isinstance(answer.values[0], bool):
            self._places = np.array(numbers, np.float64)
            self.across = _number_axis(self._places, answer.log)
        else:
            self._places = np.arange(len(answer.values), dtype=np.float64)
            labels = tuple(_named(value) for value in answer.values)
            self.across = Axis(-0.5, len(labels) - 0.5, tuple(self._places), labels)
        known = answer.norms[np.isfinite(answer.norms)]
        if norms:
            top = float(np.quantile(known, 0.95)) * 1.1 if len(known) else 1.0
            self.up = span_axis(0.0, max(top, 1e-9), most_ticks=3)
        else:
            self.up = accuracy_axis(answer.train, answer.held_out)
        self.across_name = "" if not norms else answer.parameter.title
        self.up_name = "length of the weights ‖w‖" if norms else "accuracy"
        self.update()

    def paint_plot(self, painter: QPainter, area: QRectF) -> None:
        answer = self._answer
        if answer is None:
            return
        self._paint_current(painter, area, answer.current, "accent", TRAIN)
        if self.looked_at >= 0:
            self._paint_current(painter, area, self.looked_at, "muted", Qt.PenStyle.DotLine)
        ink = self.theme.colour("text")
        if self._norms:
            self._paint_line(painter, answer.norms, ink, TRAIN)
            return
        self._paint_line(painter, answer.train, ink, TRAIN)
        if answer.held_out is not None:
            self._paint_line(painter, answer.held_out, ink, HELD_OUT)

    def _paint_line(
        self, painter: QPainter, values: Floats, ink: QColor, style: Qt.PenStyle
    ) -> None:
        pixels = self.pixels(self._places, values)
        painter.setPen(QPen(ink, 1.6, style))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        polyline(painter, pixels)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink if style == TRAIN else self.theme.colour("card"))
        painter.setPen(QPen(ink, 1.2))
        for x, y in pixels[np.isfinite(pixels).all(axis=1)].tolist():
            painter.drawEllipse(QPointF(x, y), 2.0, 2.0)

    def _paint_current(
        self, painter: QPainter, area: QRectF, place: int, colour: str, style: Qt.PenStyle
    ) -> None:
        assert self.up is not None
        x = float(self.pixels(self._places[place : place + 1], np.array([self.up.low]))[0, 0])
        painter.setPen(QPen(self.theme.colour(colour), 1.6, style))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    def place_at(self, spot: QPointF) -> int:
        if self._answer is None or self.up is None or len(self._places) == 0:
            return -1
        xs = self.pixels(self._places, np.full(len(self._places), self.up.low))[:, 0]
        return int(np.argmin(np.abs(xs - spot.x())))


def _number_axis(values: Floats, log: bool) -> Axis:
    low, high = float(values.min()), float(values.max())
    if not log or low <= 0.0 or high <= low:
        return span_axis(low, high, most_ticks=4)
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    every = max(1, math.ceil((last - first) / 4))
    ticks = tuple(10.0**k for k in range(first, last + 1, every))
    return Axis(low, high, ticks, tuple(f"{tick:g}" for tick in ticks), log=True)


def _named(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


class ExamplesPlot(WhatIfPlot):
    """Accuracy against the number of examples, every learner in its colour."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._answer: LearningCurve | None = None

    def show_answer(self, answer: LearningCurve) -> None:
        self._answer = answer
        sizes = answer.sizes.astype(np.float64)
        self.across = span_axis(0.0, float(sizes.max()), most_ticks=5)
        means = [c.train_mean for c in answer.curves] + [c.unseen_mean for c in answer.curves]
        self.up = accuracy_axis(*means)
        self.across_name, self.up_name = "examples to learn from", "accuracy"
        self.update()

    def paint_plot(self, painter: QPainter, area: QRectF) -> None:
        answer = self._answer
        if answer is None:
            return
        sizes = answer.sizes.astype(np.float64)
        for number, curve in enumerate(answer.curves):
            if curve.obstacle:
                continue
            colour = self.theme.learner_colour(number)
            band = QColor(colour)
            band.setAlphaF(0.10)
            high = self.pixels(sizes, curve.unseen_mean + curve.unseen_deviation)
            low = self.pixels(sizes, curve.unseen_mean - curve.unseen_deviation)
            outline = np.concatenate([high, low[::-1]])
            if np.isfinite(outline).all():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(band)
                painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in outline.tolist()]))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for values, style in ((curve.train_mean, TRAIN), (curve.unseen_mean, HELD_OUT)):
                painter.setPen(QPen(colour, 1.7, style))
                polyline(painter, self.pixels(sizes, values))

    def place_at(self, spot: QPointF) -> int:
        if self._answer is None or self.up is None:
            return -1
        sizes = self._answer.sizes.astype(np.float64)
        xs = self.pixels(sizes, np.full(len(sizes), self.up.low))[:, 0]
        return int(np.argmin(np.abs(xs - spot.x())))


class DropPlot(WhatIfPlot):
    """The examples whose absence moves the boundary most, as bars."""

    MOST = 12

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._answer: Dropped | None = None
        self._labels = np.zeros(0, np.int32)
        self._signs = Signs(theme, 9.0)
        self.looked_at = -1
        # The bars need no axes: their numbers stand beside them.
        self.across, self.up = Axis(0.0, 1.0, (), ()), Axis(0.0, 1.0, (), ())

    def show_answer(self, answer: Dropped, labels: Ints) -> None:
        self._answer, self._labels = answer, labels
        self.setMinimumHeight(round(LINE * min(len(answer.rows), self.MOST)) + 30)
        self.update()

    def paint_plot(self, painter: QPainter, area: QRectF) -> None:
        answer = self._answer
        if answer is None or len(answer.rows) == 0:
            return
        metrics = QFontMetricsF(self.font())
        count = min(len(answer.rows), self.MOST)
        largest = float(answer.moved[:count].max()) or 1.0
        number_width = metrics.horizontalAdvance(f"{len(self._labels):,} ")
        left = area.left() + 18.0 + number_width
        room = area.width() - 18.0 - number_width - metrics.horizontalAdvance("0.000 ") - 8.0
        for place in range(count):
            top = area.top() + place * LINE
            if place == self.looked_at:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self.theme.colour("accent_soft"))
                painter.drawRoundedRect(QRectF(area.left() - 4, top, area.width() + 8, LINE), 5, 5)
            row = int(answer.rows[place])
            middle = np.array([[area.left() + 5.0, top + LINE / 2]])
            self._signs.draw(painter, middle, self._labels[row : row + 1], np.zeros(1, np.bool_))
            base = top + (LINE + metrics.ascent() - metrics.descent()) / 2
            painter.setPen(self.theme.colour("text"))
            painter.drawText(QPointF(area.left() + 14.0, base), str(row + 1))
            length = max(room * float(answer.moved[place]) / largest, 1.5)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.colour("accent"))
            painter.drawRoundedRect(QRectF(left, top + 5, length, LINE - 10), 3, 3)
            painter.setPen(self.theme.colour("muted"))
            text = reading(float(answer.moved[place]))
            painter.drawText(QPointF(left + length + 6.0, base), text)

    def place_at(self, spot: QPointF) -> int:
        if self._answer is None:
            return -1
        place = int((spot.y() - self.area().top()) // LINE)
        return place if 0 <= place < min(len(self._answer.rows), self.MOST) else -1
