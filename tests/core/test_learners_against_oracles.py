"""Every learner, step by step, against the textbook's pseudo-code transcribed plainly."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_matrix

from core.boosting import BoostRecording
from core.counting import CountRecording
from core.dataset import Dataset
from core.experiment import Order, Stopping
from core.learners import find
from core.rows import Rows
from core.run import Run
from tests.core.oracles import boosting, naive_bayes
from tests.core.oracles.dual_descent import dual_descent
from tests.core.oracles.joint import (
    Oracle,
    Stepped,
    TooCloseError,
    Vector,
    away_from,
    score,
    settled,
)
from tests.core.oracles.logistic import logistic
from tests.core.oracles.mira import mira
from tests.core.oracles.pegasos import pegasos
from tests.core.oracles.perceptron import perceptron

HALVES = st.integers(-4, 4).map(lambda k: k / 2)
THOUSANDTHS = st.integers(-3000, 3000).map(lambda k: k / 1000)
COUNTS = st.integers(0, 3).map(float)

few = settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
many = settings(max_examples=600, suppress_health_check=[HealthCheck.too_slow])


@dataclass(frozen=True)
class Task:
    """A small dataset and how to go through it."""

    table: Vector
    labels: list[int]
    classes: int
    sparse: bool
    bias: bool
    order: Order

    @property
    def dataset(self) -> Dataset:
        rows = Rows.from_csr(csr_matrix(self.table)) if self.sparse else Rows.from_dense(self.table)
        names = tuple(f"x{j}" for j in range(rows.width))
        return Dataset(rows, np.array(self.labels, np.int32), tuple("ABCDE"[: self.classes]), names)

    @property
    def examples(self) -> Vector:
        ones = np.ones((len(self.table), 1))
        return np.hstack([self.table, ones]) if self.bias else self.table

    def run(self, learner: str, **parameters: object) -> Run:
        stopping = Stopping(passes=3, clean_pass=False)
        return Run(
            self.dataset, find(learner), parameters, order=self.order, stopping=stopping,
            bias=self.bias,
        ).play()  # fmt: skip


@st.composite
def tasks(draw: st.DrawFn, numbers: st.SearchStrategy[float], batches: bool = True) -> Task:
    examples, width = draw(st.sampled_from([8, 7, 6, 5, 4, 3, 2, 1])), draw(st.integers(1, 4))
    classes = draw(st.sampled_from([2, 2, 2, 3, 4, 5]))
    elements = st.just(0.0) | numbers if draw(st.booleans()) else numbers
    batch = draw(st.sampled_from([1, 1, 1, 2, 3])) if batches else 1
    kind = draw(st.sampled_from(["given", "shuffled", "random"]))
    return Task(
        draw(arrays(np.float64, (examples, width), elements=elements)),
        draw(st.lists(st.integers(0, classes - 1), min_size=examples, max_size=examples)),
        classes,
        draw(st.booleans()),
        draw(st.booleans()),
        Order(kind, seed=draw(st.integers(0, 9)), batch=batch),
    )


# Rules


def steps_of(run: Run) -> list[list[int]]:
    return [run.at(t).visited.tolist() for t in range(1, run.steps + 1)]


def traced(oracle: Oracle) -> list[Stepped]:
    """The steps up to where rounding would decide."""
    steps: list[Stepped] = []
    try:
        for stepped in oracle:
            steps.append(stepped)
    except TooCloseError:
        pass
    return steps


def check(task: Task, learner: str, oracle: Callable[..., Oracle], **parameters: Any) -> None:
    extra = {"exact": parameters.pop("exact")} if "exact" in parameters else {}
    run = task.run(learner, **parameters)
    assert run.steps == 3 * math.ceil(len(task.labels) / task.order.batch)
    steps = steps_of(run)
    trace = traced(oracle(task.examples, task.labels, task.classes, steps, **parameters, **extra))
    largest = max((float(np.abs(s.w).max()) for s in trace), default=0.0)
    near = {"rtol": 1e-9, "atol": 1e-9 * max(1.0, largest)}
    mistakes = 0
    for t, stepped in enumerate(trace, 1):
        np.testing.assert_allclose(run.weights(t).ravel(), stepped.w, **near)
        check_visits(run, t, stepped, near["atol"])
        mistakes += any(visit.mistake for visit in stepped.visits)
        assert run.mistakes(t) == mistakes
        if "averaged" in run.learner.readouts:
            mean = sum(s.w for s in trace[:t]) / t
            np.testing.assert_allclose(run.weights(t, "averaged").ravel(), mean, **near)
    if "voted" in run.learner.readouts:
        check_votes(run, task, trace, exact=bool(extra.get("exact")))


def check_visits(run: Run, t: int, stepped: Stepped, near: float) -> None:
    step = run.at(t).step
    assert step is not None
    assert len(step.updates) == len(stepped.visits)
    for update, visit in zip(step.updates, stepped.visits, strict=True):
        assert update.margin == pytest.approx(visit.margin, rel=1e-9, abs=10 * near)
        assert (update.mistake, update.wrong) == (visit.mistake, visit.wrong)


def check_votes(run: Run, task: Task, trace: list[Stepped], exact: bool) -> None:
    """Every weight vector votes once for each step after which it stood; a tie votes for nobody."""
    votes = np.zeros((len(task.labels), task.classes))
    classes = task.classes
    try:
        for stepped in trace:
            for i, x in enumerate(task.examples):
                scores = [score(stepped.w, x, k, classes) for k in range(classes)]
                best = scores.index(max(scores))
                for k in range(classes):
                    if k != best and not exact:
                        settled(stepped.w, x, best, k, classes, stepped.history)
                if scores.count(max(scores)) == 1:
                    votes[i, best] += 1
    except TooCloseError:
        return
    shares = run.at(len(trace)).scores(readout="voted")
    np.testing.assert_allclose(shares, votes / max(len(trace), 1), rtol=1e-12, atol=0)


RATES = st.sampled_from([0.25, 0.5, 1.0, 2.0])
TIES = st.sampled_from(["a tie is a mistake", "first label wins"])


def perceptron_is_right(task: Task, rate: float, ties: str) -> None:
    exact = task.order.batch == 1
    check(task, "perceptron", perceptron, learning_rate=rate, ties=ties, exact=exact)


COSTS = st.sampled_from([0.01, 0.1, 1.0, 10.0])
VARIANTS = ["hard", "PA-I", "PA-II", "prediction-only"]


def mira_is_right(task: Task, C: float, variant: str) -> None:
    check(task, "mira", mira, C=C, variant=variant)


DECAYS = ["constant", "1/√t", "1/t"]
SHRINKS = st.sampled_from([0.0, 0.01, 0.3, 1.0])


def logistic_is_right(task: Task, rate: float, decay: str, l2: float) -> None:
    check(
        task, "logistic-regression", logistic, learning_rate=rate, decay=decay, l2=l2
    )  # fmt: skip


LAMBDAS = st.sampled_from([0.003, 0.01, 0.1, 1.0, 7.0])


def pegasos_is_right(task: Task, lam: float, projection: bool) -> None:
    check(task, "pegasos", pegasos, lam=lam, projection=projection)


def dual_descent_is_right(task: Task, C: float) -> None:
    check(task, "support-vector-machine", dual_descent, C=C)


@few
@given(tasks(HALVES), RATES, TIES)
def test_perceptron(task: Task, rate: float, ties: str) -> None:
    perceptron_is_right(task, rate, ties)


@pytest.mark.parametrize("variant", VARIANTS)
@few
@given(task=tasks(THOUSANDTHS), C=COSTS)
def test_mira(task: Task, C: float, variant: str) -> None:
    mira_is_right(task, C, variant)


@pytest.mark.parametrize("decay", DECAYS)
@few
@given(task=tasks(THOUSANDTHS), rate=st.sampled_from([0.05, 0.5, 1.7]), l2=SHRINKS)
def test_logistic_regression(task: Task, rate: float, decay: str, l2: float) -> None:
    logistic_is_right(task, rate, decay, l2)


@few
@given(tasks(THOUSANDTHS), LAMBDAS)
def test_pegasos(task: Task, lam: float) -> None:
    pegasos_is_right(task, lam, projection=False)


@few
@given(tasks(THOUSANDTHS, batches=False), LAMBDAS)
def test_pegasos_with_projection(task: Task, lam: float) -> None:
    pegasos_is_right(task, lam, projection=True)


@few
@given(tasks(THOUSANDTHS), COSTS)
def test_support_vector_machine(task: Task, C: float) -> None:
    dual_descent_is_right(task, C)


@pytest.mark.thorough
@many
@given(tasks(HALVES), tasks(THOUSANDTHS), tasks(THOUSANDTHS, batches=False), st.data())
def test_rules_at_length(halves: Task, task: Task, single: Task, data: st.DataObject) -> None:
    perceptron_is_right(halves, data.draw(RATES), data.draw(TIES))
    mira_is_right(task, data.draw(COSTS), data.draw(st.sampled_from(VARIANTS)))
    rate = data.draw(st.floats(0.01, 2.0))
    logistic_is_right(task, rate, data.draw(st.sampled_from(DECAYS)), data.draw(SHRINKS))
    pegasos_is_right(task, data.draw(LAMBDAS), projection=False)
    pegasos_is_right(single, data.draw(LAMBDAS), projection=True)
    dual_descent_is_right(task, data.draw(COSTS))


# Counting


def check_counting(
    task: Task, run: Run, scored: Callable[[Vector, list[int], Vector, int], float]
) -> None:
    """Scores of all examples after every number of counted ones, and what each visit met."""
    recording = run.recording
    assert isinstance(recording, CountRecording)
    assert run.steps == len(task.labels)
    visited = [int(run.at(t).visited[0]) for t in range(1, run.steps + 1)]
    mistakes = 0
    for t in range(run.steps + 1):
        counted, labels = task.table[visited[:t]], [task.labels[i] for i in visited[:t]]
        expected = np.array(
            [[scored(counted, labels, x, y) for y in range(task.classes)] for x in task.table]
        )
        theta = recording.rows.dot(recording.theta(t))
        near = 1e-9 * max(1.0, float(np.abs(expected).max()))
        np.testing.assert_allclose(theta, expected, rtol=1e-9, atol=near)
        scores = run.at(t).scores()
        np.testing.assert_allclose(
            scores - scores[:, :1], expected - expected[:, :1], rtol=1e-9, atol=2 * near
        )
        if t < run.steps:
            row, gold = visited[t], task.labels[visited[t]]
            others = np.delete(expected[row], gold)
            margin = float(expected[row][gold] - others.max())
            assert run.recording.tape.margins[t] == pytest.approx(margin, rel=1e-5, abs=1e-5)
            away_from(margin, 0.0)
            mistakes += margin <= 0
            assert run.mistakes(t + 1) == mistakes


@few
@given(tasks(COUNTS, batches=False), st.sampled_from([0.1, 1.0, 2.5]))
def test_multinomial_naive_bayes(task: Task, alpha: float) -> None:
    run = task.run("naive-bayes", alpha=alpha)
    known = [j for j in range(task.table.shape[1]) if task.table[:, j].any()]

    def scored(counted: Vector, labels: list[int], x: Vector, y: int) -> float:
        return naive_bayes.multinomial_score(counted, labels, x, y, alpha, known, task.bias)

    try:
        check_counting(task, run, scored)
    except TooCloseError:
        return


@few
@given(tasks(THOUSANDTHS, batches=False), st.sampled_from([1e-4, 0.01, 1.0]))
def test_gaussian_naive_bayes(task: Task, smoothing: float) -> None:
    run = task.run("gaussian-naive-bayes", smoothing=smoothing)
    floor = smoothing * (naive_bayes.largest_variance(task.table) or 1.0)

    def scored(counted: Vector, labels: list[int], x: Vector, y: int) -> float:
        return naive_bayes.gaussian_score(counted, labels, x, y, floor, task.bias)

    try:
        check_counting(task, run, scored)
    except TooCloseError:
        return


# Boosting


@few
@given(tasks(HALVES, batches=False), st.integers(1, 8))
def test_adaboost(task: Task, rounds: int) -> None:
    """Each stump is among the best there are, has its due say, and moves the weights by it."""
    run = task.run("adaboost", rounds=rounds)
    recording = run.recording
    assert isinstance(recording, BoostRecording)
    shares = np.full(len(task.labels), 1 / len(task.labels))
    said = np.zeros((len(task.labels), task.classes))
    for t, stump in enumerate(recording.stumps):
        np.testing.assert_allclose(recording.example_weights(t), shares, rtol=1e-7, atol=1e-12)
        values = task.table[:, stump.column] if stump.column >= 0 else np.zeros(len(shares))
        answers = np.where(values > stump.threshold, stump.high, stump.low)
        missed = answers != np.array(task.labels)
        error = math.fsum(shares[missed])
        least = boosting.least_error(task.table, task.labels, task.classes, shares)
        assert error == pytest.approx(least, abs=1e-9)
        assert stump.error == pytest.approx(error, abs=1e-9)
        assert error < 1 - 1 / task.classes
        alpha = boosting.say(max(error, 1e-10), task.classes)
        assert stump.alpha == pytest.approx(alpha, rel=1e-6)
        said[np.arange(len(answers)), answers] += alpha
        np.testing.assert_allclose(run.at(t + 1).scores(), said, rtol=1e-6)
        shares = boosting.reweighed(shares, missed, alpha)
        if error > 0 and task.classes == 2:
            assert math.fsum(shares[missed]) == pytest.approx(0.5)
    assert run.stopped is not None
    if run.steps < rounds and not (recording.stumps and recording.stumps[-1].error == 0.0):
        least = boosting.least_error(task.table, task.labels, task.classes, shares)
        assert least == pytest.approx(1 - 1 / task.classes, abs=1e-6)
