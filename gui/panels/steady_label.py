"""A text that changes many times a second while nothing around it moves."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel

ROOM = 16  # pixels; the room it keeps is a multiple of this


class SteadyLabel(QLabel):
    """Plain text on one line, elided where it does not fit; for numbers that run.

    A plain label asks for another layout with every text, and all the layouts up to the window's
    are worked out again. This one asks only if it needs clearly more or less room than before.
    """

    def __init__(self, text: str = "", role: str = "", *, widest: str = "") -> None:
        """`widest`: keep room for this, if it is known what comes; else in steps of some pixels."""
        super().__init__()
        self._text, self._widest, self._named = text, widest, False
        self._room: QSize | None = None  # for the text of now
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role:
            self.setProperty("role", role)

    def text(self) -> str:
        return self._text

    def setText(self, text: str) -> None:
        if text == self._text:
            return
        room = self.sizeHint()
        self._text, self._room = text, None
        if self._named or not self.accessibleName():  # one that it was given stays
            self._named = True
            self.setAccessibleName(text)
        if self.sizeHint() != room:
            self.updateGeometry()
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._room = None

    def sizeHint(self) -> QSize:
        if self._room is None:
            self._room = self._work_out_room()
        return self._room

    def _work_out_room(self) -> QSize:
        metrics = self.fontMetrics()
        width = metrics.horizontalAdvance(self._text)
        if self._widest:
            width = max(width, metrics.horizontalAdvance(self._widest))
        else:
            width = -(-width // ROOM) * ROOM
        return QSize(width, metrics.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        elide = Qt.TextElideMode.ElideRight
        shown = self.fontMetrics().elidedText(self._text, elide, self.width() + 1)
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(self.rect(), self.alignment(), shown)
