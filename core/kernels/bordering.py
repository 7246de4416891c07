"""Rows with one more column, and the norms of rows: one walk over all nonzeros each."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from core.kernels.compiler import Kernel, compiled
from core.kernels.loops import raw
from core.rows import Floats, Rows, freeze_arrays


@cache
def _border_kernel() -> Kernel:
    def border(rows: Any, width: Any, new_starts: Any, new_columns: Any, new_values: Any) -> None:
        starts, columns, values, _ = rows
        one = np.uint64(1)
        at = np.uint64(0)
        for i in range(len(starts) - 1):
            new_starts[i] = at
            for j in range(starts[i], starts[i + 1]):
                new_columns[at] = columns[j]
                new_values[at] = values[j]
                at += one
            new_columns[at] = width
            new_values[at] = 1.0
            at += one
        new_starts[len(starts) - 1] = at

    return compiled(border)


@cache
def _norm_kernel() -> Kernel:
    def norm(rows: Any, norms: Any) -> None:
        starts, _, values, _ = rows
        for i in range(len(norms)):
            total = 0.0
            for j in range(starts[i], starts[i + 1]):
                total += values[j] * values[j]
            norms[i] = total

    return compiled(norm)


def bordered(rows: Rows) -> Rows:
    """One more column, the last, that is 1 in every row."""
    nonzeros = rows.nonzeros + len(rows)
    starts, columns = np.empty(len(rows) + 1, np.int64), np.empty(nonzeros, np.int32)
    wider = Rows(starts, columns, np.empty(nonzeros), rows.width + 1)
    new_starts, new_columns, new_values, _ = raw(wider)
    _border_kernel()(raw(rows), rows.width, new_starts, new_columns, new_values)
    freeze_arrays((wider.starts, wider.columns, wider.values))
    return wider


def squared_norms(rows: Rows) -> Floats:
    """‖x‖² of every row; infinite where it is too large for a number."""
    norms = np.empty(len(rows))
    _norm_kernel()(raw(rows), norms)
    return norms
