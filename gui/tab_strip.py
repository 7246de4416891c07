"""A row of titles of which one is chosen; those that do not fit wait in a menu."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QMenu, QSizePolicy, QToolButton, QWidget

from gui.menu_tab import MenuTab
from gui.plain_text import menu_text, tip_text
from gui.theme import Theme

GAP = 2
HEIGHT = 28


@dataclass(frozen=True)
class Tab:
    """One thing that can be chosen."""

    id: str
    title: str
    what: str  # as its tip says it


class TabStrip(QWidget):
    """Shows the tabs it is offered; says which one a person chose, and keeps none itself."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._tabs: tuple[Tab, ...] = ()
        self._current = ""
        self._buttons: dict[str, QToolButton] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(2, 0, 0, 0)
        self._row.setSpacing(GAP)
        self._row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # titles make way
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self.more = MenuTab(theme)
        self.more.setText("More")
        self.more.setToolTip("What there is no room for")
        self.more.setAccessibleName("More")
        self.more.setMenu(self._menu)
        self.more.hide()
        self._row.addWidget(self.more)
        self._row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._theme = theme
        self._fit()
        theme.changed.connect(self._fit)

    def offer(self, tabs: Sequence[Tab], current: str) -> None:
        """Show these, one of them as chosen."""
        if tuple(tabs) != self._tabs:
            self._tabs = tuple(tabs)
            self._make_buttons()
        self._current = current
        for id, button in self._buttons.items():
            button.setChecked(id == current)
        self._make_room()

    def tab(self, id: str) -> QToolButton:
        """The button of a tab; hidden when there is no room for it."""
        return self._buttons[id]

    @property
    def tabs(self) -> tuple[Tab, ...]:
        return self._tabs

    def _make_buttons(self) -> None:
        for button in self._buttons.values():
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = {}
        for place, tab in enumerate(self._tabs):
            button = QToolButton()
            button.setProperty("role", "tab")
            button.setText(tab.title)
            button.setCheckable(True)
            button.setToolTip(tip_text(tab.what))
            button.setAccessibleName(tab.title)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, id=tab.id: self._choose(id))
            self._row.insertWidget(place, button)
            self._buttons[tab.id] = button

    def _choose(self, id: str) -> None:
        self._buttons[id].setChecked(id == self._current)  # until whoever listens has agreed
        self.chosen.emit(id)

    def _fit(self) -> None:
        self.setFixedHeight(round(HEIGHT * self._theme.scale))
        self._make_room()

    def _make_room(self) -> None:
        """Titles from the left as far as they fit, the chosen one always among them."""
        if not self._buttons:
            return
        widths = {id: button.sizeHint().width() + GAP for id, button in self._buttons.items()}
        shown = set(widths)
        if sum(widths.values()) > self.width():
            room = self.width() - self.more.sizeHint().width() - widths.get(self._current, 0)
            shown = {self._current}
            for id, width in widths.items():
                if id != self._current:
                    room -= width
                    if room < 0:
                        break
                    shown.add(id)
        for id, button in self._buttons.items():
            button.setVisible(id in shown)
        self._fill_menu([tab for tab in self._tabs if tab.id not in shown])

    def _fill_menu(self, tabs: Sequence[Tab]) -> None:
        self.more.setVisible(bool(tabs))
        self._menu.clear()
        for tab in tabs:
            action = self._menu.addAction(menu_text(tab.title))
            action.setToolTip(tip_text(tab.what))
            action.triggered.connect(lambda _=False, id=tab.id: self.chosen.emit(id))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._make_room()

    def minimumSizeHint(self) -> QSize:
        return QSize(60, HEIGHT)

    def sizeHint(self) -> QSize:
        width = sum(button.sizeHint().width() + GAP for button in self._buttons.values())
        return QSize(max(width, 60), HEIGHT)
