"""A notice: what happened in a sentence, what can be done about it, and details to copy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.card import restyle

WIDTH = 420
COPY = "Copy details"

Choice = tuple[str, Callable[[], object]]


class Notice(QDialog):
    """Its first choice is the default one, its last what closing it means."""

    def __init__(
        self,
        window: QWidget | None,
        sentence: str,
        more: str,
        choices: Sequence[Choice],
        details: str = "",
    ) -> None:
        super().__init__(window)
        self.setWindowTitle("Perceptarium")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._details = details
        self._chosen = choices[-1][1]
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        self._more = _label(more)
        title = _label(sentence)
        restyle(title, "title")
        for label in (title, self._more):
            column.addWidget(label)
        self._more.setVisible(bool(more))
        column.addLayout(self._row(choices))
        self.finished.connect(lambda: self._chosen())

    def _row(self, choices: Sequence[Choice]) -> QHBoxLayout:
        row = QHBoxLayout()
        self._copy = QPushButton(COPY, self)
        self._copy.setToolTip("Copy what the program noted down, for whoever mends it")
        self._copy.setAutoDefault(False)
        self._copy.clicked.connect(self._copy_details)
        self._copy.setVisible(bool(self._details))
        row.addWidget(self._copy)
        row.addStretch(1)
        for place, (text, action) in enumerate(choices):
            button = QPushButton(text, self)
            button.setAutoDefault(False)
            if place == 0:
                button.setDefault(True)
                button.setFocus()
            button.clicked.connect(lambda _=False, action=action: self._choose(action))
            row.addWidget(button)
        return row

    def tell_more(self, more: str, details: str) -> None:
        """Something has come to it while it is open."""
        self._more.setText(more)
        self._details = details

    def _choose(self, action: Callable[[], object]) -> None:
        self._chosen = action
        self.accept()

    def _copy_details(self) -> None:
        QGuiApplication.clipboard().setText(self._details)
        self._copy.setText("Copied")


def _label(text: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)  # it may name a file
    label.setText(text)
    label.setWordWrap(True)
    label.setMinimumWidth(WIDTH)
    return label
