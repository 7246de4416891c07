"""Curves along a run, on training and held-out examples, at a few hundred sample points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.measure import LOSSES, losses, margin_losses, margins
from core.recording import Stretch
from core.rows import Floats
from core.run import Run

MOST_SAMPLES = 256
MEASURED = ("error", *LOSSES, "margin")  # margin: the smallest of any example


@dataclass(frozen=True)
class CurveSet:
    """The curves of one run and readout; every array has one entry per sampled step."""

    steps: NDArray[np.int64]
    norms: Floats  # ‖w‖
    train: dict[str, Floats]
    held_out: dict[str, Floats] | None


class Curves:
    """Extends itself as its run does; the sampling gets coarser as the run gets longer.

    Sample points are multiples of an interval that doubles when there are too many of them, so
    what is shown depends on the run's length alone, not on how it was stepped.
    """

    def __init__(self, run: Run, readout: str = "last") -> None:
        self._run, self._readout = run, readout
        self._interval = 1
        self._next = 0
        self._parts: list[Floats] = []  # [s, 2 + 2·measured]: step, norm, train…, held-out…

    def extend(self) -> CurveSet:
        """Sample what the run has recorded since, and give the curves so far.

        The last step is always on the curve, sampled apart when it is not due.
        """
        self._sample_what_is_due()
        table = np.concatenate([*self._parts, self._table(self._last_if_not_due())])
        return self._as_curves(table)

    def _sample_what_is_due(self) -> None:
        steps = self._run.steps
        while steps // self._interval + 1 > MOST_SAMPLES:
            self._interval *= 2
            kept = [part[part[:, 0] % self._interval == 0] for part in self._parts]
            self._parts = [part for part in kept if len(part)]
            self._next = -(-self._next // self._interval) * self._interval
        due = np.arange(self._next, steps + 1, self._interval, dtype=np.int64)
        if len(due):
            self._parts.append(self._table(due))
            self._next = int(due[-1]) + self._interval

    def _last_if_not_due(self) -> NDArray[np.int64]:
        steps = self._run.steps
        return np.array([] if steps % self._interval == 0 else [steps], np.int64)

    def _table(self, steps: NDArray[np.int64]) -> Floats:
        run = self._run
        held_out = run.dataset.held_out_rows
        stretches = run.recording.along(run.dataset.rows, steps, self._readout)
        parts = [self._measured(stretch, held_out) for stretch in stretches]
        return np.concatenate([np.zeros((0, 2 + 2 * len(MEASURED))), *parts])

    def _measured(self, stretch: Stretch, held_out: NDArray[np.bool_]) -> Floats:
        columns = [stretch.steps.astype(np.float64), stretch.norms]
        labels = self._run.dataset.labels
        for chosen in (~held_out, held_out):
            columns += _means(stretch.scores[:, chosen], labels[chosen])
        return np.stack(columns, axis=1)

    def _as_curves(self, table: Floats) -> CurveSet:
        has_held_out = self._run.dataset.held_out_rows.any()
        train, held_out = table[:, 2:].reshape(len(table), 2, -1).transpose(1, 2, 0)
        return CurveSet(
            table[:, 0].astype(np.int64),
            table[:, 1],
            dict(zip(MEASURED, train, strict=True)),
            dict(zip(MEASURED, held_out, strict=True)) if has_held_out else None,
        )


def _means(scores: Floats, labels: NDArray[np.int32]) -> list[Floats]:
    """For scores [s, n, classes], each measure [s] in the order of MEASURED; 0 without examples."""
    if len(labels) == 0:
        return [np.zeros(len(scores))] * len(MEASURED)
    margin = margins(scores, labels)
    error = (scores.argmax(axis=-1) != labels).mean(axis=-1)
    means = [margin_losses(name, margin).mean(axis=-1) for name in LOSSES]
    if scores.shape[-1] > 2:
        means[LOSSES.index("log")] = losses("log", scores, labels).mean(axis=-1)
    return [error, *means, margin.min(axis=-1)]
