"""The one place where the window says that something did not work, and where it asks."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMessageBox, QWidget

Button = QMessageBox.StandardButton


class Messages:
    """Sentences for the user: one at a time, in plain text, and without stopping the window."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._box: QMessageBox | None = None

    def complain(self, sentence: str) -> None:
        """Show what did not work; a message that is still open is replaced."""
        if self._box is not None:
            self._box.close()
        box = _plain_box(self._window, "Perceptarium", sentence, Button.Ok)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.finished.connect(self._forget)
        self._box = box
        box.open()

    def _forget(self) -> None:
        self._box = None

    def ask_to_save(self, name: str) -> Button:
        """What is to become of unsaved changes: Save, Discard or Cancel."""
        buttons = Button.Save | Button.Discard | Button.Cancel
        question = f"Save the changes to “{name}”?"
        box = _plain_box(self._window, "Unsaved changes", question, buttons)
        box.setInformativeText("Otherwise they are lost.")
        box.setDefaultButton(Button.Save)
        return _answer(box)

    def ask_to_replace(self, name: str) -> bool:
        """Whether a file that is there may be overwritten."""
        question = f"There is already a file “{name}”. Replace it?"
        box = _plain_box(self._window, "Replace file", question, Button.Yes | Button.Cancel)
        box.button(Button.Yes).setText("Replace")
        box.setDefaultButton(Button.Cancel)
        return _answer(box) == Button.Yes


def _plain_box(window: QWidget, title: str, text: str, buttons: Button) -> QMessageBox:
    box = QMessageBox(window)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setStandardButtons(buttons)
    for button in box.buttons():
        button.setIcon(QIcon())
    return box


def _answer(box: QMessageBox) -> Button:
    answer = Button(box.exec())
    box.deleteLater()
    return answer
