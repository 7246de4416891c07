from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.boundary import (
    NO_LABEL,
    Box,
    Grid,
    Line,
    Segment,
    Spot,
    clip,
    contours,
    line_of,
    margin_lines,
    region_map,
    region_segments,
    weight_arrow,
)
from core.errors import PlainError
from core.rows import Floats

VIEW = Box(-3.0, -2.0, 5.0, 4.0)
ordinary = st.floats(-10, 10, allow_subnormal=False)
any_number = st.floats(width=64)
extreme = st.sampled_from(
    [0.0, 1.0, -1.0, 1e308, -1e308, 1.7e308, 1e-310, -1e-310, 5e-324, math.inf, -math.inf, math.nan]
)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    scale = draw(st.sampled_from([1e-100, 1e-3, 1.0, 1e6, 1e200]))
    x, y = draw(st.floats(-5, 5)), draw(st.floats(-5, 5))
    width, height = draw(st.floats(0.1, 10)), draw(st.floats(0.1, 10))
    return Box(x * scale, y * scale, (x + width) * scale, (y + height) * scale)


def residual(line: Line, spot: Spot) -> float:
    """How far a·x + b·y + c is from zero, relative to its terms; computed without rounding."""
    products = [Fraction(a) * Fraction(x) for a, x in zip(line.normal, spot, strict=True)]
    terms = [*products, Fraction(line.offset)]
    size, rest = max(abs(term) for term in terms), abs(sum(terms, Fraction(0)))
    # No coordinate can be closer to the line than the smallest number there is.
    if rest <= max(abs(Fraction(a)) for a in line.normal) * Fraction(5e-324):
        return 0.0
    return float(rest / size) if size else 0.0


def on_edge(box: Box, spot: Spot) -> bool:
    x, y = spot
    return box.holds(spot) and (x in (box.x0, box.x1) or y in (box.y0, box.y1))


def finite(segment: Segment) -> bool:
    return bool(np.isfinite(segment).all())


def test_a_line_from_weights() -> None:
    assert line_of(np.array([2.0, -1.0, 3.0])) == Line((2.0, -1.0), 3.0)
    assert line_of(np.array([[2.0], [-1.0]])) == Line((2.0, -1.0), 0.0)
    assert line_of(np.array([0.0, 0.0, 3.0])) is None
    assert line_of(np.array([0.0, -0.0])) is None
    for bad in (math.nan, math.inf, -math.inf):
        assert line_of(np.array([1.0, 1.0, bad])) is None
        assert line_of(np.array([bad, 1.0, 0.0])) is None


def test_worked_clips() -> None:
    assert clip(Line((1.0, 0.0), -1.0), VIEW) == ((1.0, -2.0), (1.0, 4.0))
    assert clip(Line((0.0, 2.0), -2.0), VIEW) == ((-3.0, 1.0), (5.0, 1.0))
    assert clip(Line((-1.0, 1.0), 0.0), VIEW) == ((-2.0, -2.0), (4.0, 4.0))
    assert clip(Line((1.0, 1.0), -100.0), VIEW) is None
    assert clip(Line((1.0, 1.0), 5.0), VIEW) is None  # only touches the lower left corner
    assert clip(Line((0.0, 1.0), -4.0), VIEW) == ((-3.0, 4.0), (5.0, 4.0))


@settings(max_examples=300)
@given(arrays(np.float64, 3, elements=ordinary), boxes())
def test_a_clipped_line_lies_on_the_line_and_ends_on_the_edge(weights: Floats, box: Box) -> None:
    line = line_of(weights)
    if line is None:
        return
    segment = clip(line, box)
    corners = [(x, y) for x in (box.x0, box.x1) for y in (box.y0, box.y1)]
    a, b, c = (Fraction(w) for w in weights)
    scores = [a * Fraction(x) + b * Fraction(y) + c for x, y in corners]
    crosses = min(scores) < 0 < max(scores)
    if segment is None:
        margin = min(abs(score) for score in scores)
        size = max(abs(a * Fraction(x)) + abs(b * Fraction(y)) + abs(c) for x, y in corners)
        assert not crosses or margin <= size * Fraction(1, 10**12)
        return
    for spot in segment:
        assert on_edge(box, spot)
        assert residual(line, spot) < 1e-9
    assert segment[0] != segment[1]


