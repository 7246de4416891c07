"""What the user has in hand, and how things are shown: neither is part of the experiment."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Hand:
    """What the user draws with."""

    tool: str = "draw"  # draw, spray, move, erase
    label: int = 0
    spray_radius: float = 0.4  # in units of the plane
    spray_density: int = 6  # points a puff


@dataclass(frozen=True)
class Looks:
    """What is shown and how; remembered between sessions, not part of the experiment."""

    side_by_side: bool = False
    regions: bool = True
    margins: bool = True
    arrow: bool = True
    trail: bool = True
    ghost: bool = True  # the boundary before this step
    legend: bool = True
    best_line: bool = False  # the one with the largest margin
    loss: str = "hinge"  # or error, norm, margin, and the other losses
    log_scale: bool = False
    digits: int = 3
    comma: bool = False  # for a decimal sign
    view: str = ""  # of the stage; one that the data do not have means the first they have
    beside: str = ""  # a second view, if any
    spotlight: bool = True  # while presenting: all but the visited example is dimmed
    caption: bool = True  # … and the step is told in a sentence below the stage
