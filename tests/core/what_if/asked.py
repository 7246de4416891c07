"""Small experiments to ask about, and their runs made by hand."""

from __future__ import annotations

import msgspec
import numpy as np

from core.dataset import Dataset
from core.experiment import Experiment, LearnerChoice, Split, Stopping
from core.learners import find
from core.points import Points
from core.run import Run
from core.runs import dataset_of, points_data


def experiment(
    name: str = "perceptron",
    n: int = 40,
    classes: int = 2,
    held_out: float = 0.25,
    **changes: object,
) -> Experiment:
    rng = np.random.default_rng(n + classes)
    labels = np.arange(n) % classes
    xy = rng.normal(size=(n, 2)) + np.array([[-1, 0], [1, 0], [0, 2]])[labels]
    names = ("A", "B", "C")[:classes]
    base = Experiment(
        data=points_data(Points(xy, labels.astype(np.int32), names)),
        learners=(LearnerChoice(name),),
        split=Split(held_out),
        stopping=Stopping(passes=4, clean_pass=False),
    )
    return msgspec.structs.replace(base, **changes)


def by_hand(asked: Experiment, dataset: Dataset | None = None, **changes: object) -> Run:
    choice = asked.learners[0]
    return Run(
        dataset_of(asked) if dataset is None else dataset,
        find(choice.name),
        {**choice.parameters, **changes},
        order=asked.order,
        stopping=asked.stopping,
        bias=asked.bias,
    ).play()


def accuracies(run: Run, readout: str = "last") -> tuple[float, float]:
    right = run.at(run.steps).scores(readout=readout).argmax(axis=1) == run.dataset.labels
    held_out = run.dataset.held_out_rows
    return float(right[~held_out].mean()), float(right[held_out].mean())
