"""What panels use to hold more than fits."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget


class Scrolling(QScrollArea):
    """Scrolls up and down only; as narrow as its content allows, as low as asked for."""

    def __init__(self, inside: QWidget, smallest: int) -> None:
        super().__init__()
        self._inside, self._smallest, self.keeps_room_for_bar = inside, smallest, True
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside.installEventFilter(self)
        self.verticalScrollBar().rangeChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        bar = self.verticalScrollBar()
        room = bar.sizeHint().width() if self.keeps_room_for_bar or bar.maximum() > 0 else 0
        return QSize(self._inside.minimumSizeHint().width() + room, self._smallest)

    def sizeHint(self) -> QSize:
        return self._inside.sizeHint()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._inside and event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


def scrolling(inside: QWidget, smallest: int, *, snug: bool = False) -> Scrolling:
    """Room for this, at least `smallest` high; a snug one takes no more than it needs."""
    area = Scrolling(inside, smallest)
    if snug:
        area.keeps_room_for_bar = False  # it seldom has one
        area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
    return area
