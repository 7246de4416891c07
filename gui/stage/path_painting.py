"""Paths on a plane of weights: fading with age, dotted for an average, a spot at their end."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

from core.rows import Floats
from gui.fineness import fineness
from gui.many_shapes import draw_lines
from gui.stage.strokes import dashes_along

BANDS = 4  # of age along a whole path
OLDEST, NEWEST = 0.3, 0.7  # how clear its ends are
FIRST_MOVE, LAST_MOVE = 0.3, 1.0  # the same of the recent moves
DOTS = np.array([0.6, 4.4])  # pixels, of a dot and the gap behind it; round ends come on top
BEYOND = 20_000.0  # pixels; farther out a line only has to leave in the right direction
HEAD = 10.0  # pixels, of an arrow
HALO = 4.0  # pixels, around letters


def fainter(colour: QColor, opacity: float) -> QColor:
    result = QColor(colour)
    result.setAlphaF(opacity)
    return result


def mixed(colour: QColor, ground: QColor, share: float) -> QColor:
    """As if the colour were faint on this ground; drawn several times faster than if it were."""
    parts = zip(colour.getRgb()[:3], ground.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(g + share * (c - g)) for c, g in parts))


def lines_between(pixels: Floats) -> Floats:
    """The pieces [k, 4] of a line through pixels [m, 2]; only numbers, and only moves."""
    ends = np.clip(np.concatenate([pixels[:-1], pixels[1:]], axis=1), -BEYOND, BEYOND)
    with np.errstate(invalid="ignore"):
        moved = np.abs(ends[:, :2] - ends[:, 2:]).max(axis=1, initial=0.0) > 0.05
    return np.asarray(ends[moved])


def paint_way(
    painter: QPainter, pixels: Floats, colour: QColor, ground: QColor, clearest: float = NEWEST
) -> None:
    """A whole path, thin, the older the fainter."""
    for band, share in enumerate(np.linspace(OLDEST, clearest, BANDS).tolist()):
        first, last = (len(pixels) - 1) * band // BANDS, (len(pixels) - 1) * (band + 1) // BANDS
        painter.setPen(_pen(mixed(colour, ground, share), 1.0))
        draw_lines(painter, lines_between(pixels[first : last + 1]))


def paint_recent(painter: QPainter, pixels: Floats, colour: QColor, ground: QColor) -> None:
    """The last moves, the newer the clearer, with a dot where each began."""
    lines = lines_between(pixels)
    for band, share in enumerate(np.linspace(FIRST_MOVE, LAST_MOVE, BANDS).tolist()):
        some = lines[len(lines) * band // BANDS : len(lines) * (band + 1) // BANDS]
        if len(some):
            ink = mixed(colour, ground, share)
            painter.setPen(_pen(ink, 1.8))
            draw_lines(painter, some)
            dots = _pen(ink, 4.4)
            dots.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(dots)
            painter.drawPoints([QPointF(x, y) for x, y in some[:, :2].tolist()])


def paint_dotted(painter: QPainter, pixels: Floats, colour: QColor) -> None:
    """A path as dots along it."""
    sound = pixels[np.isfinite(pixels).all(axis=1)]
    sound = sound[np.abs(sound).max(axis=1, initial=0.0) < BEYOND]
    if len(sound) < 2 or not np.ptp(sound, axis=0).any():
        return
    pen = _pen(colour, 2.0)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    draw_lines(painter, dashes_along(sound, DOTS))


def paint_spot(
    painter: QPainter, at: QPointF, colour: QColor, ground: QColor, radius: float, hollow: bool
) -> None:
    """Where a path has come to; hollow for an average."""
    painter.setPen(QPen(ground if not hollow else colour, 1.6))
    painter.setBrush(ground if hollow else colour)
    painter.drawEllipse(at, radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_arrow(painter: QPainter, start: QPointF, end: QPointF, colour: QColor,
                ground: QColor) -> None:  # fmt: skip
    """From one spot to another, with its head; nothing where it is too short to be one."""
    way = end - start
    length = math.hypot(way.x(), way.y())
    if length < 3.0:
        return
    along = way * (1.0 / length)
    head = min(HEAD, 0.6 * length)
    aside = QPointF(-along.y(), along.x()) * (0.5 * head)
    neck = end - along * head
    for ink, more in ((ground, 2.4), (colour, 0.0)):
        painter.setPen(QPen(ink, 2.6 + more))
        painter.drawLine(start, neck)
        painter.setPen(QPen(ink, 0.6 + more))
        painter.setBrush(ink)
        painter.drawPolygon(QPolygonF([end, neck + aside, neck - aside]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_letter(
    painter: QPainter, at: QPointF, text: str, font: QFont, colour: QColor, ground: QColor
) -> None:
    """A word that can be read on anything: with a halo around it. `at` is where it begins."""
    ratio = fineness(painter)
    picture = _letters(text, font.key(), colour.rgba(), ground.rgba(), ratio)
    ascent = QFontMetricsF(font).ascent()
    painter.drawPixmap(at - QPointF(HALO, HALO + ascent), picture)


@lru_cache(maxsize=64)
def _letters(text: str, font_key: str, colour: int, ground: int, ratio: float) -> QPixmap:
    """To draw letters with a halo takes long; to copy them does not."""
    font = QFont()
    font.fromString(font_key)
    metrics = QFontMetricsF(font)
    width, height = metrics.horizontalAdvance(text) + 2 * HALO, metrics.height() + 2 * HALO
    picture = QPixmap(math.ceil(width * ratio), math.ceil(height * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        letters = QPainterPath()
        letters.addText(QPointF(HALO, HALO + metrics.ascent()), font, text)
        halo = QPen(QColor.fromRgba(ground), HALO)
        halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(letters, halo)
        painter.fillPath(letters, QColor.fromRgba(colour))
    return picture


def _pen(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen
