"""The spotlight: while presenting, all but the visited examples lies under a soft veil."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QRadialGradient

from core.rows import Floats
from gui.fineness import fineness
from gui.studio import Studio
from gui.theme import Theme

SLOW = 5.0  # steps a second; faster, it would only flicker
MOST = 40  # examples of a step; of a larger batch none stands out
CLEAR, REACH = 46.0, 130.0  # pixels around an example that are bright, and where the veil is whole
DARK_VEIL, LIGHT_VEIL = 0.5, 0.58  # how much it hides


def is_due(studio: Studio, theme: Theme) -> bool:
    """Is there a step to follow with the eye?"""
    calm = not studio.playing or studio.speed <= SLOW
    return theme.presenting and studio.looks.spotlight and calm and studio.t > 0


def shine(painter: QPainter, bounds: QRectF, spots: Floats, theme: Theme) -> None:
    """Dim what lies within the bounds, but for the surroundings of these pixels [n, 2]."""
    if not 0 < len(spots) <= MOST or bounds.isEmpty():
        return
    ratio = fineness(painter)
    veil = QPixmap((bounds.size() * ratio).toSize())
    veil.setDevicePixelRatio(ratio)
    colour = theme.colour("stage")
    colour.setAlphaF(DARK_VEIL if theme.palette.is_dark else LIGHT_VEIL)
    veil.fill(colour)
    with QPainter(veil) as cutting:
        cutting.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOut)
        for x, y in spots.tolist():
            cutting.fillRect(QRectF(veil.rect()), _light(QPointF(x, y) - bounds.topLeft()))
    painter.drawPixmap(bounds.topLeft(), veil)


def _light(centre: QPointF) -> QRadialGradient:
    light = QRadialGradient(centre, REACH)
    light.setColorAt(0.0, QColor(Qt.GlobalColor.black))
    light.setColorAt(CLEAR / REACH, QColor(Qt.GlobalColor.black))
    light.setColorAt(1.0, QColor(Qt.GlobalColor.transparent))
    return light
