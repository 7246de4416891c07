"""What a question has been answered with on the plane, and what would have been right."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from core.boundary import Spot
from gui.picking import Picks
from gui.stage.picture import Picture
from gui.theme import Theme

RING, HANDLE = 14.0, 8.0  # radii in pixels
FAR = 1e5  # pixels, beyond every edge


@dataclass(frozen=True)
class Drawn:
    """The picks in pixels."""

    point: QPointF | None
    line: tuple[QPointF, QPointF] | None
    right_points: tuple[QPointF, ...]
    right_line: tuple[QPointF, QPointF] | None
    coming: QPointF | None
    open: bool  # may they still be changed?


class PickLayer(QGraphicsItem):
    """Above the points: rings, a line with two handles, and ticks where the answer is."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(60)
        self.setVisible(False)
        self._bounds = QRectF()
        self._theme: Theme | None = None
        self.drawn: Drawn | None = None

    def refresh(self, picture: Picture) -> None:
        picking = picture.studio.picking
        shown = picking.picks != Picks()
        self.setVisible(shown)
        if not shown:
            self.drawn = None
            return
        self.prepareGeometryChange()
        self._bounds = QRectF(0.0, 0.0, picture.frame.width, picture.frame.height)
        self._theme, picks = picture.theme, picking.picks
        self.drawn = Drawn(
            self._pixel_of(picture, picks.point),
            _ends(picture, picks.line),
            tuple(
                spot
                for row in picks.right_points
                if (spot := self._pixel_of(picture, row)) is not None
            ),
            _ends(picture, picks.right_line),
            self._pixel_of(picture, picks.coming),
            bool(picking.waits_for),
        )
        self.update()

    def _pixel_of(self, picture: Picture, row: int | None) -> QPointF | None:
        if row is None or row >= len(picture.placed):
            return None
        return _pixel(picture, tuple(picture.placed.xy[row].tolist()))

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        drawn, theme = self.drawn, self._theme
        if drawn is None or theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent, good = theme.colour("accent"), theme.colour("good")
        if drawn.right_line is not None:
            _draw_line(painter, drawn.right_line, good, theme.thick(2.6), Qt.PenStyle.DashLine)
        if drawn.line is not None:
            _draw_line(painter, drawn.line, accent, theme.thick(2.6), Qt.PenStyle.SolidLine)
            for end in drawn.line if drawn.open else ():
                painter.setPen(QPen(accent, theme.thick(2.4)))
                painter.setBrush(theme.colour("card"))
                painter.drawEllipse(end, HANDLE * theme.scale, HANDLE * theme.scale)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if drawn.coming is not None:
            _draw_coming(painter, drawn.coming, theme)
        if drawn.point is not None:
            painter.setPen(QPen(accent, theme.thick(3.0)))
            painter.drawEllipse(drawn.point, RING * theme.scale, RING * theme.scale)
        for spot in drawn.right_points:
            _draw_tick(painter, spot, theme)


def _draw_line(
    painter: QPainter,
    ends: tuple[QPointF, QPointF],
    colour: QColor,
    width: float,
    style: Qt.PenStyle,
) -> None:
    """Through both, from edge to edge."""
    along = ends[1] - ends[0]
    length = math.hypot(along.x(), along.y())
    if length > 0.0:
        painter.setPen(QPen(colour, width, style))
        far = along * (FAR / length)
        painter.drawLine(ends[0] - far, ends[1] + far)


def _draw_coming(painter: QPainter, spot: QPointF, theme: Theme) -> None:
    """A dashed ring: it is about to be visited, and the visited one has a whole ring."""
    pen = QPen(theme.colour("accent"), theme.thick(2.6))
    pen.setDashPattern([2.2, 1.6])
    painter.setPen(pen)
    painter.drawEllipse(spot, RING * theme.scale, RING * theme.scale)


def _draw_tick(painter: QPainter, spot: QPointF, theme: Theme) -> None:
    good, scale = theme.colour("good"), theme.scale
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(good, theme.thick(3.0)))
    painter.drawEllipse(spot, (RING + 4.0) * scale, (RING + 4.0) * scale)
    badge = spot + QPointF(14.0, -14.0) * scale
    painter.setPen(QPen(theme.colour("card"), 1.5))
    painter.setBrush(good)
    painter.drawEllipse(badge, 8.5 * scale, 8.5 * scale)
    pen = QPen(theme.colour("card"), 2.0 * scale)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    corners = [badge + QPointF(x, y) * scale for x, y in ((-3.6, 0.2), (-1.0, 3.0), (4.0, -3.0))]
    painter.drawPolyline(corners)


def _ends(picture: Picture, line: tuple[Spot, Spot] | None) -> tuple[QPointF, QPointF] | None:
    return None if line is None else (_pixel(picture, line[0]), _pixel(picture, line[1]))


def _pixel(picture: Picture, spot: Spot) -> QPointF:
    return QPointF(*picture.frame.pixel_of(spot))
