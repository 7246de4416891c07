"""Rows of text in aligned columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def text_table(rows: Sequence[Sequence[str]], sides: str, indent: str = "  ") -> str:
    """Lines whose cells stand below each other, left or right by `sides`, such as "lrr".

    A row may have fewer cells than others; its last one is then left as it is and takes no room.
    """
    full = [row for row in rows if len(row) == len(sides)]
    widths = [max((columns(row[j]) for row in full), default=0) for j in range(len(sides))]
    for row in rows:  # all but the last cell of a short row are still aligned
        for j, cell in enumerate(row[:-1]):
            widths[j] = max(widths[j], columns(cell))
    return "\n".join(indent + _line(row, widths, sides) for row in rows)


def columns(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _line(row: Sequence[str], widths: Sequence[int], sides: str) -> str:
    cells = []
    for j, cell in enumerate(row):
        space = " " * (widths[j] - columns(cell))
        cells.append(space + cell if sides[j] == "r" and len(row) == len(sides) else cell + space)
    return "   ".join(cells).rstrip()
