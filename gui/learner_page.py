"""One learner on a page: idea, rule, what it is good for, parameters, reference."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.learners.comparison import compared
from core.learners.declaration import Learner
from core.parameters import Parameter
from gui.card import Card, labelled, rule
from gui.commands.number_text import setting
from gui.formula import FormulaView
from gui.theme import Theme

LARGE = 1.3  # of the rule, against the text around it


class LearnerPage(QWidget):
    """Built from the learner's declaration, from top to bottom in the order of its questions."""

    def __init__(self, learner: Learner, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName(learner.title)
        self.rule = FormulaView(theme, larger=LARGE)
        self.two_class_rule = FormulaView(theme, larger=LARGE)
        self.rule.show_tex(learner.formula)
        self.two_class_rule.show_tex(learner.two_class_formula)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(10)
        column.addWidget(self._first_card(learner))
        column.addWidget(_facts_card(learner))
        column.addWidget(_parameters_card(learner))
        column.addStretch(1)

    def _first_card(self, learner: Learner) -> Card:
        card = Card()
        card.body.addWidget(labelled(learner.title, "brand"))
        card.body.addWidget(_paragraph(learner.idea))
        card.body.addSpacing(4)
        card.body.addWidget(self.rule)
        if learner.two_class_formula:
            card.body.addWidget(labelled("With two classes, y = ±1", "muted"))
            card.body.addWidget(self.two_class_rule)
        return card


def _facts_card(learner: Learner) -> Card:
    about, row = learner.card, compared(learner)
    facts = [
        ("Optimises", about.optimises),
        ("Use it when", about.use_when),
        ("Strengths", about.strengths),
        ("Weaknesses", about.weaknesses),
        ("Features", row.features),
        ("Training", row.training),
        ("Decoding", row.decoding),
        ("Loss", row.loss),
        ("Goes by", row.online),
        ("Probabilities", row.probabilistic),
        ("Reference", about.reference),
    ]
    card = Card()
    card.body.addLayout(_grid([(_term(name), _paragraph(text)) for name, text in facts]))
    return card


def _parameters_card(learner: Learner) -> Card:
    card = Card("Parameters")
    if not learner.parameters:
        card.body.addWidget(labelled("It has none.", "muted"))
        return card
    for number, parameter in enumerate(learner.parameters):
        if number:
            card.body.addWidget(rule())
        head = QHBoxLayout()
        head.addWidget(labelled(parameter.title))
        head.addWidget(_paragraph(_range(parameter), "muted"), 1)
        card.body.addLayout(head)
        card.body.addWidget(_paragraph(parameter.help, "muted"))
    return card


def _range(parameter: Parameter) -> str:
    return f"{setting(parameter.default)} unless set; {parameter.range}"


def _grid(rows: list[tuple[QLabel, QLabel]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(8)
    grid.setColumnStretch(1, 1)
    for place, (name, text) in enumerate(rows):
        grid.addWidget(name, place, 0)
        grid.addWidget(text, place, 1)
    return grid


def _term(text: str) -> QLabel:
    label = labelled(text, "muted")
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    return label


def _paragraph(text: str, role: str = "") -> QLabel:
    label = labelled(text, role)
    label.setWordWrap(True)
    return label
