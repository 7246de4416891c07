"""Tables and points as CSV or TSV that read back as the same numbers, bit for bit."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.errors import PlainError
from core.files.atomic import write_atomically
from core.files.cells import text_cell
from core.files.limits import LONGEST_NAME
from core.files.sniff import LABEL_NAMES
from core.files.tables import Table
from core.files.wording import shown, tidy
from core.points import Points


def write_points_csv(
    path: str | os.PathLike[str], points: Points, axis_names: Sequence[str] = ("x", "y")
) -> None:
    """Points as a CSV with a header: two coordinates and the name of the class."""
    labels = tuple(points.class_names[k] for k in points.labels.tolist())
    write_table(path, Table(points.xy, labels, tuple(axis_names), points.class_names))


def write_table(path: str | os.PathLike[str], table: Table, delimiter: str | None = None) -> None:
    """A table with a header, the label last; tabs when the file is called .tsv or .tab."""
    if delimiter is None:
        delimiter = "\t" if Path(path).suffix.lower() in (".tsv", ".tab") else ","
    write_atomically(path, table_text(table, delimiter).encode())


def table_text(table: Table, delimiter: str = ",") -> str:
    """What `write_table` writes."""
    if delimiter not in (",", ";", "\t", "|"):
        raise PlainError("The delimiter must be a comma, a semicolon, a tab or |.")
    if not np.isfinite(table.values).all():
        raise PlainError("The table holds a value that is not a finite number.")
    distinct_names(table.class_names)
    cells = {name: text_cell(name) for name in table.class_names}
    title = label_title(table.class_names)
    lines = [delimiter.join([*map(text_cell, table.column_names), title])]
    for row, label in zip(table.values, table.labels, strict=True):
        lines.append(delimiter.join([*map(repr, row.tolist()), cells[label]]))
    return "\n".join(lines) + "\n"


def label_title(class_names: Sequence[str]) -> str:
    """A name for the labels that is no label itself, so that the header is known for one."""
    taken = {name.lower() for name in class_names}
    return next((title for title in LABEL_NAMES if title not in taken), LABEL_NAMES[0])


def distinct_names(names: Sequence[str], what: str = "classes") -> Sequence[str]:
    """The names tidied, when all differ, none is empty and no class name is overlong."""
    tidied = [tidy(name) for name in names]
    if "" in tidied:
        raise PlainError(f"One of the {what} has no name; give it one before writing the file.")
    twice = next((name for name, count in Counter(tidied).items() if count > 1), None)
    if twice is not None:
        raise PlainError(
            f"Two {what} are called “{shown(twice)}”; rename one before writing the file."
        )
    if what == "classes" and max(map(len, tidied), default=0) > LONGEST_NAME:
        raise PlainError(f"The name of a class may have at most {LONGEST_NAME} characters.")
    return tidied
