"""The point of a convex hull that is nearest to the origin: the hard-margin optimum, seen dually.

For vectors zᵢ the largest `min w·zᵢ` over unit weights w is the distance from the origin to the
convex hull of the zᵢ, and the best w points at the nearest point. Wolfe's algorithm (P. Wolfe,
"Finding the nearest point in a polytope", 1976) finds it in finitely many steps; here one loop
serves two arithmetics: floating point, and exact whole numbers for cases too close to call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from core.rows import Floats

# Relative decrease of the squared distance below which floating point has nothing left to give.
_STALLED = 1e-14
# Relative distance from the origin below which a floating-point point is all rounding error.
_LOST = 1e-15
# Weights this large belong to vectors too small for their squares to be trusted.
_FAR = 1e100
# Relative size of a diagonal entry of R below which QR is not trusted.
_SINGULAR = 1e-12

Numbers = NDArray[Any]  # float64, or Python's exact numbers (dtype object)


class Arithmetic(Protocol):
    """What Wolfe's loop asks of the vectors; a corral is a list of their indices."""

    def affine_weights(self, corral: Sequence[int]) -> Numbers:
        """Weights, of sum 1, of the nearest point in the affine hull of the corral."""
        ...

    def combine(self, corral: Sequence[int], weights: Numbers) -> Numbers:
        """The weighted sum of the corral's vectors, for those very weights."""
        ...

    def lowest(self, point: Numbers) -> tuple[int, Any]:
        """The vector whose product with the point is lowest, and that product."""
        ...

    def is_closer(self, new: Any, old: Any) -> bool:
        """Whether one squared distance is below another beyond doubt."""
        ...

    def is_origin(self, point: Numbers) -> bool:
        """Whether the point cannot be told from the origin."""
        ...


def nearest_point(
    vectors: Arithmetic,
    corral: Sequence[int],
    weights: Numbers,
    go_on: Callable[[], object] = lambda: None,
) -> tuple[Numbers, list[int], Numbers]:
    """The nearest point to the origin, with the vectors and weights that make it up.

    `corral` and `weights` (positive, of sum 1) say where the search starts. `go_on` is called at
    every step, and may break it off by an exception.
    """
    chosen, shares = _shrink_to_optimum(vectors, list(corral), weights)
    point = vectors.combine(chosen, shares)
    while not vectors.is_origin(point):
        go_on()
        distance = point @ point
        entering, product = vectors.lowest(point)
        if entering in chosen or not product < distance:
            break
        grown, grown_shares = _shrink_to_optimum(
            vectors, [*chosen, entering], np.append(shares, shares[0] * 0)
        )
        candidate = vectors.combine(grown, grown_shares)
        if not vectors.is_closer(candidate @ candidate, distance):
            break
        chosen, shares, point = grown, grown_shares, candidate
    return point, chosen, shares


def _shrink_to_optimum(
    vectors: Arithmetic, corral: list[int], weights: Numbers
) -> tuple[list[int], Numbers]:
    """Walk to the affine optimum, leaving out each vector whose weight reaches zero on the way."""
    while True:
        target = vectors.affine_weights(corral)
        leaving = [i for i, share in enumerate(target) if not share > 0]
        if not leaving:
            return corral, target
        paces = [_pace(weights[i], target[i]) for i in leaving]
        pace = min(paces)
        weights = weights + (target - weights) * pace
        dropped = leaving[paces.index(pace)]
        keep = [i for i in range(len(corral)) if i != dropped and weights[i] > 0]
        corral = [corral[i] for i in keep]
        # Dividing by the sum undoes rounding; in exact arithmetic the sum is 1.
        weights = weights[keep] / weights[keep].sum()


def _pace(weight: Any, target: Any) -> Any:
    """The part of the way from weight to target at which it reaches zero."""
    return weight / (weight - target) if weight > target else weight * 0


class FloatVectors:
    """Vectors [n, d] in floating point; they should be scaled to a size about 1."""

    def __init__(self, table: Floats) -> None:
        self.table = table
        self._lost = _LOST * float(np.abs(table).max(initial=0.0))

    def affine_weights(self, corral: Sequence[int]) -> Floats:
        base, others = self.table[corral[0]], self.table[list(corral[1:])]
        if not len(others):
            return np.ones(1)
        # Differences instead of a Gram matrix, which would square the condition number.
        steps = _least_squares((others - base).T, -base)
        return np.concatenate([[1.0 - steps.sum()], steps])

    def combine(self, corral: Sequence[int], weights: Numbers) -> Floats:
        """As w / ‖w‖², for the smallest w with product 1 with each vector.

        That is the same point without the cancellation of the sum, so that its relative error
        grows with (size / distance) and not with its square.
        """
        chosen = self.table[list(corral)]
        ones = np.ones(len(chosen))
        normal = _least_norm(chosen, ones)
        if np.abs(chosen @ normal - ones).max() < 0.5 and np.abs(normal).max() < _FAR:
            return np.asarray(normal / (normal @ normal), np.float64)
        return np.asarray(weights @ chosen, np.float64)  # the affine hull holds the origin

    def lowest(self, point: Numbers) -> tuple[int, float]:
        products = self.table @ point
        entering = int(products.argmin())
        return entering, float(products[entering])

    def is_closer(self, new: float, old: float) -> bool:
        return new < old * (1.0 - _STALLED)

    def is_origin(self, point: Numbers) -> bool:
        return bool(np.abs(point).max() <= self._lost)


