"""Cuts through many features: their scores are those of the points of the cut."""

from __future__ import annotations

import numpy as np
import pytest

from core.cut import Cut, cut_along_components, cut_along_words
from core.dataset import Dataset
from core.document_space import space_of
from core.experiment import Stopping
from core.learners import find
from core.rows import Rows
from core.run import Run


def dataset(classes: int) -> Dataset:
    rng = np.random.default_rng(3)
    table = (rng.random((40, 9)) < 0.4) * rng.integers(1, 3, (40, 9))
    labels = rng.integers(0, classes, 40).astype(np.int32)
    held_out = np.zeros(40, np.bool_)
    held_out[::5] = True
    names = tuple(f"w{j}" for j in range(9))
    classes_ = tuple("abc"[:classes])
    return Dataset(Rows.from_dense(table), labels, classes_, names, held_out=held_out)


def cuts(data: Dataset) -> tuple[Cut, Cut]:
    along = cut_along_components(space_of(data))
    assert along is not None
    return cut_along_words(data, 2, 5), along


@pytest.mark.parametrize("learner", ["perceptron", "naive-bayes", "logistic-regression"])
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("classes", [2, 3])
def test_a_point_of_the_cut_scores_as_its_features_do(
    learner: str, bias: bool, classes: int
) -> None:
    data = dataset(classes)
    run = Run(data, find(learner), stopping=Stopping(passes=2), bias=bias).play()
    moment = run.at(run.steps // 2)
    spots = np.array([[0.0, 0.0], [1.0, -2.0], [0.3, 0.7]])
    for cut in cuts(data):
        weights = cut.weights(moment, "last")
        assert weights is not None
        points = cut.base + spots @ cut.directions.T
        # A point of the cut may well hold negative features, which no row of counts does.
        scores = moment.scores(Rows.from_dense(points))
        found = spots @ weights[:2] + weights[2]
        lead = scores[:, 1] - scores[:, 0]
        wanted = found[:, 0] if found.shape[1] == 1 else found[:, 1] - found[:, 0]
        np.testing.assert_allclose(wanted, lead, rtol=1e-9, atol=1e-9)


def test_the_other_words_are_at_their_mean_over_the_training_documents() -> None:
    data = dataset(2)
    run = Run(data, find("perceptron")).play()
    moment = run.at(run.steps)
    weights = cut_along_words(data, 2, 5).weights(moment, "last")
    assert weights is not None
    training = data.rows.dense()[data.training]
    scores = moment.scores(data.rows.take(data.training))
    lead = (scores[:, 1] - scores[:, 0]).mean()
    a, b = training[:, [2, 5]].mean(axis=0)
    assert a * weights[0, 0] + b * weights[1, 0] + weights[2, 0] == pytest.approx(lead)


def test_what_has_no_weights_has_no_scores_on_a_cut() -> None:
    data = dataset(2)
    cut = cut_along_words(data, 0, 1)
    voted = Run(data, find("perceptron")).play()
    assert cut.weights(voted.at(voted.steps), "voted") is None
    for learner in ("adaboost", "gaussian-naive-bayes"):
        run = Run(data, find(learner)).play()
        assert cut.weights(run.at(run.steps), "last") is None
