"""Word paths: how the weights of some words moved along the whole run."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QToolButton, QVBoxLayout, QWidget

from core.run import Moment, Run
from core.text_words import documents_with, feature_weights, heaviest
from gui.panels.choice import Choice
from gui.panels.curve_axis import time_axis
from gui.panels.elided_label import ElidedLabel
from gui.panels.pacing import Pacing
from gui.plain_text import short
from gui.stage.chart import paint_card
from gui.stage.documents import why_none
from gui.stage.word_choice import Offer, WordChoice
from gui.stage.word_foot import WordFoot
from gui.stage.word_lines import MOST, WordLine, heaviest_words, line_of
from gui.stage.word_paths_chart import WordPathsChart
from gui.studio import Studio
from gui.theme import Theme

PER_SECOND = 4  # while the run grows
FEWEST = 2  # words, however little room there is
OFFERED = 40  # words in the list
ROOM_FOR_NAME = 240  # pixels of height for a line that says what time is counted in


class WordPaths(QWidget):
    """The heaviest words of the end of the run, what a person has added, and the chosen one."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._studio, self._theme = studio, theme
        self._added: list[str] = []  # by name: numbers change with the features
        self._head = 0
        self._run: Run | None = None
        self._known: dict[tuple[int, str, int], WordLine] = {}  # of this run, as long as it is
        self._length = -1
        self.setAccessibleName("Word paths")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._make_controls(theme)
        self.chart, self.foot = WordPathsChart(theme), WordFoot(theme)
        self._lay_out()
        self.chart.chosen.connect(self._choose)
        self.chart.sought.connect(self._seek)
        self.foot.clicked.connect(self._select_documents)
        self._pacing = Pacing(studio, self, self._refresh, PER_SECOND, prompt=False)
        studio.results_changed.connect(self._grown)
        for signal in (
            studio.active_changed, studio.feature_changed, studio.experiment_changed,
        ):  # fmt: skip
            signal.connect(self._show_again)
        studio.cursor_changed.connect(self._move_cursor)

    def _make_controls(self, theme: Theme) -> None:
        self.heads = Choice(theme)
        self.heads.setAccessibleName("Class whose weights are shown")
        self.heads.setToolTip("Choose the class whose weights are shown")
        self.heads.activated.connect(self._choose_head)
        self.add = WordChoice(
            theme, "Add a word", "Type any word to see its path, or open the list", self._offer
        )
        editor = self.add.lineEdit()
        assert editor is not None
        editor.setPlaceholderText("Add a word")
        self.add.chosen.connect(self._add)
        self.add.refused.connect(self._studio.said.emit)
        self.fewer = QToolButton()
        self.fewer.setText("Clear")
        self.fewer.setProperty("role", "tab")
        self.fewer.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.fewer.setToolTip("Show only the heaviest words again")
        self.fewer.clicked.connect(self._clear)
        self.what = ElidedLabel()
        self.what.setProperty("role", "muted")

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.heads)
        top.addWidget(self.what, 1)
        top.addWidget(self.fewer)
        top.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # it can be small
        column.setContentsMargins(12, 7, 12, 6)
        column.setSpacing(4)
        column.addLayout(top)
        column.addWidget(self.chart, 1)
        column.addWidget(self.foot)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 160)

    def told(self) -> str:
        """What the view says in words, for those who cannot see it and for tests."""
        if self.chart.sentence:
            return self.chart.sentence
        lines = [f"{line.word} {line.at(self._studio.t):.3f}" for line in self.chart.lines]
        return "\n".join([self.what.text(), *lines, self.foot.words()])

    # From the results

    def _grown(self) -> None:
        self._pacing.ask()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._pacing.ask()  # how many words and numbers there is room for

    def _show_again(self) -> None:
        if self.isVisible():
            self._refresh()
        else:
            self._pacing.ask()

    def _refresh(self) -> None:
        moment, readout = self._end()
        self.chart.sentence = sentence = self._why_nothing(moment, readout)
        for widget in (self.heads, self.add, self.what, self.foot):
            widget.setVisible(not sentence)
        self.fewer.setVisible(bool(self._added) and not sentence)
        if moment is None or sentence:
            self.chart.lines = ()
            self.chart.update()
            return
        self._offer_heads(moment)
        self.add.know(moment.run.dataset.feature_names)
        lines = tuple(self._line(moment, k, readout) for k in self._features(moment, readout))
        last, unit, name = self._time(moment)
        across = time_axis(last, unit, max(min(self.width() // 80, 12), 3))
        self.chart.across_name = name if self.height() >= ROOM_FOR_NAME else ""
        self.chart.show_lines(lines, self._studio.feature, across, unit, last)
        self._move_cursor()
        self._tell_word(moment)

    def _end(self) -> tuple[Moment | None, str]:
        """The run as far as it goes: what is heavy there is worth watching."""
        result = self._studio.active_result
        if result is None or result.run is None or not len(result.run.dataset):
            return None, "last"
        return result.run.at(result.steps), result.choice.readout

    def _time(self, moment: Moment) -> tuple[int, int, str]:
        """The last step of this run, the steps in one of what is counted, and what that is."""
        result = self._studio.active_result
        last = moment.t if result is None or result.stopped else result.most_steps
        passes = moment.run.steps_per_pass
        if moment.run.learner.online and last >= 2 * passes > 0:
            return max(last, 1), passes, "passes →"
        return max(last, 1), 1, "steps →"

    def _why_nothing(self, moment: Moment | None, readout: str) -> str:
        if moment is None:
            return why_none(self._studio)
        if feature_weights(moment, readout) is None:
            return "Read this way, the learner has no weights of single words."
        if moment.t == 0:
            return "Computing…"
        return ""

    def _features(self, moment: Moment, readout: str) -> list[int]:
        numbers = (self.add.number_of(name) for name in self._added)
        most = min(max(self.chart.room_for_names(), FEWEST), MOST)
        shown = [
            *heaviest_words(moment, readout, self._head, most),
            *(k for k in numbers if k is not None),
        ]
        chosen = self._studio.feature
        if chosen is not None and chosen < moment.run.dataset.rows.width:
            shown.append(chosen)
        return list(dict.fromkeys(shown))

    def _line(self, moment: Moment, feature: int, readout: str) -> WordLine:
        if (moment.run, moment.t) != (self._run, self._length):
            self._run, self._length = moment.run, moment.t
            self._known.clear()
        key = (feature, readout, self._head)
        if key not in self._known:
            self._known[key] = line_of(moment.run, feature, readout, self._head)
        return self._known[key]

    def _offer_heads(self, moment: Moment) -> None:
        names = moment.run.dataset.class_names
        several = len(names) > 2
        self._head = min(self._head, len(names) - 1) if several else 0
        self.heads.setVisible(several)
        if several:
            self.heads.offer([short(name) for name in names])
            self.heads.choose(self._head)
            self.what.setText("weight above its mean over the classes")
        else:
            low, high = (short(name, 20) for name in names)
            self.what.setText(f"weight: up speaks for {high}, down for {low}")

    def _tell_word(self, moment: Moment) -> None:
        dataset, feature = moment.run.dataset, self._studio.feature
        if feature is None or feature >= dataset.rows.width:
            self.foot.tell("", ())
            return
        labels = dataset.labels[documents_with(dataset, feature)]
        counts = np.bincount(labels, minlength=dataset.classes).tolist()
        parts = zip(range(len(counts)), dataset.class_names, counts, strict=True)
        self.foot.tell(dataset.feature_names[feature], tuple(parts))

    def _move_cursor(self) -> None:
        if self.isVisible():
            self.chart.show_cursor(self._studio.t)

    # What a person does

    def _seek(self, step: int, pressed: bool) -> None:
        if pressed:
            self._studio.pause()
        self._studio.seek(step)

    def _choose(self, feature: int) -> None:
        self._studio.choose_feature(None if feature == self._studio.feature else feature)

    def _choose_head(self, head: int) -> None:
        self._head = head
        self._refresh()

    def _add(self, feature: int) -> None:
        moment, _ = self._end()
        if moment is not None:
            self._added.append(moment.run.dataset.feature_names[feature])
            self._studio.choose_feature(feature)
            self._refresh()

    def _clear(self) -> None:
        self._added.clear()
        self._studio.choose_feature(None)
        self._refresh()

    def _offer(self) -> Offer:
        """The heaviest words of every class."""
        moment, readout = self._end()
        if moment is None:
            return ()
        classes = moment.run.dataset.classes
        each = max(OFFERED // classes, 2)
        return [(word, label) for label in range(classes)
                for word, _ in heaviest(moment, readout, label, each)]  # fmt: skip

    def _select_documents(self) -> None:
        dataset, feature = self._studio.results.dataset, self._studio.feature
        if dataset is not None and feature is not None:
            found = frozenset(documents_with(dataset, feature).tolist())
            self._studio.select(() if found == self._studio.selection else found)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_card(painter, QRectF(self.rect()), self._theme)