def _least_squares(tall: Floats, right: Floats) -> Floats:
    """The solution with the smallest error; by QR, with the slower SVD where that is unsafe."""
    turn, triangle = np.linalg.qr(tall)
    if _well_posed(tall, triangle):
        return np.linalg.solve(triangle, turn.T @ right)
    return np.asarray(np.linalg.lstsq(tall, right, rcond=None)[0], np.float64)


def _least_norm(wide: Floats, right: Floats) -> Floats:
    """The smallest solution, in the same way."""
    turn, triangle = np.linalg.qr(wide.T)
    if _well_posed(wide.T, triangle):
        return np.asarray(turn @ np.linalg.solve(triangle.T, right), np.float64)
    return np.asarray(np.linalg.lstsq(wide, right, rcond=None)[0], np.float64)


def _well_posed(tall: Floats, triangle: Floats) -> bool:
    diagonal = np.abs(np.diagonal(triangle))
    square = triangle.shape[0] == triangle.shape[1] == tall.shape[1]
    return square and bool(diagonal.min() > _SINGULAR * diagonal.max())


class ExactVectors:
    """The same in whole numbers: the floats, all multiplied by one power of two, `scale`."""

    def __init__(self, table: Floats) -> None:
        self._table = table
        self._whole: Numbers | None = None
        # A float's lowest bit is at most 53 binary places below its highest.
        lowest_bits = np.frexp(table[table != 0.0])[1].min(initial=0) - 53
        self.scale = 1 << max(0, -int(lowest_bits))

    def affine_weights(self, corral: Sequence[int]) -> Numbers:
        chosen = self._rows(corral)
        size = len(chosen)
        gram = [[int(a @ b) for b in chosen] + [1] for a in chosen]
        solution = solve_exactly([*gram, [1] * size + [0]], [0] * size + [1])
        return np.array(solution[:size], dtype=object)

    def combine(self, corral: Sequence[int], weights: Numbers) -> Numbers:
        return np.asarray(weights @ self._rows(corral), dtype=object)

    def lowest(self, point: Numbers) -> tuple[int, Fraction]:
        if self._whole is None:
            self._whole = self._rows(range(len(self._table)))
        whole_point, denominator = without_denominators(point)
        products = self._whole @ whole_point
        entering = int(np.argmin(products))
        return entering, Fraction(int(products[entering]), denominator)

    def is_closer(self, new: Fraction, old: Fraction) -> bool:
        return new < old

    def is_origin(self, point: Numbers) -> bool:
        return not any(point)

    def _rows(self, chosen: Sequence[int]) -> Numbers:
        """Whole numbers [len(chosen), d], exactly `scale` times the floats."""
        table = self._table[list(chosen)]
        whole = np.empty(table.shape, dtype=object)
        whole.fill(0)
        for place in zip(*np.nonzero(table), strict=True):
            numerator, denominator = float(table[place]).as_integer_ratio()
            whole[place] = numerator * (self.scale // denominator)
        return whole


def without_denominators(numbers: Numbers) -> tuple[Numbers, int]:
    """Whole numbers in the same proportion, and what the given ones were multiplied by."""
    common = lcm(*(Fraction(x).denominator for x in numbers))
    return np.array([int(x * common) for x in numbers], dtype=object), common


def solve_exactly(matrix: list[list[int]], right: list[int]) -> list[Fraction]:
    """A solution of a consistent system of whole numbers; unknowns that are free are zero.

    Bareiss elimination: every division leaves no remainder, so no fractions until the end.
    """
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    pivots: list[int] = []  # the column of the pivot in each eliminated row
    previous = 1
    for column in range(len(matrix)):
        top = len(pivots)
        found = next((r for r in range(top, len(rows)) if rows[r][column]), None)
        if found is None:
            continue
        rows[top], rows[found] = rows[found], rows[top]
        lead = rows[top]
        for r in range(top + 1, len(rows)):
            factor = rows[r][column]
            rows[r] = [
                (lead[column] * x - factor * y) // previous
                for x, y in zip(rows[r], lead, strict=True)
            ]
        previous = lead[column]
        pivots.append(column)
    solution = [Fraction(0)] * len(matrix)
    for row, column in reversed(list(zip(rows, pivots, strict=False))):
        known = sum((row[c] * solution[c] for c in pivots if c > column), Fraction(0))
        solution[column] = (row[-1] - known) / row[column]
    return solution
