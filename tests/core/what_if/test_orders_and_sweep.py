"""Other orders and other parameters, against runs made by hand."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from core.errors import PlainError
from core.experiment import LearnerChoice, Order
from core.learners import BUILT_IN
from core.learners.declaration import Learner
from core.parameters import Choice, Switch
from core.what_if import orders, sweep
from core.what_if.sweep import values_of
from tests.core.what_if.asked import accuracies, by_hand, experiment

# Orders


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("name", ["perceptron", "logistic-regression", "pegasos"])
def test_every_fan_is_that_of_runs_in_these_orders(name: str, classes: int) -> None:
    asked = experiment(name, classes=classes, order=Order("shuffled", seed=7))
    fan = orders(asked, 0, 5)
    assert fan.seeds == (7, 8, 9, 10, 11)
    assert [(f.name, f.readout) for f in fan.fans] == [
        (name, "last"), (name, "averaged"), ("mira", "last"),
    ]  # fmt: skip
    for place, seed in enumerate(fan.seeds):
        again = msgspec.structs.replace(asked, order=Order("shuffled", seed=seed))
        for part in fan.fans:
            choice = LearnerChoice(part.name)
            run = by_hand(msgspec.structs.replace(again, learners=(choice,)))
            assert part.weights is not None
            assert part.held_out is not None
            expected = run.at(run.steps).weights(part.readout)
            np.testing.assert_array_equal(part.weights[place], expected)
            assert (part.train[place], part.held_out[place]) == accuracies(run, part.readout)
            assert part.mistakes[place] == run.mistakes()
            assert part.norms[place] == pytest.approx(np.linalg.norm(expected))


def test_averages_spread_less_than_last_weights() -> None:
    last, averaged, _ = orders(experiment(n=120), 0, 20).fans
    assert last.angles is not None
    assert averaged.angles is not None
    assert averaged.angles.mean() < last.angles.mean() / 2
    assert last.train_spread is not None
    assert last.train_spread.low == last.train.min()
    assert last.train_spread.deviation == pytest.approx(np.std(last.train, ddof=1))


def test_a_learner_that_counts_is_said_not_to_mind_the_order() -> None:
    fan = orders(experiment("gaussian-naive-bayes"), 0, 4, beside=("naive-bayes",))
    assert len(fan.fans) == 1, "naive Bayes cannot count values below zero"
    assert "same in every order" in fan.note
    assert "below zero" in fan.note
    assert fan.fans[0].angles == pytest.approx(np.zeros(4), abs=1e-4)


def test_the_given_order_is_shuffled_and_nothing_held_out_is_no_accuracy() -> None:
    fan = orders(experiment(held_out=0.0, order=Order("given")), 0, 6, beside=()).fans[0]
    assert fan.held_out is None
    assert fan.held_out_spread is None
    assert fan.weights is not None
    assert len(np.unique(fan.weights, axis=0)) > 1


# Sweep


def test_a_sweep_is_a_run_for_every_value() -> None:
    asked = experiment("mira", learners=(LearnerChoice("mira", {"C": 0.07}, "averaged"),))
    found = sweep(asked, 0, "C", 9)
    assert found.log
    assert found.values[found.current] == 0.07
    assert found.values == tuple(sorted(found.values))
    assert (found.values[0], found.values[-1]) == (0.0001, 10000.0)
    assert found.held_out is not None
    for place, value in enumerate(found.values):
        run = by_hand(asked, C=value)
        assert (found.train[place], found.held_out[place]) == accuracies(run, "averaged")
        assert found.mistakes[place] == run.mistakes()
        norm = np.linalg.norm(run.at(run.steps).weights("averaged"))
        assert found.norms[place] == pytest.approx(norm)


@pytest.mark.parametrize("learner", BUILT_IN, ids=lambda learner: learner.name)
def test_every_declared_parameter_can_be_swept(learner: Learner) -> None:
    for parameter in learner.parameters:
        values = values_of(parameter, parameter.default, 25)
        assert [parameter.check(value) for value in values] == list(values)
        assert parameter.default in values
        assert len(set(values)) == len(values)
        if not isinstance(parameter, Choice | Switch):
            assert (values[0], values[-1]) == (parameter.low, parameter.high)
            assert 8 <= len(values) <= 26
        if learner.name != "naive-bayes":
            found = sweep(experiment(learner.name, n=12), 0, parameter.name, 3)
            assert np.isfinite(found.train).all()


def test_values_that_cannot_run_say_why() -> None:
    found = sweep(experiment("pegasos", order=Order(batch=4)), 0, "projection")
    assert found.values == (False, True)
    assert found.obstacles[0] == ""
    assert "projection" in found.obstacles[1]
    assert np.isnan(found.train).tolist() == [False, True]
    with pytest.raises(PlainError, match="no parameter “eta”; it has: C, variant"):
        sweep(experiment("mira"), 0, "eta")
