"""Which part of a plane of weights to show: round, so that it seldom moves as a run goes on."""

from __future__ import annotations

import numpy as np

from core.boundary import Box
from core.rows import Floats
from gui.panels.curve_axis import nice_step

USUAL = 0.97  # of the spots on a path decide how far the box reaches
FAR = 2.5  # times as far as the usual is not shown unless one is there
AROUND = 0.12  # room beside the outermost spot, as a share of the box
INTERVALS = 8  # round steps along the longer side
FARTHEST = 1e100


def calm_box(path: Floats, present: Floats) -> Box:
    """Holds the origin, nearly all of a path [m, 2], and the present spots [k, 2] whatever."""
    path, present = _sound(path), _sound(present)
    away = np.abs(path).max(axis=1, initial=0.0)
    if len(path):
        path = path[away <= FAR * np.quantile(away, USUAL)]
    spots = np.concatenate([np.zeros((1, 2)), path, present])
    return round_box(spots.min(axis=0), spots.max(axis=0))


def round_box(low: Floats, high: Floats) -> Box:
    """A box around these corners, with room beside them and edges at round numbers."""
    longer = float((high - low).max())
    if longer <= 1e-9 * max(float(np.abs([low, high]).max()), 1e-90):
        longer = 2.0
    middle, half = (low + high) / 2.0, np.maximum(high - low, longer / 2.0) * (0.5 + AROUND)
    step = nice_step(2.0 * float(half.max()), INTERVALS)
    x0, y0 = (np.floor((middle - half) / step + 1e-9) * step).tolist()
    x1, y1 = (np.ceil((middle + half) / step - 1e-9) * step).tolist()
    return Box(x0, y0, x1, y1)


def widened(box: Box, aspect: float) -> Box:
    """The box made wider or higher about its centre, to this ratio of width to height."""
    width, height = box.x1 - box.x0, box.y1 - box.y0
    half_width, half_height = max(width, height * aspect) / 2.0, max(height, width / aspect) / 2.0
    x, y = box.centre
    return Box(x - half_width, y - half_height, x + half_width, y + half_height)


def zoomed(box: Box, factor: float, about: tuple[float, float]) -> Box:
    """The box made larger by a factor, with one spot staying where it is on the screen."""
    x, y = about
    return Box(
        x + (box.x0 - x) * factor,
        y + (box.y0 - y) * factor,
        x + (box.x1 - x) * factor,
        y + (box.y1 - y) * factor,
    )


def moved(box: Box, across: float, up: float) -> Box:
    return Box(box.x0 + across, box.y0 + up, box.x1 + across, box.y1 + up)


def _sound(spots: Floats) -> Floats:
    """Without what is no number, or too far to be drawn."""
    with np.errstate(invalid="ignore"):
        return spots[(np.abs(spots) < FARTHEST).all(axis=1)]
