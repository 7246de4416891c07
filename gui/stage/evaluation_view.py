"""The evaluation of the active learner at the cursor: confusion, rates and calibration."""

from __future__ import annotations

from typing import cast

import numpy as np
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QVBoxLayout, QWidget

from core.errors import PlainError
from core.evaluation import Evaluation, Part, calibration, evaluate, items_in, rows_of
from core.measure import confusion, predictions
from core.rows import Floats
from core.run import Moment
from gui.panels.elided_label import ElidedLabel
from gui.panels.pacing import Pacing
from gui.panels.scrolling import scrolling
from gui.panels.text_grid import Cell, Row, TextGrid
from gui.panels.time_words import grouped, share
from gui.panels.titles import learner_titles, read_as
from gui.plain_text import short
from gui.stage.calibration_chart import LEAST_WIDTH, CalibrationChart
from gui.stage.chart import paint_card
from gui.stage.confusion_matrix import ConfusionMatrix, Counted
from gui.stage.segments import Segments
from gui.stage.terrain import Terrain
from gui.studio import Studio
from gui.tab_strip import Tab
from gui.theme import Theme
from gui.why_nothing import COMPUTING, why_nothing

PER_SECOND = 20
GAP = 18
ROOM_FOR_SUMMARY, ROOM_FOR_PAGES, ROOM_FOR_ALL_PAGES = 330, 430, 520  # pixels of width
PARTS = (
    Tab("train", "Train", "The examples that it learns from"),
    Tab("held-out", "Held out", "Examples that it never learns from"),
)
PAGES = (
    Tab("matrix", "Matrix", "What examples are, against what they are taken for"),
    Tab("rates", "Rates", "Precision, recall and F1 of every class"),
    Tab("calibration", "Calibration", "Are probabilities kept?"),
)
NOTHING_HELD_OUT = (
    "Nothing is held out. Hold some examples out in the data panel, to see how well it does on "
    "those that it has not learnt from."
)
TITLES = ("", "precision", "recall", "F1", "n")
HEAD = tuple(Cell(text, "muted", right=bool(text)) for text in TITLES)


