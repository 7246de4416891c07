"""The scikit-learn face: its contract, what is learnt and kept, and what is refused."""

from __future__ import annotations

import inspect
import pickle
import tracemalloc
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from core import estimators
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
from core.learners import find

ONLINE = (
    Perceptron,
    AveragedPerceptron,
    VotedPerceptron,
    Mira,
    LogisticRegression,
    Pegasos,
    SupportVectorMachine,
)
LINEAR = [cls for cls in ONLINE if cls is not VotedPerceptron]
LEARNER_NAMES = {
    Perceptron: ["perceptron"],
    AveragedPerceptron: ["perceptron"],
    VotedPerceptron: ["perceptron"],
    Mira: ["mira"],
    LogisticRegression: ["logistic-regression"],
    Pegasos: ["pegasos"],
    SupportVectorMachine: ["support-vector-machine"],
    NaiveBayes: ["naive-bayes", "gaussian-naive-bayes"],
    AdaBoost: ["adaboost"],
}

# Points P: (1,2)+, (2,1)−, (3,4)+, (4,2)−; the weights from pencil and paper.
P = np.array([[1.0, 2], [2, 1], [3, 4], [4, 2]])
P_LABELS = np.array(["+", "-", "+", "-"])  # sorted, "+" comes first: "-" is the positive class
BETWEEN = np.array([[2.0, 1.5]])


def three_clouds() -> tuple[Any, Any]:
    rng = np.random.default_rng(3)
    names = np.array(["pear", "apple", "quince"])[np.repeat([0, 1, 2], 20)]
    centres = np.repeat([[4.0, 0.5], [0.5, 4.0], [8.0, 8.0]], 20, axis=0)
    mixed = rng.permutation(60)
    return np.abs(centres + rng.normal(0, 0.3, (60, 2)))[mixed], names[mixed]


def counts(classes: int = 3) -> tuple[Any, Any]:
    rng = np.random.default_rng(5)
    return rng.integers(0, 4, (40, 6)).astype(float), rng.integers(0, classes, 40)


@parametrize_with_checks(
    [cls() for cls in LEARNER_NAMES]
    + [
        NaiveBayes(variant="gaussian"),
        Perceptron(readout="voted"),
        Mira(readout="averaged", fit_intercept=False),
        LogisticRegression(readout="averaged", early_stopping=True, validation_fraction=0.5),
    ]
)
def test_scikit_learn_finds_nothing_wrong(estimator: Any, check: Any) -> None:
    check(estimator)


def test_every_estimator_is_offered() -> None:
    assert set(estimators.__all__) == {cls.__name__ for cls in LEARNER_NAMES}


@pytest.mark.parametrize("cls", LEARNER_NAMES)
def test_parameters_have_the_declared_names_and_defaults(cls: Any) -> None:
    keywords = inspect.signature(cls).parameters
    for name in LEARNER_NAMES[cls]:
        for declared in find(name).parameters:
            assert keywords[declared.name].default == declared.default
    assert all(k.kind is inspect.Parameter.KEYWORD_ONLY for k in keywords.values())
    assert cls().get_params() == {name: k.default for name, k in keywords.items()}


# Worked numbers


def test_perceptrons_on_the_worked_points() -> None:
    schedule: dict[str, Any] = {"max_iter": 2, "shuffle": False}
    last = Perceptron(**schedule).fit(P, P_LABELS)
    averaged = AveragedPerceptron(**schedule).fit(P, P_LABELS)
    voted = VotedPerceptron(**schedule).fit(P, P_LABELS)
    np.testing.assert_array_equal(last.coef_, [[1, -1]])
    np.testing.assert_array_equal(last.intercept_, [0])
    np.testing.assert_allclose(averaged.coef_, [[6 / 8, -9 / 8]])
    np.testing.assert_allclose(averaged.intercept_, [-1 / 8])
    assert [e.predict(BETWEEN)[0] for e in (last, averaged, voted)] == ["-", "+", "-"]
    np.testing.assert_allclose(voted.decision_function(BETWEEN), [(7 - 1) / 8])
    assert last.run_.mistakes() == 2
    np.testing.assert_array_equal(last.run_.weights(1), [-1, -2, -1])


def test_mira_on_the_worked_example() -> None:
    X, y = [[3.0, 2.0], [1.0, 2.0]], [1, 0]
    one = Mira(max_iter=1, shuffle=False).partial_fit(X[:1], y[:1], classes=[0, 1])
    np.testing.assert_allclose(one.decision_function(X[:1]), [1.0])
    both = one.partial_fit(X[1:], y[1:])
    np.testing.assert_allclose([*both.coef_[0], *both.intercept_], np.array([-2, -16, -8]) / 42)


