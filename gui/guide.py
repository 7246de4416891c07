"""The guide: how everything is done, in short sections; the README quotes the same files."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

import assets
from gui.card import Card, labelled
from gui.contents_list import ContentsList
from gui.dialog_buttons import closing_button
from gui.fields import explain
from gui.lessons.prose import Prose
from gui.panels.floating_bar import FloatingBar
from gui.panels.scrolling import scrolling
from gui.theme import Theme

ACROSS = 176  # pixels of the list
SIZE = (820, 560)


@dataclass(frozen=True)
class Section:
    """One file of the guide: a line with the title, and light Markdown below."""

    name: str
    title: str
    text: str


def sections() -> tuple[Section, ...]:
    """All of them, in the order of their files' names."""
    return tuple(
        _section(path.stem, path.read_text(encoding="utf-8"))
        for path in sorted(assets.path("guide").glob("*.md"))
    )


def _section(stem: str, content: str) -> Section:
    title, _, text = content.partition("\n")
    return Section(stem.partition("-")[2], title.removeprefix("# ").strip(), text.strip())


class Guide(QDialog):
    """A list on the left, a section on the right; stays open beside the window."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Guide")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._theme, self._sections = theme, sections()
        titles = (section.title for section in self._sections)
        self.list = ContentsList(titles, "Sections", ACROSS, theme)
        self.title, self.text = labelled("", "brand"), Prose(theme)
        self._lay_out()
        self.list.currentRowChanged.connect(self._turn_to)
        self.list.setCurrentRow(0)
        self.resize(*SIZE)

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 10, 0)
        column.setSpacing(10)
        column.addWidget(self.title)
        column.addWidget(self.text)
        column.addStretch(1)
        self.area = scrolling(inside, 160)
        FloatingBar(self.area)
        self.area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        explain(self.area, "The chosen section. ↑ ↓ scroll.", "Section")
        page = Card()
        page.body.setContentsMargins(22, 18, 12, 16)
        page.body.addWidget(self.area)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.list)
        row.addWidget(page, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(10)
        layout.addLayout(row, 1)
        layout.addWidget(closing_button(self))

    def _turn_to(self, row: int) -> None:
        section = self._sections[row]
        self.title.setText(section.title)
        self.text.show_text(section.text)
        self.area.verticalScrollBar().setValue(0)
