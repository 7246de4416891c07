"""Lines of delimited text taken apart into cells, and text put safely into such cells."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from core.files.limits import LONGEST_LINE, MOST_COLUMNS
from core.files.numbers import parse_number
from core.files.text import lines_of
from core.files.wording import complaint, tidy

DELIMITERS = ("\t", ";", "|", ",", " ")  # the earlier wins where the text fits several alike

# Also a cell with line breaks in it, such as a long text, has at most as much as a line may have.
csv.field_size_limit(LONGEST_LINE)

_FORMULA = re.compile("'*[=+@-]")
_PROTECTED = re.compile("'+[=+@-]")
_TO_QUOTE = re.compile(r'[\t;|, "#]')


def split_rows(text: str, delimiter: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """The number of its first line and the cells of every row that is not empty.

    Lines that start with # before the first row are comments.
    """
    lines = _bounded_lines(text, delimiter, name)
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    first = 1
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise complaint(name, in_plain_words(error), first) from None
        if row is None:
            return
        if any(row):
            yield first, row
        first = reader.line_num + 1


def _bounded_lines(text: str, delimiter: str, name: str) -> Iterator[str]:
    """Every line, comments emptied so that line numbers stay; too many columns are refused."""
    at_top = True
    for number, line in enumerate(lines_of(text), 1):
        if at_top:
            if line.startswith("#"):
                yield ""
                continue
            at_top = not line.strip()
        if delimiter == " " and '"' not in line:
            line = " ".join(line.split())  # tabs and runs of spaces separate too
        if len(line) > LONGEST_LINE:
            raise complaint(name, f"expected at most {LONGEST_LINE:,} characters.", number)
        if line.count(delimiter) > MOST_COLUMNS + 1:
            raise complaint(name, f"expected at most {MOST_COLUMNS:,} columns.", number)
        yield line + "\n"


def in_plain_words(error: csv.Error) -> str:
    if "limit" in str(error):
        return "expected shorter cells; a quotation mark may not be closed."
    if "end of data" in str(error):
        return "expected a closing quotation mark, found the end of the file."
    return "expected the cell to end after its closing quotation mark."


def protect(text: str) -> str:
    """The text with a ' in front where a spreadsheet would take it for a formula.

    Texts that already have such a ' get one more, so that `unprotect` always gives back the
    same text; numbers such as -1 are no formulas and stay.
    """
    if _FORMULA.match(text) and parse_number(text) is None:
        return "'" + text
    return text


def unprotect(text: str) -> str:
    """The text that `protect` was given; also what a spreadsheet means by such a '."""
    return text[1:] if _PROTECTED.match(text) else text


def text_cell(text: str) -> str:
    """The tidy text as a cell, quoted where any reader could take it for something else."""
    safe = protect(tidy(text))
    if not safe or _TO_QUOTE.search(safe):
        return '"' + safe.replace('"', '""') + '"'
    return safe
