"""What keys do while the stage has the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from core.editing import move_points
from gui.stage.tools.tool import remove_chosen
from gui.studio import Studio

if TYPE_CHECKING:
    from gui.stage.plane_view import PlaneView

NUDGE = 2.0  # pixels; with Shift, ten times as much
WALK = 16.0  # pixels of the crosshair; with Shift, one
DIRECTIONS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, 1.0),
    Qt.Key.Key_Down: (0.0, -1.0),
}
CLICKING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
TURNING = {  # the spray's size; with Shift, its density
    Qt.Key.Key_BracketLeft: -1.0,
    Qt.Key.Key_BracketRight: 1.0,
    Qt.Key.Key_BraceLeft: -1.0,
    Qt.Key.Key_BraceRight: 1.0,
}
REMOVING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


def press(view: PlaneView, event: QKeyEvent) -> bool:
    """Do what the key asks for; False if it asks nothing of the stage."""
    key, keys = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    shift = bool(keys & Qt.KeyboardModifier.ShiftModifier)
    others = keys & ~Qt.KeyboardModifier.ShiftModifier
    if is_meant_for_selection(view.studio, key, keys):
        act_on_selection(view.studio, key, shift, 1.0 / view.frame.pixels_per_unit)
    elif key in DIRECTIONS and others == Qt.KeyboardModifier.ControlModifier:
        right, up = DIRECTIONS[Qt.Key(key)]
        step = 1.0 if shift else WALK
        view.pointer.walk(right * step, -up * step)
    elif key in CLICKING and view.pointer.by_key and not others:
        view.pointer.click(keys)
    elif key in TURNING and view.pointer.tool is view.tools["spray"] and not others:
        view.pointer.turn(TURNING[Qt.Key(key)], keys)
    elif key == Qt.Key.Key_F and not keys:
        view.camera.fit(view.placed.xy)
    else:
        return False
    return True


def is_meant_for_selection(studio: Studio, key: int, keys: Qt.KeyboardModifier) -> bool:
    """Does this key act on the selection now, before any shortcut of the window?"""
    if not studio.selection or keys & ~(
        Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    ):
        return False
    nudging = key in DIRECTIONS and studio.hand.tool == "move"
    changing = (nudging or key in REMOVING) and studio.experiment.shows("tools")
    return changing or key == Qt.Key.Key_Escape


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
