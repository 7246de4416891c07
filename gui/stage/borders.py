"""Boundaries of a learner at a moment as curves on the plane: exact where they are straight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.boundary import Box, Line, clip, contours, line_of, margin_lines
from core.experiment import FeatureMapChoice
from core.rows import Floats
from core.run import Moment
from gui.stage.frame import Frame
from gui.stage.stairs import is_stepped, stairs_at, stretches
from gui.stage.straight_borders import borders_of_many
from gui.stage.terrain import ROUGH, Terrain, cells_for, is_straight


def boundary_curves(
    moment: Moment, readout: str, features: FeatureMapChoice, frame: Frame, terrain: Terrain
) -> list[Floats]:
    """Where the learner's answer changes: curves [m, 2]."""
    if is_straight(moment.run, readout, features):
        return straight_curves([moment.weights(readout)], frame.box)[0]
    return curved_boundary(moment, readout, features, frame, terrain)


def curved_boundary(
    moment: Moment, readout: str, features: FeatureMapChoice, frame: Frame, terrain: Terrain
) -> list[Floats]:
    """The same, found on a grid of scores, or exactly where all of it is steps."""
    if is_stepped(moment.run, features):
        return stairs_at(moment, frame.box).borders()
    grid = frame.grid_beyond(cells_for(moment, readout, features, ROUGH))
    scores = terrain.scores(moment, readout, features, grid)
    if scores is None:
        return []
    if scores.shape[1] <= 2:
        return contours(_lead(scores).reshape(grid.shape), grid.box)
    return _curves_between_regions(scores.reshape(*grid.shape, -1), grid.box)


def straight_curves(many: Sequence[Floats], box: Box) -> list[list[Floats]]:
    """The boundaries of each of several weights [2 or 3, heads]; of each border, its two ends."""
    if len({weights.shape for weights in many}) == 1 and many[0].shape[1] > 2:
        return [list(borders) for borders in borders_of_many(np.stack(many), box)]
    return [_straight(weights, box) for weights in many]


def _straight(weights: Floats, box: Box) -> list[Floats]:
    if weights.shape[1] <= 2:
        line = line_of(_lead(weights))
        visible = None if line is None else clip(line, box)
        return [] if visible is None else [np.array(visible)]
    return list(borders_of_many(weights[None], box)[0])


def margin_curves(
    moment: Moment, readout: str, features: FeatureMapChoice, frame: Frame, terrain: Terrain
) -> list[Floats]:
    """Where a learner of two classes scores −1 and +1."""
    if moment.run.dataset.classes != 2 or readout == "voted":
        return []
    if is_straight(moment.run, readout, features):
        line = line_of(_lead(moment.weights(readout)))
        lines = () if line is None else margin_lines(line)
        visible = [clip(margin, frame.box) for margin in lines]
        return [np.array(ends) for ends in visible if ends is not None]
    grid = frame.grid_beyond(cells_for(moment, readout, features, ROUGH))
    scores = terrain.scores(moment, readout, features, grid)
    if scores is None:
        return []
    lead = _lead(scores).reshape(grid.shape)
    return [curve for level in (-1.0, 1.0) for curve in contours(lead, grid.box, level)]


def line_at(moment: Moment, readout: str, features: FeatureMapChoice) -> Line | None:
    """The one straight boundary between two classes; None if there is no such thing."""
    straight = is_straight(moment.run, readout, features)
    if not straight or moment.run.dataset.classes != 2:
        return None
    return line_of(_lead(moment.weights(readout)))


def _lead(table: Floats) -> Floats:
    """By how much class 1 is ahead, from one head or two."""
    return table[:, 0] if table.shape[1] == 1 else table[:, 1] - table[:, 0]


def _curves_between_regions(scores: Floats, box: Box) -> list[Floats]:
    """Each border once: class k against those above it, where none below it wins."""
    found: list[Floats] = []
    classes = scores.shape[2]
    if not np.isfinite(scores).all():
        return found
    for k in range(classes - 1):
        above = scores[..., k + 1 :].max(axis=2)
        curves = contours(scores[..., k] - above, box)
        if k > 0:
            below = scores[..., :k].max(axis=2) - np.maximum(scores[..., k], above)
            curves = [part for curve in curves for part in _negative_parts(curve, below, box)]
        found += curves
    return found


def _negative_parts(curve: Floats, field: Floats, box: Box) -> list[Floats]:
    """The parts of a curve where a field over the box is below 0, cut where it crosses 0."""
    values = _sample(field, curve, box)
    inside = values < 0.0
    if inside.all():
        return [curve]
    parts: list[Floats] = []
    for start, stop in stretches(inside):
        pieces = [curve[start:stop]]
        if start > 0:
            pieces.insert(0, _crossing(curve, values, start - 1)[None])
        if stop < len(curve):
            pieces.append(_crossing(curve, values, stop - 1)[None])
        parts.append(np.concatenate(pieces))
    return parts


def _crossing(curve: Floats, values: Floats, i: int) -> Floats:
    """Where the values pass 0 between vertex i and the next."""
    share = values[i] / (values[i] - values[i + 1])
    return np.asarray((1.0 - share) * curve[i] + share * curve[i + 1])


def _sample(field: Floats, spots: Floats, box: Box) -> Floats:
    """A field [height, width] of cell centres, interpolated at spots [m, 2]."""
    height, width = field.shape
    x = np.clip((spots[:, 0] - box.x0) / (box.x1 - box.x0) * width - 0.5, 0, width - 1.001)
    y = np.clip((spots[:, 1] - box.y0) / (box.y1 - box.y0) * height - 0.5, 0, height - 1.001)
    i, j = x.astype(int), y.astype(int)
    u, v = x - i, y - j
    corners: Any = (1 - v) * ((1 - u) * field[j, i] + u * field[j, i + 1])
    return np.asarray(corners + v * ((1 - u) * field[j + 1, i] + u * field[j + 1, i + 1]))
