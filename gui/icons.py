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
    svg = assets.path("icons", f"{name}.svg").read_text(encoding="utf-8")
    plain = getattr(palette, colour)
    result = QIcon()
    _add(result, svg, plain, QIcon.Mode.Normal, QIcon.State.Off)
    if colour == "text":
        _add(result, svg, palette.accent, QIcon.Mode.Normal, QIcon.State.On)
    _add(result, svg, palette.muted, QIcon.Mode.Disabled, QIcon.State.Off)
    return result


def _add(icon: QIcon, svg: str, colour: str, mode: QIcon.Mode, state: QIcon.State) -> None:
    """The drawing in that colour, in every size: scaled ones would be blurred."""
    renderer = QSvgRenderer(QByteArray(svg.replace("currentColor", colour).encode()))
    for size in SIZES:
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            renderer.render(painter, QRectF(0, 0, size, size))
        icon.addPixmap(pixmap, mode, state)
