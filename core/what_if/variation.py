"""One experiment, many runs: the same data learnt from in other ways, and how each came out."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
import numpy as np

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Experiment, LearnerChoice
from core.learners import find
from core.rows import Floats
from core.run import Run
from core.runs import dataset_of, run_of

MOST_NUMBERS = 5_000_000  # weights kept of all variations together; beyond, none are


@dataclass(frozen=True)
class Spread:
    """Where values lie: mean, sample deviation (0 for a single one), smallest and largest."""

    mean: float
    deviation: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Floats) -> Spread | None:
        """None when no value is a number."""
        known = [float(value) for value in values if math.isfinite(value)]
        if not known:
            return None
        deviation = statistics.stdev(known) if len(known) > 1 else 0.0
        return cls(math.fsum(known) / len(known), deviation, min(known), max(known))


@dataclass(frozen=True)
class Outcome:
    """How one run came out, at its end."""

    train: float  # accuracy
    held_out: float  # accuracy; nan when nothing is held out
    norm: float  # ‖w‖; nan where a vote has no weights
    mistakes: int
    weights: Floats | None  # [features, heads]


def choice_of(experiment: Experiment, learner_index: int) -> LearnerChoice:
    if not 0 <= learner_index < len(experiment.learners):
        raise PlainError(f"There is no learner {learner_index + 1} in this experiment.")
    return experiment.learners[learner_index]


def title_of(choice: LearnerChoice) -> str:
    return find(choice.name).title


def examples_for(experiment: Experiment, dataset: Dataset | None) -> Dataset:
    """The dataset at hand, or the experiment's; nothing to learn from is said plainly."""
    dataset = dataset_of(experiment) if dataset is None else dataset
    if not len(dataset.training):
        raise PlainError("There is nothing to learn from yet: add some examples first.")
    return dataset


def variation(
    dataset: Dataset,
    choice: LearnerChoice,
    experiment: Experiment,
    *,
    seed: int | None = None,
    parameters: Mapping[str, object] | None = None,
) -> Run:
    """A run not yet advanced, with another seed of its order or other parameters."""
    if seed is not None:
        kind = "shuffled" if experiment.order.kind == "given" else experiment.order.kind
        order = msgspec.structs.replace(experiment.order, kind=kind, seed=seed)
        experiment = msgspec.structs.replace(experiment, order=order)
    if parameters is not None:
        choice = msgspec.structs.replace(choice, parameters={**choice.parameters, **parameters})
    return run_of(dataset, choice, experiment)


def outcome(run: Run, readout: str) -> Outcome:
    """At the end of the run; weights that grew beyond all numbers score as they may."""
    moment, dataset = run.at(run.steps), run.dataset
    with np.errstate(all="ignore"):
        right = moment.scores(readout=readout).argmax(axis=1) == dataset.labels
        weights = None if readout == "voted" else moment.weights(readout)
        norm = math.nan if weights is None else float(np.sqrt(np.square(weights).sum()))
    return Outcome(
        train=share(right[~dataset.held_out_rows]),
        held_out=share(right[dataset.held_out_rows]),
        norm=norm,
        mistakes=run.mistakes(),
        weights=weights,
    )


def share(flags: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> float:
    """The part that is true; nan of nothing."""
    return float(flags.mean()) if len(flags) else math.nan


def stacked(weights: list[Floats | None]) -> Floats | None:
    """All weights as one array, if they are of one shape and not too many numbers."""
    known = [w for w in weights if w is not None]
    if not known or len(known) < len(weights) or len({w.shape for w in known}) > 1:
        return None
    if known[0].size * len(known) > MOST_NUMBERS:
        return None
    return np.stack(known)
