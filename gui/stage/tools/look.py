"""Looks and selects, and changes nothing: for a view in which there is nothing to draw with."""

from __future__ import annotations

from PySide6.QtCore import Qt

from gui.stage.tools.tool import Grip, Tool


class Look(Tool):
    """A click selects a point, with Shift one more; beside all points it lets go of them."""

    cursor = Qt.CursorShape.ArrowCursor

    def press(self, grip: Grip) -> None:
        point, selection = grip.point, self.studio.selection
        if point is not None:
            self.studio.select(selection ^ {point} if grip.adding else {point})
        elif not grip.adding:
            self.studio.select(())
