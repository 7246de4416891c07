"""What lies under the documents of the map: tinted sides, a band for each class, their names."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QLinearGradient, QPainter, QPen

from core.rows import Floats, Ints
from gui.class_signs import paint_sign
from gui.plain_text import short
from gui.stage.regions import DARK_TINT, LIGHT_TINT
from gui.theme import Theme

BAND_ROOM = 0.9  # of a class's band that its documents fill
NARROWEST_NAMED = 13.0  # pixels of a band that still has its name beside it
LONGEST_NAME = 14  # characters
STRONGEST = 0.5  # of the strongest tint of the plane, which has fewer signs on it
SHADES = 9  # of a tint that grows with the score


def bands(area: QRectF, classes: int) -> list[QRectF]:
    """One for each class, the first on top."""
    height = area.height() / classes
    first = QRectF(area.left(), area.top(), area.width(), height)
    return [first.translated(0.0, k * height) for k in range(classes)]


def in_bands(heights: Floats, labels: Ints, classes: int) -> Floats:
    """Heights 0 … 1 by rank, within the band of each document's class."""
    ups = np.empty(len(heights))
    for label in range(classes):
        own = np.flatnonzero(labels == label)
        rank = np.empty(len(own))
        rank[np.argsort(heights[own], kind="stable")] = (np.arange(len(own)) + 0.5) / len(own)
        ups[own] = (classes - 1 - label + 0.5 + BAND_ROOM * (rank - 0.5)) / classes
    return ups


def paint_tint(
    painter: QPainter, theme: Theme, part: QRectF, reach: float, colour: QColor, *, left: bool
) -> None:
    """From the boundary outwards as far as the score `reach`, as strong as the score is clear."""
    least, most = DARK_TINT if theme.palette.is_dark else LIGHT_TINT
    start, end = (part.right(), part.left()) if left else (part.left(), part.right())
    gradient = QLinearGradient(start, 0.0, end, 0.0)
    for k in range(SHADES):
        share = (k / (SHADES - 1)) ** 2  # closer to each other where it changes fastest
        shade = QColor(colour)
        shade.setAlphaF(least + (STRONGEST * most - least) * math.tanh(share * reach / 2.0))
        gradient.setColorAt(share, shade)
    painter.fillRect(part, gradient)


def room_for_names(font: QFont, height: float, names: tuple[str, ...]) -> float:
    """Pixels that the names beside the bands take; none where bands are too narrow for them."""
    if height / len(names) < NARROWEST_NAMED:
        return 0.0
    metrics = QFontMetricsF(font)
    return 24.0 + max(metrics.horizontalAdvance(short(name, LONGEST_NAME)) for name in names)


def paint_bands(
    painter: QPainter, theme: Theme, area: QRectF, left: float, names: tuple[str, ...]
) -> None:
    """Lines between the bands, and names between `left` and the area."""
    for label, band in enumerate(bands(area, len(names))):
        if label:
            painter.setPen(QPen(theme.colour("stage"), min(2.0, 0.12 * band.height())))
            painter.drawLine(band.topLeft(), band.topRight())
        if band.height() >= NARROWEST_NAMED:
            y = band.center().y()
            paint_sign(painter, theme, label, QPointF(left + 6.0, y), 9.0)
            painter.setPen(theme.colour("muted"))
            half = 10.0 * theme.scale
            place = QRectF(left + 16.0, y - half, area.left() - left - 18.0, 2 * half)
            name = short(names[label], LONGEST_NAME)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, name)


def paint_side(painter: QPainter, theme: Theme, area: QRectF, label: int, name: str) -> None:
    """The name of the class that is predicted on this side, in its upper corner."""
    name = short(name, 24)
    metrics = QFontMetricsF(painter.font())
    sign = 8.0 * theme.scale
    width = metrics.horizontalAdvance(name) + 18.0 + sign
    left = area.right() - 8.0 - width if label else area.left() + 8.0
    chip = QRectF(left, area.top() + 8.0, width, metrics.height() + 6.0)
    ground = theme.colour("card")
    ground.setAlphaF(0.85)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(chip, chip.height() / 2, chip.height() / 2)
    paint_sign(painter, theme, label, QPointF(left + 7.0 + sign / 2, chip.center().y()), sign)
    painter.setPen(theme.colour("text"))
    painter.drawText(chip.adjusted(11.0 + sign, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, name)
