"""The import dialog for texts: which column is the text, which the label, and what that gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

from core.experiment import TextsData
from core.files.limits import MOST_BYTES
from core.files.numbers import parse_number
from core.files.texts import LabelledTexts
from core.files.texts.preview import TextPreview, TextsFile, TextWishes
from core.files.texts.shape import DELIMITERS as TEXT_DELIMITERS
from core.files.texts.shape import TextShape
from core.files.watch import Asked, Progress
from gui.card import labelled
from gui.choices import Toggle
from gui.import_base import DELIMITERS, ImportBase, button, choice
from gui.import_table_view import ShownRows
from gui.left_out import LeftOutDialog
from gui.plain_text import short
from gui.two_part_list import TwoPartList

FORMS = {"columns": "", "json lines": "JSON lines", "fasttext": "fastText lines"}


class ImportTextsDialog(ImportBase):
    """Shows how the file would be read; `texts` and `data` are there once it is accepted."""

    def __init__(
        self, file: TextsFile, preview: TextPreview | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__("Import texts", file, TextWishes(), parent)
        self.texts: LabelledTexts | None = None
        self.data: TextsData | None = None
        self._texts_file = file
        self._made: TextsData | None = None
        self._form = ""
        self._columns = (0, 0)  # the text, the label
        self._make_controls()
        self.show_preview(preview or file.preview())

    # Controls

    def _make_controls(self) -> None:
        for sign in TEXT_DELIMITERS:
            self.delimiter.addItem(DELIMITERS[sign], sign)
        self.text = choice("Text column", "The column that holds the texts")
        self.label = choice("Label column", "The column that says which class a text belongs to")
        self.quoted = Toggle("Quotation marks hold cells")
        self.quoted.setToolTip(
            "Whether a cell in quotation marks may hold delimiters and line breaks"
        )
        self.classes = class_list()
        self.left_out = button("", "What could not be used, and why")
        self.left_out.setProperty("role", "link")
        self.left_out.clicked.connect(self._show_left_out)
        self.left_out.hide()
        self.lay_out(
            (
                ("Encoding", self.encoding),
                ("Delimiter", self.delimiter),
                ("Text", self.text),
                ("Label", self.label),
            ),
            (self.header, self.quoted, labelled("Classes", "muted"), self.classes),
        )
        self.foot.addWidget(self.left_out)
        self.delimiter.activated.connect(
            lambda _: self.wish(
                delimiter=self.delimiter.currentData(),
                text_column=None,
                label_column=None,
                quoted=None,
            )
        )
        self.text.activated.connect(lambda _: self._choose_columns(self.text.currentData(), None))
        self.label.activated.connect(lambda _: self._choose_columns(None, self.label.currentData()))
        self.quoted.clicked.connect(lambda on: self.wish(quoted=bool(on)))

    def _choose_columns(self, text: int | None, label: int | None) -> None:
        """A column that was the other one so far changes places with it."""
        old_text, old_label = self._columns
        if text is not None:
            self.wish(text_column=text, label_column=old_text if text == old_label else old_label)
        elif label is not None:
            self.wish(label_column=label, text_column=old_label if label == old_text else old_text)

    # What there is

    def show_found(self, preview: TextPreview) -> ShownRows:
        shape = preview.shape
        self._form = FORMS[preview.form]
        if shape is not None:
            self._columns = (shape.text_column, shape.label_column)
            self.delimiter.setCurrentIndex(self.delimiter.findData(shape.delimiter))
            self.header.setChecked(shape.header)
            self.quoted.setChecked(shape.quoted)
            self._fill_columns(shape)
        for control in (self.text, self.label, self.header, self.quoted):
            control.setEnabled(shape is not None)
        self.delimiter.setEnabled(preview.form == "columns")
        show_classes(self.classes, preview.label_counts)
        self.offer_switch(
            self._could_be_numbers(preview),
            "Import as numbers instead",
            "Columns of numbers to learn from, rather than texts",
        )
        return _rows(preview)

    def _fill_columns(self, shape: TextShape) -> None:
        for box, chosen in ((self.text, shape.text_column), (self.label, shape.label_column)):
            box.clear()
            for j, name in enumerate(shape.names):
                box.addItem(short(name, 60) or f"column {j + 1}", j)
            box.setCurrentIndex(chosen)

    def _could_be_numbers(self, preview: TextPreview) -> bool:
        if preview.form != "columns" or len(self._texts_file.data) > MOST_BYTES:
            return False
        return bool(preview.problem) or bool(_numeric_columns(preview))

    def read_whole(
        self, preview: TextPreview, progress: Progress | None, cancelled: Asked | None
    ) -> tuple[LabelledTexts, TextsData]:
        texts = self._texts_file.read(preview, progress, cancelled)
        return texts, texts.to_data()

    def take(self, whole: tuple[LabelledTexts, TextsData]) -> None:
        texts, self._made = whole
        self.texts = texts
        self.say(" · ".join(filter(None, (self._form, counted(texts)))))
        show_classes(self.classes, Counter(texts.labels).most_common())
        count = texts.left_out_count
        self.left_out.setText(f"{count:,} left out…")
        self.left_out.setAccessibleName(f"{count:,} left out")
        self.left_out.setVisible(count > 0)

    def forget(self) -> None:
        self.texts = None
        self.left_out.hide()

    def _show_left_out(self) -> None:
        if self.texts is not None:
            LeftOutDialog(self.texts, self).open()

    # Done

    @property
    def summary(self) -> str:
        """What was opened, in a sentence."""
        return f"Opened {self.texts.summary()}" if self.texts is not None else ""

    def accept(self) -> None:
        if self.texts is not None:
            self.data = self._made
            super().accept()


def counted(texts: LabelledTexts) -> str:
    return f"{len(texts):,} texts · {len(texts.class_names)} classes"


def class_list() -> TwoPartList:
    return TwoPartList(
        "Classes and how many texts each has",
        "The classes, the most frequent first, and how many texts each has",
    )


def show_classes(shown: TwoPartList, counts: Iterable[tuple[str, int]]) -> None:
    shown.show_rows((short(name), f"{count:,}") for name, count in counts)


def _numeric_columns(preview: TextPreview) -> frozenset[int]:
    """Columns beside the text that hold numbers, as far as the first rows tell."""
    if preview.shape is None:
        return frozenset()
    beside = [j for j in range(len(preview.titles)) if j != preview.shape.text_column]

    def numbers(j: int) -> bool:
        cells = [row[j] for row in preview.rows if j < len(row) and row[j]]
        return bool(cells) and any(
            all(parse_number(cell, decimal) is not None for cell in cells) for decimal in ".,"
        )

    return frozenset(filter(numbers, beside))


def _rows(preview: TextPreview) -> ShownRows:
    shape = preview.shape
    text, label = (shape.text_column, shape.label_column) if shape else (1, 0)
    if not preview.rows:
        return ShownRows()
    numeric = _numeric_columns(preview)
    return ShownRows(
        preview.rows, preview.titles, label, frozenset((text, label)), numeric, stretched=text
    )
