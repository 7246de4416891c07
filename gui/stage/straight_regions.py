"""Which class wins in each cell where all scores are straight: fast enough for every frame.

The same as `core.boundary.region_map` finds for any scores, short of rounding.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.boundary import Grid
from core.rows import Floats
from gui.stage.straight_borders import centred_heads

PRECISE = 1e4  # the largest score that single precision tells from another well enough
LARGEST = 1e300
Singles = NDArray[np.float32]
Numbers = NDArray[Any]  # of single or double precision
Labels = NDArray[np.uint8]


class StraightRegions:
    """Keeps the memory it works in from one frame to the next."""

    def __init__(self) -> None:
        self._work: list[Numbers] = [np.zeros((0, 0), np.float32)]
        self._higher: NDArray[np.bool_] = np.zeros((0, 0), np.bool_)

    def of(self, weights: Floats, grid: Grid) -> tuple[Labels, Singles] | None:
        """Labels and confidence [height, width] for weights [2 or 3, heads].

        None where there are more features, or numbers too large for it. The confidence is good
        until the next call.
        """
        if len(weights) > 3:
            return None
        heads = centred_heads(weights[None], grid.box)[0]  # [classes, 3]
        with np.errstate(all="ignore"):
            # What all classes have in common decides nothing, and would cost precision.
            heads = heads - heads.mean(axis=0)
            across, up = _halves(grid)
            reach = np.abs(heads) @ np.array([across[-1], up[-1], 1.0])
        if not (reach < LARGEST).all():
            return None
        kind = np.float32 if reach.max() < PRECISE else np.float64
        along_x = (heads[:, :1] * across).astype(kind)  # [classes, width]
        along_y = (heads[:, 1:2] * up + heads[:, 2:]).astype(kind)  # [classes, height]
        return self._compare(along_x, along_y, grid.shape)

    def _compare(
        self, along_x: Numbers, along_y: Numbers, shape: tuple[int, int]
    ) -> tuple[Labels, Singles]:
        self._reserve(shape, along_x.dtype)
        best, second, score, lower = self._work
        higher, labels = self._higher, np.zeros(shape, np.uint8)
        np.add(along_x[0], along_y[0][:, None], out=best)
        second.fill(-np.inf)
        for k in range(1, len(along_x)):
            np.add(along_x[k], along_y[k][:, None], out=score)
            np.greater(score, best, out=higher)
            # Later labels are larger, so the largest of those that came out on top is the last.
            np.maximum(labels, higher.view(np.uint8) * np.uint8(k), out=labels)
            np.minimum(best, score, out=lower)
            np.maximum(second, lower, out=second)
            np.maximum(best, score, out=best)
        gap = np.subtract(best, second, out=best)
        gap *= gap.dtype.type(0.5)
        return labels, np.tanh(gap, out=gap).astype(np.float32, copy=False)

    def _reserve(self, shape: tuple[int, int], kind: np.dtype[Any]) -> None:
        if (shape, kind) != (self._work[0].shape, self._work[0].dtype):
            self._work = [np.empty(shape, kind) for _ in range(4)]
            self._higher = np.empty(shape, np.bool_)


def _halves(grid: Grid) -> tuple[Floats, Floats]:
    """The cells' centres along both sides, seen from the box's centre."""
    box = grid.box
    across = ((np.arange(grid.width) + 0.5) / grid.width - 0.5) * (box.x1 - box.x0)
    up = ((np.arange(grid.height) + 0.5) / grid.height - 0.5) * (box.y1 - box.y0)
    return across, up
