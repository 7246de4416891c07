"""Boosted stumps on the plain plane, exactly: what they say changes only at their thresholds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.boosting import BoostRecording
from core.boundary import Box, Grid, region_map
from core.experiment import FeatureMapChoice
from core.learners.declaration import Boosting
from core.rows import Floats, Rows
from core.run import Moment, Run

Places = NDArray[np.int64]


def is_stepped(run: Run, features: FeatureMapChoice) -> bool:
    """Are this learner's regions rectangles, side by side?"""
    return isinstance(run.learner.method, Boosting) and features.name == "plain"


@dataclass(frozen=True, eq=False)
class Stairs:
    """The visible box cut at every threshold; all of a cell is answered in the same way."""

    xs: Floats  # edges of the columns, the box's own among them
    ys: Floats  # edges of the rows, from below
    labels: NDArray[np.uint8]  # [rows, columns]
    confidence: NDArray[np.float32]

    def borders(self) -> list[Floats]:
        """The straight stretches [2, 2] along which the answer changes."""
        found = []
        sideways = self.labels[:, :-1] != self.labels[:, 1:]
        for column in np.flatnonzero(sideways.any(axis=0)).tolist():
            x = self.xs[column + 1]
            for start, stop in stretches(sideways[:, column]):
                found.append(np.array([[x, self.ys[start]], [x, self.ys[stop]]]))
        upwards = self.labels[:-1] != self.labels[1:]
        for row in np.flatnonzero(upwards.any(axis=1)).tolist():
            y = self.ys[row + 1]
            for start, stop in stretches(upwards[row]):
                found.append(np.array([[self.xs[start], y], [self.xs[stop], y]]))
        return found

    def cells_of(self, grid: Grid) -> tuple[Places, Places]:
        """Row by row and column by column of a grid, where its centres lie here."""
        box = grid.box
        across = np.searchsorted(self.xs[1:-1], _centres(box.x0, box.x1, grid.width))
        up = np.searchsorted(self.ys[1:-1], _centres(box.y0, box.y1, grid.height))
        return up, across


def stairs_at(moment: Moment, box: Box) -> Stairs:
    """What the stumps chosen so far answer in sight."""
    recording = moment.run.recording
    assert isinstance(recording, BoostRecording)
    stumps = recording.stumps[: moment.t]
    xs = _edges([s.threshold for s in stumps if s.column == 0], box.x0, box.x1)
    ys = _edges([s.threshold for s in stumps if s.column == 1], box.y0, box.y1)
    x, y = (xs[:-1] + xs[1:]) / 2.0, (ys[:-1] + ys[1:]) / 2.0
    # Every stump looks at x or at y alone, so scores are a sum of both.
    along_x = np.stack([x, np.full(len(x), y[0])], axis=1)
    along_y = np.stack([np.full(len(y), x[0]), y], axis=1)
    scores = moment.scores(Rows.from_dense(np.concatenate([along_x, along_y])))
    across, up = scores[: len(x)], scores[len(x) :]
    table = (across[None] + up[:, None] - across[0]).reshape(len(x) * len(y), -1)
    return Stairs(xs, ys, *region_map(table, (len(y), len(x))))


def _centres(low: float, high: float, count: int) -> Floats:
    """Of so many equal cells."""
    share = (np.arange(count) + 0.5) / count
    return np.asarray((1.0 - share) * low + share * high)


def _edges(thresholds: list[float], low: float, high: float) -> Floats:
    inside = [threshold for threshold in thresholds if low < threshold < high]
    return np.unique([low, *inside, high])


def stretches(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Start and stop of each run of true flags."""
    steps = np.diff(np.concatenate([[0], flags.astype(np.int8), [0]]))
    starts, stops = np.flatnonzero(steps > 0), np.flatnonzero(steps < 0)
    return list(zip(starts.tolist(), stops.tolist(), strict=True))
