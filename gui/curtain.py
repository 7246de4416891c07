"""A curtain over the whole window, as the blank key of a presenter's remote asks for."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gui.theme import Theme


class Curtain(QWidget):
    """Hides everything until it is drawn aside; a click does that too."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._window, self._theme = window, theme
        self.setAccessibleName("Blank screen")
        window.installEventFilter(self)
        self.hide()

    def switch(self) -> None:
        if self.isHidden():
            self.resize(self._window.size())
            self.raise_()
            self.show()
        else:
            self.open()

    def open(self) -> None:
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self.resize(self._window.size())
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.open()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.colour("ground"))
