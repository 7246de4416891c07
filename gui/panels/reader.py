"""The reader: one text with its words tinted, what it is, and what it is taken for."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QToolButton

from core.history import history
from core.measure import predictions, probabilities
from core.run import Moment
from core.texts import TextReading
from core.texts.pulls import ReadText, pulls, read_text
from gui.card import Card
from gui.panels.class_badge import ClassBadge
from gui.panels.curve_axis import reading
from gui.panels.elided_label import ElidedLabel
from gui.panels.pacing import Pacing
from gui.panels.scrolling import scrolling
from gui.panels.time_words import grouped
from gui.panels.tinted_text import TintedText
from gui.panels.tints import strongest, tints_of
from gui.plain_text import tip_text
from gui.step_copy import active_readout
from gui.studio import Studio
from gui.theme import Theme

PER_SECOND = 15
HEIGHT = 128


class Reader(Card):
    """Shows the selected text; without one, the text that the last step visited."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__("Text")
        self._studio, self._theme = studio, theme
        self._read: ReadText | None = None
        self._reading: TextReading | None = None
        self.truth, self.predicted = ClassBadge(theme), ClassBadge(theme, brief="→")
        self.back = self._step_button("‹", "Previous text", -1)
        self.forward = self._step_button("›", "Next text", 1)
        for widget in (self.truth, self.predicted, self.back, self.forward):
            self.header.addWidget(widget)
        self.text = TintedText(theme)
        self.text.clicked.connect(self._follow_word)
        self.remark = ElidedLabel()
        self.remark.setProperty("role", "muted")
        self.body.setContentsMargins(14, 8, 10, 8)
        self.body.setSpacing(4)
        self.body.addWidget(scrolling(self.text, 34), 1)
        foot = QHBoxLayout()
        foot.addWidget(self.remark, 1)
        self.body.addLayout(foot)
        self.remark.setMinimumWidth(60)
        self._pacing = Pacing(studio, self, self._refresh, PER_SECOND)
        for signal in (
            studio.cursor_changed, studio.results_changed, studio.active_changed,
            studio.experiment_changed, studio.selection_changed, studio.picking.changed,
        ):  # fmt: skip
            signal.connect(self._pacing.ask)

    def sizeHint(self) -> QSize:
        return QSize(400, round(HEIGHT * self._theme.scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 92)

    def _step_button(self, sign: str, name: str, direction: int) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "small")
        button.setText(sign)
        button.setAccessibleName(name)
        button.setToolTip(f"{name} of the set")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setFixedSize(24, 22)
        button.clicked.connect(lambda: self._go(direction))
        return button

    # What is read

    def item(self) -> int | None:
        """The text that is shown."""
        dataset = self._studio.results.dataset
        if dataset is None or not len(dataset):
            return None
        chosen = min(self._studio.selection, default=None)
        if chosen is not None:
            return chosen if chosen < len(dataset) else None
        moment = self._studio.moment(self._studio.active)
        if moment is not None and len(moment.visited):
            return int(moment.visited[0])
        return 0

    def _go(self, direction: int) -> None:
        dataset, item = self._studio.results.dataset, self.item()
        if dataset is not None and item is not None:
            self._studio.select({(item + direction) % len(dataset)})

    def _follow_word(self, word: int) -> None:
        """Select every text that has this word too."""
        if self._read is not None:
            self._studio.choose_feature(self._read.marks[word].features[0])

    def _refresh(self) -> None:
        item, dataset = self.item(), self._studio.results.dataset
        if item is None or dataset is None or dataset.reading is None or dataset.items is None:
            self._show_nothing()
            return
        words = str(dataset.items[item])
        if self._read is None or self._read.text != words or self._reading is not dataset.reading:
            self._reading, self._read = dataset.reading, read_text(dataset.reading, words)
        held = ", held out" if dataset.held_out_rows[item] else ""
        self.title.setText(f"Text {grouped(item + 1)}{held}")
        label = int(dataset.labels[item])
        self.truth.tell("is", dataset.class_names[label], label)
        moment = self._studio.moment(self._studio.active)
        if moment is None or moment.run.dataset is not dataset:
            self.text.show_text(words, ())
            self.predicted.hide()
            self.remark.setText("")
            return
        self._show_moment(moment, self._read, item)

    def _show_nothing(self) -> None:
        self.text.show_text("", ())
        self.truth.hide()
        self.predicted.hide()
        self.remark.setText(self._studio.results.problem or "")

    def _show_moment(self, moment: Moment, read: ReadText, item: int) -> None:
        readout = active_readout(self._studio)
        found = pulls(moment, read, readout)
        self.text.show_text(read.text, tints_of(moment, read, readout))
        label = int(predictions(found.scores[None])[0])
        names = moment.run.dataset.class_names
        how_sure = ""
        if moment.run.learner.probabilistic:
            how_sure = f", {round(100 * float(probabilities(found.scores)[label]))} %"
        tied = np.ptp(found.scores) == 0.0
        self.predicted.tell("taken for", "nothing yet" if tied else names[label] + how_sure,
                            None if tied else label)  # fmt: skip
        if item == self._studio.picking.picks.coming:
            self.predicted.hide()  # that is what is asked just now
        self._remark(moment, read, item, readout)

    def _remark(self, moment: Moment, read: ReadText, item: int, readout: str) -> None:
        names = moment.run.dataset.class_names
        parts = []
        past = history(moment.run, item, moment.t)
        if len(past.mistakes):
            parts.append(f"last found wrong at step {grouped(int(past.mistakes[-1]))}")
        elif len(past.visits):
            times = "once" if len(past.visits) == 1 else f"{grouped(len(past.visits))} times"
            parts.append(f"visited {times}, never found wrong")
        for word, label, much in strongest(read, pulls(moment, read, readout))[:2]:
            parts.append(f"“{word[:24]}” pulls {reading(much)} toward {names[label][:24]}")
        unknown = len(read.unknown)
        if unknown:
            parts.append(f"{unknown} word{'s' * (unknown != 1)} not among the features")
        text = "; ".join(parts)
        self.remark.setText(text[:1].upper() + text[1:])
        self.remark.setToolTip(tip_text(text))
