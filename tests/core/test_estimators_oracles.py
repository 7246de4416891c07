"""The estimators against scikit-learn's, where it has the same rule."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import sparse
from sklearn import linear_model, naive_bayes, svm

from core.estimators import LogisticRegression, Mira, NaiveBayes, Perceptron, SupportVectorMachine


@st.composite
def tables(draw: st.DrawFn, low: float = -4.0, classes: int = 2) -> tuple[Any, Any]:
    """Rows of quarters, so that sums are exact and ties happen, with every class present."""
    n = draw(st.integers(classes, 12))
    width = draw(st.integers(1, 4))
    quarters = st.integers(round(low * 4), 16).map(lambda q: q / 4)
    X = draw(arrays.arrays(np.float64, (n, width), elements=quarters))
    y = draw(arrays.arrays(np.int64, n, elements=st.integers(0, classes - 1)))
    y[draw(st.permutations(range(n)))[:classes]] = range(classes)
    return X, y


def with_ones(X: Any) -> Any:
    return np.column_stack([X, np.ones(len(X))])


PLAIN: dict[str, Any] = {"shuffle": False, "tol": None}


@settings(max_examples=60)
@given(tables(), st.integers(1, 5), st.booleans())
def test_perceptron(table: Any, passes: int, fit_intercept: bool) -> None:
    X, y = table
    options = {**PLAIN, "max_iter": passes, "fit_intercept": fit_intercept}
    oracle = linear_model.Perceptron(**options).fit(X, y)
    ours = Perceptron(**options).fit(X, y)
    np.testing.assert_array_equal(ours.coef_, oracle.coef_)
    np.testing.assert_array_equal(ours.intercept_, np.ravel(oracle.intercept_))
    np.testing.assert_array_equal(ours.predict(X), oracle.predict(X))


@settings(max_examples=60)
@given(tables(), st.integers(1, 4), st.sampled_from([0.01, 0.5, 3.0]), st.booleans(), st.booleans())
def test_mira(table: Any, passes: int, C: float, softened: bool, as_sparse: bool) -> None:
    X, y = table
    # Our bias counts in the norm, theirs does not: give them a column of ones instead.
    oracle = linear_model.SGDClassifier(
        loss="hinge",
        penalty=None,
        learning_rate="pa2" if softened else "pa1",
        eta0=C,
        max_iter=passes,
        fit_intercept=False,
        **PLAIN,
    ).fit(with_ones(X), y)
    ours = Mira(C=C, variant="PA-II" if softened else "PA-I", max_iter=passes, **PLAIN)
    ours.fit(sparse.csr_array(X) if as_sparse else X, y)
    weights = np.append(ours.coef_, ours.intercept_)
    np.testing.assert_allclose(weights, oracle.coef_[0], atol=1e-9)


@settings(max_examples=60)
@given(tables(), st.integers(1, 4), st.sampled_from([0.01, 0.3]))
def test_logistic_regression(table: Any, passes: int, rate: float) -> None:
    X, y = table
    oracle = linear_model.SGDClassifier(
        loss="log_loss",
        penalty=None,
        learning_rate="constant",
        eta0=rate,
        max_iter=passes,
        **PLAIN,
    ).fit(X, y)
    ours = LogisticRegression(learning_rate=rate, max_iter=passes, **PLAIN).fit(X, y)
    np.testing.assert_allclose(ours.coef_, oracle.coef_, atol=1e-6)
    np.testing.assert_allclose(ours.intercept_, oracle.intercept_, atol=1e-6)
    np.testing.assert_allclose(ours.predict_proba(X), oracle.predict_proba(X), atol=1e-6)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("C", [0.1, 1.0])
def test_support_vector_machine(classes: int, C: float) -> None:
    rng = np.random.default_rng(classes)
    y = np.arange(60) % classes
    X = rng.normal(size=(60, 3)) + y[:, None] * [1.0, -0.5, 0.0]
    oracle = svm.LinearSVC(loss="hinge", C=C, tol=1e-9, max_iter=10**6).fit(X, y)
    ours = SupportVectorMachine(C=C, max_iter=3000, random_state=0).fit(X, y)
    np.testing.assert_allclose(ours.coef_, oracle.coef_, atol=1e-4)
    np.testing.assert_allclose(ours.intercept_, oracle.intercept_, atol=1e-4)


@settings(max_examples=40)
@given(st.data(), st.sampled_from([2, 3, 5]), st.sampled_from([0.01, 1.0, 7.5]), st.booleans())
def test_naive_bayes_by_counts(data: Any, classes: int, alpha: float, prior: bool) -> None:
    X, y = data.draw(tables(low=0.0, classes=classes))
    X[0] += 0.25  # every feature occurs: those that do not are dropped here, but not there
    oracle = naive_bayes.MultinomialNB(alpha=alpha, fit_prior=prior).fit(X, y)
    ours = NaiveBayes(alpha=alpha, fit_intercept=prior).fit(X, y)
    np.testing.assert_allclose(ours.feature_log_prob_, oracle.feature_log_prob_, atol=1e-9)
    np.testing.assert_allclose(
        ours.predict_log_proba(X), oracle.predict_log_proba(X), rtol=1e-7, atol=1e-7
    )
    if classes == 2:
        ratio = oracle.feature_log_prob_[1] - oracle.feature_log_prob_[0]
        np.testing.assert_allclose(ours.coef_, [ratio], atol=1e-9)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("as_sparse", [False, True])
def test_naive_bayes_by_bell_curves(classes: int, as_sparse: bool) -> None:
    rng = np.random.default_rng(8)
    y = np.sort(rng.integers(0, classes, 90))
    X = rng.normal(size=(90, 3)) * [1.0, 5.0, 0.1] + y[:, None]
    X[rng.random(X.shape) < 0.2] = 0.0
    oracle = naive_bayes.GaussianNB(var_smoothing=1e-3).fit(X, y)
    ours = NaiveBayes(variant="gaussian", smoothing=1e-3)
    given = sparse.csr_array(X) if as_sparse else X
    ours.fit(given, y)
    np.testing.assert_allclose(ours.theta_, oracle.theta_, atol=1e-10)
    np.testing.assert_allclose(ours.var_, oracle.var_, rtol=1e-9)
    np.testing.assert_allclose(ours.predict_proba(given), oracle.predict_proba(X), atol=1e-9)
