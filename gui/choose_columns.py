"""Which two directions of a table the stage shows: two columns, the widest plane, or none."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from core.editing import MOST_POINTS
from core.experiment import PointsData, TableData
from core.files.tables import Table
from core.points import MOST_CLASSES
from core.projection import on_a_line, principal_plane, thinned, two_columns
from gui.background import Background
from gui.card import Card, labelled
from gui.choices import ChoiceBox
from gui.dialog_buttons import decision_buttons
from gui.plain_text import menu_text, short, tip_text

QUICK_CELLS = 200_000  # beyond, the projection is made beside the window


class StageChoice(QWidget):
    """Three ways to put a table on the stage; what a table does not allow is greyed out."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._table: Table | None = None
        self.two = QRadioButton("Two columns")
        self.plane = QRadioButton("The first two principal components")
        self.every = QRadioButton("All columns, as a table")
        self.two.setToolTip("One column to the right, one up")
        self.plane.setToolTip("The plane on which the rows are spread widest")
        self.every.setToolTip("Learn from every column; there is no plane to draw on")
        self.across, self.up = ChoiceBox(wide=True), ChoiceBox(wide=True)
        for box, name in ((self.across, "Column to the right"), (self.up, "Column upwards")):
            box.setAccessibleName(name)
            box.setToolTip(name)
            box.currentIndexChanged.connect(self._columns_chosen)
        self.note = labelled("", "muted")
        self.note.setWordWrap(True)
        self._lay_out()
        for button in (self.two, self.plane, self.every):
            button.toggled.connect(lambda on: self.changed.emit() if on else None)
        self.two.setChecked(True)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.addWidget(self.two, 0, 0)
        grid.addWidget(_axis_label("→"), 0, 1)
        grid.addWidget(self.across, 0, 2)
        grid.addWidget(_axis_label("↑"), 0, 3)
        grid.addWidget(self.up, 0, 4)
        grid.addWidget(self.plane, 1, 0, 1, 5)
        grid.addWidget(self.every, 2, 0, 1, 5)
        grid.addWidget(self.note, 3, 0, 1, 5)
        grid.setColumnStretch(2, 1)
        grid.setColumnStretch(4, 1)

    def offer(self, table: Table) -> None:
        """Let the user choose for this table; choices that still make sense stay."""
        self._table = table
        names = [f"{j + 1}: {short(name)}" for j, name in enumerate(table.column_names)]
        for box, first in ((self.across, 0), (self.up, 1)):
            kept = box.currentIndex() if box.count() == len(names) else first
            box.blockSignals(True)
            box.clear()
            box.addItems(names)
            box.setCurrentIndex(min(kept, len(names) - 1))
            box.blockSignals(False)
            box.setEnabled(len(names) > 1)
        drawable = len(table.class_names) <= MOST_CLASSES
        self.two.setEnabled(drawable)
        self.plane.setEnabled(drawable and len(names) > 1)
        if not drawable or (self.plane.isChecked() and not self.plane.isEnabled()):
            (self.two if drawable else self.every).setChecked(True)
        self.note.setText(self._said(table, drawable))
        self.note.setVisible(bool(self.note.text()))

    def _said(self, table: Table, drawable: bool) -> str:
        if not drawable:
            return f"There are {len(table.class_names)} classes; the plane has {MOST_CLASSES}."
        if len(table) > MOST_POINTS:
            return f"The plane shows {MOST_POINTS:,} of {len(table):,} rows, evenly spaced."
        return ""

    def _columns_chosen(self) -> None:
        self.two.setChecked(True)
        self.changed.emit()

    @property
    def laborious(self) -> bool:
        """Whether the data take longer to make than a click should."""
        table = self._table
        return table is not None and len(table) * len(table.column_names) > QUICK_CELLS

    def maker(self) -> Callable[[], PointsData | TableData]:
        """What makes the data as chosen now; it may be called in another thread."""
        table = self._table
        assert table is not None
        if self.every.isChecked():
            return partial(_as_table, table)
        if self.plane.isChecked():
            return lambda: principal_plane(thinned(table, MOST_POINTS))
        across, up = self.across.currentIndex(), self.up.currentIndex()
        if len(table.column_names) == 1:
            return lambda: on_a_line(thinned(table, MOST_POINTS))
        return lambda: two_columns(thinned(table, MOST_POINTS), across, up)


class ChooseColumns(QDialog):
    """The choice as a dialog of its own, for tables that need no correcting."""

    def __init__(self, table: Table, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Choose columns")
        self.data: PointsData | TableData | None = None
        self._background = Background(self)
        self.choice = StageChoice()
        self.choice.offer(table)
        title = labelled(short(name, 60), "title")
        title.setToolTip(tip_text(name))
        classes, columns = len(table.class_names), len(table.column_names)
        count = labelled(f"{len(table):,} rows · {columns:,} columns · {classes} classes", "muted")
        self.problem = labelled("", "notice")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.buttons = decision_buttons(self, "Open")
        card = Card("On the stage")
        card.body.addWidget(self.choice)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(10)
        for widget in (title, count, card, self.problem, self.buttons):
            layout.addWidget(widget)

    def accept(self) -> None:
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(False)
        if self.choice.laborious:
            self.choice.setEnabled(False)
            self._background.begin(self.choice.maker(), self._take, self._say)
        else:
            self._take(self.choice.maker()())

    def _take(self, data: PointsData | TableData) -> None:
        self.data = data
        super().accept()

    def _say(self, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.show()
        self.choice.setEnabled(True)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(True)


def _axis_label(sign: str) -> QLabel:
    return labelled(menu_text(sign), "muted")


def _as_table(table: Table) -> TableData:
    from core.dataset import number_labels

    numbers, names = number_labels(table.labels, table.class_names)
    rows = tuple(tuple(row.tolist()) for row in table.values)  # others have their turn in between
    return TableData(rows, tuple(numbers.tolist()), table.column_names, names)
