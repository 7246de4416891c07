"""What is said of single points: visited, mistaken, selected, supporting, weighty, hovered."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pyqtgraph import ScatterPlotItem, ViewBox
from PySide6.QtGui import QBrush, QColor, QPainterPath

from core.boosting import BoostRecording
from core.measure import margins
from core.online import OnlineRecording
from core.run import Moment
from gui.stage.picture import Picture
from gui.stage.spots import SpotsItem, symbol_pen
from gui.stage.terrain import Terrain

Indices = NDArray[np.int64]
NONE: Indices = np.zeros(0, np.int64)
LEAST_HALO, MOST_HALO = 8.0, 56.0  # pixels across
SIZES = {  # pixels across
    "support": 18.0, "mistakes": 6.5, "around_visited": 33.0, "visited": 25.0, "selected": 20.0,
    "hovered": 20.0,
}  # fmt: skip


class MarkLayer:
    """Overlays in their order from below; the points themselves stay untouched."""

    def __init__(self, view: ViewBox) -> None:
        self.halos = ScatterPlotItem(antialias=True)
        self.support = SpotsItem(view, "o", SIZES["support"], z=10)
        self.mistakes = SpotsItem(view, _cross(), SIZES["mistakes"], z=11)
        self.around_visited = SpotsItem(view, "o", SIZES["around_visited"], z=12)
        self.visited = SpotsItem(view, "o", SIZES["visited"], z=13)
        self.selected = SpotsItem(view, "o", SIZES["selected"], z=14)
        self.hovered = SpotsItem(view, "o", SIZES["hovered"], z=15)
        self._style: object = None
        self.halos.setZValue(-10)
        view.addItem(self.halos, ignoreBounds=True)

    def refresh(self, picture: Picture) -> None:
        """All marks. What the runs say is left as it is while they are about other points."""
        self._restyle(picture)
        self._place(picture, self.selected, _array(picture.studio.selection))
        self.show_hovered(picture)
        moment = picture.moment
        count = len(moment.run.dataset) if moment is not None else 0
        if not picture.up_to_date and count != len(picture.placed):
            return
        self._place(picture, self.mistakes, mistaken(moment, picture.readout, picture.terrain))
        visited = NONE if moment is None else moment.visited.astype(np.int64)
        self._place(picture, self.visited, visited)
        self._place(picture, self.around_visited, visited)
        self._place(picture, self.support, supporting(moment))
        self._show_halos(picture, moment)

    def show_hovered(self, picture: Picture) -> None:
        hovered = picture.studio.hovered
        self._place(picture, self.hovered, NONE if hovered is None else _array([hovered]))

    def _place(self, picture: Picture, item: SpotsItem, chosen: Indices) -> None:
        chosen = chosen[chosen < len(picture.placed)]
        item.show_spots(picture.placed.xy[chosen], picture.frame)

    def _show_halos(self, picture: Picture, moment: Moment | None) -> None:
        recording = None if moment is None else moment.run.recording
        if moment is None or not isinstance(recording, BoostRecording):
            self.halos.setVisible(False)
            return
        weights = recording.example_weights(moment.t)
        xy = picture.placed.xy[moment.run.dataset.training]
        relative = np.sqrt(weights * max(len(weights), 1))
        # Few different sizes: each one is drawn once and then copied.
        sizes = 2.0 * np.round(np.clip(6.0 + 13.0 * relative, LEAST_HALO, MOST_HALO) / 2.0)
        sizes *= picture.theme.scale
        self.halos.setData(x=xy[:, 0], y=xy[:, 1], size=sizes, symbol="o")
        self.halos.setVisible(True)

    def _restyle(self, picture: Picture) -> None:
        theme, learner = picture.theme, picture.learner or 0
        style = (theme.palette.name, learner, picture.pixel_ratio)
        if style == self._style:
            return
        self._style = style
        text, accent = theme.colour("text"), theme.colour("accent")
        own = theme.learner_colour(learner)
        for name, colour, width, inside in (
            ("support", own, 1.5, 0.0),
            ("mistakes", theme.colour("card"), 1.9, 0.0),
            ("visited", text, 2.6, 0.0),
            ("around_visited", _fainter(text, 0.35), 1.2, 0.0),
            ("selected", accent, 2.2, 0.18),
            ("hovered", _fainter(text, 0.6), 1.4, 0.0),
        ):
            item: SpotsItem = getattr(self, name)
            item.size = SIZES[name] * theme.scale
            # Outlines of symbols are measured in pixels of the screen.
            pen = symbol_pen(colour, theme.thick(width) * picture.pixel_ratio)
            item.restyle(pen, QBrush(_fainter(colour, inside)), picture.pixel_ratio)
        self.halos.setPen(symbol_pen(_fainter(own, 0.55), 1.2 * picture.pixel_ratio))
        self.halos.setBrush(QBrush(_fainter(own, 0.12)))


def mistaken(moment: Moment | None, readout: str, terrain: Terrain) -> Indices:
    """The training examples that the learner gets wrong; a tie is wrong. None before a step."""
    if moment is None or moment.t == 0:
        return NONE
    dataset = moment.run.dataset
    wrong = margins(terrain.data_scores(moment, readout), dataset.labels) <= 0.0
    return np.flatnonzero(wrong & ~dataset.held_out_rows)


def supporting(moment: Moment | None) -> Indices:
    """The support vectors of a support vector machine."""
    if moment is None or moment.run.learner.name != "support-vector-machine":
        return NONE
    recording = moment.run.recording
    if not isinstance(recording, OnlineRecording):
        return NONE
    dual = recording.dual(moment.t)  # [n] or [n, classes], and n may be 0
    used = dual > 0.0
    return np.flatnonzero(used.any(axis=1) if used.ndim > 1 else used)


def _array(indices: object) -> Indices:
    return np.array(sorted(indices), np.int64)  # type: ignore[call-overload]


def _fainter(colour: QColor, opacity: float) -> QColor:
    result = QColor(colour)
    result.setAlphaF(opacity)
    return result


def _cross() -> QPainterPath:
    path = QPainterPath()
    for start, end in (((-0.5, -0.5), (0.5, 0.5)), ((-0.5, 0.5), (0.5, -0.5))):
        path.moveTo(*start)
        path.lineTo(*end)
    return path
