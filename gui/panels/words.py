"""The words page: which words speak for which class now, and a box to try any sentence."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.text_words import documents_with, heaviest
from gui.card import Card, labelled
from gui.panels.pacing import Pacing
from gui.panels.scrolling import scrolling
from gui.panels.time_words import grouped
from gui.panels.try_it import TryIt
from gui.panels.word_bars import LINE, Bar, WordBars
from gui.step_copy import active_readout
from gui.studio import Studio
from gui.theme import Theme
from gui.why_nothing import why_nothing

PER_SECOND = 20
MOST, FEWEST = 14, 4  # words of either class, with two; as many as fit
OF_EACH = 5  # with more classes


class WordsPage(QWidget):
    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self.words, self.try_it = WordsPanel(studio, theme), TryIt(studio, theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.words, 3)
        column.addWidget(self.try_it, 2)


class WordsPanel(Card):
    """Bars of the active learner at the cursor; a click follows one word everywhere."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__("Heaviest words")
        self._studio = studio
        self.when = labelled("", "muted")
        self.header.addWidget(self.when)
        self.bars = WordBars(theme)
        self.bars.setAccessibleName("Heaviest words")
        self.bars.setToolTip("Click a word to see its path and its texts")
        self.bars.clicked.connect(self._choose)
        self.remark = labelled("", "muted")
        self.remark.setWordWrap(True)
        self.body.setContentsMargins(14, 12, 8, 10)
        self.header.setContentsMargins(0, 0, 6, 0)  # it ends where the panel below ends
        self.body.addWidget(self.remark)
        self._room = scrolling(self.bars, 80)
        self.body.addWidget(self._room, 1)
        self._pacing = Pacing(studio, self, self._refresh, PER_SECOND)
        for signal in (
            studio.cursor_changed, studio.results_changed, studio.active_changed,
            studio.experiment_changed, studio.feature_changed,
        ):  # fmt: skip
            signal.connect(self._pacing.ask)

    def _choose(self, feature: int) -> None:
        """Follow this word, or let go of it; its texts become the selection."""
        studio = self._studio
        again = feature == studio.feature
        studio.choose_feature(None if again else feature)
        dataset = studio.results.dataset
        if dataset is not None:
            studio.select(() if again else documents_with(dataset, feature).tolist())

    def _refresh(self) -> None:
        studio = self._studio
        moment = studio.moment(studio.active)
        if moment is None:
            self._say(why_nothing(studio, "its words"))
            return
        names, features = moment.run.dataset.class_names, moment.run.dataset.feature_names
        readout = active_readout(studio)
        fitting = (self._room.height() - 2) // LINE // 2
        most = min(max(fitting, FEWEST), MOST) if len(names) == 2 else OF_EACH
        bars = tuple(
            Bar(feature, features[feature], label, weight)
            for label in range(len(names))
            for feature, weight in heaviest(moment, readout, label, most)
        )
        self.when.setText(f"after step {grouped(moment.t)}")
        if bars:
            self.remark.setVisible(False)
            self.bars.show_bars(bars, names, studio.feature)
        elif moment.t == 0:
            self._say("All weights are 0 before the first step: press play.")
        else:
            self._say("Read this way, the learner has no weights of single words.")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._pacing.ask)  # once what is inside has its new size

    def _say(self, sentence: str) -> None:
        self.bars.show_bars((), ())
        self.remark.setText(sentence)
        self.remark.setVisible(True)
