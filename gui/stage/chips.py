"""The small texts that lie on the stage: the note, the notice and the hint."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from gui.card import labelled, restyle
from gui.stage.words import Note


class NoteChip(QFrame):
    """What the last step did, in the lower left corner."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("What the last step did")
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(12, 7, 12, 7)
        row.setSpacing(5)
        self._verdict, self._rest = labelled(""), labelled("")
        row.addWidget(self._verdict)
        row.addWidget(self._rest)
        self._shown: Note | None = None
        self.hide()

    @property
    def text(self) -> str:
        return f"{self._verdict.text()} {self._rest.text()}".strip()

    def show_note(self, note: Note | None) -> None:
        if note == self._shown:
            return
        before, self._shown = self._shown, note
        if note is not None:
            self._verdict.setText(note.verdict)
            self._verdict.setVisible(bool(note.verdict))
            self._rest.setText(note.rest)
            if before is None or before.role != note.role:
                restyle(self._verdict, note.role)
            self._row.activate()
            self.adjustSize()
        self.setVisible(note is not None)


class Sentence(QLabel):
    """One sentence over the stage; hidden while there is nothing to say."""

    def __init__(self, parent: QWidget, role: str, name: str) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(name)
        self.hide()

    def say(self, sentence: str) -> None:
        if sentence != self.text():
            self.setText(sentence)
        self.setVisible(bool(sentence))

    def fit_into(self, width: int) -> None:
        """As narrow as the sentence allows, and wrapped beyond this width."""
        if not self.text():
            return
        natural = self.fontMetrics().size(0, self.text()).width() + 30
        width = max(min(natural, width), 40)
        self.resize(width, self.heightForWidth(width))
