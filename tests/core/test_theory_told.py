"""The theory meter: figures that fit together, and plain words when the bound does not apply."""

from __future__ import annotations

import time

import numpy as np
import pytest

from core.dataset import Dataset
from core.experiment import Order, Stopping
from core.learners import BUILT_IN, find
from core.run import Run
from core.theory_told import best_lines, theory_of, theory_told

P = Dataset.from_table(
    [[1, 2], [2, 1], [3, 4], [4, 2]], ["+", "-", "+", "-"], ["x", "y"], class_names=["-", "+"]
)
MIXED = Dataset.from_table([[0], [1], [2]], ["-", "+", "-"], class_names=["-", "+"])


def run_of(dataset: Dataset, name: str = "perceptron", batch: int = 1, **parameters: object) -> Run:
    stopping = Stopping(passes=5)
    return Run(
        dataset, find(name), parameters, order=Order("given", batch=batch), stopping=stopping
    ).play()


def test_the_worked_points() -> None:
    run = run_of(P)
    told = theory_told(run.at(run.steps))
    assert (told.separable, told.mistakes, told.updates) == ("yes", 2, 2)
    assert told.radius**2 == pytest.approx(26)
    assert told.margin == pytest.approx(np.sqrt(0.5))
    assert told.bound == told.data_bound == pytest.approx(52)
    assert told.share == pytest.approx(2 / 52)
    assert "at most R²/m² = 52.00, that is 52, mistakes in all: 2 mistakes so far" in told.sentence
    assert theory_told(run.at(1)).mistakes == 1


def test_reasons_are_given_in_plain_words() -> None:
    by_reason = {
        "No weights classify every example correctly": run_of(MIXED),
        "proved for the perceptron, not for MIRA": run_of(P, "mira"),
        "one example a step; here a step averages 2": run_of(P, batch=2),
        "Only one class has examples": run_of(Dataset.from_table([[1.0]], ["+"], None, ["-", "+"])),
    }
    for reason, run in by_reason.items():
        told = theory_told(run.at(run.steps))
        assert not told.applies
        assert told.bound is None
        assert told.share is None
        assert reason in told.reasons[0]
        assert told.sentence.startswith(told.reasons[0])
    assert theory_told(by_reason["proved for the perceptron, not for MIRA"].at(1)).data_bound


def test_only_the_perceptron_has_the_bound() -> None:
    positive = Dataset.from_table([[1.0, 2.0], [2.0, 1.0]], ["+", "-"], None, ["-", "+"])
    applies = [
        learner.name
        for learner in BUILT_IN
        if theory_told(run_of(positive, learner.name).at(1)).applies
    ]
    assert applies == ["perceptron"]


def test_the_learning_rate_does_not_matter_and_is_said_not_to() -> None:
    slow = run_of(P, learning_rate=0.01)
    told = theory_told(slow.at(slow.steps))
    assert (told.bound, told.mistakes) == (pytest.approx(52), 2)
    assert any("learning rate does not change it" in remark for remark in told.remarks)
    held = P.holding_out(np.array([False, False, True, False]))
    assert any("held-out" in remark for remark in theory_told(run_of(held).at(1)).remarks)


def test_held_out_examples_do_not_count() -> None:
    more = Dataset.from_table(
        [[1, 2], [2, 1], [3, 4], [4, 2], [4, 2]], ["+", "-", "+", "-", "+"], class_names=["-", "+"]
    )
    assert theory_of(more).separable is False
    aside = more.holding_out(np.array([False, False, False, False, True]))
    assert theory_of(aside).bound == pytest.approx(52)


def test_the_best_lines_leave_every_point_its_margin() -> None:
    theory = theory_of(P)
    lines = best_lines(theory)
    assert lines is not None
    (a, b), c = lines[0].normal, lines[0].offset
    assert a**2 + b**2 + c**2 == pytest.approx(1.0)
    gaps = [
        (a * x + b * y + c) * (1 if k else -1) for (x, y), k in zip(P.items, P.labels, strict=True)
    ]
    assert min(gaps) == pytest.approx(theory.margin)
    for line, sign in zip(lines[1:], (-1, 1), strict=True):
        on_it = [(a * x + b * y + line.offset) for x, y in P.items]
        assert min(abs(value) for value in on_it) == pytest.approx(0.0, abs=1e-9)
        assert line.offset == pytest.approx(c - sign * theory.margin)
    assert best_lines(theory_of(MIXED)) is None


@pytest.mark.parametrize("apart", [0.5, 2.0, 5.0])
def test_fast_enough_to_follow_a_drag(apart: float) -> None:
    rng = np.random.default_rng(0)
    labels = np.arange(200) % 2
    xy = rng.normal(size=(200, 2)) + apart * (2 * labels[:, None] - 1)
    dataset = Dataset.from_table(xy, labels)
    theory_of(dataset)  # imported and compiled
    start = time.process_time()
    for _ in range(3):
        theory_of(dataset)
    assert (time.process_time() - start) / 3 < 0.06
