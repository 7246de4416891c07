"""The experiment that a new window starts with."""

from __future__ import annotations

from core.experiment import Experiment, LearnerChoice, Order, Split, Stopping
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
