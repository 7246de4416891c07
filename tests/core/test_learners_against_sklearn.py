"""Learners whose rule scikit-learn has too, compared pass by pass with it."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import Perceptron, SGDClassifier
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.svm import LinearSVC

from core.counting import CountRecording
from core.dataset import Dataset
from core.experiment import Order, Stopping
from core.learners import find
from core.measure import predictions
from core.rows import Floats, Rows
from core.run import Run

PASSES = (1, 2, 3)
few = settings(max_examples=25)


@dataclass(frozen=True)
class Sample:
    """Examples with the bias as a column of ones, since scikit-learn's own is not regularised."""

    table: Floats
    labels: NDArray[np.int64]
    classes: int
    sparse: bool

    @property
    def given(self) -> Any:
        return csr_matrix(self.table) if self.sparse else self.table

    def dataset(self, labels: NDArray[np.int64] | None = None, classes: int = 2) -> Dataset:
        rows = Rows.from_csr(self.given) if self.sparse else Rows.from_dense(self.given)
        chosen = self.labels if labels is None else labels
        names = tuple(f"x{j}" for j in range(rows.width))
        return Dataset(rows, chosen.astype(np.int32), tuple("ABCDE"[:classes]), names)

    def machines(self) -> list[NDArray[np.int64]]:
        """The two-class problems that scikit-learn makes of several: one against the rest."""
        if self.classes == 2:
            return [self.labels]
        return [(self.labels == k).astype(np.int64) for k in range(self.classes)]


@st.composite
def samples(draw: st.DrawFn, classes: tuple[int, ...] = (2, 3, 4), whole: bool = False) -> Sample:
    """Seeded noise rather than chosen digits: nothing is ever close to a tie."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    examples, width = draw(st.integers(6, 14)), draw(st.integers(1, 4))
    count = draw(st.sampled_from(classes))
    labels = rng.permutation(np.arange(examples) % count)
    table = (
        rng.poisson(1.0, (examples, width)) + 0.0 if whole else rng.normal(size=(examples, width))
    )
    table *= rng.random(table.shape) < draw(st.sampled_from([0.5, 1.0]))
    if not whole:
        table = np.hstack([table, np.ones((examples, 1))])
    return Sample(table, labels, count, draw(st.booleans()))


def ours(data: Dataset, name: str, parameters: dict[str, object], passes: int = 3) -> Run:
    stopping = Stopping(passes=passes, clean_pass=False)
    return Run(
        data, find(name), parameters, order=Order("given"), stopping=stopping, bias=False
    ).play()


def theirs(model: type, sample: Sample, passes: int, **options: Any) -> Floats:
    """scikit-learn's weights after so many passes, one row for every machine."""
    fitted = model(
        max_iter=passes, tol=None, shuffle=False, fit_intercept=False, **options
    ).fit(sample.given, sample.labels)  # fmt: skip
    return np.asarray(fitted.coef_)


def same_weights(
    sample: Sample, name: str, parameters: dict[str, object], model: type, **options: Any
) -> None:
    runs = [ours(sample.dataset(labels), name, parameters) for labels in sample.machines()]
    for passes in PASSES:
        t = passes * len(sample.labels)
        weights = np.array([run.weights(t) for run in runs])
        expected = theirs(model, sample, passes, **options)
        np.testing.assert_allclose(weights, expected, rtol=1e-7, atol=1e-9)


@few
@given(samples(), st.sampled_from([0.5, 1.0, 3.0]))
def test_perceptron(sample: Sample, rate: float) -> None:
    same_weights(sample, "perceptron", {"learning_rate": rate}, Perceptron, eta0=rate)


@pytest.mark.parametrize(("decay", "schedule", "power"), [
    ("constant", "constant", 0.5),
    ("1/√t", "invscaling", 0.5),
    ("1/t", "invscaling", 1.0),
])  # fmt: skip
@few
@given(sample=samples(), rate=st.sampled_from([0.01, 0.1, 1.0]), l2=st.sampled_from([0.0, 0.05]))
def test_logistic_regression(
    sample: Sample, rate: float, l2: float, decay: str, schedule: str, power: float
) -> None:
    penalty = {"penalty": "l2", "alpha": l2} if l2 else {"penalty": None}
    same_weights(
        sample, "logistic-regression", {"learning_rate": rate, "decay": decay, "l2": l2},
        SGDClassifier, loss="log_loss", learning_rate=schedule, eta0=rate, power_t=power, **penalty,
    )  # fmt: skip


