"""The points: one shape and colour per class, hollow when held out."""

from __future__ import annotations

import numpy as np
from pyqtgraph import ScatterPlotItem, ViewBox, mkBrush, mkPen

from core.rows import Floats
from gui.palette import SHAPES
from gui.stage.picture import Picture
from gui.theme import Theme

# Pixels across, so that all shapes look equally large.
SIZES = {"o": 12, "s": 11, "t1": 13, "d": 15, "p": 13, "star": 17, "h": 13, "t": 13}


class PointLayer:
    """A scatter per class and part of the split, touched only when its own points change."""

    def __init__(self, view: ViewBox) -> None:
        self._view = view
        self._items: dict[tuple[int, bool], ScatterPlotItem] = {}
        self._shown: dict[tuple[int, bool], Floats] = {}
        self._style: object = None

    def item(self, label: int, held_out: bool) -> ScatterPlotItem | None:
        """What draws these points, if there have been any."""
        return self._items.get((label, held_out))

    def refresh(self, picture: Picture) -> None:
        placed = picture.placed
        style = (picture.theme.palette.name, picture.pixel_ratio)
        if self._style != style:
            self._style = style
            for (label, held_out), item in self._items.items():
                item.setPen(_pen(picture, label, held_out))
                item.setBrush(_brush(picture.theme, label, held_out))
        for label in range(len(SHAPES)):
            members = placed.labels == label
            for held_out in (False, True):
                chosen = members & (placed.held_out == held_out)
                self._show(picture, label, held_out, placed.xy[chosen])

    def _show(self, picture: Picture, label: int, held_out: bool, xy: Floats) -> None:
        key = (label, held_out)
        before = self._shown.get(key)
        if before is None and len(xy) == 0:
            return
        if before is not None and np.array_equal(before, xy):
            return
        if key not in self._items:
            self._items[key] = _scatter(picture, label, held_out)
            self._view.addItem(self._items[key], ignoreBounds=True)
        self._items[key].setData(x=xy[:, 0], y=xy[:, 1])
        self._items[key].setVisible(len(xy) > 0)  # an empty one still takes time to paint
        self._shown[key] = xy


def _scatter(picture: Picture, label: int, held_out: bool) -> ScatterPlotItem:
    shape = SHAPES[label]
    return ScatterPlotItem(
        symbol=shape,
        size=SIZES[shape] - (1 if held_out else 0),
        pen=_pen(picture, label, held_out),
        brush=_brush(picture.theme, label, held_out),
        antialias=True,
    )


def _pen(picture: Picture, label: int, held_out: bool) -> object:
    theme = picture.theme
    colour = theme.class_colour(label) if held_out else theme.colour("stage")
    # Outlines of symbols are measured in pixels of the screen.
    return mkPen(colour, width=(2.0 if held_out else 1.3) * picture.pixel_ratio)


def _brush(theme: Theme, label: int, held_out: bool) -> object:
    return mkBrush(theme.colour("stage") if held_out else theme.class_colour(label))
