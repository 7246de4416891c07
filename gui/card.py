"""The quiet white surface that every panel sits on."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget


class Card(QFrame):
    """A rounded surface with an optional title line; put things into `body` and `header`."""

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(14, 12, 14, 12)
        self.body.setSpacing(8)
        self.header = QHBoxLayout()
        self.header.setSpacing(8)
        if title:
            self.title = labelled(title, "title")
            self.header.addWidget(self.title)
            self.header.addStretch(1)
            self.body.addLayout(self.header)


def labelled(text: str, role: str = "") -> QLabel:
    """A label that shows text as text, styled by its role (see `gui.theme.style_sheet`)."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        label.setProperty("role", role)
    return label


def rule() -> QFrame:
    """A hairline between groups."""
    line = QFrame()
    line.setProperty("role", "rule")
    line.setFixedHeight(1)
    return line


def restyle(widget: QWidget, role: str) -> None:
    """Give a widget another role while it is shown."""
    widget.setProperty("role", role)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
