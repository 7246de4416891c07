from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from core.rows import Floats, Ints, Rows
from core.theory import Theory, separability

P = np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 4.0], [4.0, 2.0]])
P_LABELS = np.array([1, 0, 1, 0], np.int32)


def theory(xy: object, labels: object, classes: int = 2, bias: bool = True) -> Theory:
    table = np.asarray(xy, np.float64)
    return separability(Rows.from_dense(table), np.asarray(labels, np.int32), classes, bias)


def gaps(found: Theory, xy: Floats, labels: Ints, bias: bool = True) -> Floats:
    """The smallest score gap of each example under the weights found."""
    assert found.weights is not None
    table = np.hstack([xy, np.ones((len(xy), 1))]) if bias else xy
    scores = table @ found.weights
    if scores.shape[1] == 1:
        return np.where(labels == 1, scores[:, 0], -scores[:, 0])
    each = np.arange(len(labels))
    gold = scores[each, labels]
    scores[each, labels] = -np.inf
    return np.asarray(gold - scores.max(axis=1))


def best_margin(table: Floats, labels: Ints, classes: int) -> float:
    """By trying every set of tight constraints; 0 if nothing separates."""
    vectors = []
    for x, y in zip(table, labels, strict=True):
        if classes == 2:
            vectors.append(x if y == 1 else -x)
            continue
        for other in set(range(classes)) - {int(y)}:
            block = np.zeros((classes, len(x)))
            block[y], block[other] = x, -x
            vectors.append(block.ravel())
    z = np.array(vectors)
    best = 0.0
    for size in range(1, len(z) + 1):
        for tight in combinations(range(len(z)), size):
            w = np.linalg.pinv(z[list(tight)]) @ np.ones(size)
            if (z @ w >= 1 - 1e-9).all():
                best = max(best, 1 / float(np.linalg.norm(w)))
    return best


def turn(p: Floats, q: Floats, r: Floats) -> float:
    return float(np.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])))


def between(p: Floats, q: Floats, r: Floats) -> bool:
    """Whether r lies on the segment from p to q."""
    return turn(p, q, r) == 0 and bool(
        (np.minimum(p, q) <= r).all() and (r <= np.maximum(p, q)).all()
    )


def segments_meet(p: Floats, q: Floats, r: Floats, s: Floats) -> bool:
    if turn(p, q, r) != turn(p, q, s) and turn(r, s, p) != turn(r, s, q):
        return True
    return between(p, q, r) or between(p, q, s) or between(r, s, p) or between(r, s, q)


def in_triangle(p: Floats, q: Floats, r: Floats, x: Floats) -> bool:
    turns = {turn(p, q, x), turn(q, r, x), turn(r, p, x)}
    return turn(p, q, r) != 0 and not {-1.0, 1.0} <= turns


def hulls_meet(a: Floats, b: Floats) -> bool:
    """By plane geometry, exact for small whole numbers: segments that cross, or one inside."""
    for one, other in ((a, b), (b, a)):
        for triangle in combinations(one, 3):
            if any(in_triangle(*triangle, x) for x in other):
                return True
    index_pairs = [[(s[i], s[j]) for i in range(len(s)) for j in range(i, len(s))] for s in (a, b)]
    return any(segments_meet(*s, *t) for s in index_pairs[0] for t in index_pairs[1])


def test_worked_numbers() -> None:
    found = theory(P, P_LABELS)
    assert found.separable
    assert found.margin is not None
    assert found.radius**2 == pytest.approx(26, rel=1e-12)
    assert found.margin**2 == pytest.approx(0.5, rel=1e-12)
    assert found.bound == pytest.approx(52, rel=1e-12)
    assert found.weights is not None
    assert found.weights.shape == (3, 1)
    np.testing.assert_allclose(found.weights[:, 0], np.array([-1, 1, 0]) / np.sqrt(2), atol=1e-12)
    assert found.note == ""


def test_three_classes_reach_farther_by_the_root_of_two() -> None:
    found = theory(P, [1, 0, 1, 2], 3)
    assert found.radius**2 == pytest.approx(52, rel=1e-12)
    assert found.margin is not None
    assert found.bound == pytest.approx(52 / found.margin**2, rel=1e-12)
    assert theory(P, P_LABELS, bias=False).radius == pytest.approx(5, rel=1e-12)


@settings(max_examples=150)
@given(
    arrays(np.float64, (7, 2), elements=st.integers(-3, 3).map(float)),
    arrays(np.int32, 7, elements=st.integers(0, 1)).filter(lambda y: 0 < y.sum() < 7),
)
def test_two_classes_are_separable_exactly_if_their_hulls_are_apart(xy: Floats, y: Ints) -> None:
    assert theory(xy, y).separable == (not hulls_meet(xy[y == 0], xy[y == 1]))


