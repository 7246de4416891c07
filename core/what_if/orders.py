"""What if the examples had come in another order? The fan of final boundaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Experiment, LearnerChoice
from core.learners import find
from core.rows import Floats
from core.what_if.variation import (
    Outcome,
    Spread,
    choice_of,
    examples_for,
    outcome,
    stacked,
    title_of,
    variation,
)
from core.what_if.watch import Asked, Progress, Watch, never, unheard

INDIFFERENT = "{} comes out the same in every order: it learns from all examples at once."


@dataclass(frozen=True, eq=False)
class Fan:
    """One learner, read in one way, after each of the orders."""

    name: str
    title: str
    readout: str
    weights: Floats | None  # [orders, features, heads]; None when they would be too many
    train: Floats  # [orders], accuracy
    held_out: Floats | None  # [orders]; None when nothing is held out
    mistakes: NDArray[np.int64]  # [orders]
    norms: Floats  # [orders], ‖w‖
    angles: Floats | None  # [orders], degrees between each w and their mean direction

    @property
    def train_spread(self) -> Spread | None:
        return Spread.of(self.train)

    @property
    def held_out_spread(self) -> Spread | None:
        return None if self.held_out is None else Spread.of(self.held_out)


@dataclass(frozen=True, eq=False)
class OrdersFan:
    """The same experiment in many orders, the first seed being its own."""

    seeds: tuple[int, ...]
    fans: tuple[Fan, ...]
    note: str = ""  # when the order cannot matter, or a learner could not run


def orders(
    experiment: Experiment,
    learner_index: int,
    shuffles: int = 50,
    *,
    beside: Sequence[str] = ("mira",),
    dataset: Dataset | None = None,
    progress: Progress = unheard,
    cancelled: Asked = never,
) -> OrdersFan:
    """Train in `shuffles` orders, seeds counting up from the experiment's own.

    The learner is read as its last weights and, where it can be, as their average. `beside` are
    names of learners, with their default parameters, that are trained in the same orders to
    compare with; the learner itself and those that cannot run on these data are passed over.
    """
    if shuffles < 1:
        raise PlainError("There must be at least one order to try.")
    dataset = examples_for(experiment, dataset)
    choice = choice_of(experiment, learner_index)
    others, notes = _able(dataset, experiment, [name for name in beside if name != choice.name])
    learner = find(choice.name)
    if not learner.online:
        notes.insert(0, INDIFFERENT.format(learner.title))
    seeds = tuple(experiment.order.seed + k for k in range(shuffles))
    watch = Watch(shuffles * (1 + len(others)), progress, cancelled)
    readouts = tuple(way for way in learner.readouts if way != "voted")
    fans = _fans(dataset, choice, experiment, seeds, readouts, watch)
    for other in others:
        fans += _fans(dataset, other, experiment, seeds, ("last",), watch)
    return OrdersFan(seeds, tuple(fans), " ".join(notes))


def _able(
    dataset: Dataset, experiment: Experiment, names: Sequence[str]
) -> tuple[list[LearnerChoice], list[str]]:
    able, notes = [], []
    for name in names:
        choice = LearnerChoice(name)
        try:
            variation(dataset, choice, experiment)
        except PlainError as error:
            notes.append(str(error))
        else:
            able.append(choice)
    return able, notes


def _fans(
    dataset: Dataset,
    choice: LearnerChoice,
    experiment: Experiment,
    seeds: tuple[int, ...],
    readouts: tuple[str, ...],
    watch: Watch,
) -> list[Fan]:
    outcomes: dict[str, list[Outcome]] = {readout: [] for readout in readouts}
    for seed in seeds:
        run = watch.play(variation(dataset, choice, experiment, seed=seed))
        for readout, found in outcomes.items():
            found.append(outcome(run, readout))
        watch.one_more()
    return [_fan(choice, readout, found) for readout, found in outcomes.items()]


def _fan(choice: LearnerChoice, readout: str, outcomes: list[Outcome]) -> Fan:
    weights = stacked([each.weights for each in outcomes])
    held_out = np.array([each.held_out for each in outcomes])
    return Fan(
        name=choice.name,
        title=title_of(choice),
        readout=readout,
        weights=weights,
        train=np.array([each.train for each in outcomes]),
        held_out=None if np.isnan(held_out).any() else held_out,
        mistakes=np.array([each.mistakes for each in outcomes], np.int64),
        norms=np.array([each.norm for each in outcomes]),
        angles=None if weights is None else angles_to_mean(weights),
    )


def angles_to_mean(weights: Floats) -> Floats:
    """Degrees between each of the weights [k, features, heads] and their mean direction.

    A weight vector of length zero has no direction and counts as 0 degrees off.
    """
    flat = weights.reshape(len(weights), -1)
    with np.errstate(all="ignore"):
        lengths = np.sqrt(np.square(flat).sum(axis=1, keepdims=True))
        units = np.where(lengths > 0.0, flat / np.where(lengths > 0.0, lengths, 1.0), 0.0)
        mean = units.mean(axis=0)
        length = float(np.sqrt(mean @ mean))
        if not length > 0.0:
            return np.zeros(len(flat))
        cosines = np.where(lengths[:, 0] > 0.0, units @ (mean / length), 1.0)
    return np.asarray(np.degrees(np.arccos(np.clip(cosines, -1.0, 1.0))))
