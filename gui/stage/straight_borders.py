"""Straight borders between regions for many weights at once, fast enough for every frame.

The same borders as `core.boundary.region_segments` finds one by one, short of ties and rounding.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.boundary import Box
from core.rows import Floats

Ints = NDArray[np.int64]


def borders_of_many(weights: Floats, box: Box) -> list[Floats]:
    """The visible borders between regions for each of several weights.

    Parameters
    ----------
    weights
        [s, 2 or 3, heads]; one head stands for two classes.

    Returns
    -------
    list
        For each of the s weights an array [m, 2, 2] of pairs of ends.
    """
    heads = centred_heads(weights, box)  # [s, K, 3], for coordinates from the box's centre
    first, second = _pairs(heads.shape[1])
    across = heads[:, first] - heads[:, second]  # [s, pairs, 3]: 0 on the border
    with np.errstate(all="ignore"):
        sizes = np.hypot(across[..., 0], across[..., 1])[..., None]
        a, b, c = np.moveaxis(across / sizes, 2, 0)
        foot = np.stack([-a * c, -b * c], axis=2)
        along = np.stack([-b, a], axis=2)
        start, stop = _allowed(foot, along, heads, first, box)
        ends = np.stack(
            [foot + start[..., None] * along, foot + stop[..., None] * along], axis=2
        )  # [s, pairs, 2 ends, 2]
    sound = np.isfinite(ends).all(axis=(2, 3)) & (stop > start)
    ends = ends + np.array(box.centre)
    return [ends[k][sound[k]] for k in range(len(heads))]


@cache
def _pairs(classes: int) -> tuple[Ints, Ints]:
    """Each pair of classes once: its lower ones and its higher ones."""
    first, second = np.triu_indices(classes, 1)
    return first, second


def centred_heads(weights: Floats, box: Box) -> Floats:
    """Weights [s, 2 or 3, heads] as [s, classes, 3], for coordinates from the box's centre."""
    count, width, heads = weights.shape
    implied = 1 if heads == 1 else 0  # one head stands for two classes
    moved = np.zeros((count, heads + implied, 3))
    moved[:, implied:, :width] = weights.transpose(0, 2, 1)
    with np.errstate(all="ignore"):
        x, y = box.centre
        moved[..., 2] += moved[..., 0] * x + moved[..., 1] * y
    return moved


def _allowed(
    foot: Floats, along: Floats, heads: Floats, first: Ints, box: Box
) -> tuple[Floats, Floats]:
    """The stretch [start, stop] of each line inside the box where no third class scores higher.

    Every condition is of the form level + slope · t ≥ 0.
    """
    half = np.array([box.x1 - box.x0, box.y1 - box.y0]) / 2.0
    lead = heads[:, first, None] - heads[:, None]  # [s, pairs, K, 3]
    rival_levels = (lead[..., :2] * foot[:, :, None]).sum(axis=3) + lead[..., 2]
    rival_slopes = (lead[..., :2] * along[:, :, None]).sum(axis=3)
    # The two classes of a border tie all along it; rounding must not cut it off.
    tied = np.abs(rival_slopes) <= 1e-12 * np.abs(lead[..., :2]).sum(axis=3)
    rival_levels = np.where(tied & (rival_levels > -1e-9), 1.0, rival_levels)
    levels = np.concatenate([half - foot, half + foot, rival_levels], axis=2)
    slopes = np.concatenate([-along, along, np.where(tied, 0.0, rival_slopes)], axis=2)
    places = -levels / slopes
    start = np.where(slopes > 0.0, places, -np.inf).max(axis=2)
    stop = np.where(slopes < 0.0, places, np.inf).min(axis=2)
    impossible = ((slopes == 0.0) & (levels < 0.0)).any(axis=2)
    return np.where(impossible, np.inf, start), stop
