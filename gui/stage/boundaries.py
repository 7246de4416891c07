"""The boundaries of all learners on the stage, with their margins."""

from __future__ import annotations

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsItem

from core.rows import Floats
from gui.stage.borders import curved_boundary, margin_curves, straight_curves
from gui.stage.picture import Picture
from gui.stage.strokes import Stroke, StrokesItem
from gui.stage.terrain import is_straight

MARGIN_OPACITY = 0.75


class BoundaryLayer(StrokesItem):
    """A line per learner and readout; the learner in focus comes last, on top."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(-40)

    def refresh(self, picture: Picture) -> None:
        in_order = sorted(picture.learners, key=lambda i: i == picture.learner)
        straight = _straight_curves(picture)
        strokes = [stroke for i in in_order for stroke in _strokes_of(picture, i, straight)]
        self.show_strokes(strokes, picture.frame)


Curves = dict[tuple[int, str], list[Floats]]  # by learner and readout


def _straight_curves(picture: Picture) -> Curves:
    """The boundaries of all learners that are straight, worked out together."""
    weights: dict[tuple[int, str], Floats] = {}
    for i in picture.learners:
        moment, choice = picture.studio.moment(i), picture.choice(i)
        if moment is not None and choice is not None:
            for readout in choice.readouts:
                if is_straight(moment.run, readout, picture.features):
                    weights[i, readout] = moment.weights(readout)
    curves = straight_curves(list(weights.values()), picture.frame.box)
    return dict(zip(weights, curves, strict=True))


def _strokes_of(picture: Picture, learner: int, straight: Curves) -> list[Stroke]:
    moment, choice = picture.studio.moment(learner), picture.choice(learner)
    if moment is None or choice is None:
        return []
    colour = picture.theme.learner_colour(learner)
    strokes: list[Stroke] = []
    surroundings = (picture.features, picture.frame, picture.terrain)
    if picture.studio.looks.margins and moment.run.learner.loss == "hinge":
        faint = QColor(colour)
        faint.setAlphaF(MARGIN_OPACITY)
        curves = margin_curves(moment, choice.readout, *surroundings)
        strokes += [Stroke(curve, faint, "margin", learner, choice.readout) for curve in curves]
    for readout in reversed(choice.readouts):  # the main one on top
        known = straight.get((learner, readout))
        curves = known if known is not None else curved_boundary(moment, readout, *surroundings)
        strokes += [Stroke(curve, colour, "boundary", learner, readout) for curve in curves]
    return strokes
