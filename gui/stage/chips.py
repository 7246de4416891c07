"""The small texts that lie on the stage: the note, the notice and the hint."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from gui.stage.words import Note
from gui.theme import Theme

ASIDE, ABOVE, SPACE = 12, 8, 5  # pixels beside and above the note's words, and between them


class NoteChip(QFrame):
    """What the last step did, in the lower left corner.

    It says something else in every frame, so it writes its words itself: labels would have the
    layouts around them worked out again each time.
    """

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("card", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("What the last step did")
        self._shown: Note | None = None
        self.hide()

    @property
    def text(self) -> str:
        note = self._shown
        return "" if note is None else " ".join(filter(None, (note.verdict, note.rest)))

    @property
    def has_words(self) -> bool:
        return self._shown is not None

    def show_note(self, note: Note | None) -> None:
        if note == self._shown:
            return
        self._shown = note
        if note is not None:
            self.setAccessibleDescription(self.text)
            self.resize(self.sizeHint())
            self.update()
        self.setVisible(note is not None)

    def sizeHint(self) -> QSize:
        width = self._width_of_verdict() + self.fontMetrics().horizontalAdvance(self._rest)
        return QSize(width + 2 * ASIDE, self.fontMetrics().height() + 2 * ABOVE)

    @property
    def _rest(self) -> str:
        return "" if self._shown is None else self._shown.rest

    @property
    def _verdict_font(self) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _width_of_verdict(self) -> int:
        """With the space behind it."""
        if self._shown is None or not self._shown.verdict:
            return 0
        return QFontMetrics(self._verdict_font).horizontalAdvance(self._shown.verdict) + SPACE

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        note = self._shown
        if note is None:
            return
        with QPainter(self) as painter:
            words = QRectF(self.rect()).adjusted(ASIDE, 0, 0, 0)
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.setPen(self._theme.colour("text"))
            painter.drawText(words.adjusted(self._width_of_verdict(), 0, 0, 0), flags, note.rest)
            if note.verdict:
                painter.setFont(self._verdict_font)
                painter.setPen(self._theme.colour(note.role))
                painter.drawText(words, flags, note.verdict)


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
