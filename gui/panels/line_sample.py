"""A short piece of a learner's line, as it is drawn on the stage."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gui.theme import Theme

STYLES = {
    "last": Qt.PenStyle.SolidLine,
    "averaged": Qt.PenStyle.DotLine,
    "voted": Qt.PenStyle.DashDotLine,
}


class LineSample(QWidget):
    """The colour says which learner, the style which readout."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._learner, self._readout = 0, "last"
        self.setFixedSize(QSize(20, 14))
        theme.changed.connect(self.update)

    def show_line(self, learner: int, readout: str = "last") -> None:
        if (learner, readout) != (self._learner, self._readout):
            self._learner, self._readout = learner, readout
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            colour = self._theme.learner_colour(self._learner)
            if not self.isEnabled():
                colour.setAlphaF(0.35)
            style = STYLES.get(self._readout, Qt.PenStyle.SolidLine)
            painter.setPen(QPen(colour, 2.6, style, Qt.PenCapStyle.FlatCap))
            middle = self.height() / 2.0
            painter.drawLine(QPointF(1.0, middle), QPointF(self.width() - 1.0, middle))
