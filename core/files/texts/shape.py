"""How a file with a text and a label in every row is written, and its rows taken apart."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.errors import PlainError
from core.files.cells import in_plain_words
from core.files.limits import MOST_COLUMNS
from core.files.text import lines_of
from core.files.watch import UNWATCHED, Watch
from core.files.wording import complaint

DELIMITERS = ("\t", ";", "|", ",")  # the earlier wins where the text fits several alike


class QuotesDoNotFitError(PlainError):
    """Quotation marks stand where they cannot hold a cell together."""


@dataclass(frozen=True)
class TextShape:
    """Columns count from 0; `names` has one for each in the file.

    Without quotation marks, what follows the last delimiter that is needed belongs to the text.
    """

    delimiter: str
    header: bool
    text_column: int
    label_column: int
    names: tuple[str, ...]
    quoted: bool = True  # quotation marks hold cells together; between tabs only if all fit

    @property
    def width(self) -> int:
        return len(self.names)


def check_shape(shape: TextShape, name: str) -> None:
    """A shape may come from a person's hand."""
    if shape.delimiter not in DELIMITERS:
        raise PlainError("The delimiter must be a comma, a semicolon, a tab or |.")
    for column, what in ((shape.text_column, "texts"), (shape.label_column, "labels")):
        if not 0 <= column < shape.width:
            raise complaint(name, f"there is no column {column + 1} for the {what}.")
    if shape.text_column == shape.label_column:
        raise complaint(name, "expected the label and the text in different columns.")
    if shape.width > MOST_COLUMNS:
        raise complaint(name, f"expected at most {MOST_COLUMNS:,} columns.")


def rows_of(
    text: str, shape: TextShape, name: str, watch: Watch = UNWATCHED
) -> Iterator[tuple[int, list[str]]]:
    """The number of its first line and the cells of every row on a line that is not blank."""
    most = shape.width - 1 if shape.text_column == shape.width - 1 else -1
    return split_texts(text, shape.delimiter, name, shape.quoted, most, watch)


def split_texts(
    text: str,
    delimiter: str,
    name: str,
    quoted: bool = True,
    most: int = -1,
    watch: Watch = UNWATCHED,
) -> Iterator[tuple[int, list[str]]]:
    """Rows as in `rows_of`; without quotation marks a line is split at most so many times."""
    if quoted:
        return _quoted_rows(text, delimiter, name, watch)
    return (
        (number, line.split(delimiter, most))
        for number, line in enumerate(lines_of(text, watch), 1)
        if line and not line.isspace()
    )


def _quoted_rows(
    text: str, delimiter: str, name: str, watch: Watch
) -> Iterator[tuple[int, list[str]]]:
    lines = (line + "\n" for line in lines_of(text, watch))
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    first = 1
    try:
        for row in reader:
            if len(row) > 1 or not _is_blank(row):
                yield first, row
            first = reader.line_num + 1
    except csv.Error as error:
        raise QuotesDoNotFitError(str(complaint(name, in_plain_words(error), first))) from None


def fits(row: Sequence[str], width: int) -> bool:
    """As many cells as wanted; delimiters at the end of a line open no columns."""
    return len(row) >= width and not any(cell.strip() for cell in row[width:])


def _is_blank(row: Sequence[str]) -> bool:
    return not row or row[0] == "" or row[0].isspace()
