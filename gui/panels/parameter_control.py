"""What all controls over a parameter have in common."""

from __future__ import annotations

from itertools import count

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QEnterEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from core.parameters import Parameter, Value
from gui.choices import IconButton
from gui.fields import explain
from gui.theme import Theme

RESET_WIDTH = 22
_gestures = count()


class ParameterControl(QWidget):
    """Shows a value of one parameter and says which one the user chooses instead.

    `merge` is the same for all choices of one drag, or of one visit with the keyboard.
    """

    chosen = Signal(object, str)  # value, merge

    def __init__(self, parameter: Parameter, theme: Theme) -> None:
        super().__init__()
        self.parameter = parameter
        self._theme = theme
        self._gesture = 0
        self._differs = False
        self._room = QWidget()
        self._reset_button: IconButton | None = None

    def show_value(self, value: Value) -> None:
        raise NotImplementedError

    def reset(self) -> None:
        self.chosen.emit(self.parameter.default, "")

    def _room_for_reset(self, *parts: QWidget) -> QWidget:
        """Where the reset button appears; focus in these parts calls for it."""
        self._room.setFixedWidth(RESET_WIDTH)
        for part in parts:
            part.installEventFilter(self)
        return self._room

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._offer_reset()
        return super().eventFilter(watched, event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._offer_reset()

    def leaveEvent(self, event: QEvent) -> None:
        self._offer_reset()

    def _offer_reset(self, differs: bool | None = None) -> None:
        """The button is seen while there is something to reset and someone is about to."""
        self._differs = self._differs if differs is None else differs
        focused = QApplication.focusWidget()
        near = self.underMouse() or (focused is not None and self.isAncestorOf(focused))
        if self._differs and near and self._reset_button is None:
            self._reset_button = self._make_reset_button()
        if self._reset_button is not None:
            self._reset_button.setVisible(self._differs and near)

    def _make_reset_button(self) -> IconButton:
        name = f"Reset {self.parameter.title}"
        button = IconButton("reset", self._theme, name, "Back to the default.")
        button.setParent(self._room)
        button.move(0, (self._room.height() - button.sizeHint().height()) // 2)
        button.clicked.connect(self.reset)
        button.installEventFilter(self)
        return button

    def _begin(self) -> None:
        """What is chosen from here on is another step of the undo history."""
        self._gesture = next(_gestures)

    def _choose_along(self, value: Value) -> None:
        self.chosen.emit(value, f"{self.parameter.name} {self._gesture}")

    def _range(self) -> str:
        return self.parameter.range

    def _explain(self, *widgets: QWidget, keys: str) -> None:
        parameter = self.parameter
        text = f"{sentence(parameter.help)}\n{self._range()}. {keys}"
        for widget in widgets:
            explain(widget, text, parameter.title)


class ResettingTitle(QLabel):
    """A control's name; double-clicked, it asks for the default."""

    double_clicked = Signal()

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.double_clicked.emit()


def sentence(text: str) -> str:
    """With a capital at the start and a full stop at the end."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."
