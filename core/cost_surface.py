"""The cost as a landscape over two weights, all others as they are at the moment looked at."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.boundary import Box, Grid
from core.errors import PlainError
from core.measure import LARGEST_EXPONENT, LOSSES
from core.rows import Floats
from core.run import Moment
from core.weight_space import Axes, Plane, plane_of, space_box

CELLS_TIMES_EXAMPLES = 300_000  # worked on together, so that it stays in the processor's cache
MOST_FACTORS = 1000  # each at most 2, so that their product is still a number
_COARSE = 24  # cells a side, to see where the lowest place is
_WIDENINGS = 6


@dataclass(frozen=True, eq=False)
class Surface:
    """Mean loss (and penalty) at the centres of a grid of cells, bottom row first."""

    box: Box
    values: Floats  # [size, size]
    loss: str
    penalty: float  # λ of (λ/2)‖w‖², 0 without
    lowest: tuple[float, float]  # the centre of the lowest cell
    least: float

    @property
    def at_edge(self) -> bool:
        """Is the lowest cell an outermost one, so that the cost may fall on beyond it?"""
        (height, width), box, (x, y) = self.values.shape, self.box, self.lowest
        across, up = (box.x1 - box.x0) / width, (box.y1 - box.y0) / height
        inside = box.x0 + across < x < box.x1 - across and box.y0 + up < y < box.y1 - up
        return not inside


def cost_surface(
    moment: Moment,
    axes: Axes,
    box: Box,
    loss: str | None = None,
    size: int = 64,
    readout: str = "last",
    penalty: bool = True,
) -> Surface:
    """Mean training loss over a box of two weights; the learner's own loss unless told.

    With `penalty`, a learner that shrinks its weights has (λ/2)‖w‖² added, as it does itself.
    """
    run = moment.run
    loss = run.learner.loss if loss is None else loss
    if loss not in LOSSES:
        raise PlainError(f"There is no loss “{loss}”; there are: {', '.join(LOSSES)}.")
    plane = plane_of(moment, axes, readout)
    strength = run.penalty if penalty else 0.0
    values = _heights(plane, box, loss, size, strength)
    place = int(np.where(np.isfinite(values), values, np.inf).argmin())
    row, column = divmod(place, size)
    xs, ys = _centres(box, size)
    lowest = float(xs[column]), float(ys[row])
    return Surface(box, values, loss, strength, lowest, float(values[row, column]))


def surface_box(
    moment: Moment,
    axes: Axes,
    loss: str | None = None,
    readout: str = "last",
    start: Box | None = None,
) -> Box:
    """Holds the origin, the path so far (or `start`) and the lowest place, if that is in reach.

    The cost may fall for ever, so the box is widened towards lower ground a few times only.
    """
    box = space_box(moment, axes, readout) if start is None else start
    for _ in range(_WIDENINGS):
        surface = cost_surface(moment, axes, box, loss, _COARSE, readout)
        x, y = surface.lowest
        if not surface.at_edge or float(np.ptp(surface.values)) == 0.0:
            return box
        beyond = np.array([x, y]) + np.array([x - box.centre[0], y - box.centre[1]]) * 0.5
        corners = np.array([[box.x0, box.y0], [box.x1, box.y1], beyond])
        low, high = corners.min(axis=0), corners.max(axis=0)
        box = Box(float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    return box


def _centres(box: Box, size: int) -> tuple[Floats, Floats]:
    points = Grid(box, size, size).points()
    return points[:size, 0], points[::size, 1]


def _heights(plane: Plane, box: Box, loss: str, size: int, penalty: float) -> Floats:
    xs, ys = _centres(box, size)
    total = np.zeros((size, size))
    at_once = min(max(CELLS_TIMES_EXAMPLES // size**2, 1), MOST_FACTORS)
    with np.errstate(all="ignore"):
        for start in range(0, len(plane.rest), at_once):
            some = slice(start, start + at_once)
            across = plane.rest[some, None] + plane.z[some, :1] * xs  # [n, size]
            up = plane.z[some, 1:] * ys
            total += _summed(loss, across, up)
        heights = total / max(len(plane.rest), 1)
        if penalty:
            squares = plane.fixed_square + xs**2 + (ys**2)[:, None]
            heights += 0.5 * penalty * squares
    return heights


def _summed(loss: str, across: Floats, up: Floats) -> Floats:
    """The loss summed over examples, for margins across[n, x] + up[n, y]: [y, x].

    The sum over examples is the slow part, so each loss is written with as few operations as it
    takes: exp of a sum is a product, and the logs of many factors are the log of their product.
    """
    if loss == "exp":
        highest = across.min(axis=1) + up.min(axis=1)
        if float(highest.min(initial=0.0)) > -LARGEST_EXPONENT / 2:
            return np.asarray(np.exp(-up).T @ np.exp(-across))
    margins = up[:, :, None] + across[:, None, :]
    if loss == "zero-one":
        return np.asarray((margins <= 0.0).sum(axis=0), np.float64)
    if loss == "perceptron":
        return np.asarray(-np.minimum(margins, 0.0, out=margins).sum(axis=0))
    if loss == "hinge":
        return np.asarray(np.maximum(np.subtract(1.0, margins, out=margins), 0.0).sum(axis=0))
    if loss == "exp":
        return np.asarray(np.exp(np.minimum(-margins, LARGEST_EXPONENT)).sum(axis=0))
    return _summed_log(margins)


def _summed_log(margins: Floats) -> Floats:
    """Σ log(1 + e^−m) as Σ max(0, −m) + log Π(1 + e^−|m|), whose factors are between 1 and 2."""
    straight = -np.minimum(margins, 0.0).sum(axis=0)
    np.abs(margins, out=margins)
    np.negative(margins, out=margins)
    factors = np.exp(margins, out=margins)
    factors += 1.0
    return np.asarray(straight + np.log(factors.prod(axis=0)))
