"""When an example was visited, told by the steps themselves."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dataset import Dataset
from core.experiment import Order, Stopping
from core.generators import make_points
from core.history import history, mistake_counts
from core.learners import find
from core.run import Run


@settings(max_examples=25)
@given(
    st.sampled_from(["perceptron", "mira", "logistic-regression", "gaussian-naive-bayes"]),
    st.integers(1, 4),
    st.sampled_from(["given", "shuffled", "random"]),
    st.integers(0, 60),
)
def test_it_agrees_with_every_single_step(learner: str, batch: int, kind: str, until: int) -> None:
    dataset = Dataset.from_points(make_points("overlap", 13, seed=batch)).split(0.2)
    declared = find(learner)
    order = Order(kind, 3, batch if declared.online else 1)  # type: ignore[arg-type]
    run = Run(dataset, declared, order=order, stopping=Stopping(passes=4)).play()
    until = min(until, run.steps)
    visits: dict[int, list[int]] = {item: [] for item in range(13)}
    wrong: dict[int, list[int]] = {item: [] for item in range(13)}
    for t in range(1, until + 1):
        step = run.at(t).step
        assert step is not None
        for update in step.updates:
            assert update.row is not None
            visits[update.row].append(t)
            if update.mistake:
                wrong[update.row].append(t)
    for item in range(13):
        found = history(run, item, until)
        assert found.visits.tolist() == visits[item]
        assert found.mistakes.tolist() == wrong[item]
    assert mistake_counts(run, until).tolist() == [len(wrong[item]) for item in range(13)]


def test_a_learner_that_looks_at_all_at_once_visits_none() -> None:
    dataset = Dataset.from_points(make_points("overlap", 12))
    run = Run(dataset, find("adaboost")).play()
    assert len(history(run, 0, run.steps).visits) == 0
    assert np.array_equal(mistake_counts(run, run.steps), np.zeros(12))
