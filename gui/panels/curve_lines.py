"""Which lines a plot of the results consists of. No drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.rows import Floats
from gui.computer import Results
from gui.panels.titles import learner_titles, read_as

if TYPE_CHECKING:
    from core.curves import CurveSet


@dataclass(frozen=True)
class Quantity:
    """Something that can be followed along a run."""

    title: str
    unit: str  # what one number on the axis means
    percent: bool = False
    signed: bool = False  # may be below zero, so it has no logarithm


QUANTITIES = {
    "hinge": Quantity("Hinge loss", "mean per example"),
    "zero-one": Quantity("Zero-one loss", "mean per example"),
    "perceptron": Quantity("Perceptron loss", "mean per example"),
    "log": Quantity("Log loss", "mean per example, nats"),
    "exp": Quantity("Exponential loss", "mean per example"),
    "error": Quantity("Error", "share of examples", percent=True),
    "norm": Quantity("Weight norm", "|w|, the length of the weights"),
    "margin": Quantity("Smallest margin", "margin of the worst example", signed=True),
}


@dataclass(frozen=True)
class Line:
    """One curve: of a learner (by its place), one of its readouts, on one part of the data."""

    learner: int
    title: str
    stroke: str  # "main", or the name of a readout that is shown beside the main one
    held_out: bool
    steps: NDArray[np.int64]
    values: Floats

    def at(self, step: int) -> float:
        """The value at the last sample that is not after this step."""
        if len(self.steps) == 0:
            return float("nan")
        place = int(np.searchsorted(self.steps, step, side="right")) - 1
        return float(self.values[max(place, 0)])


def lines_of(results: Results, quantity: str) -> tuple[Line, ...]:
    """The curves of all visible learners; held-out ones first, so that they lie beneath."""
    titles = learner_titles([learner.choice for learner in results.learners])
    lines = []
    for index, learner in enumerate(results.learners):
        if learner.run is None or not learner.choice.visible:
            continue
        has_training = len(learner.run.dataset.training) > 0
        for readout, curves in learner.curves.items():
            title = read_as(titles[index], readout)
            stroke = "main" if readout == learner.choice.readout else readout
            for held_out, values in _values(curves, quantity, has_training):
                lines.append(Line(index, title, stroke, held_out, curves.steps, values))
    return tuple(sorted(lines, key=lambda line: not line.held_out))


def _values(curves: CurveSet, quantity: str, has_training: bool) -> list[tuple[bool, Floats]]:
    """(held out?, values) for each part of the data; weights belong to no part."""
    if quantity == "norm":
        return [] if np.isnan(curves.norms).all() else [(False, curves.norms)]
    parts = [(False, curves.train[quantity])] if has_training else []
    if curves.held_out is not None:
        parts.append((True, curves.held_out[quantity]))
    return parts
