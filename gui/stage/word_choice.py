"""A field in which a word is chosen: from the heaviest ones, or typed with completion."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRect, QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QCompleter

from gui.class_signs import class_icon
from gui.icons import icon
from gui.theme import Theme

WIDTH, LEAST_WIDTH = 136, 84
MOST_SEARCHED = 100_000  # words that are searched for a part; of more, only how they begin

Offer = Sequence[tuple[int, int | None]]  # words, and the class that each speaks for


class WordChoice(QComboBox):
    """Says which word a person has chosen; what is no word goes back to what was there."""

    chosen = Signal(int)
    refused = Signal(str)

    def __init__(self, theme: Theme, name: str, tip: str, offer: Callable[[], Offer]) -> None:
        """`offer`: what to choose from when the list is opened, the heaviest first."""
        super().__init__()
        self._theme, self._offer = theme, offer
        self._names: tuple[str, ...] = ()
        self._numbers: dict[str, int] = {}
        self._word: int | None = None
        self._listed: list[int] = []
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setProperty("role", "field")
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setMaximumWidth(WIDTH)
        self._completer = self._make_completer()
        self.activated.connect(self._take_listed)
        editor = self.lineEdit()
        assert editor is not None
        editor.returnPressed.connect(self._take_typed)
        editor.setFrame(False)
        editor.setCompleter(self._completer)  # the box itself would look for its rows in the list
        editor.setStyleSheet("border: none; background: transparent; padding: 0;")
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_WIDTH, super().minimumSizeHint().height())

    def _make_completer(self) -> QCompleter:
        self._model = QStringListModel(self)
        completer = QCompleter(self._model, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setMaxVisibleItems(12)
        completer.activated.connect(self._take)
        return completer

    @property
    def word(self) -> int | None:
        return self._word

    @property
    def being_typed(self) -> bool:
        editor = self.lineEdit()
        return editor is not None and editor.hasFocus() and editor.isModified()

    def know(self, names: tuple[str, ...]) -> None:
        """These are all the words there are."""
        if names is self._names:
            return
        self._names, self._listed = names, []
        self._numbers = {name: k for k, name in enumerate(names)}
        self._model.setStringList(list(names))
        few = len(names) <= MOST_SEARCHED
        found = Qt.MatchFlag.MatchContains if few else Qt.MatchFlag.MatchStartsWith
        self._completer.setFilterMode(found)

    def show_word(self, word: int) -> None:
        """Show this one as chosen, quietly."""
        self._word = word
        self._write(word)

    def number_of(self, name: str) -> int | None:
        """The word as it is written, or else in small letters."""
        return self._numbers.get(name, self._numbers.get(name.lower()))

    def showPopup(self) -> None:
        offered = self._offer()
        text = self.currentText()
        self.blockSignals(True)
        self.clear()
        self._listed = [word for word, _ in offered]
        for word, label in offered:
            if label is None:
                self.addItem(self._names[word])
            else:
                self.addItem(class_icon(label, self._theme), self._names[word])
        self.setCurrentIndex(self._listed.index(self._word) if self._word in self._listed else -1)
        self.setEditText(text)
        self.blockSignals(False)
        self.view().setMinimumWidth(WIDTH + 40)
        super().showPopup()

    def _take_typed(self) -> None:
        self._take(self.currentText())

    def _take(self, text: str) -> None:
        word = self.number_of(text.strip())
        if word is None:
            self.refused.emit(f"“{text.strip()}” is in no training document.")
            self._go_back()
        else:
            self._choose(word)

    def _take_listed(self, place: int) -> None:
        if place < len(self._listed):  # else there have been other words since it opened
            self._choose(self._listed[place])

    def _choose(self, word: int) -> None:
        self.show_word(word)
        self.chosen.emit(word)

    def _go_back(self) -> None:
        if self._word is not None:
            self._write(self._word)

    def _write(self, word: int) -> None:
        editor = self.lineEdit()
        assert editor is not None
        if editor.text() != self._names[word]:
            self.setEditText(self._names[word])
        editor.setModified(False)
        editor.setCursorPosition(0)  # a long word shows how it begins

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._go_back()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # a scroll past it must not change what is shown

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            place = QRect(self.width() - 19, self.height() // 2 - 7, 14, 14)
            icon("chevron-down", self._theme.palette, "muted").paint(painter, place)
