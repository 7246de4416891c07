"""Learning on from further batches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn import linear_model

from core.estimators import (
    AdaBoost,
    AveragedPerceptron,
    LogisticRegression,
    Mira,
    NaiveBayes,
    Pegasos,
    Perceptron,
    SupportVectorMachine,
    VotedPerceptron,
)
from core.experiment import Order
from core.learners import find
from core.run import Run

GROWING = [
    Perceptron(),
    AveragedPerceptron(),
    VotedPerceptron(),
    Mira(readout="averaged"),
    LogisticRegression(l2=0.1, decay="1/t", readout="averaged"),
    Pegasos(readout="averaged"),
    SupportVectorMachine(),
    NaiveBayes(),
    NaiveBayes(variant="gaussian"),
]


def examples(seed: int, classes: int, n: int = 30) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    return rng.integers(0, 5, (n, 4)).astype(float), rng.permutation(np.arange(n) % classes)


@pytest.mark.parametrize("estimator", GROWING, ids=repr)
@settings(max_examples=12)
@given(st.integers(0, 99), st.sampled_from([2, 3]), st.lists(st.integers(1, 29), max_size=3))
def test_batches_are_one_ordered_pass_over_the_whole(
    estimator: Any, seed: int, classes: int, cuts: list[int]
) -> None:
    X, y = examples(seed, classes)
    whole = type(estimator)(**estimator.get_params()).set_params(shuffle=False)
    if "max_iter" in whole.get_params():
        whole.set_params(max_iter=1)
    whole.fit(X, y)
    grown = type(estimator)(**estimator.get_params())
    for start, end in zip([0, *sorted(set(cuts))], [*sorted(set(cuts)), len(X)], strict=True):
        batch = X[start:end] if start % 2 else sparse.csr_array(X[start:end])
        grown.partial_fit(batch, y[start:end], classes=range(classes))
    for name in ("coef_", "intercept_", "theta_", "var_"):
        assert hasattr(grown, name) == hasattr(whole, name)
        if hasattr(whole, name):
            np.testing.assert_array_equal(getattr(grown, name), getattr(whole, name))
    np.testing.assert_array_equal(grown.predict(X), whole.predict(X))
    assert grown.run_.steps == whole.run_.steps == len(X)
    for t in range(len(X) + 1):
        np.testing.assert_array_equal(grown.run_.weights(t), whole.run_.weights(t))
    np.testing.assert_array_equal(grown.run_.mistake_flags(), whole.run_.mistake_flags())


def test_it_goes_on_from_a_fit() -> None:
    X, y = examples(4, 2)
    ours = Perceptron(shuffle=False, max_iter=3).fit(X, y)
    oracle = linear_model.Perceptron(shuffle=False, max_iter=3, tol=None).fit(X, y)
    for seed in (5, 6):
        batch = examples(seed, 2, n=17)
        ours.partial_fit(*batch)
        oracle.partial_fit(*batch)
        np.testing.assert_array_equal(ours.coef_, oracle.coef_)
        np.testing.assert_array_equal(ours.intercept_, oracle.intercept_)
    assert ours.run_.steps == 3 * 30 + 2 * 17
    assert ours.n_iter_ == 5
    again = Perceptron(shuffle=False, max_iter=3).fit(X, y)
    np.testing.assert_array_equal(ours.run_.weights(90), again.run_.weights(90))
    np.testing.assert_array_equal(ours.fit(X, y).coef_, again.coef_)  # a fit starts afresh


def test_the_average_goes_on_over_many_keyframes() -> None:
    X, y = examples(1, 3, n=9000)
    whole = LogisticRegression(max_iter=1, shuffle=False, readout="averaged", l2=0.01).fit(X, y)
    grown = LogisticRegression(readout="averaged", l2=0.01)
    for start in range(0, 9000, 1500):
        grown.partial_fit(X[start : start + 1500], y[start : start + 1500])
    np.testing.assert_allclose(grown.coef_, whole.coef_, rtol=1e-12)


def test_a_batch_may_hold_one_class_when_all_are_named() -> None:
    fitted = Mira().partial_fit([[1.0, 0.0]], ["b"], classes=["c", "b", "a"])
    assert fitted.classes_.tolist() == ["a", "b", "c"]
    assert fitted.coef_.shape == (3, 2)
    assert fitted.predict([[1.0, 0.0]]).tolist() == ["b"]


def test_examples_held_out_by_a_fit_stay_out() -> None:
    X, y = examples(2, 2)
    fitted = Perceptron(early_stopping=True, validation_fraction=0.2).fit(X, y)
    before = fitted.run_.steps
    fitted.partial_fit(*examples(3, 2, n=10))
    assert fitted.run_.steps == before + 10
    assert fitted.run_.dataset.held_out_rows.sum() == 6


def test_what_does_not_fit_the_first_batch_is_refused_and_changes_nothing() -> None:
    X, y = examples(0, 2)
    fitted = Mira().partial_fit(X, y)
    before = fitted.coef_.copy()
    with pytest.raises(ValueError, match="“7” in y is not one of the classes"):
        fitted.partial_fit(X, np.where(y == 1, 7, 0))
    with pytest.raises(ValueError, match="not those of the first call"):
        fitted.partial_fit(X, y, classes=[0, 1, 2])
    with pytest.raises(ValueError, match="parameters have changed"):
        fitted.set_params(C=0.5).partial_fit(X, y)
    with pytest.raises(ValueError, match="at least two classes"):
        Mira().partial_fit(X, np.zeros(30))
    assert fitted.run_.steps == 30
    np.testing.assert_array_equal(fitted.coef_, before)


def test_boosting_needs_all_examples_at_once() -> None:
    assert not hasattr(AdaBoost(), "partial_fit")


def test_only_single_examples_can_be_added_to_a_run() -> None:
    dataset = Perceptron().fit(*examples(0, 2)).run_.dataset
    for run in (
        Run(dataset, find("naive-bayes")).play(),
        Run(dataset, find("perceptron"), order=Order(batch=4)).play(),
    ):
        with pytest.raises(ValueError, match="single examples"):
            run.go_on_with(dataset)
