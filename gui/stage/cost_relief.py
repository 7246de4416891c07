"""The cost over two weights as a picture: soft shading and contour lines, made beside the window.

Nothing here touches the window, so that all of it can be done in a thread.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from core.boundary import Box, contours
from core.cost_surface import Surface, cost_surface, surface_box
from core.rows import Floats
from core.run import Moment
from core.weight_space import Axes
from gui.stage.calm_box import round_box
from gui.stage.path_painting import fainter

CELLS = 64  # a side, of the landscape
FINE_CELLS = (96, 400)  # the same where it has steps, the more the fewer examples
FINE_WORK = 15e6  # cells times examples, then
DECADES = 3.2  # of height above the lowest that are told apart
LEVELS = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)  # times a power of ten, above the lowest
TINT = 0.42  # most of the shade's colour
NARROWINGS = 4  # times the lowest spot is looked at more closely
CLOSE_CELLS = 9
COARSE = 24  # cells a side, to see whether the lowest place is in sight
REACH = 4.0  # times the range of the ways is looked for it


@dataclass(frozen=True)
class Wish:
    """Which landscape, and how large in pixels."""

    moment: Moment
    axes: Axes
    box: Box
    loss: str
    readout: str
    penalty: bool
    width: int
    height: int
    ratio: float  # of these pixels to those of the window
    ground: int  # colours as 0xffRRGGBB
    shade: int
    ink: int


@dataclass(frozen=True, eq=False)
class Relief:
    """A landscape and its picture."""

    wish: Wish
    surface: Surface
    image: QImage
    lowest: tuple[float, float] | None  # None: not in sight, or a whole area
    least: float
    flat: bool  # is the lowest ground a whole area?


def relief_of(wish: Wish) -> Relief:
    """Work out and paint a landscape."""
    stepped = wish.loss == "zero-one"
    fine = (FINE_WORK / max(len(wish.moment.run.dataset.training), 1)) ** 0.5
    cells = int(np.clip(fine, *FINE_CELLS)) if stepped else CELLS
    box = _beyond(wish.box, cells)
    surface = cost_surface(
        wish.moment, wish.axes, box, wish.loss, cells, wish.readout, wish.penalty
    )
    heights = _heights(surface.values)
    never = wish.loss in ("log", "exp")  # they fall on for ever, if only by rounding errors
    flat = not never and bool((heights <= 1e-9 * np.nanmax(heights, initial=0.0)).sum() > 3)
    inside = wish.box.holds(surface.lowest)
    spot, least = surface.lowest, surface.least
    if inside and not flat and not stepped:
        spot, least = _closer(wish, surface, cells)
    image = _painted(wish, box, heights, [] if stepped else _levels(heights, flat))
    return Relief(wish, surface, image, spot if inside and not flat else None, least, flat)


def range_of(moment: Moment, axes: Axes, loss: str, readout: str, ways: Box) -> Box:
    """The box of the ways, widened to the lowest place if there is one not too far away."""
    box = surface_box(moment, axes, loss, readout, ways)
    low, high = np.array([box.x0, box.y0]), np.array([box.x1, box.y1])
    far = float((high - low).max()) > REACH * (ways.x1 - ways.x0)
    if box == ways or far or cost_surface(moment, axes, box, loss, COARSE, readout).at_edge:
        return ways
    return round_box(low, high)


def _beyond(box: Box, cells: int) -> Box:
    """A cell more on every side: contours end at the centres of the outermost cells."""
    across, up = (box.x1 - box.x0) / (cells - 2), (box.y1 - box.y0) / (cells - 2)
    return Box(box.x0 - across, box.y0 - up, box.x1 + across, box.y1 + up)


def _heights(values: Floats) -> Floats:
    """Above the lowest; what is beyond all numbers is a gap."""
    sound = np.where(np.isfinite(values), values, np.nan)
    return np.asarray(sound - np.nanmin(sound) if np.isfinite(values).any() else sound)


def _closer(wish: Wish, surface: Surface, cells: int) -> tuple[tuple[float, float], float]:
    """The lowest spot by looking more closely around the lowest cell, a few times."""
    box, least, spot = surface.box, surface.least, surface.lowest
    across, up = (box.x1 - box.x0) / cells, (box.y1 - box.y0) / cells
    for _ in range(NARROWINGS):
        x, y = spot
        close = Box(x - 1.5 * across, y - 1.5 * up, x + 1.5 * across, y + 1.5 * up)
        seen = cost_surface(
            wish.moment, wish.axes, close, wish.loss, CLOSE_CELLS, wish.readout, wish.penalty
        )
        if seen.least < least:
            spot, least = seen.lowest, seen.least
        across, up = 3.0 * across / CLOSE_CELLS, 3.0 * up / CLOSE_CELLS
    return spot, least


def _levels(heights: Floats, flat: bool) -> list[float]:
    """Heights to draw lines at: closer to each other the lower they are, as bowls ask for."""
    highest = float(np.nanmax(heights, initial=0.0))
    if not highest > 0.0:
        return []
    power = np.floor(np.log10(highest))
    every = [k * 10.0 ** (power - p) for p in range(4) for k in LEVELS]
    lowest = highest * 10.0**-DECADES
    edge = [highest * 1e-4] if flat else []  # around the whole area
    return sorted(edge + [level for level in every if lowest < level < highest])


def _painted(wish: Wish, box: Box, heights: Floats, levels: list[float]) -> QImage:
    """The picture of what was wished for, of a landscape that reaches a little over it."""
    image = QImage(wish.width, wish.height, QImage.Format.Format_RGB32)
    seen = wish.box
    scale = np.array([wish.width / (seen.x1 - seen.x0), -wish.height / (seen.y1 - seen.y0)])
    corner = np.array([seen.x0, seen.y1])
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ends = (np.array([[box.x0, box.y1], [box.x1, box.y0]]) - corner) * scale
        (left, top), (right, bottom) = ends.tolist()
        painter.drawImage(
            QRectF(QPointF(left, top), QPointF(right, bottom)), _shaded(wish, heights)
        )
        # A line of width 1 is drawn faster but less smoothly.
        painter.setPen(QPen(fainter(QColor.fromRgb(wish.ink), 0.42), 1.1 * wish.ratio))
        for level in levels:
            for curve in contours(heights, box, level):
                pixels = (curve - corner) * scale
                painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in pixels.tolist()]))
    image.setDevicePixelRatio(wish.ratio)
    return image


def _shaded(wish: Wish, heights: Floats) -> QImage:
    """One pixel a cell: the lower, the more of the shade's colour."""
    highest = max(float(np.nanmax(heights, initial=0.0)), 1e-300)
    with np.errstate(divide="ignore"):
        decades = np.log10(np.nan_to_num(heights, nan=highest) / highest)
    low = np.clip(-decades / DECADES, 0.0, 1.0)[::-1, :, None]
    ground, shade = _rgb(wish.ground), _rgb(wish.shade)
    colours = (ground + TINT * low**1.3 * (shade - ground) + 0.5).astype(np.uint32)
    red, green, blue = colours[:, :, 0], colours[:, :, 1], colours[:, :, 2]
    packed: NDArray[np.uint32] = (
        np.uint32(0xFF000000) | red << np.uint32(16) | green << np.uint32(8) | blue
    )
    packed = np.ascontiguousarray(packed)
    height, width = packed.shape
    image = QImage(packed.data, width, height, 4 * width, QImage.Format.Format_RGB32)
    return image.copy()  # which owns its pixels


def _rgb(colour: int) -> Floats:
    return np.array([colour >> 16 & 255, colour >> 8 & 255, colour & 255], np.float64)
