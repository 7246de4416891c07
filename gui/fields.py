"""Inputs that panels share: the field to type a number in, and the slider beside it.

All inputs take their colours from the application's palette, so both looks are served. Sliders,
boxes and switches take the focus by Tab only: after a click the arrow keys and Space still move
and play the run (gui/key_guard.py decides who gets a key).
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QSizePolicy,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QWidget,
)

from gui.plain_text import tip_text
from gui.slider_stops import nearest_stop


def explain(widget: QWidget, text: str, name: str = "") -> None:
    """Tooltip and accessible name; the text is shown as it is, never as rich text."""
    widget.setToolTip(tip_text(text))
    if name:
        widget.setAccessibleName(name)


class NumberField(QLineEdit):
    """A number to type. What is typed counts on Enter or when the field is left."""

    committed = Signal(str)
    nudged = Signal(int)  # ↑ and ↓
    began = Signal()  # to be worked at

    def __init__(self, widest: str = "0.0001") -> None:
        super().__init__()
        self._widest = widest
        self._shown = ""
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def being_typed(self) -> bool:
        return self.hasFocus() and self.isModified()

    def show_text(self, text: str) -> None:
        """Show this, unless something is being typed."""
        self._shown = text
        if not self.being_typed:
            self.setText(text)
            self.setCursorPosition(0)
            self.mark(valid=True)

    def mark(self, *, valid: bool) -> None:
        if bool(self.property("invalid")) == valid:
            self.setProperty("invalid", not valid)
            self.style().unpolish(self)
            self.style().polish(self)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self._widest) + 22
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        """Say which keys are the field's own, and which are left to the window's shortcuts."""
        if event.type() is not QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().event(event)
        # Space plays, and with nothing typed Ctrl+Z means the experiment.
        undo = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
        elsewhere = not self.isModified() and any(event.matches(key) for key in undo)
        if event.key() == Qt.Key.Key_Space or elsewhere:
            event.ignore()
            return False
        escape = event.key() == Qt.Key.Key_Escape and self.text() != self._shown
        if escape or event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._commit()
            self.selectAll()
        elif key == Qt.Key.Key_Escape and self.text() != self._shown:
            self.setText(self._shown)
            self.textEdited.emit(self._shown)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._commit()
            self.nudged.emit(1 if key == Qt.Key.Key_Up else -1)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.began.emit()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self._commit()

    def _commit(self) -> None:
        if self.isModified():
            self.setModified(False)
            self.committed.emit(self.text())


class StopSlider(QSlider):
    """Rests on given values only; a click jumps there. Emits what the user does, nothing else."""

    moved = Signal(object)  # the value at the new stop
    began = Signal()  # a drag, or a series of keys

    def __init__(self, stops: Sequence[float | int]) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.use(stops)
        self.valueChanged.connect(lambda position: self.moved.emit(self._stops[position]))

    def use(self, stops: Sequence[float | int]) -> None:
        self._stops = tuple(stops)
        self.blockSignals(True)
        self.setRange(0, len(self._stops) - 1)
        self.setPageStep(max(len(self._stops) // 10, 1))
        self.blockSignals(False)

    def show_value(self, value: float) -> None:
        self.blockSignals(True)
        self.setValue(nearest_stop(self._stops, value))
        self.blockSignals(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.began.emit()
        super().focusInEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.began.emit()
        if event.button() is Qt.MouseButton.LeftButton:
            option = QStyleOptionSlider()
            self.initStyleOption(option)
            parts = QStyle.SubControl.SC_SliderHandle, QStyle.SubControl.SC_SliderGroove
            whole = QStyle.ComplexControl.CC_Slider
            handle, groove = (self.style().subControlRect(whole, option, p, self) for p in parts)
            place = event.position().toPoint()
            if not handle.contains(place):
                room = groove.width() - handle.width()
                along = place.x() - groove.x() - handle.width() // 2
                self.setValue(QStyle.sliderValueFromPosition(0, self.maximum(), along, room))
        super().mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        # The wheel scrolls the panel; it turns a control only when that was reached by Tab.
        super().wheelEvent(event) if self.hasFocus() else event.ignore()
