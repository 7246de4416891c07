"""What naive Bayes counts, and how counts become log-probabilities: words or bell curves."""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.kernels.counting import (
    bell_curve_kernel,
    gaussian_kernel,
    multinomial_kernel,
    tally_kernel,
)
from core.kernels.entries import Entries
from core.kernels.loops import raw
from core.learners.telling import Counted, Tally
from core.rows import Floats, Ints, Rows

SMALLEST_VARIANCE = 1e-100  # below it, division leaves the range of numbers


class CountModel(Protocol):
    """How rows are seen, how visits are scored and counted, and what counts stand for."""

    feature_names: tuple[str, ...]

    def own_rows(self, rows: Rows) -> Rows:
        """Rows of plain features (no bias) as the read-out counts score them."""
        ...

    def counted_rows(self, rows: Rows) -> Rows:
        """The part of them that counting needs; the rest follows from it."""
        ...

    def tally(self, rows: Rows, labels: Ints, order: NDArray[np.uint32], counts: Floats) -> None:
        """Count the visited ones of the counted rows in."""
        ...

    def visit(self, rows: Rows, labels: Ints, tape: Entries, counts: Floats) -> None:
        """As `tally`, but first score each by the counts before it: margins, marks of the tape."""
        ...

    def theta(self, counts: Floats) -> Floats:
        """The log-probabilities [width, classes] that the counts stand for."""
        ...

    def tally_of(self, columns: Ints, values: Floats, counts: Floats, examples: Ints) -> Tally:
        """What counting an example adds to: its entries in the counted rows, the counts of its
        class before, and how many examples of each class (its own first) came before."""
        ...


class Multinomial:
    """φ = (count + α) / (total + αV), with V the features that occur in training at all.

    With the bias on, its count is the number of examples and its weight log μ, the prior; a class
    without an example yet counts as half an example.
    """

    def __init__(self, training: Rows, names: tuple[str, ...], alpha: float, bias: bool) -> None:
        self.feature_names = (*names, "bias") if bias else names
        self._alpha, self._bias, self._training = alpha, bias, training
        # Carried along from visit to visit: made anew from the counts, they would differ in the
        # last bit, and the tape would depend on how it is stepped.
        self._logs, self._totals = np.zeros((0, 0)), np.zeros((2, 0))

    @cached_property
    def _known(self) -> NDArray[np.bool_]:
        """Which features occur in training; counting alone never asks."""
        known = np.zeros(self._training.width, np.bool_)
        known[self._training.columns] = True
        return known

    def own_rows(self, rows: Rows) -> Rows:
        return rows.with_column_of_ones() if self._bias else rows

    def counted_rows(self, rows: Rows) -> Rows:
        return rows

    def tally(self, rows: Rows, labels: Ints, order: NDArray[np.uint32], counts: Floats) -> None:
        tally_kernel(squares=False)(raw(rows, self._bias), labels, order, counts)

    def visit(self, rows: Rows, labels: Ints, tape: Entries, counts: Floats) -> None:
        if self._logs.shape != counts.shape:
            self._logs = np.full_like(counts, np.log(self._alpha))
            self._totals = np.zeros((2, counts.shape[1]))
        multinomial_kernel()(
            raw(rows, self._bias), labels, tape, counts, self._logs, self._totals, self._alpha,
            max(float(self._known.sum()), 1.0), np.zeros(counts.shape[1]),
        )  # fmt: skip

    def tally_of(self, columns: Ints, values: Floats, counts: Floats, examples: Ints) -> Tally:
        largest = np.argsort(-values, kind="stable")
        features = tuple(
            Counted(self.feature_names[columns[k]], float(values[k]), float(counts[columns[k]]))
            for k in largest
        )
        total, vocabulary = float(counts[: len(self._known)].sum()), max(int(self._known.sum()), 1)
        own, of_all = float(examples[0]), float(examples.sum())
        return Tally(features, total, vocabulary, own, of_all, prior=self._bias)

    def theta(self, counts: Floats) -> Floats:
        features = len(self._known)
        words = counts[:features]
        totals = words.sum(axis=0) + self._alpha * max(self._known.sum(), 1)
        theta = np.zeros_like(counts)
        theta[:features] = np.log(words + self._alpha) - np.log(totals)
        theta[:features][~self._known] = 0.0
        if self._bias:
            examples = counts[features]
            theta[features] = np.log(np.maximum(examples, 0.5) / max(examples.sum(), 1.0))
        return theta

    def theta_along(
        self, feature: int, rows: Rows, labels: Ints, order: NDArray[np.uint32],
        steps: NDArray[np.int64], classes: int,
    ) -> Floats:  # fmt: skip
        """The log-probabilities [len(steps), classes] of one feature after each of these steps."""
        own = labels[order][:, None] == np.arange(classes)

        def counted(values: Floats) -> Floats:
            sums = np.zeros((len(order) + 1, classes))
            np.cumsum(own * values[order][:, None], axis=0, out=sums[1:])
            return np.asarray(sums[steps])

        if feature == len(self._known):  # the bias
            examples = counted(np.ones(len(rows)))
            whole = np.maximum(examples.sum(axis=1, keepdims=True), 1.0)
            return np.asarray(np.log(np.maximum(examples, 0.5) / whole))
        if not self._known[feature]:
            return np.zeros((len(steps), classes))
        text = np.repeat(np.arange(len(rows)), np.diff(rows.starts))
        totals = counted(np.bincount(text, rows.values, len(rows)).astype(np.float64))
        totals += self._alpha * max(self._known.sum(), 1)
        return np.asarray(np.log(counted(rows.column(feature)) + self._alpha) - np.log(totals))


