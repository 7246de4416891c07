"""A thin line along the top of the stage that runs while something is prepared."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gui.theme import Theme

THICKNESS = 3
BESIDE = 9  # the stage's corners are round
SHARE = 0.28  # of the way that the moving piece takes
ROUND_TRIP = 1600  # milliseconds from one end to the other
FRAME_MILLISECONDS = 33


class PreparingLine(QWidget):
    """It shows that work goes on, not how much is left: that is not known."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Preparing")
        self._clock = QElapsedTimer()
        self._frames = QTimer(self)
        self._frames.setInterval(FRAME_MILLISECONDS)
        self._frames.timeout.connect(self.update)
        self.hide()

    def show_running(self, running: bool, width: int) -> None:
        """Run, or be gone; `width` is that of the stage."""
        self.setGeometry(BESIDE, 1, max(width - 2 * BESIDE, 1), THICKNESS)
        if running == self._frames.isActive():
            return
        if running:
            self._clock.start()
            self._frames.start()
        else:
            self._frames.stop()
        self.setVisible(running)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            track, radius = QRectF(self.rect()), THICKNESS / 2
            painter.setBrush(self._theme.colour("accent_soft"))
            painter.drawRoundedRect(track, radius, radius)
            part = self._clock.elapsed() % ROUND_TRIP / ROUND_TRIP
            left = (1.0 + SHARE) * part - SHARE  # in from beyond one end, out beyond the other
            painter.setBrush(self._theme.colour("accent"))
            piece = QRectF(left * track.width(), 0.0, SHARE * track.width(), track.height())
            painter.drawRoundedRect(piece, radius, radius)
