"""Where the two weights of a plane went along a run, worked out once and then cut at the cursor."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.online import OnlineRecording
from core.rows import Floats
from core.run import Moment, Run
from core.weight_space import Axes, Path, path
from gui.stage.trail import steps_before_changes

MOST_SPOTS = 400  # of a whole path: more could not be told apart
RECENT = 16  # moves that are shown exactly
RECENT_OF_SLOW = 6  # where weights are worked out from the start for each
GROWN = 1.25  # a run this much longer than its path was drawn for is looked at again


@dataclass(frozen=True, eq=False)
class Way:
    """One readout of a learner on the plane, up to the moment looked at."""

    learner: int
    readout: str
    spots: Floats  # [m, 2], an even choice of the whole, the present one last
    recent: Floats  # [k, 2], the last few moves exactly, the present one last

    @property
    def here(self) -> tuple[float, float]:
        x, y = self.spots[-1].tolist()
        return x, y


class WeightPaths:
    """Keeps the whole paths of the runs that are looked at."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Run, Axes, str], tuple[int, bool, Path]] = {}

    def forget_all_but(self, runs: set[Run]) -> None:
        self._kept = {key: value for key, value in self._kept.items() if key[0] in runs}

    def whole(self, moment: Moment, axes: Axes, readout: str) -> Path:
        """The path of the run as far as it is known, or almost."""
        run, key = moment.run, (moment.run, axes, readout)
        known = self._kept.get(key)
        ended = run.stopped is not None
        if (
            known is None
            or known[0] < moment.t
            or ((not known[1]) and (ended or run.steps > GROWN * known[0]))
        ):
            steps = run.steps
            known = (steps, ended, path(run, axes, readout, steps, MOST_SPOTS))
            self._kept[key] = known
        return known[2]

    def way(self, moment: Moment, axes: Axes, readout: str, learner: int) -> Way:
        """The path up to the moment."""
        whole = self.whole(moment, axes, readout)
        here = moment.weights(readout)[list(axes), 0]
        count = int(np.searchsorted(whole.steps, moment.t, side="right"))
        spots = np.concatenate([whole.spots[:count], here[None]])
        return Way(learner, readout, spots, _recent(moment, axes, readout, here))


def _recent(moment: Moment, axes: Axes, readout: str, here: Floats) -> Floats:
    recording = moment.run.recording
    if isinstance(recording, OnlineRecording):
        before = steps_before_changes(moment, RECENT)
        spots = recording.weights_along(before, readout)[:, list(axes), 0]
    else:
        before = np.arange(max(moment.t - RECENT_OF_SLOW, 0), moment.t)
        one_by_one = [recording.weights(int(t), readout)[list(axes), 0] for t in before]
        spots = np.array(one_by_one).reshape(-1, 2)
    return np.concatenate([spots, here[None]])
