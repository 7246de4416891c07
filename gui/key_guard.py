"""Who gets a key: the window's shortcuts, or the control that the keyboard has walked to."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QTabBar,
    QWidget,
)

Key = Qt.Key
_ARROWS = frozenset({Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down})
_LEAPS = frozenset({Key.Key_Home, Key.Key_End, Key.Key_PageUp, Key.Key_PageDown})
_OWN_KEYS: tuple[tuple[type[QWidget], frozenset[Key]], ...] = (
    (QAbstractButton, frozenset({Key.Key_Space})),
    (QAbstractSlider, _ARROWS | _LEAPS),
    (QComboBox, _ARROWS | _LEAPS | {Key.Key_Space}),
    (QAbstractItemView, _ARROWS | _LEAPS | {Key.Key_Space, Key.Key_Delete}),
    (QTabBar, _ARROWS),
)


class KeyGuard(QObject):
    """Keeps Space, arrows and the like for a control that was reached with Tab.

    After a click the same keys drive the run: who has just dragged a slider wants to step, and
    Space plays whatever was clicked last. Text fields keep their keys by themselves.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._walking = False
        window.installEventFilter(self)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_changed)

    def _focus_changed(self) -> None:
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._walking = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Qt asks the focused control and then its parents whether they want the key themselves.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            key = Key(event.key())
            if key in (Key.Key_Tab, Key.Key_Backtab):
                self._walking = True
            elif self._walking and key in _own_keys(QApplication.focusWidget()):
                event.accept()
                return True
        return False


def _own_keys(widget: QWidget | None) -> frozenset[Key]:
    return next((keys for kind, keys in _OWN_KEYS if isinstance(widget, kind)), frozenset())
