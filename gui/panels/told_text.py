"""A paragraph in which some words have a colour of their own; plain text all the same."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.theme import Theme


@dataclass(frozen=True)
class ClassWord:
    """A class name within a text."""

    start: int
    length: int
    class_index: int


class ToldText(QWidget):
    """Wraps its words; names of classes are set in the classes' colours."""

    def __init__(self, theme: Theme, least_lines: int = 1, *, centred: bool = False) -> None:
        super().__init__()
        self._theme, self._least_lines, self._centred = theme, least_lines, centred
        self._text, self._colour = "", "text"
        self._words: tuple[ClassWord, ...] = ()
        self._layouts: dict[int, QTextLayout] = {}  # by width, of what is shown now
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self._forget)

    def _forget(self) -> None:
        self._layouts.clear()
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._forget()

    def text(self) -> str:
        return self._text

    def show_text(self, text: str, words: tuple[ClassWord, ...] = (), colour: str = "text") -> None:
        if (text, words, colour) == (self._text, self._words, self._colour):
            return
        lines = self._lines(self.width())
        self._text, self._words, self._colour = text, words, colour
        self.setAccessibleName(text)
        self._forget()
        if self._lines(self.width()) != lines:
            self.updateGeometry()

    @property
    def lines(self) -> int:
        """How many lines it takes, or is to take at least."""
        return self._lines(self.width())

    def keep_lines(self, least: int) -> None:
        """Keep room for at least this many lines, so that what is below seldom moves."""
        if least != self._least_lines:
            self._least_lines = least
            self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._lines(width) * self.fontMetrics().lineSpacing()

    def sizeHint(self) -> QSize:
        width = max(self.width(), 120)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self._least_lines * self.fontMetrics().lineSpacing())

    def _lines(self, width: int) -> int:
        return max(self._laid_out(width).lineCount(), self._least_lines)

    def _balanced(self) -> int:
        """A width at which the lines are about equally long, and no more than they must be."""
        narrow, wide = self.width() // 2, self.width()
        lines = self._laid_out(wide).lineCount()
        while lines > 1 and wide - narrow > 8:
            middle = (narrow + wide) // 2
            if self._laid_out(middle).lineCount() > lines:
                narrow = middle
            else:
                wide = middle
        return wide

    def _laid_out(self, width: int) -> QTextLayout:
        found = self._layouts.get(width)
        if found is None:
            found = self._layouts[width] = self._lay_out(width)
        return found

    def _lay_out(self, width: int) -> QTextLayout:
        # “η = 1” stays on one line.
        layout = QTextLayout(self._text.replace(" = ", "\u00a0=\u00a0"), self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        if self._centred:
            option.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout.setTextOption(option)
        layout.setFormats([self._format(word) for word in self._words])
        layout.beginLayout()
        y = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width, 40))
            line.setPosition(QPointF(0, y))
            y += self.fontMetrics().lineSpacing()
        layout.endLayout()
        return layout

    def _format(self, word: ClassWord) -> QTextLayout.FormatRange:
        style = QTextCharFormat()
        style.setForeground(self._theme.class_colour(word.class_index))
        style.setFontWeight(QFont.Weight.DemiBold)
        found = QTextLayout.FormatRange()
        found.start, found.length, found.format = word.start, word.length, style
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setPen(self._theme.colour(self._colour))
            if not self._centred:
                self._laid_out(self.width()).draw(painter, QPointF(0, 0))
                return
            width = self._balanced()
            laid_out = self._laid_out(width)
            free = self.height() - laid_out.lineCount() * self.fontMetrics().lineSpacing()
            laid_out.draw(painter, QPointF((self.width() - width) / 2, max(free / 2, 0.0)))


def class_words(
    text: str, names: tuple[str, ...], indices: tuple[int, ...]
) -> tuple[ClassWord, ...]:
    """The first place where each of these classes is named, as a whole word."""
    words = []
    for index in dict.fromkeys(indices):
        name = names[index]
        start = _whole_word(text, name)
        if name and start >= 0:
            words.append(ClassWord(start, len(name), index))
    return tuple(words)


def _whole_word(text: str, name: str) -> int:
    start = text.find(name)
    while start >= 0:
        before, after = text[:start][-1:], text[start + len(name) :][:1]
        if not (before.isalnum() or after.isalnum()):
            return start
        start = text.find(name, start + 1)
    return -1
