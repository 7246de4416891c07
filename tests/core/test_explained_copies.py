"""Explanations for reading and for the clipboard, of points and of texts."""

from __future__ import annotations

import re

import numpy as np
import pytest

from core.dataset import Dataset
from core.experiment import Experiment, LearnerChoice, Order, Stopping, TextsData
from core.explain import explain_step
from core.learners import BUILT_IN, find
from core.learners.declaration import Learner
from core.learners.telling import NumberStyle, latex_names, name_tex
from core.run import Run
from core.runs import dataset_of, run_of
from core.what_if import drop_each, learning_curve, orders

ODD_NAMES = ["a_b", "50% & more", "{x}", "c^2 <\\>"]
TEXTS = Experiment(
    data=TextsData(
        (
            "just plain boring",
            "entirely predictable and lacks energy",
            "no surprises and very few laughs",
            "very powerful",
            "the most fun film of the summer",
            "powerful and fun",
        ),
        (0, 0, 0, 1, 1, 1),
        ("negative", "positive"),
    ),
    stopping=Stopping(passes=3, clean_pass=False),
)


def odd_run(learner: Learner, batch: int = 1) -> Run:
    rng = np.random.default_rng(0)
    table = np.abs(rng.normal(size=(9, 2)))
    dataset = Dataset.from_table(table, [ODD_NAMES[k % 3] for k in range(9)], ODD_NAMES[2:])
    stopping = Stopping(passes=2, clean_pass=False)
    return Run(dataset, learner, order=Order("given", batch=batch), stopping=stopping).play()


@pytest.mark.parametrize("learner", BUILT_IN, ids=lambda learner: learner.name)
@pytest.mark.parametrize("batch", [1, 4])
def test_every_formula_is_sound_tex(learner: Learner, batch: int) -> None:
    run = odd_run(learner, batch)
    for t in range(1, min(run.steps, 4) + 1):
        for readout in learner.readouts:
            told = explain_step(run.at(t), NumberStyle(3, comma=True), readout=readout)
            assert told is not None
            formulas = [told.rule, *told.results]
            for visit in told.visits:
                formulas += [visit.worked, visit.score_worked, visit.loss_worked]
            if told.readout is not None:
                formulas += [told.readout.rule, told.readout.worked]
            for formula in formulas:
                check_tex(formula)
            copied = told.latex()
            assert copied.startswith(f"% {learner.title}, step {t}: ")
            assert copied.count(r"\begin{align*}") == copied.count(r"\end{align*}") == 1
            assert not re.search(r"(?<!\\)[%#$]", copied.split("\n", 1)[1])


def check_tex(formula: str) -> None:
    depth = 0
    for sign in re.sub(r"\\[{}]", "", formula):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        assert depth >= 0, formula
    assert depth == 0, formula
    assert formula.count(r"\left") - formula.count(r"\leftarrow") == formula.count(r"\right")
    assert "−" not in re.sub(r"\\text\{[^{}]*\}", "", formula), "a minus that TeX does not know"
    assert "&" not in formula
    assert "<" not in re.sub(r" < 1|<1", "", formula)


def test_names_are_escaped_for_latex_and_harmless_on_screen() -> None:
    assert name_tex("{a}&<") == r"\text{(a)＆‹}"
    assert latex_names(rf"w_{{{name_tex('a_b & 5%')}}}") == r"w_{\text{a\_b \& 5\%}}"


def test_a_copy_holds_every_number() -> None:
    rng = np.random.default_rng(5)
    dataset = Dataset.from_table(rng.normal(size=(8, 2)), ["A", "B"] * 4, ["x", "y"])
    run = Run(dataset, find("mira"), order=Order("given")).play()
    told = explain_step(run.at(2), NumberStyle(4, comma=True), readout="averaged")
    assert told is not None
    text, show = told.text(), NumberStyle(4, comma=True)
    (visit,) = told.visits
    assert visit.margin is not None
    assert visit.size is not None
    for number in (*visit.scores, visit.margin, visit.size, visit.loss, *told.after.ravel()):
        assert show(float(number)) in text
    for change in (*told.changes, *told.readout.changes):
        assert f"{change.feature}: {show(change.before)} → {show(change.after)}" in text
    assert visit.sentence in text
    assert told.readout.sentence in text
    assert not re.search(r"\d\.\d", text), "decimal commas throughout"


def test_a_comma_parts_numbers_by_semicolons() -> None:
    style = NumberStyle(2, comma=True)
    assert style.vector((1.0, -2.5)) == r"(1{,}00;\ -2{,}50)"
    assert style.term(-0.004) == r"(-4{,}00\cdot 10^{-3})"
    assert NumberStyle(2).vector((1.0, -2.5)) == r"(1.00,\ -2.50)"


# Ties


