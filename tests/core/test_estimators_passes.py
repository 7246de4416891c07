"""How many passes the estimators make, in which order, and what stops them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from core.estimators import (
    AveragedPerceptron,
    LogisticRegression,
    Mira,
    Pegasos,
    Perceptron,
    SupportVectorMachine,
    VotedPerceptron,
)
from core.experiment import Order, Stopping
from core.learners import find
from core.run import Run

ONLINE = (
    Perceptron,
    AveragedPerceptron,
    VotedPerceptron,
    Mira,
    LogisticRegression,
    Pegasos,
    SupportVectorMachine,
)


def three_clouds() -> tuple[Any, Any]:
    rng = np.random.default_rng(3)
    labels = np.repeat([0, 1, 2], 20)
    centres = np.repeat([[4.0, 0.5], [0.5, 4.0], [8.0, 8.0]], 20, axis=0)
    mixed = rng.permutation(60)
    return (centres + rng.normal(0, 0.3, (60, 2)))[mixed], labels[mixed]


@pytest.mark.parametrize("cls", ONLINE)
def test_exactly_as_many_passes_as_asked_for(cls: Any) -> None:
    X, y = three_clouds()
    fitted = cls(max_iter=7).fit(X, y)  # separable: a pass without a mistake comes earlier
    assert (fitted.n_iter_, fitted.run_.steps) == (7, 7 * len(X))


def test_a_whole_random_state_is_the_seed_of_the_run() -> None:
    X, y = three_clouds()
    fitted = Mira(max_iter=3, random_state=11).fit(X, y)
    again = Run(
        fitted.run_.dataset,
        find("mira"),
        order=Order("shuffled", 11),
        stopping=Stopping(3, clean_pass=False),
    ).play()
    np.testing.assert_array_equal(again.weights(180), fitted.run_.weights(180))
    first = [
        Mira(random_state=np.random.RandomState(s)).fit(X, y).run_.order.seed for s in (1, 1, 2)
    ]
    assert first[0] == first[1] != first[2]


def test_without_shuffling_every_pass_is_in_the_order_given() -> None:
    X, y = three_clouds()
    fitted = Perceptron(max_iter=2, shuffle=False).fit(X, y)
    visits = [int(fitted.run_.at(t).visited[0]) for t in range(1, 121)]
    assert visits == [*range(60), *range(60)]


def test_a_tolerance_stops_earlier_or_warns() -> None:
    X, y = three_clouds()
    settled = Perceptron(max_iter=50, tol=1e-3, random_state=0).fit(X, y)
    assert settled.n_iter_ < 50
    assert settled.run_.stopped.kind == "tolerance"
    with pytest.warns(ConvergenceWarning, match="still moved the weights"):
        LogisticRegression(max_iter=2, tol=1e-9).fit(X, y)
    Perceptron(max_iter=settled.n_iter_, tol=1e-3, random_state=0).fit(X, y)  # just in time


def test_early_stopping_holds_out_and_waits() -> None:
    X, y = three_clouds()
    fitted = Perceptron(
        max_iter=100, early_stopping=True, validation_fraction=0.25, n_iter_no_change=3
    ).fit(X, y)
    held_out = fitted.run_.dataset.held_out_rows
    assert held_out.sum() == 15
    assert fitted.run_.stopped.kind == "early stopping"
    best_pass = fitted.run_.best_held_out[0] // 45
    assert fitted.n_iter_ == best_pass + 3
    visited = {int(fitted.run_.at(t).visited[0]) for t in range(1, fitted.run_.steps + 1)}
    assert visited == set(np.flatnonzero(~held_out))
    with pytest.raises(ValueError, match="more examples"):
        Perceptron(early_stopping=True).fit(X[:4], [0, 0, 1, 1])


def test_a_diverging_training_warns_and_keeps_finite_weights() -> None:
    X, y = three_clouds()
    with pytest.warns(ConvergenceWarning, match="diverged at step"):
        fitted = LogisticRegression(learning_rate=100.0).fit(X * 1e200, y)
    assert np.isfinite(fitted.coef_).all()
