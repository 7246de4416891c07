"""What became of single examples along a run: when they were visited, and how often in vain."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.run import Run


@dataclass(frozen=True, eq=False)
class History:
    """The steps that visited one example, ascending."""

    visits: NDArray[np.int64]
    mistakes: NDArray[np.int64]  # those of them that found it wrong


def history(run: Run, item: int, until: int) -> History:
    """The visits of an example in the first steps of a run; none for one that is held out."""
    rows, steps, wrong = _visits(run, until)
    mine = rows == item
    return History(steps[mine], steps[mine & wrong])


def mistake_counts(run: Run, until: int) -> NDArray[np.int64]:
    """How often each example was found wrong in the first steps: [n]."""
    tape = run.recording.tape
    if tape is None or run.steps_per_pass == 0:
        return np.zeros(len(run.dataset), np.int64)
    examples = len(run.dataset.training)
    passes, rest = divmod(until, run.steps_per_pass)
    count = passes * examples + min(rest * run.order.batch, examples)
    count = min(count, tape.updates)
    return np.bincount(tape.order[:count][tape.mistakes(0, count)], minlength=len(run.dataset))


def _visits(run: Run, until: int) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.bool_]]:
    """For every visit: the example, the step, and whether it was a mistake."""
    tape = run.recording.tape
    if tape is None or run.steps_per_pass == 0:
        return np.zeros(0, np.int32), np.zeros(0, np.int64), np.zeros(0, np.bool_)
    examples = len(run.dataset.training)
    numbers = np.arange(tape.updates)
    passes, place = np.divmod(numbers, examples)
    steps = passes * run.steps_per_pass + place // run.order.batch + 1
    count = int(np.searchsorted(steps, until, side="right"))
    return tape.order[:count], steps[:count], tape.mistakes(0, count)
