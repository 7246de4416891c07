"""What if there were fewer examples? Accuracy against the number of them, for every learner."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Experiment, LearnerChoice
from core.rows import Floats, Ints
from core.run import Run
from core.what_if.variation import examples_for, outcome, share, stacked, title_of, variation
from core.what_if.watch import Asked, Progress, Watch, never, unheard

SIZES = 9  # how many there are unless told

Unseen: TypeAlias = Literal["held-out", "the rest"]


@dataclass(frozen=True, eq=False)
class LearnerCurve:
    """Accuracies of one learner; nan where there was nothing to measure."""

    name: str
    title: str
    readout: str
    train: Floats  # [sizes, repeats], on the examples it was trained on
    unseen: Floats  # [sizes, repeats]
    weights: Floats | None  # [sizes, features, heads] of the first repeat, if they are not too many
    obstacle: str = ""  # why it could not run; all numbers are nan then

    @property
    def train_mean(self) -> Floats:
        return _mean(self.train)

    @property
    def train_deviation(self) -> Floats:
        return _deviation(self.train)

    @property
    def unseen_mean(self) -> Floats:
        return _mean(self.unseen)

    @property
    def unseen_deviation(self) -> Floats:
        return _deviation(self.unseen)


@dataclass(frozen=True, eq=False)
class LearningCurve:
    """One curve per learner, at the same numbers of training examples."""

    sizes: NDArray[np.int64]
    unseen: Unseen  # what it is tested on: the held-out examples, or those not trained on
    curves: tuple[LearnerCurve, ...]


def learning_curve(
    experiment: Experiment,
    sizes: Sequence[int] | None = None,
    repeats: int = 6,
    *,
    dataset: Dataset | None = None,
    progress: Progress = unheard,
    cancelled: Asked = never,
) -> LearningCurve:
    """Train every learner on more and more of the training examples, `repeats` times each.

    A repeat shuffles the examples, keeping the classes in proportion, and takes the first so
    many, so that a larger size holds the smaller ones. Where nothing is held out, it is tested on
    the examples left, which have no say in when to stop.

    Texts are seen as the whole experiment sees them: the vocabulary is that of all its training
    texts, also where only some of them are learnt from.
    """
    dataset = examples_for(experiment, dataset)
    if repeats < 1 or not experiment.learners:
        raise PlainError("A learning curve needs a learner and at least one repeat.")
    most, has_held_out = len(dataset.training), bool(dataset.held_out_rows.any())
    if sizes is None:
        chosen = sizes_of(most, dataset.classes, has_held_out)
    else:
        chosen = _checked(sizes, most)
    watch = Watch(len(experiment.learners) * len(chosen) * repeats, progress, cancelled)
    mixed = [
        mixed_in_proportion(dataset.labels, dataset.training, experiment.order.seed + repeat)
        for repeat in range(repeats)
    ]
    curves = [
        _curve(dataset, choice, experiment, chosen, mixed, watch) for choice in experiment.learners
    ]
    return LearningCurve(chosen, "held-out" if has_held_out else "the rest", tuple(curves))


def sizes_of(most: int, classes: int, has_held_out: bool) -> NDArray[np.int64]:
    """From two per class, doubling at first, to all (nine tenths where the rest is the test)."""
    last = most if has_held_out else max(most * 9 // 10, 1)
    first = min(2 * classes, last)
    spread = np.geomspace(first, last, SIZES)
    return np.unique(np.round(spread).astype(np.int64))


def _checked(sizes: Sequence[int], most: int) -> NDArray[np.int64]:
    chosen = np.unique(np.asarray(sizes, np.int64))
    if not len(chosen) or chosen[0] < 1 or chosen[-1] > most:
        raise PlainError(f"There are 1 to {most} examples to learn from, no other number.")
    return chosen


def mixed_in_proportion(labels: Ints, training: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
    """The training examples shuffled so that every prefix has about the classes' proportions."""
    rng = np.random.default_rng([seed, len(training)])
    shuffled = rng.permutation(training)
    places = np.empty(len(shuffled))
    for label in np.unique(labels[shuffled]):
        members = np.flatnonzero(labels[shuffled] == label)
        places[members] = (np.arange(len(members)) + rng.random()) / len(members)
    return shuffled[np.argsort(places, kind="stable")]


def _curve(
    dataset: Dataset,
    choice: LearnerChoice,
    experiment: Experiment,
    sizes: NDArray[np.int64],
    mixed: list[NDArray[np.int64]],
    watch: Watch,
) -> LearnerCurve:
    train, unseen = np.full((2, len(sizes), len(mixed)), math.nan)
    weights: list[Floats | None] = []
    obstacle = ""
    tested = dataset.held_out_rows if dataset.held_out_rows.any() else None
    for s, size in enumerate(sizes):
        for r, order in enumerate(mixed):
            if not obstacle:
                try:
                    run = _trained(dataset, choice, experiment, order[:size], watch)
                    train[s, r], unseen[s, r] = _accuracies(run, choice.readout, tested)
                    if r == 0:
                        weights.append(outcome(run, choice.readout).weights)
                except PlainError as error:
                    obstacle = str(error)
            watch.one_more()
    if obstacle:
        train[:], unseen[:] = math.nan, math.nan
    kept = None if obstacle else stacked(weights)
    title = title_of(choice)
    return LearnerCurve(choice.name, title, choice.readout, train, unseen, kept, obstacle)


def _trained(
    dataset: Dataset,
    choice: LearnerChoice,
    experiment: Experiment,
    some: NDArray[np.int64],
    watch: Watch,
) -> Run:
    """A run to its end on some of the examples."""
    left_out = np.ones(len(dataset), np.bool_)
    left_out[some] = False
    run = variation(dataset.holding_out(left_out), choice, experiment)
    run.watched = dataset.held_out_rows
    return watch.play(run)


def _accuracies(run: Run, readout: str, tested: NDArray[np.bool_] | None) -> tuple[float, float]:
    """On what it was trained on, and on what is tested: all the rest by default."""
    with np.errstate(all="ignore"):
        right = run.at(run.steps).scores(readout=readout).argmax(axis=1) == run.dataset.labels
    left_out = run.dataset.held_out_rows
    return share(right[~left_out]), share(right[left_out if tested is None else tested])


def _mean(table: Floats) -> Floats:
    """Of each row's numbers; nan of none."""
    known = np.isfinite(table)
    count = known.sum(axis=1)
    total = np.where(known, table, 0.0).sum(axis=1)
    return np.where(count > 0, total / np.maximum(count, 1), math.nan)


def _deviation(table: Floats) -> Floats:
    return np.sqrt(_mean((table - _mean(table)[:, None]) ** 2))
