"""The list of what there is to read, at the left of a dialog with pages."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from gui.fields import explain
from gui.theme import Theme

ROUND = 14  # pixels above and below a title


class ContentsList(QListWidget):
    """Titles, one of which is chosen."""

    def __init__(self, titles: Iterable[str], name: str, across: int, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        explain(self, "Choose what to read about. ↑ ↓ choose.", name)
        self.setFixedWidth(across)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSpacing(1)
        for title in titles:
            item = QListWidgetItem(title)
            item.setSizeHint(QSize(0, self.fontMetrics().height() + ROUND))
            self.addItem(item)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        colours = self._theme.palette
        self.setStyleSheet(
            f"""QListWidget {{ background: {colours.card}; padding: 6px; outline: none; }}
            QListWidget::item {{ border-radius: 6px; padding: 4px 8px; }}
            QListWidget::item:hover {{ background: {colours.hover}; }}
            QListWidget::item:selected {{
                background: {colours.accent_soft}; color: {colours.accent}; }}"""
        )
