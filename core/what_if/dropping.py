"""What if one example were not there? Which one holds the boundary where it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Experiment, LearnerChoice
from core.measure import margins, predictions
from core.online import OnlineRecording
from core.order import visits_of_pass
from core.rows import Floats, Ints
from core.run import Run
from core.what_if.variation import choice_of, examples_for, stacked, variation
from core.what_if.watch import Asked, Progress, Watch, never, unheard


@dataclass(frozen=True, eq=False)
class Dropped:
    """One entry per example that was left out, the one that moved the boundary most first.

    `moved`: by how much the distance of an example to the boundary changes, on average over all
    examples; for two classes in the units of the features, for more the margin divided by ‖w‖.
    """

    readout: str
    rows: NDArray[np.int64]  # [m]
    moved: Floats  # [m]
    angles: Floats  # [m], degrees the boundary turns by; nan where there is no line
    offsets: Floats  # [m], how far it shifts at the middle of the data; nan where there is no line
    changed: NDArray[np.int64]  # [m], examples (held-out ones too) whose prediction changes
    weights: Floats | None  # [m, features, heads]; None when they would be too many
    whole: Floats | None  # [features, heads] with every example in place


@dataclass(frozen=True, eq=False)
class _Seen:
    """A run's end, as far as it is compared."""

    predicted: Ints
    distances: Floats  # [n], margins divided by the length of the weights
    normal: Floats | None  # unit vector across the boundary; None where there is no line
    offset: float  # signed distance of the data's middle from the boundary
    weights: Floats | None


def drop_each(
    experiment: Experiment,
    learner_index: int,
    readout: str = "last",
    rows: Sequence[int] | None = None,
    *,
    dataset: Dataset | None = None,
    progress: Progress = unheard,
    cancelled: Asked = never,
) -> Dropped:
    """Train once without each training example (or each of `rows`) and compare the boundaries.

    The others come in the same order as before, so that only the example's absence counts. Texts
    are seen as the whole experiment sees them: the vocabulary stays that of all training texts.
    """
    dataset = examples_for(experiment, dataset)
    choice = choice_of(experiment, learner_index)
    if readout == "voted":
        raise PlainError("A vote has no weights to compare: read the run as last or averaged.")
    chosen = dataset.training if rows is None else np.unique(np.asarray(rows, np.int64))
    if not np.isin(chosen, dataset.training).all():
        raise PlainError("Only an example that is learnt from can be left out.")
    watch = Watch(len(chosen) + 1, progress, cancelled)
    middle = _middle(dataset)
    whole = _seen(watch.play(variation(dataset, choice, experiment)), readout, middle)
    watch.one_more()
    # Every run asks for the visits of the same passes.
    visits = cache(partial(visits_of_pass, experiment.order, dataset.training))
    others = []
    for row in chosen.tolist():
        run = _without(dataset, choice, experiment, row)
        if isinstance(run.recording, OnlineRecording):
            run.recording.follow(visits)
        others.append(_seen(watch.play(run), readout, middle))
        watch.one_more()
    return _compared(readout, chosen, whole, others)


def _without(dataset: Dataset, choice: LearnerChoice, experiment: Experiment, row: int) -> Run:
    """A run that does not learn from this row; early stopping does not look at it either."""
    left_out = dataset.held_out_rows.copy()
    left_out[row] = True
    run = variation(dataset.holding_out(left_out), choice, experiment)
    run.watched = dataset.held_out_rows
    return run


def _middle(dataset: Dataset) -> Floats:
    """The mean of the training examples' features."""
    some = dataset.rows.take(dataset.training)
    return np.bincount(some.columns, some.values, some.width) / len(some)


def _seen(run: Run, readout: str, middle: Floats) -> _Seen:
    moment, labels = run.at(run.steps), run.dataset.labels
    scores, weights = moment.scores(readout=readout), moment.weights(readout)
    normal, offset, length = None, math.nan, 1.0
    with np.errstate(all="ignore"):
        if run.recording.own_rows(run.dataset.rows.take([0])) is None:
            length = float(weights.sum())  # of AdaBoost, the say of all stumps together
        elif len(weights) == len(middle) + run.bias:
            across = weights[: len(middle)]
            length = float(np.sqrt(np.square(across).sum()))
            if weights.shape[1] == 1 and length > 0.0:
                normal = across[:, 0] / length
                bias = float(weights[-1, 0]) if run.bias else 0.0
                offset = float(middle @ normal) + bias / length
        distances = margins(scores, labels) / (length if length > 0.0 else 1.0)
    return _Seen(predictions(scores), distances, normal, offset, weights)


def _compared(readout: str, rows: NDArray[np.int64], whole: _Seen, others: list[_Seen]) -> Dropped:
    moved = np.array([np.abs(other.distances - whole.distances).mean() for other in others])
    angles = np.array([_degrees_between(whole.normal, other.normal) for other in others])
    offsets = np.array([other.offset - whole.offset for other in others])
    changed = np.array([np.count_nonzero(o.predicted != whole.predicted) for o in others], np.int64)
    first = np.argsort(-moved, kind="stable")
    weights = stacked([others[k].weights for k in first])
    return Dropped(
        readout, rows[first], moved[first], angles[first], offsets[first], changed[first], weights,
        whole.weights,
    )  # fmt: skip


def _degrees_between(one: Floats | None, other: Floats | None) -> float:
    if one is None or other is None:
        return math.nan
    # The arc tangent of half the angle keeps the digits that a cosine near 1 loses.
    apart, together = np.linalg.norm(one - other), np.linalg.norm(one + other)
    return math.degrees(2.0 * math.atan2(float(apart), float(together)))
