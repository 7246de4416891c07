"""Telling texts with labels from numbers with labels."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.dataset import MOST_CLASSES
from core.errors import PlainError
from core.files.sniff import Sample, beginning, is_numeric
from core.files.texts.shape import fits, rows_of
from core.files.texts.sniff import TEXT_NAMES, sniff_texts, taken

_WORDY = 2.5  # words, on average
_LONG = 25  # characters, on average; for scripts that put no spaces between words
_WORD = re.compile(r"[^\W\d_]+")


def is_text_table(text: str) -> bool:
    """Whether the rows are texts with labels rather than numbers with labels."""
    try:
        shape = sniff_texts(text)
    except PlainError:
        return False
    rows = taken(rows_of(beginning(text), shape, ""))
    body = [row[: shape.width] for row in rows[shape.header :] if fits(row, shape.width)]
    if not body or is_numeric(body, shape.text_column):
        return False
    if shape.header and shape.names[shape.text_column].lower() in TEXT_NAMES:
        return True
    others = [j for j in range(shape.width) if j not in (shape.text_column, shape.label_column)]
    numbers = sum(_holds_numbers(body, j) for j in others)
    numeric_label = is_numeric(body, shape.label_column)
    cells = [row[shape.text_column] for row in body]
    if numbers >= 2 or (numeric_label and not _are_class_numbers(body, shape.label_column)):
        return False
    if is_wordy(cells):
        # Long class names beside one column of numbers come again and again; texts do not.
        return not numeric_label or 2 * len(set(cells)) > len(cells)
    return shape.width == 2 and not numeric_label


def is_wordy(cells: Sequence[str]) -> bool:
    full = [cell for cell in cells if cell] or [""]
    words = sum(len(_WORD.findall(cell)) for cell in full) / len(full)
    return words >= _WORDY or sum(map(len, full)) / len(full) >= _LONG


def _holds_numbers(body: Sample, column: int) -> bool:
    """Numbers to learn from: not an empty column, and not one that only numbers the rows."""
    cells = [row[column] for row in body]
    if not any(cells) or not is_numeric(body, column):
        return False
    counted = len(set(cells)) == len(cells) and all(cell.isdecimal() for cell in cells)
    return not counted


def _are_class_numbers(body: Sample, column: int) -> bool:
    cells = {row[column] for row in body if row[column]}
    return len(cells) <= MOST_CLASSES and all(cell.lstrip("+-").isdecimal() for cell in cells)
