"""Marks over many signs at once: a ring or a cross, drawn once and copied to all its places."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from core.rows import Floats
from gui.fineness import fineness, keeps_shapes
from gui.stage.copies import Copies

EDGE = 3.0  # pixels around a mark, for its pen


class Stamps:
    """Keeps the pictures of the marks that have been asked for."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, float, float, int, int, float], QPixmap] = {}
        self._copies = Copies()

    def rings(
        self, painter: QPainter, pixels: Floats, radius: float, colour: QColor, halo: QColor,
        width: float = 2.0,
    ) -> None:  # fmt: skip
        """Circles around these pixels [n, 2], on a halo that keeps them apart from the rest."""
        self._copy(painter, pixels, ("ring", radius, width), colour, halo, _ring)

    def crosses(
        self, painter: QPainter, pixels: Floats, reach: float, colour: QColor, width: float = 1.3
    ) -> None:
        """Diagonal crosses over these pixels [n, 2]; without a halo, to leave the signs visible."""
        clear = QColor(Qt.GlobalColor.transparent)
        self._copy(painter, pixels, ("cross", reach, width), colour, clear, _cross)

    def _copy(
        self, painter: QPainter, pixels: Floats, kind: tuple[str, float, float], colour: QColor,
        halo: QColor, draw: Callable[[QPainter, float], None],
    ) -> None:  # fmt: skip
        if len(pixels) == 0:
            return
        if keeps_shapes(painter):
            for x, y in pixels.tolist():
                painter.save()
                painter.translate(x, y)
                _paint_mark(painter, kind[1], kind[2], colour, halo, draw)
                painter.restore()
            return
        ratio = fineness(painter)
        key = (*kind, colour.rgba(), halo.rgba(), ratio)
        if key not in self._kept:
            self._kept[key] = _stamp(kind[1], kind[2], colour, halo, ratio, draw)
        stamp = self._kept[key]
        self._copies.draw(painter, stamp, pixels, ratio, stamp.width())


def _stamp(
    reach: float, width: float, colour: QColor, halo: QColor, ratio: float,
    draw: Callable[[QPainter, float], None],
) -> QPixmap:  # fmt: skip
    side = round(2 * (reach + EDGE) * ratio)
    pixmap = QPixmap(side, side)  # its own pixels: fragments are cut out and scaled
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(side / 2.0, side / 2.0)
        painter.scale(ratio, ratio)
        _paint_mark(painter, reach, width, colour, halo, draw)
    return pixmap


def _paint_mark(
    painter: QPainter, reach: float, width: float, colour: QColor, halo: QColor,
    draw: Callable[[QPainter, float], None],
) -> None:  # fmt: skip
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, wide in ((halo, width + 1.6), (colour, width)):
        painter.setPen(QPen(ink, wide))
        draw(painter, reach)


def _ring(painter: QPainter, radius: float) -> None:
    painter.drawEllipse(QPointF(0.0, 0.0), radius, radius)


def _cross(painter: QPainter, reach: float) -> None:
    painter.drawLine(QPointF(-reach, -reach), QPointF(reach, reach))
    painter.drawLine(QPointF(-reach, reach), QPointF(reach, -reach))
