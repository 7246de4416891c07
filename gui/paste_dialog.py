"""Pasting texts: a box with what the clipboard holds, and at once what it would be read as."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from core.errors import PlainError
from core.experiment import TextsData
from core.files.texts import LabelledTexts, parse_pasted
from gui.background import Background
from gui.card import Card, labelled
from gui.dialog_buttons import decision_buttons
from gui.import_base import button
from gui.import_texts_dialog import class_list, counted, show_classes
from gui.left_out import LeftOutDialog

PAUSE = 120  # milliseconds after the last key before the text is read again
LARGE = 200_000  # characters from which it is read beside the window
MOST_SHOWN = 1_000_000  # characters that the box takes; more can be pasted, but not edited
HOW = "A label and a text on every line, with a tab or a comma between them; JSON lines and "\
      "fastText lines are understood as well."  # fmt: skip
EXAMPLE = "good, A warm and funny film.\nbad, Dull, dull and far too long."


class PasteDialog(QDialog):
    """Takes labelled texts; `data` is there once it is accepted."""

    def __init__(self, parent: QWidget | None = None, text: str | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Paste texts")
        self.resize(820, 520)
        self.setMinimumSize(640, 420)
        self.texts: LabelledTexts | None = None
        self.data: TextsData | None = None
        self._made: TextsData | None = None
        self._whole: str | None = None  # a text too long for the box
        self._background = Background(self)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(PAUSE)
        self._later.timeout.connect(self._read)
        self._make_controls()
        self._lay_out()
        self._fill(QGuiApplication.clipboard().text() if text is None else text)

    def _make_controls(self) -> None:
        self.box = QPlainTextEdit()
        self.box.setAccessibleName("Texts with their labels")
        self.box.setToolTip(HOW)
        self.box.setPlaceholderText(EXAMPLE)
        self.box.setTabChangesFocus(False)  # a tab stands between label and text
        self.box.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.classes = class_list()
        self.said, self.problem = labelled("", "muted"), labelled("", "notice")
        for label in (self.said, self.problem):
            label.setWordWrap(True)
        self.left_out = button("", "What could not be used, and why")
        self.left_out.setProperty("role", "link")
        self.left_out.clicked.connect(self._show_left_out)
        self.buttons = decision_buttons(self, "Paste")
        self.box.textChanged.connect(self._later.start)

    def _lay_out(self) -> None:
        how = labelled(HOW, "muted")
        how.setWordWrap(True)
        found = Card("What was understood")
        found.setFixedWidth(250)
        found.body.addWidget(self.said)
        found.body.addWidget(self.problem)
        found.body.addWidget(self.classes, 1)
        found.body.addWidget(self.left_out)
        middle = QHBoxLayout()
        middle.setSpacing(10)
        middle.addWidget(self.box, 1)
        middle.addWidget(found)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(10)
        layout.addWidget(how)
        layout.addLayout(middle, 1)
        layout.addWidget(self.buttons)

    def _fill(self, text: str) -> None:
        if len(text) > MOST_SHOWN:
            self._whole = text
            self.box.setPlainText(text[:MOST_SHOWN] + "\n…")
            self.box.setReadOnly(True)
        else:
            self.box.setPlainText(text)
        self._read()

    # Understanding

    def _read(self) -> None:
        self._later.stop()
        self._background.drop()
        self.texts = self._made = None
        text = self._whole if self._whole is not None else self.box.toPlainText()
        if not text.strip():
            self._show("Nothing yet.")
        elif len(text) > LARGE:
            self._show("Reading…")
            self._background.begin(lambda: _parsed(text), self._take, self._refuse)
        else:
            try:
                self._take(_parsed(text))
            except PlainError as error:
                self._refuse(str(error))

    def _take(self, parsed: tuple[LabelledTexts, TextsData]) -> None:
        self.texts, self._made = parsed
        self._show(counted(self.texts))

    def _refuse(self, sentence: str) -> None:
        self._show("", sentence)

    def _show(self, said: str, problem: str = "") -> None:
        texts = self.texts
        self.said.setText(said)
        self.said.setVisible(bool(said))
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        show_classes(self.classes, Counter(texts.labels).most_common() if texts else ())
        count = texts.left_out_count if texts else 0
        self.left_out.setText(f"{count:,} left out…")
        self.left_out.setVisible(count > 0)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(texts is not None)

    def _show_left_out(self) -> None:
        if self.texts is not None:
            LeftOutDialog(self.texts, self).open()

    # Done

    def accept(self) -> None:
        if self._later.isActive():  # the last keys count as well
            self._read()
        if self._made is not None:
            self.data = self._made
            super().accept()

    def done(self, result: int) -> None:
        self._later.stop()
        self._background.drop()
        super().done(result)


def _parsed(text: str) -> tuple[LabelledTexts, TextsData]:
    texts = parse_pasted(text)
    return texts, texts.to_data()
