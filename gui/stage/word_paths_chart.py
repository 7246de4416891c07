"""The plot of word paths: lines with their names at the right, and the cursor."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)

from core.rows import Floats
from gui.fineness import fineness
from gui.panels.curve_axis import Axis, reading, span_axis
from gui.panels.hover_card import HoverCard
from gui.panels.text_grid import Cell, Row
from gui.panels.time_words import grouped
from gui.plain_text import short
from gui.stage.chart import Chart
from gui.stage.path_painting import mixed
from gui.stage.word_lines import WordLine, apart
from gui.theme import Theme

NEAR = 6.0  # pixels within which a line is meant
LONGEST_WORD = 22
WIDEST_SHARE = 0.32  # of the width, for the names
LEADER = 16.0  # pixels between the ends of the lines and their names
QUIET = 0.45  # how clear lines are beside the chosen one


class WordPathsChart(Chart):
    """All but the cursor is painted once and kept."""

    chosen = Signal(int)  # a word
    sought = Signal(int, bool)  # a step; by a first press, not a drag

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, card=False, top=4.0)
        self.lines: tuple[WordLine, ...] = ()
        self._chosen: int | None = None
        self._t, self._last_step, self._unit = 0, 1, 1
        self._kept: QPixmap | None = None
        self._dragging = False
        self._beside = HoverCard(theme, self)
        self.setAccessibleName("Paths of words")
        self.setMouseTracking(True)
        theme.changed.connect(self._forget)

    def minimumSizeHint(self) -> QSize:
        return QSize(140, 84)

    def show_lines(
        self, lines: tuple[WordLine, ...], chosen: int | None, across: Axis, unit: int, last: int
    ) -> None:
        """`unit`: steps in one of what the axis counts; `last`: the step at its end."""
        self.lines, self._chosen, self.across = lines, chosen, across
        self._unit, self._last_step = max(unit, 1), max(last, 1)
        self.up = _axis(lines, max(min(self.height() // 36, 6), 2))
        self._beside.hide()
        self._forget()

    def show_cursor(self, t: int) -> None:
        if t != self._t:
            self._t = t
            self.update()

    def _forget(self) -> None:
        self._kept = None
        self.update()

    def resizeEvent(self, event: QEvent) -> None:
        self._forget()

    # Where things are

    def area(self) -> QRectF:
        """Without the room for the names."""
        metrics = QFontMetricsF(self._bold())
        widths = [metrics.horizontalAdvance(short(x.word, LONGEST_WORD)) for x in self.lines]
        names = min(max(widths, default=0.0), WIDEST_SHARE * self.width())
        return super().area().adjusted(0, 0, -(names + LEADER), 0)

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _spots(self, line: WordLine) -> Floats:
        return self.pixels(line.steps / self._unit, line.weights)

    def place_of(self, feature: int, step: int) -> QPointF:
        """A spot on a word's line."""
        line = next(line for line in self.lines if line.feature == feature)
        spot = self.pixels(np.array([step / self._unit]), np.array([line.at(step)]))[0]
        return QPointF(float(spot[0]), float(spot[1]))

    def names(self) -> list[tuple[WordLine, QRectF]]:
        """Where the name of each line stands."""
        if not self.lines:
            return []
        area, metrics = self.area(), QFontMetricsF(self.font())
        ends = np.array([self._spots(line)[-1, 1] for line in self.lines])
        line = metrics.height() + 1.0
        high = area.bottom() + 4.0 - line
        if line * (len(self.lines) - 1) > high:
            high = self.height() - line  # beside the numbers below, if there is no other way
        tops = apart(ends - metrics.height() / 2, line, 0.0, high)
        x = area.right() + LEADER
        return [
            (line, QRectF(x, top, self.width() - x, metrics.height()))
            for line, top in zip(self.lines, tops.tolist(), strict=True)
        ]

    def room_for_names(self) -> int:
        """How many names can stand below each other."""
        return int(self.height() // (QFontMetricsF(self.font()).height() + 1.0))

    def _step_at(self, x: float) -> int:
        return min(round(self.value_across(x) * self._unit), self._last_step)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.sentence or not self.lines:
            super().paintEvent(event)
            return
        with QPainter(self) as painter:
            ratio = fineness(painter)
            if self._kept is None or self._kept.devicePixelRatio() != ratio:
                self._kept = self._paint_all(ratio)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawPixmap(0, 0, self._kept)
            self._paint_cursor(painter)

    def _paint_all(self, ratio: float) -> QPixmap:
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(self.font())
            self._paint_axes(painter)
            self._paint_zero(painter)
            for line in sorted(self.lines, key=lambda line: line.feature == self._chosen):
                width = 2.8 if line.feature == self._chosen else 1.6
                pen = QPen(self._colour(line), self.theme.thick(width))
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                ends = self._spots(line)
                pieces = np.concatenate([ends[:-1], ends[1:]], axis=1)
                # One stroke at a time: joined into one wide path, Qt takes a hundred times as long.
                painter.drawLines([QLineF(*four) for four in pieces.tolist()])
            self._paint_names_of_lines(painter)
        return pixmap

    def _colour(self, line: WordLine) -> QColor:
        colour = self.theme.class_colour(line.label)
        if self._chosen is None or line.feature == self._chosen:
            return colour
        return mixed(colour, self.theme.colour("stage"), QUIET)

    def _paint_zero(self, painter: QPainter) -> None:
        assert self.up is not None
        if self.up.low < 0.0 < self.up.high:
            area = self.area()
            y = area.bottom() - float(self.up.place(np.zeros(1))[0]) * area.height()
            painter.setPen(QPen(self.theme.colour("muted"), 1.2))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))

    def _paint_names_of_lines(self, painter: QPainter) -> None:
        area = self.area()
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        for line, bounds in self.names():
            mine = line.feature == self._chosen
            end = self._spots(line)[-1]
            thin = QPen(self._colour(line), 1.0)
            painter.setPen(thin)
            middle = bounds.center().y()
            start, knee = QPointF(float(end[0]), float(end[1])), area.right() + LEADER - 4
            if float(end[0]) > area.right() - 2:
                painter.drawLine(start, QPointF(knee, middle))
            font = self._bold() if mine else self.font()
            painter.setFont(font)
            painter.setPen(self.theme.colour("text" if mine or self._chosen is None else "muted"))
            word = QFontMetricsF(font).elidedText(
                short(line.word, LONGEST_WORD), Qt.TextElideMode.ElideRight, bounds.width()
            )
            painter.drawText(bounds, flags, word)

    def _paint_cursor(self, painter: QPainter) -> None:
        area = self.area()
        assert self.across is not None
        share = float(self.across.place(np.array([self._t / self._unit]))[0])
        x = round(area.left() + share * area.width()) - 1.0
        painter.fillRect(
            QRectF(x, area.top() - 3, 2, area.height() + 3), self.theme.colour("accent")
        )
        painter.setPen(QPen(self.theme.colour("stage"), 1.2))
        for line in self.lines:
            step = min(self._t, int(line.steps[-1]))
            painter.setBrush(self._colour(line))
            painter.drawEllipse(self.place_of(line.feature, step), 3.6, 3.6)

    # The pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.lines or self.sentence:
            return
        line = self._line_at(event.position())
        if line is not None:
            self.chosen.emit(line.feature)
        elif self.area().adjusted(-4, -4, 4, 20).contains(event.position()):
            self._dragging = True
            self.sought.emit(self._step_at(event.position().x()), True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self.lines or self.sentence:
            return
        if self._dragging:
            self.sought.emit(self._step_at(event.position().x()), False)
        line = self._line_at(event.position())
        shape = Qt.CursorShape.CrossCursor if line is None else Qt.CursorShape.PointingHandCursor
        self.setCursor(shape)
        if self.area().contains(event.position()):
            step = self._step_at(event.position().x())
            self._beside.tell(self._rows_at(step), event.position().x(), self.area(), self)
        else:
            self._beside.hide()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragging = False

    def leaveEvent(self, event: QEvent) -> None:
        self._beside.hide()

    def hideEvent(self, event: QEvent) -> None:
        self._beside.hide()  # it lies in the window, and would stay there

    def _line_at(self, spot: QPointF) -> WordLine | None:
        for line, bounds in self.names():
            if bounds.contains(spot):
                return line
        if not self.area().adjusted(-NEAR, -NEAR, NEAR, NEAR).contains(spot):
            return None
        aways = [_distance(self._spots(line), spot) for line in self.lines]
        nearest = int(np.argmin(aways))
        return self.lines[nearest] if aways[nearest] <= NEAR else None

    def _rows_at(self, step: int) -> tuple[Row, ...]:
        rows: list[Row] = [(Cell(f"step {grouped(step)}", bold=True),)]
        for line in sorted(self.lines, key=lambda line: -line.at(step)):
            name = Cell(short(line.word, LONGEST_WORD), class_index=line.label)
            rows.append((name, Cell(reading(line.at(step)), right=True)))
        return tuple(rows)


def _axis(lines: tuple[WordLine, ...], most_ticks: int) -> Axis:
    """From the lowest to the highest weight, 0 among them, with a little room beyond."""
    weights = np.concatenate([np.zeros(1), *(line.weights for line in lines)])
    weights = weights[np.isfinite(weights)]
    low, high = float(weights.min()), float(weights.max())
    beyond = 0.05 * max(high - low, 1e-9)
    return span_axis(low - beyond * (low < 0), high + beyond, most_ticks=most_ticks)


def _distance(line: Floats, spot: QPointF) -> float:
    """Of a spot from the line through pixels [n, 2]."""
    if len(line) < 2:
        return float("inf")
    here = np.array([spot.x(), spot.y()])
    start, along = line[:-1], np.diff(line, axis=0)
    length = np.maximum((along**2).sum(axis=1), 1e-12)
    part = np.clip(((here - start) * along).sum(axis=1) / length, 0.0, 1.0)
    return float(np.hypot(*(start + part[:, None] * along - here).T).min())