# What is kept


@pytest.mark.parametrize("cls", LINEAR)
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_coefficients_are_the_run_at_its_end(cls: Any, fit_intercept: bool) -> None:
    X, y = three_clouds()
    for rows, heads in ((slice(None), 3), (y != "apple", 1)):
        fitted = cls(max_iter=4, random_state=1, fit_intercept=fit_intercept).fit(X[rows], y[rows])
        assert fitted.coef_.shape == (heads, 2)
        assert fitted.intercept_.shape == (heads,)
        end = np.atleast_2d(fitted.run_.weights(fitted.run_.steps, fitted.readout))
        np.testing.assert_array_equal(fitted.coef_, end[:, :2])
        np.testing.assert_array_equal(
            fitted.intercept_, end[:, 2] if fit_intercept else 0 * end[:, 0]
        )


@pytest.mark.parametrize("cls", LEARNER_NAMES)
def test_scores_agree_with_the_run_and_with_the_predictions(cls: Any) -> None:
    X, y = three_clouds()
    for rows in (slice(None), y != "pear"):
        seeded = cls() if cls is AdaBoost else cls(random_state=0)
        fitted = seeded.fit(X[rows], y[rows])
        assert fitted.score(X[rows], y[rows]) > 0.9
        readout = getattr(fitted, "readout", "last")
        expected = fitted.run_.at(fitted.run_.steps).scores(readout=readout)
        best = fitted.classes_[expected.argmax(axis=1)]
        np.testing.assert_array_equal(fitted.predict(X[rows]), best)
        if hasattr(fitted, "decision_function"):
            scores = fitted.decision_function(X[rows])
            if scores.ndim == 1:
                expected = expected[:, 1] - expected[:, 0]
                np.testing.assert_array_equal(fitted.predict(X[rows]) == "quince", scores > 0)
            np.testing.assert_allclose(scores, expected, atol=1e-12)


def test_only_what_has_probabilities_offers_them() -> None:
    offering = {cls for cls in LEARNER_NAMES if hasattr(cls(), "predict_proba")}
    assert offering == {LogisticRegression, NaiveBayes}


def test_probabilities_are_sigmoid_and_softmax_of_the_scores() -> None:
    X, y = three_clouds()
    fitted = LogisticRegression(random_state=0).fit(X, y)
    powers = np.exp(X @ fitted.coef_.T + fitted.intercept_)
    expected = powers / powers.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(fitted.predict_proba(X), expected)
    np.testing.assert_allclose(np.exp(fitted.predict_log_proba(X)), expected)
    two = LogisticRegression(random_state=0).fit(X, y == "pear")
    expected = 1 / (1 + np.exp(-two.decision_function(X)))
    np.testing.assert_allclose(two.predict_proba(X)[:, 1], expected, rtol=1e-9)


def test_what_a_readout_or_variant_does_not_have_is_gone_after_fitting_again() -> None:
    estimator = Perceptron().fit(*three_clouds())
    assert hasattr(estimator, "coef_")
    estimator.set_params(readout="voted").fit(*three_clouds())
    assert not hasattr(estimator, "coef_")
    assert not hasattr(estimator, "intercept_")
    bayes = NaiveBayes().fit(*counts())
    bayes.set_params(variant="gaussian").fit(*counts())
    assert not hasattr(bayes, "coef_")
    assert not hasattr(bayes, "feature_log_prob_")


# Sparse


@pytest.mark.parametrize("cls", [*LEARNER_NAMES, lambda **k: NaiveBayes(variant="gaussian", **k)])
@pytest.mark.parametrize("classes", [2, 3])
def test_sparse_and_dense_input_learn_the_same(cls: Any, classes: int) -> None:
    X, y = counts(classes)
    entries = sparse.coo_array(X).astype(float)
    stored_zero = sparse.csr_array(  # and each value as two halves, the zero stored
        (
            np.r_[entries.data / 2, entries.data / 2, 0.0],
            (np.r_[entries.row, entries.row, 0], np.r_[entries.col, entries.col, np.argmin(X[0])]),
        ),
        shape=X.shape,
    )
    settings = {} if cls is AdaBoost else {"random_state": 0}
    dense = cls(**settings).fit(X, y)
    for matrix in (sparse.csr_matrix(X), sparse.csc_array(X), stored_zero):
        fitted = cls(**settings).fit(matrix, y)
        np.testing.assert_array_equal(fitted.predict(matrix), dense.predict(X))
        steps = dense.run_.steps
        np.testing.assert_array_equal(fitted.run_.weights(steps), dense.run_.weights(steps))


