"""Which way each word of a text pulls: what it adds to the score of every label."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.rows import Floats, Ints, Rows, frozen_array
from core.run import Moment
from core.texts.reading import TextReading
from core.texts.spans import Mark


@dataclass(frozen=True, eq=False)
class ReadText:
    """A text as a reading sees it: its words, its features, and which word shares in which.

    A feature that several words share in (an n-gram, or a word that comes twice) is split evenly
    among them, so that what the words add makes up the whole score but the bias.
    """

    text: str
    marks: tuple[Mark, ...]
    row: Rows  # of one row
    words: Ints  # [p], places in marks
    features: Ints  # [p]
    values: Floats  # [p], the word's part of the feature's value

    @property
    def unknown(self) -> tuple[Mark, ...]:
        """Words that no feature stands for."""
        return tuple(mark for mark in self.marks if not mark.features)


@dataclass(frozen=True, eq=False)
class Pulls:
    """How the words of a text pull at a moment."""

    per_word: Floats | None  # [words, classes]; None for a readout that is no weighted sum
    scores: Floats  # [classes]

    @property
    def toward(self) -> Ints:
        """The label that each word pulls toward, of all labels the most."""
        assert self.per_word is not None
        return frozen_array(self.per_word.argmax(axis=1), np.int32)

    @property
    def strength(self) -> Floats:
        """How much more a word adds to that label than to the others on average."""
        assert self.per_word is not None
        classes = self.per_word.shape[1]
        best, total = self.per_word.max(axis=1), self.per_word.sum(axis=1)
        others: Floats = best - (total - best) / (classes - 1)
        return others


def read_text(reading: TextReading, text: str) -> ReadText:
    """The text taken apart; the same at every moment."""
    marks, row = reading.marks(text), reading.rows([text])
    columns, values = row.row(0)
    value_of = dict(zip(columns.tolist(), values.tolist(), strict=True))
    pairs = [
        (word, feature)
        for word, mark in enumerate(marks)
        for feature in mark.features
        if feature in value_of
    ]
    words = np.array([word for word, _ in pairs], np.int32)
    features = np.array([feature for _, feature in pairs], np.int32)
    shares = np.bincount(features, minlength=1)[features] if len(pairs) else np.zeros(0)
    split = np.array([value_of[feature] for _, feature in pairs]) / shares
    return ReadText(text, marks, row, words, features, split)


def pulls(moment: Moment, text: ReadText, readout: str = "last") -> Pulls:
    """What every word adds to every label's score at this moment."""
    scores = moment.scores(text.row, readout)[0]
    own = moment.run.recording.own_rows(text.row)
    if own is None or readout == "voted" or own.width - text.row.width not in (0, 1):
        return Pulls(None, scores)
    weights = moment.weights(readout)
    parts = text.values[:, None] * weights[text.features]
    if parts.shape[1] == 1:
        parts = parts * np.array([-0.5, 0.5])  # one vector speaks for both classes
    per_word = np.zeros((len(text.marks), parts.shape[1]))
    np.add.at(per_word, text.words, parts)
    return Pulls(per_word, scores)
