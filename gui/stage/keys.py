"""What keys do while the stage has the focus."""

from __future__ import annotations

from PySide6.QtCore import Qt

from core.editing import move_points
from gui.stage.tools.tool import remove_chosen
from gui.studio import Studio

NUDGE = 2.0  # pixels; with Shift, ten times as much
DIRECTIONS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, 1.0),
    Qt.Key.Key_Down: (0.0, -1.0),
}
REMOVING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


def is_meant_for_selection(studio: Studio, key: int, keys: Qt.KeyboardModifier) -> bool:
    """Does this key act on the selection now, before any shortcut of the window?"""
    if not studio.selection or keys & ~(
        Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    ):
        return False
    nudging = key in DIRECTIONS and studio.hand.tool == "move"
    return nudging or key in REMOVING or key == Qt.Key.Key_Escape


def act_on_selection(studio: Studio, key: int, shift: bool, unit: float) -> None:
    """Nudge, remove or let go of the selected points; `unit` of the plane is a pixel."""
    data, selection = studio.points, studio.selection
    if data is None:
        return
    if key == Qt.Key.Key_Escape:
        studio.select(())
    elif key in REMOVING:
        remove_chosen(studio, selection, "Remove points")
    else:
        step = NUDGE * unit * (10.0 if shift else 1.0)
        right, up = DIRECTIONS[Qt.Key(key)]
        moved = move_points(data, selection, right * step, up * step)
        # Nudges of the same points in a row are undone together.
        studio.edit_points(moved, "Nudge points", f"nudge {sorted(selection)}")
