"""An experiment with its runs played to their ends, for looking things up in them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from core.errors import PlainError
from core.experiment import Experiment
from core.lessons.document import Step
from core.runs import dataset_of, run_of

if TYPE_CHECKING:
    from core.dataset import Dataset
    from core.run import Run
    from core.theory import Theory


class Played:
    """Dataset, runs and theory are made when they are first asked for, and kept.

    Runs that exist already can be handed in; nobody else may advance them meanwhile.
    """

    def __init__(
        self,
        experiment: Experiment,
        dataset: Dataset | None = None,
        runs: Sequence[Run] | None = None,
    ) -> None:
        self.experiment = experiment
        self._runs: dict[int, Run] = dict(enumerate(runs or ()))
        if dataset is not None:
            self.__dict__["dataset"] = dataset

    @cached_property
    def dataset(self) -> Dataset:
        return dataset_of(self.experiment)

    @cached_property
    def theory(self) -> Theory:
        from core.theory_told import theory_of

        return theory_of(self.dataset, self.experiment.bias)

    def run(self, index: int = 0) -> Run:
        """The run of a learner, by its place from 0, played to its end."""
        learners = self.experiment.learners
        if not 0 <= index < len(learners):
            raise PlainError(f"there are {len(learners)} learners here, and no number {index + 1}.")
        if index not in self._runs:
            self._runs[index] = run_of(self.dataset, learners[index], self.experiment)
        return self._runs[index].play()


def check_step(step: Step) -> None:
    """Is this a way to say when?"""
    if isinstance(step, int):
        if not 0 <= step <= 10_000_000:
            raise PlainError(f"there is no step {step}.")
        return
    if step not in ("start", "end", "first mistake", "last mistake") and _pass(step) is None:
        raise PlainError(
            f"expected a step's number, “start”, “end”, “first mistake”, “last mistake” or "
            f"“pass 3”, found “{step[:40]}”."
        )


def step_of(step: Step, played: Played, learner_index: int = 0) -> int:
    """The number of the step that is meant; the last one where there are not as many."""
    if step in (0, "start"):
        return 0
    run = played.run(learner_index)
    if isinstance(step, int):
        return min(max(step, 0), run.steps)
    number = _pass(step)
    if number is not None:
        return min(number * run.steps_per_pass, run.steps)
    if step in ("first mistake", "last mistake"):
        mistakes = np.flatnonzero(run.mistake_flags())
        if not len(mistakes):
            return run.steps if step == "last mistake" else 0
        return int(mistakes[0 if step == "first mistake" else -1]) + 1
    return run.steps


def _pass(step: str) -> int | None:
    word, _, number = step.partition(" ")
    whole = word == "pass" and number.isascii() and number.isdigit() and len(number) <= 4
    return int(number) if whole and int(number) else None
