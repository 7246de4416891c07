"""The points: one shape and colour per class, hollow when held out."""

from __future__ import annotations

from PySide6.QtGui import QBrush, QPen
from PySide6.QtWidgets import QGraphicsItem

from core.rows import Floats
from gui.palette import SHAPES
from gui.stage.picture import Picture
from gui.stage.spots import SpotsItem, symbol_pen
from gui.theme import Theme

# Pixels across, so that all shapes look equally large.
SIZES = {"o": 12, "s": 11, "t1": 13, "d": 15, "p": 13, "star": 17, "h": 13, "t": 13}


class PointLayer:
    """Spots per class and part of the split; signs are drawn anew only when the look changes."""

    def __init__(self, view: QGraphicsItem) -> None:
        self._view = view
        self._items: dict[tuple[int, bool], SpotsItem] = {}
        self._style: object = None

    def item(self, label: int, held_out: bool) -> SpotsItem | None:
        """What draws these points, if there have been any."""
        return self._items.get((label, held_out))

    def refresh(self, picture: Picture) -> None:
        placed = picture.placed
        style = (picture.theme.palette.name, picture.pixel_ratio)
        if self._style != style:
            self._style = style
            for (label, held_out), item in self._items.items():
                _restyle(item, picture, label, held_out)
        for label in range(len(SHAPES)):
            members = placed.labels == label
            for held_out in (False, True):
                chosen = members & (placed.held_out == held_out)
                self._show(picture, label, held_out, placed.xy[chosen])

    def _show(self, picture: Picture, label: int, held_out: bool, xy: Floats) -> None:
        key = (label, held_out)
        if key not in self._items:
            if len(xy) == 0:
                return
            shape = SHAPES[label]
            self._items[key] = SpotsItem(self._view, shape, SIZES[shape])
            _restyle(self._items[key], picture, label, held_out)
        self._items[key].show_spots(xy, picture.frame)


def _restyle(item: SpotsItem, picture: Picture, label: int, held_out: bool) -> None:
    item.size = (SIZES[SHAPES[label]] - (1 if held_out else 0)) * picture.theme.scale
    item.restyle(
        _pen(picture, label, held_out), _brush(picture.theme, label, held_out), picture.pixel_ratio
    )


def _pen(picture: Picture, label: int, held_out: bool) -> QPen:
    theme = picture.theme
    colour = theme.class_colour(label) if held_out else theme.colour("stage")
    # Outlines of symbols are measured in pixels of the screen.
    return symbol_pen(colour, theme.thick(2.0 if held_out else 1.3) * picture.pixel_ratio)


def _brush(theme: Theme, label: int, held_out: bool) -> QBrush:
    return QBrush(theme.colour("stage") if held_out else theme.class_colour(label))
