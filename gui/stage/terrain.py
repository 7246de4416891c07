"""Scores over the visible part of the plane, whatever the learner, its readout and the features."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.boundary import Grid
from core.errors import PlainError
from core.experiment import FeatureMapChoice
from core.feature_maps import FeatureMap, feature_map
from core.learners.declaration import Boosting, Counting
from core.online import OnlineRecording
from core.rows import Floats, Rows
from core.run import Moment, Run
from core.voting import Ballot

MOST_KEPT = 12  # things worked out per grid; the views of a stage share them
MOST_BYTES = 48_000_000
FINE, ROUGH = 256, 128  # cells along the longer side
VOTING = 96
MOST_NUMBERS = 4_000_000  # cells × features, so that many features mean fewer cells
VOTING_SECONDS = 0.006  # of a frame; what is left of a long vote is counted in the next ones
TURNS_AT_ONCE = 16  # changes of the weights that vote before the clock is looked at


def is_straight(run: Run, readout: str, features: FeatureMapChoice) -> bool:
    """Are this learner's boundaries straight lines on the plane, given by its weights?"""
    method = run.learner.method
    linear = not isinstance(method, Boosting) and method != Counting("gaussian")
    return linear and readout != "voted" and features.name == "plain"


def cells_for(moment: Moment, readout: str, features: FeatureMapChoice, cells: int) -> int:
    """How fine a grid this learner can be scored on in a moment."""
    if readout == "voted":
        return min(cells, VOTING)
    if features.name == "plain":
        return cells
    width = len(moment.run.dataset.feature_names)
    if isinstance(moment.run.learner.method, Boosting):
        return min(cells, VOTING)
    return int(min(cells, max((MOST_NUMBERS / width) ** 0.5, 32)))


@dataclass
class _Count:
    """A vote in progress: its ballot and the steps counted so far."""

    run: Run  # kept, so that no other run can take its identity
    ballot: Ballot
    counted: int = 0


class Terrain:
    """Scores of grid cells. Keeps what depends on the grid alone, and votes counted so far."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self.fine = FINE  # cells along the longer side of a region map
        self.behind = False  # did a vote have to be put off to the next frame?

    def scores(
        self, moment: Moment, readout: str, features: FeatureMapChoice, grid: Grid
    ) -> Floats | None:
        """[cells, classes], or [cells, 1] for two classes; None where there are none."""
        try:
            if isinstance(moment.run.learner.method, Boosting):
                return moment.scores(self._rows(features, grid))
            if readout == "voted":
                return self._voted(moment, features, grid)
            weights = moment.weights(readout)
            if not np.isfinite(weights).all():
                return None
            seen = self._features(features, grid, len(weights))
            # Column-major scores: the classes are compared with each other cell by cell.
            return (weights.T.astype(seen.dtype) @ seen).T
        except PlainError:  # this part of the plane is too far out for the feature map
            return None

    def _features(self, choice: FeatureMapChoice, grid: Grid, width: int) -> Floats:
        """The cells as the weights see them [width, cells]: with a bias, or squares, or neither."""

        def work_out() -> Floats:
            plain = _transform(choice, grid.points()).T
            parts = [plain]
            if width > len(plain) + 1:
                parts.append(plain**2)
            if width > sum(map(len, parts)):
                parts.append(np.ones((1, plain.shape[1])))
            table = np.concatenate(parts)
            return np.ascontiguousarray(table, np.float64 if width <= 12 else np.float32)

        table: Floats = self._keep(("features", choice, grid, width), work_out)
        return table

    def _rows(self, choice: FeatureMapChoice, grid: Grid) -> Rows:
        rows: Rows = self._keep(
            ("rows", choice, grid), lambda: Rows.from_dense(_transform(choice, grid.points()))
        )
        return rows

    def data_scores(self, moment: Moment, readout: str) -> Floats:
        """[n, classes] for the examples themselves."""
        if readout != "voted":
            return moment.scores(readout=readout)
        dataset = moment.run.dataset
        return self._shares(moment, id(dataset), lambda: dataset.rows)

    def _voted(self, moment: Moment, choice: FeatureMapChoice, grid: Grid) -> Floats:
        return self._shares(moment, (choice, grid), lambda: self._rows(choice, grid))

    def _shares(self, moment: Moment, where: Hashable, rows: Callable[[], Rows]) -> Floats:
        """The votes on these rows; a long way is counted a part a frame."""
        recording = moment.run.recording
        assert isinstance(recording, OnlineRecording)

        def begin() -> _Count:
            return _Count(moment.run, Ballot(recording, recording.own_rows(rows())))

        key = ("votes", id(moment.run), where)
        count: _Count = self._keep(key, begin)
        if count.counted > moment.t:  # votes cannot be taken back
            del self._kept[key]
            count = self._keep(key, begin)
        turns = count.counted + np.flatnonzero(recording.changes(count.counted, moment.t))
        stops = [*turns[TURNS_AT_ONCE::TURNS_AT_ONCE].tolist(), moment.t]
        end = time.perf_counter() + VOTING_SECONDS
        for stop in stops:
            shares = count.ballot.shares(stop)
            count.counted = stop
            if time.perf_counter() > end:
                break
        self.behind = self.behind or count.counted < moment.t
        return shares

    def _keep(self, key: Hashable, work_out: Callable[[], Any]) -> Any:
        if key not in self._kept:
            self._kept[key] = work_out()
            while len(self._kept) > 1 and (
                len(self._kept) > MOST_KEPT or sum(map(_bytes, self._kept.values())) > MOST_BYTES
            ):
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


def _bytes(kept: object) -> int:
    return kept.nbytes if isinstance(kept, np.ndarray) else 0


def _transform(choice: FeatureMapChoice, points: Floats) -> Floats:
    chosen: FeatureMap = feature_map(choice)
    return chosen.transform(points)
