"""A tab that opens a menu: its text and a chevron, painted, since no font is sure to have one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QToolButton

from gui.action_button import CHEVRON, paint_chevron
from gui.theme import Theme

FROM_THE_RIGHT = 6  # pixels


class MenuTab(QToolButton):
    """Looks like the other tabs; pressed, it shows its menu at once."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("role", "tab")
        self.setProperty("opens", "menu")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ink = self._theme.colour("accent" if self.isChecked() else "muted")
            left = self.width() - FROM_THE_RIGHT - CHEVRON
            paint_chevron(painter, ink, left, self.height() / 2.0)