@given(arrays(np.float64, 3, elements=ordinary), st.integers(-900, 900))
def test_the_size_of_the_weights_does_not_matter(weights: Floats, exponent: int) -> None:
    line, scaled = line_of(weights), line_of(np.ldexp(weights, exponent))
    if line is None or scaled is None or min(abs(w) for w in weights if w) < 1e-30:
        return
    assert clip(line, VIEW) == clip(scaled, VIEW)


@settings(max_examples=300)
@given(arrays(np.float64, 3, elements=any_number | extreme), boxes())
def test_no_weights_lead_to_anything_but_numbers(weights: Floats, box: Box) -> None:
    line = line_of(weights)
    if line is None:
        return
    for drawn in (line, *margin_lines(line)):
        segment = clip(drawn, box)
        assert segment is None or (finite(segment) and all(on_edge(box, p) for p in segment))
        arrow = weight_arrow(drawn, box)
        assert (arrow is None) == (segment is None)
        assert arrow is None or finite(arrow)


@given(arrays(np.float64, 3, elements=ordinary))
def test_margin_lines_are_where_the_score_is_one(weights: Floats) -> None:
    line = line_of(weights)
    if line is None:
        return
    for sought, margin in zip((-1.0, 1.0), margin_lines(line), strict=True):
        segment = clip(margin, VIEW)
        for x, y in segment or ():
            terms = np.array([weights[0] * x, weights[1] * y, weights[2]])
            assert terms.sum() == pytest.approx(sought, abs=1e-9 * (1 + np.abs(terms).sum()))


@given(arrays(np.float64, 3, elements=ordinary), boxes())
def test_the_arrow_leaves_the_boundary_at_a_right_angle_to_the_positive_side(
    weights: Floats, box: Box
) -> None:
    line = line_of(weights)
    arrow = None if line is None else weight_arrow(line, box)
    if line is None or arrow is None:
        return
    start, end = np.array(arrow)
    tolerance = 1e-9 * max(abs(box.x0), abs(box.x1), abs(box.y0), abs(box.y1))
    unit = np.array(line.normal) / np.hypot(*line.normal)
    (px, py), _ = clip(line, box)  # type: ignore[misc]
    assert abs((start - [px, py]) @ unit) <= tolerance  # on the boundary
    length = 0.15 * min(box.x1 - box.x0, box.y1 - box.y0)
    np.testing.assert_allclose(end - start, length * unit, atol=tolerance)
    assert box.x0 - tolerance <= start[0] <= box.x1 + tolerance
    assert box.y0 - tolerance <= start[1] <= box.y1 + tolerance


def test_the_arrow_starts_nearest_the_centre() -> None:
    arrow = weight_arrow(Line((0.0, 2.0), 0.0), VIEW)
    assert arrow is not None
    assert arrow[0] == (1.0, 0.0)
    assert arrow[1] == pytest.approx((1.0, 0.9))
    corner = weight_arrow(Line((1.0, 1.0), 4.5), VIEW)  # the nearest spot is out of sight
    assert corner is not None
    assert corner[0] == pytest.approx((-2.75, -1.75))


def argmax_at(weights: Floats, spots: Floats) -> tuple[Floats, Floats]:
    """Winner, and how far it is ahead."""
    table = np.hstack([spots, np.ones((len(spots), 1))])[:, : len(weights)]
    scores = table @ weights
    ordered = np.sort(scores, axis=1)
    return scores.argmax(axis=1), ordered[:, -1] - ordered[:, -2]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 6), st.sampled_from([2, 3]))
