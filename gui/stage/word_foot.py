"""The line beneath the paths: in how many texts of each class the chosen word is."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from gui.class_signs import paint_sign
from gui.panels.time_words import grouped
from gui.plain_text import short
from gui.theme import Theme

SIGN, GAP = 9.0, 5.0
LONGEST_WORD = 30


class WordFoot(QAbstractButton):
    """Pressed, it selects those texts."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._word = ""
        self._counts: tuple[tuple[int, str, int], ...] = ()  # class, its name, texts
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip("Select the texts that have this word, or let go of them")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def tell(self, word: str, counts: tuple[tuple[int, str, int], ...]) -> None:
        """Classes that have no such text are left out."""
        self._word, self._counts = word, tuple(part for part in counts if part[2])
        self.setAccessibleName(self.words())
        self.setEnabled(bool(word))
        self.update()

    def words(self) -> str:
        if not self._word:
            return "Choose a word: click its line or its name."
        total = sum(count for _, _, count in self._counts)
        parts = ", ".join(f"{grouped(count)} {short(name)}" for _, name, count in self._counts)
        noun = "text" if total == 1 else "texts"
        told = f"“{short(self._word, LONGEST_WORD)}” is in {grouped(total)} {noun}"
        return f"{told}: {parts}" if parts else f"{told}."

    def sizeHint(self) -> QSize:
        return QSize(100, self.fontMetrics().height() + 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            metrics = QFontMetricsF(self.font())
            if self.hasFocus():
                painter.setPen(QPen(self._theme.colour("accent"), 1.2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.6, 0.6, -0.6, -0.6), 5, 5)
            lively = self.isEnabled() and self.underMouse()
            ink = self._theme.colour("accent" if lively else "muted")
            text, _, _ = self.words().partition(": ") if self._word else (self.words(), "", "")
            x = 4.0
            self._write(painter, x, text, ink)
            x += metrics.horizontalAdvance(text) + 12.0
            for label, name, count in self._counts if self._word else ():
                told = f"{grouped(count)} {short(name)}"
                width = metrics.horizontalAdvance(told) + SIGN + GAP
                if x + width > self.width():
                    self._write(painter, x, "…", ink)
                    break
                paint_sign(
                    painter, self._theme, label, QPointF(x + SIGN / 2, self.height() / 2), SIGN
                )
                self._write(painter, x + SIGN + GAP, told, ink)
                x += width + 12.0

    def _write(self, painter: QPainter, x: float, text: str, ink: QColor) -> None:
        painter.setPen(ink)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(QRectF(x, 0, self.width() - x, self.height()), flags, text)
