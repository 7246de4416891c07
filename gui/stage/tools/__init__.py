"""What the pointer does to the points: one small file per tool."""

from __future__ import annotations

from gui.stage.tools.draw import Draw
from gui.stage.tools.erase import Erase
from gui.stage.tools.look import Look
from gui.stage.tools.move import Move
from gui.stage.tools.pick import PickPoint, PlaceLine
from gui.stage.tools.spray import Spray
from gui.stage.tools.tool import Grip, Tool
from gui.studio import Studio

__all__ = ["Grip", "Tool", "tools_for"]


def tools_for(studio: Studio) -> dict[str, Tool]:
    """Every tool by the name that the studio's hand knows it by."""
    return {
        "draw": Draw(studio),
        "spray": Spray(studio),
        "move": Move(studio),
        "erase": Erase(studio),
        "look": Look(studio),
        "pick point": PickPoint(studio),
        "place line": PlaceLine(studio),
    }