@pytest.mark.parametrize("cls", [*ONLINE, NaiveBayes, AdaBoost])
def test_sparse_input_stays_sparse(cls: Any) -> None:
    n, width = 1000, 100_000  # 800 MB when dense
    X = sparse.random_array((n, width), density=2e-5, format="csr", rng=np.random.default_rng(0))
    y = np.arange(n) % 2
    estimator = cls(rounds=2) if cls is AdaBoost else cls()
    tracemalloc.start()
    try:
        estimator.fit(X, y).predict(X)
        if hasattr(estimator, "partial_fit"):
            estimator.partial_fit(X, y)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 100_000_000


# Refusals


@pytest.mark.parametrize(
    ("estimator", "message"),
    [
        (Perceptron(max_iter=0), "max_iter"),
        (Perceptron(max_iter=2.5), "max_iter"),
        (Mira(C=-1.0), "C must be"),
        (Mira(variant="PA-III"), "variant"),
        (Pegasos(readout="voted"), "readout must be last or averaged"),
        (LogisticRegression(tol=-1.0), "tol"),
        (Perceptron(early_stopping=True, n_iter_no_change=0), "n_iter_no_change"),
        (Perceptron(early_stopping=True, validation_fraction=1.0), "validation_fraction"),
        (NaiveBayes(variant="poisson"), "multinomial or gaussian"),
        (AdaBoost(rounds=0), "rounds"),
    ],
)
def test_bad_parameters_are_refused_when_fitting(estimator: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        estimator.fit(P, P_LABELS)


def test_data_that_cannot_be_learnt_from_are_refused() -> None:
    with pytest.raises(ValueError, match="one class"):
        Perceptron().fit(P, ["+"] * 4)
    with pytest.raises(ValueError, match="51"):
        Perceptron().fit(np.tile(np.eye(51), (3, 1)), np.tile(np.arange(51), 3))
    with pytest.raises(ValueError, match="Negative values"):
        NaiveBayes().fit(-P, P_LABELS)


# Among scikit-learn's own tools


def test_in_a_pipeline_with_texts() -> None:
    texts = ["good film", "bad film", "very good", "very bad", "good good", "bad bad"]
    labels = ["pos", "neg"] * 3
    pipeline = make_pipeline(CountVectorizer(), NaiveBayes())
    assert pipeline.fit(texts, labels).predict(["a good one", "so bad"]).tolist() == ["pos", "neg"]
    assert pipeline[-1].feature_log_prob_.shape == (2, 4)


def test_in_a_grid_search_and_by_probabilities() -> None:
    X, y = three_clouds()
    search = GridSearchCV(
        make_pipeline(StandardScaler(), Mira(max_iter=2, random_state=0)),
        {"mira__C": [1e-4, 1.0], "mira__variant": ["PA-I", "PA-II"]},
        cv=3,
    ).fit(X, y)
    assert search.best_score_ > 0.95
    assert set(search.cv_results_["param_mira__C"]) == {1e-4, 1.0}
    scores = cross_val_score(LogisticRegression(), X, y, cv=3, scoring="neg_log_loss")
    assert (scores > -0.2).all()


@pytest.mark.parametrize("cls", LEARNER_NAMES)
def test_clones_forget_and_pickles_remember(cls: Any) -> None:
    X, y = three_clouds()
    fitted = cls().fit(X, y)
    assert not hasattr(clone(fitted), "run_")
    restored = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(restored.predict(X), fitted.predict(X))
    middle = fitted.run_.steps // 2
    np.testing.assert_array_equal(restored.run_.weights(middle), fitted.run_.weights(middle))
    with pytest.raises(ValueError, match="read-only"):
        restored.run_.dataset.rows.values[0] = 7.0


def test_column_names_become_feature_names() -> None:
    pandas = pytest.importorskip("pandas")
    fitted = Perceptron().fit(pandas.DataFrame(P, columns=["width", "height"]), P_LABELS)
    assert fitted.feature_names_in_.tolist() == ["width", "height"]
    assert fitted.run_.recording.feature_names == ("width", "height", "bias")
