"""The tape: every update of a run in a few bytes, however many features there are."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.kernels.entries import MISTAKE, WRONG_LABEL, Entries
from core.rows import Floats

MOST_BYTES = 1_000_000_000  # no run records more than this


class Tape:
    """Columns that grow together, one entry per update.

    17 bytes an update when one step size says it all, 9 + 8·heads when every head moves its own
    way. Margins are rounded to 32 bits for the timeline and curves; a step that is looked at
    closely is computed again, exactly, from the weights before it.
    """

    def __init__(self, heads: int | None, reserve: int = 1024) -> None:
        """`heads`: how many coefficients an update has; None for a single step size."""
        self._shape = () if heads is None else (heads,)
        self.updates = 0
        self._columns: dict[str, NDArray[Any]] = {
            "order": np.empty(reserve, np.int32),
            "coefficients": np.empty((reserve, *self._shape)),
            "margins": np.empty(reserve, np.float32),
            "marks": np.empty(reserve, np.uint8),
        }

    def room_for(self, count: int) -> None:
        """Make sure that `count` more updates fit."""
        needed = self.updates + count
        capacity = len(self._columns["order"])
        if needed <= capacity:
            return
        grown = max(needed, 2 * capacity)
        for name, column in self._columns.items():
            larger = np.empty((grown, *column.shape[1:]), column.dtype)
            larger[:capacity] = column  # with what is laid out beyond the last update
            self._columns[name] = larger

    def span(self, name: str, start: int, end: int) -> NDArray[Any]:
        """A view of entries start … end-1 of a column; beyond `updates` it is for writing."""
        return self._columns[name][start:end]

    def entries(self, start: int, end: int) -> Entries:
        """Updates start … end-1 as kernels take them."""
        order, coefficients, margins, marks = self._columns.values()
        some = slice(start, end)
        return order[some].view(np.uint32), coefficients[some], margins[some], marks[some]

    @property
    def order(self) -> NDArray[np.int32]:
        """Which row each update visited."""
        return self._columns["order"][: self.updates]

    @property
    def coefficients(self) -> Floats:
        """The step size [updates], or one coefficient per head [updates, heads]."""
        return self._columns["coefficients"][: self.updates]

    @property
    def margins(self) -> NDArray[np.float32]:
        """The margin before each update."""
        return self._columns["margins"][: self.updates]

    def mistakes(self, start: int, end: int) -> NDArray[np.bool_]:
        """Where the prediction was wrong, ties counted as the learner counts them."""
        return np.asarray(self.span("marks", start, end) & MISTAKE, np.bool_)

    def wrong_label(self, update: int) -> int:
        """The best-scored wrong label of a visit."""
        return int(self.span("marks", update, update + 1)[0] & WRONG_LABEL)

    def changes(self, start: int, end: int) -> NDArray[np.bool_]:
        """Where the weights moved along the example."""
        moved = np.not_equal(self.span("coefficients", start, end), 0.0)
        return np.asarray(moved.any(axis=1)) if self._shape else moved

    @property
    def bytes_per_update(self) -> int:
        return sum(c.itemsize * int(np.prod(c.shape[1:])) for c in self._columns.values())
