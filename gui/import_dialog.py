"""The import dialog for tables: how one was understood, and every bit of that to correct."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidgetItem, QWidget

from core.experiment import PointsData, TableData
from core.files.tables import Table
from core.files.watch import Asked, Progress
from gui.card import Card, labelled
from gui.choose_columns import StageChoice
from gui.import_base import DELIMITERS, ImportBase, choice
from gui.import_preview import SHOWN_COLUMNS, Preview, TableFile, Wishes
from gui.import_table_view import ShownRows
from gui.plain_text import short
from gui.tick_list import TickList

DECIMALS = {".": "Point  1.5", ",": "Comma  1,5"}
NO_NUMBER = "expected a number in column"  # how such a sentence goes on
WAY_OUT = "Mend it in the file, or untick that column on the left."


class ImportDialog(ImportBase):
    """Shows how the file would be read; `table` and `data` are there once it is accepted."""

    def __init__(
        self, file: TableFile, preview: Preview | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__("Import a table", file, Wishes(), parent)
        self.table: Table | None = None
        self.data: PointsData | TableData | None = None
        self._table_file = file
        self._shown: Preview | None = None
        self._make_controls()
        self.show_preview(preview or file.preview(Wishes()))

    # Controls

    def _make_controls(self) -> None:
        self.decimal = choice("Decimal sign", "What stands before the decimals of a number")
        self.label = choice("Label column", "The column that says which class a row belongs to")
        for sign, text in DELIMITERS.items():
            self.delimiter.addItem(text, sign)
        for sign, text in DECIMALS.items():
            self.decimal.addItem(text, sign)
        self.columns = TickList()
        self.columns.setAccessibleName("Columns to learn from")
        self.columns.setToolTip("The columns with numbers to learn from")
        self.stage = StageChoice()
        on_stage = Card("On the stage")
        on_stage.body.addWidget(self.stage)
        self.lay_out(
            (
                ("Encoding", self.encoding),
                ("Delimiter", self.delimiter),
                ("Decimals", self.decimal),
                ("Label", self.label),
            ),
            (self.header, labelled("Columns to learn from", "muted"), self.columns),
            on_stage,
        )
        self._connect()

    def _connect(self) -> None:
        self.delimiter.activated.connect(
            lambda _: self.wish(
                delimiter=self.delimiter.currentData(), label_column=None, columns=None
            )
        )
        self.decimal.activated.connect(lambda _: self.wish(decimal=self.decimal.currentData()))
        self.label.activated.connect(
            lambda _: self.wish(label_column=self.label.currentData(), columns=None)
        )
        self.columns.itemChanged.connect(self._columns_ticked)

    def _columns_ticked(self) -> None:
        if self._filling:
            return
        ticked = [
            int(item.data(Qt.ItemDataRole.UserRole))
            for item in map(self.columns.item, range(self.columns.count()))
            if item.checkState() == Qt.CheckState.Checked
        ]
        beyond = [j for j in self._used() if j >= SHOWN_COLUMNS]  # not listed, and so not unticked
        self.wish(columns=frozenset(ticked + beyond))

    def _used(self) -> tuple[int, ...]:
        shape = self._shown.shape if self._shown else None
        return shape.columns if shape else ()

    # What there is

    def show_found(self, preview: Preview) -> ShownRows:
        self._shown = preview
        shape = preview.shape
        if shape is not None:
            self.delimiter.setCurrentIndex(self.delimiter.findData(shape.delimiter))
            self.decimal.setCurrentIndex(self.decimal.findData(shape.decimal))
            self.header.setChecked(shape.header)
            self._fill_columns(preview)
        for control in (self.decimal, self.label, self.header, self.columns):
            control.setEnabled(shape is not None)
        wordy = preview.width > len(preview.numeric | ({shape.label_column} if shape else set()))
        self.offer_switch(
            bool(preview.problem) or wordy,
            "Import as texts instead",
            "One column holds the texts, another their labels",
        )
        return _rows(preview)

    def _fill_columns(self, preview: Preview) -> None:
        assert preview.shape is not None
        shape = preview.shape
        self.label.clear()
        self.columns.clear()
        listed = {*range(min(len(shape.names), SHOWN_COLUMNS)), shape.label_column}
        for j in sorted(listed):
            text = short(shape.names[j], 60) or f"column {j + 1}"
            self.label.addItem(text, j)
            if j == shape.label_column:
                self.label.setCurrentIndex(self.label.count() - 1)
                continue
            item = QListWidgetItem(text if j in preview.numeric else f"{text} (text)")
            item.setData(Qt.ItemDataRole.UserRole, j)
            used = Qt.CheckState.Checked if j in shape.columns else Qt.CheckState.Unchecked
            item.setCheckState(used)
            self.columns.addItem(item)

    def read_whole(
        self, preview: Preview, progress: Progress | None, cancelled: Asked | None
    ) -> Table:
        return self._table_file.read(preview)

    def take(self, table: Table) -> None:
        self.table = table
        rows, classes = len(table), len(table.class_names)
        columns = len(table.column_names)
        many = "" if columns == 1 else "s"
        self.say(f"{rows:,} rows · {columns:,} column{many} · {classes} classes")
        self.stage.offer(table)

    def refuse(self, sentence: str) -> None:
        """With what can be done about it, where something can be done here."""
        of_a_column = NO_NUMBER in sentence and len(self._used()) > 1
        super().refuse(f"{sentence} {WAY_OUT}" if of_a_column else sentence)

    def forget(self) -> None:
        self.table = None

    def allow(self, possible: bool) -> None:
        super().allow(possible)
        self.stage.setEnabled(possible)

    # Done

    def accept(self) -> None:
        if self.table is None:
            return
        self.allow(False)
        if self.stage.laborious:
            self.waiting.show()
            self._background.begin(self.stage.maker(), self._finish, self.refuse)
        else:
            self._finish(self.stage.maker()())

    def _finish(self, data: PointsData | TableData) -> None:
        self.data = data
        super().accept()


def _rows(preview: Preview) -> ShownRows:
    shape = preview.shape
    if shape is None:
        return ShownRows()
    used = frozenset((*shape.columns, shape.label_column))
    titles = shape.names[:SHOWN_COLUMNS]
    return ShownRows(preview.rows, titles, shape.label_column, used, preview.numeric)
