"""How the learners are doing at the cursor, in one small table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from core.learners.declaration import Boosting
from core.measure import predictions
from gui.card import labelled
from gui.computer import LearnerResult
from gui.fields import explain
from gui.panels.elided_label import ElidedLabel
from gui.panels.line_sample import LineSample
from gui.panels.pacing import Pacing
from gui.panels.scrolling import scrolling
from gui.panels.steady_label import SteadyLabel
from gui.panels.titles import learner_titles
from gui.plain_text import tip_text
from gui.studio import Studio
from gui.theme import Theme

if TYPE_CHECKING:
    from core.curves import CurveSet

DASH = "–"
PER_SECOND = 10  # numbers that change faster cannot be read
MOST_EXACT = 1_000  # examples that are scored while it plays
MOST_VOTING = 20_000_000  # numbers that a vote may go through at once: some 30 milliseconds
WORK_OF_ROW = 6  # what an example costs beside its features, in such numbers
LAST_ROW = 40  # below all lines; it takes the room that is left
ROOMY, BESIDE = 240, 8  # pixels from which there is some space at the right, and how much
WIDE = 390  # pixels from which there is room for all columns
ALWAYS = 3  # columns that are shown however narrow it is

COLUMNS = (
    ("train %", "Accuracy on the training examples, in per cent.", "100.0"),
    ("held %", "Accuracy on the held-out examples, in per cent.", "100.0"),
    ("wrong", "Steps so far that began with a wrong prediction.", "0000"),
    ("|w|", "Length of the weights, bias included.", "0.000"),
    ("steps", "Steps until it converged.", "00000"),
)  # what stands above, what it means, and the widest text that is common


@dataclass(frozen=True)
class Score:
    """One line of the table, at a moment; None where there is nothing to say."""

    train: float | None = None
    held_out: float | None = None
    mistakes: int | None = None
    norm: float | None = None
    steps: int | None = None

    def texts(self) -> tuple[str, ...]:
        return (
            _percent(self.train),
            _percent(self.held_out),
            DASH if self.mistakes is None else str(self.mistakes),
            _short(self.norm),
            DASH if self.steps is None else str(self.steps),
        )


def score(result: LearnerResult, readout: str, t: int, *, exact: bool = True) -> Score:
    """How a learner does after t steps; inexact: at the nearest sample of its curves before."""
    if result.run is None:
        return Score()
    curves = result.curves.get(readout)
    if exact or curves is None:
        train, held_out, norm = _measured(result, readout, t)
    else:
        train, held_out, norm = _sampled(curves, min(t, result.steps))
    if readout != result.choice.readout:
        return Score(train, held_out, norm=norm)  # mistakes and steps are the run's, said once
    if isinstance(result.run.learner.method, Boosting):
        return Score(train, held_out)  # rounds are not visits, and stumps have no weights
    mistakes = int(np.searchsorted(result.mistakes, t, side="right"))
    return Score(train, held_out, mistakes, norm, result.steps if result.converged else None)


def is_quick(result: LearnerResult, readout: str, t: int) -> bool:
    """Can it be scored exactly in a moment? A vote is counted anew from its first step."""
    if readout != "voted" or result.run is None:
        return True
    from core.online import OnlineRecording

    recording = result.run.recording
    if not isinstance(recording, OnlineRecording):
        return True
    turns = int(np.count_nonzero(recording.changes(0, min(t, result.steps))))
    rows = result.run.dataset.rows
    return turns * (rows.nonzeros + rows.width + WORK_OF_ROW * len(rows)) <= MOST_VOTING


def _measured(
    result: LearnerResult, readout: str, t: int
) -> tuple[float | None, float | None, float | None]:
    moment = result.at(t)
    assert moment is not None
    dataset = moment.run.dataset
    scores, held = moment.scores(readout=readout), dataset.held_out_rows
    right = predictions(scores) == dataset.labels
    parts = [right[~held], right[held]]
    norm = None if readout == "voted" else float(np.linalg.norm(moment.weights(readout)))
    accuracies = [float(part.mean()) if len(part) else None for part in parts]
    return accuracies[0], accuracies[1], norm


def _sampled(curves: CurveSet, t: int) -> tuple[float | None, float | None, float | None]:
    k = max(int(np.searchsorted(curves.steps, t, side="right")) - 1, 0)
    held_out = None if curves.held_out is None else 1.0 - float(curves.held_out["error"][k])
    return 1.0 - float(curves.train["error"][k]), held_out, float(curves.norms[k])


class Scoreboard(QWidget):
    """Follows results and cursor, at most ten times a second."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._studio, self._theme = studio, theme
        self._entries: tuple[tuple[int, str], ...] = ()  # learner, readout
        self._lines: list[_Line] = []
        self._wide = False
        self._heads = [labelled(head, "muted") for head, _, _ in COLUMNS]
        for label, (head, tip, _) in zip(self._heads, COLUMNS, strict=True):
            explain(label, tip, head)
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        inside = QWidget()
        self._grid = QGridLayout(inside)
        self._grid.setContentsMargins(2, 0, 0, 0)
        self._grid.setHorizontalSpacing(4)
        self._grid.setVerticalSpacing(4)
        self._grid.setRowStretch(LAST_ROW, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scrolling(inside, smallest=64, snug=True))
        self._pacing = Pacing(studio, self, self.refresh, PER_SECOND, prompt=False)
        for signal in (studio.results_changed, studio.cursor_changed, studio.playing_changed):
            signal.connect(self._pacing.ask)
        studio.experiment_changed.connect(self._arrange)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Where there is room, the numbers end where the other lines of the panel end.
        self._grid.setContentsMargins(2, 0, BESIDE if self.width() >= ROOMY else 0, 0)
        if self._wide != (self.width() >= WIDE):
            self._wide = not self._wide
            self._place()

    # What to show

    def _arrange(self) -> None:
        """A line for every readout of every learner."""
        learners = self._studio.experiment.learners
        entries = tuple((i, r) for i, choice in enumerate(learners) for r in choice.readouts)
        titles = learner_titles(learners)
        if len(entries) != len(self._entries):
            for line in self._lines[len(entries) :]:
                line.remove()
            del self._lines[len(entries) :]
            missing = len(entries) - len(self._lines)
            self._lines += [_Line(self._theme) for _ in range(missing)]
            self._entries = entries
            self._place()
        self._entries = entries
        for line, (learner, readout) in zip(self._lines, entries, strict=True):
            main = learners[learner].readout
            extra = readout != main
            title = titles[learner] if main == "last" else f"{titles[learner]}, {main}"
            name = readout if extra else title
            line.show_name(learner, readout, name, extra=extra)
            line.belongs_to((learners[learner].name, readout))
        self.setVisible(bool(entries))
        self._pacing.ask()

    def _place(self) -> None:
        """A line each: the name, then its numbers; the last columns only where there is room."""
        grid = self._grid
        metrics = self.fontMetrics()
        for column, (head, _, widest) in enumerate(COLUMNS):
            shown = self._wide or column < ALWAYS
            head = head if self._wide else head.removesuffix(" %")
            self._heads[column].setText(head)
            # However the numbers change, nothing around them moves.
            least = max(metrics.horizontalAdvance(text) for text in (head, widest)) + 1
            grid.setColumnMinimumWidth(column + 1, least if shown else 0)
            figures = [line.figures[column] for line in self._lines]
            for row, label in enumerate([self._heads[column], *figures]):
                grid.addWidget(label, row, column + 1)
                label.setVisible(shown)
        for row, line in enumerate(self._lines):
            grid.addWidget(line.name, row + 1, 0)
        grid.setColumnStretch(0, 1)

    def minimumSizeHint(self) -> QSize:
        """Even when all columns are shown, it can be made as narrow as without the last ones."""
        least, grid = super().minimumSizeHint(), self._grid
        more = range(ALWAYS + 1, len(COLUMNS) + 1) if self._wide else ()
        spare = sum(grid.columnMinimumWidth(k) + grid.horizontalSpacing() for k in more)
        spare += grid.contentsMargins().right()
        return QSize(least.width() - spare, least.height())

    def refresh(self) -> None:
        """The numbers at the cursor, of results that belong to this list of learners."""
        results, t = self._studio.results, self._studio.t
        learners = self._studio.experiment.learners
        many = results.dataset is not None and len(results.dataset) > MOST_EXACT
        for line, (learner, readout) in zip(self._lines, self._entries, strict=True):
            result = self._studio.result(learner)
            if result is None or result.choice.name != learners[learner].name:
                continue  # not yet computed
            if readout not in result.choice.readouts:
                continue
            exact = not self._studio.playing or not (many or readout == "voted")
            exact = exact and is_quick(result, readout, t)
            line.show_score(score(result, readout, t, exact=exact))


