"""The experiment that a new window starts with, and what other data start with."""

from __future__ import annotations

from msgspec.structs import replace

from core.experiment import (
    Data,
    Experiment,
    LearnerChoice,
    Order,
    Split,
    Stopping,
    TextsData,
)
from core.generators import make_points
from core.runs import points_data


def first_experiment() -> Experiment:
    """Two clouds that just about touch, with the perceptron, its average, and MIRA."""
    return Experiment(
        data=points_data(make_points("overlap", n=120, noise=0.35, seed=26)),
        learners=(
            LearnerChoice("perceptron", also=("averaged",)),
            LearnerChoice("mira", {"C": 0.1}),
        ),
        order=Order("shuffled", seed=5),
        split=Split(0.2),
        stopping=Stopping(passes=14),
    )


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