class EvaluationView(QWidget):
    """Shows all three where there is room for them, else one or two, and tabs for the rest."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._studio, self._theme = studio, theme
        self._terrain = Terrain()
        self.sentence = ""
        self._part: Part = "train"
        self._page = "matrix"
        self.setAccessibleName("Evaluation")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.parts = Segments(theme, "Part of the data")
        self.pages = Segments(theme, "What to see")
        self.summary = ElidedLabel()
        self.matrix, self.rates = ConfusionMatrix(theme), TextGrid(theme)
        self.rates.setAccessibleName("Rates")
        self.rates.setToolTip(
            "Precision: of what was called so, how much is. Recall: of what is, how much was "
            "called so. F1 is high only when both are. A class with nothing to divide counts as 0."
        )
        self.calibration = CalibrationChart(theme)
        self._lay_out()
        self.matrix.pressed.connect(self._press)
        self.parts.chosen.connect(self._choose_part)
        self.pages.chosen.connect(self._choose_page)
        self._pacing = Pacing(studio, self, self._refresh, PER_SECOND)
        for signal in (
            studio.cursor_changed, studio.results_changed, studio.active_changed,
            studio.experiment_changed, studio.selection_changed,
        ):  # fmt: skip
            signal.connect(self._pacing.ask)
        theme.changed.connect(self._refresh)

    def _lay_out(self) -> None:
        self.summary.setProperty("role", "muted")
        self.summary.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(self.parts)
        top.addWidget(self.pages)
        top.addWidget(self.summary, 1)
        top.addStretch(0)
        self._rates_room = scrolling(self.rates, 40)
        self._body = QWidget()
        self._row = row = QHBoxLayout(self._body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP)
        row.addWidget(self.matrix, 5)
        row.addWidget(self._rates_room, 0)
        row.addWidget(self.calibration, 4)
        column = QVBoxLayout(self)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # it can be small
        column.setContentsMargins(12, 7, 12, 8)
        column.setSpacing(5)
        column.addLayout(top)
        column.addWidget(self._body, 1)
        column.addStretch(0)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 120)

    def told(self) -> str:
        """What the view says in words, for those who cannot see it and for tests."""
        if self.sentence:
            return self.sentence
        parts = (self.summary.text(), self.matrix.words(), self.rates.words())
        return "\n".join([*parts, self.calibration.told()])

    # From the moment

    def _refresh(self) -> None:
        studio = self._studio
        moment = studio.moment(studio.active)
        self.sentence, found = "", None
        if moment is None or not len(moment.run.dataset):
            self.sentence = _why_nothing(studio)
        else:
            readout, scores = self._scores(moment)
            found = evaluate(moment, readout, self._part, scores)
            if found is None:
                held_out = self._part == "held-out"
                self.sentence = NOTHING_HELD_OUT if held_out else _why_nothing(studio)
            else:
                self._show(moment, readout, scores, found)
        self._body.setVisible(not self.sentence)
        self._arrange()
        if self.sentence:
            self.summary.setText("")
        if not studio.playing:
            self.setAccessibleDescription(self.told())
        self.update()

    def _scores(self, moment: Moment) -> tuple[str, Floats]:
        result = self._studio.active_result
        readout = "last" if result is None else result.choice.readout
        scores = self._terrain.data_scores(moment, readout)
        if self._terrain.behind:  # a vote is counted a part a frame
            self._terrain.behind = False
            QTimer.singleShot(0, self._pacing.ask)
        return readout, np.nan_to_num(scores)

    def _show(self, moment: Moment, readout: str, scores: Floats, found: Evaluation) -> None:
        choices = self._studio.results.experiment.learners
        title = read_as(learner_titles(choices)[self._studio.active], readout)
        right = int(np.trace(found.confusion.counts))
        told = f"{grouped(right)} of {grouped(found.examples)} right, {share(found.accuracy)}"
        self.summary.setText(f"{title}: {told}")
        self.matrix.show_counts(self._counted(moment, scores, found))
        self._show_rates(found)
        self._show_calibration(moment, readout)

    def _counted(self, moment: Moment, scores: Floats, found: Evaluation) -> Counted:
        dataset = moment.run.dataset
        rows = rows_of(moment, self._part)
        counts, selection = found.confusion.counts, self._studio.selection
        chosen = np.array([i for i in selection if i < len(dataset)], np.int64)
        mine = chosen[np.isin(chosen, rows)]
        labels = dataset.labels[mine]
        inside = confusion(predictions(scores[mine]), labels, dataset.classes).counts
        held = None
        if len(mine) == len(selection) and np.count_nonzero(inside) == 1:
            gold, predicted = (int(k[0]) for k in np.nonzero(inside))
            whole = inside[gold, predicted] == counts[gold, predicted]
            held = (gold, predicted) if whole else None
        return Counted(counts, inside, dataset.class_names, held)

    def _show_rates(self, found: Evaluation) -> None:
        rows: list[Row] = [HEAD]
        for label, rates in enumerate(found.classes):
            numbers = (
                _rate(rates.precision, rates.predicted),
                _rate(rates.recall, rates.examples),
                _rate(rates.f1, rates.examples + rates.predicted),
                grouped(rates.examples),
            )
            name = Cell(short(rates.name, 20), class_index=label)
            rows.append((name, *(Cell(number, right=True) for number in numbers)))
        macro = (*(f"{value:.3f}" for value in found.macro), "")
        micro = (*[f"{found.micro:.3f}"] * 3, grouped(found.examples))
        for title, values in (("macro", macro), ("micro", micro)):
            cells = (Cell(value, right=True, bold=True) for value in values)
            rows.append((Cell(title, bold=True), *cells))
        self.rates.show_rows(tuple(rows))
        self.rates.setMinimumHeight(self.rates.sizeHint().height())

    def _show_calibration(self, moment: Moment, readout: str) -> None:
        try:
            found = calibration(moment, readout, self._part)
        except PlainError as problem:
            self.calibration.show_sentence(str(problem))
            self._row.setStretchFactor(self.calibration, 0)  # the matrix can use the room
            return
        self._row.setStretchFactor(self.calibration, 4)
        label = None if found is None else found.label
        names = moment.run.dataset.class_names
        of = "the predicted class" if label is None else short(names[label], 24)
        colour = self._theme.learner_colour(self._studio.active)
        self.calibration.show_calibration(found, of, colour)

    # What there is room for

    def _arrange(self) -> None:
        rates = self.rates.sizeHint().width() + 14
        matrix, room = round(self.matrix.least_width()), max(self.width() - 24, 0)
        if matrix + rates + LEAST_WIDTH + 2 * GAP <= room:
            pages: tuple[Tab, ...] = ()
            shown = {"matrix", "rates", "calibration"}
        elif matrix + max(rates, LEAST_WIDTH) + GAP <= room:
            pages = PAGES[1:]
            shown = {"matrix", "rates" if self._page == "matrix" else self._page}
        else:
            pages, shown = PAGES, {self._page}
        widgets = (self.matrix, self._rates_room, self.calibration)
        for id, widget in zip(("matrix", "rates", "calibration"), widgets, strict=True):
            widget.setVisible(id in shown)
        self._rates_room.setMinimumWidth(min(rates, room))
        self._rates_room.setMaximumWidth(room if len(shown) == 1 else rates)
        self.parts.offer(PARTS, self._part)
        current = next((tab.id for tab in pages if tab.id in shown), "")
        self.pages.offer(pages, current)
        self.pages.setVisible(bool(pages) and not self.sentence)
        little = self.width() < (ROOM_FOR_ALL_PAGES if len(pages) > 2 else ROOM_FOR_PAGES)
        self.summary.setVisible(self.width() >= ROOM_FOR_SUMMARY)
        for segments in (self.parts, self.pages):
            segments.make_small(little)

    def resizeEvent(self, event: QEvent) -> None:
        self._arrange()

    def _choose_part(self, id: str) -> None:
        self._part = cast(Part, id)
        self._refresh()

    def _choose_page(self, id: str) -> None:
        self._page = id
        self._arrange()

    def _press(self, gold: int, predicted: int, adding: bool) -> None:
        """Select what is in a cell, or let go of it."""
        moment = self._studio.moment(self._studio.active)
        if moment is None:
            return
        readout, scores = self._scores(moment)
        found = items_in(moment, gold, predicted, self._part, readout, scores)
        items, before = frozenset(found.tolist()), self._studio.selection
        if adding:
            self._studio.select(before - items if items <= before else before | items)
        else:
            self._studio.select(() if items == before else items)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_card(painter, QRectF(self.rect()), self._theme)
            if self.sentence:
                painter.setPen(self._theme.colour("muted"))
                inside = QRectF(self.rect()).adjusted(24, 40, -24, -12)
                flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(inside, flags, self.sentence)


def _rate(value: float, divided_by: int) -> str:
    return f"{value:.3f}" if divided_by else "–"


def _why_nothing(studio: Studio) -> str:
    sentence = why_nothing(studio, "how well it does")
    if sentence == COMPUTING and studio.results.done:
        return "Everything is held out; lower the share in the data panel."
    return sentence
