"""The slim line above a plane of weights: which two weights, and what else can be chosen."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from core.weight_space import Axes
from gui.card import labelled
from gui.fields import explain
from gui.panels.choice import Choice
from gui.plain_text import short
from gui.theme import Theme

LONGEST = 14  # letters of a weight's name
SIDE, ABOVE = 14, 6  # pixels to the card
ROOMY = 370  # pixels across


class WeightAxes(QWidget):
    """Two different weights; choosing for one axis what the other has swaps them."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.names: tuple[str, ...] = ()  # of the features that the weights belong to
        self.across, self.up = Choice(theme), Choice(theme)
        explain(self.across, "The weight that goes from left to right", "Weight across")
        explain(self.up, "The weight that goes upwards", "Weight up")
        self._chosen: Axes = (0, 1)
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(SIDE, ABOVE, SIDE, 0)
        self.line.setSpacing(6)
        self._words: list[QLabel] = []  # that give way to what can be chosen
        self.add("across", self.across)
        self.add("up", self.up)
        self.across.activated.connect(lambda index: self._take(0, index))
        self.up.activated.connect(lambda index: self._take(1, index))

    def add(self, word: str, choice: QWidget) -> None:
        """One more thing to choose, with a word before it where there is room."""
        self._words.append(labelled(word, "muted"))
        self.line.addWidget(self._words[-1])
        self.line.addWidget(choice)
        self.line.addSpacing(4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        for word in self._words:
            word.setVisible(self.width() >= ROOMY)

    @property
    def axes(self) -> Axes | None:
        """Places among the weights; None while there are fewer than two."""
        return self._chosen if len(self.names) >= 2 else None

    def offer(self, names: tuple[str, ...]) -> None:
        """These weights there are; what was chosen stays chosen where it can."""
        if names == self.names:
            return
        before = [self.names[k] for k in self._chosen] if self.axes else []
        self.names = names
        kept = [names.index(name) for name in before if name in names]
        self._chosen = (kept[0], kept[1]) if len(kept) == 2 else (0, 1)
        for choice in (self.across, self.up):
            choice.offer([weight_name(name) for name in names])
        self._show()

    def choose(self, axes: Axes) -> None:
        if axes != self._chosen:
            self._chosen = axes
            self._show()
            self.changed.emit()

    def _take(self, place: int, index: int) -> None:
        other = self._chosen[1 - place]
        if index == other:
            other = self._chosen[place]
        self.choose((index, other) if place == 0 else (other, index))
        self._show()

    def _show(self) -> None:
        for choice, index in zip((self.across, self.up), self._chosen, strict=True):
            choice.choose(index if index < len(self.names) else -1)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())


def weight_name(feature: str) -> str:
    """The weight of a feature as it is written on screen."""
    return "bias" if feature == "bias" else f"w({short(feature, LONGEST)})"
