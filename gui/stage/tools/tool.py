"""What all tools have in common: where the pointer is, and one undo step per stroke."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import count

from PySide6.QtCore import Qt

from core.boundary import Box, Spot
from core.editing import MOST_POINTS, add_points, remove_points
from gui.stage.placed import Placed
from gui.studio import Studio

REACH = 13.0  # pixels within which a point is meant by the pointer
FINER = 1.5  # half a step of this off either way stays within a pixel of the finest screens

_strokes = count(1)


@dataclass(frozen=True)
class Grip:
    """The pointer on the plane."""

    spot: Spot
    unit: float  # of the plane, a pixel
    box: Box  # what is in sight
    placed: Placed
    adding: bool = False  # Shift is held

    def rounded(self, length: float) -> float:
        """To as few decimals as tell one pixel from the next: numbers for pencil and paper.

        Of the finest screens, which have two to each of ours, and in both directions at once.
        """
        return round(length, max(0, math.ceil(-math.log10(self.unit / FINER))))

    @property
    def point(self) -> int | None:
        """The point that is meant."""
        return self.placed.nearest(self.spot, REACH * self.unit)


class Tool:
    """A stroke is a press, any number of drags, and a release."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.stroke = ""  # edits of one stroke share this key and are undone together
        self.band: tuple[Spot, Spot] | None = None  # corners of a rubber band

    def begin_stroke(self) -> None:
        self.stroke = f"stroke {next(_strokes)}"

    def press(self, grip: Grip) -> None: ...

    def drag(self, grip: Grip) -> None: ...

    def release(self, grip: Grip) -> None: ...

    def wheel(self, grip: Grip, notches: float) -> bool:
        """Take a turn of the wheel; False leaves it to the view, which zooms."""
        return False

    def radius(self, unit: float) -> float | None:
        """Of the circle that the tool works in, on the plane."""
        return None

    # What several tools do

    def add(self, spots: Sequence[Spot], grip: Grip, text: str) -> None:
        """Points of the class in hand, where they are in sight."""
        data = self.studio.points
        places = [(grip.rounded(x), grip.rounded(y)) for x, y in spots]
        seen = [place for place in places if grip.box.holds(place)]
        if data is None or not seen:
            return
        if len(data.xy) >= MOST_POINTS:
            self.studio.said.emit(f"There may be {MOST_POINTS:,} points at most.")
            return
        label = min(self.studio.hand.label, len(data.class_names) - 1)
        self.studio.edit_points(add_points(data, seen, label), text, self.stroke)

    def remove(self, chosen: Collection[int], text: str) -> None:
        remove_chosen(self.studio, chosen, text, self.stroke)


def remove_chosen(studio: Studio, chosen: Collection[int], text: str, merge: str = "") -> None:
    """Take these points away; what else was selected stays so under its new numbers."""
    data = studio.points
    if data is None or not chosen:
        return
    gone = set(chosen)
    kept = [i for i in range(len(data.xy)) if i not in gone]
    selection = studio.selection
    studio.hovered = None
    studio.edit_points(remove_points(data, gone), text, merge)
    studio.select(new for new, old in enumerate(kept) if old in selection)
