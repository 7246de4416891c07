"""Losses, accuracy and confusion, against hand calculation and scikit-learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import confusion_matrix, log_loss, precision_recall_fscore_support

from core.measure import confusion, losses, margins, measure, probabilities

SCORES = st.floats(-15, 15)  # beyond, scikit-learn clips probabilities


@st.composite
def scored_examples(draw):
    k, n = draw(st.integers(2, 5)), draw(st.integers(1, 12))
    labels = draw(arrays(np.int32, n, elements=st.integers(0, k - 1)))
    return draw(arrays(np.float64, (n, k), elements=SCORES)), labels


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("zero-one", [0, 0, 1, 1]),
        ("perceptron", [0, 0, 0, 2]),
        ("hinge", [0, 0.5, 1, 3]),
        ("log", [0.048587, 0.474077, 0.693147, 2.126928]),
        ("exp", [0.049787, 0.606531, 1, 7.389056]),
    ],
)
def test_losses_at_margins_worked_by_hand(name, expected):
    margin = np.array([3.0, 0.5, 0.0, -2.0])
    scores = np.stack([-margin / 2, margin / 2], axis=1)
    found = losses(name, scores, np.ones(4, np.int32))
    assert found == pytest.approx(expected, abs=1e-6)


@given(scored_examples())
def test_margin_is_gold_minus_best_other(example):
    scores, labels = example
    expected = [
        row[label] - max(s for k, s in enumerate(row) if k != label)
        for row, label in zip(scores.tolist(), labels.tolist(), strict=True)
    ]
    assert margins(scores, labels) == pytest.approx(expected, abs=1e-12)


@given(scored_examples())
def test_log_loss_is_that_of_scikit_learn(example):
    scores, labels = example
    known = list(range(scores.shape[1]))
    expected = log_loss(labels, probabilities(scores), labels=known)
    assert losses("log", scores, labels).mean() == pytest.approx(expected, abs=1e-9, rel=1e-6)


def test_losses_of_hopeless_margins_stay_finite():
    scores = np.array([[1e308, -1e308], [800.0, -800.0]])
    with np.errstate(over="ignore"):
        for name in ("log", "exp", "hinge"):
            assert not np.isnan(losses(name, scores, np.ones(2, np.int32))).any()
    assert np.isfinite(losses("exp", scores[1:], np.ones(1, np.int32))).all()


@given(scored_examples())
def test_confusion_and_rates_are_those_of_scikit_learn(example):
    scores, labels = example
    k = scores.shape[1]
    predicted = scores.argmax(axis=1).astype(np.int32)
    found = confusion(predicted, labels, k)
    known = list(range(k))
    assert (found.counts == confusion_matrix(labels, predicted, labels=known)).all()
    precision, recall, f1, _ = precision_recall_fscore_support(
        labels, predicted, labels=known, zero_division=0
    )
    assert found.precision == pytest.approx(precision)
    assert found.recall == pytest.approx(recall)
    assert found.f1 == pytest.approx(f1)
    assert found.micro == pytest.approx((predicted == labels).mean())


def test_measures_of_nothing_are_none():
    assert measure(np.zeros((0, 2)), np.zeros(0, np.int32)) is None


def test_a_tie_costs_a_mistake_but_predicts_the_first_label():
    found = measure(np.zeros((2, 3)), np.array([0, 1], np.int32))
    assert found is not None
    assert (found.zero_one, found.accuracy) == (1.0, 0.5)
