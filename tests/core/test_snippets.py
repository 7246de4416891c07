"""Snippets are run, and what they print is what the engine says."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout

import numpy as np
import pytest
from msgspec.structs import replace

from core.errors import PlainError
from core.experiment import (
    Experiment,
    FeatureMapChoice,
    LearnerChoice,
    Order,
    PointsData,
    Split,
    Stopping,
    TextsData,
)
from core.generators import make_points
from core.learners import find
from core.runs import dataset_of, points_data, run_of
from core.snippets import engine_snippet, scikit_learn_snippet

HOSTILE = 'x"""\n__import__("os").abort()\n#'


def experiment(*learners: LearnerChoice, n: int = 30, classes: int = 2) -> Experiment:
    return Experiment(
        data=points_data(make_points("blobs", n, classes=classes, seed=4, noise=0.6)),
        learners=learners, order=Order("given"), split=Split(0.2, 1),
        stopping=Stopping(passes=6, clean_pass=False),
    )  # fmt: skip


def printed(code: str) -> tuple[str, dict[str, object]]:
    out = io.StringIO()
    names: dict[str, object] = {}
    with redirect_stdout(out):
        exec(compile(code, "snippet", "exec"), names)
    return out.getvalue(), names


def test_the_engine_snippet_makes_the_same_experiment_and_runs_it() -> None:
    before = experiment(
        LearnerChoice("perceptron", also=("averaged",)),
        LearnerChoice("mira", {"C": 0.2, "variant": "PA-II"}, readout="averaged"),
        LearnerChoice("perceptron", readout="voted"),
    )
    text, names = printed(engine_snippet(before))
    assert names["experiment"] == before
    dataset = dataset_of(before)
    for choice in before.learners[:2]:
        run = run_of(dataset, choice, before).play()
        assert f"{find(choice.name).title}: {run.steps} steps, {run.mistakes()} mistakes" in text
        assert str(run.weights(run.steps, choice.readout)) in text


def test_curves_texts_and_hostile_names_are_written_as_values() -> None:
    curved = replace(
        experiment(LearnerChoice("perceptron")), features=FeatureMapChoice("quadratic"),
        data=PointsData(((1.0, 2.0), (2.0, 1.0)), (0, 1), (HOSTILE, "<b>")),
    )  # fmt: skip
    assert printed(engine_snippet(curved))[1]["experiment"] == curved
    texts = TextsData((HOSTILE, "it's \\ 'quoted'", "plain"), (0, 1, 0), ("bad", "good"))
    read = Experiment(data=texts, learners=(LearnerChoice("naive-bayes"),))
    assert printed(engine_snippet(read))[1]["experiment"] == read
    named = replace(
        experiment(LearnerChoice("perceptron"), n=8),
        data=replace(points_data(make_points("blobs", 8)), class_names=("a\nraise X", "b")),
    )
    printed(scikit_learn_snippet(named, 0))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("perceptron", {"learning_rate": 0.5}),
        ("mira", {"C": 0.3}),
        ("mira", {"C": 0.3, "variant": "PA-II"}),
        ("logistic-regression", {"learning_rate": 0.2, "l2": 0.01, "decay": "1/√t"}),
        ("logistic-regression", {"learning_rate": 0.2, "l2": 0.0}),
        ("support-vector-machine", {"C": 0.5}),
        ("gaussian-naive-bayes", {}),
    ],
)
def test_the_scikit_learn_snippet_gives_the_same_numbers(
    name: str, parameters: dict[str, float | int | bool | str]
) -> None:
    before = experiment(LearnerChoice(name, parameters))
    if name == "support-vector-machine":
        before = replace(before, stopping=Stopping(passes=2000, clean_pass=False))
    text, names = printed(scikit_learn_snippet(before, 0))
    run = run_of(dataset_of(before), before.learners[0], before).play()
    dataset = run.dataset
    right = run.at(run.steps).scores().argmax(axis=1) == dataset.labels
    shown = float(re.search(r"accuracy ([\d.]+)", text).group(1))  # type: ignore[union-attr]
    assert shown == pytest.approx(float(right[dataset.training].mean()))
    model = names["model"]
    if hasattr(model, "coef_"):
        np.testing.assert_allclose(model.coef_[0], run.weights(run.steps), rtol=1e-3, atol=1e-4)


def test_multinomial_naive_bayes_on_counts() -> None:
    data = PointsData(((1.0, 0.0), (0.0, 2.0), (3.0, 1.0), (0.0, 1.0)), (0, 1, 0, 1))
    before = Experiment(data=data, learners=(LearnerChoice("naive-bayes"),), order=Order("given"))
    _, names = printed(scikit_learn_snippet(before, 0))
    run = run_of(dataset_of(before), before.learners[0], before).play()
    expected = run.at(run.steps).scores().argmax(axis=1)
    assert names["model"].predict(np.array(data.xy)).tolist() == expected.tolist()  # type: ignore[attr-defined]


def test_where_scikit_learn_has_no_such_rule_it_says_so() -> None:
    cases = [
        (experiment(LearnerChoice("pegasos")), "no learner with the rule of Pegasos"),
        (experiment(LearnerChoice("perceptron", readout="averaged")), "no averaged readout"),
        (experiment(LearnerChoice("mira", {"variant": "hard"})), "variant"),
        (experiment(LearnerChoice("perceptron"), classes=3), "more than two classes"),
        (replace(experiment(LearnerChoice("mira")), order=Order("given", batch=4)), "batches"),
    ]
    for given, sentence in cases:
        with pytest.raises(PlainError, match=sentence):
            scikit_learn_snippet(given, 0)


def test_too_much_is_not_written_out() -> None:
    many = experiment(LearnerChoice("perceptron"), n=6000)
    for make in (engine_snippet, lambda e: scikit_learn_snippet(e, 0)):
        with pytest.raises(PlainError, match="save the experiment"):
            make(many)
