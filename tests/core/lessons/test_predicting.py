"""Questions about the next step, answered by the run."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.dataset import Dataset
from core.experiment import Order
from core.learners import find
from core.lessons.predicting import KINDS, NO_CLASS, next_mistake, predict
from core.points import Points
from core.run import Run

# (1,2)+ (2,1)− (3,4)+ (4,2)−: weights (1,2,1) after one step, (−1,1,0) after two, then no change.
FOUR = Points(
    np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 4.0], [4.0, 2.0]]), np.array([1, 0, 1, 0], np.int32)
)


def perceptron(order: Order | None = None) -> Run:
    return Run(Dataset.from_points(FOUR), find("perceptron"), order=order or Order("given"))


def asked(t: int, kind: str) -> str | None:
    found = predict(perceptron(), t, kind)  # type: ignore[arg-type]
    return None if found is None else found.question.choices[found.question.right]


@pytest.mark.parametrize(
    ("t", "mistake", "label", "turn"),
    [
        (0, "a mistake", NO_CLASS, None),  # no line yet
        (1, "a mistake", "B", "anticlockwise"),  # the arrow goes from (1, 2) to (−1, 1)
        (2, "no mistake", "B", "it does not turn"),
        (3, "no mistake", "A", "it does not turn"),
    ],
)
def test_by_hand(t: int, mistake: str, label: str, turn: str | None) -> None:
    assert (asked(t, "mistake"), asked(t, "class"), asked(t, "turn")) == (mistake, label, turn)


def test_the_example_that_comes_is_told() -> None:
    found = predict(perceptron(), 1, "class")
    assert found is not None
    assert (found.row, found.question.play_to) == (1, 2)
    assert found.question.explain == "The weights say B. It is A."


def test_nothing_is_asked_at_the_end_nor_where_no_example_is_visited() -> None:
    run = perceptron().play()
    assert [predict(run, run.steps, kind) for kind in KINDS] == [None, None, None]
    boost = Run(Dataset.from_points(FOUR), find("adaboost"))
    several = perceptron(Order("given", batch=2))
    for kind in KINDS:
        assert predict(boost, 0, kind) is None
        assert predict(several, 0, kind) is None


def test_the_next_mistake() -> None:
    run = perceptron().play()
    assert [next_mistake(run, t) for t in (0, 1, 2, run.steps)] == [0, 1, None, None]


@given(st.integers(0, 1000), st.integers(2, 4))
def test_predictions_are_what_then_happens(seed: int, classes: int) -> None:
    random = np.random.default_rng(seed)
    xy, labels = (
        random.integers(-3, 4, (6, 2)).astype(float),
        random.integers(0, classes, 6, np.int32),
    )
    points = Points(xy, labels, tuple("ABCD"[:classes]))
    run = Run(Dataset.from_points(points), find("perceptron"), order=Order("shuffled", seed))
    for t in range(8):
        found, named = predict(run, t, "mistake"), predict(run, t, "class")
        if found is None or named is None:
            break
        wrong = found.question.right == 0
        gold = points.class_names[int(labels[found.row])]
        assert wrong == bool(run.mistake_flags(t + 1)[t])
        assert wrong == (named.question.choices[named.question.right] != gold)
