"""The question of a scene: what is asked, where it is answered, and how that was judged."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from core.lessons import ChoiceQuestion, NumberQuestion, PointQuestion, Question
from core.lessons.markup import Span, spans
from core.lessons.questions import Given
from gui.card import labelled
from gui.fields import explain
from gui.lessons.answers import ChoiceAnswer, NumberAnswer
from gui.lessons.lesson_in_hand import Answered
from gui.lessons.prose import Paragraph, Prose
from gui.panels.told_text import ToldText
from gui.picking import Picking
from gui.studio import Studio
from gui.theme import Theme

ON_THE_PLANE = {
    "point": "Click the point you expect on the plane.",
    "line": "Drag the two handles on the plane to place the line.",
}
PICKED = {"point": "Point chosen; click another to change it.", "line": "The line is placed."}


class QuestionCard(QWidget):
    """Holds one question at a time; says when it is to be judged."""

    committed = Signal()

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._studio, self._theme = studio, theme
        self._question: Question | None = None
        self._first_line: object = None  # where the line was put at first
        self.asked, self.explained = Prose(theme), Prose(theme)
        self.verdict = Paragraph(theme)
        self.told = ToldText(theme)
        self.answer: ChoiceAnswer | NumberAnswer | None = None
        self.commit = QPushButton("Commit")
        self.commit.setProperty("role", "primary")
        explain(self.commit, "Commit to this answer; then it is shown what is right (Enter)",
                "Commit the answer")  # fmt: skip
        self.commit.clicked.connect(self.committed)
        self.problem = labelled("", "problem")
        self.problem.setWordWrap(True)
        self.watch = labelled("Watch the stage…", "muted")
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(12, 11, 12, 12)
        column.setSpacing(9)
        for part in (
            self.asked, self.told, self.commit, self.problem, self.verdict, self.watch,
            self.explained,
        ):  # fmt: skip
            column.addWidget(part)
        studio.picking.changed.connect(self._follow)

    def ask(self, question: Question) -> None:
        """Show a question that is still open."""
        self._question = question
        self.asked.show_text(question.text)
        if self.answer is not None:
            self._column.removeWidget(self.answer)
            self.answer.hide()
            self.answer.deleteLater()
            self.answer = None
        if isinstance(question, ChoiceQuestion):
            self.answer = ChoiceAnswer(self._theme, question.choices)
        elif isinstance(question, NumberQuestion):
            self.answer = NumberAnswer(question.unit)
            self.answer.entered.connect(self._entered)
        if self.answer is not None:
            self.answer.changed.connect(self._follow)
            self._column.insertWidget(1, self.answer)
        self._first_line = self._picking.picks.line
        self.told.setVisible(question.kind in ON_THE_PLANE)
        for part in (self.verdict, self.watch, self.explained, self.problem):
            part.hide()
        self.commit.show()
        self._follow()

    def show_answered(self, answered: Answered, revealing: bool) -> None:
        """Show how it was judged, and why once that has been seen on the stage."""
        given, verdict = answered.given, answered.verdict
        if isinstance(self.answer, ChoiceAnswer) and isinstance(given, int):
            self.answer.judge(given, answered.answer.choice)
        elif isinstance(self.answer, NumberAnswer) and isinstance(given, int | float):
            self.answer.judge(given)
        self.told.hide()
        self.commit.hide()
        self.problem.hide()
        sign, colour = ("✓", "good") if verdict.right else ("✗", "mistake")
        self.verdict.show_spans(_emphatic(spans(verdict.sentence)), sign, colour)
        self.verdict.show()
        self.watch.setVisible(revealing)
        if self._question is not None and not revealing:
            self.explained.show_text(self._question.explain)
        self.explained.setVisible(not revealing)

    def say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    # What is given

    @property
    def _picking(self) -> Picking:
        return self._studio.picking

    @property
    def given(self) -> Given | None:
        if self.answer is not None:
            return self.answer.given
        picks = self._picking.picks
        if isinstance(self._question, PointQuestion):
            return picks.point
        return None if picks.line == self._first_line else picks.line

    def choose(self, place: int) -> None:
        """By a key: the choice at this place."""
        if isinstance(self.answer, ChoiceAnswer):
            self.answer.choose(place)

    def _entered(self) -> None:
        if self.given is not None:
            self.committed.emit()

    def _follow(self) -> None:
        if self._question is None or self.commit.isHidden():
            return
        given = self.given is not None
        self.commit.setEnabled(given)
        if self._question.kind in ON_THE_PLANE:
            words = PICKED if given else ON_THE_PLANE
            self.told.show_text(words[self._question.kind], colour="muted")

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.colour("border"), 1.0))
            painter.setBrush(self._theme.colour("hover"))
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 8, 8)


def _emphatic(found: tuple[Span, ...]) -> tuple[Span, ...]:
    """The whole verdict stands out."""
    return tuple(Span("strong", s.text) if s.kind == "text" else s for s in found)
