"""From an experiment to its runs."""

from __future__ import annotations

import numpy as np
import pytest

from core.experiment import (
    Experiment,
    FeatureMapChoice,
    LearnerChoice,
    Order,
    PointsData,
    Split,
    Stopping,
    TableData,
)
from core.generators import make_points
from core.run import Run
from core.runs import dataset_of, points_data, runs_of

FOUR_POINTS = PointsData(
    xy=((1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 2.0)),
    labels=(1, 0, 1, 0),
    class_names=("minus", "plus"),
    axis_names=("height", "weight"),
)


def test_points_keep_the_names_of_their_axes() -> None:
    dataset = dataset_of(Experiment(data=FOUR_POINTS))
    assert dataset.feature_names == ("height", "weight")
    assert dataset.class_names == ("minus", "plus")
    assert dataset.rows.dense().tolist() == [list(point) for point in FOUR_POINTS.xy]
    assert dataset.labels.tolist() == [1, 0, 1, 0]
    assert not dataset.held_out_rows.any()


def test_points_pass_through_the_feature_map() -> None:
    experiment = Experiment(data=FOUR_POINTS, features=FeatureMapChoice("quadratic"))
    third = dataset_of(experiment).rows.dense()[2].tolist()
    assert sorted(third) == sorted([3.0, 4.0, 9.0, 12.0, 16.0])


def test_a_table_is_seen_as_it_is_whatever_the_feature_map() -> None:
    table = TableData(((1.0, 0.0, 2.0), (0.0, 0.0, -3.0)), (2, 0), ("a", "b", "c"), ("u", "v", "w"))
    dataset = dataset_of(Experiment(data=table, features=FeatureMapChoice("cubic")))
    assert dataset.rows.dense().tolist() == [[1.0, 0.0, 2.0], [0.0, 0.0, -3.0]]
    assert dataset.feature_names == ("a", "b", "c")
    assert [dataset.class_names[k] for k in dataset.labels] == ["w", "u"]


def test_a_long_table_keeps_its_rows_and_their_order() -> None:
    values = tuple((float(i), -0.5 * i) for i in range(2_345))
    table = TableData(values, tuple(i % 2 for i in range(2_345)), ("a", "b"), ("u", "v"))
    dataset = dataset_of(Experiment(data=table))
    assert tuple(map(tuple, dataset.rows.dense().tolist())) == values
    assert dataset.labels.tolist() == list(table.labels)


@pytest.mark.parametrize(
    "data",
    [PointsData(), TableData((), (), ("a", "b", "c"), ("no", "yes"))],
    ids=["points", "table"],
)
def test_no_examples_are_an_empty_dataset(data: PointsData | TableData) -> None:
    experiment = Experiment(data=data, learners=(LearnerChoice("perceptron"),))
    assert len(dataset_of(experiment)) == 0
    (run,) = runs_of(experiment)
    assert isinstance(run, Run)
    assert run.play().steps == 0


def test_the_split_holds_out_a_share_of_each_class() -> None:
    points = points_data(make_points("blobs", n=120, balance=0.25))
    experiment = Experiment(data=points, split=Split(0.5, seed=3))
    dataset = dataset_of(experiment)
    held_out = dataset.labels[dataset.held_out_rows]
    assert np.bincount(held_out).tolist() == [15, 45]
    again = dataset_of(experiment)
    assert (again.held_out_rows == dataset.held_out_rows).all()


def test_the_worked_perceptron() -> None:
    experiment = Experiment(
        data=FOUR_POINTS, learners=(LearnerChoice("perceptron"),), order=Order("given")
    )
    (run,) = runs_of(experiment)
    assert isinstance(run, Run)
    run.play()
    assert run.steps == 8
    assert run.weights(8).tolist() == [-1.0, 1.0, 0.0]


def test_the_experiment_decides_how_to_train() -> None:
    experiment = Experiment(
        data=FOUR_POINTS,
        learners=(LearnerChoice("mira", {"C": 0.05}),),
        order=Order("given", batch=2),
        stopping=Stopping(passes=3, clean_pass=False),
        bias=False,
    )
    (run,) = runs_of(experiment)
    assert isinstance(run, Run)
    run.play()
    assert run.parameters["C"] == 0.05
    assert run.steps == 6, "three passes of two steps"
    assert run.weights(6).shape == (2,), "no bias"


def test_a_learner_that_cannot_run_is_a_sentence_beside_the_others() -> None:
    below_zero = points_data(make_points("moons", n=20))
    names = ("naive-bayes", "perceptron", "no-such-learner")
    experiment = Experiment(data=below_zero, learners=tuple(map(LearnerChoice, names)))
    counting, perceptron, unknown = runs_of(experiment)
    assert isinstance(counting, str)
    assert "below zero" in counting
    assert isinstance(perceptron, Run)
    assert isinstance(unknown, str)
    assert "“no-such-learner”" in unknown


def test_points_come_back_from_an_experiment_unchanged() -> None:
    points = make_points("spiral", n=30, classes=3, seed=7)
    dataset = dataset_of(Experiment(data=points_data(points)))
    assert (dataset.rows.dense() == points.xy).all()
    assert (dataset.labels == points.labels).all()
    assert dataset.class_names == points.class_names
