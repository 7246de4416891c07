"""Two words as axes: documents at how often they have them, the boundary a moving line."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from core.cut import cut_along_words
from core.dataset import Dataset
from core.rows import Floats
from core.run import Moment
from core.text_words import heaviest
from gui.card import labelled
from gui.panels.curve_axis import Axis, nice_step, span_axis
from gui.plain_text import short
from gui.stage.cut_chart import CutChart, Trace
from gui.stage.documents import Documents
from gui.stage.word_choice import Offer, WordChoice
from gui.step_copy import number_style
from gui.studio import Studio
from gui.theme import Theme

CONTROLS = 40.0  # pixels
OFFERED = 40  # words in a list
TRIED = 30  # of the heaviest words of a class, for one to begin with
ROOM = 0.42  # of the gap between two values that documents of one value may fill
APART = 0.66  # of a sign's size, between documents that coincide
GOLDEN_ANGLE = math.pi * (3.0 - math.sqrt(5.0))


class TwoWords(CutChart):
    """Which two words is the view's own; they stay chosen as long as there are such words."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__(studio, theme, "Two words", CONTROLS)
        self._dataset: Dataset | None = None
        self._names: tuple[str, str] | None = None  # as a person has chosen them
        self._words: tuple[int, int] | None = None
        self._guessed_early = True  # were they picked before the runs had ended?
        self._values: Floats = np.zeros((0, 2))  # of the two words in every document
        self._heaps: tuple[object, Floats] | None = None  # for which room, and where documents are
        self._gaps = (1.0, 1.0)  # between 0 and the least value, across and up
        tip = "Type a word, or open the list of the heaviest ones"
        self.first = WordChoice(
            theme, "Word across", f"The word across: {tip.lower()}", self._offer
        )
        self.second = WordChoice(theme, "Word up", f"The word up: {tip.lower()}", self._offer)
        self.first.chosen.connect(lambda word: self._choose(0, word))
        self.second.chosen.connect(lambda word: self._choose(1, word))
        row = QHBoxLayout()
        row.setSpacing(6)
        for text, field in (("across", self.first), ("up", self.second)):
            row.addWidget(labelled(text, "muted"))
            row.addWidget(field)
            row.addSpacing(8)
            field.refused.connect(studio.said.emit)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 7, 12, 0)
        column.addLayout(row)
        column.addStretch(1)

    def arrange(self, shown: Documents) -> str:
        dataset = shown.dataset
        if dataset.rows.width < 2:
            return "The documents have fewer than two words in common with the training ones."
        if dataset is not self._dataset:
            self._dataset, self._guessed_early = dataset, True
            for field in (self.first, self.second):
                field.know(dataset.feature_names)
            self._pick_words(shown)
        elif self._guessed_early and self.studio.results.done:
            self._guessed_early = False
            self._pick_words(shown)
        self.find_traces(shown)
        self.say(self._note(shown))
        return ""

    # Which words

    def _pick_words(self, shown: Documents) -> None:
        self._words = self._same_words() or _first_words(self._end(shown), shown)
        self._follow_words(shown.dataset)

    def _end(self, shown: Documents) -> Moment:
        """The run as far as it goes: what is heavy there is worth watching."""
        result = self.studio.active_result
        return shown.moment if result is None else result.at(result.steps) or shown.moment

    def _same_words(self) -> tuple[int, int] | None:
        if self._names is None:
            return None
        first, second = (self.first.number_of(name) for name in self._names)
        return None if first is None or second is None else (first, second)

    def show_words(self, first: str, second: str) -> None:
        """Take these as axes, if the documents have them."""
        self._names, self._dataset = (first, second), None
        self.ask()

    def _choose(self, place: int, word: int) -> None:
        if self._words is None or self._dataset is None:
            return
        before, words = self._words, list(self._words)
        if word == before[1 - place]:  # they change places
            words[1 - place] = before[place]
        words[place] = word
        self._words = (words[0], words[1])
        names = self._dataset.feature_names
        self._names = (names[words[0]], names[words[1]])
        self._follow_words(self._dataset)
        self.setFocus()  # so that the next key drives the run again
        self.ask()

    def _follow_words(self, dataset: Dataset) -> None:
        assert self._words is not None
        first, second = self._words
        QTimer.singleShot(0, self._show_words)  # not in the middle of painting
        self.cut = cut_along_words(dataset, first, second)
        self._values = dataset.rows.dense_columns(self._words)
        across, up = self._values.T
        self._gaps = (_gap(across), _gap(up))
        self.across, self.up = _axis(across), _axis(up)

    def key_place(self) -> tuple[float, float]:
        return self.second.geometry().center().y() + 5.0, self.second.geometry().right() + 12.0

    def _show_words(self) -> None:
        for field, word in zip((self.first, self.second), self._words or (), strict=False):
            if not field.being_typed:
                field.show_word(word)

    def _offer(self) -> Offer:
        """The heaviest words of every class now; at the start, the most frequent ones."""
        if self.shown is None:
            return ()
        moment, readout = self.shown.moment, self.shown.readout
        classes = self.shown.dataset.classes
        each = max(OFFERED // classes, 2)
        found: dict[int, tuple[float, int]] = {}
        for label in range(classes):
            for word, weight in heaviest(moment, readout, label, each):
                found[word] = max(found.get(word, (0.0, label)), (weight, label))
        if not found:
            return [(word, None) for word in _frequent(self.shown.dataset)[:OFFERED].tolist()]
        ranked = sorted(found, key=lambda word: -found[word][0])
        return [(word, found[word][1]) for word in ranked]

    # Where documents are

    def places(self, shown: Documents) -> Floats:
        """At their values, those that coincide in a round heap, always the same."""
        assert self.across is not None
        assert self.up is not None
        area = self.area()
        room = (area.getRect(), self._words, id(self._values))
        if self._heaps is None or self._heaps[0] != room:
            wide = ROOM * self._gaps[0] * area.width() / (self.across.high - self.across.low)
            high = ROOM * self._gaps[1] * area.height() / (self.up.high - self.up.low)
            heaps = _heaped(self._values, wide, high, APART * self.sign_size)
            self._heaps = (room, self.pixels(self._values[:, 0], self._values[:, 1]) + heaps)
        return self._heaps[1]

    def _note(self, shown: Documents) -> str:
        shaken = "Documents that coincide form a heap."
        trace = self.trace_of(shown)
        if trace is None:
            return f"{shown.title} has no weights that draw a straight line here. {shaken}"
        if trace.weights.shape[1] > 1:
            return (
                f"Each class scores by its weights of the two words, its bias and what the other "
                f"words add on average. {shaken}"
            )
        return f"{self._equation(trace, shown)} {shaken}"

    def _equation(self, trace: Trace, shown: Documents) -> str:
        number = number_style(self.studio)
        first, second, rest = trace.weights[:, 0].tolist()
        one, other = (short(shown.dataset.feature_names[k], 20) for k in self._words or (0, 0))
        line = f"{number(first)} · {one} {_signed(second, number)} · {other}"
        rests = "the bias and " if shown.moment.run.bias else ""
        return (
            f"{line} {_signed(rest, number)} = 0 is the line; the {number(rest)} is {rests}"
            "what the other words add on average."
        )


def _signed(value: float, number: object) -> str:
    assert callable(number)
    return f"{'−' if value < 0 else '+'} {number(abs(value))}"


def _frequent(dataset: Dataset) -> NDArray[np.intp]:
    """Words by how many training documents have them, the most frequent first."""
    counts = np.bincount(dataset.rows.take(dataset.training).columns, minlength=dataset.rows.width)
    return np.argsort(-counts, kind="stable")


def _first_words(moment: Moment, shown: Documents) -> tuple[int, int]:
    """A heavy word of each of two classes that several documents have; or two frequent words."""
    dataset = shown.dataset
    counts = np.bincount(dataset.rows.columns, minlength=dataset.rows.width)
    chosen: list[int] = []
    for label in (1, 0):
        found = heaviest(moment, shown.readout, label, TRIED)
        worth = {word: weight * math.sqrt(counts[word]) for word, weight in found}
        chosen += [word for word in sorted(worth, key=lambda w: -worth[w]) if word not in chosen][
            :1
        ]
    chosen += [word for word in _frequent(dataset)[:3].tolist() if word not in chosen]
    return chosen[0], chosen[1]


def _gap(values: Floats) -> float:
    """Between 0 and the least value above."""
    some = values[values > 0.0]
    return float(some.min()) if len(some) else 1.0


def _axis(values: Floats) -> Axis:
    """With room for a heap around 0 and around the largest value."""
    largest, gap = float(values.max(initial=0.0)), _gap(values)
    low, high = min(-0.5 * gap, float(values.min(initial=0.0))), max(largest, gap) + 0.5 * gap
    if (values == np.round(values)).all():
        step = max(nice_step(max(largest, 1.0), 8), 1.0)
        ticks = tuple(k * step for k in range(int(max(largest, 1.0) / step) + 1))
        return Axis(low, high, ticks, tuple(f"{tick:.0f}" for tick in ticks))
    return span_axis(low, high, most_ticks=7)


def _heaped(values: Floats, wide: float, high: float, apart: float) -> Floats:
    """How far each document is moved, in pixels, so that those at one spot form a heap.

    The k-th lies k golden angles around and √k out, as seeds do in a sunflower: evenly.
    """
    _, spot, counts = np.unique(values, axis=0, return_inverse=True, return_counts=True)
    spot = spot.ravel()
    # Files are often sorted by class, and what is drawn later should lie anywhere in the heap.
    mixed = np.argsort(np.arange(len(values)) * math.sqrt(2.0) % 1.0)
    order = mixed[np.argsort(spot[mixed], kind="stable")]
    rank = np.empty(len(values))
    rank[order] = np.arange(len(values)) - np.repeat(np.cumsum(counts) - counts, counts)
    size = np.sqrt(counts[spot])
    out = np.sqrt(rank) * (counts[spot] > 1)
    x = out * np.cos(rank * GOLDEN_ANGLE) * np.minimum(apart, wide / size)
    y = out * np.sin(rank * GOLDEN_ANGLE) * np.minimum(apart, high / size)
    return np.stack([x, y], axis=1)
