"""Tables onto the plane: against the covariance's eigenvectors, and what must hold of any view."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.dataset import Dataset
from core.errors import PlainError
from core.files.tables import Table
from core.projection import on_a_line, principal_plane, table_of, thinned, two_columns


def table(values: object, classes: int = 2) -> Table:
    numbers = np.array(values, np.float64)
    names = tuple(f"class {k}" for k in range(classes))
    labels = tuple(names[i % classes] for i in range(len(numbers)))
    return Table(numbers, labels, tuple(f"c{j}" for j in range(numbers.shape[1])), names)


def cloud(seed: int = 0, rows: int = 60, columns: int = 5) -> Table:
    random = np.random.default_rng(seed)
    return table(random.normal(size=(rows, columns)) @ random.normal(size=(columns, columns)) + 7.0)


def test_two_columns_take_the_numbers_as_they_are() -> None:
    source = cloud()
    points = two_columns(source, 3, 1)
    assert points.xy == tuple(zip(source.values[:, 3], source.values[:, 1], strict=True))
    assert points.axis_names == ("c3", "c1")
    assert points.class_names == ("class 0", "class 1")
    assert [points.class_names[k] for k in points.labels] == list(source.labels)


def test_one_column_lies_on_a_line() -> None:
    points = on_a_line(table([[1.0], [2.5], [-3.0]]))
    assert points.xy == ((1.0, 0.0), (2.5, 0.0), (-3.0, 0.0))


def test_principal_plane_agrees_with_the_covariance() -> None:
    source = cloud(3)
    xy = np.array(principal_plane(source).xy)
    values, vectors = np.linalg.eigh(np.cov(source.values.T))
    widest = vectors[:, ::-1][:, :2]
    expected = (source.values - source.values.mean(axis=0)) @ widest
    for axis in range(2):
        same = np.allclose(xy[:, axis], expected[:, axis])
        assert same or np.allclose(xy[:, axis], -expected[:, axis])
    shares = values[::-1] / values.sum()
    names = principal_plane(source).axis_names
    assert names == (f"PC 1 ({100 * shares[0]:.0f} %)", f"PC 2 ({100 * shares[1]:.0f} %)")


def test_the_direction_of_an_axis_does_not_depend_on_the_order_of_rows() -> None:
    source = cloud(5)
    order = np.random.default_rng(1).permutation(len(source))
    shuffled = Table(source.values[order], source.labels, source.column_names, source.class_names)
    assert np.allclose(np.array(principal_plane(source).xy)[order], principal_plane(shuffled).xy)


def test_an_axis_points_where_its_largest_weight_is_positive() -> None:
    falling = np.column_stack([np.linspace(0, -10, 20), np.linspace(0, 1, 20)])
    xy = np.array(principal_plane(table(falling)).xy)
    assert np.corrcoef(xy[:, 0], falling[:, 0])[0, 1] == pytest.approx(1.0)


@given(
    arrays(
        np.float64,
        st.tuples(st.integers(2, 12), st.integers(1, 6)),
        elements=st.floats(-1e6, 1e6, allow_subnormal=False),
    )
)
def test_no_plane_shows_more_than_all_of_the_spread(values: np.ndarray) -> None:
    xy = np.array(principal_plane(table(values)).xy)
    assert xy.shape == (len(values), 2)
    assert np.isfinite(xy).all()
    spread = ((values - values.mean(axis=0)) ** 2).sum()
    shown = (xy**2).sum(axis=0)
    assert shown.sum() <= spread * (1 + 1e-9) + 1e-6
    assert shown[1] <= shown[0] * (1 + 1e-9) + 1e-6
    if values.shape[1] <= 2:  # then nothing is lost
        assert shown.sum() == pytest.approx(spread, rel=1e-9, abs=1e-6)


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_extreme_values_stay_finite(scale: float) -> None:
    points = principal_plane(table(np.array([[1.0, 2.0], [-1.0, 0.5], [0.3, 0.0]]) * scale))
    assert np.isfinite(points.xy).all()
    assert np.ptp(np.array(points.xy)[:, 0]) > 0
    assert points.axis_names[0] != "PC 1 (0 %)"


def test_a_table_that_does_not_vary_is_a_point() -> None:
    points = principal_plane(table(np.full((4, 3), 2.0)))
    assert points.xy == ((0.0, 0.0),) * 4
    assert points.axis_names == ("PC 1 (0 %)", "PC 2 (0 %)")


def test_thinning_keeps_both_ends_and_the_order() -> None:
    source = table(np.arange(1000.0).reshape(-1, 1))
    kept = thinned(source, 10)
    assert len(kept) == 10
    assert kept.values[0, 0] == 0.0
    assert kept.values[-1, 0] == 999.0
    assert (np.diff(kept.values[:, 0]) >= 110).all()
    assert all(kept.labels[i] == source.labels[int(kept.values[i, 0])] for i in range(10))
    assert thinned(source, 1000) is source


def test_more_classes_than_the_plane_has_are_refused() -> None:
    many = table(np.arange(40.0).reshape(-1, 2), classes=9)
    with pytest.raises(PlainError, match="8 classes at most"):
        two_columns(many, 0, 1)


def test_a_sparse_dataset_becomes_a_table_with_its_zeros() -> None:
    dataset = Dataset.from_dictionaries([{"a": 1.0}, {"b": 2.0}], ["no", "yes"])
    found = table_of(dataset)
    assert found.values.tolist() == [[1.0, 0.0], [0.0, 2.0]]
    assert found.labels == ("no", "yes")
    assert found.column_names == ("a", "b")


def test_a_dataset_with_too_many_features_is_refused_in_a_sentence() -> None:
    wide = Dataset.from_dictionaries([{f"f{j}": 1.0 for j in range(10_001)}, {}], ["a", "b"])
    with pytest.raises(PlainError, match=r"10,001 features"):
        table_of(wide)
