"""CSV, TSV and their kin: a row for every text, with its label in another column."""

from __future__ import annotations

from dataclasses import replace

from core.files.cells import unprotect
from core.files.texts.model import Gathering, LabelledTexts
from core.files.texts.shape import QuotesDoNotFitError, TextShape, check_shape, fits, rows_of
from core.files.texts.sniff import sniff_texts
from core.files.watch import UNWATCHED, Watch
from core.files.wording import shown


def parse_columns(
    text: str, name: str, shape: TextShape | None = None, watch: Watch = UNWATCHED
) -> LabelledTexts:
    """The labelled texts in the rows; the shape is found out unless given."""
    if shape is None:
        shape = sniff_texts(text, name)
    check_shape(shape, name)
    try:
        return _parse_shaped(text, name, shape, watch)
    except QuotesDoNotFitError:
        if shape.delimiter != "\t":
            raise
        return _parse_shaped(text, name, replace(shape, quoted=False), watch)


def _parse_shaped(text: str, name: str, shape: TextShape, watch: Watch) -> LabelledTexts:
    gathered = Gathering(name, f"column “{shown(shape.names[shape.label_column])}”")
    width, text_column, label_column = shape.width, shape.text_column, shape.label_column
    header = shape.header
    for line, row in rows_of(text, shape, name, watch):
        if header:
            header = False
        elif len(row) == width or fits(row, width):
            label = unprotect(row[label_column].strip())
            gathered.add(unprotect(row[text_column]), label, line)
        else:
            found = "1 column" if len(row) == 1 else f"{len(row):,} columns"
            gathered.leave_out(line, f"{found} instead of {width:,}")
    return gathered.result()