@pytest.mark.parametrize(("variant", "rule"), [("PA-I", "pa1"), ("PA-II", "pa2")])
@few
@given(sample=samples(), C=st.sampled_from([0.01, 0.3, 5.0]))
def test_mira(sample: Sample, C: float, variant: str, rule: str) -> None:
    same_weights(
        sample, "mira", {"C": C, "variant": variant}, SGDClassifier, loss="hinge", penalty=None,
        learning_rate=rule, eta0=C,
    )  # fmt: skip


@settings(max_examples=12)
@given(samples(), st.sampled_from([0.05, 0.3, 1.0]))
def test_support_vector_machine(sample: Sample, C: float) -> None:
    """The optimum of ½‖w‖² + C Σ hinge is one point, whichever way it is reached."""
    data = sample.dataset(classes=sample.classes)
    run = ours(data, "support-vector-machine", {"C": C}, passes=2000)
    weights = np.atleast_2d(run.weights(run.steps))
    machine = LinearSVC(loss="hinge", C=C, tol=1e-9, max_iter=1_000_000, fit_intercept=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # not converged
        expected = machine.fit(sample.given, sample.labels).coef_
    for own, other, labels in zip(weights, expected, sample.machines(), strict=True):
        sign = 2.0 * labels - 1.0
        cost = [
            0.5 * w @ w + C * np.maximum(0.0, 1.0 - sign * (sample.table @ w)).sum()
            for w in (own, other)
        ]
        assert cost[0] == pytest.approx(cost[1], rel=1e-6)
        np.testing.assert_allclose(own, other, atol=2e-3)


@few
@given(samples(whole=True), st.sampled_from([0.01, 1.0, 3.0]))
def test_multinomial_naive_bayes(sample: Sample, alpha: float) -> None:
    """Every word occurs somewhere: scikit-learn's vocabulary is all columns, ours what is seen."""
    assume(sample.table.any(axis=0).all())
    run = streamed(sample, "naive-bayes", {"alpha": alpha})
    recording = run.recording
    assert isinstance(recording, CountRecording)
    for t in range(1, run.steps + 1):
        if len(set(sample.labels[:t])) < sample.classes:
            continue
        fitted = MultinomialNB(alpha=alpha).fit(sample.given[:t], sample.labels[:t])
        expected = np.vstack([fitted.feature_log_prob_.T, fitted.class_log_prior_])
        np.testing.assert_allclose(recording.theta(t), expected, rtol=1e-10, atol=1e-12)


@few
@given(samples(), st.sampled_from([1e-9, 1e-3]))
def test_gaussian_naive_bayes(sample: Sample, smoothing: float) -> None:
    dense = Sample(sample.table[:, :-1], sample.labels, sample.classes, sample.sparse)
    run = streamed(dense, "gaussian-naive-bayes", {"smoothing": smoothing})
    recording = run.recording
    assert isinstance(recording, CountRecording)
    fitted = GaussianNB(var_smoothing=smoothing).fit(dense.table, dense.labels)
    # A class whose examples all share a value has a variance that rounding alone decides.
    assume(fitted.var_.min() > 1e-6 * fitted.var_.max())
    expected = fitted.predict_joint_log_proba(dense.table)
    scores = recording.rows.dot(recording.theta(run.steps))
    np.testing.assert_allclose(scores, expected, rtol=1e-6, atol=1e-6)
    labelled = predictions(run.at(run.steps).scores())
    assert labelled.tolist() == fitted.predict(dense.table).tolist()


def streamed(sample: Sample, name: str, parameters: dict[str, object]) -> Run:
    """Naive Bayes with the prior, which is its bias."""
    data = sample.dataset(classes=sample.classes)
    return Run(data, find(name), parameters, order=Order("given")).play()
