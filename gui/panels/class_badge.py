"""A few words and a class with its sign, on a tinted ground."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.class_signs import paint_sign
from gui.plain_text import short, tip_text
from gui.theme import Theme

PAD, GAP, SIGN = 9, 6, 9
HEIGHT = 21
LEAST_LETTERS = 4  # of a name, in the narrowest window


class ClassBadge(QWidget):
    """Says something about a class: “is positive”, “taken for spam, 91 %”."""

    def __init__(self, theme: Theme, brief: str = "") -> None:
        """`brief`: what stands for the words where there is no room for them."""
        super().__init__()
        self._theme = theme
        self._words, self._name, self._index = "", "", 0
        self._brief = brief
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def tell(self, words: str, name: str, index: int | None) -> None:
        """The class by name and number; without a number there is no sign."""
        self.setVisible(True)
        found = (words, short(name, 28), -1 if index is None else index)
        if found != (self._words, self._name, self._index):
            self._words, self._name, self._index = found
            self.setAccessibleName(self.text())
            self.setToolTip(tip_text(f"{words} {short(name, 200)}"))
            self.updateGeometry()
            self.update()

    @property
    def _sign(self) -> int:
        return round(SIGN * self._theme.scale)

    def text(self) -> str:
        return f"{self._words} {self._name}"

    def sizeHint(self) -> QSize:
        return self._size(self._words, self._name)

    def minimumSizeHint(self) -> QSize:
        return self._size(self._brief, self._name[:LEAST_LETTERS])

    def _size(self, words: str, name: str) -> QSize:
        metrics = self.fontMetrics()
        width = metrics.horizontalAdvance(words) + metrics.horizontalAdvance(name)
        width += 2 * PAD + 2 * GAP + (self._sign if self._index >= 0 else 0)
        return QSize(width, max(HEIGHT, metrics.height() + 4))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ground = self._theme.colour("track")
            if self._index >= 0:
                ground = self._theme.class_colour(self._index)
                ground.setAlphaF(0.16)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            inside = QRectF(self.rect())
            painter.drawRoundedRect(inside, inside.height() / 2, inside.height() / 2)
            metrics, left = self.fontMetrics(), PAD
            painter.setPen(self._theme.colour("muted"))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
            roomy = self.width() >= self.sizeHint().width()
            words = self._words if roomy else self._brief
            painter.drawText(QRect(left, 0, self.width(), self.height()), flags, words)
            left += metrics.horizontalAdvance(words) + GAP if words else 0
            if self._index >= 0:
                spot = QPointF(left + self._sign / 2, self.height() / 2)
                paint_sign(painter, self._theme, self._index, spot, self._sign)
                left += self._sign + GAP
            painter.setPen(self._theme.colour("text"))
            room = self.width() - left - (0 if roomy else PAD)
            name = metrics.elidedText(self._name, Qt.TextElideMode.ElideRight, room + roomy)
            painter.drawText(QRect(left, 0, self.width() - left, self.height()), flags, name)