def test_region_borders_against_brute_force(seed: int, classes: int, rows: int) -> None:
    weights = np.random.default_rng(seed).normal(size=(rows, classes))
    borders = region_segments(weights, VIEW)
    for i, j, p, q in borders:
        middle = (np.array(p) + np.array(q)) / 2
        step = (weights[:2, i] - weights[:2, j]) * 1e-7
        winners, _ = argmax_at(weights, np.array([middle + step, middle - step]))
        if np.hypot(*np.subtract(p, q)) > 1e-5:
            assert winners.tolist() == [i, j]
    # Walking along a row of the box, the winner changes exactly where a border is crossed.
    for y in (-1.234, 0.567, 3.21):
        xs = np.linspace(VIEW.x0, VIEW.x1, 4001)
        winners, _ = argmax_at(weights, np.stack([xs, np.full_like(xs, y)], axis=1))
        changes = np.flatnonzero(np.diff(winners))
        found = sorted(
            p[0] + (y - p[1]) / (q[1] - p[1]) * (q[0] - p[0])
            for _, _, p, q in borders
            if (p[1] - y) * (q[1] - y) < 0
        )
        for change in changes:
            assert any(xs[change] - 1e-9 <= x <= xs[change + 1] + 1e-9 for x in found)
        for x in found:
            left, right = np.searchsorted(xs, x) + np.array([-1, 0])
            near = argmax_at(weights, np.array([[x - 1e-6, y], [x + 1e-6, y]]))[0]
            assert winners[max(left, 0)] != winners[min(right, 4000)] or near[0] != near[1]


