from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_matrix

from core.dataset import Dataset
from core.errors import PlainError
from core.points import Points
from core.rows import Rows

TABLES = arrays(
    np.float64,
    st.tuples(st.integers(0, 6), st.integers(1, 5)),
    elements=st.sampled_from([0.0, 0.0, 1.0, -2.5, 1e308, 1e-310]),
)


# Rows


@given(TABLES)
def test_rows_hold_the_table(table: np.ndarray) -> None:
    rows = Rows.from_dense(table)
    assert rows.dense().tolist() == table.tolist()
    assert (len(rows), rows.width) == table.shape
    assert rows.nonzeros == np.count_nonzero(table)
    assert Rows.from_csr(csr_matrix(table)).dense().tolist() == table.tolist()
    assert rows.to_scipy().toarray().tolist() == table.tolist()
    for j in range(table.shape[1]):
        assert rows.column(j).tolist() == table[:, j].tolist()
    for i in range(len(table)):
        columns, values = rows.row(i)
        assert dict(zip(columns.tolist(), values.tolist(), strict=True)) == {
            j: v for j, v in enumerate(table[i].tolist()) if v
        }


@given(TABLES, st.data())
def test_rows_can_be_chosen_and_extended(table: np.ndarray, data: st.DataObject) -> None:
    rows = Rows.from_dense(table)
    most = 8 if len(table) else 0
    chosen = data.draw(st.lists(st.integers(0, max(len(table) - 1, 0)), max_size=most))
    assert rows.take(chosen).dense().tolist() == table[np.array(chosen, int)].tolist()
    mask = np.arange(len(table)) % 2 == 0
    assert rows.take(mask).dense().tolist() == table[mask].tolist()
    ones = np.hstack([table, np.ones((len(table), 1))])
    assert rows.with_column_of_ones().dense().tolist() == ones.tolist()


@given(arrays(np.float64, (4, 3), elements=st.sampled_from([0.0, 1.0, -2.0, 0.5])))
def test_rows_do_plain_arithmetic(table: np.ndarray) -> None:
    rows = Rows.from_dense(table)
    weights = np.arange(6.0).reshape(3, 2) - 2.0
    assert rows.dot(weights).tolist() == (table @ weights).tolist()
    assert rows.squared_norms().tolist() == (table**2).sum(axis=1).tolist()
    assert rows.with_squares().dense().tolist() == np.hstack([table, table**2]).tolist()


def test_scores_out_of_range_are_numbers_still() -> None:
    rows = Rows.from_dense([[1e308, 1e308], [-1e308, 0.0]])
    scores = rows.dot(np.array([[5.0, 5.0], [5.0, -5.0]]))
    assert np.isfinite(scores).all()
    assert scores[0, 0] > 1e299
    assert (scores[1] < -1e299).all()


def test_duplicates_in_a_sparse_matrix_are_added() -> None:
    matrix = csr_matrix(
        (np.array([1.0, 2.0, 4.0]), np.array([1, 0, 1]), np.array([0, 3])), shape=(1, 2)
    )
    matrix.has_canonical_format = False
    assert Rows.from_csr(matrix).dense().tolist() == [[2.0, 5.0]]
    assert matrix.nnz == 3  # the caller's own is left alone


def test_rows_cannot_be_written_to_and_share_nothing() -> None:
    table = np.ones((2, 2))
    rows = Rows.from_dense(table)
    table[0, 0] = 9.0
    assert rows.dense()[0, 0] == 1.0
    for array in (rows.starts, rows.columns, rows.values):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(PlainError, match="rows and columns"):
        Rows.from_dense([1.0, 2.0])


# Points


def test_points_check_themselves() -> None:
    with pytest.raises(PlainError, match="not a finite number"):
        Points(np.array([[0.0, np.nan]]), np.array([0]))
    with pytest.raises(PlainError, match="2 points but 1 labels"):
        Points(np.zeros((2, 2)), np.array([0]))
    with pytest.raises(PlainError, match="does not name"):
        Points(np.zeros((1, 2)), np.array([2]))
    with pytest.raises(PlainError, match="2 to 8 classes"):
        Points(np.zeros((1, 2)), np.array([0]), ("A",))
    assert len(Points(np.zeros((0, 2)), np.array([]))) == 0


# Datasets


def test_from_points() -> None:
    points = Points(np.array([[1.0, 2.0], [0.0, -1.0]]), np.array([1, 0]), ("no", "yes"))
    data = Dataset.from_points(points)
    assert data.rows.dense().tolist() == points.xy.tolist()
    assert data.labels.tolist() == [1, 0]
    assert data.class_names == ("no", "yes")
    assert len(data.feature_names) == 2


def test_from_a_table_with_any_labels() -> None:
    data = Dataset.from_table([[1.0], [2.0], [3.0]], ["dog", "cat", "dog"], ["size"])
    assert data.class_names == ("cat", "dog")
    assert data.labels.tolist() == [1, 0, 1]
    assert data.feature_names == ("size",)
    numbers = Dataset.from_table([[1.0]] * 3, [10, 9, -1])
    assert numbers.class_names == ("-1", "9", "10")
    assert numbers.labels.tolist() == [2, 1, 0]
    given = Dataset.from_table([[1.0]], ["b"], class_names=["b", "a"])
    assert (given.labels.tolist(), given.class_names) == ([0], ("b", "a"))


def test_from_dictionaries() -> None:
    data = Dataset.from_dictionaries(
        [{"good": 2, "film": 1}, {"bad": 1, "film": 0}, {}], ["+", "-", "+"]
    )
    assert data.feature_names == ("good", "film", "bad")
    assert data.rows.dense().tolist() == [[2, 1, 0], [0, 0, 1], [0, 0, 0]]


def test_faults_are_named() -> None:
    rows = Rows.from_dense([[1.0], [2.0]])
    labels = np.array([0, 1])
    with pytest.raises(PlainError, match="2 examples but 1 labels"):
        Dataset(rows, labels[:1], ("a", "b"), ("x",))
    with pytest.raises(PlainError, match="2 to 50 classes; this one has 1"):
        Dataset(rows, np.zeros(2), ("a",), ("x",))
    with pytest.raises(PlainError, match="2 to 50 classes; this one has 51"):
        Dataset(rows, labels, tuple(map(str, range(51))), ("x",))
    with pytest.raises(PlainError, match="does not name"):
        Dataset(rows, np.array([0, 2]), ("a", "b"), ("x",))
    with pytest.raises(PlainError, match="1 features but 2 names"):
        Dataset(rows, labels, ("a", "b"), ("x", "y"))
    with pytest.raises(PlainError, match="“c” is not one of the classes"):
        Dataset.from_table([[1.0]], ["c"], class_names=["a", "b"])


def test_a_split_parts_the_examples() -> None:
    data = Dataset.from_table(np.arange(20.0)[:, None], ["a", "b"] * 10)
    assert data.training.tolist() == list(range(20))
    parted = data.split(0.3, seed=4)
    assert parted.held_out_rows.sum() == 6
    together = [*parted.training.tolist(), *np.flatnonzero(parted.held_out_rows).tolist()]
    assert sorted(together) == list(range(20))
    assert data.training.tolist() == list(range(20))  # the one it was made from is as it was


def test_a_dataset_cannot_be_written_to() -> None:
    labels = np.array([0, 1])
    data = Dataset(Rows.from_dense([[1.0], [2.0]]), labels, ("a", "b"), ("x",))
    labels[0] = 1
    assert data.labels.tolist() == [0, 1]
    with pytest.raises(ValueError, match="read-only"):
        data.labels[0] = 1
