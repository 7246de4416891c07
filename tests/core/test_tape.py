from __future__ import annotations

import numpy as np
import pytest

from core.dataset import Dataset
from core.experiment import Order, Stopping
from core.kernels.entries import MISTAKE
from core.learners import BUILT_IN, find
from core.online import OnlineRecording
from core.rows import Rows
from core.run import Run
from core.tape import Tape


def played(learner: str, classes: int, examples: int = 60, batch: int = 1) -> Run:
    rng = np.random.default_rng(4)
    rows = Rows.from_dense(rng.normal(size=(examples, 3)))
    labels = rng.integers(0, classes, examples)
    names = tuple(f"class {k}" for k in range(classes))
    data = Dataset(rows, labels, names, ("x", "y", "z"))
    stopping = Stopping(passes=40, clean_pass=False)
    return Run(data, find(learner), order=Order(batch=batch), stopping=stopping).play()


def test_growing_keeps_what_was_written() -> None:
    tape = Tape(heads=None, reserve=2)
    for k in range(50):
        tape.room_for(1)
        for name in ("order", "coefficients", "margins", "marks"):
            tape.span(name, k, k + 1)[:] = k
        tape.updates = k + 1
    assert tape.order.tolist() == tape.coefficients.tolist() == list(range(50))
    assert tape.margins.tolist() == list(range(50))


def test_marks_hold_a_label_and_a_mistake() -> None:
    tape = Tape(heads=None)
    tape.room_for(2)
    tape.span("marks", 0, 2)[:] = [49, 49 | MISTAKE]
    tape.updates = 2
    assert [tape.wrong_label(0), tape.wrong_label(1)] == [49, 49]
    assert tape.mistakes(0, 2).tolist() == [False, True]


@pytest.mark.parametrize("learner", [one.name for one in BUILT_IN if one.online])
@pytest.mark.parametrize("classes", [2, 4])
def test_a_step_takes_few_bytes(learner: str, classes: int) -> None:
    recording = played(learner, classes).recording
    assert isinstance(recording, OnlineRecording)
    own = find(learner).method
    every_head = classes > 2 and getattr(own, "heads", None) != "best wrong"
    assert recording.tape.updates == 2400
    assert recording.tape.bytes_per_update <= 17 + (8 * classes if every_head else 0)


def test_the_tape_alone_makes_the_weights() -> None:
    """W[gold] += c·x and W[wrong] −= c·x over the recorded visits, by hand."""
    for classes in (2, 5, 50):
        run = played("mira", classes)
        recording = run.recording
        assert isinstance(recording, OnlineRecording)
        tape, x = recording.tape, run.dataset.rows.with_column_of_ones().dense()
        by_hand = np.zeros((max(classes, 2), 4))
        for e in range(tape.updates):
            i = tape.order[e]
            by_hand[run.dataset.labels[i]] += tape.coefficients[e] * x[i]
            by_hand[tape.wrong_label(e)] -= tape.coefficients[e] * x[i]
        expected = by_hand[1] if classes == 2 else by_hand
        np.testing.assert_allclose(run.weights(run.steps), expected, atol=1e-9)


def test_margins_are_those_of_the_steps() -> None:
    for learner in ("perceptron", "logistic-regression", "pegasos", "support-vector-machine"):
        run = played(learner, 3, examples=20, batch=3)
        recording = run.recording
        assert isinstance(recording, OnlineRecording)
        exact = [
            update.margin
            for t in range(1, run.steps + 1)
            for update in recording.step(t).updates
        ]  # fmt: skip
        largest = np.abs(exact).max()
        np.testing.assert_allclose(recording.tape.margins, exact, rtol=1e-6, atol=1e-6 * largest)
