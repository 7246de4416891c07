"""What is pointed at on the plane when a question asks for it, and what would be right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.boundary import Spot

if TYPE_CHECKING:
    from gui.studio import Studio

Ends = tuple[Spot, Spot]


@dataclass(frozen=True)
class Picks:
    """All there is to draw; rows are those of the examples, from 0."""

    point: int | None = None  # that was picked
    line: Ends | None = None  # that was placed, by its two handles
    right_points: tuple[int, ...] = ()
    right_line: Ends | None = None  # two places on it
    coming: int | None = None  # the example of the next step


class Picking(QObject):
    """While it waits for a point or a line, the pointer draws nothing and only chooses."""

    changed = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.waits_for = ""  # point, line, or nothing
        self.picks = Picks()
        self._data: object = None  # what the rows belong to
        self._studio = studio
        studio.experiment_changed.connect(self._follow)

    def wait_for(self, kind: str, line: Ends | None = None) -> None:
        """Begin to choose a point, or a line from where it is put first."""
        self.waits_for = kind
        self._show(Picks(line=line))

    def pick(self, point: int) -> None:
        self._show(replace(self.picks, point=point))

    def place(self, line: Ends) -> None:
        self._show(replace(self.picks, line=line))

    def reveal(self, points: tuple[int, ...], line: Ends | None) -> None:
        """Show what was right, beside what was chosen."""
        self.waits_for = ""
        self._show(replace(self.picks, right_points=points, right_line=line))

    def ring(self, row: int | None) -> None:
        """Mark the example that comes next."""
        if row != self.picks.coming:
            self._show(replace(self.picks, coming=row))

    def clear(self) -> None:
        self.waits_for = ""
        self._show(Picks())

    def _show(self, picks: Picks) -> None:
        self.picks, self._data = picks, self._studio.experiment.data
        self.changed.emit()

    def _follow(self) -> None:
        """Rows of other points would mean nothing."""
        data = self._studio.experiment.data
        if data is not self._data and data != self._data and self.picks != Picks():
            line = self.picks.line if self.waits_for == "line" else None
            self._show(Picks(line=line))
