"""Words in a run: which are heaviest, how a word's weight moved, which texts hold it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.boosting import BoostRecording
from core.counting import CountRecording
from core.dataset import Dataset
from core.online import OnlineRecording
from core.rows import Floats
from core.run import Moment, Run

MOMENTS = 400  # of a trajectory: as many as a curve on the screen can show


def heaviest(
    moment: Moment, readout: str, class_index: int, most: int = 20
) -> list[tuple[int, float]]:
    """The features that speak most for a class, and how strongly; the strongest first.

    Two classes share one weight vector, whose negative speaks for class 0. With more classes, what
    counts is how far a weight is above its mean over the classes, because only differences between
    classes decide. Empty where features have no weights: for a vote, stumps and bell curves.
    """
    weights = feature_weights(moment, readout)
    if weights is None:
        return []
    if weights.shape[1] == 1:
        toward = weights[:, 0] if class_index == 1 else -weights[:, 0]
    else:
        toward = weights[:, class_index] - weights.mean(axis=1)
    found = np.argsort(-toward, kind="stable")[:most]
    return [(int(k), float(toward[k])) for k in found if toward[k] > 0.0]


def feature_weights(moment: Moment, readout: str) -> Floats | None:
    """[features, heads] without the bias; None where features have no weights of their own."""
    run = moment.run
    width = run.dataset.rows.width
    if readout == "voted" or isinstance(run.recording, BoostRecording):
        return None
    if len(run.recording.feature_names) not in (width, width + 1):
        return None
    return moment.weights(readout)[:width]


def trajectory(
    run: Run, feature: int, readout: str = "last", head: int = 0, moments: int = MOMENTS
) -> tuple[NDArray[np.int64], Floats]:
    """A feature's weight along the run so far: numbers of steps, ascending, and the weight then."""
    steps, weights = trajectories(run, feature, readout, moments)
    return steps, weights[:, head]


def trajectories(
    run: Run, feature: int, readout: str = "last", moments: int = MOMENTS
) -> tuple[NDArray[np.int64], Floats]:
    """The same for all heads at once: weights [moments, heads]."""
    steps = np.unique(np.linspace(0, run.steps, moments).astype(np.int64))
    recording = run.recording
    if isinstance(recording, OnlineRecording | CountRecording):
        return steps, recording.trajectory(feature, steps, readout)
    values = [run.at(int(t)).weights(readout) for t in steps]
    heads = values[0].shape[1]
    there = [w[feature] if feature < len(w) else np.zeros(heads) for w in values]
    return steps, np.array(there)


def documents_with(dataset: Dataset, feature: int) -> NDArray[np.int64]:
    """The texts that hold a feature, in order."""
    found = np.flatnonzero(dataset.rows.columns == feature)
    return np.searchsorted(dataset.rows.starts, found, side="right") - 1
