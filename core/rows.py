"""Rows of numbers in compressed sparse form: what every learner is given to learn from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


def freeze_arrays(values: Iterable[object]) -> None:
    """Make all arrays among these read-only in place, which copies and unpickled ones are not."""
    for value in values:
        if isinstance(value, np.ndarray):
            value.flags.writeable = False


@dataclass(frozen=True, eq=False)
class Rows:
    """Immutable rows in CSR form: row i has `values[starts[i]:starts[i+1]]` at those `columns`.

    Within a row the columns ascend and none repeats.
    """

    starts: NDArray[np.int64]  # [n + 1]
    columns: Ints  # [nonzeros]
    values: Floats  # [nonzeros]
    width: int

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        freeze_arrays(state.values())

    @classmethod
    def from_dense(cls, table: ArrayLike) -> Rows:
        """Keep the zeros out; refuse anything that is not a finite number."""
        dense = np.asarray(table, dtype=np.float64)
        if dense.ndim != 2:
            raise PlainError(
                f"Expected a table of rows and columns, got {dense.ndim} dimension(s)."
            )
        if not np.isfinite(dense).all():
            raise PlainError("The data hold a value that is not a finite number.")
        filled = dense != 0.0
        starts = np.zeros(len(dense) + 1, np.int64)
        np.cumsum(filled.sum(axis=1), out=starts[1:])
        return cls._frozen(starts, np.nonzero(filled)[1], dense[filled], dense.shape[1])

    @classmethod
    def from_csr(cls, matrix: Any) -> Rows:
        """From SciPy's CSR; entries that are stored but zero are left out, as in `from_dense`."""
        tidy = matrix
        if not matrix.has_canonical_format or (matrix.data == 0.0).any():
            tidy = matrix.copy()
            tidy.sum_duplicates()
            tidy.eliminate_zeros()
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
        from core.kernels.bordering import bordered

        return bordered(self)

    def measured_from(self, origin: Floats) -> Rows:
        """Every value minus its column's origin, zeros too where the origin is not zero."""
        moved = np.flatnonzero(origin)
        if len(moved) == 0:
            return self
        kept = origin[self.columns] == 0.0
        numbers = [self._row_numbers()[kept], np.repeat(np.arange(len(self)), len(moved))]
        columns = [self.columns[kept], np.tile(moved, len(self))]
        values = [self.values[kept], (self.dense_columns(moved) - origin[moved]).ravel()]
        rows, places = np.concatenate(numbers), np.concatenate(columns)
        order = np.lexsort((places, rows))
        starts = np.searchsorted(rows[order], np.arange(len(self) + 1))
        return Rows._frozen(starts, places[order], np.concatenate(values)[order], self.width)

    def with_squares(self) -> Rows:
        """The columns again, squared, behind the plain ones."""
        doubled = np.concatenate([self.columns, self.columns + self.width])
        values = np.concatenate([self.values, self.values**2])
        order = np.argsort(np.tile(self._row_numbers(), 2), kind="stable")
        return Rows._frozen(self.starts * 2, doubled[order], values[order], self.width * 2)

    def squared_norms(self) -> Floats:
        """‖x‖² of every row."""
        from core.kernels.bordering import squared_norms

        return squared_norms(self)

    def dot(self, weights: Floats) -> Floats:
        """Scores [n, heads] of every row under weights [width, heads]."""
        from core.kernels.loops import multiply_rows

        return multiply_rows(self, weights)

    def dense_columns(self, columns: Sequence[int] | NDArray[Any]) -> Floats:
        """These columns [n, len(columns)], zeros included."""
        slot = np.full(self.width, -1)
        slot[np.asarray(columns, np.int64)] = np.arange(len(columns))
        place = slot[self.columns]
        wanted = place >= 0
        table = np.zeros((len(self), len(columns)))
        table[self._row_numbers()[wanted], place[wanted]] = self.values[wanted]
        return table

    def column(self, j: int) -> Floats:
        """Column j as a dense vector [n]."""
        result = np.zeros(len(self))
        found = np.flatnonzero(self.columns == j)
        result[np.searchsorted(self.starts, found, side="right") - 1] = self.values[found]
        return result

    def to_scipy(self) -> csr_matrix:
        """The same rows as a SciPy CSR matrix (imports SciPy)."""
        from scipy.sparse import csr_matrix

        return csr_matrix((self.values, self.columns, self.starts), shape=(len(self), self.width))

    def _row_numbers(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self)), np.diff(self.starts))