@settings(max_examples=60)
@given(
    arrays(np.float64, (6, 2), elements=st.floats(-5, 5).map(lambda x: round(x, 2))),
    arrays(np.int32, 6, elements=st.integers(0, 1)).filter(lambda y: 0 < y.sum() < 6),
    st.booleans(),
)
def test_two_class_margin_is_the_best_of_all(xy: Floats, y: Ints, bias: bool) -> None:
    found = theory(xy, y, 2, bias)
    best = best_margin(np.hstack([xy, np.ones((6, 1))]) if bias else xy, y, 2)
    if not found.separable:
        # The oracle's tolerance lets margins of the size of rounding errors pass.
        assert best < 1e-6
        assert found.note
        return
    assert found.margin == pytest.approx(best, rel=1e-8)
    assert np.linalg.norm(found.weights) == pytest.approx(1, rel=1e-12)  # type: ignore[arg-type]
    assert gaps(found, xy, y, bias).min() == pytest.approx(found.margin, rel=1e-8)


@settings(max_examples=40)
@given(
    arrays(np.float64, (4, 2), elements=st.floats(-5, 5).map(lambda x: round(x, 2))),
    arrays(np.int32, 4, elements=st.integers(0, 2)).filter(lambda y: len(set(y)) > 1),
)
def test_three_class_margin_is_the_best_of_all(xy: Floats, y: Ints) -> None:
    found = theory(xy, y, 3)
    best = best_margin(np.hstack([xy, np.ones((4, 1))]), y, 3)
    if not found.separable:
        assert best < 1e-6
        return
    assert found.margin == pytest.approx(best, rel=1e-8)
    assert found.weights is not None
    assert found.weights.shape == (3, 3)
    assert np.linalg.norm(found.weights) == pytest.approx(1, rel=1e-12)
    assert gaps(found, xy, y).min() == pytest.approx(found.margin, rel=1e-8)


def test_more_features_than_examples() -> None:
    random = np.random.default_rng(0)
    table = random.normal(size=(6, 40))
    y = np.array([0, 1, 0, 1, 1, 0], np.int32)
    found = theory(table, y, 2, bias=False)
    assert found.margin == pytest.approx(best_margin(table, y, 2), rel=1e-8)
    assert gaps(found, table, y, bias=False).min() == pytest.approx(found.margin, rel=1e-8)


