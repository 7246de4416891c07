"""What must hold of an experiment beyond the types of its parts, saved or loaded."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

from core.dataset import MOST_CLASSES
from core.errors import PlainError
from core.experiment import (
    PARTS,
    Data,
    Experiment,
    FeatureMapChoice,
    LearnerChoice,
    PointsData,
    TableData,
    TextFeatures,
    TextsData,
)
from core.files.limits import (
    MOST_BYTES,
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_TEXTS,
)
from core.parameters import Parameter, settle
from core.points import MOST_CLASSES as MOST_POINT_CLASSES

MOST_LEARNERS = 4
MOST_BATCH = 1_000
MOST_PASSES = 10_000
HIGHEST_SEED = 2**31 - 1
FEWEST_BUCKETS, MOST_BUCKETS = 2, 2**22
HIGHEST_POSITION = MOST_PASSES * MOST_ROWS


class KnownLearner(Protocol):
    """The part of a learner's declaration that a choice of it is checked against."""

    @property
    def parameters(self) -> Sequence[Parameter]: ...

    @property
    def readouts(self) -> Sequence[str]: ...


FindLearner = Callable[[str], KnownLearner]


def check_experiment(experiment: Experiment, find_learner: FindLearner | None = None) -> None:
    """Raise a PlainError that says what is wrong with the experiment, if anything is."""
    _check_data(experiment.data)
    _check_features(experiment.features)
    _check_text_features(experiment.text_features)
    _check_learners(experiment.learners, find_learner or _registered)
    order, split, stopping = experiment.order, experiment.split, experiment.stopping
    if order.kind not in ("given", "shuffled", "random"):
        raise PlainError(f"The order must be given, shuffled or random, not “{order.kind}”.")
    _check_whole("The seed of the order", order.seed, 0, HIGHEST_SEED)
    _check_whole("The number of examples in a step", order.batch, 1, MOST_BATCH)
    if not 0.0 <= split.fraction < 1.0:
        raise PlainError(
            f"The held-out fraction must be at least 0 and below 1, not {split.fraction:g}."
        )
    _check_whole("The seed of the split", split.seed, 0, HIGHEST_SEED)
    _check_whole("The number of passes", stopping.passes, 1, MOST_PASSES)
    if stopping.patience is not None:
        _check_whole("The patience", stopping.patience, 1, MOST_PASSES)
    if stopping.tolerance is not None and not 0.0 <= stopping.tolerance < math.inf:
        raise PlainError(f"The tolerance must not be negative, but it is {stopping.tolerance:g}.")
    _check_whole("The position", experiment.position, 0, HIGHEST_POSITION)
    _check_shown(experiment.shown or ())


def _check_data(data: Data) -> None:
    if isinstance(data, PointsData):
        _check_table(data.xy, 2, data.labels)
        _check_classes(data.labels, data.class_names, MOST_POINT_CLASSES)
    elif isinstance(data, TableData):
        width = len(data.column_names)
        if not 1 <= width <= MOST_COLUMNS:
            raise PlainError(f"A table has 1 to {MOST_COLUMNS:,} columns, not {width:,}.")
        _check_table(data.values, width, data.labels)
        _check_classes(data.labels, data.class_names, MOST_CLASSES)
    else:
        _check_texts(data)
        _check_classes(data.labels, data.class_names, MOST_CLASSES)


def _check_texts(data: TextsData) -> None:
    if len(data.texts) != len(data.labels):
        raise PlainError(f"There are {len(data.texts):,} texts but {len(data.labels):,} labels.")
    if len(data.texts) > MOST_TEXTS:
        raise PlainError(f"There may be {MOST_TEXTS:,} texts at most, not {len(data.texts):,}.")
    if 4 * sum(map(len, data.texts)) <= MOST_BYTES:  # no character takes more bytes
        return
    size = sum(len(text.encode(errors="replace")) for text in data.texts)
    if size > MOST_BYTES:
        most = f"{MOST_BYTES / 1e6:g} MB"
        raise PlainError(
            f"The texts of an experiment take {most} at most, not {size / 1e6:.0f} MB."
        )


def _check_text_features(choice: TextFeatures) -> None:
    if choice != TextFeatures():
        from core.texts.checks import check_choice

        check_choice(choice)


def _check_table(rows: Sequence[Sequence[float]], width: int, labels: Sequence[int]) -> None:
    if len(rows) != len(labels):
        raise PlainError(f"There are {len(rows):,} rows of data but {len(labels):,} labels.")
    if len(rows) > MOST_ROWS or len(rows) * width > MOST_CELLS:
        raise PlainError(
            f"The data may have {MOST_ROWS:,} rows and {MOST_CELLS:,} numbers at most."
        )
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise PlainError(f"Row {number:,} of the data has {len(row)} numbers, not {width}.")
        if not all(map(math.isfinite, row)):
            raise PlainError(f"Row {number:,} of the data holds a value that is not finite.")


def _check_classes(labels: Sequence[int], class_names: Sequence[str], most: int) -> None:
    if not 2 <= len(class_names) <= most:
        raise PlainError(f"These data have 2 to {most} classes, not {len(class_names)}.")
    if labels and (min(labels) < 0 or max(labels) >= len(class_names)):
        raise PlainError("A label does not name one of the classes.")


def _check_features(choice: FeatureMapChoice) -> None:
    from core.feature_maps import feature_map

    _check_whole("The seed of the feature map", choice.seed, 0, HIGHEST_SEED)
    if not math.isfinite(choice.gamma):
        raise PlainError("The width γ of the feature map must be a finite number.")
    feature_map(choice)


def _check_learners(choices: Sequence[LearnerChoice], find_learner: FindLearner) -> None:
    if len(choices) > MOST_LEARNERS:
        raise PlainError(f"There may be {MOST_LEARNERS} learners at most, not {len(choices)}.")
    for choice in choices:
        learner = find_learner(choice.name)
        settle(learner.parameters, choice.parameters)
        for readout in choice.readouts:
            if readout not in learner.readouts:
                known = ", ".join(learner.readouts)
                raise PlainError(
                    f"The learner “{choice.name}” is read out as {known}, not “{readout}”."
                )


def _check_shown(parts: Sequence[str]) -> None:
    for place, part in enumerate(parts):
        if part not in PARTS:
            raise PlainError(f"A locked view shows parts of the window; “{part[:40]}” is none.")
        if part in parts[:place]:
            raise PlainError(f"The locked view names “{part}” twice.")


def _registered(name: str) -> KnownLearner:
    from core.learners import find

    return find(name)


def _check_whole(what: str, number: int, low: int, high: int) -> None:
    if not low <= number <= high:
        raise PlainError(f"{what} must be a whole number from {low} to {high}, not {number}.")
