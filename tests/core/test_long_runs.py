"""Runs longer than one stretch of tape, one pass and one keyframe: stepping must not show."""

from __future__ import annotations

import numpy as np
import pytest

from core.dataset import Dataset
from core.experiment import Order, Stopping
from core.learners import BUILT_IN, find
from core.online import OnlineRecording
from core.run import Run

ONLINE = [learner.name for learner in BUILT_IN if learner.online]


def run_of(learner: str, classes: int, order: Order, passes: int, examples: int = 97) -> Run:
    rng = np.random.default_rng(classes)
    labels = rng.integers(0, classes, examples)
    labels[:classes] = np.arange(classes)
    dataset = Dataset.from_table(rng.normal(size=(examples, 3)), labels)
    stopping = Stopping(passes=passes, clean_pass=False)
    return Run(dataset, find(learner), order=order, stopping=stopping)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("order", [Order("shuffled", 4), Order("random", 4, batch=5)])
@pytest.mark.parametrize("learner", ONLINE)
def test_odd_strides_give_the_same_tape_as_playing(
    learner: str, order: Order, classes: int
) -> None:
    played = run_of(learner, classes, order, passes=120).play()
    stepped = run_of(learner, classes, order, passes=120)
    for stride in (1, 7, 96, 97, 98, 1021, 3001, 10**6):
        stepped.advance(stride)
    assert stepped.steps == played.steps
    assert stepped.stopped == played.stopped
    recordings = stepped.recording, played.recording
    one, other = (r for r in recordings if isinstance(r, OnlineRecording))
    assert one.tape.order.tobytes() == other.tape.order.tobytes()
    assert one.tape.coefficients.tobytes() == other.tape.coefficients.tobytes()
    assert one.tape.margins.tobytes() == other.tape.margins.tobytes()
    for t in (0, 1, 50, played.steps // 2, played.steps):
        assert stepped.weights(t).tobytes() == played.weights(t).tobytes()


@pytest.mark.parametrize("batch", [1, 5])
def test_passes_are_visited_as_asked_for_even_when_many_are_laid_out_at_once(batch: int) -> None:
    run = run_of("perceptron", 2, Order("shuffled", 9, batch), passes=40).play()
    visits = np.concatenate([run.at(t).visited for t in range(1, run.steps + 1)])
    for one_pass in visits.reshape(40, 97):
        assert sorted(one_pass) == list(range(97))


@pytest.mark.parametrize("batch", [1, 4])
def test_a_step_that_diverges_passes_later_is_counted_right(batch: int) -> None:
    """Doubling weights overflow after some thousand steps, in the middle of a pass."""
    order = Order("given", batch=batch)
    run = run_of("logistic-regression", 2, order, passes=500)
    run = Run(
        run.dataset,
        run.learner,
        {"learning_rate": 2.1, "l2": 1.0},
        order=order,
        stopping=run.stopping,
    )
    played = run.play()
    assert played.stopped is not None
    assert played.stopped.kind == "diverged"
    stepped = Run(run.dataset, run.learner, run.parameters, order=order, stopping=run.stopping)
    while stepped.stopped is None:
        stepped.advance(1)
    assert stepped.steps == played.steps > run.steps_per_pass
    assert stepped.stopped == played.stopped
