"""Rows with a column of ones, norms, and the bias that is not stored, against dense tables."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.kernels.loops import multiply_rows
from core.rows import Floats, Rows

NUMBERS = st.sampled_from([0.0, 0.0, 1.0, -2.5, 1e-3, 7.0])
TABLES = st.tuples(st.integers(0, 6), st.integers(1, 5)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=NUMBERS)
)


@given(TABLES)
def test_a_column_of_ones_comes_last(table: Floats) -> None:
    rows = Rows.from_dense(table)
    bordered = rows.with_column_of_ones()
    assert bordered.width == rows.width + 1
    assert np.array_equal(bordered.dense(), np.column_stack([table, np.ones(len(table))]))
    again = Rows.from_dense(bordered.dense())
    assert bordered.columns.tolist() == again.columns.tolist()
    assert bordered.starts.tolist() == again.starts.tolist()
    assert not bordered.values.flags.writeable


@given(TABLES)
def test_norms_and_columns(table: Floats) -> None:
    rows = Rows.from_dense(table)
    np.testing.assert_allclose(rows.squared_norms(), (table**2).sum(axis=1), rtol=1e-12)
    for j in range(table.shape[1]):
        assert np.array_equal(rows.column(j), table[:, j])


def test_a_norm_too_large_for_a_number_is_infinite() -> None:
    assert Rows.from_dense([[1e200, 1.0], [3.0, 4.0]]).squared_norms().tolist() == [np.inf, 25.0]


@given(TABLES, st.integers(1, 6))
def test_one_more_row_of_weights_is_the_bias(table: Floats, heads: int) -> None:
    rng = np.random.default_rng(heads)
    weights = rng.normal(size=(table.shape[1] + 1, heads))
    scores = multiply_rows(Rows.from_dense(table), weights)
    np.testing.assert_allclose(scores, table @ weights[:-1] + weights[-1], atol=1e-9)
