"""The line at the foot of the window: the one number that matters now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStatusBar, QStyle, QStyleOption, QStylePainter

from core.measure import predictions
from gui.card import labelled
from gui.computer import LearnerResult
from gui.panels.pacing import Pacing
from gui.panels.scoreboard import is_quick, score
from gui.panels.steady_label import SteadyLabel
from gui.panels.time_words import grouped, share
from gui.panels.titles import learner_titles, read_as
from gui.plain_text import tip_text
from gui.studio import Studio
from gui.theme import Theme

if TYPE_CHECKING:
    from core.run import Moment

MESSAGE_MILLISECONDS = 4000
PER_SECOND = 10
PREPARING = "preparing for the first time, a few seconds…"


class StatusLine(QStatusBar):
    """How good the active learner is at the cursor; messages cover it for a while."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._studio, self._theme = studio, theme
        self.setSizeGripEnabled(False)
        self.setContentsMargins(14, 0, 14, 2)
        self.summary, self.progress = SteadyLabel("", "muted"), labelled("", "muted")
        self.summary.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.summary.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.summary.setAccessibleName("Accuracy at this step")
        self.addWidget(self.summary, 1)
        self.addPermanentWidget(self.progress)
        studio.said.connect(self._say)
        studio.results_changed.connect(self._show_progress)
        studio.experiment_changed.connect(self._show_progress)
        studio.computer.preparing_changed.connect(self._show_progress)
        self._pacing = Pacing(studio, self, self._refresh, PER_SECOND)
        for signal in (studio.cursor_changed, studio.results_changed, studio.active_changed):
            signal.connect(self._pacing.ask)
        self._refresh()
        self._show_progress()

    def _say(self, sentence: str) -> None:
        self.showMessage(sentence, MESSAGE_MILLISECONDS)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A message stands where the summary stood; Qt would put it closer to the edge."""
        painter = QStylePainter(self)
        with painter:
            option = QStyleOption()
            option.initFrom(self)
            painter.drawPrimitive(QStyle.PrimitiveElement.PE_PanelStatusBar, option)
            if message := self.currentMessage():
                painter.setPen(self._theme.colour("muted"))
                place = self.rect().adjusted(self.summary.x(), 0, -self.summary.x(), 0)
                place.setTop(self.summary.y())
                place.setHeight(self.summary.height())
                elided = self.fontMetrics().elidedText(
                    message, Qt.TextElideMode.ElideRight, place.width()
                )
                flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(place, flags, elided)

    def _refresh(self) -> None:
        text = summary(self._studio)
        if text != self.summary.text():
            self.summary.setText(text)
            self.summary.setToolTip(tip_text(text))

    def _show_progress(self) -> None:
        results = self._studio.results
        if results.done and results.experiment is self._studio.experiment:
            text = ""
        elif self._studio.computer.preparing:
            text = PREPARING
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
    parts = []
    for accuracy, name in zip(
        _accuracies(studio, result, moment), ("train", "held out"), strict=True
    ):
        if accuracy is not None:
            parts.append(f"{share(accuracy)} {name}")
    return f"{title}: {' · '.join(parts)} after step {grouped(moment.t)}"


def _accuracies(
    studio: Studio, result: LearnerResult, moment: Moment
) -> tuple[float | None, float | None]:
    """On training and held-out examples, where there are any; of a long vote, off its curve."""
    readout, data = result.choice.readout, moment.run.dataset
    if readout == "voted" and (studio.playing or not is_quick(result, readout, moment.t)):
        sampled = score(result, readout, moment.t, exact=False)
        return sampled.train, sampled.held_out
    right, held = predictions(moment.scores(readout=readout)) == data.labels, data.held_out_rows
    train, held_out = (
        float(part.mean()) if len(part) else None for part in (right[~held], right[held])
    )
    return train, held_out
