"""All learners side by side: what each takes, how it is trained and read, what it minimises."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from core.learners import all_learners
from core.learners.comparison import HEADS, comparison
from gui.card import Card, labelled, rule

STRETCH = (4, 6, 6, 7, 5, 4, 4)  # how wide the columns are, against each other


class LearnerTable(QWidget):
    """A learner a row, a question a column."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("All learners compared")
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(7)
        for column, (head, stretch) in enumerate(zip(HEADS, STRETCH, strict=True)):
            grid.addWidget(_cell(head, "muted"), 0, column)
            grid.setColumnStretch(column, stretch)
        for place, row in enumerate(comparison(all_learners())):
            grid.addWidget(rule(), 2 * place + 1, 0, 1, len(HEADS))
            for column, text in enumerate(row.cells):
                grid.addWidget(_cell(text, "" if column else "title"), 2 * place + 2, column)
        card = Card("All learners compared")
        card.body.addLayout(grid)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 6, 0)
        page.addWidget(card)
        page.addStretch(1)


def _cell(text: str, role: str) -> QLabel:
    label = labelled(text, role)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    return label
