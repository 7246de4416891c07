"""Spots are painted where the plane says, sign by sign, and only what is in sight."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsRectItem, QGraphicsScene
from pytestqt.qtbot import QtBot

from core.boundary import Box
from gui.stage.frame import Frame
from gui.stage.spots import SpotsItem, symbol_pen

FRAME = Frame(Box(-2.0, -1.0, 2.0, 1.0), 200, 100)
WHOLE = QRectF(0, 0, 200, 100)
RED = QColor("#ff0000")


def painted(xy: list[tuple[float, float]], ratio: float) -> QImage:
    scene, parent = QGraphicsScene(0, 0, 200, 100), QGraphicsRectItem()
    scene.addItem(parent)
    item = SpotsItem(parent, "s", 9)
    item.restyle(symbol_pen(RED, 1.0), QBrush(RED), ratio)
    item.show_spots(np.array(xy).reshape(-1, 2), FRAME)
    image = QImage(round(200 * ratio), round(100 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("white"))
    painter = QPainter(image)
    scene.render(painter, WHOLE, WHOLE)
    painter.end()
    return image


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_signs_are_where_their_points_are_and_as_large_as_asked(qtbot: QtBot, ratio: float) -> None:
    image = painted([(-1.0, 0.5), (1.0, -0.5)], ratio)
    for x, y in ((50, 25), (150, 75)):
        assert image.pixelColor(round(x * ratio), round(y * ratio)) == RED
        assert image.pixelColor(round((x + 7) * ratio), round(y * ratio)) == QColor("white")
    red = sum(
        image.pixelColor(x, y) == RED for x in range(image.width()) for y in range(image.height())
    )
    assert 0.8 * 2 * 81 < red / ratio**2 < 1.5 * 2 * 81


def test_what_is_out_of_sight_or_gone_is_not_painted(qtbot: QtBot) -> None:
    empty = painted([], 1.0)
    assert painted([(5.0, 0.0), (0.0, -1e9)], 1.0) == empty
    edge = painted([(-2.0, 0.0)], 1.0)
    assert edge.pixelColor(1, 50) == RED, "half of a sign on the edge is seen"
