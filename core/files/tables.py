"""Numeric tables with a label in every row: CSV, TSV and their kin."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.dataset import MOST_CLASSES, Dataset, number_labels
from core.errors import PlainError
from core.experiment import PointsData, TableData
from core.files.cells import DELIMITERS, split_rows, unprotect
from core.files.limits import MOST_CELLS, MOST_COLUMNS, MOST_ROWS
from core.files.numbers import parse_number, parse_numbers, why_no_number
from core.files.sniff import LABEL_NAMES, OTHER_LABEL_NAME, TableShape, sniff
from core.files.text import read_text
from core.files.wording import checked_label, complaint, found, shown
from core.points import MOST_CLASSES as MOST_POINT_CLASSES
from core.rows import Floats, frozen_array


@dataclass(frozen=True, eq=False)
class Table:
    """Immutable numbers with one label per row, every label one of the class names."""

    values: Floats  # [n, columns]
    labels: tuple[str, ...]  # [n]
    column_names: tuple[str, ...]
    class_names: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", frozen_array(self.values, np.float64))

    def __len__(self) -> int:
        return len(self.labels)

    def to_data(self) -> PointsData | TableData:
        """For the experiment: points where there are two columns and few classes."""
        numbers, names = number_labels(self.labels, self.class_names)
        labels = tuple(numbers.tolist())
        values = tuple(tuple(row.tolist()) for row in self.values)
        if len(self.column_names) == 2 and len(names) <= MOST_POINT_CLASSES:
            return PointsData(values, labels, names, (self.column_names[0], self.column_names[1]))
        return TableData(values, labels, self.column_names, names)

    def dataset(self) -> Dataset:
        """For the learners, every column a feature."""
        return Dataset.from_table(self.values, self.labels, self.column_names, self.class_names)


def read_table(
    path: str | os.PathLike[str],
    shape: TableShape | None = None,
    encoding: str | None = None,
) -> Table:
    """The table in a file; the shape is found out unless given."""
    text, _ = read_text(path, encoding)
    return parse_table(text, Path(path).name, shape)


def parse_table(text: str, name: str, shape: TableShape | None = None) -> Table:
    """The table in a text, whole, or an error that names the line."""
    if not text or text.isspace():
        raise complaint(name, "expected a table, found an empty file.")
    if shape is None:
        table = _parse_shaped(text, name, guess := sniff(text, name))
        _check_guess(table, name, guess)
        return table
    return _parse_shaped(text, name, shape)


def _parse_shaped(text: str, name: str, shape: TableShape) -> Table:
    _check_shape(shape, name)
    values = array("d")
    labels: list[str] = []
    classes = ClassNames(name, f"column “{shown(shape.names[shape.label_column])}”")
    for line, row in _body(text, name, shape):
        if len(labels) == MOST_ROWS:
            raise complaint(name, f"expected at most {MOST_ROWS:,} rows.", line)
        values.extend(_numbers(row, name, line, shape))
        if len(values) > MOST_CELLS:
            raise complaint(name, f"expected at most {MOST_CELLS:,} numbers.", line)
        labels.append(classes.add(unprotect(row[shape.label_column].strip()), line))
    if not labels:
        raise complaint(name, "expected rows of numbers and a label, found none.")
    return Table(
        np.frombuffer(values, np.float64).reshape(len(labels), len(shape.columns)),
        tuple(labels),
        shape.column_names,
        classes.names(),
    )


class ClassNames:
    """Collects labels while a file is read, and refuses more classes than there can be."""

    def __init__(self, file_name: str, place: str) -> None:
        self._file_name = file_name
        self._place = place
        self._known: dict[str, str] = {}  # label as written to label
        self._labels: set[str] = set()

    def add(self, text: str, line: int) -> str:
        """The label, checked; equal labels are one object."""
        label = self._known.get(text)
        if label is not None:
            return label
        label = checked_label(text, self._file_name, line)
        self._known[text] = label
        self._labels.add(label)
        if len(self._labels) > MOST_CLASSES:
            what = f"expected at most {MOST_CLASSES} different labels in {self._place}."
            raise complaint(self._file_name, what, line)
        return label

    def names(self) -> tuple[str, ...]:
        """The classes in order, at the end; fewer than two are refused."""
        _, names = number_labels(tuple(self._labels))
        if len(names) < 2:
            what = f"expected at least 2 different labels in {self._place}, found {len(names)}."
            raise complaint(self._file_name, what)
        return names


def _body(text: str, name: str, shape: TableShape) -> Iterator[tuple[int, Sequence[str]]]:
    """Line number and cells of every row below the header, all of one width."""
    width = len(shape.names)
    header = shape.header
    for line, row in split_rows(text, shape.delimiter, name):
        if len(row) == width + 1 and not row[-1].strip():
            row.pop()  # a delimiter at the end of the line opens no column
        if len(row) != width:
            raise complaint(name, f"expected {width} columns, found {len(row)}.", line)
        if header:
            header = False
        else:
            yield line, row


def _numbers(row: Sequence[str], name: str, line: int, shape: TableShape) -> Sequence[float]:
    cells = [row[j] for j in shape.columns]
    numbers = parse_numbers(cells, shape.decimal)
    if numbers is not None:
        return numbers
    numbers = []
    for cell, column in zip(cells, shape.columns, strict=True):
        number = parse_number(cell, shape.decimal)
        if number is None:
            wanted = f"expected a number in column “{shown(shape.names[column])}”"
            hint = why_no_number(cell, shape.decimal)
            raise complaint(name, f"{wanted}, {found(cell)}{hint}.", line)
        numbers.append(number)
    return numbers


def _check_guess(table: Table, name: str, shape: TableShape) -> None:
    """Refuse measurements taken for labels because there was nothing else to take."""
    if shape.names[shape.label_column].lower() in (*LABEL_NAMES, OTHER_LABEL_NAME) and shape.header:
        return
    numbers = [parse_number(label, shape.decimal) for label in table.class_names]
    if None not in numbers and any(number != round(number or 0.0) for number in numbers):
        what = "expected a label in every row, found only numbers; a column may be named “label”."
        raise complaint(name, what)


def _check_shape(shape: TableShape, name: str) -> None:
    """A shape may come from a person's hand."""
    width = len(shape.names)
    if shape.delimiter not in DELIMITERS:
        raise PlainError("The delimiter must be a comma, a semicolon, a tab, a space or |.")
    if shape.decimal not in (".", ","):
        raise PlainError("The decimal sign must be a point or a comma.")
    if not 0 <= shape.label_column < width:
        raise complaint(name, f"there is no column {shape.label_column + 1} for the labels.")
    if not shape.columns or not all(0 <= j < width for j in shape.columns):
        raise complaint(name, "expected at least one column of numbers besides the label.")
    if shape.label_column in shape.columns:
        raise complaint(name, "expected the label in a column of its own.")
    if len(shape.columns) > MOST_COLUMNS:
        raise complaint(name, f"expected at most {MOST_COLUMNS:,} columns of numbers.")
