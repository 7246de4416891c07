"""JSON lines: one object per line, with a label and numbers under their names."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np

from core.dataset import Dataset
from core.errors import PlainError
from core.files.atomic import write_atomically
from core.files.limits import MOST_CELLS, MOST_COLUMNS, MOST_ROWS
from core.files.sniff import LABEL_NAMES
from core.files.strict_json import decode_json
from core.files.tables import ClassNames, Table
from core.files.text import lines_of, read_text
from core.files.wording import complaint, found, shown, tidy
from core.files.write_tables import distinct_names

Features: TypeAlias = dict[str, float]
Scalar: TypeAlias = bool | int | float | str | None
Fields: TypeAlias = dict[str, Scalar | dict[str, Scalar]]


def read_json_lines(path: str | os.PathLike[str], encoding: str | None = None) -> Table | Dataset:
    """A table when every line has the same fields, else a dataset with a feature per field."""
    text, _ = read_text(path, encoding)
    return parse_json_lines(text, Path(path).name)


def parse_json_lines(text: str, name: str) -> Table | Dataset:
    """The examples in a text, all of them, or an error that names the line.

    A line is {"label": …, field: number, …} or {"label": …, "features": {field: number, …}}.
    """
    examples: list[Features] = []
    labels: list[str] = []
    classes = ClassNames(name, "the field of the label")
    cells = 0
    for line, content in enumerate(lines_of(text), 1):
        if not content.strip():
            continue
        if len(labels) == MOST_ROWS:
            raise complaint(name, f"expected at most {MOST_ROWS:,} rows.", line)
        fields = decode_json(content.encode(), name, Fields, line)
        label, features = _taken_apart(fields, name, line)
        cells += len(features)
        if cells > MOST_CELLS:
            raise complaint(name, f"expected at most {MOST_CELLS:,} numbers.", line)
        labels.append(classes.add(label, line))
        examples.append(features)
    if cells == 0:
        raise complaint(name, "expected an object with a label and numbers on every line.")
    return _table_or_dataset(examples, labels, classes.names())


def _table_or_dataset(
    examples: Sequence[Features], labels: Sequence[str], class_names: tuple[str, ...]
) -> Table | Dataset:
    names = tuple(examples[0])
    same = all(example.keys() == examples[0].keys() for example in examples)
    if same and 1 <= len(names) <= MOST_COLUMNS:
        values = np.empty((len(examples), len(names)))
        for row, example in zip(values, examples, strict=True):
            row[:] = [example[name] for name in names]
        return Table(values, tuple(labels), names, class_names)
    return Dataset.from_dictionaries(examples, labels, class_names)


def _taken_apart(fields: Fields, name: str, line: int) -> tuple[str, Features]:
    """The label as text, and the numbers."""
    key = _label_key(fields)
    if key is None:
        raise complaint(name, "expected a field “label”, found none.", line)
    label = _label_text(fields.pop(key), name, line)
    inner = fields.get("features")
    if isinstance(inner, dict) and len(fields) > 1:
        other = next(field for field in fields if field != "features")
        what = f"expected only a label beside “features”, {found(other)}."
        raise complaint(name, what, line)
    features: Features = {}
    for field, value in (inner if isinstance(inner, dict) else fields).items():
        title = tidy(field)
        if not title or title in features:
            raise complaint(name, f"expected fields with different names, {found(field)}.", line)
        features[title] = _number(value, title, name, line)
    return label, features


def _label_key(fields: Fields) -> str | None:
    folded = {field.lower(): field for field in fields}
    for wanted in LABEL_NAMES:
        if wanted in folded:
            return folded[wanted]
    return folded.get("y") if "x" not in folded else None


def _label_text(value: object, name: str, line: int) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    if value is None:
        return ""
    raise complaint(name, "expected a text or a number as the label.", line)


def _number(value: object, field: str, name: str, line: int) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return number
    seen = f"“{shown(value)}”" if isinstance(value, str) else f"“{shown(json.dumps(value))}”"
    raise complaint(name, f"expected a number in “{shown(field)}”, found {seen}.", line)


def write_json_lines(path: str | os.PathLike[str], data: Table | Dataset) -> None:
    """One object per line, with a label and features."""
    write_atomically(path, json_lines_text(data).encode())


def json_lines_text(data: Table | Dataset) -> str:
    """What `write_json_lines` writes."""
    distinct_names(data.class_names)
    lines = _table_lines(data) if isinstance(data, Table) else _dataset_lines(data)
    return "".join(line + "\n" for line in lines)


def _table_lines(table: Table) -> Iterator[str]:
    if not np.isfinite(table.values).all():
        raise PlainError("The table holds a value that is not a finite number.")
    names = distinct_names(table.column_names, "columns")
    for row, label in zip(table.values, table.labels, strict=True):
        yield _line(label, dict(zip(names, row.tolist(), strict=True)))


def _dataset_lines(dataset: Dataset) -> Iterator[str]:
    """Only the values that are there, but the first line names every feature.

    So the features read back are the same in the same order.
    """
    names = distinct_names(dataset.feature_names, "features")
    for i, label in enumerate(dataset.labels.tolist()):
        columns, values = dataset.rows.row(i)
        features: Features = dict.fromkeys(names, 0.0) if i == 0 else {}
        for column, value in zip(columns.tolist(), values.tolist(), strict=True):
            features[names[column]] = value
        yield _line(dataset.class_names[label], features)


def _line(label: str, features: Features) -> str:
    line = {"label": tidy(label), "features": features}
    return json.dumps(line, ensure_ascii=False, allow_nan=False)
