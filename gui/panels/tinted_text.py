"""A text whose words are tinted by the class they pull toward, the stronger the deeper."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextLayout,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from gui.plain_text import tip_text
from gui.theme import Theme

LONGEST = 20_000  # characters that are shown
LEADING = 1.45  # lines this far apart leave room for the tints
DEEPEST = 0.72  # how much of the class colour the strongest word has


@dataclass(frozen=True)
class Tint:
    """A word from start to end, and how it is shown."""

    start: int
    end: int
    class_index: int = 0
    strength: float = 0.0  # 0 … 1
    unknown: bool = False  # underlined with dots
    tip: str = ""


class TintedText(QWidget):
    """Plain text in any script, wrapped; words can be clicked."""

    clicked = Signal(int)  # the place of the word among the tints

    def __init__(self, theme: Theme, scale: float = 1.12) -> None:
        super().__init__()
        self._theme = theme
        self._text = ""
        self._units: list[int] = []  # places as Qt counts them, where they differ
        self._tints: tuple[Tint, ...] = ()
        self._layout: QTextLayout | None = None
        self._scale = scale
        self._set_type()
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        theme.changed.connect(self._set_type)

    def _set_type(self) -> None:
        """A little larger than the rest; while presenting, the rest is larger too."""
        font = QFont(QApplication.font())
        font.setPointSizeF(font.pointSizeF() * self._scale)
        if font != self.font():
            self.setFont(font)
            self._layout = None
            self._fit()
        self.update()

    def show_text(self, text: str, tints: tuple[Tint, ...]) -> None:
        if text != self._text:
            self._text, self._layout = text, None
            wide = bool(text) and max(text) > "\uffff"
            sizes = [1 + (sign > "\uffff") for sign in text] if wide else []
            self._units = [0, *accumulate(sizes)] if wide else []
            self.setAccessibleName(text[:400])
            self._fit()
        self._tints = tints
        self.update()

    def text(self) -> str:
        return self._text

    @property
    def tints(self) -> tuple[Tint, ...]:
        return self._tints

    # Layout

    def _laid_out(self) -> QTextLayout:
        if self._layout is not None:
            return self._layout
        shown = self._text[:LONGEST] + ("…" if len(self._text) > LONGEST else "")
        # A break of line is one character here as well, so that places stay places.
        layout = QTextLayout(shown.replace("\n", "\u2028"), self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setCacheEnabled(True)
        layout.beginLayout()
        y = 2.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(self.width(), 60))
            line.setPosition(QPointF(0, y))
            y += self._line_height()
        layout.endLayout()
        self._layout = layout
        return layout

    def _unit(self, place: int) -> int:
        """Where Qt has this place of the text: signs beyond 16 bits count twice there."""
        return self._units[place] if self._units else place

    def _line_height(self) -> float:
        return self.fontMetrics().height() * LEADING

    def _fit(self) -> None:
        height = round(self._laid_out().lineCount() * self._line_height()) + 6
        if height != self.minimumHeight():
            self.setMinimumHeight(height)
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.oldSize().width() != self.width():
            self._layout = None
            self._fit()

    def sizeHint(self) -> QSize:
        return QSize(max(self.width(), 200), max(self.minimumHeight(), 30))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            layout = self._laid_out()
            for tint in self._tints:
                for rect in self._rects(layout, tint):
                    if rect.bottom() >= event.rect().top() and rect.top() <= event.rect().bottom():
                        self._paint_tint(painter, tint, rect)
            painter.setPen(self._theme.colour("text"))
            layout.draw(painter, QPointF(0, 0))

    def _paint_tint(self, painter: QPainter, tint: Tint, rect: QRectF) -> None:
        if tint.unknown:
            pen = QPen(self._theme.colour("muted"), 1.4, Qt.PenStyle.DotLine)
            painter.setPen(pen)
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
            return
        if tint.strength < 0.02:
            return
        colour = self._theme.class_colour(tint.class_index)
        colour.setAlphaF(DEEPEST * min(tint.strength, 1.0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(rect, 4, 4)

    def _rects(self, layout: QTextLayout, tint: Tint) -> list[QRectF]:
        """Where the word stands; one that is wrapped stands in several places."""
        rects = []
        first, last = self._unit(tint.start), self._unit(tint.end)
        line: QTextLine = layout.lineForTextPosition(first)
        while line.isValid() and line.textStart() < last:
            start = max(first, line.textStart())
            end = min(last, line.textStart() + line.textLength())
            if end > start:
                left, right = _across(line, start), _across(line, end)
                height = self.fontMetrics().height()
                top = line.y() - 1.0
                rects.append(QRectF(min(left, right) - 2, top, abs(right - left) + 4, height + 2))
            number = line.lineNumber() + 1
            if number >= layout.lineCount():
                break
            line = layout.lineAt(number)
        return rects

    # The pointer

    def word_at(self, place: QPoint) -> int | None:
        layout = self._laid_out()
        number = int((place.y() - 2.0) // self._line_height())
        if not 0 <= number < layout.lineCount():
            return None
        unit = layout.lineAt(number).xToCursor(
            place.x(), QTextLine.CursorPosition.CursorOnCharacter
        )
        found = bisect_right(self._tints, unit, key=lambda tint: self._unit(tint.start)) - 1
        if found < 0:
            return None
        rects = self._rects(layout, self._tints[found])
        return found if any(rect.contains(QPointF(place)) for rect in rects) else None

    def place_of(self, number: int) -> QPoint:
        """The middle of a word, in pixels."""
        return self._rects(self._laid_out(), self._tints[number])[0].center().toPoint()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            word = self.word_at(event.pos())
            tip = "" if word is None else self._tints[word].tip
            QToolTip.showText(event.globalPos(), tip_text(tip), self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        word = self.word_at(event.position().toPoint())
        known = word is not None and not self._tints[word].unknown
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(hand if known else arrow)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        word = self.word_at(event.position().toPoint())
        if word is not None and not self._tints[word].unknown:
            self.clicked.emit(word)


def _across(line: QTextLine, cursor: int) -> float:
    found: Any = line.cursorToX(cursor)  # with the cursor or without, says no stub
    return float(found[0] if isinstance(found, tuple) else found)