def test_ties_are_told_where_they_matter() -> None:
    dataset = Dataset.from_table([[1.0], [2.0]], ["A", "B"], class_names=["A", "B", "C"])
    first = explain_step(Run(dataset, find("perceptron"), order=Order("given")).play().at(1))
    assert first is not None
    assert first.visits[0].tie == (
        "A tie counts as a mistake. Of the wrong labels B and C score the same; "
        "the first of them counts."
    )
    two = Dataset.from_table([[1.0], [2.0]], ["A", "B"])
    run = Run(two, find("perceptron"), {"ties": "first label wins"}, order=Order("given")).play()
    told = explain_step(run.at(1))
    assert told is not None
    assert told.visits[0].tie == "Of labels that score the same the first one wins, here A."
    assert told.changes == ()
    assert "nothing changes" in told.sentence
    clear = explain_step(run.at(3))
    assert clear is not None
    assert clear.visits[0].tie == ""


@pytest.mark.parametrize(
    ("name", "parameters", "why"),
    [
        ("perceptron", {}, "was scored right by"),
        ("mira", {}, "has its margin of 1"),
        ("mira", {"variant": "prediction-only"}, "only mistakes count here"),
        ("support-vector-machine", {}, "best where it is"),
    ],
)
def test_a_step_without_an_update_says_why(name: str, parameters: dict[str, str], why: str) -> None:
    rng = np.random.default_rng(1)
    labels = np.arange(20) % 2
    xy = rng.normal(size=(20, 2)) + 1.2 * (2 * labels[:, None] - 1)
    stopping = Stopping(passes=40, clean_pass=False)
    run = Run(Dataset.from_table(xy, labels), find(name), parameters, stopping=stopping).play()
    still = [t for t in range(1, run.steps + 1) if not run.recording.changes(t - 1, t)[0]]
    told = [explain_step(run.at(t)) for t in still[:200]]
    assert any(why in step.sentence for step in told if step is not None)
    for step in told:
        assert step is not None
        assert step.changes == ()
        assert step.results == ()


def test_a_batch_has_one_sentence_of_its_own() -> None:
    told = explain_step(odd_run(find("perceptron"), batch=4).at(1))
    assert told is not None
    assert told.sentence == (
        "4 of 4 examples were wrong; the weights take the mean of the 4 steps, 4 of them not zero."
    )
    assert "of which a step of 4 takes 1/4" in told.visits[0].sentence


# Texts


@pytest.mark.parametrize("name", ["perceptron", "mira", "logistic-regression", "naive-bayes"])
def test_texts_tell_their_words(name: str) -> None:
    dataset = dataset_of(TEXTS)
    run = run_of(dataset, LearnerChoice(name), TEXTS).play()
    told = explain_step(run.at(1), most_changes=2)
    assert told is not None
    moved = [abs(change.after - change.before) for change in told.changes]
    assert moved == sorted(moved, reverse=True)
    assert len(told.changes) == 2
    moved_in_all = np.count_nonzero(told.after - told.before)
    assert told.changes_left_out == moved_in_all - 2
    names = set(dataset.feature_names) | {"bias"}
    assert {change.feature for change in told.changes} <= names
    if name != "naive-bayes":
        words = set(re.findall(r"\\text\{([^{}]+)\}", " ".join(told.results)))
        text = dataset.items[told.visits[0].row]
        assert words
        assert words <= {*text.split(), "bias"}


def test_naive_bayes_by_the_worked_numbers() -> None:
    """“no surprises and very few laughs” as the third: 14 tokens, 20 words, μ = 3/3."""
    given = Experiment(data=TextsData(TEXTS.data.texts[:5], TEXTS.data.labels[:5], ("−", "+")))
    run = run_of(
        dataset_of(given), LearnerChoice("naive-bayes"),
        Experiment(order=Order("given"), stopping=Stopping(passes=1)),
    ).play()  # fmt: skip
    told = explain_step(run.at(3))
    assert told is not None
    worked = told.visits[0].worked
    assert r"{8.000 + 6.000 + 1.000\cdot 20} = 0.059" in worked, "(1 + 1) / (14 + 20)"
    assert r"\frac{3}{3} = 1.000" in worked


def test_what_if_works_for_texts_with_their_whole_vocabulary() -> None:
    asked = Experiment(
        data=TEXTS.data, learners=(LearnerChoice("mira"), LearnerChoice("naive-bayes")),
        stopping=TEXTS.stopping,
    )  # fmt: skip
    width = dataset_of(asked).rows.width
    fan = orders(asked, 0, 3).fans[0]
    assert fan.weights is not None
    assert fan.weights.shape == (3, width + 1, 1)
    curve = learning_curve(asked, sizes=[4], repeats=2)
    assert all(np.isfinite(c.unseen).all() for c in curve.curves)
    dropped = drop_each(asked, 0)
    assert sorted(dropped.rows.tolist()) == list(range(6))
    assert dropped.moved[0] > 0.0
