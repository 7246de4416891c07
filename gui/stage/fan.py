"""Boundaries that are not of this run: those of the what-if in hand, and the best there is."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsItem

from core.boundary import Line, clip
from core.rows import Floats
from core.theory_told import best_lines
from core.what_if import Dropped, LearningCurve, OrdersFan, Sweep
from gui.stage.picture import Picture
from gui.stage.straight_borders import borders_of_many
from gui.stage.strokes import Stroke, StrokesItem
from gui.what_if import WhatIf

FAINTEST, CLEAREST = 0.10, 0.55
MOST = 60  # boundaries drawn at once


class FanLayer(StrokesItem):
    """One thin line for each answer; the one that is looked at stands out."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(-55)

    def refresh(self, picture: Picture) -> None:
        strokes: list[Stroke] = []
        what_if = picture.studio.what_if
        if picture.learner is not None and what_if.wish.kind:
            strokes = _strokes(picture, what_if, picture.learner)
        if strokes or self.strokes:
            self.show_strokes(strokes, picture.frame)


def _strokes(picture: Picture, what_if: WhatIf, learner: int) -> list[Stroke]:
    weights = weights_of(what_if, learner)
    if weights is None or weights.shape[1] not in (2, 3) or picture.features.name != "plain":
        return []  # only straight boundaries are drawn by the dozen
    chosen = what_if.looked_at
    places = np.unique(np.linspace(0, len(weights) - 1, min(MOST, len(weights))).astype(int))
    borders = borders_of_many(weights[places], picture.frame.box)
    fading = not isinstance(what_if.answer, OrdersFan | Dropped)
    strokes = []
    for place, ends in zip(places.tolist(), borders, strict=True):
        colour = QColor(picture.theme.learner_colour(learner))
        share = place / max(len(weights) - 1, 1) if fading else 0.4
        colour.setAlphaF(FAINTEST + (CLEAREST - FAINTEST) * share)
        kind = "trail"
        if place == chosen:
            colour, kind = picture.theme.colour("accent"), "boundary"
        strokes += [Stroke(pair, colour, kind, learner) for pair in ends]
    return strokes


def weights_of(what_if: WhatIf, learner: int) -> Floats | None:
    """The weights [answers, features, heads] behind the answer, where there are any."""
    answer = what_if.answer
    if isinstance(answer, OrdersFan):
        return answer.fans[0].weights if answer.fans else None
    if isinstance(answer, LearningCurve):
        return answer.curves[learner].weights if learner < len(answer.curves) else None
    if isinstance(answer, Sweep | Dropped):
        return answer.weights
    return None


class BestLineLayer(StrokesItem):
    """The line with the widest margin, and how wide it is; for two classes on plain features."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(-50)

    def refresh(self, picture: Picture) -> None:
        strokes: list[Stroke] = []
        theory = picture.studio.theory.theory
        if picture.studio.looks.best_line and theory is not None:
            lines = best_lines(theory)
            if lines is not None and picture.features.name == "plain":
                strokes = [
                    stroke
                    for line, kind in zip(lines, ("best", "margin", "margin"), strict=True)
                    if (stroke := _stroke(picture, line, kind)) is not None
                ]
        if strokes or self.strokes:
            self.show_strokes(strokes, picture.frame)


def _stroke(picture: Picture, line: Line, kind: str) -> Stroke | None:
    ends = clip(line, picture.frame.box)
    if ends is None:
        return None
    colour = picture.theme.colour("good")
    return Stroke(np.array(ends), colour, kind, 0)
