"""Words in a run: the heaviest, their ways, and the texts that hold them."""

from __future__ import annotations

import numpy as np
import pytest

from core.experiment import Experiment, LearnerChoice, Order, Stopping, TextsData
from core.run import Run
from core.runs import runs_of
from core.text_words import documents_with, heaviest, trajectory

TEXTS = TextsData(
    ("good fun", "bad plot", "good plot good", "dull bad", "odd thing", "odd odd fun"),
    (1, 0, 1, 0, 2, 2),
    ("bad", "good", "odd"),
)
TWO = TextsData(TEXTS.texts[:4], TEXTS.labels[:4], ("bad", "good"))


def _run(data: TextsData, learner: str) -> Run:
    experiment = Experiment(
        data=data,
        learners=(LearnerChoice(learner),),
        order=Order("given"),
        stopping=Stopping(passes=3, clean_pass=False),
    )
    (run,) = runs_of(experiment)
    assert isinstance(run, Run)
    return run.play()


def _named(run: Run, class_index: int, readout: str = "last") -> dict[str, float]:
    names = run.dataset.feature_names
    return {names[k]: w for k, w in heaviest(run.at(run.steps), readout, class_index)}


def test_two_classes_share_a_vector() -> None:
    run = _run(TWO, "perceptron")
    weights = dict(zip(run.dataset.feature_names, run.weights(run.steps)[:-1], strict=True))
    assert _named(run, 1) == {name: w for name, w in weights.items() if w > 0}
    assert _named(run, 0) == {name: -w for name, w in weights.items() if w < 0}
    strengths = list(_named(run, 0).values())
    assert strengths == sorted(strengths, reverse=True)
    assert len(heaviest(run.at(run.steps), "last", 0, most=1)) == 1


def test_of_several_classes_what_counts_is_the_lead_over_the_mean() -> None:
    run = _run(TEXTS, "naive-bayes")
    weights = run.weights(run.steps)[:, :-1]  # [classes, features]
    lead = weights - weights.mean(axis=0)
    names = run.dataset.feature_names
    for k in range(3):
        expected = {name: w for name, w in zip(names, lead[k], strict=True) if w > 0}
        assert _named(run, k) == pytest.approx(expected)
    assert next(iter(_named(run, 2))) == "odd"


def test_what_has_no_weights_has_no_heaviest_words() -> None:
    assert _named(_run(TWO, "perceptron"), 1, "voted") == {}
    assert _named(_run(TWO, "adaboost"), 1) == {}
    assert _named(_run(TWO, "gaussian-naive-bayes"), 1) == {}


@pytest.mark.parametrize("data", [TWO, TEXTS], ids=["two classes", "three"])
@pytest.mark.parametrize(
    "learner", ["perceptron", "logistic-regression", "naive-bayes", "gaussian-naive-bayes"]
)
def test_a_way_is_the_weights_of_all_moments(data: TextsData, learner: str) -> None:
    run = _run(data, learner)
    heads = 1 if data is TWO else 3
    for feature in range(len(run.recording.feature_names)):
        for head in range(heads):
            steps, weights = trajectory(run, feature, "last", head)
            assert steps.tolist() == list(range(run.steps + 1))
            expected = [run.at(int(t)).weights()[feature, head] for t in steps]
            assert weights == pytest.approx(np.array(expected), abs=1e-12)


def test_texts_that_hold_a_word() -> None:
    dataset = _run(TEXTS, "naive-bayes").dataset
    for k, name in enumerate(dataset.feature_names):
        expected = [i for i, text in enumerate(TEXTS.texts) if name in text.split()]
        assert documents_with(dataset, k).tolist() == expected
