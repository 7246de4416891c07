"""Where the cells of a matrix are: as large as there is room for, never too small to read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, QSize

AROUND = 8.0  # pixels above and below the classes in the line over the cells
ROOM_FOR_CAPTION = 170  # pixels of height
SIGN = 26.0  # pixels of a class's sign and the space around its name
WIDEST, TALLEST = 14.0, 6.5  # of a cell, in lines of text
FLATTEST = 0.68  # a wide cell may be as high as this part of its width
SHARE_OF_NAMES = 0.38  # of the width, at most
LEAST_NAMES = 64.0
FEW = 10  # classes for which all columns should be in sight


@dataclass(frozen=True)
class MatrixPlaces:
    """In pixels of the viewport; `scrolled` is how far the cells have gone left and up."""

    size: QSize
    name_widths: tuple[float, ...]
    count_width: float  # of the largest number
    line: float  # height of text
    scrolled: tuple[int, int]

    @property
    def caption(self) -> float:
        """Height of a line that says what the columns are; 0 where there is no room."""
        return float(round(self.line)) if self.size.height() >= ROOM_FOR_CAPTION else 0.0

    @property
    def head(self) -> float:
        """Where the cells begin."""
        return self.caption + round(self.line + AROUND)

    @cached_property
    def left(self) -> float:
        """Of the cells: the names stand there."""
        room = max(SHARE_OF_NAMES * self.size.width(), LEAST_NAMES)
        return min(max(self.name_widths, default=0.0) + SIGN, room)

    @cached_property
    def room(self) -> QRectF:
        """For the cells."""
        across, down = self.size.width() - self.left, self.size.height() - self.head
        return QRectF(self.left, self.head, max(across, 1.0), max(down, 1.0))

    @property
    def narrowest(self) -> float:
        return max(26.0, self.count_width + 9.0)

    @property
    def least_width(self) -> float:
        names = min(max(self.name_widths, default=0.0) + SIGN, LEAST_NAMES)
        return names + min(len(self.name_widths), FEW) * (self.narrowest + 8.0)

    @cached_property
    def cell_size(self) -> tuple[float, float]:
        count = max(len(self.name_widths), 1)
        across = min(max(self.room.width() / count, self.narrowest), WIDEST * self.line)
        tallest = max(TALLEST * self.line, FLATTEST * across)
        return across, min(max(self.room.height() / count, self.line + 2.0), tallest)

    @property
    def whole(self) -> tuple[float, float]:
        """All cells, in sight or not."""
        count = len(self.name_widths)
        return self.cell_size[0] * count, self.cell_size[1] * count

    @property
    def names_above(self) -> bool:
        """Do all names fit above their columns?"""
        return max(self.name_widths, default=0.0) + 21.0 <= self.cell_size[0]

    def cell(self, row: int, column: int) -> QRectF:
        across, down = self.cell_size
        x = self.left + column * across - self.scrolled[0]
        return QRectF(x, self.head + row * down - self.scrolled[1], across, down)

    def below(self, cell: tuple[int, int]) -> QRectF:
        """Beside and a little under a cell: where a card hides neither it nor its row."""
        bounds = self.cell(*cell)
        return QRectF(self.left, bounds.bottom(), self.room.width(), bounds.height())

    def seen(self) -> Iterator[tuple[int, int]]:
        """The cells in sight."""
        count = len(self.name_widths)
        (across, down), (x, y) = self.cell_size, self.scrolled
        columns = range(int(x / across), min(int((x + self.room.width()) / across) + 1, count))
        rows = range(int(y / down), min(int((y + self.room.height()) / down) + 1, count))
        return ((row, column) for row in rows for column in columns)

    def at(self, spot: QPointF) -> tuple[int, int] | None:
        """The cell under a pixel."""
        if not self.room.contains(spot):
            return None
        across, down = self.cell_size
        column = int((spot.x() - self.left + self.scrolled[0]) / across)
        row = int((spot.y() - self.head + self.scrolled[1]) / down)
        count = len(self.name_widths)
        return (row, column) if row < count and column < count else None
