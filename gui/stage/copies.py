"""A small picture copied to thousands of places, without an object in Python for each of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtGui import QPainter, QPixmap

from core.rows import Floats

FIELDS = 10  # of a fragment: x, y, source (4), scale (2), rotation, opacity


class Copies:
    """Copies squares of a sheet; later ones lie over earlier ones."""

    def __init__(self) -> None:
        self._fragments = PrimitiveArray(QPainter.PixmapFragment, FIELDS)

    def draw(
        self,
        painter: QPainter,
        sheet: QPixmap,
        pixels: Floats,  # [n, 2], where the middles come
        ratio: float,  # the sheet's own pixels to a unit of the painter
        side: int,  # of a square, in the sheet's own pixels
        squares: NDArray[np.generic] | float = 0.0,  # [n, 2], column and row of each
    ) -> None:
        self._fragments.resize(len(pixels))
        fields = self._fragments.ndarray()
        fields[:, :2] = pixels
        fields[:, 2:4] = squares
        fields[:, 2:4] *= side
        fields[:, 4:] = (side, side, 1 / ratio, 1 / ratio, 0.0, 1.0)
        draw: Any = painter.drawPixmapFragments  # takes the address of all, says no stub
        draw(*self._fragments.drawargs(), sheet)
