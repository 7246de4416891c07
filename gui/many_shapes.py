"""Thousands of lines or rectangles at once, without an object in Python for each of them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainter

from core.rows import Floats


def draw_lines(painter: QPainter, lines: Floats) -> None:
    """Lines [m, 4] of x, y, x, y, each on its own."""
    _draw(painter.drawLines, QLineF, lines)


def draw_rectangles(painter: QPainter, rectangles: Floats) -> None:
    """Rectangles [m, 4] of left, top, width, height."""
    _draw(painter.drawRects, QRectF, rectangles)


def _draw(draw: Any, kind: type, shapes: Floats) -> None:  # takes an address, says no stub
    from pyqtgraph.Qt.internals import PrimitiveArray  # loaded by the time there are results

    if len(shapes):
        array = PrimitiveArray(kind, shapes.shape[1])
        array.resize(len(shapes))
        array.ndarray()[:] = shapes
        draw(*array.drawargs())
