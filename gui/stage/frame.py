"""How the plane lies on the screen: the visible box, its size in pixels, and the way between."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.boundary import Box, Grid, Spot
from core.rows import Floats


@dataclass(frozen=True)
class Frame:
    """A box of the plane shown on width × height pixels, y upwards, as many pixels a unit in both
    directions."""

    box: Box
    width: int
    height: int
    thickness: float = 1.0  # of the lines drawn on it, as a multiple of the usual

    @property
    def pixels_per_unit(self) -> float:
        return self.width / (self.box.x1 - self.box.x0)

    def to_pixels(self, spots: Floats) -> Floats:
        """Spots [m, 2] of the plane as pixels [m, 2]."""
        box = self.box
        across = (spots[:, 0] - box.x0) * (self.width / (box.x1 - box.x0))
        down = (box.y1 - spots[:, 1]) * (self.height / (box.y1 - box.y0))
        return np.stack([across, down], axis=1)

    def pixel_of(self, spot: Spot) -> Spot:
        x, y = self.to_pixels(np.array([spot]))[0].tolist()
        return x, y

    def spot_at(self, across: float, down: float) -> Spot:
        """The spot of the plane under a pixel."""
        box = self.box
        right, top = across / self.width, down / self.height
        return (
            box.x0 + right * (box.x1 - box.x0),
            box.y1 - top * (box.y1 - box.y0),
        )

    def grid(self, cells: int) -> Grid:
        """The box in about square cells, so many along its longer side."""
        longer = max(self.width, self.height)
        width = max(round(cells * self.width / longer), 2)
        height = max(round(cells * self.height / longer), 2)
        return Grid(self.box, width, height)

    def grid_beyond(self, cells: int) -> Grid:
        """A grid that reaches over the edges, so that curves between its cells do so too."""
        box = self.box
        more = 1.5 * max(box.x1 - box.x0, box.y1 - box.y0) / cells
        wider = Box(box.x0 - more, box.y0 - more, box.x1 + more, box.y1 + more)
        return Frame(wider, self.width, self.height).grid(cells)
