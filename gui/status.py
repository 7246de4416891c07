"""The line at the foot of the window: the one number that matters now."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QStatusBar

from core.measure import predictions
from gui.card import labelled
from gui.panels.pacing import Pacing
from gui.panels.time_words import grouped, share
from gui.panels.titles import learner_titles, read_as
from gui.studio import Studio
from gui.theme import Theme

MESSAGE_MILLISECONDS = 4000
PER_SECOND = 10


class StatusLine(QStatusBar):
    """How good the active learner is at the cursor; messages cover it for a while."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._studio = studio
        self.setSizeGripEnabled(False)
        self.setContentsMargins(14, 0, 14, 2)
        self.summary, self.progress = labelled("", "muted"), labelled("", "muted")
        self.summary.setAccessibleName("Accuracy at this step")
        self.addWidget(self.summary, 1)
        self.addPermanentWidget(self.progress)
        studio.said.connect(self._say)
        studio.results_changed.connect(self._show_progress)
        studio.experiment_changed.connect(self._show_progress)
        self._pacing = Pacing(studio, self, self._refresh, PER_SECOND)
        for signal in (studio.cursor_changed, studio.results_changed, studio.active_changed):
            signal.connect(self._pacing.ask)
        self._refresh()
        self._show_progress()

    def _say(self, sentence: str) -> None:
        self.showMessage(sentence, MESSAGE_MILLISECONDS)

    def _refresh(self) -> None:
        text = summary(self._studio)
        if text != self.summary.text():
            self.summary.setText(text)
            self.summary.setToolTip(text)

    def _show_progress(self) -> None:
        results = self._studio.results
        if results.done and results.experiment is self._studio.experiment:
            text = ""
        elif results.most_steps and results.steps < results.most_steps:
            text = f"computing… {round(100 * results.steps / results.most_steps)} %"
        else:
            text = "computing…"
        if text != self.progress.text():
            self.progress.setText(text)


def summary(studio: Studio) -> str:
    """The accuracy of the active learner's main readout after the step at the cursor."""
    result, moment = studio.active_result, studio.moment(studio.active)
    if result is None or moment is None or len(moment.run.dataset) == 0:
        obstacle = None if result is None else result.obstacle
        return obstacle or studio.results.problem or ""
    titles = learner_titles([learner.choice for learner in studio.results.learners])
    title = read_as(titles[studio.active], result.choice.readout)
    data = moment.run.dataset
    right = predictions(moment.scores(readout=result.choice.readout)) == data.labels
    parts = []
    for chosen, name in ((~data.held_out_rows, "train"), (data.held_out_rows, "held out")):
        if np.any(chosen):
            parts.append(f"{share(float(right[chosen].mean()))} {name}")
    return f"{title}: {' · '.join(parts)} after step {grouped(moment.t)}"