def test_worked_regions() -> None:
    # Three classes around the origin: borders meet there.
    weights = np.array([[1.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
    borders = {(i, j): (p, q) for i, j, p, q in region_segments(weights, Box(-1, -1, 1, 1))}
    assert set(borders) == {(0, 1), (0, 2), (1, 2)}
    assert set(borders[0, 1]) == {(0.0, -1.0), (0.0, 0.0)}
    assert set(borders[0, 2]) == {(0.0, 0.0), (1.0, 1.0)}
    assert set(borders[1, 2]) == {(-1.0, 1.0), (0.0, 0.0)}


def test_one_head_is_two_classes() -> None:
    [(i, j, p, q)] = region_segments(np.array([[1.0], [0.0], [-1.0]]), VIEW)
    assert (i, j) == (0, 1)
    assert {p, q} == {(1.0, -2.0), (1.0, 4.0)}


def test_degenerate_heads() -> None:
    assert region_segments(np.zeros((3, 4)), VIEW) == []
    assert region_segments(np.ones((3, 4)), VIEW) == []
    # Of two equal heads the first wins, so the second has no border.
    twins = np.array([[1.0, 1.0, -1.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    assert [(i, j) for i, j, _, _ in region_segments(twins, VIEW)] == [(0, 2)]
    # w, 2w, 3w tie along one line; the middle one wins nowhere.
    fan = np.outer([0.3, 0.7, 0.1], [1.0, 2.0, 3.0])
    assert [(i, j) for i, j, _, _ in region_segments(fan, VIEW)] == [(0, 2)]
    # A constant head never ties with another constant one, and the lower loses.
    flat = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    assert [(i, j) for i, j, _, _ in region_segments(flat, VIEW)] == [(1, 2)]


@settings(max_examples=200)
@given(arrays(np.float64, (3, 4), elements=any_number | extreme), boxes())
def test_regions_of_any_weights_are_numbers_in_the_box(weights: Floats, box: Box) -> None:
    slack = 1e-9 * max(abs(box.x0), abs(box.x1), abs(box.y0), abs(box.y1))
    for i, j, p, q in region_segments(weights, box):
        assert 0 <= i < j < 4
        for x, y in (p, q):
            assert box.x0 - slack <= x <= box.x1 + slack
            assert box.y0 - slack <= y <= box.y1 + slack


@pytest.mark.parametrize("exponent", [-1000, -300, 300, 1000])
def test_regions_do_not_depend_on_the_size_of_the_weights(exponent: int) -> None:
    weights = np.random.default_rng(5).normal(size=(3, 4))
    assert region_segments(np.ldexp(weights, exponent), VIEW) == region_segments(weights, VIEW)


def test_a_grid_holds_the_centres_of_its_cells() -> None:
    grid = Grid(Box(0.0, 0.0, 4.0, 2.0), 4, 2)
    assert grid.shape == (2, 4)
    np.testing.assert_array_equal(
        grid.points().reshape(2, 4, 2)[0], [[0.5, 0.5], [1.5, 0.5], [2.5, 0.5], [3.5, 0.5]]
    )
    np.testing.assert_array_equal(grid.points()[:, 1].reshape(2, 4)[:, 0], [0.5, 1.5])


@given(arrays(np.float64, (12, 4), elements=st.floats(-50, 50)))
def test_region_map_names_the_winner_and_its_lead(scores: Floats) -> None:
    labels, confidence = region_map(scores, (3, 4))
    assert labels.dtype == np.dtype(np.uint8)
    assert confidence.dtype == np.dtype(np.float32)
    np.testing.assert_array_equal(labels.ravel(), scores.argmax(axis=1))
    ordered = np.sort(scores, axis=1)
    expected = np.tanh((ordered[:, -1] - ordered[:, -2]) / 2)
    np.testing.assert_allclose(confidence.ravel(), expected, rtol=1e-6, atol=1e-12)


def test_region_map_of_one_head_is_the_difference_of_logistic_probabilities() -> None:
    scores = np.array([[-2.0], [0.0], [0.5], [30.0]])
    labels, confidence = region_map(scores, (2, 2))
    assert labels.tolist() == [[0, 0], [1, 1]]
    p = 1 / (1 + np.exp(-scores[:, 0]))
    np.testing.assert_allclose(confidence.ravel(), np.abs(2 * p - 1), rtol=1e-6)


@given(arrays(np.float64, (6, 3), elements=any_number | extreme), st.sampled_from([1, 2, 3]))
def test_region_map_is_never_without_a_number(scores: Floats, heads: int) -> None:
    labels, confidence = region_map(scores[:, :heads], (2, 3))
    sound = np.isfinite(scores[:, :heads]).all(axis=1)
    np.testing.assert_array_equal(labels.ravel() == NO_LABEL, ~sound)
    assert ((confidence >= 0) & (confidence <= 1)).all()
    assert (confidence.ravel()[~sound] == 0).all()


def test_contours_follow_a_circle() -> None:
    grid = Grid(Box(-2.0, -2.0, 2.0, 2.0), 200, 160)
    values = np.square(grid.points()).sum(axis=1).reshape(grid.shape)
    [circle] = contours(values, grid.box, level=1.0)
    np.testing.assert_allclose(np.linalg.norm(circle, axis=1), 1.0, atol=2e-4)
    np.testing.assert_array_equal(circle[0], circle[-1])


@given(arrays(np.float64, 3, elements=st.floats(-3, 3).map(lambda w: round(w, 2))))
def test_the_contour_of_a_linear_score_is_its_line(weights: Floats) -> None:
    grid = Grid(VIEW, 30, 20)
    values = (grid.points() @ weights[:2] + weights[2]).reshape(grid.shape)
    for curve in contours(values, VIEW):
        scores = curve @ weights[:2] + weights[2]
        assert np.abs(scores).max() < 1e-9


@settings(deadline=None)
@given(
    arrays(np.float64, (5, 6), elements=any_number | extreme | ordinary),
    st.sampled_from([0.0, 1.0, 1e308, math.nan]),
)
def test_contours_of_any_values_are_numbers(values: Floats, level: float) -> None:
    for curve in contours(values, VIEW, level):
        assert curve.shape[1] == 2
        assert np.isfinite(curve).all()


def test_contours_of_next_to_nothing() -> None:
    assert contours(np.ones((1, 5)), VIEW) == []
    assert contours(np.zeros((4, 4)), VIEW, level=0.5) == []
    assert contours(np.full((4, 4), np.nan), VIEW) == []


@pytest.mark.parametrize(
    "corners",
    [(0, 0, 0, 1), (0, 0, 1, 0), (1, 0, 0, 1), (0, 0, math.inf, 1), (math.nan, 0, 1, 1),
     (0, 0, 1e308, 1)],
)  # fmt: skip
def test_a_box_needs_room(corners: tuple[float, float, float, float]) -> None:
    with pytest.raises(PlainError, match="width and a height"):
        Box(*corners)
