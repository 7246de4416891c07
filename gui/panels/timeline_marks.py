"""Where the marks of the timeline go: arrays only, no drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.rows import Floats

if TYPE_CHECKING:
    from core.curves import CurveSet

CLOSEST_PASSES = 7  # pixels between two lines


def mistake_columns(mistakes: NDArray[np.int64], total: int, span: int) -> Floats:
    """For each pixel 0 … span how tall its tick is: 1 from a third of its steps on, 0 for none."""
    columns = np.rint(mistakes * (span / max(total, 1))).astype(np.int64)
    counts = np.bincount(columns[(columns >= 0) & (columns <= span)], minlength=span + 1)
    many = max(total / max(span, 1) / 3.0, 1.0)
    return np.minimum(counts / many, 1.0)


def pass_ends(total: int, per_pass: int, span: int) -> NDArray[np.int64]:
    """The steps at which passes end, thinned to every 2nd, 5th, 10th … where they would crowd."""
    if per_pass <= 0 or total <= 0:
        return np.zeros(0, np.int64)
    pixels = span * per_pass / total
    every, factors = 1, (2, 5, 10)
    for power in range(12):
        if pixels * every >= CLOSEST_PASSES:
            break
        every = factors[power % 3] * 10 ** (power // 3)
    return np.arange(per_pass * every, total + 1, per_pass * every, dtype=np.int64)


def best_held_out(curves: CurveSet | None) -> int | None:
    """The first step with the smallest error on held-out examples, as far as it was sampled."""
    if curves is None or curves.held_out is None:
        return None
    error = curves.held_out["error"]
    if not np.isfinite(error).any():
        return None
    return int(curves.steps[np.nanargmin(error)])
