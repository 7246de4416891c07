"""Learner cards: what each learner does and when to use it, and all of them compared."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.learners import all_learners
from gui.contents_list import ContentsList
from gui.dialog_buttons import closing_button
from gui.learner_page import LearnerPage
from gui.panels.floating_bar import FloatingBar
from gui.theme import Theme

COMPARED = "All compared"
ACROSS = 212  # pixels of the list
SMALLEST = (900, 480)  # the comparison has many columns


class LearnerCards(QDialog):
    """A list on the left, a page on the right; stays open beside the window."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, name: str = "") -> None:
        """Opens at the learner of this name; without one, at the comparison."""
        super().__init__(parent)
        self.setWindowTitle("Learners")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._theme = theme
        self._learners = all_learners()
        titles = (COMPARED, *(learner.title for learner in self._learners))
        self.list = ContentsList(titles, "Learners", ACROSS, theme)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.area.setAccessibleName("About the chosen learner")
        FloatingBar(self.area)
        self._lay_out()
        self.list.currentRowChanged.connect(self._turn_to)
        self.choose(name)
        self.setMinimumSize(*SMALLEST)
        screen = self.screen().availableSize()
        self.resize(min(1060, screen.width() - 24), min(680, screen.height() - 60))

    def choose(self, name: str) -> None:
        """Turn to the learner of this name, or to the comparison."""
        names = [learner.name for learner in self._learners]
        self.list.setCurrentRow(names.index(name) + 1 if name in names else 0)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.list)
        row.addWidget(self.area, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 10, 16)
        layout.setSpacing(10)
        layout.addLayout(row, 1)
        layout.addWidget(closing_button(self))

    def _turn_to(self, row: int) -> None:
        if row > 0:
            self.area.setWidget(LearnerPage(self._learners[row - 1], self._theme))
        else:
            from gui.learner_table import LearnerTable

            self.area.setWidget(LearnerTable())
        self.area.verticalScrollBar().setValue(0)
