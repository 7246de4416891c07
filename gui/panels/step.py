"""The step that led to the cursor: a sentence, the rule with its numbers, and what changed."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy

from core.learners.declaration import Boosting
from gui.card import Card, labelled
from gui.computer import LearnerResult
from gui.panels.choice import Choice
from gui.panels.pacing import Pacing
from gui.panels.step_rows import StepShown, step_shown
from gui.panels.text_grid import Cell, TextGrid
from gui.panels.time_words import grouped
from gui.panels.titles import learner_titles
from gui.panels.told_text import ToldText, class_words
from gui.studio import Studio
from gui.theme import Theme

ROOM_FOR_FORMULA = 180  # pixels; below, the numbers matter more
LEAST_SCORES = 110  # pixels, so that what stands beside them keeps still
LEAST_LINES = 5  # title, two of the sentence, figures, one of the scores
ROUND = 55  # pixels around and between them
PER_SECOND = 15  # numbers that change faster cannot be read


class StepPanel(Card):
    """Speaks of the active learner; its badge is where another one is chosen."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__("This step")
        self._studio = studio
        self.count = labelled("", "muted")
        self.learner = Choice(theme, badge=True)
        self.learner.setAccessibleName("Learner whose step is shown")
        self.learner.setToolTip("Choose the learner whose regions and step are shown")
        self.learner.activated.connect(studio.activate)
        self.header.addWidget(self.count)
        self.header.addWidget(self.learner)
        self.sentence = ToldText(theme, least_lines=2)
        self.worked, self.figures = TextGrid(theme), TextGrid(theme, gap=6)
        self.scores, self.changes = TextGrid(theme), TextGrid(theme, gap=8)
        self.figures.setAccessibleName("Margin, loss and step size")
        self.scores.setAccessibleName("Scores before the step")
        self.scores.setToolTip("Scores before the step, the right class first")
        self.changes.setAccessibleName("Weights before and after")
        self.changes.setToolTip("Weights before and after the step, the largest change first")
        self.scores.setMinimumWidth(LEAST_SCORES)
        numbers = QHBoxLayout()
        numbers.setSpacing(22)
        numbers.addWidget(self.scores)
        numbers.addWidget(self.changes, 1)
        self.body.setSpacing(5)
        self.body.addWidget(self.sentence)
        for line in (self.worked, self.figures):
            line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            self.body.addWidget(line)
        self.body.addLayout(numbers, 1)
        self._pacing = Pacing(studio, self, self._refresh, PER_SECOND)
        for signal in (
            studio.cursor_changed, studio.results_changed, studio.active_changed,
            studio.experiment_changed, theme.changed,
        ):  # fmt: skip
            signal.connect(self._pacing.ask)
        self._refresh()

    def _refresh(self) -> None:
        studio = self._studio
        self.learner.offer(learner_titles(studio.experiment.learners))
        self.learner.choose(studio.active)
        self.learner.setVisible(bool(studio.experiment.learners))
        result, moment = studio.active_result, studio.moment(studio.active)
        if result is None or moment is None:
            self._show(StepShown(_why_nothing(studio, result)), ())
            self.count.setText("")
            return
        names = moment.run.dataset.class_names
        noun = "example" if studio.points is None else "point"
        self._show(step_shown(moment, noun), names)
        self._count(result, moment.t)

    def _show(self, step: StepShown, names: tuple[str, ...]) -> None:
        words = class_words(step.sentence, names, step.classes)
        self.sentence.show_text(step.sentence, words)
        self.worked.show_rows(((Cell(step.worked, "muted"),),) if step.worked else ())
        self.worked.setToolTip(step.worked)
        self.worked.setVisible(bool(step.worked) and self.height() >= ROOM_FOR_FORMULA)
        self.figures.show_rows(step.figures)
        self.scores.show_rows(step.scores)
        for part, rows in ((self.figures, step.figures), (self.scores, step.scores)):
            part.setVisible(bool(rows))
        self.changes.show_rows(step.changes, step.more_changes)

    def minimumSizeHint(self) -> QSize:
        """The same whatever there is to say, so that a long sentence moves no other panel."""
        height = LEAST_LINES * self.fontMetrics().lineSpacing() + ROUND
        return QSize(super().minimumSizeHint().width(), height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        roomy = self.height() >= ROOM_FOR_FORMULA
        self.sentence.keep_lines(2 if roomy else 1)
        self.worked.setVisible(roomy and bool(self.worked.words()))

    def _count(self, result: LearnerResult, t: int) -> None:
        assert result.run is not None
        mistakes = int(np.searchsorted(result.mistakes, t, side="right"))
        so_far = f"{grouped(mistakes)} {'mistake' if mistakes == 1 else 'mistakes'} so far"
        if isinstance(result.run.learner.method, Boosting):
            so_far = f"round {grouped(t)}"
        ended = result.stopped is not None and self._studio.t > result.steps
        text = f"ended at step {grouped(result.steps)}" if ended else so_far
        if text != self.count.text():
            self.count.setText(text)
            self.count.setToolTip(f"{so_far}; {result.stopped}" if ended else "")


def _why_nothing(studio: Studio, result: LearnerResult | None) -> str:
    if result is not None and result.obstacle is not None:
        return result.obstacle
    if studio.results.problem is not None:
        return studio.results.problem
    if not studio.experiment.learners:
        return "There is no learner: add one to see what it does at each step."
    return "Computing…"
