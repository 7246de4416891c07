"""Pages behind a strip of tabs, each made when it is first looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from gui.tab_strip import Tab, TabStrip
from gui.theme import Theme


@dataclass(frozen=True)
class Page:
    """A tab and how its page is made."""

    tab: Tab
    make: Callable[[], QWidget]


class Pages(QWidget):
    """One of several pages; which ones there are may change with the data."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.strip = TabStrip(theme, name)
        self.strip.chosen.connect(self.turn_to)
        self._pages: dict[str, Page] = {}
        self._made: dict[str, QWidget] = {}
        self.current = ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.strip)
        self._stack = QStackedLayout()
        column.addLayout(self._stack, 1)

    def offer(self, pages: Sequence[Page], current: str) -> None:
        """These can be turned to; a strip of one tab is not worth its room."""
        self._pages = {page.tab.id: page for page in pages}
        self.strip.setVisible(len(pages) > 1)
        self.turn_to(current)

    def turn_to(self, id: str) -> None:
        if id not in self._pages:
            return
        self.current = id
        if id not in self._made:
            self._made[id] = self._pages[id].make()
            self._stack.addWidget(self._made[id])
        self._stack.setCurrentWidget(self._made[id])
        self.strip.offer([page.tab for page in self._pages.values()], id)

    def page(self, id: str) -> QWidget | None:
        """The page, if it has been looked at."""
        return self._made.get(id)
