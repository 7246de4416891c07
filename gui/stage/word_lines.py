"""Which words a plot of paths shows, and how their weights went. No drawing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.rows import Floats
from core.run import Moment, Run
from core.text_words import heaviest, trajectories

MOST = 6  # words that are shown unasked


@dataclass(frozen=True, eq=False)
class WordLine:
    """A word's weight along the run."""

    feature: int
    word: str
    label: int  # the class that it speaks for at the end
    steps: NDArray[np.int64]
    weights: Floats

    @property
    def last(self) -> float:
        return float(self.weights[-1])

    def at(self, step: int) -> float:
        """The weight at this step, between two samples on the line that is drawn."""
        return float(np.interp(step, self.steps, self.weights))


def heaviest_words(moment: Moment, readout: str, head: int, most: int = MOST) -> list[int]:
    """Of two classes, whichever they speak for; of more, those of one class."""
    classes = moment.run.dataset.classes
    labels = (0, 1) if classes == 2 else (head,)
    found = [pair for label in labels for pair in heaviest(moment, readout, label, MOST)]
    found.sort(key=lambda pair: -pair[1])
    return [feature for feature, _ in found[:most]]


def line_of(run: Run, feature: int, readout: str, head: int) -> WordLine:
    """Two classes share one weight, up for class 1; of more, what counts is how far a weight is
    above its mean over the classes, as in the list of heaviest words."""
    steps, weights = trajectories(run, feature, readout)
    if weights.shape[1] == 1:
        path = weights[:, 0]
        label = int(path[-1] > 0.0)
    else:
        path, label = weights[:, head] - weights.mean(axis=1), head
    return WordLine(feature, run.dataset.feature_names[feature], label, steps, path)


def apart(wanted: Floats, least: float, low: float, high: float) -> Floats:
    """Heights near the wanted ones, at least so far from each other, between low and high.

    Those that would touch form a block around the mean of what its members want.
    """
    order = np.argsort(wanted, kind="stable")
    blocks: list[list[float]] = []  # sum of wanted tops, members
    for rank, place in enumerate(order):
        blocks.append([float(wanted[place]) - rank * least, 1.0])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] >= blocks[-1][0] / blocks[-1][1]:
            total, members = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += members
    spread = np.concatenate([np.full(int(n), total / n) for total, n in blocks] or [np.zeros(0)])
    room = max(high - low - least * (len(wanted) - 1), 0.0)
    spread = np.clip(spread, low, low + room) + least * np.arange(len(wanted))
    result = np.empty(len(wanted))
    result[order] = spread
    return result
