"""The theory page: can the classes be parted, how well, and how many mistakes that allows."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.theory_told import TheoryTold
from gui.card import Card, labelled, rule
from gui.choices import Toggle
from gui.fields import explain
from gui.panels.curve_axis import reading
from gui.panels.pacing import Pacing
from gui.panels.scrolling import scrolling
from gui.panels.text_grid import Cell, Row, TextGrid
from gui.panels.time_words import grouped
from gui.studio import Studio
from gui.theme import Theme

PER_SECOND = 15
SEPARABLE = {
    "yes": "The classes can be parted",
    "no": "The classes cannot be parted",
    "unknown": "Whether the classes can be parted is not known",
}


class BoundBar(QWidget):
    """How much of the bound the mistakes have used up."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._share = theme, 0.0
        self.setAccessibleName("Mistakes so far as a share of the bound")
        theme.changed.connect(self.update)

    def show_share(self, share: float) -> None:
        if share != self._share:
            self._share = share
            self.setAccessibleDescription(f"{100 * share:.1f} %")
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, 12)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            track = QRectF(0, 2, self.width(), 8)
            painter.setBrush(self._theme.colour("track"))
            painter.drawRoundedRect(track, 4, 4)
            used = QRectF(0, 2, max(self.width() * min(self._share, 1.0), 4.0), 8)
            painter.setBrush(self._theme.colour("accent" if self._share <= 1 else "mistake"))
            if self._share > 0:
                painter.drawRoundedRect(used, 4, 4)
            painter.setPen(QPen(self._theme.colour("text"), 2))
            painter.drawLine(self.width() - 1, 0, self.width() - 1, 12)


class TheoryPanel(Card):
    """Follows the data while they are dragged, and the mistakes while it plays."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__("Theory")
        self._studio = studio
        self.verdict = labelled("", "title")
        self.figures = TextGrid(theme)
        self.figures.setAccessibleName("Radius, margin and bound")
        self.bar = BoundBar(theme)
        self.sentence, self.remarks = labelled(""), labelled("", "muted")
        self.convention = labelled(
            "R is the longest ‖x‖, bias included; m is the largest margin that a weight vector of "
            "length 1 can have. The bias counts as a weight like any other.",
            "muted",
        )
        self.best_line = Toggle("Draw the best line")
        explain(self.best_line, "The line with the largest margin, drawn on the plane. "
                "Space switches it.", "Draw the best line")  # fmt: skip
        self.best_line.clicked.connect(lambda on: studio.look(best_line=bool(on)))
        self._lay_out()
        self._pacing = Pacing(studio, self, self._refresh, PER_SECOND)
        for signal in (
            studio.cursor_changed, studio.results_changed, studio.active_changed,
            studio.theory.changed, studio.looks_changed, studio.experiment_changed,
        ):  # fmt: skip
            signal.connect(self._pacing.ask)

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(9)
        for label in (self.verdict, self.sentence, self.remarks, self.convention):
            label.setWordWrap(True)
        for widget in (
            self.verdict, self.figures, self.bar, self.sentence, self.best_line, self.remarks,
            rule(), self.convention,
        ):  # fmt: skip
            column.addWidget(widget)
        column.addStretch(1)
        self.body.setContentsMargins(14, 12, 6, 10)
        self.body.addWidget(scrolling(inside, 160), 1)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._studio.theory.watch(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._studio.theory.watch(False)

    def _refresh(self) -> None:
        self.best_line.setChecked(self._studio.looks.best_line)
        told = self._studio.theory.told()
        for part in (self.figures, self.bar, self.best_line, self.remarks):
            part.setVisible(told is not None)
        if told is None:
            self.verdict.setText("")
            problem = self._studio.theory.question.problem or self._studio.results.problem
            self.sentence.setText(problem or "Add a learner and some points of two classes.")
            return
        self.verdict.setText(SEPARABLE[told.separable])
        self.figures.show_rows(_figures(told))
        self.bar.setVisible(told.share is not None)
        self.bar.show_share(told.share or 0.0)
        self.best_line.setVisible(
            told.theory.weights is not None and self._studio.points is not None
        )
        self.sentence.setText(told.sentence)
        self.remarks.setText("\n".join((*told.reasons[1:], *told.remarks)))
        self.remarks.setVisible(bool(self.remarks.text()))


def _figures(told: TheoryTold) -> tuple[Row, ...]:
    def row(name: str, value: str) -> Row:
        return (Cell(name, "muted"), Cell(value, bold=True, right=True))

    none = "–"
    bound = told.data_bound
    return (
        row("longest example R", reading(told.radius)),
        row("best margin m", none if told.margin is None else reading(told.margin)),
        row("bound R²/m²", none if bound is None else _large(bound)),
        row("mistakes so far", grouped(told.mistakes)),
        row("updates so far", grouped(told.updates)),
    )


def _large(number: float) -> str:
    return grouped(int(number)) if 1000 <= number < 1e9 else reading(number)
