"""What each example asks of two weights, as lines on the screen with hairs on their good side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen

from core.boundary import Box
from core.rows import Floats, Ints
from core.weight_space import HalfPlanes
from gui.many_shapes import draw_lines
from gui.stage.path_painting import mixed

MOST_LINES = 100  # more are a grey surface, and slow
HAIR = 6.0  # pixels
HAIRS = np.array([9.0, 15.0, 21.0])  # pixels from an end; the first alone if it is not offended
CALM_WIDTH, OFFENDED_WIDTH = 1.0, 1.9


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines in sight; `places` are those of the examples among the half-planes."""

    places: NDArray[np.int64]  # [m]
    ends: Floats  # [m, 4], in the plane
    towards: Floats  # [m, 2], of length 1, to the good side
    offended: NDArray[np.bool_]  # [m]; the present weights are on the wrong side

    def __len__(self) -> int:
        return len(self.places)

    @property
    def sides(self) -> Floats:
        """Directions to the good side on the screen, where y counts downwards."""
        return self.towards * (1.0, -1.0)

    def at(self, place: int) -> int | None:
        """Where the line of this half-plane is, if it is in sight."""
        found = np.flatnonzero(self.places == place)
        return int(found[0]) if len(found) else None


def lines_of(
    planes: HalfPlanes, spot: tuple[float, float], box: Box, always: NDArray[np.int64]
) -> Lines:
    """The lines that cross a box: all, or an even choice, the nearest ones and some always."""
    with np.errstate(all="ignore"):
        lengths = np.hypot(planes.normals[:, 0], planes.normals[:, 1])
        towards = planes.normals / lengths[:, None]
        offsets = planes.offsets / lengths
    ends, seen = segments(towards, offsets, box)
    reached = towards @ np.array(spot) + offsets
    if seen.sum() > MOST_LINES:
        seen = _some(seen, np.abs(reached), always)
    places = np.flatnonzero(seen)
    return Lines(places, ends[seen], towards[seen], reached[seen] <= 0.0)


def segments(towards: Floats, offsets: Floats, box: Box) -> tuple[Floats, NDArray[np.bool_]]:
    """The visible parts [n, 4] of lines towards·p + offset = 0, and which have one."""
    centre, half = np.array(box.centre), np.array([box.x1 - box.x0, box.y1 - box.y0]) / 2.0
    with np.errstate(all="ignore"):
        apart = towards @ centre + offsets
        foot = -apart[:, None] * towards  # seen from the centre
        along = np.stack([-towards[:, 1], towards[:, 0]], axis=1)
        one, other = (-half - foot) / along, (half - foot) / along
        level = (along == 0.0) & (np.abs(foot) <= half)  # never leaves by these edges
        first = np.where(level, -np.inf, np.minimum(one, other)).max(axis=1)
        last = np.where(level, np.inf, np.maximum(one, other)).min(axis=1)
        seen = np.isfinite(first) & np.isfinite(last) & (first < last)
        middle = foot + centre
        ends = [middle + share[:, None] * along for share in (first, last)]
    return np.concatenate(ends, axis=1), seen


def _some(seen: NDArray[np.bool_], away: Floats, always: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Half of them evenly, the others those nearest to the present weights."""
    places = np.flatnonzero(seen)
    chosen = np.zeros(len(seen), np.bool_)
    chosen[places[np.linspace(0, len(places) - 1, MOST_LINES // 2).astype(np.int64)]] = True
    chosen[always] = True
    rest = places[~chosen[places]]
    chosen[rest[np.argsort(away[rest])[: MOST_LINES // 2]]] = True
    return chosen & seen


def paint_lines(
    painter: QPainter, lines: Lines, pixels: Floats, labels: Ints,
    colours: tuple[QColor, ...], ground: QColor,
) -> None:  # fmt: skip
    """All of them in their class's colour: thin with one hair, or strong with three."""
    clear = float(np.clip(0.55 * (30.0 / max(len(lines), 30)) ** 0.5, 0.28, 0.55))
    for offended in (False, True):
        for label, colour in enumerate(colours):
            some = (lines.offended == offended) & (labels == label)
            ink = mixed(colour, ground, 0.85 if offended else clear)
            pen = QPen(ink, OFFENDED_WIDTH if offended else CALM_WIDTH)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            draw_lines(painter, pixels[some])
            painter.setPen(QPen(mixed(colour, ground, 0.9), 1.5 if offended else 1.2))
            draw_lines(painter, hairs(pixels[some], lines.sides[some], offended))


def hairs(pixels: Floats, sides: Floats, offended: bool) -> Floats:
    """Short strokes [k, 4] near both ends of lines [m, 4], towards their good side."""
    starts, stops = pixels[:, :2], pixels[:, 2:]
    along = np.stack([sides[:, 1], -sides[:, 0]], axis=1)  # from start to stop
    roomy = np.abs(stops - starts).sum(axis=1) > 3.0 * HAIRS[-1]
    starts, stops, along, sides = starts[roomy], stops[roomy], along[roomy], sides[roomy]
    strokes = []
    for shift in HAIRS if offended else HAIRS[:1]:
        for root in (starts + shift * along, stops - shift * along):
            strokes.append(np.concatenate([root, root + HAIR * sides], axis=1))
    return np.concatenate(strokes)


def distances(lines: Lines, pixels: Floats, x: float, y: float) -> Floats:
    """How far each line [m, 4] is from a pixel."""
    return np.asarray(np.abs((((x, y) - pixels[:, :2]) * lines.sides).sum(axis=1)))
