"""The key sheet: every key there is, straight from the table of actions."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gui.action_table import MENUS, Declared, declared_in
from gui.card import Card, labelled
from gui.dialog_buttons import closing_button
from gui.plain_text import key_names
from gui.theme import Theme

# Which menus stand below each other, so that both columns end at about the same height.
COLUMNS = (("On the stage", "Run", "File", "Lessons", "Help"), ("Edit", "View", "Data"))
BY_HAND = (
    ("Click", "Add a point of the chosen class"),
    ("Drag", "Paint, spray, move or erase"),
    ("Right click", "Remove a point"),
    ("Wheel", "Zoom, or the size of the spray"),
    ("Shift+Wheel", "Points a puff of the spray"),
    ("[ and ]", "Size of the spray; Shift: points"),
    ("Ctrl+Wheel", "Zoom with any tool"),
    ("Middle drag", "Move the view; also Ctrl+Drag"),
    ("Arrow keys", "With Move, nudge the selection"),
    ("Ctrl+Arrow keys", "Move a crosshair; Shift: finely"),
    ("↓ and ↑", "The next text to the right or left"),
    ("Return", "Use the tool at the crosshair"),
)
LEAST_CAP = 26
COUNTED = {"class": "Choose the class to draw", "view": "Choose the view on the stage"}


class KeySheet(QDialog):
    """Two columns of cards: what the pointer does, and one for each menu."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._theme = theme
        page = QWidget()
        columns = QHBoxLayout(page)
        columns.setContentsMargins(0, 0, 6, 0)
        columns.setSpacing(10)
        for titles in COLUMNS:
            column = QVBoxLayout()
            column.setSpacing(10)
            for title in titles:
                column.addWidget(_card(title, _rows_of(title)))
            column.addStretch(1)
            columns.addLayout(column, 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 10, 16)
        layout.setSpacing(10)
        layout.addWidget(scroll, 1)
        layout.addWidget(closing_button(self))
        theme.changed.connect(self._restyle)
        self._restyle()
        self.resize(780, min(page.sizeHint().height() + 90, self._most_height()))

    def _most_height(self) -> int:
        screen = self.screen()
        return min(screen.availableGeometry().height() - 80, 860) if screen else 640

    def _restyle(self) -> None:
        colours = self._theme.palette
        self.setStyleSheet(
            f"""QLabel[role="key"] {{
                background: {colours.ground}; border: 1px solid {colours.border};
                border-bottom: 2px solid {colours.border}; border-radius: 5px;
                padding: 1px 7px; font-weight: 600; }}"""
        )


def _rows_of(title: str) -> list[tuple[tuple[str, ...], str]]:
    if title not in MENUS:
        return [((keys,), what) for keys, what in BY_HAND]
    return _rows(declared_in(MENUS[title]))


def _rows(actions: tuple[Declared, ...]) -> list[tuple[tuple[str, ...], str]]:
    """Keys and what they do; keys that count through a group are one row."""
    rows: list[tuple[tuple[str, ...], str]] = []
    counted: dict[str, list[Declared]] = {group: [] for group in COUNTED}
    for action in actions:
        if action.group in counted:
            counted[action.group].append(action)
    for action in actions:
        group = counted.get(action.group, [])
        if group and action is group[0]:
            keys = (*key_names(action.keys), "…", *key_names(group[-1].keys))
            rows.append((keys, COUNTED[action.group]))
        elif not group and action.keys:
            rows.append((key_names(action.keys), action.text.removesuffix("…")))
    return rows


def _card(title: str, rows: list[tuple[tuple[str, ...], str]]) -> Card:
    card = Card(title)
    grid = QGridLayout()
    grid.setVerticalSpacing(5)
    grid.setHorizontalSpacing(12)
    grid.setColumnStretch(0, 1)
    for place, (keys, what) in enumerate(rows):
        told = labelled(what)
        told.setWordWrap(True)
        grid.addWidget(told, place, 0)
        caps = QHBoxLayout()
        caps.setSpacing(4)
        caps.addStretch(1)
        for key in keys:
            caps.addWidget(labelled(key, "muted") if key == "…" else Cap(key))
        grid.addLayout(caps, place, 1)
    card.body.addLayout(grid)
    return card


class Cap(QLabel):
    """A key as it looks; one letter is as wide as it is high, and no name is ever cut."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.setProperty("role", "key")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(LEAST_CAP, 0))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
