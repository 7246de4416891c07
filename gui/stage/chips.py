"""The small texts that lie on the stage: the note, the notice and the hint."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from gui.card import labelled
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
        # One label per role: giving a label another role while it is shown takes long.
        self._verdicts = {role: labelled("", role) for role in ("mistake", "good")}
        self._rest = labelled("")
        for label in (*self._verdicts.values(), self._rest):
            row.addWidget(label)
        self._shown: Note | None = None
        self.hide()

    @property
    def text(self) -> str:
        shown = [v.text() for v in self._verdicts.values() if v.isVisibleTo(self)]
        return " ".join([*shown, self._rest.text()])

    def show_note(self, note: Note | None) -> None:
        if note == self._shown:
            return
        self._shown = note
        if note is not None:
            for role, label in self._verdicts.items():
                label.setText(note.verdict)
                label.setVisible(role == note.role)
            self._rest.setText(note.rest)
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
