"""The numbers behind pictures of the plane: boundary lines, regions, score grids, contours.

Nothing here draws. No result ever holds NaN or infinity: what cannot be shown is left out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.errors import PlainError
from core.rows import Floats

Spot: TypeAlias = tuple[float, float]
Segment: TypeAlias = tuple[Spot, Spot]

NO_LABEL = 255  # in a region map: no score to go by
FARTHEST = 1e300
# Length of the weight arrow as a share of the box's shorter side.
ARROW_SHARE = 0.15
# Score differences below this, relative to their terms, are rounding error.
_TIE = 1e-12


@dataclass(frozen=True)
class Box:
    """The visible part of the plane; coordinates up to FARTHEST, so that sums stay finite."""

    x0: float
    y0: float
    x1: float
    y1: float

    def __post_init__(self) -> None:
        near = all(abs(x) <= FARTHEST for x in (self.x0, self.y0, self.x1, self.y1))
        if not (near and self.x0 < self.x1 and self.y0 < self.y1):
            raise PlainError(
                "The visible part of the plane must have a width and a height, "
                f"and no coordinate beyond {FARTHEST:g}."
            )

    @property
    def centre(self) -> Spot:
        return (self.x0 / 2 + self.x1 / 2, self.y0 / 2 + self.y1 / 2)

    @property
    def shorter_side(self) -> float:
        return min(self.x1 - self.x0, self.y1 - self.y0)

    def holds(self, spot: Spot) -> bool:
        return self.x0 <= spot[0] <= self.x1 and self.y0 <= spot[1] <= self.y1


@dataclass(frozen=True)
class Line:
    """Where a·x + b·y + c = 0; the score a·x + b·y + c is positive on the normal's side."""

    normal: tuple[float, float]  # (a, b)
    offset: float  # c


def line_of(weights: Floats) -> Line | None:
    """The line where weights (a, b, bias) or (a, b) score 0; None if there is no such line."""
    numbers = [float(w) for w in np.ravel(weights)]
    if not all(map(math.isfinite, numbers)) or numbers[0] == 0.0 == numbers[1]:
        return None
    return Line((numbers[0], numbers[1]), numbers[2] if len(numbers) > 2 else 0.0)


def margin_lines(line: Line) -> tuple[Line, Line]:
    """The lines of score −1 and of score +1."""
    return Line(line.normal, line.offset + 1.0), Line(line.normal, line.offset - 1.0)


def clip(line: Line, box: Box) -> Segment | None:
    """The visible part of a line, ends exactly on the box's edge; None if it is not in sight."""
    a, b, c = _unit_size(line)
    if not math.isfinite(c):
        return None
    if abs(b) >= abs(a):
        return _clip_flat(a, b, c, box)
    turned = _clip_flat(b, a, c, Box(box.y0, box.x0, box.y1, box.x1))
    if turned is None:
        return None
    (py, px), (qy, qx) = turned
    return (px, py), (qx, qy)


def weight_arrow(line: Line, box: Box) -> Segment | None:
    """From the boundary towards its positive side; None if the boundary is not in sight.

    It starts as near the box's centre as the boundary gets. Its length says nothing.
    """
    visible = clip(line, box)
    if visible is None:
        return None
    a, b, _ = _unit_size(line)
    length = math.hypot(a, b)
    a, b = a / length, b / length
    (px, py), (qx, qy) = visible
    centre = box.centre
    # How far the centre is from one end, measured along the line.
    along = (centre[0] - px) * -b + (centre[1] - py) * a
    foot = (px - along * b, py + along * a)
    start = foot if box.holds(foot) else (px / 2 + qx / 2, py / 2 + qy / 2)
    reach = ARROW_SHARE * box.shorter_side
    return start, (start[0] + reach * a, start[1] + reach * b)


def _unit_size(line: Line) -> tuple[float, float, float]:
    """The same line, exactly, with max(|a|, |b|) in ½..1; the offset may become infinite."""
    (a, b), c = line.normal, line.offset
    exponent = -math.frexp(max(abs(a), abs(b)))[1]
    try:
        return math.ldexp(a, exponent), math.ldexp(b, exponent), math.ldexp(c, exponent)
    except OverflowError:
        return math.ldexp(a, exponent), math.ldexp(b, exponent), math.inf


def _clip_flat(a: float, b: float, c: float, box: Box) -> Segment | None:
    """`clip` for |b| ≥ |a|: the line is followed from the left edge to the right one."""
    heights = [-(a * x + c) / b for x in (box.x0, box.x1)]
    low, high = min(heights), max(heights)
    if high < box.y0 or low > box.y1:
        return None
    ends: list[Spot] = []
    for x, y in zip((box.x0, box.x1), heights, strict=True):
        if not box.y0 <= y <= box.y1:  # it enters through the top or the bottom instead
            y = box.y0 if y < box.y0 else box.y1
            x = min(max(-(b * y + c) / a, box.x0), box.x1)
        ends.append((x, y))
    return (ends[0], ends[1]) if ends[0] != ends[1] else None


def region_segments(weights: Floats, box: Box) -> list[tuple[int, int, Spot, Spot]]:
    """The visible borders between the regions where each class scores highest.

    Parameters
    ----------
    weights
        [3, K], or [2, K] without a bias; one column stands for two classes, positive being 1.

    Returns
    -------
    list
        (class, other class, one end, other end), the lower class first.
    """
    columns = np.asarray(weights, np.float64).T
    heads = np.pad(columns, ((0, 0), (0, 3 - columns.shape[1])))  # [K, 3]
    if not np.isfinite(heads).all():
        return []
    if len(heads) == 1:
        heads = np.vstack([np.zeros(3), heads])
    if np.abs(heads).max() > FARTHEST:
        heads = heads / 4.0  # differences must not overflow
    _, first_seen = np.unique(heads, axis=0, return_index=True)
    rivals = np.sort(first_seen)  # of equal heads, the first wins everywhere
    borders = []
    for place, i in enumerate(rivals):
        for j in rivals[place + 1 :]:
            border = _border(heads, int(i), int(j), rivals, box)
            if border is not None:
                borders.append((int(i), int(j), *border))
    return borders


