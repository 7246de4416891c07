"""Curves as few short strokes: thinned without losing their peaks, and cut into dashes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.rows import Floats

Numbers = NDArray[np.float64] | NDArray[np.int64]
MOST_POINTS = 1600
LEAST_POINTS = 500
POINTS_A_PIXEL = 1.2  # a stretch is as wide as the stroke; closer ones only paint over each other


def points_for(pixels: float) -> int:
    """How many points a curve may have that is drawn this wide."""
    return int(min(max(POINTS_A_PIXEL * pixels, LEAST_POINTS), MOST_POINTS))


def decimated(x: Numbers, y: Floats, most: int = MOST_POINTS) -> tuple[Floats, Floats]:
    """At most `most` of the points: the lowest and the highest of each stretch, and both ends.

    Gaps (nan) are left out within a stretch and kept where a whole stretch is one.
    """
    count = len(x)
    if count <= most:
        return x.astype(np.float64), y
    inside = count - 2
    length = -(-inside // ((most - 2) // 2))
    whole = inside // length * length
    parts = [_extremes(y[1 : 1 + whole].reshape(-1, length), 1)]
    if whole < inside:  # the last stretch is shorter
        parts.append(_extremes(y[None, 1 + whole : -1], 1 + whole))
    kept = np.concatenate([[0], *parts, [count - 1]])
    return x[kept].astype(np.float64), y[kept]


def _extremes(stretches: Floats, start: int) -> NDArray[np.int64]:
    """Where the lowest and the highest of each row [s, length] are, the earlier of them first."""
    lowest, highest = stretches.argmin(axis=1), stretches.argmax(axis=1)
    rows = np.arange(len(stretches))
    if np.isnan(stretches[rows, lowest]).any():  # a gap counts as the lowest, and the highest
        gap = np.isnan(stretches)
        lowest = np.where(gap, np.inf, stretches).argmin(axis=1)
        highest = np.where(gap, -np.inf, stretches).argmax(axis=1)
    both = np.stack([np.minimum(lowest, highest), np.maximum(lowest, highest)], axis=1)
    return np.asarray(start + rows[:, None] * stretches.shape[1] + both).ravel()


def strokes(x: Floats, y: Floats) -> Floats:
    """The line through the points as strokes [m, 4] of x, y, x, y; none across a gap."""
    pieces = np.stack([x[:-1], y[:-1], x[1:], y[1:]], axis=1)
    return np.asarray(pieces[np.isfinite(pieces).all(axis=1)])


def dashed(pieces: Floats, pattern: tuple[float, float]) -> Floats:
    """The same strokes with gaps: `pattern` is the length of a dash and of the gap behind it."""
    if len(pieces) == 0:
        return pieces
    lengths = np.hypot(pieces[:, 2] - pieces[:, 0], pieces[:, 3] - pieces[:, 1])
    ends = np.cumsum(lengths)
    starts = ends - lengths
    dash, gap = pattern
    turns = np.arange(0.0, ends[-1], dash + gap)
    cuts = np.unique(np.concatenate([starts, ends[-1:], turns, turns + dash]))
    cuts = cuts[cuts <= ends[-1]]
    begin, end = cuts[:-1], cuts[1:]
    drawn = ((begin + end) / 2.0) % (dash + gap) < dash
    begin, end = begin[drawn], end[drawn]
    which = np.searchsorted(ends, (begin + end) / 2.0)
    return np.hstack([_along(pieces, starts, lengths, which, begin),
                      _along(pieces, starts, lengths, which, end)])  # fmt: skip


def _along(
    pieces: Floats, starts: Floats, lengths: Floats, which: NDArray[np.int64], places: Floats
) -> Floats:
    """The points [m, 2] at these places along the strokes."""
    part = ((places - starts[which]) / np.maximum(lengths[which], 1e-12))[:, None]
    return np.asarray(pieces[which, :2] * (1.0 - part) + pieces[which, 2:] * part)
