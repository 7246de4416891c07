"""The card of predict mode: the question, its answers, the score of the class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QActionGroup, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QMenu, QPushButton, QSizePolicy, QWidget

from core.lessons.markup import Span
from gui.card import Card, labelled, restyle
from gui.choices import IconButton
from gui.fields import explain
from gui.icons import icon
from gui.lessons.answers import ChoiceButton
from gui.lessons.prose import Paragraph
from gui.plain_text import short
from gui.theme import Theme

if TYPE_CHECKING:
    from gui.lessons.predicting import Predicting

KINDS = (
    ("mistake", "Mistake or not?", "Will the next example be a mistake?"),
    ("class", "Which class?", "To which class do the weights give the next example?"),
    ("turn", "Which way will it turn?", "Which way will the line turn? For two classes on a plane"),
    ("mixed", "All in turn", "One kind of question after the other"),
)
WHEN = (
    (False, "Before every step", "Time waits before each step"),
    (True, "Before every mistake", "Time runs on, and waits before each mistake"),
)
ROOM_FOR_WORDS = 300  # pixels beside the answers; otherwise they stand below
URGED = 700  # milliseconds


class PredictCard(Card):
    """One row, or two where it is narrow."""

    def __init__(self, predicting: Predicting, theme: Theme) -> None:
        super().__init__()
        self._predicting, self._theme = predicting, theme
        self.setAccessibleName("Predict")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.text, self.score = Paragraph(theme), labelled("", "badge")
        self.score.setToolTip("Right answers of all, and how many in a row")
        self.go_on = QPushButton("Next question")
        self.go_on.setProperty("role", "primary")
        explain(self.go_on, "On to the next question (Enter, or step on)", "Next question")
        self.go_on.clicked.connect(predicting.go_on)
        self.more = IconButton("more", theme, "What is asked", "Choose what is asked, and when")
        self.more.clicked.connect(self._open_menu)
        self.leave = IconButton("close", theme, "Stop predicting", "Stop predicting (Q)")
        self.leave.clicked.connect(predicting.stop)
        self.buttons: list[ChoiceButton] = []
        self._offered: tuple[str, ...] = ()
        self._lay_out()
        predicting.changed.connect(self._refresh)

    def _lay_out(self) -> None:
        self._answers = QWidget()
        self._row = QHBoxLayout(self._answers)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(6)
        end = QHBoxLayout()
        end.setSpacing(4)
        for part in (self.go_on, self.score, self.more, self.leave):
            end.addWidget(part)
        self._words = QHBoxLayout()
        self._words.setSpacing(12)
        self._words.addWidget(self.text, 1, Qt.AlignmentFlag.AlignVCenter)
        self._all = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._all.setSpacing(8)
        self._all.addLayout(self._words, 1)
        self._all.addWidget(self._answers)
        outer = QHBoxLayout()
        outer.setSpacing(14)
        outer.addLayout(self._all, 1)
        outer.addLayout(end)
        self.body.setContentsMargins(16, 8, 10, 8)
        self.body.addLayout(outer)

    # Showing

    def _refresh(self) -> None:
        predicting = self._predicting
        asked, told = predicting.asked, predicting.told
        if asked is not None:
            self._offer(asked.question.choices)
            self.text.show_spans((Span("strong", asked.question.text),), "", "text")
        elif told is not None:
            self._offer(())
            sign, colour = ("✓", "good") if told.right else ("✗", "mistake")
            explained = Span("text", f" {told.prediction.question.explain}")
            spans = (Span("strong", told.sentence), explained)
            self.text.show_spans(spans, sign, colour)
        else:
            self._offer(())
            waiting = predicting.why_not or "Play or step on to the next question."
            self.text.show_spans((Span("text", waiting),), "", "muted")
        self.go_on.setVisible(asked is None and not predicting.why_not)
        score = predicting.score
        row = f" · {score.streak} in a row" if score.streak > 1 else ""
        self.score.setText(f"{score.right} of {score.asked} right{row}")
        self.score.setVisible(score.asked > 0)
        self._arrange()

    def _offer(self, choices: tuple[str, ...]) -> None:
        self._answers.setVisible(bool(choices))
        if choices == self._offered:
            return
        self._offered = choices
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = [
            ChoiceButton(self._theme, k, short(text, 40), plain=True)
            for k, text in enumerate(choices, 1)
        ]
        for place, button in enumerate(self.buttons):
            button.setCheckable(False)
            button.clicked.connect(lambda _=False, k=place: self._predicting.answer(k))
            self._row.addWidget(button)

    def _arrange(self) -> None:
        """Answers beside the words, or below them where these would get too little room."""
        answers = sum(b.sizeHint().width() + 6 for b in self.buttons) if self._offered else 0
        room = self.width() - answers - 250
        below = bool(answers) and room < ROOM_FOR_WORDS * self._theme.scale
        directions = QBoxLayout.Direction
        self._all.setDirection(directions.TopToBottom if below else directions.LeftToRight)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As low as its words allow at the width it has."""
        width = max(self.width(), 320)
        return QSize(super().sizeHint().width(), self.heightForWidth(width))

    def urge(self) -> None:
        """Somebody wants to go on without an answer."""
        restyle(self.score, "badge")
        first = Span("strong", "Answer first: ")
        if self._predicting.asked is not None:
            asked = Span("strong", self._predicting.asked.question.text)
            self.text.show_spans((first, asked), "", "accent")
            QTimer.singleShot(URGED, self, self._refresh)

    # What is asked

    def _open_menu(self) -> None:
        predicting, menu = self._predicting, QMenu(self)
        menu.setToolTipsVisible(True)
        wishes = predicting.wishes
        kinds, when = QActionGroup(menu), QActionGroup(menu)
        for kind, title, tip in KINDS:
            action = kinds.addAction(menu.addAction(title))
            action.setCheckable(True)
            action.setChecked(kind == wishes.kind)
            action.setToolTip(tip)
            # Before a mistake nobody need be asked whether it is one.
            action.setEnabled(not (wishes.at_mistakes and kind == "mistake"))
            action.triggered.connect(lambda _=False, k=kind: predicting.wish(kind=k))
        menu.addSeparator()
        for at_mistakes, title, tip in WHEN:
            action = when.addAction(menu.addAction(title))
            action.setCheckable(True)
            action.setChecked(at_mistakes == wishes.at_mistakes)
            action.setToolTip(tip)
            action.triggered.connect(lambda _=False, w=at_mistakes: predicting.wish(at_mistakes=w))
        menu.addSeparator()
        again = menu.addAction(icon("reset", self._theme.palette), "Reset the score")
        again.triggered.connect(predicting.reset_score)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height())))
