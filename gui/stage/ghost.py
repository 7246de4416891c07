"""What this step did: the boundary before it, and how it turned the weights."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from core.boundary import Spot, weight_arrow
from core.run import Moment
from gui.stage.arrow import draw_arrow
from gui.stage.borders import boundary_curves, line_at
from gui.stage.picture import Picture
from gui.stage.strokes import Stroke, StrokesItem

SLOW = 5.0  # steps a second; faster, it would only flicker
HEAD = 8.0  # pixels
SHORTEST = 5.0  # pixels of an arrow that can be seen
LONGEST = 3.0  # of the weights before, as a multiple of those after
CLEARNESS = 0.85


class GhostLayer(StrokesItem):
    """The old boundary as a thin line of long dashes; from the old tip of w to the new an arrow."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(-45)
        self.arrow = TurnArrow(parent)

    def refresh(self, picture: Picture) -> None:
        moment, strokes = picture.moment, []
        change = None
        if moment is not None and picture.learner is not None and _is_due(picture, moment):
            before = moment.run.at(moment.t - 1)
            colour = QColor(picture.theme.learner_colour(picture.learner))
            colour.setAlphaF(CLEARNESS)
            curves = boundary_curves(
                before, picture.readout, picture.features, picture.frame, picture.terrain
            )
            strokes = [Stroke(c, colour, "ghost", picture.learner) for c in curves]
            change = _change(picture, before, moment) if picture.studio.looks.arrow else None
        if strokes or self.strokes:
            self.show_strokes(strokes, picture.frame)
        self.arrow.show_change(picture, change)


Change = tuple[Spot, Spot, Spot]  # foot, old tip and new tip of the weights, on the plane


def _change(picture: Picture, before: Moment, after: Moment) -> Change | None:
    """Both weights stand where the boundary's arrow stands, on one scale."""
    old, new = (line_at(m, picture.readout, picture.features) for m in (before, after))
    arrow = None if new is None else weight_arrow(new, picture.frame.box)
    if old is None or new is None or arrow is None:
        return None
    if math.hypot(*old.normal) > LONGEST * math.hypot(*new.normal):
        return None
    (x, y), tip = arrow
    scale = math.dist(*arrow) / math.hypot(*new.normal)
    return (x, y), (x + old.normal[0] * scale, y + old.normal[1] * scale), tip


class TurnArrow(QGraphicsItem):
    """From where the weights pointed to where they point now; along x for a learner that adds x."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(21)
        self.change: Change | None = None
        self._pixels: tuple[QPointF, QPointF, QPointF] | None = None
        self._bounds = QRectF()
        self._colour, self._accent, self._outline = QColor(), QColor(), QColor()
        self._scale = self._thickness = 1.0

    def show_change(self, picture: Picture, change: Change | None) -> None:
        if change is None and self.change is None:
            return
        frame, theme = picture.frame, picture.theme
        self.prepareGeometryChange()
        self._bounds = QRectF(0.0, 0.0, frame.width, frame.height)
        self.change, self._pixels = change, None
        self._scale, self._thickness = theme.scale, frame.thickness
        if change is not None and picture.learner is not None:
            foot, tail, head = (QPointF(*at) for at in frame.to_pixels(np.array(change)).tolist())
            if (head - tail).manhattanLength() >= SHORTEST:
                self._pixels = foot, tail, head
            self._colour = theme.learner_colour(picture.learner)
            self._accent, self._outline = theme.colour("accent"), theme.colour("stage")
        self.update()

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        if self._pixels is None:
            return
        foot, tail, head = self._pixels
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._colour, self._thickness, Qt.PenStyle.DotLine))
        painter.drawLine(foot, tail)
        thick = self._thickness
        strokes = ((self._outline, 4.5 * thick), (self._accent, 1.8 * thick))
        along = draw_arrow(painter, tail, head, HEAD * self._scale, strokes)
        aside = QPointF(-along.y(), along.x())
        self._name(painter, (tail + head) * 0.5, aside)

    def _name(self, painter: QPainter, middle: QPointF, aside: QPointF) -> None:
        font = QFont(painter.font())
        font.setItalic(True)
        away = aside if aside.y() > 0 else -aside  # below, clear of the w at the arrow's tip
        letters = QPainterPath()
        beside = (away * 13.0 + QPointF(-8.0, 4.0)) * self._scale
        letters.addText(middle + beside, font, "Δw")
        halo = QPen(self._outline, 3.0)
        halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(letters, halo)
        painter.fillPath(letters, self._accent)


def _is_due(picture: Picture, moment: Moment) -> bool:
    studio = picture.studio
    calm = not studio.playing or studio.speed <= SLOW
    if not (studio.looks.ghost and calm and 1 < moment.t == studio.t):
        return False
    return bool(moment.run.recording.changes(moment.t - 1, moment.t)[0])
