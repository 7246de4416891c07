"""The caption under a presented stage: this step in one plain sentence."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent

from gui.panels.pacing import Pacing
from gui.panels.step_rows import step_shown
from gui.panels.time_words import grouped
from gui.panels.told_text import ClassWord, ToldText, class_words
from gui.stage.views import kind_of
from gui.step_copy import number_style
from gui.studio import Studio
from gui.theme import Theme

PER_SECOND = 6
SLOW = 2.0  # steps a second at which a sentence can be read
NOTHING_YET = "Nothing has been learnt yet."
NOUNS = {"points": "point", "table": "example", "texts": "text"}


class Caption(ToldText):
    """Large, centred, class names in their colours; room for two lines, so that nothing moves."""

    lines_changed = Signal()  # it takes more room, or less

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__(theme, least_lines=2, centred=True)
        self._studio = studio
        self._lines_told = self.lines
        self.setProperty("role", "caption")
        self._pacing = Pacing(studio, self, self._refresh, PER_SECOND)
        for signal in (
            studio.cursor_changed, studio.results_changed, studio.active_changed,
            studio.experiment_changed, studio.looks_changed, studio.playing_changed,
        ):  # fmt: skip
            signal.connect(self._pacing.ask)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._compare_lines()

    def _refresh(self) -> None:
        text, words = told(self._studio)
        self.show_text(text, words)
        self._compare_lines()

    def _compare_lines(self) -> None:
        if self.lines != self._lines_told:
            self._lines_told = self.lines
            self.lines_changed.emit()


def told(studio: Studio) -> tuple[str, tuple[ClassWord, ...]]:
    """What the step at the cursor did; while it plays fast, how many mistakes there were."""
    result, moment = studio.active_result, studio.moment(studio.active)
    if result is None or moment is None:
        obstacle = None if result is None else result.obstacle
        return obstacle or studio.results.problem or "", ()
    if result.veiled and moment.t == 0:
        return NOTHING_YET, ()  # which example comes first is yet to be guessed
    if studio.playing and studio.speed > SLOW:
        mistakes = int(np.searchsorted(result.mistakes, moment.t, side="right"))
        noun = "mistake" if mistakes == 1 else "mistakes"
        return f"Step {grouped(moment.t)}: {grouped(mistakes)} {noun} so far", ()
    step = step_shown(moment, number_style(studio), NOUNS[kind_of(studio.experiment.data)])
    names = moment.run.dataset.class_names
    return step.sentence, class_words(step.sentence, names, step.classes)
