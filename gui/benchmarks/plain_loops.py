"""The obvious loop in numpy, for the perceptron and MIRA, to see what compiling is good for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from core.rows import Floats, Ints, Rows
from gui.benchmarks.data import Problem, plane, text_like
from gui.benchmarks.effort import Effort
from gui.benchmarks.measurement import Measurement
from gui.benchmarks.ours import recorded
from gui.benchmarks.timing import interleaved

SECTION = "times as fast as a numpy loop"
TARGET = 30.0

StepSize = Callable[..., float]  # of the margin and ‖f(x, y) − f(x, ŷ)‖²


def perceptron_size(margin: float, squared_norm: float) -> float:
    return 1.0 if margin <= 0.0 else 0.0


def mira_size(margin: float, squared_norm: float) -> float:
    return min(1.0, max(0.0, 1.0 - margin) / squared_norm)


def two_class_loop(rows: Rows, labels: Ints, steps: int, size: StepSize) -> Floats:
    """Weights [width + 1], the bias last, after the first `steps` examples in turn."""
    w = np.zeros(rows.width + 1)
    for t in range(steps):
        i = t % len(rows)
        columns, values = rows.row(i)
        sign = 2.0 * labels[i] - 1.0
        margin = sign * (w[columns] @ values + w[-1])
        step = sign * size(margin, values @ values + 1.0)
        if step != 0.0:
            w[columns] += step * values
            w[-1] += step
    return w


def many_class_loop(rows: Rows, labels: Ints, classes: int, steps: int, size: StepSize) -> Floats:
    """Weights [width + 1, classes], the bias last, after the first `steps` examples in turn."""
    w = np.zeros((rows.width + 1, classes))
    for t in range(steps):
        i = t % len(rows)
        columns, values = rows.row(i)
        gold = labels[i]
        scores = values @ w[columns] + w[-1]
        others = scores.copy()
        others[gold] = -np.inf
        wrong = np.argmax(others)
        step = size(scores[gold] - scores[wrong], 2.0 * (values @ values + 1.0))
        if step != 0.0:
            w[columns, gold] += step * values
            w[columns, wrong] -= step * values
            w[-1, gold] += step
            w[-1, wrong] -= step
    return w


def plain_loop(problem: Problem, size: StepSize, steps: int) -> Floats:
    rows, labels = problem.dataset.rows, problem.labels
    if problem.classes == 2:
        return two_class_loop(rows, labels, steps, size)
    return many_class_loop(rows, labels, problem.classes, steps, size)


def measurements(effort: Effort) -> Iterator[Measurement]:
    points, passes = effort.points[-1]
    for classes in (4, 2):
        text = text_like(
            effort.documents, effort.vocabulary, effort.words, classes, effort.text_passes
        )
        for problem in (text, plane(points, classes, passes)):
            yield _against(problem, "perceptron", perceptron_size, effort)
            yield _against(problem, "mira", mira_size, effort)


def _against(problem: Problem, learner: str, size: StepSize, effort: Effort) -> Measurement:
    steps = min(effort.peer_steps, problem.steps)
    pairs = interleaved(
        recorded(problem, learner),
        lambda: plain_loop(problem, size, steps),
        effort.rounds,
        effort.seconds,
    )
    times = pairs.per_step(problem.steps, steps)
    return Measurement(
        SECTION, f"{problem.name}: {learner}", times.faster, "times", TARGET, True, times.text
    )