FEW = 8  # features whose curves may be told of
FAR = 1000.0  # a mean this many spreads from zero costs too many digits of x²


class Gaussian:
    """A bell curve per class and feature, from counts of x, x² and 1: linear in those three.

    The largest variance of any feature, times `smoothing`, is added to every variance. A feature
    that is far from zero throughout is measured from its mean, which changes no result but keeps
    the digits that the difference of mean squares would lose.
    """

    def __init__(
        self, training: Rows, names: tuple[str, ...], smoothing: float, bias: bool
    ) -> None:
        self._bias = bias
        mean, variance = _column_moments(training)
        self.origin = np.where(np.abs(mean) > FAR * np.sqrt(variance), mean, 0.0)
        largest = float(variance.max(initial=0.0))
        floor = smoothing * (largest if largest > 0.0 else 1.0)
        self._floors = np.full(training.width, max(floor, SMALLEST_VARIANCE))
        plain = tuple(
            f"({name} − {m:g})" if m else name for name, m in zip(names, self.origin, strict=True)
        )
        self.feature_names = (*plain, *(f"{name}²" for name in plain), "bias")

    def own_rows(self, rows: Rows) -> Rows:
        return self.counted_rows(rows).with_squares().with_column_of_ones()

    def counted_rows(self, rows: Rows) -> Rows:
        return rows.measured_from(self.origin)

    def tally(self, rows: Rows, labels: Ints, order: NDArray[np.uint32], counts: Floats) -> None:
        tally_kernel(squares=True)(raw(rows), labels, order, counts)

    def visit(self, rows: Rows, labels: Ints, tape: Entries, counts: Floats) -> None:
        gaussian_kernel()(
            raw(rows), labels, tape, counts, self._floors, self._bias, np.empty_like(counts),
            np.zeros(counts.shape[1]),
        )  # fmt: skip

    def tally_of(self, columns: Ints, values: Floats, counts: Floats, examples: Ints) -> Tally:
        width = len(self._floors)
        if width <= FEW:  # also the features that are zero: their curves move too
            table = np.zeros(width)
            table[columns] = values
            columns, values = np.arange(width, dtype=np.int32), table
        largest = np.argsort(-np.abs(values), kind="stable")[:FEW]
        features = tuple(
            Counted(
                self.feature_names[columns[k]], float(values[k]), float(counts[columns[k]]),
                float(counts[width + columns[k]]),
            )
            for k in largest
        )  # fmt: skip
        own, of_all = float(examples[0]), float(examples.sum())
        floors = tuple(self._floors[columns[largest]].tolist())
        return Tally(features, 0.0, width, own, of_all, floors, self._bias)

    def theta(self, counts: Floats) -> Floats:
        theta = np.empty_like(counts)
        bell_curve_kernel()(counts, self._floors, self._bias, theta)
        return theta


def _column_moments(rows: Rows) -> tuple[Floats, Floats]:
    """Mean and variance of every column, zeros included, the variance without cancellation."""
    n = max(len(rows), 1)
    mean = np.bincount(rows.columns, rows.values, rows.width) / n
    apart = np.bincount(rows.columns, (rows.values - mean[rows.columns]) ** 2, rows.width)
    zeros = n - np.bincount(rows.columns, minlength=rows.width)
    return mean, (apart + zeros * mean**2) / n
