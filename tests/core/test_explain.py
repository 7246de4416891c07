"""Explanations: their numbers are those of the run, and a hand calculation gives the same."""

import numpy as np
import pytest

from core.dataset import Dataset
from core.experiment import Order, Stopping
from core.explain import explain_score, explain_step
from core.learners import BUILT_IN, find
from core.learners.telling import NumberStyle
from core.run import Run

P = Dataset.from_table(
    [[1, 2], [2, 1], [3, 4], [4, 2]], ["+", "-", "+", "-"], ["x", "y"], class_names=["-", "+"]
)
POSITIVE = Dataset.from_table(
    np.abs(np.random.default_rng(3).normal(size=(30, 3))) + 0.1,
    np.random.default_rng(4).integers(0, 3, 30),
)


def run_of(dataset, name, **parameters):
    stopping = Stopping(passes=3, clean_pass=False)
    return Run(dataset, find(name), parameters, order=Order("given"), stopping=stopping).play()


def test_perceptron_on_the_worked_points():
    run = run_of(P, "perceptron")
    first, second, third = (explain_step(run.at(t)) for t in (1, 2, 3))
    assert first.visits[0].sentence == (
        "+ and - scored the same, which counts as a mistake; "
        "the weights turn towards this example by η = 1.000."
    )
    assert [(c.feature, c.before, c.after) for c in second.changes] == [
        ("x", 1.0, -1.0),
        ("y", 2.0, 1.0),
        ("bias", 1.0, 0.0),
    ]
    assert second.visits[0].margin == -5.0
    assert "- was scored as + by 5.000" in second.visits[0].sentence
    assert third.changes == ()
    assert third.visits[0].sentence == "+ was scored right by 1.000, so nothing changes."


def test_mira_says_what_capped_it():
    dataset = Dataset.from_table([[3, 2]], ["+"], class_names=["-", "+"])
    free = explain_step(run_of(dataset, "mira").at(1)).visits[0]
    capped = explain_step(run_of(dataset, "mira", C=0.05).at(1)).visits[0]
    assert (free.size, free.cap) == (pytest.approx(1 / 14), None)
    assert (capped.size, capped.cap) == (0.05, "C")
    assert "capped by C = 0.050" in capped.sentence
    assert r"\frac{1.000}{14.000}" in free.worked


def test_logistic_regression_tells_the_probability():
    dataset = Dataset.from_table([[3, 2]], ["+"], class_names=["-", "+"])
    told = explain_step(run_of(dataset, "logistic-regression").at(1))
    assert "0.100 × 0.500 = 0.050" in told.visits[0].sentence
    assert [c.after for c in told.changes] == pytest.approx([0.15, 0.1, 0.05])


@pytest.mark.parametrize("learner", BUILT_IN, ids=lambda learner: learner.name)
@pytest.mark.parametrize("dataset", [P, POSITIVE], ids=["two classes", "three"])
def test_every_learner_tells_every_step_truly(learner, dataset):
    run = run_of(dataset, learner.name)
    for t in range(1, run.steps + 1):
        told = explain_step(run.at(t), most_changes=100)
        before = {(c.feature, c.label): c.before for c in told.changes}
        assert told.visits[0].sentence.endswith(".")
        moved = told.after[: len(told.before)] - told.before
        assert len(before) == np.count_nonzero(moved) + len(told.after) - len(told.before)
        for visit in told.visits:
            if visit.row is None:
                continue
            scores = run.at(t - 1).scores(dataset.rows.take([visit.row]))[0]
            gold = dataset.labels[visit.row]
            assert visit.scores == pytest.approx(scores.tolist())
            assert visit.margin == pytest.approx(scores[gold] - np.delete(scores, gold).max())


def test_there_is_nothing_to_tell_at_the_start():
    assert explain_step(run_of(P, "mira").at(0)) is None


@pytest.mark.parametrize("learner", BUILT_IN, ids=lambda learner: learner.name)
def test_contributions_add_up_to_the_scores(learner):
    run = run_of(POSITIVE, learner.name)
    item = POSITIVE.rows.take([4])
    told = explain_score(run.at(run.steps), item)
    assert told.scores == pytest.approx(run.at(run.steps).scores(item)[0].tolist())
    if told.contributions:
        summed = np.sum([c.per_label for c in told.contributions], axis=0)
        assert summed == pytest.approx(told.scores, abs=1e-9)
    else:
        assert learner.name == "adaboost"
    if told.probabilities is not None:
        assert sum(told.probabilities) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("number", "style", "text"),
    [
        (-0.0, NumberStyle(2), "0.00"),
        (-1.5, NumberStyle(2), "−1.50"),
        (1.5, NumberStyle(3, comma=True), "1,500"),
        (0.00004, NumberStyle(3), "4.000e−05"),
        (12345678.0, NumberStyle(2), "1.23e+07"),
    ],
)
def test_numbers_are_shown_as_asked(number, style, text):
    assert style(number) == text
