"""The one place where the window says that something did not work, and where it asks."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QGridLayout, QLabel, QMessageBox, QSizePolicy, QWidget

from core.files.limits import MOST_BYTES
from gui.card import restyle

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
        _align(box)
        return _answer(box)

    def ask_to_replace(self, name: str) -> bool:
        """Whether a file that is there may be overwritten."""
        question = f"There is already a file “{name}”. Replace it?"
        box = _plain_box(self._window, "Replace file", question, Button.Yes | Button.Cancel)
        box.button(Button.Yes).setText("Replace")
        box.setDefaultButton(Button.Cancel)
        return _answer(box) == Button.Yes

    def ask_to_unlock(self) -> bool:
        """Whether a locked view is to show everything again."""
        box = _plain_box(
            self._window, "Locked view", "Unlock the view?", Button.Yes | Button.Cancel
        )
        box.setInformativeText("Then every part of the window is there again.")
        box.button(Button.Yes).setText("Unlock")
        box.setDefaultButton(Button.Cancel)
        _align(box)
        return _answer(box) == Button.Yes

    def ask_to_go_back(self, name: str) -> Button:
        """After a lesson: Yes goes back to what was open before, No stays with what is there."""
        buttons = Button.Yes | Button.No | Button.Cancel
        box = _plain_box(self._window, "Close lesson", f"Go back to “{name}”?", buttons)
        box.setInformativeText("That was open before the lesson.")
        box.button(Button.Yes).setText("Go back")
        box.button(Button.No).setText("Keep this scene")
        box.setDefaultButton(Button.Yes)
        _align(box)
        return _answer(box)

    def ask_to_load(self, what: str) -> bool:
        """Whether something large is to be loaded; `what` says how large it is."""
        box = _plain_box(
            self._window, "Load anyway", f"{what}; load it anyway?", Button.Yes | Button.Cancel
        )
        box.setInformativeText(
            f"It may take a while, and an experiment with more than {MOST_BYTES / 1e6:g} MB of "
            "texts cannot be saved."
        )
        box.button(Button.Yes).setText("Load anyway")
        box.setDefaultButton(Button.Cancel)
        _align(box)
        return _answer(box) == Button.Yes


def _plain_box(window: QWidget, title: str, text: str, buttons: Button) -> QMessageBox:
    box = QMessageBox(window)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setStandardButtons(buttons)
    for button in box.buttons():
        button.setIcon(QIcon())
    _align(box)
    return box


def _align(box: QMessageBox) -> None:
    """Text and buttons on one edge: Qt leaves room for a picture even where there is none.

    It does so anew whenever a text is set.
    """
    layout = box.layout()
    if not isinstance(layout, QGridLayout):
        return
    layout.setContentsMargins(20, 18, 20, 16)
    layout.setHorizontalSpacing(0)
    layout.setColumnStretch(layout.columnCount() - 1, 1)
    for place in range(layout.count()):
        item = layout.itemAt(place)
        spacer = None if item is None else item.spacerItem()
        if spacer is not None:
            spacer.changeSize(0, 0, QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    layout.invalidate()
    for label in box.findChildren(QLabel):
        label.setContentsMargins(0, 0, 0, 6)
        if box.informativeText() and label.text() == box.text():
            restyle(label, "title")


def _answer(box: QMessageBox) -> Button:
    answer = Button(box.exec())
    box.deleteLater()
    return answer
