"""How well a learner does on examples it has not seen: trained once for every fold."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from core.dataset import Dataset
from core.experiment import Experiment, LearnerChoice
from core.measure import predictions
from core.rows import Ints
from core.run import Run
from core.runs import run_of


@dataclass(frozen=True)
class Spread:
    """Mean and sample deviation (n − 1) over the folds."""

    mean: float
    deviation: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        return cls(math.fsum(values) / len(values), statistics.stdev(values))


@dataclass(frozen=True)
class Fit:
    """One training, on all folds but one."""

    train: float  # accuracy
    held_out: float  # accuracy on the fold left out
    seconds: float  # to train; reading and measuring not counted
    diverged: bool


def fits(
    examples: Dataset, choice: LearnerChoice, experiment: Experiment, folds: Ints
) -> Iterator[Fit]:
    """One fit per fold, as each is done; PlainError when the learner cannot run on these data.

    The fold left out must not decide when to stop, so patience does not apply.
    """
    stopping = msgspec.structs.replace(experiment.stopping, patience=None)
    experiment = msgspec.structs.replace(experiment, stopping=stopping)
    numbers = range(int(folds.max()) + 1)
    _compile(run_of(examples.holding_out(folds == 0), choice, experiment), choice.readout)
    for number in numbers:
        dataset = examples.holding_out(folds == number)
        start = time.perf_counter()
        run = run_of(dataset, choice, experiment).play()
        seconds = time.perf_counter() - start
        yield _fit(run, choice.readout, seconds)


def _compile(run: Run, readout: str) -> None:
    """What is compiled on first use must not count as training time."""
    run.advance(1)
    run.at(run.steps).scores(run.dataset.rows.take([0]), readout)


def _fit(run: Run, readout: str, seconds: float) -> Fit:
    held_out = run.dataset.held_out_rows
    with np.errstate(all="ignore"):
        predicted = predictions(run.at(run.steps).scores(readout=readout))
    right = predicted == run.dataset.labels
    assert run.stopped is not None
    return Fit(
        float(right[~held_out].mean()),
        float(right[held_out].mean()),
        seconds,
        run.stopped.kind == "diverged",
    )
