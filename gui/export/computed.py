"""The runs of an experiment without a window: computed here and now."""

from __future__ import annotations

from core.errors import PlainError
from core.experiment import Experiment
from core.what_if import Cancelled
from core.what_if.watch import Asked, Progress, never, unheard
from gui.computer import Results, Task


def results_of(
    experiment: Experiment, progress: Progress = unheard, cancelled: Asked = never
) -> Results:
    """All runs, to their ends; a PlainError when there is nothing to compute."""
    task, results = Task(experiment, None), None
    while results is None or not results.done:
        if cancelled():
            raise Cancelled
        results = task.work() or results
        if results is not None:
            progress(results.steps, max(results.most_steps, 1))
    if results.problem is not None:
        raise PlainError(results.problem)
    for learner in results.learners:
        if learner.obstacle is not None:
            raise PlainError(learner.obstacle)
    return results
