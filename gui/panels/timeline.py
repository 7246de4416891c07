"""The timeline: the whole run as a line, with what happened on it and a handle to drag."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QSlider, QToolTip

from gui.fineness import fineness
from gui.many_shapes import draw_rectangles
from gui.panels.pacing import Pacing
from gui.panels.time_words import grouped, unit_of
from gui.panels.timeline_marks import best_held_out, mistake_columns, pass_ends
from gui.studio import Studio
from gui.theme import Theme

MARGIN = 11  # room for the handle at both ends
THICKNESS = 6
TICK = 9  # the tallest
PER_SECOND = 10  # while a run that is being computed plays
NOTCH = 120  # of a mouse wheel, in eighths of a degree


class Timeline(QSlider):
    """A slider, so that assistive tools know what it is; all of its painting is our own."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._studio, self._theme = studio, theme
        self._backdrop: QPixmap | None = None
        self._hovered: int | None = None
        self._turned = 0  # of the wheel, not yet a whole notch
        self._mirroring = False
        self._handle_at: float | None = None  # where it was painted last
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSingleStep(1)
        self.setPageStep(1)
        self.setAccessibleName("Timeline")
        self.valueChanged.connect(self._asked_for)
        studio.cursor_changed.connect(self._follow)
        studio.playing_changed.connect(self._follow)
        self._pacing = Pacing(studio, self, self._redraw, PER_SECOND)
        studio.results_changed.connect(self._take_results)
        for signal in (studio.active_changed, theme.changed):
            signal.connect(self._redraw)
        self._redraw()

    # Places

    @property
    def total(self) -> int:
        """The step at the right end: the longest run, as far as is known."""
        return max(self._studio.results.most_steps, self._studio.length, 1)

    def x_of(self, step: float) -> float:
        return MARGIN + step / self.total * self._span

    def step_at(self, x: float) -> int:
        step = round((x - MARGIN) / max(self._span, 1) * self.total)
        return min(max(step, 0), self.total)

    @property
    def _span(self) -> int:
        return max(self.width() - 2 * MARGIN, 1)

    @property
    def _middle(self) -> int:
        return self.height() // 2

    @property
    def _grown(self) -> float:
        return math.sqrt(self._theme.scale)  # larger than usual, though not as much as type

    def sizeHint(self) -> QSize:
        return QSize(420, 44)

    def minimumSizeHint(self) -> QSize:
        return QSize(64, 44)

    # Following the studio

    def _redraw(self) -> None:
        self._backdrop = None
        self._mirroring = True
        self.setRange(0, self.total)
        self._mirroring = False
        self._follow()
        self.update()

    def _take_results(self) -> None:
        """A run that grows is drawn some times a second; another length moves all there is."""
        if self.total != self.maximum():
            self._redraw()
        else:
            self._pacing.ask()

    def sliderChange(self, change: QAbstractSlider.SliderChange) -> None:
        """Paint again only what lies between the handle's old and new place."""
        if change != QAbstractSlider.SliderChange.SliderValueChange or self._handle_at is None:
            super().sliderChange(change)
            return
        here = self.x_of(min(self._studio.t, self.total))
        left, right = sorted((self._handle_at, here))
        self.update(int(left) - 13, 0, int(right - left) + 27, self.height())

    def _follow(self) -> None:
        self._mirroring = True
        self.setValue(self._studio.t)
        self._mirroring = False
        if not self._studio.playing:
            self.setAccessibleDescription(self.words(self._studio.t))

    def _asked_for(self, value: int) -> None:
        """The value was set from outside, by an assistive tool."""
        if not self._mirroring:
            self._studio.pause()
            self._studio.seek(value)

    def words(self, step: int) -> str:
        """What there is to say about a step."""
        parts = [f"step {grouped(step)}", unit_of(self._studio.results).place(step)]
        result = self._studio.active_result
        if step > self._studio.length:
            parts.append("not computed yet")
        elif result is not None and np.isin(step, result.mistakes):
            parts.append("mistake")
        if result is not None and step == best_held_out(result.curves.get(result.choice.readout)):
            parts.append("best on held-out examples")
        return " · ".join(part for part in parts if part)

    # Hands

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._studio.pause()
            self._studio.seek(self.step_at(event.position().x()))
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        step = self.step_at(event.position().x())
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._studio.seek(step)
        self._hovered = step
        below = QPoint(round(self.x_of(step)), self.height())
        QToolTip.showText(self.mapToGlobal(below), self.words(step), self)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        QToolTip.hideText()
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn = event.angleDelta()
        self._turned += turn.y() or -turn.x()
        notches = int(self._turned / NOTCH)
        self._turned -= notches * NOTCH
        if notches:
            self._studio.step(-notches)  # towards oneself is onwards, as in a text
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key
        steps = {key.Key_Left: -1, key.Key_PageUp: -1, key.Key_Right: 1, key.Key_PageDown: 1}
        if event.key() in steps:
            self._studio.step(steps[Qt.Key(event.key())])
        elif event.key() in (key.Key_Home, key.Key_End):
            self._studio.pause()
            self._studio.seek(0 if event.key() == key.Key_Home else self._studio.length)
        else:
            event.ignore()  # up and down are not ours

    # Painting

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._backdrop = None

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            ratio = fineness(painter)
            if self._backdrop is None or self._backdrop.devicePixelRatio() != ratio:
                self._backdrop = self._draw_backdrop(ratio)
            painter.drawPixmap(0, 0, self._backdrop)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            here = self.x_of(min(self._studio.t, self.total))
            self._draw_bar(painter, MARGIN - THICKNESS / 2, here, self._theme.colour("accent"))
            self._draw_end_marks(painter)
            if self._hovered is not None:
                painter.setPen(QPen(self._theme.colour("muted"), 1))
                x = self.x_of(self._hovered)
                painter.drawLine(QPointF(x, self._middle - 6), QPointF(x, self._middle + 6))
            self._draw_handle(painter, here)
            self._handle_at = here

    def _draw_backdrop(self, ratio: float) -> QPixmap:
        """All that stays the same while time passes."""
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            self._draw_passes(painter)
            self._draw_mistakes(painter)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            right = self.width() - MARGIN + THICKNESS / 2
            expected = self._theme.colour("track")
            expected.setAlphaF(0.55)
            self._draw_bar(painter, MARGIN - THICKNESS / 2, right, expected)
            computed = min(self.x_of(self._studio.length) + THICKNESS / 2, right)
            self._draw_bar(painter, MARGIN - THICKNESS / 2, computed, self._theme.colour("track"))
            self._draw_flag(painter)
        return pixmap

    def _draw_bar(self, painter: QPainter, left: float, right: float, colour: QColor) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        half = THICKNESS * self._grown / 2
        bar = QRectF(left, self._middle - half, max(right - left, 0.0), 2 * half)
        painter.drawRoundedRect(bar, half, half)

    def _draw_passes(self, painter: QPainter) -> None:
        per_pass = self._studio.results.steps_per_pass
        colour = self._theme.colour("muted")
        colour.setAlphaF(0.5)
        for step in pass_ends(self.total, per_pass, self._span):
            painter.fillRect(QRectF(round(self.x_of(step)), self._middle + 5, 1, 7), colour)

    def _draw_mistakes(self, painter: QPainter) -> None:
        result = self._studio.active_result
        if result is None or len(result.mistakes) == 0:
            return
        shares = mistake_columns(result.mistakes, self.total, self._span)
        columns = np.flatnonzero(shares)
        width = round(self._grown + 1) if self._span > 8 * len(columns) else 1
        colour, bottom = self._theme.colour("mistake"), self._middle - round(6 * self._grown)
        heights = np.rint((3.0 + (TICK - 3.0) * shares[columns]) * self._grown)
        ticks = np.stack(
            [MARGIN + columns, bottom - heights, np.full(len(columns), width), heights], axis=1
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        draw_rectangles(painter, ticks)

    def _draw_flag(self, painter: QPainter) -> None:
        result = self._studio.active_result
        if result is None:
            return
        step = best_held_out(result.curves.get(result.choice.readout))
        if step is None:
            return
        x, top = round(self.x_of(step)) + 0.5, self._middle + 6.0
        colour = self._theme.colour("good")
        painter.setPen(QPen(colour, 1.4))
        painter.drawLine(QPointF(x, top), QPointF(x, top + 13))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        cloth = [QPointF(x, top + 3), QPointF(x + 8, top + 6.5), QPointF(x, top + 10)]
        painter.drawPolygon(QPolygonF(cloth))

    def _draw_end_marks(self, painter: QPainter) -> None:
        """Where each learner converged, side by side where that was at the same step."""
        taken: list[float] = []
        for index, result in enumerate(self._studio.results.learners):
            if not (result.converged and result.choice.visible):
                continue
            x = self.x_of(result.steps)
            while any(abs(x - other) < 4.0 for other in taken):
                x -= 4.0
            taken.append(x)
            painter.setPen(QPen(self._theme.colour("card"), 1))
            painter.setBrush(self._theme.learner_colour(index))
            painter.drawRoundedRect(QRectF(x - 2, self._middle - 7, 4, 14), 2, 2)

    def _draw_handle(self, painter: QPainter, x: float) -> None:
        centre = QPointF(x, self._middle)
        if self.hasFocus():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("accent_soft"))
            painter.drawEllipse(centre, 11, 11)
        painter.setPen(QPen(self._theme.colour("accent"), 3 * self._grown))
        painter.setBrush(self._theme.colour("card"))
        painter.drawEllipse(centre, 6.5 * self._grown, 6.5 * self._grown)
