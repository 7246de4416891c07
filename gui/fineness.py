"""How finely a painter draws: as the screen does, larger, or as shapes that stay shapes.

What is drawn often is drawn once and copied. On the screen nobody sees that; in an exported
picture the copies would be coarse, so whoever copies asks here first.
"""

from __future__ import annotations

from PySide6.QtGui import QPaintEngine, QPainter

FINEST = 4.0  # pixels to a unit, of a picture within shapes
_OF_SHAPES = (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf)


def keeps_shapes(painter: QPainter) -> bool:
    """Is it a drawing that can be enlarged without end?"""
    return painter.paintEngine().type() in _OF_SHAPES


def fineness(painter: QPainter) -> float:
    """How many pixels a unit of the painter has."""
    if keeps_shapes(painter):
        return FINEST
    return abs(painter.deviceTransform().m11()) or 1.0


def is_finer(painter: QPainter, than: float) -> bool:
    """Would a picture with so many pixels to a unit look coarse here?"""
    return fineness(painter) > 1.01 * than
