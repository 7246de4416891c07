"""The import dialog: how a table was understood, and every bit of that to correct."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.errors import PlainError
from core.experiment import PointsData, TableData
from core.files.tables import Table
from core.files.text import ENCODINGS
from gui.background import Background
from gui.card import Card, labelled
from gui.choices import ChoiceBox, Toggle
from gui.choose_columns import StageChoice
from gui.dialog_buttons import decision_buttons
from gui.import_preview import SHOWN_COLUMNS, Preview, TableFile, Wishes
from gui.import_table_view import PreviewTable
from gui.plain_text import short, tip_text
from gui.tick_list import TickList

DELIMITERS = {",": "Comma  ,", ";": "Semicolon  ;", "\t": "Tab", " ": "Space", "|": "Bar  |"}
DECIMALS = {".": "Point  1.5", ",": "Comma  1,5"}
LARGE = 1_000_000  # bytes from which the whole table is read beside the window


class ImportDialog(QDialog):
    """Shows how the file would be read; `table` and `data` are there once it is accepted."""

    def __init__(
        self, file: TableFile, preview: Preview | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Import a table")
        self.resize(900, 620)
        self.setMinimumSize(760, 520)
        self.table: Table | None = None
        self.data: PointsData | TableData | None = None
        self._file = file
        self._wishes = Wishes()
        self._shown: Preview | None = None
        self._filling = False  # while the controls are set to what was found
        self._background = Background(self)
        self._make_controls()
        self._lay_out(file.name)
        self._examine(preview)

    # Controls

    def _make_controls(self) -> None:
        self.encoding = _choice("Encoding", "How the bytes of the file stand for letters")
        self.delimiter = _choice("Delimiter", "What stands between two cells")
        self.decimal = _choice("Decimal sign", "What stands before the decimals of a number")
        self.label = _choice("Label column", "The column that says which class a row belongs to")
        for text in ENCODINGS:
            self.encoding.addItem(text, text)
        for sign, text in DELIMITERS.items():
            self.delimiter.addItem(text, sign)
        for sign, text in DECIMALS.items():
            self.decimal.addItem(text, sign)
        self.header = Toggle("First row has names")
        self.header.setToolTip("Whether the first row names the columns")
        self.columns = TickList()
        self.columns.setAccessibleName("Columns to learn from")
        self.columns.setToolTip("The columns with numbers to learn from")
        self.afresh = QPushButton("Find out again")
        self.afresh.setToolTip("Forget every correction")
        self.afresh.setAutoDefault(False)
        self.preview = PreviewTable()
        self.said, self.problem = labelled("", "muted"), labelled("", "notice")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.waiting = QProgressBar()
        self.waiting.setRange(0, 0)
        self.waiting.setFixedHeight(4)
        self.waiting.setTextVisible(False)
        self.stage = StageChoice()
        self.buttons = decision_buttons(self, "Import")
        self._connect()

    def _connect(self) -> None:
        self.encoding.activated.connect(lambda _: self._wish(encoding=self.encoding.currentData()))
        self.delimiter.activated.connect(
            lambda _: self._wish(
                delimiter=self.delimiter.currentData(), label_column=None, columns=None
            )
        )
        self.decimal.activated.connect(lambda _: self._wish(decimal=self.decimal.currentData()))
        self.label.activated.connect(
            lambda _: self._wish(label_column=self.label.currentData(), columns=None)
        )
        self.header.clicked.connect(lambda on: self._wish(header=bool(on)))
        self.columns.itemChanged.connect(self._columns_ticked)
        self.afresh.clicked.connect(self._start_over)

    def _lay_out(self, name: str) -> None:
        title = labelled(short(name, 70), "title")
        title.setToolTip(tip_text(name))
        how = Card("How it is written")
        how.setFixedWidth(268)
        form = QFormLayout()
        form.setHorizontalSpacing(8)
        form.setVerticalSpacing(6)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for text, box in (("Encoding", self.encoding), ("Delimiter", self.delimiter),
                          ("Decimals", self.decimal), ("Label", self.label)):  # fmt: skip
            form.addRow(labelled(text, "muted"), box)
        how.body.addLayout(form)
        how.body.addWidget(self.header)
        how.body.addWidget(labelled("Columns to learn from", "muted"))
        how.body.addWidget(self.columns, 1)
        how.body.addWidget(self.afresh)
        shown = Card("Preview")
        shown.body.addWidget(self.preview, 1)
        shown.body.addWidget(self.waiting)
        shown.body.addWidget(self.said)
        shown.body.addWidget(self.problem)
        on_stage = Card("On the stage")
        on_stage.body.addWidget(self.stage)
        right = QVBoxLayout()
        right.setSpacing(10)
        right.addWidget(shown, 1)
        right.addWidget(on_stage)
        middle = QHBoxLayout()
        middle.setSpacing(10)
        middle.addWidget(how)
        middle.addLayout(right, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(10)
        layout.addWidget(title)
        layout.addLayout(middle, 1)
        layout.addWidget(self.buttons)

    # What the user wants

    def _wish(self, **changes: object) -> None:
        self._wishes = replace(self._wishes, **changes)  # type: ignore[arg-type]
        self._examine()

    def _start_over(self) -> None:
        self._wishes = Wishes()
        self._examine()

    def _columns_ticked(self) -> None:
        if self._filling:
            return
        ticked = [
            int(item.data(Qt.ItemDataRole.UserRole))
            for item in map(self.columns.item, range(self.columns.count()))
            if item.checkState() == Qt.CheckState.Checked
        ]
        beyond = [j for j in self._used() if j >= SHOWN_COLUMNS]  # not listed, and so not unticked
        self._wish(columns=frozenset(ticked + beyond))

    def _used(self) -> tuple[int, ...]:
        shape = self._shown.shape if self._shown else None
        return shape.columns if shape else ()

    # What there is

    def _examine(self, preview: Preview | None = None) -> None:
        """Look at the file with the wishes, show it, and read the whole of it."""
        preview = preview or self._file.preview(self._wishes)
        self._shown = preview
        self.table = None
        self._fill_controls(preview)
        self.preview.show_preview(preview)
        self._allow(False)
        self.waiting.hide()
        self._background.drop()
        if len(self._file.data) > LARGE and preview.shape is not None:
            self._say("Reading…")
            self.waiting.show()
            self._background.begin(lambda: self._file.read(preview), self._take, self._refuse)
            return
        try:
            self._take(self._file.read(preview))
        except PlainError as error:
            self._refuse(str(error))

    def _take(self, table: Table) -> None:
        self.table = table
        self.waiting.hide()
        rows, classes = len(table), len(table.class_names)
        columns = len(table.column_names)
        many = "" if columns == 1 else "s"
        self._say(f"{rows:,} rows · {columns:,} column{many} · {classes} classes")
        self.stage.offer(table)
        self._allow(True)

    def _refuse(self, sentence: str) -> None:
        self.waiting.hide()
        self._say("", sentence)

    def _say(self, sentence: str, problem: str = "") -> None:
        self.said.setText(sentence)
        self.said.setVisible(bool(sentence))
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _allow(self, possible: bool) -> None:
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(possible)
        self.stage.setEnabled(possible)

    def _fill_controls(self, preview: Preview) -> None:
        self._filling = True
        self.encoding.setCurrentIndex(_place_of_encoding(preview.encoding))
        shape = preview.shape
        if shape is not None:
            self.delimiter.setCurrentIndex(self.delimiter.findData(shape.delimiter))
            self.decimal.setCurrentIndex(self.decimal.findData(shape.decimal))
            self.header.setChecked(shape.header)
            self._fill_columns(preview)
        for control in (self.decimal, self.label, self.header, self.columns):
            control.setEnabled(shape is not None)
        self._filling = False

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

    # Done

    def accept(self) -> None:
        if self.table is None:
            return
        self._allow(False)
        if self.stage.laborious:
            self.waiting.show()
            self._background.begin(self.stage.maker(), self._finish, self._refuse)
        else:
            self._finish(self.stage.maker()())

    def _finish(self, data: PointsData | TableData) -> None:
        self.data = data
        super().accept()

    def done(self, result: int) -> None:
        self._background.drop()
        super().done(result)


def _choice(name: str, tip: str) -> ChoiceBox:
    box = ChoiceBox(wide=True)
    box.setAccessibleName(name)
    box.setToolTip(tip)
    return box


def _place_of_encoding(encoding: str) -> int:
    """Where it stands in the list; marks of the byte order are not a matter of choice."""
    plain = encoding.removesuffix("-sig")
    return ENCODINGS.index(plain) if plain in ENCODINGS else 0
