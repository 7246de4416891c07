"""The bar on top: the name, the classes, the tools, and how things look."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from gui.action_button import ActionButton, MenuButton
from gui.action_effects import TOOLS
from gui.actions import Actions
from gui.card import labelled
from gui.class_chips import ClassChips
from gui.studio import Studio
from gui.theme import Theme

HEIGHT = 50


class Header(QFrame):
    """One row that fits: the tools' names make way when the window is narrow."""

    def __init__(self, studio: Studio, theme: Theme, actions: Actions) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedHeight(HEIGHT)
        self.brand = labelled("Perceptarium", "brand")
        self.chips = ClassChips(studio, theme, actions)
        self.tools = [ActionButton(actions.get(tool), theme) for tool in TOOLS]
        self.undo = ActionButton(actions.get("undo"), theme)
        self.redo = ActionButton(actions.get("redo"), theme)
        self.view = MenuButton(actions.menu("View"), "What is shown, and how", theme)
        self.switch_theme = ActionButton(actions.get("switch-theme"), theme)
        self._lay_out()
        theme.changed.connect(self.update)

    def _lay_out(self) -> None:
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 12, 1)
        row.setSpacing(4)
        row.addWidget(self.brand)
        row.addSpacing(12)
        row.addWidget(self.chips)
        row.addWidget(_upright())
        for tool in self.tools:
            row.addWidget(tool)
        row.addWidget(_upright())
        row.addWidget(self.undo)
        row.addWidget(self.redo)
        row.addStretch(1)
        row.addWidget(self.view)
        row.addWidget(self.switch_theme)

    def _make_room(self) -> None:
        """Where it gets narrow the tools' names go first, then the counts, then the brand."""
        hidden = 0 if self.brand.isVisibleTo(self) else self.brand.sizeHint().width()
        names = sum(tool.width_of_text() for tool in self.tools)
        shown = sum(tool.width_of_text() for tool in self.tools if tool.text_shown)
        full = self._row.sizeHint().width() + hidden + names - shown
        for tool in self.tools:
            tool.show_text(full <= self.width())
        least = self._row.minimumSize().width() + hidden - shown
        self.brand.setVisible(least <= self.width())

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._make_room()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._make_room()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("card"))
        line = self.rect().adjusted(0, HEIGHT - 1, 0, 0)
        painter.fillRect(line, self._theme.colour("border"))


def _upright() -> QWidget:
    """A short line between groups."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(8, 0, 8, 0)
    line = QFrame()
    line.setProperty("role", "rule")
    line.setFixedSize(1, 22)
    line.setStyleSheet("max-height: 22px;")
    row.addWidget(line)
    return holder
