"""How well a learner does on examples it has not seen: trained once for every fold."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import msgspec
import numpy as np

from core.examples import Examples
from core.experiment import Experiment, LearnerChoice
from core.measure import Confusion, confusion, predictions
from core.rows import Ints
from core.run import Run
from core.runs import run_of
from core.text_words import heaviest


@dataclass(frozen=True)
class Spread:
    """Mean and sample deviation (n − 1) over the folds."""

    mean: float
    deviation: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        return cls(math.fsum(values) / len(values), statistics.stdev(values))


Heaviest: TypeAlias = tuple[tuple[str, float], ...]
MOST_WORDS = 10


@dataclass(frozen=True)
class Fit:
    """One training, on all folds but one."""

    train: float  # accuracy
    held_out: float  # accuracy on the fold left out
    seconds: float  # to train; reading and measuring not counted
    diverged: bool
    confusion: Confusion  # on the fold left out
    features: int  # how many there were
    words: tuple[Heaviest, ...] = ()  # of texts: the heaviest of each class, with their weights


def fits(
    examples: Examples, choice: LearnerChoice, experiment: Experiment, folds: Ints
) -> Iterator[Fit]:
    """One fit per fold, as each is done; PlainError when the learner cannot run on these data.

    The fold left out must not decide when to stop, so patience does not apply.
    """
    stopping = msgspec.structs.replace(experiment.stopping, patience=None)
    experiment = msgspec.structs.replace(experiment, stopping=stopping)
    for number in range(int(folds.max()) + 1):
        dataset = examples.holding_out(folds == number)
        if number == 0:
            _compile(run_of(dataset, choice, experiment), choice.readout)
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
        confusion(predicted[held_out], run.dataset.labels[held_out], run.dataset.classes),
        run.dataset.rows.width,
        heaviest_words(run, readout),
    )


def heaviest_words(run: Run, readout: str, most: int = MOST_WORDS) -> tuple[Heaviest, ...]:
    """What speaks most for each class at the end of a run on texts."""
    if run.dataset.reading is None:
        return ()
    moment, names = run.at(run.steps), run.dataset.feature_names
    return tuple(
        tuple((names[k], weight) for k, weight in heaviest(moment, readout, number, most))
        for number in range(run.dataset.classes)
    )
