"""How a table file would be read: found out, corrected by wishes, and shown before it is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from core.errors import PlainError
from core.files.cells import split_rows
from core.files.sniff import TableShape, numeric_columns, sniff
from core.files.tables import Table, parse_table
from core.files.text import decode_text

SHOWN_ROWS = 50
SHOWN_COLUMNS = 200
LONGEST_CELL = 200  # characters that are shown


@dataclass(frozen=True)
class Wishes:
    """What the user has fixed; None is to be found out."""

    encoding: str | None = None
    delimiter: str | None = None
    decimal: str | None = None
    header: bool | None = None
    label_column: int | None = None
    columns: frozenset[int] | None = None


@dataclass(frozen=True)
class Preview:
    """The beginning of the table as it would be read, or why it would not."""

    encoding: str
    text: str
    shape: TableShape | None
    rows: tuple[tuple[str, ...], ...]  # the header not among them
    numeric: frozenset[int]
    problem: str = ""

    @property
    def width(self) -> int:
        return len(self.shape.names) if self.shape else 0


class TableFile:
    """The bytes of a table and its text, decoded once for each encoding that is tried."""

    def __init__(self, data: bytes, name: str) -> None:
        self.data, self.name = data, name
        self._decoded: tuple[str | None, tuple[str, str]] | None = None

    def preview(self, wishes: Wishes) -> Preview:
        """Quick also for large files: only their beginning is looked at."""
        try:
            text, encoding = self._text(wishes.encoding)
        except PlainError as error:
            return Preview(wishes.encoding or "", "", None, (), frozenset(), str(error))
        try:
            shape = self._shape(text, wishes)
        except PlainError as error:
            return Preview(encoding, text, None, (), frozenset(), str(error))
        numeric = frozenset(numeric_columns(text, shape))
        shape = _with_columns(shape, wishes, numeric)
        rows = _first_rows(text, shape, self.name)
        return Preview(encoding, text, shape, rows, numeric)

    def read(self, preview: Preview) -> Table:
        """The whole table in that shape; PlainError names the line that does not fit."""
        if preview.shape is None:
            raise PlainError(preview.problem)
        if not preview.shape.columns:
            raise PlainError("Choose at least one column of numbers.")
        return parse_table(preview.text, self.name, preview.shape)

    def _text(self, encoding: str | None) -> tuple[str, str]:
        known = self._decoded  # another thread may put its own there meanwhile
        if known is None or known[0] != encoding:
            known = (encoding, decode_text(self.data, self.name, encoding))
            self._decoded = known
        return known[1]

    def _shape(self, text: str, wishes: Wishes) -> TableShape:
        return sniff(
            text,
            self.name,
            delimiter=wishes.delimiter,
            decimal=wishes.decimal,
            header=wishes.header,
            label_column=wishes.label_column,
        )


def _with_columns(shape: TableShape, wishes: Wishes, numeric: frozenset[int]) -> TableShape:
    """Columns of text are left out unless they are wished for."""
    every = [j for j in range(len(shape.names)) if j != shape.label_column]
    if wishes.columns is not None:
        return replace(shape, columns=tuple(j for j in every if j in wishes.columns))
    return replace(shape, columns=tuple(j for j in shape.columns if j in numeric))


def _first_rows(text: str, shape: TableShape, name: str) -> tuple[tuple[str, ...], ...]:
    rows: list[tuple[str, ...]] = []
    try:
        for _, row in islice(split_rows(text, shape.delimiter, name), SHOWN_ROWS + 1):
            rows.append(_shown_cells(row))
    except PlainError:
        pass  # reading the whole will say it
    return tuple(rows[1:] if shape.header else rows[:SHOWN_ROWS])


def _shown_cells(row: Sequence[str]) -> tuple[str, ...]:
    return tuple(" ".join(cell[:LONGEST_CELL].split()) for cell in row[:SHOWN_COLUMNS])
