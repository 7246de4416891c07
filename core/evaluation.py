"""How a moment's predictions compare with the truth: confusion, rates per class, calibration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.errors import PlainError
from core.measure import Confusion, confusion, predictions, probabilities
from core.rows import Floats
from core.run import Moment

Part: TypeAlias = Literal["train", "held-out"]
PARTS: tuple[Part, ...] = ("train", "held-out")
NEARLY_KEPT = 0.02


@dataclass(frozen=True)
class ClassRates:
    """One class: of what was called so, how much is (precision); of what is, how much was called
    so (recall); and their harmonic mean. 0 where nothing divides."""

    name: str
    precision: float
    recall: float
    f1: float
    examples: int  # that are of this class
    predicted: int  # that were called so


@dataclass(frozen=True)
class Evaluation:
    """A part of the data at a moment."""

    part: Part
    confusion: Confusion  # counts [gold, predicted]
    classes: tuple[ClassRates, ...]
    macro: tuple[float, float, float]  # precision, recall and F1, averaged over the classes
    micro: float  # over all decisions together; the accuracy
    examples: int

    @property
    def accuracy(self) -> float:
        return self.micro


@dataclass(frozen=True, eq=False)
class Calibration:
    """Are probabilities kept? In each bin: what was promised, and how often it came true.

    All arrays [bins]; nan in bins without examples.
    """

    part: Part
    label: int | None  # whose probability it is; None: of the predicted label, whichever it is
    edges: Floats  # [bins + 1]
    predicted: Floats  # mean probability
    observed: Floats  # how often it was so
    counts: NDArray[np.int64]
    error: float  # expected calibration error: mean |observed − predicted| over the examples
    sentence: str


def rows_of(moment: Moment, part: Part) -> NDArray[np.int64]:
    """The rows of the dataset that belong to a part."""
    held_out = moment.run.dataset.held_out_rows
    return np.flatnonzero(held_out if part == "held-out" else ~held_out)


def evaluate(
    moment: Moment, readout: str = "last", part: Part = "train", scores: Floats | None = None
) -> Evaluation | None:
    """All rates of a part of the data; None when there is nothing in it.

    `scores` [n, classes] of the whole dataset, where they are known already.
    """
    dataset, rows = moment.run.dataset, rows_of(moment, part)
    if not len(rows):
        return None
    scores = moment.scores(readout=readout) if scores is None else scores
    predicted = predictions(scores[rows])
    found = confusion(predicted, dataset.labels[rows], dataset.classes)
    there, called = found.counts.sum(axis=1), found.counts.sum(axis=0)
    rates = zip(
        dataset.class_names, found.precision, found.recall, found.f1, there, called, strict=True
    )
    classes = tuple(
        ClassRates(name, float(p), float(r), float(f), int(n), int(m))
        for name, p, r, f, n, m in rates
    )
    return Evaluation(part, found, classes, found.macro, found.micro, len(rows))


def items_in(
    moment: Moment,
    gold: int,
    predicted: int,
    part: Part = "train",
    readout: str = "last",
    scores: Floats | None = None,
) -> NDArray[np.int64]:
    """The rows of one cell of the confusion matrix."""
    rows = rows_of(moment, part)
    scores = moment.scores(readout=readout) if scores is None else scores
    called = predictions(scores[rows])
    labels = moment.run.dataset.labels[rows]
    return np.asarray(rows[(labels == gold) & (called == predicted)])


def calibration(
    moment: Moment,
    readout: str = "last",
    part: Part = "train",
    bins: int = 10,
    label: int | None = None,
) -> Calibration | None:
    """How well the probabilities of a label are kept; None when there is nothing in the part.

    Without a label it is class 1 of two classes, and the predicted label of more.
    """
    run = moment.run
    if not run.learner.probabilistic:
        raise PlainError(f"{run.learner.title} gives scores, not probabilities.")
    if bins < 1:
        raise PlainError("There must be at least one bin.")
    rows = rows_of(moment, part)
    if not len(rows):
        return None
    if label is None and run.dataset.classes == 2:
        label = 1
    promised, came_true = _promises(moment, rows, readout, label)
    edges = np.linspace(0.0, 1.0, bins + 1)
    place = np.minimum((promised * bins).astype(np.int64), bins - 1)
    counts = np.bincount(place, minlength=bins)
    with np.errstate(invalid="ignore"):
        predicted = np.bincount(place, promised, bins) / counts
        observed = np.bincount(place, came_true, bins) / counts
    gaps = np.abs(np.where(counts > 0, observed - predicted, 0.0))
    error = float((gaps * counts).sum() / len(rows))
    surplus = float(promised.mean() - came_true.mean())
    return Calibration(
        part, label, edges, predicted, observed, counts, error, _sentence(error, surplus)
    )


def _promises(
    moment: Moment, rows: NDArray[np.int64], readout: str, label: int | None
) -> tuple[Floats, Floats]:
    """The probability given to a label (or to the predicted one), and whether it was the truth."""
    shares = probabilities(moment.scores(readout=readout)[rows])
    called = predictions(shares) if label is None else np.full(len(rows), label)
    came_true = (moment.run.dataset.labels[rows] == called).astype(np.float64)
    return shares[np.arange(len(rows)), called], came_true


def _sentence(error: float, surplus: float) -> str:
    if error < NEARLY_KEPT:
        return "The probabilities are kept almost to the letter."
    off = f"The probabilities are off by {error:.2f} on average"
    if abs(surplus) < NEARLY_KEPT:
        return f"{off}, too high in some places and too low in others."
    return f"{off}, and promise {'more' if surplus > 0.0 else 'less'} than comes true."
