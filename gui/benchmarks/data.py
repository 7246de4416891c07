"""Made data for timing: like texts, and like drawn points; the same for the same seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.rows import Floats, Ints, Rows

SHARE_OF_NOISE = 0.3  # of the spread of the scores that the labels come from


@dataclass(frozen=True)
class Problem:
    """One dataset in the form of every contestant."""

    name: str
    dataset: Dataset
    matrix: Any  # as scikit-learn likes it: CSR for texts, an array for points
    passes: int

    @property
    def labels(self) -> Ints:
        return self.dataset.labels

    @property
    def classes(self) -> int:
        return self.dataset.classes

    @property
    def is_text(self) -> bool:
        return not isinstance(self.matrix, np.ndarray)

    @property
    def steps(self) -> int:
        return self.passes * len(self.dataset)


def text_like(
    documents: int, vocabulary: int, words: int, classes: int, passes: int, seed: int = 0
) -> Problem:
    """Documents of about `words` different words; the r-th commonest word comes 1/r as often.

    Labels are planted: the best of `classes` random linear scores, with noise.
    """
    from scipy.sparse import csr_matrix

    rng = np.random.default_rng(seed)
    columns, starts = _documents(rng, documents, vocabulary, words)
    shape = (documents, vocabulary)
    matrix = csr_matrix((np.ones(len(columns)), columns, starts), shape=shape)
    labels = _planted(rng, matrix @ rng.normal(size=(vocabulary, classes)))
    names = tuple(f"w{j}" for j in range(vocabulary))
    dataset = Dataset(Rows.from_csr(matrix), labels, _names(classes), names)
    return Problem(f"text, {classes} classes", dataset, matrix, passes)


def _documents(
    rng: np.random.Generator, documents: int, vocabulary: int, words: int
) -> tuple[Ints, NDArray[np.int64]]:
    """Columns and starts; vocabulary^u with u uniform is a rank of density 1/rank.

    A word drawn twice counts once.
    """
    drawn = draws_for(words, vocabulary)
    ranks = (vocabulary ** rng.random((documents, drawn))).astype(np.int32) - 1
    number = rng.permutation(vocabulary).astype(np.int32)  # common words lie anywhere
    table = np.sort(number[ranks], axis=1)
    new = np.ones(table.shape, np.bool_)
    new[:, 1:] = table[:, 1:] != table[:, :-1]
    starts = np.zeros(documents + 1, np.int64)
    np.cumsum(new.sum(axis=1), out=starts[1:])
    return table[new], starts


def draws_for(words: int, vocabulary: int) -> int:
    """How many draws give about so many different words."""
    edges = np.log(np.arange(1, vocabulary + 1)) / np.log(vocabulary)
    never = 1.0 - np.diff(edges)  # the chance of each word not to be drawn
    drawn = words
    while (1.0 - never**drawn).sum() < words and drawn < 100 * words:
        drawn += max(words // 40, 1)
    return drawn


def plane(points: int, classes: int, passes: int, seed: int = 0) -> Problem:
    """Points from one cloud, labelled by the best of `classes` random directions, with noise."""
    rng = np.random.default_rng(seed)
    xy = rng.normal(size=(points, 2))
    angles = 2.0 * np.pi * (np.arange(classes) + rng.random()) / classes
    labels = _planted(rng, xy @ np.array([np.cos(angles), np.sin(angles)]))
    dataset = Dataset(Rows.from_dense(xy), labels, _names(classes), ("x", "y"), items=xy)
    return Problem(f"{points:,} points, {classes} classes", dataset, xy, passes)


def _planted(rng: np.random.Generator, scores: Floats) -> Ints:
    noise = rng.normal(size=scores.shape) * SHARE_OF_NOISE * scores.std()
    labels: Ints = np.argmax(scores + noise, axis=1).astype(np.int32)
    return labels


def _names(classes: int) -> tuple[str, ...]:
    return tuple(f"class {k + 1}" for k in range(classes))
