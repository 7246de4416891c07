"""Finding out how a table is written: delimiter, decimal sign, header, and which column labels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from core.dataset import MOST_CLASSES
from core.errors import PlainError
from core.files.cells import DELIMITERS, split_rows, unprotect
from core.files.limits import LONGEST_LINE, LONGEST_NAME
from core.files.wording import complaint, tidy

LABEL_NAMES = ("label", "class", "target", "category")
OTHER_LABEL_NAME = "y"  # unless next to an x, where it is a coordinate

_SAMPLE_ROWS = 1_000
_SAMPLE_CHARACTERS = 500_000
_LONGEST_CELL = 100  # a longer cell is taken for text without a closer look
_PROPER = re.compile(r"[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")
_NUMERIC = re.compile(r"[+-]?[.,]?[0-9][0-9.,']*(?:[eE][+-]?[0-9]+)?")
_GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+")
_SPACED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?: [0-9]{3})+(?:[.,][0-9]+)?")
_QUOTED = re.compile(r'"[^"]*"')
_MISSING = frozenset({"", "na", "n/a", "nan", "null", "none", "?", "-", "inf", "+inf", "-inf"})

Sample: TypeAlias = list[list[str]]


@dataclass(frozen=True)
class TableShape:
    """How a table is written. Columns count from 0; `names` has one for each in the file."""

    delimiter: str
    decimal: str
    header: bool
    label_column: int
    columns: tuple[int, ...]  # those with the numbers to learn from
    names: tuple[str, ...]

    @property
    def column_names(self) -> tuple[str, ...]:
        """The names of the columns with numbers."""
        return tuple(self.names[j] for j in self.columns)


def sniff(
    text: str,
    name: str = "The text",
    *,
    delimiter: str | None = None,
    decimal: str | None = None,
    header: bool | None = None,
    label_column: int | None = None,
) -> TableShape:
    """The likeliest shape; what is given is taken as given and the rest found out around it.

    Every column but the label counts as numbers, also one with text: reading then says where.
    """
    sample_text = beginning(text)
    if delimiter is None:
        delimiter = _find_delimiter(sample_text, name)
    rows = even_rows(_sample(sample_text, delimiter))
    if not rows or len(rows[0]) < 2:
        raise _no_table(name)
    body = rows[1:] or rows
    numeric = tuple(j for j in range(len(rows[0])) if is_numeric(body, j))
    if header is None:
        header = _has_header(rows, numeric)
    titles = as_titles(rows[0]) if header else [""] * len(rows[0])
    body = body if header else rows
    if label_column is None:
        label_column = _find_label(titles, body, numeric)
    others = [j for j in range(len(titles)) if j != label_column]
    columns = tuple(j for j in others if not (header and _is_index(titles, body, j)))
    if decimal is None:
        decimal = _find_decimal([row[j] for row in body for j in columns], delimiter)
    names = _named(titles, columns, label_column)
    return TableShape(delimiter, decimal, header, label_column, columns, names)


def numeric_columns(text: str, shape: TableShape) -> tuple[int, ...]:
    """Which columns hold mostly numbers: the ones worth offering to learn from."""
    rows = even_rows(_sample(beginning(text), shape.delimiter))
    body = rows[1:] if shape.header else rows
    width = len(rows[0]) if rows else 0
    return tuple(j for j in range(width) if is_numeric(body, j))


def beginning(text: str) -> str:
    """The first lines: enough to judge by, and at least one whole."""
    if len(text) <= _SAMPLE_CHARACTERS:
        return text
    end = text.rfind("\n", 0, _SAMPLE_CHARACTERS)
    if end < 0:
        end = text.find("\n", 0, LONGEST_LINE)
    return text[:end] if end >= 0 else text[:LONGEST_LINE]


def _sample(text: str, delimiter: str) -> Sample:
    """The first rows; a sample that breaks off is as good as a whole one."""
    rows: Sample = []
    try:
        for _, row in split_rows(text, delimiter, ""):
            rows.append([cell.strip() for cell in row])
            if len(rows) == _SAMPLE_ROWS:
                break
    except PlainError:
        pass
    return rows


def even_rows(rows: Sample) -> Sample:
    """The rows of the commonest width, without a last column that is empty throughout."""
    if not rows:
        return []
    width = Counter(map(len, rows)).most_common(1)[0][0]
    even = [row for row in rows if len(row) == width]
    if all(not row[-1] for row in even):
        return [row[: width - 1] for row in rows if len(row) in (width, width - 1)]
    return even


def _find_delimiter(text: str, name: str) -> str:
    """The one that leaves every row equally wide, and after that the most cells numbers."""
    masked = _QUOTED.sub(_mask, text)
    candidates = []
    for preference, delimiter in enumerate(DELIMITERS):
        rows = _sample(masked, delimiter)
        even = even_rows(rows)
        if delimiter == "\t" and _has_spaced_numbers(rows, even):
            return delimiter  # spaces part thousands there, not columns
        if even and len(even[0]) >= 2:
            rank = (len(even) == len(rows), _fit(even, delimiter), -preference)
            candidates.append((rank, delimiter))
    if not candidates:
        for delimiter in sorted(DELIMITERS, key=text.count, reverse=True):
            next(split_rows(text, delimiter, name), None)  # may know better what is wrong
        raise _no_table(name)
    return max(candidates)[1]


def _has_spaced_numbers(rows: Sample, even: Sample) -> bool:
    """Whether rows of one width have 1 500 somewhere; they are refused, not read as 1 and 500."""
    return (
        0 < len(even) == len(rows)
        and len(even[0]) >= 2
        and any(_SPACED.fullmatch(cell[:_LONGEST_CELL]) for row in even for cell in row)
    )


def _mask(quoted: re.Match[str]) -> str:
    """Delimiters inside quotation marks do not count."""
    text = quoted.group()
    return '"q"' if any(delimiter in text for delimiter in DELIMITERS) else text


def _fit(rows: Sample, delimiter: str) -> float:
    """Share of cells that are numbers, less those with another delimiter in them."""
    others = [other for other in DELIMITERS if other not in (delimiter, " ")]
    good = 0
    for row in rows:
        for cell in row:
            if len(cell) <= _LONGEST_CELL and _PROPER.fullmatch(cell):
                good += 1
            elif any(other in cell for other in others):
                good -= 1
    return good / (len(rows) * len(rows[0]))


def is_numeric(rows: Sample, column: int) -> bool:
    """Whether at least half of the cells that are there look like numbers."""
    cells = [row[column] for row in rows if row[column].lower() not in _MISSING]
    return 2 * sum(map(looks_numeric, cells)) >= len(cells)


def looks_numeric(cell: str) -> bool:
    return len(cell) <= _LONGEST_CELL and _NUMERIC.fullmatch(cell) is not None


def _has_header(rows: Sample, numeric: Sequence[int]) -> bool:
    """No number above any column of numbers, or a name for labels that is no label itself."""
    first, body = rows[0], rows[1:]
    if not body:
        return not any(map(looks_numeric, first))
    if numeric and not any(looks_numeric(first[j]) for j in numeric):
        return True
    return any(
        cell.lower() in LABEL_NAMES and all(row[j] != cell for row in body)
        for j, cell in enumerate(first)
    )


def _find_label(titles: Sequence[str], body: Sample, numeric: Sequence[int]) -> int:
    """The only column of text; else the one so named; else the last, unless it cannot be."""
    last = len(titles) - 1
    texts = [j for j in range(len(titles)) if j not in numeric]
    if len(texts) == 1:
        return texts[0]
    folded = [title.lower() for title in titles]
    named = [j for j, title in enumerate(folded) if title in LABEL_NAMES]
    if named:
        return named[-1]
    if texts:
        return texts[-1]
    if OTHER_LABEL_NAME in folded and "x" not in folded:
        return folded.index(OTHER_LABEL_NAME)
    if not _could_be_classes(body, last) and _could_be_classes(body, 0):
        return 0
    return last


def _could_be_classes(body: Sample, column: int) -> bool:
    """A few whole numbers again and again."""
    cells = [row[column] for row in body]
    distinct = set(cells)
    whole = all(cell.lstrip("+-").isdecimal() for cell in distinct)
    return whole and 2 <= len(distinct) <= min(MOST_CLASSES, len(cells) - 1)


def _is_index(titles: Sequence[str], body: Sample, column: int) -> bool:
    """Whether a column without a title only numbers the rows, as some programs write it."""
    if titles[column]:
        return False
    cells = [row[column] for row in body]
    return any(cells == [str(i) for i in range(start, start + len(cells))] for start in (0, 1))


def _find_decimal(cells: Sequence[str], delimiter: str) -> str:
    """A comma when numbers have one and it cannot mean anything else."""
    commas = [
        cell
        for cell in cells
        if "," in cell and len(cell) <= _LONGEST_CELL and _PROPER.fullmatch(cell)
    ]
    if not commas or delimiter == ",":
        return "."
    # Between semicolons a comma is the decimal sign; elsewhere 1,234 may mean a thousand.
    clear = delimiter == ";" or not all(_GROUPED.fullmatch(cell) for cell in commas)
    return "," if clear else "."


def as_titles(cells: Sequence[str]) -> list[str]:
    return [unprotect(tidy(cell))[:LONGEST_NAME] for cell in cells]


def _named(titles: Sequence[str], columns: Sequence[int], label_column: int) -> tuple[str, ...]:
    """The titles, with plain names where there are none."""
    plain = ["x", "y"] if len(columns) == 2 else [f"x{k + 1}" for k in range(len(columns))]
    names = list(titles)
    for column, fallback in [*zip(columns, plain, strict=True), (label_column, "label")]:
        if 0 <= column < len(names):
            names[column] = names[column] or fallback
    return tuple(names)


def _no_table(name: str) -> PlainError:
    return complaint(
        name,
        "expected rows of numbers and a label, separated by commas, semicolons, tabs, spaces or |.",
    )
