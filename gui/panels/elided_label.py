"""A name that gives way when there is little room."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

LEAST = "Perceptron"  # this much can always be read


class ElidedLabel(QLabel):
    """Plain text on one line, with “…” at its end where it does not fit."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    @property
    def shown(self) -> str:
        """What can be read of it now."""
        return self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.width() + 1
        )

    def minimumSizeHint(self) -> QSize:
        least = min(map(self.fontMetrics().horizontalAdvance, (LEAST, self.text())))
        return QSize(least, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            self.style().drawItemText(
                painter, self.rect(), flags, self.palette(), self.isEnabled(), self.shown,
                self.foregroundRole(),
            )  # fmt: skip
