"""Losses against the margin: the curves, and every example as a bead on one of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.errors import PlainError
from core.measure import LOSSES, losses, margin_losses, margins
from core.rows import Floats
from core.run import Moment

SAMPLES = 241

MANY_CLASSES = (
    "With {} classes the log loss depends on all scores, not on the margin alone: each example "
    "lies between the curve of one rival and that of {} equal rivals."
)


@dataclass(frozen=True, eq=False)
class Beads:
    """Where every example stands at a moment: margin across, loss up; all arrays [n]."""

    loss: str
    margins: Floats
    losses: Floats
    held_out: NDArray[np.bool_]
    visited: NDArray[np.int32]  # the rows of the last step
    mean_train: tuple[float, float] | None  # margin and loss; None without such examples
    mean_held_out: tuple[float, float] | None
    note: str = ""  # why beads are not on a curve


@dataclass(frozen=True, eq=False)
class LossCurve:
    """Samples of a loss; zero-one has two at margin 0, for its jump.

    `upper` is the log loss when all wrong labels score the same, with three classes or more;
    between it and `losses`, with a single rival, lie all examples.
    """

    loss: str
    margins: Floats
    losses: Floats
    upper: Floats | None = None


def beads(moment: Moment, readout: str = "last", loss: str | None = None) -> Beads:
    """Margins and losses of all examples; the learner's own loss unless told.

    Losses are the exact ones that the curves along a run average. A loss that no longer is a
    number (of weights that grew beyond all numbers) is given as infinity.
    """
    run = moment.run
    name = _known(run.learner.loss if loss is None else loss)
    dataset = run.dataset
    scores = moment.scores(readout=readout)
    with np.errstate(all="ignore"):
        margin = margins(scores, dataset.labels)
        height = losses(name, scores, dataset.labels)
        height = np.where(np.isnan(height), np.inf, height)
        held_out = dataset.held_out_rows
        means = [_mean(margin[some], height[some]) for some in (~held_out, held_out)]
    many = name == "log" and dataset.classes > 2
    note = MANY_CLASSES.format(dataset.classes, dataset.classes - 1) if many else ""
    return Beads(name, margin, height, held_out, moment.visited, means[0], means[1], note)


def curve(
    loss: str, low: float, high: float, samples: int = SAMPLES, classes: int = 2
) -> LossCurve:
    """The loss from one margin to another."""
    _known(loss)
    margin = np.linspace(low, high, max(samples, 2))
    if loss == "zero-one" and low < 0.0 < high:
        margin = np.concatenate([margin[margin < 0.0], [0.0, 0.0], margin[margin > 0.0]])
        heights = np.concatenate([np.ones(np.count_nonzero(margin < 0.0) + 1), [0.0]])
        heights = np.concatenate([heights, np.zeros(len(margin) - len(heights))])
        return LossCurve(loss, margin, heights)
    upper = None
    if loss == "log" and classes > 2:
        upper = np.logaddexp(0.0, np.log(classes - 1.0) - margin)
    return LossCurve(loss, margin, margin_losses(loss, margin), upper)


def _known(loss: str) -> str:
    if loss not in LOSSES:
        raise PlainError(f"There is no loss “{loss}”; there are: {', '.join(LOSSES)}.")
    return loss


def _mean(margin: Floats, height: Floats) -> tuple[float, float] | None:
    return (float(margin.mean()), float(height.mean())) if len(margin) else None
