"""From a table of many columns to points on the plane: two of its columns, or its widest view."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.dataset import Dataset, number_labels
from core.errors import PlainError
from core.experiment import PointsData
from core.files.limits import MOST_CELLS, MOST_COLUMNS
from core.points import MOST_CLASSES

if TYPE_CHECKING:
    from core.files.tables import Table
    from core.rows import Floats

NO_AXIS = "–"  # the name of an axis along which nothing varies


def two_columns(table: Table, i: int, j: int) -> PointsData:
    """Column i to the right, column j up."""
    names = table.column_names
    return _points(table, table.values[:, [i, j]], (names[i], names[j]))


def on_a_line(table: Table, i: int = 0) -> PointsData:
    """One column to the right, every point at the same height."""
    x = table.values[:, i]
    return _points(table, np.column_stack([x, np.zeros_like(x)]), (table.column_names[i], NO_AXIS))


def principal_plane(table: Table) -> PointsData:
    """The plane on which the rows are spread widest, columns centred but not scaled.

    The axes say how much of the variance they show: “PC 1 (62 %)”. Of the two directions that
    an axis could have, it takes the one in which its largest weight is positive.
    """
    values = table.values
    # Scaled by one number, so that squares of very large or very small values stay finite.
    scale = float(np.abs(values).max(initial=0.0)) or 1.0
    centred = values / scale
    centred = centred - centred.mean(axis=0)
    _, spread, directions = np.linalg.svd(centred, full_matrices=False)
    directions = directions[:2]
    largest = np.abs(directions).argmax(axis=1)
    signs = np.sign(directions[np.arange(len(directions)), largest])
    xy = centred @ (directions * signs[:, None]).T * scale  # [n, 1 or 2]
    xy = np.column_stack([xy, np.zeros((len(xy), 2 - xy.shape[1]))])
    total = float((spread**2).sum())
    shares = [float(s**2) / total if total > 0 else 0.0 for s in (*spread[:2], 0.0, 0.0)]
    return _points(table, xy, (_axis(1, shares[0]), _axis(2, shares[1])))


def _axis(number: int, share: float) -> str:
    return f"PC {number} ({100.0 * share:.0f} %)"


def thinned(table: Table, most: int) -> Table:
    """At most so many rows, evenly spaced through the table; the classes stay as they are."""
    from core.files.tables import Table

    if len(table) <= most:
        return table
    kept = np.linspace(0, len(table) - 1, most).round().astype(np.int64)
    labels = tuple(table.labels[i] for i in kept.tolist())
    return Table(table.values[kept], labels, table.column_names, table.class_names)


def table_of(dataset: Dataset) -> Table:
    """A dataset with its zeros written out, where that does not take too much room."""
    from core.files.tables import Table

    width = dataset.rows.width
    if width > MOST_COLUMNS or len(dataset) * width > MOST_CELLS:
        raise PlainError(
            f"The data have {width:,} features in {len(dataset):,} rows, which is too much for "
            f"the plane; “perceptarium train” learns from them without showing them."
        )
    labels = tuple(dataset.class_names[k] for k in dataset.labels.tolist())
    return Table(dataset.rows.dense(), labels, dataset.feature_names, dataset.class_names)


def _points(table: Table, xy: Floats, axis_names: tuple[str, str]) -> PointsData:
    if len(table.class_names) > MOST_CLASSES:
        raise PlainError(
            f"Points can have {MOST_CLASSES} classes at most, but the table has "
            f"{len(table.class_names)}."
        )
    numbers, names = number_labels(table.labels, table.class_names)
    rows = tuple((x, y) for x, y in xy.tolist())
    return PointsData(rows, tuple(numbers.tolist()), names, axis_names)
