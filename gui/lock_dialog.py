"""The dialog in which a teacher chooses what students see."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from core.experiment import PARTS
from gui.card import Card, labelled
from gui.choices import Toggle
from gui.dialog_buttons import decision_buttons
from gui.locked_parts import GROUPS
from gui.plain_text import tip_text
from gui.theme import Theme

WHAT = (
    "Only what is switched on stays in the window. The view is kept in the experiment: in its "
    "file and in its share code. The padlock in the corner unlocks it again."
)
LEAST_WIDTH = 520


class LockDialog(QDialog):
    """A switch for each part of the window, in groups."""

    def __init__(
        self, chosen: tuple[str, ...], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Locked view")
        self.setMinimumWidth(round(LEAST_WIDTH * theme.scale))
        self.switches: dict[str, Toggle] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(12)
        column.addWidget(labelled("What students see", "title"))
        explanation = labelled(WHAT, "muted")
        explanation.setWordWrap(True)
        column.addWidget(explanation)
        grid = QGridLayout()
        grid.setSpacing(10)
        for place, title in enumerate(GROUPS):
            grid.addWidget(self._group(title, chosen), place // 2, place % 2)
        column.addLayout(grid)
        column.addLayout(self._foot())
        self.switches["transport"].setFocus()

    def chosen(self) -> tuple[str, ...]:
        """The parts that stay, always in the same order."""
        return tuple(part for part in PARTS if self.switches[part].isChecked())

    def _group(self, title: str, chosen: tuple[str, ...]) -> Card:
        card = Card(title)
        card.body.setSpacing(2)
        for part, name, what in GROUPS[title]:
            switch = Toggle(name)
            switch.setToolTip(tip_text(what))
            switch.setAccessibleDescription(what)
            switch.setChecked(part in chosen)
            card.body.addWidget(switch)
            self.switches[part] = switch
        card.body.addStretch(1)
        return card

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(decision_buttons(self, "Lock"))
        return row
