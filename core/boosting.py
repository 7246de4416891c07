"""The recording of AdaBoost: one decision stump a round, chosen for the examples still wrong."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.kernels.stumps import stump_kernel
from core.recording import Step, Stretch
from core.rows import Floats, Rows

SMALLEST_ERROR = 1e-10  # stands in for no error at all, so that α stays finite
ROUNDING = 1e-9  # a stump must beat guessing by more than this
ROWS_AT_ONCE = 4096


@dataclass(frozen=True)
class Stump:
    """If feature `column` exceeds the threshold answer `high`, else `low`; column -1: always."""

    column: int
    threshold: float
    low: int
    high: int
    error: float  # ε, the weight of the examples it gets wrong
    alpha: float  # its say in the vote

    def answers(self, values: Floats) -> NDArray[np.int32]:
        return np.where(values > self.threshold, self.high, self.low).astype(np.int32)

    def sentence(
        self,
        feature_names: tuple[str, ...],
        class_names: tuple[str, ...],
        show: Callable[[float], str] = "{:.4g}".format,
    ) -> str:
        if self.column < 0:
            return f"always {class_names[self.high]}"
        name = feature_names[self.column]
        high, low = class_names[self.high], class_names[self.low]
        return f"{high} if {name} > {show(self.threshold)}, else {low}"


class BoostRecording:
    """The stumps in the order they were chosen; a moment is the first t of them."""

    def __init__(self, dataset: Dataset, rounds: int) -> None:
        self.stumps: list[Stump] = []
        self.steps = 0
        self.diverged = False
        self.classes = dataset.classes
        self.exhausted = len(dataset.training) == 0
        self._rounds, self._names, self._class_names = (
            rounds, dataset.feature_names, dataset.class_names,
        )  # fmt: skip
        self._rows = dataset.rows.take(dataset.training)
        self._labels = dataset.labels[dataset.training]
        n = len(self._labels)
        self._weights = np.full(n, 1.0 / max(n, 1))
        self._columns = _sorted_columns(self._rows)

    @property
    def feature_names(self) -> tuple[str, ...]:
        return tuple(stump.sentence(self._names, self._class_names) for stump in self.stumps)

    @property
    def per_pass(self) -> int:
        return 1

    @property
    def most_steps(self) -> int:
        return self.steps if self.exhausted else self._rounds

    @property
    def ending(self) -> str:
        if not self.exhausted:
            return f"{self.steps} {'round' if self.steps == 1 else 'rounds'} done"
        if self.stumps and self.stumps[-1].error == 0.0:
            return "a single stump makes no mistake"
        return "no stump is better than guessing any more"

    def advance(self, count: int) -> int:
        before = self.steps
        while self.steps < min(before + count, self._rounds) and not self.exhausted:
            stump = self._best_stump()
            if stump.error >= 1.0 - 1.0 / self.classes - ROUNDING:
                self.exhausted = True
                break
            self.stumps.append(stump)
            self._reweigh(stump)
            self.steps += 1
            self.exhausted = stump.error == 0.0
        return self.steps - before

    def _best_stump(self) -> Stump:
        total = np.bincount(self._labels, self._weights, self.classes)
        found = np.zeros(3, np.int64)
        threshold = stump_kernel()(
            *self._columns, self._weights, self._labels, total, np.zeros(self.classes),
            np.zeros(self.classes), found,
        )  # fmt: skip
        column, low, high = (int(number) for number in found)
        stump = Stump(column, threshold, low, high, 0.0, 0.0)
        error = float(self._weights[self._misses(stump)].sum())
        clamped = max(error, SMALLEST_ERROR)
        alpha = 0.5 * (math.log((1.0 - clamped) / clamped) + math.log(self.classes - 1))
        return Stump(column, threshold, low, high, error, alpha)

    def _misses(self, stump: Stump) -> NDArray[np.bool_]:
        answers = stump.answers(_column_values(self._rows, stump.column))
        return np.not_equal(answers, self._labels)

    def _reweigh(self, stump: Stump) -> None:
        weights = self._weights * np.where(self._misses(stump), math.exp(2.0 * stump.alpha), 1.0)
        self._weights = weights / weights.sum()

    def example_weights(self, t: int) -> Floats:
        """How much each training example counts when round t + 1 begins."""
        grown = np.zeros(len(self._labels))
        for stump in self.stumps[:t]:
            grown += 2.0 * stump.alpha * self._misses(stump)
        weights = np.exp(grown - grown.max(initial=0.0))
        return np.asarray(weights / max(weights.sum(), 1e-300))

    def weights(self, t: int, readout: str = "last") -> Floats:
        """The say α of each of the first t stumps, as one column."""
        return np.array([[stump.alpha] for stump in self.stumps[:t]]).reshape(t, 1)

    def scores(self, rows: Rows, t: int, readout: str = "last") -> Floats:
        """For every row and label, the total say of the stumps that answer it."""
        scores = np.zeros((len(rows), self.classes))
        self._add_votes(rows, self.stumps[:t], scores)
        return scores

    def along(self, rows: Rows, steps: NDArray[np.int64], readout: str) -> Iterator[Stretch]:
        scores = np.zeros((len(rows), self.classes))
        done = 0
        for t in steps.tolist():
            self._add_votes(rows, self.stumps[done:t], scores)
            done = t
            norm = np.linalg.norm(self.weights(t))
            yield Stretch(np.array([t]), np.array([norm]), scores[None].copy())

    def _add_votes(self, rows: Rows, stumps: list[Stump], scores: Floats) -> None:
        used = sorted({stump.column for stump in stumps if stump.column >= 0})
        place = {column: k for k, column in enumerate(used)}
        for start in range(0, len(rows), ROWS_AT_ONCE):
            some = np.arange(start, min(start + ROWS_AT_ONCE, len(rows)))
            values = rows.take(some).dense_columns(used)
            for stump in stumps:
                known = stump.column >= 0
                column = values[:, place[stump.column]] if known else np.zeros(len(some))
                scores[some, stump.answers(column)] += stump.alpha

    def own_rows(self, rows: Rows) -> Rows | None:
        return None

    def rate(self, t: int) -> float:
        return 1.0

    def visited(self, t: int) -> NDArray[np.int32]:
        return np.zeros(0, np.int32)

    @property
    def tape(self) -> None:
        return None

    def mistakes(self, start: int, end: int) -> NDArray[np.bool_]:
        return np.zeros(end - start, np.bool_)

    def changes(self, start: int, end: int) -> NDArray[np.bool_]:
        return np.ones(end - start, np.bool_)

    def step(self, t: int) -> Step:
        stump = self.stumps[t - 1]
        facts = {
            "column": float(stump.column),
            "threshold": stump.threshold,
            "low": float(stump.low),
            "high": float(stump.high),
            "error": stump.error,
            "alpha": stump.alpha,
        }
        return Step(t, 1.0, (), self.weights(t - 1), self.weights(t), facts)


def _sorted_columns(rows: Rows) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Column starts, and for every nonzero its example and value, by column and ascending value."""
    examples = np.repeat(np.arange(len(rows)), np.diff(rows.starts))
    by_value = np.lexsort((rows.values, rows.columns))
    starts = np.zeros(rows.width + 1, np.int64)
    np.cumsum(np.bincount(rows.columns, minlength=rows.width), out=starts[1:])
    return starts, examples[by_value], rows.values[by_value]


def _column_values(rows: Rows, column: int) -> Floats:
    return rows.column(column) if column >= 0 else np.zeros(len(rows))
