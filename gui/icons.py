"""Our own line icons, drawn in the colour of the theme."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

import assets
from gui.palette import Palette

SIZES = (16, 20, 24, 32, 48)


@lru_cache(maxsize=512)
def icon(name: str, palette: Palette, colour: str = "text") -> QIcon:
    """The icon of this name; `colour` is a field of the palette. Chosen ones take the accent."""
    result = QIcon()
    plain = getattr(palette, colour)
    chosen = palette.accent if colour == "text" else plain
    for size in SIZES:
        result.addPixmap(_drawn(name, plain, size))
        result.addPixmap(_drawn(name, chosen, size), QIcon.Mode.Normal, QIcon.State.On)
        result.addPixmap(_drawn(name, palette.muted, size), QIcon.Mode.Disabled)
    return result


def _drawn(name: str, colour: str, size: int) -> QPixmap:
    svg = assets.path("icons", f"{name}.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(svg.replace("currentColor", colour).encode()))
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
