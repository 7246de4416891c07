"""A few words that show up over the window and fade away by themselves."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPropertyAnimation, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QGraphicsOpacityEffect, QWidget

from gui.theme import Theme

SHOWN, FADING = 3_500, 1_200  # milliseconds
PAD, ABOVE = 18, 9
FROM_EDGE = 44


class FadingHint(QWidget):
    """Lies near the lower edge of what it is told over, and lets every click through."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._window, self._theme, self._text = window, theme, ""
        self._over = window
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._effect = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(self._effect)
        self._fade = QPropertyAnimation(self._effect, b"opacity", self)
        self._fade.setDuration(SHOWN + FADING)
        self._fade.setStartValue(1.0)
        self._fade.setKeyValueAt(SHOWN / (SHOWN + FADING), 1.0)
        self._fade.setEndValue(0.0)
        self._fade.finished.connect(self.hide)
        self.hide()

    def text(self) -> str:
        return self._text

    def tell(self, text: str, over: QWidget) -> None:
        self._text, self._over = text, over
        self.setAccessibleName(text)
        self._fade.stop()
        self._effect.setOpacity(1.0)
        self._lay()
        self.raise_()
        self.show()
        self._fade.start()

    def _lay(self) -> None:
        metrics = self.fontMetrics()
        width = min(metrics.horizontalAdvance(self._text) + 2 * PAD, self._window.width() - 16)
        height = metrics.height() + 2 * ABOVE
        over = QRect(self._over.mapTo(self._window, QPoint(0, 0)), self._over.size())
        left = min(over.center().x() - width // 2, self._window.width() - width - 8)
        left = max(left, 8)
        self.setGeometry(left, over.bottom() - FROM_EDGE - height, width, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._lay()  # the window may have grown meanwhile
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ground = QColor(self._theme.colour("text"))
            ground.setAlphaF(0.9)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(self.rect(), self.height() / 2, self.height() / 2)
            painter.setPen(self._theme.colour("ground"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._text)
