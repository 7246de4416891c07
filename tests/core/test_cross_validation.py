"""Cross-validation, against a perceptron written out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.cross_validation import Spread, fits
from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Experiment, LearnerChoice, Order, Stopping
from core.generators import make_points
from core.split import fold_numbers

ONE_PASS = Experiment(order=Order("given"), stopping=Stopping(passes=1, clean_pass=False))


def _examples(seed: int = 0) -> Dataset:
    return Dataset.from_points(make_points("overlap", n=60, seed=seed))


@settings(max_examples=25)
@given(seed=st.integers(0, 1000), folds=st.integers(2, 7))
def test_every_fold_is_tested_on_what_the_others_taught(seed: int, folds: int) -> None:
    examples = _examples(seed)
    numbers = fold_numbers(examples.labels, folds, seed)
    x = np.column_stack([examples.rows.dense(), np.ones(len(examples))])
    signs = np.where(examples.labels == 1, 1.0, -1.0)
    found = list(fits(examples, LearnerChoice("perceptron"), ONE_PASS, numbers))
    assert len(found) == folds
    for fold, fit in enumerate(found):
        weights = np.zeros(3)
        for row in np.flatnonzero(numbers != fold):
            if signs[row] * (weights @ x[row]) <= 0.0:
                weights += signs[row] * x[row]
        right = (x @ weights > 0.0) == (signs > 0.0)
        assert fit.held_out == pytest.approx(right[numbers == fold].mean())
        assert fit.train == pytest.approx(right[numbers != fold].mean())
        assert fit.seconds > 0.0
        assert not fit.diverged


def test_the_readout_counts() -> None:
    examples = _examples()
    numbers = fold_numbers(examples.labels, 3, 0)
    last, averaged = (
        [fit.held_out for fit in fits(examples, choice, ONE_PASS, numbers)]
        for choice in (LearnerChoice("perceptron"), LearnerChoice("perceptron", {}, "averaged"))
    )
    assert last != averaged


def test_the_fold_left_out_does_not_decide_when_to_stop() -> None:
    examples = _examples()
    numbers = fold_numbers(examples.labels, 3, 0)
    patient = Experiment(stopping=Stopping(passes=8, clean_pass=False))
    hasty = Experiment(stopping=Stopping(passes=8, clean_pass=False, patience=1))
    choice = LearnerChoice("perceptron")
    a, b = (
        [(fit.train, fit.held_out) for fit in fits(examples, choice, experiment, numbers)]
        for experiment in (patient, hasty)
    )
    assert a == b


def test_what_cannot_run_says_so() -> None:
    examples = _examples()
    numbers = fold_numbers(examples.labels, 3, 0)
    with pytest.raises(PlainError, match="below zero"):
        next(fits(examples, LearnerChoice("naive-bayes"), ONE_PASS, numbers))


def test_divergence_is_noticed() -> None:
    table = [[1e308, 1.0], [-1e308, 1.0], [1e308, 2.0], [-1e308, 2.0]]
    examples = Dataset.from_table(table, ["a", "b", "a", "b"])
    folds = np.array([0, 0, 1, 1], np.int32)
    assert all(fit.diverged for fit in fits(examples, LearnerChoice("mira"), ONE_PASS, folds))


@given(st.lists(st.floats(0.0, 1.0), min_size=2, max_size=10))
def test_the_deviation_is_that_of_a_sample(values: list[float]) -> None:
    spread = Spread.of(values)
    assert spread.mean == pytest.approx(np.mean(values))
    assert spread.deviation == pytest.approx(np.std(values, ddof=1), abs=1e-12)
