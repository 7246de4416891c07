"""What the import dialogs share: how a file was understood, and that to correct."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.errors import PlainError
from core.files.text import ENCODINGS
from core.files.watch import Asked, Progress
from gui.background import Background
from gui.card import Card, labelled
from gui.choices import ChoiceBox, Toggle
from gui.dialog_buttons import decision_buttons
from gui.import_table_view import PreviewTable, ShownRows
from gui.plain_text import short, tip_text

DELIMITERS = {",": "Comma  ,", ";": "Semicolon  ;", "\t": "Tab", " ": "Space", "|": "Bar  |"}
LARGE = 1_000_000  # bytes from which the whole file is read beside the window
FINE = 1000  # steps of the bar
SHOWN = 50  # milliseconds in which the dialog is there to be seen, before the file is read


class PreviewedFile(Protocol):
    """A file that shows how it would be read before it is."""

    data: bytes
    name: str

    def preview(self, wishes: Any) -> Any: ...


class ImportBase(QDialog):
    """Shows how a file would be read; what is told apart is left to the dialogs made of it.

    Those read the file in `read_whole`, show a preview in `show_found`, take what was read in
    `take`, and keep in `data` what is there once the dialog is accepted.
    """

    switch_asked = Signal()  # to be read as the other kind of data

    def __init__(
        self, title: str, file: PreviewedFile, wishes: Any, parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(900, 620)
        self.setMinimumSize(760, 520)
        self._file, self._wishes, self._no_wishes = file, wishes, wishes
        self._large = len(file.data) > LARGE
        self._filling = False  # while the controls are set to what was found
        self._background = Background(self)
        self._make_shared_controls()

    def _make_shared_controls(self) -> None:
        self.encoding = choice("Encoding", "How the bytes of the file stand for letters")
        self.delimiter = choice("Delimiter", "What stands between two cells")
        for text in ENCODINGS:
            self.encoding.addItem(text, text)
        self.header = Toggle("First row has names")
        self.header.setToolTip("Whether the first row names the columns")
        self.afresh = button("Find out again", "Forget every correction")
        self.switch = button("", "")
        self.switch.setProperty("role", "link")
        self.switch.hide()
        self.preview = PreviewTable()
        self.said, self.problem = labelled("", "muted"), labelled("", "notice")
        for label in (self.said, self.problem):
            label.setWordWrap(True)
        self.problem.hide()
        self.waiting = QProgressBar()
        self.waiting.setFixedHeight(4)
        self.waiting.setTextVisible(False)
        self.waiting.hide()
        self.buttons = decision_buttons(self, "Import")
        self.encoding.activated.connect(lambda _: self.wish(encoding=self.encoding.currentData()))
        self.header.clicked.connect(lambda on: self.wish(header=bool(on)))
        self.afresh.clicked.connect(self._start_over)
        self.switch.clicked.connect(self._switch)

    def lay_out(
        self,
        fields: Sequence[tuple[str, QWidget]],
        below: Sequence[QWidget],
        last: QWidget | None = None,
    ) -> None:
        """Fields with their names, what comes below them, and at the foot of it all `last`."""
        title = labelled(short(self._file.name, 70), "title")
        title.setToolTip(tip_text(self._file.name))
        how = Card("How it is written")
        how.setFixedWidth(268)
        form = QFormLayout()
        form.setHorizontalSpacing(8)
        form.setVerticalSpacing(6)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for text, box in fields:
            form.addRow(labelled(text, "muted"), box)
        how.body.addLayout(form)
        for widget in below:
            how.body.addWidget(widget, int(isinstance(widget, QAbstractItemView)))
        how.body.addWidget(self.afresh)
        how.body.addWidget(self.switch)
        shown = Card("Preview")
        shown.body.addWidget(self.preview, 1)
        self.foot = QHBoxLayout()
        self.foot.addWidget(self.said, 1)
        shown.body.addWidget(self.waiting)
        shown.body.addLayout(self.foot)
        shown.body.addWidget(self.problem)
        right = QVBoxLayout()
        right.setSpacing(10)
        right.addWidget(shown, 1)
        if last is not None:
            right.addWidget(last)
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

    # What the dialogs do each in their way

    def show_found(self, preview: Any) -> ShownRows:
        """Set the controls to what was found; the rows to be looked at."""
        raise NotImplementedError

    def read_whole(self, preview: Any, progress: Progress | None, cancelled: Asked | None) -> Any:
        raise NotImplementedError

    def take(self, whole: Any) -> None:
        raise NotImplementedError

    def forget(self) -> None:
        """What was read before counts no more."""

    def allow(self, possible: bool) -> None:
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(possible)

    # What the user wants

    def wish(self, **changes: object) -> None:
        self._wishes = replace(self._wishes, **changes)
        self._examine()

    def _start_over(self) -> None:
        self._wishes = self._no_wishes
        self._examine()

    def _switch(self) -> None:
        self.reject()
        self.switch_asked.emit()

    # What there is

    def _examine(self) -> None:
        """Look at the file with the wishes."""
        wishes = self._wishes
        self._begin_anew()
        if self._large:
            self._wait(lambda progress, cancelled: self._file.preview(wishes), self.show_preview)
        else:
            self.show_preview(self._file.preview(wishes))

    def show_preview(self, preview: Any) -> None:
        """Show it, and read the whole file in that shape."""
        self._begin_anew()
        self._filling = True
        encoding = preview.encoding.removesuffix("-sig")  # marks are no matter of choice
        self.encoding.setCurrentIndex(max(self.encoding.findData(encoding), 0))
        self.preview.show_rows(self.show_found(preview))
        self._filling = False
        if self._large and not preview.problem:
            self._wait(lambda *watching: self.read_whole(preview, *watching), self._take)
            return
        try:
            self._take(self.read_whole(preview, None, None))
        except PlainError as error:
            self.refuse(str(error))

    def _begin_anew(self) -> None:
        self._background.drop()
        self.waiting.hide()
        self.forget()
        self.allow(False)

    def _wait(self, work: Callable[[Progress, Asked], Any], then: Callable[[Any], object]) -> None:
        self.say("Reading…")
        self.waiting.setRange(0, 0)
        self.waiting.show()
        self._background.begin_watched(work, then, self.refuse, self._advance, SHOWN)

    def _advance(self, fraction: float) -> None:
        self.waiting.setRange(0, FINE)
        self.waiting.setValue(round(fraction * FINE))

    def _take(self, whole: Any) -> None:
        self.waiting.hide()
        self.take(whole)
        self.allow(True)

    def refuse(self, sentence: str) -> None:
        self.waiting.hide()
        self.say("", sentence)

    def say(self, sentence: str, problem: str = "") -> None:
        self.said.setText(sentence)
        self.said.setVisible(bool(sentence))
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def offer_switch(self, possible: bool, text: str, tip: str) -> None:
        """A way to the other dialog, where the file could also be read by that."""
        self.switch.setText(text)
        self.switch.setToolTip(tip)
        self.switch.setAccessibleName(text)
        self.switch.setVisible(possible)

    def done(self, result: int) -> None:
        self._background.drop()
        super().done(result)


def choice(name: str, tip: str) -> ChoiceBox:
    box = ChoiceBox(wide=True)
    box.setAccessibleName(name)
    box.setToolTip(tip)
    return box


def button(text: str, tip: str) -> QPushButton:
    made = QPushButton(text)
    made.setToolTip(tip)
    made.setAutoDefault(False)
    return made
