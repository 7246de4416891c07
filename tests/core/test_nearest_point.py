from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.nearest_point import (
    ExactVectors,
    FloatVectors,
    nearest_point,
    solve_exactly,
    without_denominators,
)
from core.rows import Floats

small = st.integers(-4, 4).map(float)
tables = st.integers(1, 9).flatmap(lambda n: arrays(np.float64, (n, 3), elements=small))


def exact(table: Floats) -> list[Fraction]:
    vectors = ExactVectors(table)
    start = np.array([Fraction(1)], dtype=object)
    point, _, _ = nearest_point(vectors, [0], start)
    return [Fraction(x) / vectors.scale for x in point]


@given(tables)
def test_no_point_of_the_hull_is_nearer(table: Floats) -> None:
    point = exact(table)
    # Optimality, without any rounding: p·z ≥ p·p for every vector z, and p is in the hull.
    squared = sum(x * x for x in point)
    for row in table:
        assert sum(x * Fraction(z) for x, z in zip(point, row, strict=True)) >= squared


@given(tables)
def test_the_point_is_a_mixture_of_the_vectors(table: Floats) -> None:
    vectors = ExactVectors(table)
    point, corral, weights = nearest_point(vectors, [0], np.array([Fraction(1)], dtype=object))
    assert sum(weights) == 1
    assert all(weight > 0 for weight in weights)
    for j, x in enumerate(point):
        mixed = sum(w * Fraction(table[i, j]) for w, i in zip(weights, corral, strict=True))
        assert mixed == Fraction(x) / vectors.scale


@given(tables)
def test_both_arithmetics_agree(table: Floats) -> None:
    point, _, _ = nearest_point(FloatVectors(table), [0], np.ones(1))
    expected = [float(x) for x in exact(table)]
    np.testing.assert_allclose(point, expected, atol=1e-9)


@given(arrays(np.float64, (5, 3), elements=st.floats(-1.7e308, 1.7e308)))
def test_whole_numbers_are_exactly_the_floats(table: Floats) -> None:
    vectors = ExactVectors(table)
    for i, row in enumerate(table):
        whole = vectors.combine([i], np.array([Fraction(1)], dtype=object))
        assert [Fraction(x) / vectors.scale for x in whole] == [Fraction(x) for x in row]


@given(st.lists(st.lists(st.integers(-9, 9), min_size=4, max_size=4), min_size=4, max_size=4))
def test_exact_solutions_solve(matrix: list[list[int]]) -> None:
    known = [1, -2, 3, 5]
    right = [sum(a * x for a, x in zip(row, known, strict=True)) for row in matrix]
    solution = solve_exactly(matrix, right)
    for row, value in zip(matrix, right, strict=True):
        assert sum(a * x for a, x in zip(row, solution, strict=True)) == value


def test_without_denominators_keeps_the_proportions() -> None:
    whole, common = without_denominators(np.array([Fraction(1, 6), Fraction(-3, 4)], dtype=object))
    assert (list(whole), common) == ([2, -9], 12)


@pytest.mark.parametrize("seed", range(5))
def test_a_thin_distance_keeps_its_digits(seed: int) -> None:
    # Vectors all around an axis and only 1e-6 along it, so their sum cancels almost wholly.
    random = np.random.default_rng(seed)
    turn = np.linalg.qr(random.normal(size=(3, 3)))[0]
    table = np.column_stack([random.uniform(-1, 1, (30, 2)), np.full(30, 1e-6)]) @ turn
    point, _, _ = nearest_point(FloatVectors(table), [0], np.ones(1))
    products = table @ point / (point @ point)
    np.testing.assert_allclose(products, 1.0, rtol=1e-8)
