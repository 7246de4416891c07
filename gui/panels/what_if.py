"""The what-if page: other orders, other parameters, fewer examples, one point less."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from core.what_if import Dropped, LearningCurve, OrdersFan, Sweep
from gui.card import Card, labelled
from gui.fields import explain
from gui.panels.curve_axis import reading
from gui.panels.data_groups import choice_field
from gui.panels.learner_edits import with_parameter
from gui.panels.pacing import Pacing
from gui.panels.scrolling import scrolling
from gui.panels.time_words import grouped, share
from gui.panels.titles import learner_titles
from gui.panels.what_if_plots import DropPlot, ExamplesPlot, OrdersPlot, SweepPlot, tested
from gui.plain_text import short
from gui.studio import Studio
from gui.theme import Theme
from gui.typed_numbers import number_shown
from gui.what_if import SHUFFLES, Wish

QUESTIONS = (
    ("", "Ask what if …", "What would have happened otherwise?"),
    ("orders", "… the order were another?",
     f"The same learner on {SHUFFLES} shuffles of the same examples."),
    ("sweep", "… a parameter were another?",
     "The same learner for every value of one of its parameters."),
    ("examples", "… there were fewer examples?",
     "Every learner on more and more of the examples."),
    ("drop", "… one example were missing?",
     "The same learner without each of the examples in turn."),
)  # fmt: skip
PER_SECOND = 15


class WhatIfPanel(Card):
    """A question, its answer as a plot and a sentence; the boundaries are drawn on the stage."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__("What if")
        self._studio = studio
        self.learner = labelled("", "muted")
        self.header.addWidget(self.learner)
        self.question, self.parameter = choice_field("Question"), choice_field("Parameter")
        for kind, title, tip in QUESTIONS:
            self.question.addItem(title, kind)
            last = self.question.count() - 1
            self.question.setItemData(last, tip, Qt.ItemDataRole.ToolTipRole)
        self.question.activated.connect(lambda _: self._ask())
        self.parameter.activated.connect(lambda _: self._ask())
        explain(self.question, "What would have happened otherwise? ↑ ↓ choose.", "Question")
        explain(self.parameter, "The parameter that is changed. ↑ ↓ choose.", "Parameter")
        self.progress, self.cancel = QProgressBar(), QPushButton("Cancel")
        self.cancel.clicked.connect(studio.what_if.question.cancel)
        explain(self.cancel, "Stop working this out.", "Cancel")
        self.told, self.hint = labelled(""), labelled("", "muted")
        self.orders, self.sweep, self.norms = OrdersPlot(theme), SweepPlot(theme), SweepPlot(theme)
        self.examples, self.drop = ExamplesPlot(theme), DropPlot(theme)
        self._lay_out()
        self._connect_plots()
        self._pacing = Pacing(studio, self, self._refresh, PER_SECOND)
        for signal in (
            studio.what_if.changed, studio.active_changed, studio.experiment_changed,
            studio.results_changed,
        ):  # fmt: skip
            signal.connect(self._pacing.ask)
        self._refresh()

    @property
    def _plots(self) -> tuple[QWidget, ...]:
        return (self.orders, self.sweep, self.norms, self.examples, self.drop)

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(8)
        for label in (self.told, self.hint):
            label.setWordWrap(True)
        self.sweep.setMinimumHeight(170)
        self.norms.setMinimumHeight(120)
        self.examples.setMinimumHeight(210)
        for widget in (self.told, *self._plots, self.hint):
            column.addWidget(widget)
        column.addStretch(1)
        waiting = QHBoxLayout()
        self.progress.setFixedHeight(6)
        self.progress.setTextVisible(False)
        waiting.addWidget(self.progress, 1)
        waiting.addWidget(self.cancel)
        self.body.setContentsMargins(14, 12, 6, 10)
        self.header.setContentsMargins(0, 0, 8, 0)
        asked = QVBoxLayout()
        asked.setContentsMargins(0, 0, 8, 0)
        asked.setSpacing(self.body.spacing())
        asked.addWidget(self.question)
        asked.addWidget(self.parameter)
        asked.addLayout(waiting)
        self.body.addLayout(asked)
        self.body.addWidget(scrolling(inside, 140), 1)

    def _connect_plots(self) -> None:
        for plot in (self.sweep, self.norms):
            plot.clicked.connect(self._set_value)
            plot.hovered.connect(self._look)
        self.examples.hovered.connect(self._look)
        self.drop.hovered.connect(self._look)
        self.drop.clicked.connect(self._select_dropped)

    # Asking

    def _ask(self) -> None:
        kind = str(self.question.currentData())
        self._offer_parameters()
        parameter = str(self.parameter.currentData() or "") if kind == "sweep" else ""
        if kind == "sweep" and not parameter:
            kind = ""
        self._studio.what_if.ask(Wish(kind, parameter))

    def _offer_parameters(self) -> None:
        """Those of the active learner; the one that is swept stays, if it has it."""
        from core.learners import find

        learners = self._studio.experiment.learners
        declared = find(learners[self._studio.active].name).parameters if learners else ()
        if [self.parameter.itemData(k) for k in range(self.parameter.count())] == [
            each.name for each in declared
        ]:
            return
        before = self.parameter.currentData()
        self.parameter.clear()
        for each in declared:
            self.parameter.addItem(each.title, each.name)
        self.parameter.setCurrentIndex(max(self.parameter.findData(before), 0) if declared else -1)

    def _look(self, place: int) -> None:
        self._studio.what_if.look_at(None if place < 0 else place)

    def _set_value(self, place: int) -> None:
        answer = self._studio.what_if.answer
        if isinstance(answer, Sweep):
            after = with_parameter(
                self._studio.experiment, self._studio.active, answer.parameter.name,
                answer.values[place],
            )  # fmt: skip
            self._studio.edit(after, f"Set {answer.parameter.title.lower()}")

    def _select_dropped(self, place: int) -> None:
        answer = self._studio.what_if.answer
        if isinstance(answer, Dropped):
            self._studio.select({int(answer.rows[place])})

    # Showing

    def _refresh(self) -> None:
        what_if, learners = self._studio.what_if, self._studio.experiment.learners
        active = self._studio.active
        self.learner.setText(short(learner_titles(learners)[active], 22) if learners else "")
        kind = what_if.wish.kind
        self.question.setCurrentIndex(self.question.findData(kind))
        self._offer_parameters()
        self.parameter.setVisible(kind == "sweep")
        self._follow_parameter()
        question = what_if.question
        for part in (self.progress, self.cancel):
            part.setVisible(question.busy)
        done, total = question.progress or (0, 0)
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self._show_answer()

    def _follow_parameter(self) -> None:
        """Another learner may not have the parameter that is swept."""
        wish = self._studio.what_if.wish
        if wish.kind == "sweep" and self.parameter.currentData() != wish.parameter:
            self._ask()

    def _show_answer(self) -> None:
        what_if = self._studio.what_if
        answer = what_if.answer
        for plot in self._plots:
            plot.setVisible(False)
        self.hint.setText("")
        if isinstance(answer, OrdersFan):
            self._show_orders(answer)
        elif isinstance(answer, Sweep):
            self._show_sweep(answer)
        elif isinstance(answer, LearningCurve):
            self._show_examples(answer)
        elif isinstance(answer, Dropped):
            self._show_dropped(answer)
        else:
            waiting = "Working it out…" if what_if.question.busy else ""
            idle = "Choose a question: the answer is drawn here and on the stage."
            self.told.setText(what_if.question.problem or waiting or idle)

    def _show_orders(self, answer: OrdersFan) -> None:
        self.orders.show_answer(answer)
        self.orders.setVisible(True)
        lines = []
        for fan in answer.fans:
            values = tested(fan)
            name = fan.title if fan.readout == "last" else f"{fan.title}, {fan.readout}"
            lines.append(f"{name}: {share(float(values.min()))} to {share(float(values.max()))}")
        self.told.setText(f"{len(answer.seeds)} orders of the same examples. " + "; ".join(lines))
        steady = "The closer the dots, the less the order matters. The line is their mean."
        self.hint.setText(f"{answer.note} {steady}".strip())

    def _show_sweep(self, answer: Sweep) -> None:
        looked = self._studio.what_if.looked_at
        for plot, norms in ((self.sweep, False), (self.norms, True)):
            plot.looked_at = -1 if looked is None else looked
            plot.show_answer(answer, norms)
            plot.setVisible(True)
        place = answer.current if looked is None else looked
        value = answer.values[place]
        parts = [f"train {share(float(answer.train[place]))}"]
        if answer.held_out is not None:
            parts.append(f"held out {share(float(answer.held_out[place]))}")
        parts.append(f"‖w‖ {reading(float(answer.norms[place]))}")
        shown = number_shown(value) if not isinstance(value, str) else value
        self.told.setText(f"{answer.parameter.title} = {shown}: {', '.join(parts)}.")
        self.hint.setText("Solid: training, dashed: held out. Click sets the value.")

    def _show_examples(self, answer: LearningCurve) -> None:
        self.examples.show_answer(answer)
        self.examples.setVisible(True)
        lines = []
        for curve in answer.curves:
            if curve.obstacle:
                lines.append(curve.obstacle)
            else:
                lines.append(f"{curve.title} {share(float(curve.unseen_mean[-1]))}")
        tested_on = "held-out examples" if answer.unseen == "held-out" else "the other examples"
        self.told.setText(f"With all of them, on {tested_on}: {'; '.join(lines)}.")
        self.hint.setText(
            f"Solid: the examples learnt from, dashed: {tested_on}; the band is one deviation."
        )

    def _show_dropped(self, answer: Dropped) -> None:
        labels = self._studio.experiment.data.labels
        if len(answer.rows) and int(answer.rows.max()) >= len(labels):
            return  # of data that are no more
        looked = self._studio.what_if.looked_at
        self.drop.looked_at = -1 if looked is None else looked
        self.drop.show_answer(answer, np.array(labels, np.int32))
        self.drop.setVisible(True)
        place = 0 if looked is None else looked
        if not len(answer.rows):
            self.told.setText("There is no example to leave out.")
            return
        number, changed = int(answer.rows[place]) + 1, int(answer.changed[place])
        others = (
            "no prediction"
            if changed == 0
            else f"{grouped(changed)} prediction" + ("s" * (changed != 1))
        )
        self.told.setText(
            f"Without example {grouped(number)} the boundary moves by "
            f"{reading(float(answer.moved[place]))} and {others} would change."
        )
        self.hint.setText("Point at a bar to see the boundary without it; click selects it.")