class _Line:
    """The widgets of one line."""

    def __init__(self, theme: Theme) -> None:
        self.sample = LineSample(theme)
        self.label = ElidedLabel()
        self.name = QWidget()
        row = QGridLayout(self.name)
        row.setContentsMargins(0, 0, 0, 0)
        row.setHorizontalSpacing(4)
        row.addWidget(self.sample, 0, 1)
        row.addWidget(self.label, 0, 2)
        row.setColumnStretch(2, 1)
        self._row = row
        self._owner: tuple[str, str] | None = None
        self._texts: tuple[str, ...] = ()
        self.figures = [SteadyLabel(DASH, widest=widest) for _, _, widest in COLUMNS]

    def show_name(self, learner: int, readout: str, name: str, *, extra: bool) -> None:
        self.sample.show_line(learner, readout)
        self._row.setColumnMinimumWidth(0, 4 if extra else 0)
        self.label.setText(name)
        for figure, (head, tip, _) in zip(self.figures, COLUMNS, strict=True):
            explain(figure, f"{name}. {tip}", f"{name}, {head}")

    def belongs_to(self, owner: tuple[str, str]) -> None:
        """Numbers of another learner or readout are not shown under this name."""
        if owner != self._owner:
            self._owner = owner
            self.show_score(Score())

    def show_score(self, score: Score) -> None:
        texts = score.texts()
        if texts == self._texts:
            return
        self._texts = texts
        for figure, text in zip(self.figures, texts, strict=True):
            if text != figure.text():
                figure.setText(text)
        figures = [f"{head} {text}" for (head, _, _), text in zip(COLUMNS, texts, strict=True)]
        self.label.setToolTip(tip_text(f"{self.label.text()}\n{', '.join(figures)}"))

    def remove(self) -> None:
        for widget in (self.name, *self.figures):
            widget.hide()
            widget.deleteLater()


def _percent(share: float | None) -> str:
    return DASH if share is None else f"{100.0 * share:.1f}"


def _short(number: float | None) -> str:
    """Three digits or so; never wider than six characters."""
    if number is None or not math.isfinite(number):
        return DASH
    if number == 0.0:
        return "0"
    if not 0.001 <= number < 99_999.5:
        return f"{number:.0e}".replace("e-0", "e-").replace("e+0", "e").replace("e+", "e")
    decimals = 3 if number < 1.0 else 2 if number < 100.0 else 1 if number < 1000.0 else 0
    return f"{number:.{decimals}f}"
