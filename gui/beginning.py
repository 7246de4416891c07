"""The experiment that a new window starts with, and what other data start with."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

import assets
from core.experiment import (
    Data,
    Experiment,
    LearnerChoice,
    Order,
    PointsData,
    Split,
    Stopping,
    TextsData,
)


def first_experiment() -> Experiment:
    """Two clouds that just about touch, with the perceptron, its average, and MIRA."""
    return Experiment(
        data=first_points(),
        learners=(
            LearnerChoice("perceptron", also=("averaged",)),
            LearnerChoice("mira", {"C": 0.1}),
        ),
        order=Order("shuffled", seed=5),
        split=Split(0.2),
        stopping=Stopping(passes=14),
    )


def first_points() -> PointsData:
    """Toy data, kept in a file: what draws points at random takes a while to load."""
    points = assets.path("beginning.json").read_bytes()
    return msgspec.json.decode(points, type=PointsData)


def empty_experiment() -> Experiment:
    """Nothing drawn yet, the same learners."""
    beginning = first_experiment()
    return Experiment(learners=beginning.learners, split=Split(0.0))


def with_data(experiment: Experiment, data: Data) -> Experiment:
    """The experiment with other data; what suited only the other kind makes way."""
    if isinstance(data, TextsData):
        if isinstance(experiment.data, TextsData):
            return replace(experiment, data=data)
        return text_experiment(data)
    after = replace(experiment, data=data)
    if isinstance(experiment.data, TextsData):
        return replace(after, learners=first_experiment().learners)
    return after


def text_experiment(data: TextsData) -> Experiment:
    """Texts with three learners that tell much about words."""
    from core.samples import HELD_OUT, PASSES, SMALL

    return Experiment(
        data=data,
        learners=(
            LearnerChoice("perceptron", also=("averaged",)),
            LearnerChoice("naive-bayes"),
            LearnerChoice("logistic-regression"),
        ),
        split=Split(HELD_OUT if len(data.texts) >= SMALL else 0.0),
        stopping=Stopping(passes=PASSES),
    )
