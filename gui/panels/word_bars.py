"""The heaviest words as bars that grow and shrink: to the left and right, or class by class."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gui.class_signs import paint_sign
from gui.plain_text import short
from gui.theme import Theme

LINE = 21  # pixels from bar to bar
BAR = 14
GAP = 7
HEAD = 23  # pixels of a class's own heading, with three classes or more
LONGEST_WORD = 26


@dataclass(frozen=True)
class Bar:
    """A word and how strongly it speaks for a class."""

    feature: int
    word: str
    label: int
    weight: float


class WordBars(QWidget):
    """Two classes pull to either side of one line; more have a list each."""

    clicked = Signal(int)  # the feature

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._bars: tuple[Bar, ...] = ()
        self._names: tuple[str, ...] = ()
        self._chosen: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self.update)

    def show_bars(
        self, bars: tuple[Bar, ...], names: tuple[str, ...], chosen: int | None = None
    ) -> None:
        """Bars class by class, the strongest of each first."""
        if (bars, names, chosen) == (self._bars, self._names, self._chosen):
            return
        height = self._height(bars, names)
        self._bars, self._names, self._chosen = bars, names, chosen
        self.setAccessibleDescription(self.words())
        if height != self.minimumHeight():
            self.setMinimumHeight(height)
        self.update()

    def words(self) -> str:
        """What is shown, one bar a line."""
        return "\n".join(
            f"{self._names[bar.label]}: {bar.word} {bar.weight:.3f}" for bar in self._bars
        )

    @property
    def _both_ways(self) -> bool:
        return len(self._names) == 2

    @staticmethod
    def _height(bars: tuple[Bar, ...], names: tuple[str, ...]) -> int:
        heads = 0 if len(names) == 2 else len({bar.label for bar in bars})
        return LINE * len(bars) + HEAD * heads + 2

    def sizeHint(self) -> QSize:
        return QSize(240, max(self.minimumHeight(), 120))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.minimumHeight())

    # Where the bars are

    def _tops(self) -> list[int]:
        tops, y, before = [], 0, -1
        for bar in self._bars:
            if not self._both_ways and bar.label != before:
                y += HEAD
                before = bar.label
            tops.append(y)
            y += LINE
        return tops

    def place_of(self, feature: int) -> QPoint:
        """The middle of a word's line."""
        number = next(k for k, bar in enumerate(self._bars) if bar.feature == feature)
        return QPoint(self.width() // 2, self._tops()[number] + LINE // 2)

    def _bar_at(self, y: float) -> Bar | None:
        for bar, top in zip(self._bars, self._tops(), strict=True):
            if top <= y < top + LINE:
                return bar
        return None

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            largest = max((bar.weight for bar in self._bars), default=0.0) or 1.0
            longest = self._longest() / largest
            before = -1
            for bar, top in zip(self._bars, self._tops(), strict=True):
                if not self._both_ways and bar.label != before:
                    self._paint_head(painter, bar.label, top - HEAD)
                    before = bar.label
                if bar.feature == self._chosen:
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(self._theme.colour("accent_soft"))
                    painter.drawRoundedRect(QRectF(0, top, self.width(), LINE), 5, 5)
                self._paint_bar(painter, bar, top, max(bar.weight * longest, 1.5))

    def _paint_head(self, painter: QPainter, label: int, top: int) -> None:
        paint_sign(painter, self._theme, label, QPointF(8, top + HEAD / 2 + 1), 9.0)
        painter.setPen(self._theme.colour("muted"))
        place = QRect(19, top, self.width() - 19, HEAD)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, short(self._names[label]))

    def _longest(self) -> float:
        """Of the bars, so that every word has room beside its own."""
        metrics = QFontMetricsF(self.font())
        words = (metrics.horizontalAdvance(short(bar.word, LONGEST_WORD)) for bar in self._bars)
        room = self.width() / 2 if self._both_ways else float(self.width())
        return max(room - max(words, default=0.0) - GAP - 6.0, 24.0)

    def _paint_bar(self, painter: QPainter, bar: Bar, top: int, length: float) -> None:
        leftward = self._both_ways and bar.label == 0
        origin = self.width() / 2 if self._both_ways else 4.0
        left = origin - length if leftward else origin
        bounds = QRectF(left, top + (LINE - BAR) / 2, length, BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.class_colour(bar.label))
        painter.drawRoundedRect(bounds, 3, 3)
        metrics, text = QFontMetricsF(self.font()), short(bar.word, LONGEST_WORD)
        x = left - GAP - metrics.horizontalAdvance(text) if leftward else bounds.right() + GAP
        base = top + (LINE + metrics.ascent() - metrics.descent()) / 2
        painter.setPen(self._theme.colour("text"))
        painter.drawText(QPointF(x, base), text)
        if self._both_ways:
            painter.setPen(QPen(self._theme.colour("border"), 1.0))
            painter.drawLine(QPointF(origin, top), QPointF(origin, top + LINE))

    # The pointer

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        bar = self._bar_at(event.position().y())
        over = Qt.CursorShape.PointingHandCursor if bar else Qt.CursorShape.ArrowCursor
        self.setCursor(over)
        if bar is None:
            self.setToolTip("")
        else:
            name = short(self._names[bar.label])
            self.setToolTip(f"{short(bar.word)}: {bar.weight:.4g} toward {name}".replace("<", "‹"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        bar = self._bar_at(event.position().y())
        if bar is not None:
            self.clicked.emit(bar.feature)
