"""What a user of the engine gets: a recorded run, whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.experiment import Order, Stopping
from core.learners import find
from core.run import Run
from gui.benchmarks.data import Problem


def recorded(
    problem: Problem, learner: str, settings: Mapping[str, object] | None = None
) -> Callable[[], Run]:
    """A task that makes a run, in the order given, and records all its passes."""
    order, stopping = Order("given"), Stopping(passes=problem.passes, clean_pass=False)

    def play() -> Run:
        run = Run(problem.dataset, find(learner), settings, order=order, stopping=stopping)
        return run.play()

    return play
