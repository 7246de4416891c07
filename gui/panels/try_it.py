"""Try it: any sentence, and what every learner takes it for at this moment."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QLineEdit

from core.measure import predictions, probabilities
from core.texts.pulls import ReadText, pulls, read_text
from gui.card import Card, labelled
from gui.panels.curve_axis import reading
from gui.panels.pacing import Pacing
from gui.panels.scrolling import scrolling
from gui.panels.text_grid import Cell, Row, TextGrid
from gui.panels.tinted_text import TintedText
from gui.panels.tints import tints_of
from gui.panels.titles import learner_titles, read_as
from gui.plain_text import short
from gui.step_copy import active_readout
from gui.studio import Studio
from gui.theme import Theme

PER_SECOND = 20
LONGEST = 5_000  # characters


class TryIt(Card):
    """Answers at every key press; words are tinted as the active learner weighs them."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__("Try it")
        self._studio = studio
        self._read: tuple[object, ReadText] | None = None  # the reading it was read with
        self.field = QLineEdit()
        self.field.setMaxLength(LONGEST)
        self.field.setPlaceholderText("Type any sentence")
        self.field.setAccessibleName("A sentence to try")
        self.field.setToolTip("Type any sentence: every learner says what it takes it for, now")
        self.text, self.answers = TintedText(theme, 1.0), TextGrid(theme)
        self.answers.setAccessibleName("What the learners say")
        self.unknown = labelled("", "muted")
        self.unknown.setWordWrap(True)
        self.body.setSpacing(6)
        self.body.addWidget(self.field)
        self.body.addWidget(scrolling(self.text, 46, snug=True))
        self.body.addWidget(self.answers)
        self.body.addWidget(self.unknown)
        self.body.addStretch(1)
        self._pacing = Pacing(studio, self, self._refresh, PER_SECOND)
        self.field.textChanged.connect(self._refresh)
        for signal in (
            studio.cursor_changed, studio.results_changed, studio.active_changed,
            studio.experiment_changed,
        ):  # fmt: skip
            signal.connect(self._pacing.ask)
        self._refresh()

    def _refresh(self) -> None:
        words, dataset = self.field.text(), self._studio.results.dataset
        typed = bool(words.strip()) and dataset is not None and dataset.reading is not None
        for part in (self.text, self.answers, self.unknown):
            part.setVisible(typed)
        if not typed:
            return
        assert dataset is not None
        assert dataset.reading is not None
        if self._read is None or self._read[0] is not dataset.reading \
                or self._read[1].text != words:  # fmt: skip
            self._read = (dataset.reading, read_text(dataset.reading, words))
        read = self._read[1]
        self.answers.show_rows(tuple(self._answers(read)))
        self.unknown.setText(_about_unknown(read))
        self.unknown.setVisible(bool(self.unknown.text()))
        moment = self._studio.moment(self._studio.active)
        if moment is not None and moment.run.dataset is dataset:
            self.text.show_text(words, tints_of(moment, read, active_readout(self._studio)))
        else:
            self.text.show_text(words, ())

    def _answers(self, read: ReadText) -> list[Row]:
        rows: list[Row] = []
        choices = self._studio.results.experiment.learners
        for index, title in enumerate(learner_titles(choices)):
            moment = self._studio.moment(index)
            if moment is None or moment.run.dataset.reading is None:
                continue
            if moment.run.dataset.rows.width != read.row.width:
                continue  # of an experiment that is no more
            for readout in choices[index].readouts:
                scores = pulls(moment, read, readout).scores
                name = Cell(short(read_as(title, readout), 30))
                if np.ptp(scores) == 0.0:
                    rows.append((name, Cell("undecided", "muted"), Cell()))
                    continue
                label = int(predictions(scores[None])[0])
                best, second = np.sort(scores)[::-1][:2]
                figure = f"by {reading(float(best - second))}"
                if moment.run.learner.probabilistic:
                    figure = f"{100 * float(probabilities(scores)[label]):.1f} %"
                answer = short(moment.run.dataset.class_names[label], 20)
                rows.append((name, Cell(answer, class_index=label), Cell(figure, right=True)))
        return rows


def _about_unknown(read: ReadText) -> str:
    unknown = [read.text[mark.start : mark.end] for mark in read.unknown]
    if not unknown:
        return ""
    listed = ", ".join(f"“{short(word, 20)}”" for word in dict.fromkeys(unknown[:4]))
    more = len(unknown) - 4
    return f"Not among the features: {listed}" + (f" and {more} more." if more > 0 else ".")
