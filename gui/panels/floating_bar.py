"""A scroll bar that takes no room when it comes, and leaves none when it goes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QScrollArea, QScrollBar


class FloatingBar(QScrollBar):
    """Stands in a margin that an area always keeps for it, in place of the area's own bar.

    A formula is drawn smaller where there is less room, and so is lower where it is narrower. With
    a bar that takes room, that can go round in circles: the bar comes, the content is narrower and
    fits, the bar goes, the content is wider and does not fit; until the stack is full.
    """

    def __init__(self, area: QScrollArea) -> None:
        super().__init__(Qt.Orientation.Vertical, area)
        self._area, self._own = area, area.verticalScrollBar()
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setViewportMargins(0, 0, self.sizeHint().width(), 0)
        self._own.rangeChanged.connect(self._follow)
        self._own.valueChanged.connect(self.setValue)
        self.valueChanged.connect(self._own.setValue)
        area.installEventFilter(self)
        self._follow()

    def _follow(self) -> None:
        self.setPageStep(self._own.pageStep())
        self.setSingleStep(self._own.singleStep())
        self.setRange(self._own.minimum(), self._own.maximum())
        self.setValue(self._own.value())
        self.setVisible(self._own.maximum() > self._own.minimum())
        self._find_place()

    def _find_place(self) -> None:
        width = self.sizeHint().width()
        inside = self._area.contentsRect()
        self.setGeometry(inside.right() + 1 - width, inside.top(), width, inside.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._follow()
        return False
