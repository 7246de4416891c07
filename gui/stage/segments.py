"""A few words side by side of which one holds: a switch that shows what there is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from gui.panels.choice import Choice
from gui.plain_text import menu_text, tip_text
from gui.tab_strip import Tab
from gui.theme import Theme


class Segments(QWidget):
    """Shows what it is offered; says which one a person chose, and keeps none itself.

    Where there is little room it is a list that opens.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._tabs: tuple[Tab, ...] = ()
        self.buttons: dict[str, QToolButton] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2)
        self.list = Choice(theme)
        self.list.setAccessibleName(name)
        self.list.setToolTip(name)
        self.list.activated.connect(lambda place: self.chosen.emit(self._tabs[place].id))
        self.list.hide()
        self._row.addWidget(self.list)

    def offer(self, tabs: Sequence[Tab], current: str) -> None:
        """Show these, one of them as chosen."""
        if tuple(tabs) != self._tabs:
            self._tabs = tuple(tabs)
            for button in self.buttons.values():
                self._row.removeWidget(button)
                button.hide()
                button.deleteLater()
            self.buttons = {tab.id: self._button(tab) for tab in tabs}
            self.list.offer([tab.title for tab in tabs])
            self.make_small(not self.list.isHidden())
        self.list.choose(next((k for k, tab in enumerate(tabs) if tab.id == current), -1))
        for id, button in self.buttons.items():
            button.setChecked(id == current)

    def make_small(self, small: bool) -> None:
        self.list.setVisible(small)
        for button in self.buttons.values():
            button.setVisible(not small)
        self.updateGeometry()

    def _button(self, tab: Tab) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "tab")
        button.setText(menu_text(tab.title))
        button.setToolTip(tip_text(tab.what))
        button.setAccessibleName(tab.title)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self._press(tab.id))
        self._row.addWidget(button)
        return button

    def _press(self, id: str) -> None:
        self.buttons[id].setChecked(True)  # pressed again, it would go out
        self.chosen.emit(id)
