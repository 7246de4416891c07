"""Rows of numbers in compressed sparse form: what every learner is given to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.errors import PlainError

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


def frozen_array(array: ArrayLike, dtype: Any) -> NDArray[Any]:
    """A contiguous read-only array; the caller's own array is never frozen or shared writable."""
    result = np.array(array, dtype=dtype, order="C")
    result.flags.writeable = False
    return result


@dataclass(frozen=True, eq=False)
class Rows:
    """Immutable rows in CSR form: row i has `values[starts[i]:starts[i+1]]` at those `columns`.

    Within a row the columns ascend and none repeats.
    """

    starts: NDArray[np.int64]  # [n + 1]
    columns: Ints  # [nonzeros]
    values: Floats  # [nonzeros]
    width: int

    @classmethod
    def from_dense(cls, table: ArrayLike) -> Rows:
        """Keep the zeros out; refuse anything that is not a finite number."""
        dense = np.asarray(table, dtype=np.float64)
        if dense.ndim != 2:
            raise PlainError(f"Expected a table of rows and columns, got {dense.ndim} dimension(s).")
        if not np.isfinite(dense).all():
            raise PlainError("The data hold a value that is not a finite number.")
        filled = dense != 0.0
        starts = np.zeros(len(dense) + 1, np.int64)
        np.cumsum(filled.sum(axis=1), out=starts[1:])
        return cls._frozen(starts, np.nonzero(filled)[1], dense[filled], dense.shape[1])

    @classmethod
    def from_csr(cls, matrix: Any) -> Rows:
        """From anything with `indptr`, `indices`, `data` and `shape` (SciPy's CSR)."""
        tidy = matrix
        if not matrix.has_canonical_format:
            tidy = matrix.copy()
            tidy.sum_duplicates()
        if not np.isfinite(tidy.data).all():
            raise PlainError("The data hold a value that is not a finite number.")
        return cls._frozen(tidy.indptr, tidy.indices, tidy.data, int(tidy.shape[1]))

    @classmethod
    def _frozen(cls, starts: ArrayLike, columns: ArrayLike, values: ArrayLike, width: int) -> Rows:
        return cls(
            frozen_array(starts, np.int64),
            frozen_array(columns, np.int32),
            frozen_array(values, np.float64),
            width,
        )

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def nonzeros(self) -> int:
        return len(self.values)

    def row(self, i: int) -> tuple[Ints, Floats]:
        """Columns and values of row i."""
        start, end = self.starts[i], self.starts[i + 1]
        return self.columns[start:end], self.values[start:end]

    def dense(self) -> Floats:
        """The whole table, zeros included; only for small widths."""
        table = np.zeros((len(self), self.width))
        table[self._row_numbers(), self.columns] = self.values
        return table

    def take(self, chosen: Sequence[int] | NDArray[Any]) -> Rows:
        """The chosen rows, in that order."""
        chosen = np.asarray(chosen)
        if chosen.dtype == np.bool_:
            chosen = np.flatnonzero(chosen)
        chosen = chosen.astype(np.int64)
        lengths = np.diff(self.starts)[chosen]
        starts = np.zeros(len(chosen) + 1, np.int64)
        np.cumsum(lengths, out=starts[1:])
        within = np.arange(starts[-1]) - np.repeat(starts[:-1], lengths)
        source = np.repeat(self.starts[chosen], lengths) + within
        return Rows._frozen(starts, self.columns[source], self.values[source], self.width)

    def with_column_of_ones(self) -> Rows:
        """One more column, the last, that is 1 in every row: the bias as a feature."""
        n = len(self)
        ends = self.starts[1:]
        return Rows._frozen(
            self.starts + np.arange(n + 1),
            np.insert(self.columns, ends, self.width),
            np.insert(self.values, ends, 1.0),
            self.width + 1,
        )

    def with_squares(self) -> Rows:
        """The columns again, squared, behind the plain ones."""
        doubled = np.concatenate([self.columns, self.columns + self.width])
        values = np.concatenate([self.values, self.values**2])
        order = np.argsort(np.tile(self._row_numbers(), 2), kind="stable")
        return Rows._frozen(self.starts * 2, doubled[order], values[order], self.width * 2)

    def squared_norms(self) -> Floats:
        """‖x‖² of every row."""
        with np.errstate(over="ignore"):
            squares = self.values**2
            return np.bincount(self._row_numbers(), weights=squares, minlength=len(self))

    def dot(self, weights: Floats) -> Floats:
        """Scores [n, heads] of every row under weights [width, heads]."""
        from core.kernels.loops import multiply_rows

        return multiply_rows(self, weights)

    def column(self, j: int) -> Floats:
        """Column j as a dense vector [n]."""
        result = np.zeros(len(self))
        found = self.columns == j
        result[self._row_numbers()[found]] = self.values[found]
        return result

    def to_scipy(self) -> csr_matrix:
        """The same rows as a SciPy CSR matrix (imports SciPy)."""
        from scipy.sparse import csr_matrix

        return csr_matrix(
            (self.values, self.columns, self.starts), shape=(len(self), self.width)
        )

    def _row_numbers(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self)), np.diff(self.starts))
