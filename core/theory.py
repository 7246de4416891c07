"""What can be known before any learning: separability, the best margin, and the mistake bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from core.nearest_point import ExactVectors, FloatVectors, Numbers, nearest_point
from core.rows import Floats, Ints, Rows

# Above this size, or this many multiplications, the answer takes too long for someone who waits.
MOST_NUMBERS = 4_000_000
MOST_WORK = 500_000_000
# Up to this many weights, cases too close for floating point are settled in whole numbers.
EXACT_WIDTH = 16
# The margin's relative gap between its lower and upper bound that counts as settled.
_SETTLED = 1e-10

GoOn: TypeAlias = Callable[[], object]

_EMPTY = "There are no examples yet, so the mistake bound does not apply."
_ONE_CLASS = "Only one class has examples, so the mistake bound does not apply."
_INSEPARABLE = "No weights classify every example correctly, so the mistake bound does not apply."
_TOO_LARGE = "There are too many numbers to decide separability exactly while you watch."
_UNDECIDED = "The data are too close to the limit of separability to decide in floating point."
_TOO_THIN = "The margin is so small that the mistake bound is too large to be computed."


@dataclass(frozen=True, eq=False)
class Theory:
    """What theory says about the data, with the bias (if any) counted in every norm.

    `separable` is None where it could not be decided; `note` then says why, and it says why
    there is no bound where there is none. Otherwise it is empty.
    """

    separable: bool | None
    margin: float | None  # the best minimum gap at ‖w‖ = 1
    weights: Floats | None  # [D (+ 1), H] unit weights with that margin, the bias last
    radius: float  # R = max ‖f(x, y) − f(x, y')‖
    bound: float | None  # R² / margin²
    note: str = ""


def separability(
    rows: Rows, labels: Ints, classes: int, bias: bool = True, go_on: GoOn = lambda: None
) -> Theory:
    """Decide linear separability, and measure what bounds the mistakes of a perceptron.

    A linear program decides. Its answer is then proved, by weights that separate or by a
    combination of examples that no weights can separate, in whole numbers where floating point
    is not enough (up to `EXACT_WIDTH` weights). `go_on` is called now and then, and may break it
    off by an exception.
    """
    featured = rows.with_column_of_ones() if bias else rows
    labels = np.asarray(labels)
    radius = _radius(featured, classes)
    if not len(rows):
        return Theory(True, None, None, radius, None, _EMPTY)
    if _too_large(len(rows), featured.width, classes):
        return Theory(None, None, None, radius, None, _TOO_LARGE)
    if (labels == labels[0]).all() and bias:
        return Theory(True, None, None, radius, None, _ONE_CLASS)
    gaps = _gap_vectors(featured.dense(), labels, classes)
    separable, optimum = _decide(gaps, go_on)
    if not separable:
        note = _UNDECIDED if separable is None else _INSEPARABLE
        return Theory(separable, None, None, radius, None, note)
    if (labels == labels[0]).all():
        return Theory(True, None, None, radius, None, _ONE_CLASS)
    return _bounded(optimum, radius, heads=1 if classes == 2 else classes)


def _too_large(examples: int, width: int, classes: int) -> bool:
    height = examples * (classes - 1)  # of the table of gap vectors
    width = width if classes == 2 else width * classes
    numbers = height * width
    return numbers > MOST_NUMBERS or numbers * min(height, width) > MOST_WORK


def _bounded(optimum: tuple[float, Floats] | None, radius: float, heads: int) -> Theory:
    """The theory of separable data with this margin and these weights."""
    if optimum is None:
        return Theory(True, None, None, radius, None, _TOO_THIN)
    margin, weights = optimum
    # The gap vectors hold one head after the other; weights are stored feature by feature.
    by_feature = np.ascontiguousarray(weights.reshape(heads, -1).T)
    with np.errstate(over="ignore"):
        bound = float(np.square(np.divide(radius, margin)))
    if not np.isfinite(bound):
        return Theory(True, margin, by_feature, radius, None, _TOO_THIN)
    return Theory(True, margin, by_feature, radius, bound)


def _radius(featured: Rows, classes: int) -> float:
    """max ‖x‖ for two classes; √2 times that for block features."""
    largest = float(np.abs(featured.values).max(initial=0.0))
    if largest == 0.0:
        return 0.0
    row_of = np.repeat(np.arange(len(featured)), np.diff(featured.starts))
    squares = np.bincount(row_of, weights=(featured.values / largest) ** 2)
    heads = 1.0 if classes == 2 else 2.0
    with np.errstate(over="ignore"):
        return float(largest * np.sqrt(heads * squares.max()))


def _gap_vectors(table: Floats, labels: Ints, classes: int) -> Floats:
    """z with w·z = the score gap between an example's label and another, one row for each pair.

    Two classes: ±x, plus for class 1. More: x in the label's block, −x in the other's.
    """
    if classes == 2:
        return np.where(labels == 1, 1.0, -1.0)[:, None] * table
    n, width = table.shape
    examples = np.repeat(np.arange(n), classes - 1)
    others = (labels[:, None] + np.arange(1, classes)) % classes
    blocks = np.zeros((len(examples), classes, width))
    each = np.arange(len(examples))
    blocks[each, labels[examples]] = table[examples]
    blocks[each, others.ravel()] = -table[examples]
    return blocks.reshape(len(examples), -1)


def _decide(gaps: Floats, go_on: GoOn) -> tuple[bool | None, tuple[float, Floats] | None]:
    """Whether some w has w·z > 0 for every gap vector; then also the best margin and its w."""
    go_on()
    combination = _vanishing_combination(gaps)
    go_on()
    exact = gaps.shape[1] <= EXACT_WIDTH
    if combination is not None and exact:
        return _settle_exactly(gaps, combination, go_on)
    optimum, settled, shares = _measure(gaps, go_on)
    if exact and not settled:
        return _settle_exactly(gaps, shares, go_on)
    if optimum is not None:
        return True, optimum
    return (None if combination is None else False), None


def _vanishing_combination(gaps: Floats) -> Floats | None:
    """Shares α ≥ 0 of sum 1 with Σ αᵢzᵢ = 0, by linear program; None if there are none.

    There are such shares exactly if no weights separate (Gordan's theorem). Scaling a feature, or
    a gap vector, by a positive number changes nothing about that.
    """
    from scipy.optimize import linprog

    scaled = _scaled_to_one(_scaled_to_one(gaps, axis=0), axis=1)
    empty = ~scaled.any(axis=1)
    if empty.any():  # an all-zero vector has gap 0 whatever the weights
        shares = np.zeros(len(gaps))
        shares[empty.argmax()] = 1.0
        return shares
    balance = np.vstack([scaled.T, np.ones(len(scaled))])
    total = np.zeros(len(balance))
    total[-1] = 1.0
    found = linprog(np.zeros(len(scaled)), A_eq=balance, b_eq=total, options={"presolve": False})
    return np.maximum(found.x, 0.0) if found.status == 0 else None


def _scaled_to_one(table: Floats, axis: int | None) -> Floats:
    """Scaled along an axis by powers of two, without rounding, to a largest magnitude in ½..1."""
    largest = np.abs(table).max(axis=axis, keepdims=True, initial=0.0)
    return np.asarray(np.ldexp(table, -np.frexp(largest)[1]), np.float64)


def _measure(gaps: Floats, go_on: GoOn) -> tuple[tuple[float, Floats] | None, bool, Floats]:
    """Margin and weights in floating point, if they are sure to separate; whether that margin
    is the best to all the digits that count; and the shares of the gap vectors behind it."""
    scaled = _scaled_to_one(gaps, axis=None)
    table, turn = scaled, None
    if gaps.shape[1] > len(gaps):  # the hull spans no more dimensions than it has vectors
        turn, triangle = np.linalg.qr(scaled.T)
        table = np.ascontiguousarray(triangle.T)
    first = int(np.square(table).sum(axis=1).argmin())
    point, corral, weights = nearest_point(FloatVectors(table), [first], np.ones(1), go_on)
    shares = np.zeros(len(gaps))
    shares[corral] = weights
    distance = float(np.sqrt(point @ point))
    if distance == 0.0:
        return None, False, shares
    unit = (point if turn is None else turn @ point) / distance
    reached = scaled @ unit
    rounding = (gaps.shape[1] + 2) * np.finfo(np.float64).eps * (np.abs(scaled) @ np.abs(unit))
    if not (reached > rounding + np.finfo(np.float64).tiny).all():
        return None, False, shares
    lowest = float(reached.min())
    exponent = int(np.frexp(np.abs(gaps).max())[1])
    settled = distance - lowest <= _SETTLED * distance
    return (float(np.ldexp(lowest, exponent)), unit), settled, shares


def _settle_exactly(
    gaps: Floats, shares: Floats, go_on: GoOn
) -> tuple[bool, tuple[float, Floats] | None]:
    """The same in whole numbers, from where floating point left off; nothing is rounded."""
    vectors = ExactVectors(gaps)
    corral = [int(i) for i in np.flatnonzero(shares > 0.0)]
    start = np.array([Fraction(float(share)) for share in shares[corral]], dtype=object)
    point, _, _ = nearest_point(vectors, corral, start / start.sum(), go_on)
    if vectors.is_origin(point):
        return False, None
    return True, _in_floats(point, vectors.scale)


def _in_floats(point: Numbers, scale: int) -> tuple[float, Floats] | None:
    """Length and direction of an exact point, with no overflow or underflow on the way."""
    largest = max(abs(x) for x in point)
    direction = np.array([float(x / largest) for x in point])
    length = float(np.sqrt(direction @ direction))
    margin = float(Fraction(largest) / scale) * length
    return (margin, direction / length) if margin > 0.0 else None
