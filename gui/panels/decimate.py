"""Curves as few short strokes: thinned without losing their peaks, and cut into dashes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.rows import Floats

MOST_POINTS = 1600


def decimated(x: Floats, y: Floats, most: int = MOST_POINTS) -> tuple[Floats, Floats]:
    """At most `most` of the points: the lowest and the highest of each stretch, and both ends.

    Gaps (nan) are left out within a stretch and kept where a whole stretch is one.
    """
    count = len(x)
    if count <= most:
        return x, y
    stretches = (most - 2) // 2
    edges = np.linspace(1, count - 1, stretches + 1).astype(np.int64)
    lengths = np.diff(edges)
    # [stretches, longest]: indices, the last of a shorter stretch repeated
    inside = edges[:-1, None] + np.minimum(np.arange(lengths.max()), lengths[:, None] - 1)
    values = y[inside]
    gap = np.isnan(values)
    lowest = np.where(gap, np.inf, values).argmin(axis=1)
    highest = np.where(gap, -np.inf, values).argmax(axis=1)
    rows = np.arange(stretches)
    both = np.sort(np.stack([inside[rows, lowest], inside[rows, highest]], axis=1), axis=1)
    kept = np.concatenate([[0], both.ravel(), [count - 1]])
    return x[kept], y[kept]


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
