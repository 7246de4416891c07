"""The drawn points as arrays, with who is held out; what lies where."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.boundary import Spot
from core.experiment import Experiment, PointsData
from core.rows import Floats, Ints
from core.split import held_out_mask


@dataclass(frozen=True, eq=False)
class Placed:
    """Points [n, 2], labels [n] and the held-out mask [n] of an experiment."""

    xy: Floats
    labels: Ints
    held_out: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.labels)

    def nearest(self, spot: Spot, reach: float) -> int | None:
        """The point nearest to a spot and no farther than `reach`; of equals, the one on top."""
        if len(self) == 0:
            return None
        distances = self._distances(spot)
        best = len(self) - 1 - int(np.argmin(distances[::-1]))
        return best if distances[best] <= reach else None

    def around(self, spot: Spot, radius: float) -> list[int]:
        """The points inside a circle."""
        found: list[int] = np.flatnonzero(self._distances(spot) <= radius).tolist()
        return found

    def between(self, corner: Spot, other: Spot) -> list[int]:
        """The points inside a rectangle, given by two opposite corners."""
        low, high = np.minimum(corner, other), np.maximum(corner, other)
        inside = ((self.xy >= low) & (self.xy <= high)).all(axis=1)
        found: list[int] = np.flatnonzero(inside).tolist()
        return found

    def _distances(self, spot: Spot) -> Floats:
        away = self.xy - np.array(spot)
        return np.asarray(np.hypot(away[:, 0], away[:, 1]))


NOTHING = Placed(np.zeros((0, 2)), np.zeros(0, np.int32), np.zeros(0, np.bool_))


class Placement:
    """Gives the points of an experiment as arrays, and works them out only when they change."""

    def __init__(self) -> None:
        self._data: object = None
        self._split: object = None
        self._placed = NOTHING

    def of(self, experiment: Experiment) -> Placed:
        data, split = experiment.data, experiment.split
        if data is not self._data or split != self._split:
            self._data, self._split = data, split
            self._placed = self._work_out(experiment)
        return self._placed

    def _work_out(self, experiment: Experiment) -> Placed:
        data, split = experiment.data, experiment.split
        if not isinstance(data, PointsData):
            return NOTHING
        labels = np.array(data.labels, np.int32)
        xy = np.array(data.xy, np.float64).reshape(-1, 2)
        return Placed(xy, labels, held_out_mask(labels, split.fraction, split.seed))
