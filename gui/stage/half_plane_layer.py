"""The lines of half-planes as one picture that is kept, and single ones drawn over it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from core.rows import Floats, Ints
from gui.fineness import fineness
from gui.stage.half_plane_lines import Lines, distances, paint_lines
from gui.stage.signs import Signs
from gui.theme import Theme

SIGN_AWAY = 11.0  # pixels from the line to its class's sign


class HalfPlaneLayer:
    """What was handed over last by `show_lines` is drawn."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._signs = Signs(theme, 10.0)
        self.lines: Lines | None = None
        self.ends: Floats = np.zeros((0, 4))  # pixels
        self._labels: Ints = np.zeros(0, np.int32)
        self._picture: tuple[object, QPixmap] | None = None

    def show_lines(self, lines: Lines, ends: Floats, labels: Ints) -> None:
        """Lines, their ends [m, 4] in pixels, and the class of each."""
        self.lines, self.ends, self._labels = lines, ends, labels

    def nearest(self, x: float, y: float, within: float) -> int | None:
        """The half-plane whose line is next to a pixel."""
        if self.lines is None or not len(self.lines):
            return None
        away = distances(self.lines, self.ends, x, y)
        found = int(np.argmin(away))
        return int(self.lines.places[found]) if away[found] <= within else None

    def paint_all(self, painter: QPainter, widget: QWidget, hurry: bool) -> None:
        """Drawn again only when one has moved or changed sides; in a hurry, not even always."""
        if self.lines is None:
            return
        lines, ratio = self.lines, fineness(painter)
        key = (
            lines.places.tobytes(), self.ends.tobytes(), lines.offended.tobytes(),
            widget.width(), widget.height(), ratio, self._theme.palette.name,
        )  # fmt: skip
        if self._picture is None or (self._picture[0] != key and not hurry):
            picture = QPixmap(widget.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            with QPainter(picture) as drawing:
                drawing.setRenderHint(QPainter.RenderHint.Antialiasing)
                colours = (self._theme.class_colour(0), self._theme.class_colour(1))
                ground = self._theme.colour("stage")
                paint_lines(drawing, lines, self.ends, self._labels, colours, ground)
            self._picture = (key, picture)
        painter.drawPixmap(0, 0, self._picture[1])

    def paint_one(self, painter: QPainter, place: int, colour: QColor, width: float) -> None:
        """A single line once more, strongly, with its class's sign on the good side."""
        found = None if self.lines is None else self.lines.at(place)
        if self.lines is None or found is None:
            return
        x0, y0, x1, y1 = self.ends[found].tolist()
        for ink, wide in ((self._theme.colour("stage"), width + 2.2), (colour, width)):
            painter.setPen(QPen(ink, wide))
            painter.drawLine(QPointF(x0, y0), QPointF(x1, y1))
        middle = np.array([(x0 + x1) / 2.0, (y0 + y1) / 2.0])
        at = middle + SIGN_AWAY * self.lines.sides[found]
        self._signs.draw(painter, at[None], self._labels[[found]], np.zeros(1, np.bool_))
