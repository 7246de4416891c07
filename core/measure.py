"""How good a moment is: margins, the five losses, accuracy, and the confusion of labels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.rows import Floats, Ints

LOSSES = ("zero-one", "perceptron", "hinge", "log", "exp")
LARGEST_EXPONENT = 700.0  # e^700 is still a number


def margins(scores: Floats, labels: Ints) -> Floats:
    """Gold score minus the best other one; scores […, n, classes] give margins […, n]."""
    if scores.shape[-1] == 2:
        return np.asarray((scores[..., 1] - scores[..., 0]) * (2.0 * labels - 1.0))
    gold = labels[:, None] == np.arange(scores.shape[-1])
    gold_scores = scores[..., np.arange(len(labels)), labels]
    return np.asarray(gold_scores - np.where(gold, -np.inf, scores).max(axis=-1))


def losses(name: str, scores: Floats, labels: Ints) -> Floats:
    """One of the five losses for every example; scores […, n, classes] give losses […, n].

    All are functions of the margin, but for the log loss with three classes or more.
    """
    if name == "log" and scores.shape[-1] > 2:
        return _softmax_losses(scores, labels)
    return margin_losses(name, margins(scores, labels))


def margin_losses(name: str, margin: Floats) -> Floats:
    """A loss as a function of the margin; the log loss is that of two classes."""
    if name == "zero-one":
        return (margin <= 0.0).astype(np.float64)
    if name == "perceptron":
        return np.maximum(0.0, -margin)
    if name == "hinge":
        return np.maximum(0.0, 1.0 - margin)
    if name == "log":
        return np.logaddexp(0.0, -margin)
    return np.exp(np.minimum(-margin, LARGEST_EXPONENT))


def _softmax_losses(scores: Floats, labels: Ints) -> Floats:
    """−log of the gold label's probability."""
    highest = scores.max(axis=-1, keepdims=True)
    normaliser = np.log(np.exp(scores - highest).sum(axis=-1)) + highest[..., 0]
    return np.asarray(normaliser - scores[..., np.arange(len(labels)), labels])


def predictions(scores: Floats) -> NDArray[np.int32]:
    """The label with the highest score, the first of equals."""
    return np.asarray(np.argmax(scores, axis=1), np.int32)


def probabilities(scores: Floats) -> Floats:
    """Softmax over the labels: what a probabilistic learner's scores stand for."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


@dataclass(frozen=True)
class Measures:
    """Means over a set of examples; accuracy counts the first of equally scored labels."""

    accuracy: float
    zero_one: float
    perceptron: float
    hinge: float
    log: float
    exp: float


def measure(scores: Floats, labels: Ints) -> Measures | None:
    """All measures of these scores [n, classes]; None when there is nothing to measure."""
    if len(labels) == 0:
        return None
    means = (float(losses(name, scores, labels).mean()) for name in LOSSES)
    return Measures(float((scores.argmax(axis=1) == labels).mean()), *means)


@dataclass(frozen=True)
class Confusion:
    """Counts [gold, predicted] and the rates that follow from them; 0 where nothing divides."""

    counts: NDArray[np.int64]

    @property
    def precision(self) -> Floats:
        return _ratio(np.diag(self.counts), self.counts.sum(axis=0))

    @property
    def recall(self) -> Floats:
        return _ratio(np.diag(self.counts), self.counts.sum(axis=1))

    @property
    def f1(self) -> Floats:
        """Per class: twice the hits over what was predicted plus what was there."""
        return _ratio(2 * np.diag(self.counts), self.counts.sum(axis=0) + self.counts.sum(axis=1))

    @property
    def macro(self) -> tuple[float, float, float]:
        """Precision, recall and F1 averaged over the classes."""
        return float(self.precision.mean()), float(self.recall.mean()), float(self.f1.mean())

    @property
    def micro(self) -> float:
        """Precision, recall and F1 over all decisions together: all three are the accuracy."""
        return float(_ratio(np.trace(self.counts), self.counts.sum()))


def confusion(predicted: Ints, labels: Ints, classes: int) -> Confusion:
    """Count how often each gold label (row) was predicted as each label (column)."""
    pairs = labels.astype(np.int64) * classes + predicted
    return Confusion(np.bincount(pairs, minlength=classes * classes).reshape(classes, classes))


def _ratio(numerator: object, denominator: object) -> Floats:
    over, under = np.asarray(numerator, np.float64), np.asarray(denominator, np.float64)
    return np.divide(over, under, out=np.zeros_like(over), where=under != 0)
