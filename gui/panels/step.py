"""The step that led to the cursor: a sentence, the rule with its numbers, and what changed."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QVBoxLayout, QWidget

from core.experiment import PointsData, TextsData
from core.formula_text import formula_text
from core.learners.declaration import Boosting
from gui.card import Card, labelled, rule
from gui.choices import IconButton
from gui.computer import LearnerResult
from gui.formula import FormulaView
from gui.panels.choice import Choice
from gui.panels.figures import Figures
from gui.panels.floating_bar import FloatingBar
from gui.panels.pacing import Pacing
from gui.panels.steady_label import SteadyLabel
from gui.panels.step_menu import step_menu
from gui.panels.step_rows import ReadoutShown, StepShown, step_shown
from gui.panels.text_grid import TextGrid
from gui.panels.time_words import grouped
from gui.panels.titles import learner_titles
from gui.panels.told_text import ToldText, class_words
from gui.plain_text import tip_text
from gui.step_copy import active_readout, number_style
from gui.studio import Studio
from gui.theme import Theme
from gui.why_nothing import why_nothing

ROOM_FOR_TWO = 400  # pixels from which scores and weights stand beside each other
ROOM_FOR_COUNT = 390  # below, the learner's name matters more
LEAST_LINES = 5  # title, two of the sentence, two more of what can be scrolled to
SENTENCE_LINES = 2
ROUND = 55  # pixels around and between them
SLOW = 5.0  # steps a second at which everything can be read
PER_SECOND = 10  # numbers that change faster cannot be read


class StepPanel(Card):
    """Speaks of the active learner; its badge is where another one is chosen."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__("This step")
        self._studio = studio
        self._make_header(theme)
        self._still = False
        self.sentence = ToldText(theme, least_lines=SENTENCE_LINES)
        self.rule = FormulaView(theme, "muted")
        self.worked = FormulaView(theme)
        self.figures = Figures(theme)
        self.scores, self.changes = TextGrid(theme), TextGrid(theme, gap=8)
        self.figures.setAccessibleName("Margin, loss and step size")
        self.rule.setToolTip("The learner's rule")
        self.worked.setToolTip("The rule with this step's numbers")
        self.scores.setAccessibleName("Scores before the step")
        self.scores.setToolTip("Scores before the step, the right class first")
        self.changes.setAccessibleName("Weights before and after")
        self.changes.setToolTip("Weights before and after the step, the largest change first")
        self.readout = ReadoutPart(theme)
        self._lay_out()
        self._pacing = Pacing(studio, self, self._refresh, PER_SECOND)
        for signal in (
            studio.cursor_changed, studio.results_changed, studio.active_changed,
            studio.experiment_changed, studio.looks_changed, studio.playing_changed,
            theme.changed,
        ):  # fmt: skip
            signal.connect(self._pacing.ask)
        self._refresh()

    def _make_header(self, theme: Theme) -> None:
        self.count = SteadyLabel("", "muted")
        self.learner = Choice(theme, badge=True)
        self.learner.setAccessibleName("Learner whose step is shown")
        self.learner.setToolTip("Choose the learner whose regions and step are shown")
        self.learner.activated.connect(self._studio.activate)
        tip = "Copy this step, or choose how its numbers are written"
        self.more = IconButton("more", theme, "More for this step", tip)
        self.more.clicked.connect(self._open_menu)
        for part in (self.count, self.learner, self.more):
            self.header.addWidget(part)

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(7)
        self._numbers = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._numbers.setSpacing(24)
        self._numbers.addWidget(self.scores)
        self._numbers.addWidget(self.changes, 1)
        for part in (self.sentence, self.figures, self.rule, self.worked):
            column.addWidget(part)
        column.addLayout(self._numbers)
        column.addWidget(self.readout)
        column.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidget(inside)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.area.setAccessibleName("What this step did")
        self.area.setToolTip("What this step did. ↑ ↓ scroll.")
        self.area.setMinimumSize(120, 40)
        FloatingBar(self.area)
        self.body.setContentsMargins(14, 12, 8, 8)
        self.header.setContentsMargins(0, 0, 2, 0)
        self.body.addWidget(self.area, 1)

    def _refresh(self) -> None:
        studio = self._studio
        self.learner.offer(learner_titles(studio.experiment.learners))
        self.learner.choose(studio.active)
        self.learner.setVisible(bool(studio.experiment.learners))
        result, moment = studio.active_result, studio.moment(studio.active)
        if result is None or moment is None:
            self._keep_still(False)
            self._show(StepShown(why_nothing(studio, "what it does at each step")), ())
            self.count.setText("")
            return
        names = moment.run.dataset.class_names
        # How the votes went takes long to count, and nobody could read it in passing.
        calm = not studio.playing or studio.speed <= SLOW
        self._keep_still(not calm)
        readout = active_readout(studio) if calm else "last"
        step = step_shown(moment, number_style(studio), _noun(studio), readout)
        if result.veiled and moment.t == 0:  # which example comes first is yet to be guessed
            step = StepShown("Nothing has been learnt yet.", rule=step.rule)
        self._show(step, names)
        self._count(result, moment.t)

    def _keep_still(self, still: bool) -> None:
        """While steps follow each other fast, parts only ever take more room, and none vanishes.

        What one step lacks the next one has, and all around would have to move to and fro.
        """
        self._still = still
        self.worked.show_plain(still)
        self.sentence.keep_lines(self.sentence.lines if still else SENTENCE_LINES)
        for grid in (self.scores, self.changes):
            grid.keep_still(still)

    def _show(self, step: StepShown, names: tuple[str, ...]) -> None:
        words = class_words(step.sentence, names, step.classes)
        self.sentence.show_text(step.sentence, words)
        self.rule.show_tex(step.rule)
        self.worked.show_tex(*step.worked)
        self.figures.show_figures(step.figures)
        self.figures.setToolTip(tip_text(formula_text(step.loss_worked)))
        self.scores.show_rows(step.scores)
        self.changes.show_rows(step.changes, step.more_changes)
        for part, shown in (
            (self.rule, step.rule), (self.worked, step.worked), (self.figures, step.figures),
            (self.scores, step.scores), (self.changes, step.changes),
        ):  # fmt: skip
            part.setVisible(bool(shown) or (self._still and not part.isHidden()))
        for grid in (self.scores, self.changes):
            grid.setMinimumHeight(grid.sizeHint().height())
        self.readout.show_readout(step.readout)

    def minimumSizeHint(self) -> QSize:
        """The same whatever there is to say, so that a long sentence moves no other panel."""
        height = LEAST_LINES * self.fontMetrics().lineSpacing() + ROUND
        return QSize(super().minimumSizeHint().width(), height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        directions = QBoxLayout.Direction
        beside = self.width() >= ROOM_FOR_TWO
        self._numbers.setDirection(directions.LeftToRight if beside else directions.TopToBottom)
        self._numbers.setSpacing(24 if beside else 8)
        self.count.setVisible(self.width() >= ROOM_FOR_COUNT)

    def _open_menu(self) -> None:
        menu = step_menu(self._studio, self)
        menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height())))

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


class ReadoutPart(QWidget):
    """What the step does to the average or the vote, where the learner is read that way."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.title, self.sentence = labelled("", "title"), ToldText(theme)
        self.rule, self.worked = FormulaView(theme, "muted"), FormulaView(theme)
        self.changes = TextGrid(theme, gap=8)
        self.changes.setAccessibleName("Weights of the readout before and after")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        for part in (rule(), self.title, self.sentence, self.rule, self.worked, self.changes):
            column.addWidget(part)
        self.hide()

    def show_readout(self, readout: ReadoutShown | None) -> None:
        self.setVisible(readout is not None)
        if readout is None:
            return
        self.title.setText(readout.title)
        self.sentence.show_text(readout.sentence)
        self.rule.show_tex(readout.rule)
        self.worked.show_tex(readout.worked)
        self.changes.show_rows(readout.changes, readout.more_changes)
        self.changes.setVisible(bool(readout.changes))
        self.changes.setMinimumHeight(self.changes.sizeHint().height())


def _noun(studio: Studio) -> str:
    data = studio.experiment.data
    if isinstance(data, PointsData):
        return "point"
    return "text" if isinstance(data, TextsData) else "example"
