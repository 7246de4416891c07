"""The outlines of the class signs, one unit across, by the names that `gui.palette` gives them."""

from __future__ import annotations

import math
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

INNER = 0.4  # how far the notches of the star reach, as a share of its points


@cache
def outline(name: str) -> QPainterPath:
    """The shape of this name around the origin."""
    path = QPainterPath()
    if name == "o":
        path.addEllipse(QRectF(-0.5, -0.5, 1.0, 1.0))
    elif name == "s":
        path.addRect(QRectF(-0.5, -0.5, 1.0, 1.0))
    else:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in _CORNERS[name]]))
        path.closeSubpath()
    return path


def _regular(corners: int, first: float = -90.0, notch: float = 1.0) -> list[tuple[float, float]]:
    """Corners on a circle of radius ½, every second one pulled in by the notch."""
    result = []
    for k in range(corners):
        radius = 0.5 * (notch if k % 2 else 1.0)
        angle = math.radians(first + 360.0 * k / corners)
        result.append((radius * math.cos(angle), radius * math.sin(angle)))
    return result


_CORNERS = {
    "t1": [(-0.5, 0.5), (0.0, -0.5), (0.5, 0.5)],
    "t": [(-0.5, -0.5), (0.0, 0.5), (0.5, -0.5)],
    "d": [(0.0, -0.5), (-0.4, 0.0), (0.0, 0.5), (0.4, 0.0)],
    "p": _regular(5),
    "star": _regular(10, notch=INNER),
    "h": _regular(6),
}
