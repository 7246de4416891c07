"""The confusion matrix: rows are what examples are, columns what they are taken for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from core.rows import Floats
from gui.class_signs import paint_sign
from gui.panels.hover_card import HoverCard
from gui.panels.text_grid import Cell, Row
from gui.panels.time_words import grouped, share
from gui.plain_text import short
from gui.stage.matrix_places import MatrixPlaces
from gui.theme import Theme

STRONGEST = 0.5  # of a tint; on it, text is still easy to read
LONGEST_NAME = 20  # characters
FEW = 12  # classes up to which every nought is written
ROOM_FOR_TWO_LINES = 36.0  # pixels of a cell's height
MOVES = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}
PRESSES = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
Place = tuple[int, int]  # true class, predicted class


@dataclass(frozen=True, eq=False)
class Counted:
    """What the matrix shows."""

    counts: NDArray[np.int64]  # [true, predicted]
    chosen: NDArray[np.int64]  # how many of each cell are selected
    names: tuple[str, ...]
    held: Place | None = None  # the cell whose items are the selection, exactly

    @property
    def shares(self) -> Floats:
        """Of each row; 0 in a row without examples."""
        rows = self.counts.sum(axis=1, keepdims=True)
        return np.asarray(self.counts / np.maximum(rows, 1))


class ConfusionMatrix(QAbstractScrollArea):
    """The names stay in sight while many classes are scrolled."""

    pressed = Signal(int, int, bool)  # true class, predicted class, in addition to what is chosen

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: Counted | None = None
        self._current: Place = (0, 0)  # where the keyboard is
        self._beside = HoverCard(theme, self)
        self.setAccessibleName("Confusion matrix")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setStyleSheet("QAbstractScrollArea::corner { background: transparent; border: none; }")
        self.viewport().setAutoFillBackground(False)
        self.viewport().setMouseTracking(True)
        theme.changed.connect(self.viewport().update)

    def show_counts(self, shown: Counted | None) -> None:
        before, self._shown = self._shown, shown
        if shown is not None and (before is None or before.names != shown.names):
            self._current = (0, 0)
        if shown is None or (
            before is not None and not np.array_equal(before.counts, shown.counts)
        ):
            self._beside.hide()
        self._fit()
        self.viewport().update()

    def words(self) -> str:
        """What is shown, one line a true class."""
        shown = self._shown
        if shown is None:
            return ""
        rows = zip(shown.names, shown.counts.tolist(), strict=True)
        return "\n".join(f"{name}: {' '.join(map(str, row))}" for name, row in rows)

    # Where things are

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 80)

    def least_width(self) -> float:
        """Below, even few classes would have to be scrolled."""
        return 0.0 if self._shown is None else self._places().least_width

    def _places(self) -> MatrixPlaces:
        assert self._shown is not None
        metrics = QFontMetricsF(self.font())
        names = [metrics.horizontalAdvance(short(n, LONGEST_NAME)) for n in self._shown.names]
        largest = metrics.horizontalAdvance(grouped(int(self._shown.counts.max(initial=0))))
        scrolled = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        size = self.viewport().size()
        return MatrixPlaces(size, tuple(names), largest, metrics.height(), scrolled)

    def _fit(self) -> None:
        if self._shown is None:
            return
        places = self._places()
        bars = (self.horizontalScrollBar(), self.verticalScrollBar())
        room = (places.room.width(), places.room.height())
        for bar, whole, there in zip(bars, places.whole, room, strict=True):
            bar.setRange(0, max(round(whole - there), 0))
            bar.setPageStep(max(round(there), 1))
            bar.setSingleStep(20)

    def place_of(self, gold: int, predicted: int) -> QPoint:
        """The middle of a cell, in the viewport."""
        return self._places().cell(gold, predicted).center().toPoint()

    def resizeEvent(self, event: QEvent) -> None:
        self._fit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self._beside.hide()
        self.viewport().update()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._shown is None:
            return
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(self.font())
            places = self._places()
            self._paint_names(painter, places, self._shown.names)
            painter.setClipRect(places.room)
            shares = self._shown.shares
            for gold, predicted in places.seen():
                self._paint_cell(painter, places, (gold, predicted), float(shares[gold, predicted]))

    def _paint_names(self, painter: QPainter, places: MatrixPlaces, names: tuple[str, ...]) -> None:
        ink, metrics = self._theme.colour("text"), QFontMetricsF(self.font())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setPen(self._theme.colour("muted"))
        corner = QRectF(0, places.caption, places.left, places.head - places.caption)
        painter.drawText(corner, flags, "is ↓")
        above = QRectF(places.left + 2, 0, places.room.width(), places.caption)
        if places.caption:
            painter.drawText(above, flags, "taken for →")
        painter.setClipRect(QRectF(0, places.head, places.left, places.room.height()))
        for label, name in enumerate(names):
            middle = places.cell(label, 0).center().y()
            paint_sign(painter, self._theme, label, QPointF(7, middle), 9.0)
            painter.setPen(ink)
            place = QRectF(18, middle - 11, places.left - 26, 22)
            elided = metrics.elidedText(
                short(name, LONGEST_NAME), Qt.TextElideMode.ElideRight, place.width() + 1
            )
            painter.drawText(place, flags, elided)
        painter.setClipRect(QRectF(places.left, 0, places.room.width(), places.head))
        middle_up = (places.caption + places.head) / 2
        for label, name in enumerate(names):
            middle = places.cell(0, label).center().x()
            text = short(name, LONGEST_NAME) if places.names_above else ""
            width = metrics.horizontalAdvance(text) + (15 if text else 0)
            x = middle - width / 2
            paint_sign(painter, self._theme, label, QPointF(x + 5 if text else x, middle_up), 9.0)
            painter.setPen(ink)
            painter.drawText(QRectF(x + 15, middle_up - 11, width, 22), flags, text)
        painter.setClipping(False)

    def _paint_cell(
        self, painter: QPainter, places: MatrixPlaces, where: Place, part: float
    ) -> None:
        assert self._shown is not None
        bounds = places.cell(*where).adjusted(1.5, 1.5, -1.5, -1.5)
        right = where[0] == where[1]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("hover"))
        painter.drawRoundedRect(bounds, 5, 5)
        tint = self._theme.colour("accent" if right else "mistake")
        tint.setAlphaF(STRONGEST * part)
        painter.setBrush(tint)
        painter.drawRoundedRect(bounds, 5, 5)
        self._paint_count(painter, bounds, where, part)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._shown.chosen[where]:
            width = 2.4 if where == self._shown.held else 1.2
            painter.setPen(QPen(self._theme.colour("accent"), width))
            painter.drawRoundedRect(bounds, 5, 5)
        if self.hasFocus() and where == self._current:
            painter.setPen(QPen(self._theme.colour("text"), 1.2, Qt.PenStyle.DotLine))
            painter.drawRoundedRect(bounds.adjusted(3, 3, -3, -3), 3, 3)

    def _paint_count(self, painter: QPainter, bounds: QRectF, where: Place, part: float) -> None:
        assert self._shown is not None
        count = int(self._shown.counts[where])
        if count == 0:
            if len(self._shown.names) <= FEW:
                painter.setPen(self._theme.colour("muted"))
                painter.drawText(bounds, Qt.AlignmentFlag.AlignCenter, "0")
            return
        metrics, number, per_cent = QFontMetricsF(self.font()), grouped(count), share(part)
        widest = metrics.horizontalAdvance(share(1.0)) + 6
        largest = metrics.horizontalAdvance(f"{grouped(int(self._shown.counts.max()))}  ")
        painter.setPen(self._theme.colour("text"))
        if bounds.height() >= ROOM_FOR_TWO_LINES and widest <= bounds.width():
            text = f"{number}\n{per_cent}"
        else:
            text = f"{number}  {per_cent}" if largest + widest <= bounds.width() else number
        painter.drawText(bounds, Qt.AlignmentFlag.AlignCenter, text)

    # The pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self._at(event.position())
        if found is not None and event.button() == Qt.MouseButton.LeftButton:
            adding = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._current = found
            self.pressed.emit(*found, adding)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self._at(event.position())
        pointing = Qt.CursorShape.PointingHandCursor if found else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(pointing)
        if found is None:
            self._beside.hide()
        else:
            x = event.position().x()
            self._beside.tell(self._rows_about(found), x, self._places().below(found), self)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._beside.hide()
        return super().viewportEvent(event)

    def hideEvent(self, event: QEvent) -> None:
        self._beside.hide()  # it lies in the window, and would stay there

    def _at(self, spot: QPointF) -> Place | None:
        return None if self._shown is None else self._places().at(spot)

    def _rows_about(self, where: Place) -> tuple[Row, ...]:
        assert self._shown is not None
        names, count = self._shown.names, int(self._shown.counts[where])
        whole = int(self._shown.counts[where[0]].sum())
        told = f"{grouped(count)} of {grouped(whole)}"
        if whole:
            told += f", {share(count / whole)}"
        rows: list[Row] = [
            (Cell("is", "muted"), Cell(short(names[where[0]]), class_index=where[0])),
            (Cell("taken for", "muted"), Cell(short(names[where[1]]), class_index=where[1])),
            (Cell(), Cell(told, bold=True)),
        ]
        chosen = int(self._shown.chosen[where])
        if chosen:
            rows.append((Cell(), Cell(f"{grouped(chosen)} selected", "accent")))
        return tuple(rows)

    # Keys: only for who has walked here with Tab

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            own = event.key() in (*MOVES, *PRESSES)
            if own and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if self._shown is None or (key not in MOVES and key not in PRESSES):
            event.ignore()
        elif key in MOVES:
            last = len(self._shown.names) - 1
            down, across = MOVES[key]
            row, column = self._current[0] + down, self._current[1] + across
            self._current = (min(max(row, 0), last), min(max(column, 0), last))
            self._bring_into_sight()
        else:
            self.pressed.emit(*self._current, False)

    def _bring_into_sight(self) -> None:
        places = self._places()
        cell, room = places.cell(*self._current), places.room
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        right, left = max(cell.right() - room.right(), 0), min(cell.left() - room.left(), 0)
        low, high = max(cell.bottom() - room.bottom(), 0), min(cell.top() - room.top(), 0)
        across.setValue(round(across.value() + right + left))
        down.setValue(round(down.value() + low + high))
        self.viewport().update()
