"""Our own line icons, drawn in the colour of the theme."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

import assets
from gui.palette import Palette

SIZES = (16, 20, 24, 32, 48)
LEFTS = (0, *accumulate(SIZES[:-1]))


@lru_cache(maxsize=512)
def icon(name: str, palette: Palette, colour: str = "text") -> QIcon:
    """The icon of this name; `colour` is a field of the palette. Chosen ones take the accent."""
    drawing, result = _drawing(name), QIcon()
    _add(result, drawing, getattr(palette, colour), QIcon.Mode.Normal, QIcon.State.Off)
    if colour == "text":
        _add(result, drawing, palette.accent, QIcon.Mode.Normal, QIcon.State.On)
    _add(result, drawing, palette.muted, QIcon.Mode.Disabled, QIcon.State.Off)
    return result


def _drawing(name: str) -> QPixmap:
    """In every size, one beside the other: scaled ones would be blurred."""
    svg = assets.path("icons", f"{name}.svg").read_bytes()
    renderer = QSvgRenderer(QByteArray(svg.replace(b"currentColor", b"black")))
    strip = QPixmap(sum(SIZES), max(SIZES))
    strip.fill(Qt.GlobalColor.transparent)
    with QPainter(strip) as painter:
        for size, left in zip(SIZES, LEFTS, strict=True):
            renderer.render(painter, QRectF(left, 0, size, size))
    return strip


def _add(icon: QIcon, drawing: QPixmap, colour: str, mode: QIcon.Mode, state: QIcon.State) -> None:
    """The drawing in that colour."""
    coloured = QPixmap(drawing)
    with QPainter(coloured) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(coloured.rect(), QColor(colour))
    for size, left in zip(SIZES, LEFTS, strict=True):
        icon.addPixmap(coloured.copy(left, 0, size, size), mode, state)
