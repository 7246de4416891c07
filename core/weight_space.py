"""The plane of two weights: what each example asks of them, where all are content, and the path.

All other weights stay as they are at the moment looked at. In this plane every example is a line
with a good side, and the good sides of all have the version space in common. Two classes only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.boundary import Box
from core.errors import PlainError
from core.online import OnlineRecording
from core.rows import Floats, Rows
from core.run import Moment, Run

Axes: TypeAlias = tuple[int, int]  # places in the weights; the bias is the last one
BiasIs: TypeAlias = Literal["fixed", "free"]

MOST_SPOTS = 2000
NO_AREA = 1e-13  # a part of the box smaller than this is the rounding of a line
ROUNDING = 1e-12
LARGEST = 1e140  # a feature or weight; products of two stay far from the end of all numbers
_AROUND = 0.15  # room around what a box must hold, as a share of its size


@dataclass(frozen=True, eq=False)
class HalfPlanes:
    """Where a·u + b·v + c > 0, one for each training example; (a, b) are rows of `normals`.

    With a free bias an example asks nothing alone, but together with one of the other class: the
    line is that of the pair, with the partner that is hardest to please at the present weights.
    """

    rows: NDArray[np.int64]  # [n]
    partners: NDArray[np.int64] | None  # [n]
    normals: Floats  # [n, 2]
    offsets: Floats  # [n]


@dataclass(frozen=True, eq=False)
class Path:
    """The two weights after some steps, the first of them step 0."""

    steps: NDArray[np.int64]  # [m]
    spots: Floats  # [m, 2]


@dataclass(frozen=True, eq=False)
class Plane:
    """The margins of all training examples as functions of two weights: z·(u, v) + rest."""

    rows: NDArray[np.int64]  # [n]
    signs: Floats  # [n], +1 for class 1, −1 for class 0
    z: Floats  # [n, 2], sign times the values of the two features
    rest: Floats  # [n], what all other weights add to the margin; without the bias if that is free
    spot: tuple[float, float]  # the two weights as they are
    fixed_square: float  # the sum of squares of all other weights


def plane_of(moment: Moment, axes: Axes, readout: str = "last", bias: BiasIs = "fixed") -> Plane:
    """The plane of two weights at a moment; PlainError where there is none."""
    run = moment.run
    own = _own_rows(run, axes, bias)
    weights = moment.weights(readout)[:, 0]
    signs = np.where(run.dataset.labels[run.dataset.training] == 1, 1.0, -1.0)
    values = own.dense_columns(axes)
    others = weights.copy()
    others[list(axes)] = 0.0
    if bias == "free":
        others[-1] = 0.0
    with np.errstate(all="ignore"):
        rest = own.dot(others[:, None])[:, 0]
        square = float(others @ others)
    reach = np.concatenate([values.ravel(), rest, weights])
    if not (np.abs(reach) <= LARGEST).all():
        raise PlainError("The numbers are too large for a picture of the weights.")
    return Plane(
        rows=run.dataset.training,
        signs=signs,
        z=signs[:, None] * values,
        rest=signs * rest,
        spot=(float(weights[axes[0]]), float(weights[axes[1]])),
        fixed_square=square,
    )


def half_planes(
    moment: Moment,
    axes: Axes,
    readout: str = "last",
    level: float = 0.0,
    bias: BiasIs = "fixed",
) -> HalfPlanes:
    """What each training example asks of two weights: a margin above `level`.

    Level 0 asks for the right side of the boundary, level 1 for the margin of MIRA and the SVM.
    """
    plane = plane_of(moment, axes, readout, bias)
    if bias == "fixed":
        return HalfPlanes(plane.rows, None, plane.z, plane.rest - level)
    reached = plane.z @ np.array(plane.spot) + plane.rest
    negative, positive = (_lowest(reached, plane.signs == sign) for sign in (-1.0, 1.0))
    if negative is None or positive is None:
        raise PlainError("With a free bias there must be examples of both classes.")
    partner = np.where(plane.signs > 0.0, negative, positive)
    return HalfPlanes(
        plane.rows,
        plane.rows[partner],
        plane.z + plane.z[partner],
        plane.rest + plane.rest[partner] - 2.0 * level,
    )


def version_space(
    moment: Moment,
    axes: Axes,
    box: Box,
    readout: str = "last",
    level: float = 0.0,
    bias: BiasIs = "fixed",
) -> Floats | None:
    """The corners [k, 2], in order, of the part of a box where every example has its margin.

    None when there is no such part. The box is cut by one example's line after the other, each
    time by the one that some corner offends most, until none is offended. With a free bias it is
    the part where some bias, whichever it takes, pleases all.
    """
    plane = plane_of(moment, axes, readout, bias)
    polygon = np.array([[box.x0, box.y0], [box.x1, box.y0], [box.x1, box.y1], [box.x0, box.y1]])
    least = NO_AREA * area(polygon)
    offsets = plane.rest - level
    for _ in range(len(offsets) ** 2 + 1):
        if bias == "fixed":
            cut = _most_offended(polygon, plane.z, offsets)
        else:
            cut = _most_offended_pair(polygon, plane.z, offsets, plane.signs)
        if cut is None:
            break
        normal, offset = cut
        polygon = clipped(polygon, normal, offset)
        if not normal.any() or len(polygon) < 3 or area(polygon) <= least:
            return None
    return polygon


Cut: TypeAlias = tuple[Floats, float]  # normal and offset of a half-plane


def _most_offended(polygon: Floats, normals: Floats, offsets: Floats) -> Cut | None:
    if not len(offsets):
        return None
    lowest = (normals @ polygon.T).min(axis=1) + offsets
    size = np.abs(normals) @ np.abs(polygon).max(axis=0) + np.abs(offsets)
    flat = ~normals.any(axis=1)  # an example with neither feature is content everywhere or nowhere
    offended = (lowest < -ROUNDING * size) | (flat & (offsets <= 0.0))
    if not offended.any():
        return None
    # Measured as a distance: a long example is not more offended for its length.
    lengths = np.where(flat, 1.0, np.hypot(normals[:, 0], normals[:, 1]))
    worst = int(np.where(offended, lowest / lengths, np.inf).argmin())
    return normals[worst], float(offsets[worst])


def _most_offended_pair(
    polygon: Floats, normals: Floats, offsets: Floats, signs: Floats
) -> Cut | None:
    """A bias pleases all if it pleases the hardest example of either class: together a cut."""
    reached = normals @ polygon.T + offsets[:, None]  # [n, corners]
    negative, positive = (_lowest(reached, signs == sign) for sign in (-1.0, 1.0))
    if negative is None or positive is None:
        return None  # the bias alone can please a single class
    corners = np.arange(len(polygon))
    corner = int((reached[negative, corners] + reached[positive, corners]).argmin())
    pair = [int(negative[corner]), int(positive[corner])]
    return _most_offended(polygon, normals[pair].sum(axis=0)[None], offsets[pair].sum()[None])


def _lowest(reached: Floats, some: NDArray[np.bool_]) -> NDArray[np.int64] | None:
    """Which of some rows has the lowest value (in each column); None when there are no rows."""
    rows = np.flatnonzero(some)
    return rows[reached[rows].argmin(axis=0)] if len(rows) else None


def clipped(polygon: Floats, normal: Floats, offset: float) -> Floats:
    """The corners of the part of a convex polygon [k, 2] where normal·p + offset ≥ 0, if any."""
    values = polygon @ normal + offset
    kept: list[Floats] = []
    for k in range(len(polygon)):
        before, here = values[k - 1], values[k]
        if (before < 0.0) != (here < 0.0):
            share = before / (before - here)
            kept.append((1.0 - share) * polygon[k - 1] + share * polygon[k])
        if here >= 0.0:
            kept.append(polygon[k])
    return np.array(kept).reshape(-1, 2)


def area(polygon: Floats) -> float:
    """Of a polygon whose corners go round anticlockwise."""
    x, y = (polygon - polygon[0]).T
    return float(0.5 * (x @ np.roll(y, -1) - y @ np.roll(x, -1)))


def path(
    run: Run, axes: Axes, readout: str = "last", until: int | None = None, most: int = MOST_SPOTS
) -> Path:
    """The two weights along the run: after every step that moved them, or an even choice."""
    _own_rows(run, axes, "fixed")
    if readout == "voted":
        raise PlainError("A vote of many weight vectors has no weights of its own.")
    end = run.steps if until is None else min(until, run.steps)
    steps = _steps_to_show(run, end, readout, most)
    recording = run.recording
    if isinstance(recording, OnlineRecording):
        columns = [recording.trajectory(axis, steps, readout)[:, 0] for axis in axes]
        return Path(steps, np.stack(columns, axis=1))
    spots = [recording.weights(int(t), readout)[list(axes), 0] for t in steps]
    return Path(steps, np.array(spots).reshape(-1, 2))


def _steps_to_show(run: Run, end: int, readout: str, most: int) -> NDArray[np.int64]:
    """Step 0, the last one, and those between after which the weights are new."""
    steps = np.arange(end + 1)
    recording = run.recording
    still = isinstance(recording, OnlineRecording) and not recording.shrinks
    if readout == "last" and still:
        moved = np.concatenate([[True], recording.changes(0, end)])
        moved[-1] = True
        steps = steps[moved]
    if len(steps) > most:
        steps = steps[np.linspace(0, len(steps) - 1, most).round().astype(np.int64)]
    return steps


def box_around(spots: Floats) -> Box:
    """A box that holds these spots [m, 2] with some room around; never without width or height."""
    spots = spots[np.isfinite(spots).all(axis=1)]
    if not len(spots):
        return Box(-1.0, -1.0, 1.0, 1.0)
    low, high = spots.min(axis=0), spots.max(axis=0)
    size = high - low
    least = max(float(size.max()) * 0.25, 1e-6 * float(np.abs(spots).max()), 1e-9)
    size = np.maximum(size, least) if size.any() else np.full(2, max(least, 2.0))
    middle, half = (low + high) / 2.0, size * (0.5 + _AROUND)
    (x0, y0), (x1, y1) = (middle - half).tolist(), (middle + half).tolist()
    return Box(x0, y0, x1, y1)


def space_box(moment: Moment, axes: Axes, readout: str = "last") -> Box:
    """Holds the origin and the path of the whole run so far, the moment's own spot with it."""
    run = moment.run
    ways = {"last", readout} & set(run.learner.readouts)
    spots = [path(run, axes, way).spots for way in sorted(ways)]
    return box_around(np.concatenate([np.zeros((1, 2)), *spots]))


def _own_rows(run: Run, axes: Axes, bias: BiasIs) -> Rows:
    """The training rows as the weights see them, once it is sure that there is such a plane."""
    dataset = run.dataset
    if dataset.classes != 2:
        raise PlainError(
            f"Weight space is drawn for two classes, and these data have {dataset.classes}."
        )
    own = run.recording.own_rows(dataset.rows.take(dataset.training))
    if own is None:
        raise PlainError(f"{run.learner.title} has no weights over the features to draw.")
    if axes[0] == axes[1] or not all(0 <= axis < own.width for axis in axes):
        raise PlainError(f"Choose two different weights out of {own.width}.")
    if bias == "free" and (not run.bias or own.width - 1 in axes):
        raise PlainError("The bias can only be free when it is on and not one of the two weights.")
    return own