def _border(heads: Floats, i: int, j: int, rivals: NDArray[np.int64], box: Box) -> Segment | None:
    """The visible part of the line where i and j tie and no other class scores higher."""
    line = line_of(heads[i] - heads[j])
    visible = None if line is None else clip(line, box)
    if visible is None:
        return None
    others = heads[[k for k in rivals if k not in (i, j)]]
    ahead = _scaled_rows(heads[i] - others)
    behind = _scaled_rows(others - heads[j])
    ends = np.array([[*visible[0], 1.0], [*visible[1], 1.0]])
    leads = ahead @ ends.T  # [others, 2]: by how much i is ahead at either end
    tied = (np.abs(leads) <= _TIE * (np.abs(ahead) @ np.abs(ends.T))).all(axis=1)
    # Where three classes tie all along, a step to either side must lead to i or j, not the third.
    step = _scaled_rows((heads[i] - heads[j])[None])[0, :2]
    if not (np.vstack([ahead[tied], behind[tied]])[:, :2] @ step >= 0.0).all():
        return None
    start, stop = _nonnegative_part(leads[~tied])
    if not start < stop:
        return None
    p, q = np.array(visible)
    (px, py), (qx, qy) = (((1.0 - t) * p + t * q).tolist() for t in (start, stop))
    return (px, py), (qx, qy)


def _scaled_rows(table: Floats) -> Floats:
    """Each row multiplied by a power of two, to numbers of at most 1; signs stay what they are."""
    exponents = np.frexp(np.abs(table).max(axis=1, keepdims=True))[1]
    return np.asarray(np.ldexp(table, -exponents), np.float64)


def _nonnegative_part(leads: Floats) -> tuple[float, float]:
    """The part of 0..1 where no lead is negative; each goes straight from one value to another."""
    start, stop = 0.0, 1.0
    for first, last in leads:
        if first < 0.0 and last < 0.0:
            return 1.0, 0.0
        if first < 0.0:
            start = max(start, first / (first - last))
        elif last < 0.0:
            stop = min(stop, first / (first - last))
    return start, stop


@dataclass(frozen=True)
class Grid:
    """A box cut into width × height cells, bottom row first."""

    box: Box
    width: int
    height: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.height, self.width

    def points(self) -> Floats:
        """The cells' centres [height · width, 2], row by row."""
        xs, ys = _cell_centres(self.box, self.shape)
        return np.stack([np.tile(xs, self.height), np.repeat(ys, self.width)], axis=1)


def _cell_centres(box: Box, shape: tuple[int, int]) -> tuple[Floats, Floats]:
    height, width = shape
    across, up = (np.arange(width) + 0.5) / width, (np.arange(height) + 0.5) / height
    return (1.0 - across) * box.x0 + across * box.x1, (1.0 - up) * box.y0 + up * box.y1


def region_map(
    scores: Floats, shape: tuple[int, int]
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Which class wins in each cell, and how clearly.

    Parameters
    ----------
    scores
        [cells, K]; one column stands for two classes, positive being class 1.
    shape
        (height, width) of the grid.

    Returns
    -------
    labels, confidence
        [height, width] each. The lowest class wins a tie. Confidence is tanh(gap / 2) for the gap
        between the two highest scores: 0 on the boundary, towards 1 far from it (for a logistic
        score, the difference of the two probabilities). Where a score is not finite: NO_LABEL, 0.
    """
    sound = np.isfinite(scores).all(axis=1)
    if scores.shape[1] == 1:
        labels = (scores[:, 0] > 0.0).astype(np.uint8)
        gaps = np.abs(scores[:, 0])
    else:
        labels, gaps = _best_and_gap(scores)
    labels[~sound] = NO_LABEL
    confidence = np.tanh(np.where(sound, gaps, 0.0) / 2.0).astype(np.float32)
    return labels.reshape(shape), confidence.reshape(shape)


def _best_and_gap(scores: Floats) -> tuple[NDArray[np.uint8], Floats]:
    """The lowest label with the highest score, and how far it is ahead of the next."""
    best = scores[:, 0].copy()
    second = np.full(len(scores), -np.inf)
    labels = np.zeros(len(scores), np.uint8)
    for k in range(1, scores.shape[1]):
        column = scores[:, k]
        labels[column > best] = k
        second = np.maximum(second, np.minimum(best, column))
        best = np.maximum(best, column)
    with np.errstate(over="ignore", invalid="ignore"):
        return labels, best - second


def contours(values: Floats, box: Box, level: float = 0.0) -> list[Floats]:
    """The curves [m, 2] along which values [height, width] at a grid's cell centres equal a level.

    Cells whose value is not finite are left out.
    """
    if min(values.shape) < 2 or not math.isfinite(level):
        return []
    from contourpy import LineType, contour_generator

    sound = np.isfinite(values)
    size = max(float(np.abs(values[sound]).max(initial=0.0)), abs(level)) or 1.0
    # Scaled, because interpolation squares the differences that it divides by.
    heights = np.ma.masked_array(np.where(sound, values, 0.0) / size - level / size, ~sound)
    xs, ys = _cell_centres(box, values.shape)
    generator = contour_generator(xs, ys, heights, line_type=LineType.Separate)
    return [np.asarray(line, np.float64) for line in generator.lines(0.0)]
