"""Many class signs at once: each kind is drawn once, then copied to all its places."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPen, QPixmap, QTransform

from core.rows import Floats, Ints
from gui.fineness import fineness, keeps_shapes
from gui.palette import shape_of
from gui.shapes import outline
from gui.stage.copies import Copies
from gui.theme import Theme

# Relative to a circle, so that all shapes look equally large.
SIZES = {"o": 1.0, "s": 0.92, "t1": 1.08, "d": 1.25, "p": 1.08, "star": 1.4, "h": 1.08, "t": 1.08}


class Signs:
    """Draws class signs: filled, or hollow for what is held out. Later ones lie over earlier."""

    def __init__(self, theme: Theme, size: float = 9.0) -> None:
        self._theme, self.size = theme, size
        self._drawn: dict[tuple[int, str, float, float], QPixmap] = {}
        self._copies = Copies()

    @property
    def across(self) -> float:
        """How large they are drawn now, in pixels; more while presenting."""
        return self.size * self._theme.scale

    def draw(
        self,
        painter: QPainter,
        pixels: Floats,  # [n, 2]
        labels: Ints,  # [n]
        hollow: NDArray[np.bool_],  # [n]
    ) -> None:
        if len(pixels) == 0:
            return
        if keeps_shapes(painter):
            painter.save()
            for place, label, open_ in zip(
                pixels.tolist(), labels.tolist(), hollow.tolist(), strict=True
            ):
                self._paint(painter, label, open_, (place[0], place[1]), 1.0)
            painter.restore()
            return
        ratio = fineness(painter)
        sheet = self._sheet(int(labels.max()) + 1, ratio)
        squares = np.stack([labels, hollow], axis=1)
        self._copies.draw(painter, sheet, pixels, ratio, sheet.height() // 2, squares)

    def _sheet(self, classes: int, ratio: float) -> QPixmap:
        """The signs of all classes in a row, the hollow ones below, in squares of one size."""
        key = (classes, self._theme.palette.name, ratio, self.size)
        if key not in self._drawn:
            largest = max(SIZES[shape_of(label)] for label in range(classes))
            side = round((self.across * largest + 5.0) * ratio)
            sheet = QPixmap(side * classes, side * 2)  # its own pixels: cut out and scaled
            sheet.fill(Qt.GlobalColor.transparent)
            with QPainter(sheet) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                for label in range(classes):
                    for hollow in (False, True):
                        centre = ((label + 0.5) * side, (hollow + 0.5) * side)
                        self._paint(painter, label, hollow, centre, ratio)
            self._drawn[key] = sheet
        return self._drawn[key]

    def _paint(
        self, painter: QPainter, label: int, hollow: bool, centre: tuple[float, float], ratio: float
    ) -> None:
        shape = shape_of(label)
        size = self.across * SIZES[shape]
        colour, ground = self._theme.class_colour(label), self._theme.colour("stage")
        thick = self._theme.thick
        line = min(thick(1.8), 0.25 * size) if hollow else min(thick(1.1), 0.14 * size)
        painter.setPen(QPen(colour if hollow else ground, line * ratio))
        painter.setBrush(ground if hollow else colour)
        scale = (size - 1.0 if hollow else size) * ratio
        painter.drawPath(QTransform.fromTranslate(*centre).scale(scale, scale).map(outline(shape)))
