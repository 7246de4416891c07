"""From an experiment to its runs: the one way that the window, files and commands share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from core.dataset import Dataset
from core.errors import PlainError
from core.examples import Examples, TextExamples
from core.experiment import (
    Data,
    Experiment,
    FeatureMapChoice,
    LearnerChoice,
    PointsData,
    Split,
    TableData,
    TextFeatures,
    TextsData,
)
from core.feature_maps import feature_map
from core.points import Points
from core.split import held_out_mask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.rows import Floats
    from core.run import Run

ROWS_AT_ONCE = 1_000


def examples_of(data: Data, features: FeatureMapChoice, texts: TextFeatures) -> Examples:
    """The data as learners see them, nothing held out yet.

    Only points pass through a feature map; only texts are read, by what is not held out of them.
    """
    if isinstance(data, TextsData):
        return TextExamples(data, texts)
    if isinstance(data, TableData):
        values = _array_of(data.values, len(data.column_names))
        labels = [data.class_names[k] for k in data.labels]
        return Dataset.from_table(values, labels, data.column_names, data.class_names)
    chosen = feature_map(features)
    xy = np.array(data.xy, np.float64).reshape(-1, 2)
    points = Points(xy, np.array(data.labels, np.int32), data.class_names)
    examples = Dataset.from_points(points, chosen)
    return replace(examples, feature_names=data.axis_names) if chosen.linear else examples


def _array_of(rows: Sequence[Sequence[float]], width: int) -> Floats:
    """[n, width], some rows at a time, between which other threads have their turn."""
    pieces = [rows[k : k + ROWS_AT_ONCE] for k in range(0, len(rows), ROWS_AT_ONCE)]
    arrays = [np.array(piece, np.float64).reshape(-1, width) for piece in pieces]
    return np.concatenate([np.zeros((0, width)), *arrays])  # without rows, it still has columns


def dataset_of(experiment: Experiment) -> Dataset:
    """The experiment's examples, some of them held out as it asks."""
    examples = examples_of(experiment.data, experiment.features, experiment.text_features)
    return split_examples(examples, experiment.split)


def split_examples(examples: Examples, split: Split) -> Dataset:
    """The examples as a dataset, some of them held out as the split asks."""
    return examples.holding_out(held_out_mask(examples.labels, split.fraction, split.seed))


def run_of(dataset: Dataset, choice: LearnerChoice, experiment: Experiment) -> Run:
    """One learner on a dataset, not yet advanced; PlainError when it cannot run there."""
    from core.learners import find
    from core.run import Run

    return Run(
        dataset,
        find(choice.name),
        choice.parameters,
        order=experiment.order,
        stopping=experiment.stopping,
        bias=experiment.bias,
    )


def runs_of(experiment: Experiment) -> tuple[Run | str, ...]:
    """A run for each of the experiment's learners, or the sentence that says why there is none."""
    dataset = dataset_of(experiment)
    runs: list[Run | str] = []
    for choice in experiment.learners:
        try:
            runs.append(run_of(dataset, choice, experiment))
        except PlainError as error:
            runs.append(str(error))
    return tuple(runs)


def points_data(points: Points, axis_names: tuple[str, str] = ("x", "y")) -> PointsData:
    """Points as an experiment keeps them."""
    xy = tuple((x, y) for x, y in points.xy.tolist())
    return PointsData(xy, tuple(points.labels.tolist()), points.class_names, axis_names)
