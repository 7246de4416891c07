"""Where the boundary was before its last few changes, fading with age."""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsItem

from core.boundary import Box
from core.online import OnlineRecording
from core.rows import Floats
from core.run import Moment, Run
from gui.stage.borders import boundary_curves
from gui.stage.picture import Picture
from gui.stage.straight_borders import borders_of_many
from gui.stage.strokes import Stroke, StrokesItem
from gui.stage.terrain import is_straight

LENGTH = 12
SHORT_LENGTH = 5  # where a boundary has many pieces or is curved
FAINTEST, CLEAREST = 0.06, 0.36
MOST_KEPT = 64


class TrailLayer(StrokesItem):
    """Computed from the run alone: the moments just before the weights last changed."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(-60)
        self._kept: OrderedDict[tuple[int, str], list[Floats]] = OrderedDict()
        self._kept_for: tuple[Run, Box] | None = None

    def refresh(self, picture: Picture) -> None:
        moment = picture.moment
        shown = moment is not None and moment.t > 0 and picture.readout != "voted"
        if not picture.studio.looks.trail or moment is None or not shown:
            self.show_strokes((), picture.frame)
            return
        straight = is_straight(moment.run, picture.readout, picture.features)
        simple = straight and moment.run.dataset.classes == 2
        steps = steps_before_changes(moment, LENGTH if simple else SHORT_LENGTH)
        curves = self._curves(moment.run, steps, picture, straight)
        assert picture.learner is not None
        strokes = []
        for age, step in enumerate(reversed(steps.tolist())):
            colour = QColor(picture.theme.learner_colour(picture.learner))
            colour.setAlphaF(CLEAREST + (FAINTEST - CLEAREST) * age / LENGTH)
            strokes += [Stroke(curve, colour, "trail", picture.learner) for curve in curves[step]]
        self.show_strokes(strokes[::-1], picture.frame)

    def _curves(
        self, run: Run, steps: NDArray[np.int64], picture: Picture, straight: bool
    ) -> dict[int, list[Floats]]:
        """Boundaries at these steps; one that was worked out for the last frame is used again."""
        if (
            self._kept_for is None
            or self._kept_for[0] is not run
            or (self._kept_for[1] != picture.frame.box)
        ):
            self._kept.clear()
            self._kept_for = (run, picture.frame.box)
        readout, box = picture.readout, picture.frame.box
        recording = run.recording
        if straight and isinstance(recording, OnlineRecording):
            weights = recording.weights_along(steps, readout)
            return dict(zip(steps.tolist(), map(list, borders_of_many(weights, box)), strict=True))
        for t in steps.tolist():
            if (t, readout) not in self._kept:
                self._kept[t, readout] = boundary_curves(
                    run.at(t), readout, picture.features, picture.frame, picture.terrain
                )
        found = {t: self._kept[t, readout] for t in steps.tolist()}
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found


def steps_before_changes(moment: Moment, count: int) -> NDArray[np.int64]:
    """The last `count` steps up to the moment after which the weights changed, ascending."""
    recording = moment.run.recording
    reach = 4 * count
    while True:
        start = max(moment.t - reach, 0)
        changes = start + np.flatnonzero(recording.changes(start, moment.t))
        if len(changes) >= count or start == 0:
            found = changes[-count:].astype(np.int64)
            return found[found > 0]  # before the first step there is no boundary
        reach *= 8