@pytest.mark.parametrize("classes", [2, 3, 5, 8])
@pytest.mark.parametrize("seed", range(5))
def test_a_perceptron_never_makes_more_mistakes_than_the_bound(classes: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    xy = random.uniform(-2, 2, (80, 2))
    true = random.normal(size=(3, classes))
    scores = np.hstack([xy, np.ones((80, 1))]) @ true
    ordered = np.sort(scores, axis=1)
    sure = ordered[:, -1] - ordered[:, -2] > 0.3
    xy, y = xy[sure], scores[sure].argmax(axis=1).astype(np.int32)
    found = theory(xy, y, classes)
    assert found.separable
    if len(set(y)) < 2:
        return
    assert found.bound is not None
    weights = np.zeros((3, classes))
    mistakes = 0
    for _ in range(30):
        for x, label in zip(np.hstack([xy, np.ones((len(xy), 1))]), y, strict=True):
            wrong = max((k for k in range(classes) if k != label), key=lambda k: x @ weights[:, k])
            if x @ weights[:, label] <= x @ weights[:, wrong]:
                weights[:, label] += x
                weights[:, wrong] -= x
                mistakes += 1
    assert 0 < mistakes <= found.bound


@settings(max_examples=60)
@given(
    arrays(np.float64, (7, 2), elements=st.integers(-3, 3).map(float)),
    arrays(np.int32, 7, elements=st.integers(0, 2)).filter(lambda y: len(set(y)) > 1),
    st.sampled_from([-1000, -332, -40, 40, 332, 1000]),
    st.sampled_from([2, 3]),
    st.booleans(),
)
def test_huge_and_tiny_coordinates_do_not_change_the_decision(
    xy: Floats, y: Ints, exponent: int, classes: int, bias: bool
) -> None:
    y = np.minimum(y, classes - 1)
    if len(set(y)) < 2:
        return
    found, scaled = (theory(table, y, classes, bias) for table in (xy, np.ldexp(xy, exponent)))
    assert scaled.separable == found.separable
    for value in (scaled.radius, scaled.margin, scaled.bound):
        assert value is None or np.isfinite(value)
    if not bias and found.bound is not None:
        assert scaled.bound == pytest.approx(found.bound, rel=1e-8)


def test_the_closest_calls() -> None:
    diagonal = [[0.0, 0.0], [2.0, 2.0]]
    assert theory([*diagonal, [1.0, 1.0]], [0, 0, 1]).separable is False
    above = theory([*diagonal, [1.0, np.nextafter(1.0, 2.0)]], [0, 0, 1])
    assert above.separable
    assert above.margin is not None
    assert 0 < above.margin < 1e-15
    # 0.1 + 0.2 is not 0.3 in binary, but these three do lie on y = x.
    assert theory([[0.1, 0.1], [0.3, 0.3], [0.2, 0.2]], [0, 0, 1]).separable is False
    far = theory(P + 1e15, P_LABELS)
    assert far.margin == pytest.approx(np.sqrt(0.5), rel=1e-12)


def test_a_bias_shifts_the_line() -> None:
    along = [[1.0, 0.0], [2.0, 0.0]]
    assert theory(along, [0, 1], bias=True).separable
    assert theory(along, [0, 1], bias=False).separable is False


def test_an_absent_class_still_has_to_be_beaten() -> None:
    opposite = [[1.0, 0.0], [-1.0, 0.0]]
    assert theory(opposite, [0, 1], 3, bias=True).separable
    found = theory([[0.0, 0.0], [1.0, 0.0]], [0, 1], 3, bias=False)
    assert found.separable is False


def test_three_classes_on_one_line_need_their_own_heads() -> None:
    line = [[float(x), 0.0] for x in range(6)]
    assert theory(line, [0, 0, 1, 1, 2, 2], 3).separable
    assert theory(line, [0, 1, 0, 1, 2, 2], 3).separable is False


@pytest.mark.parametrize("classes", [2, 3])
def test_data_without_a_bound_say_why(classes: int) -> None:
    nothing = theory(np.empty((0, 2)), [], classes)
    assert (nothing.separable, nothing.margin, nothing.bound) == (True, None, None)
    assert "no examples" in nothing.note
    one = theory(P, [1] * 4, classes)
    assert (one.separable, one.margin, one.bound, one.weights) == (True, None, None, None)
    assert "one class" in one.note
    assert one.radius > 0
    contradiction = theory([[1.0, 1.0], [1.0, 1.0], [3.0, 0.0]], [0, 1, 1], classes)
    assert (contradiction.separable, contradiction.margin, contradiction.bound) == (
        False,
        None,
        None,
    )
    assert "does not apply" in contradiction.note


def test_one_class_without_a_bias_can_be_impossible() -> None:
    assert theory([[1.0, 0.0], [-1.0, 0.0]], [0, 0], bias=False).separable is False
    assert theory([[1.0, 0.0], [2.0, 5.0]], [0, 0], bias=False).separable


def test_zero_vectors_and_empty_features() -> None:
    assert theory(np.zeros((3, 2)), [0, 1, 0]).separable is False
    assert theory(np.zeros((500, 2)), [0, 1] * 250, bias=False).separable is False
    assert theory(np.empty((2, 0)), [0, 1], bias=False).separable is False
    lone = theory([[0.0, 0.0], [0.0, 1e-310]], [0, 1])
    assert lone.separable
    assert lone.margin is not None
    assert lone.margin > 0
    assert "too large" in lone.note


def test_too_much_is_left_undecided_before_anything_is_allocated() -> None:
    wide = Rows(
        np.zeros(1001, np.int64), np.empty(0, np.int32), np.empty(0, np.float64), 10_000_000
    )
    found = separability(wide, np.array([0, 1] * 500, np.int32), 2)
    assert found.separable is None
    assert "too many" in found.note


def wavy(random: np.random.Generator, n: int) -> tuple[Floats, NDArray[np.int32]]:
    xy = random.normal(size=(n, 2))
    return xy, (np.sin(2 * xy[:, 0]) + xy[:, 1] > 0).astype(np.int32)


def test_many_features_beyond_exact_arithmetic() -> None:
    from core.feature_maps import random_fourier

    xy, y = wavy(np.random.default_rng(1), 120)
    table = random_fourier(60, 1.0).transform(xy)
    found = theory(table, y)
    assert found.separable
    reached = gaps(found, table, y)
    assert reached.min() == pytest.approx(found.margin, rel=1e-8)
    # Where it counts, several examples share the smallest gap: the mark of an optimum.
    assert np.count_nonzero(reached < reached.min() * (1 + 1e-6)) > 5
    y[:30] = 1 - y[:30]
    crowded = np.repeat(table, 2, axis=0)
    opposite = np.repeat(y, 2)
    opposite[1] = 1 - opposite[1]
    assert theory(crowded, opposite).separable is False


@pytest.mark.parametrize("exponent", [-300, 300])
def test_many_features_of_very_different_sizes(exponent: int) -> None:
    random = np.random.default_rng(2)
    table = random.normal(size=(200, 20))
    table[:, ::2] = np.ldexp(table[:, ::2], exponent)
    assert theory(table, random.integers(0, 2, 200)).separable is False


def test_the_inputs_are_left_alone() -> None:
    rows, labels = Rows.from_dense(P), P_LABELS.copy()
    separability(rows, labels, 2)
    np.testing.assert_array_equal(rows.dense(), P)
    np.testing.assert_array_equal(labels, P_LABELS)
