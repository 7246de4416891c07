from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.errors import PlainError
from core.experiment import FeatureMapChoice
from core.feature_maps import (
    FEATURE_MAPS,
    FeatureMap,
    cubic,
    feature_map,
    plain,
    quadratic,
    random_fourier,
)
from core.rows import Floats

some_points = arrays(np.float64, (7, 2), elements=st.floats(-1e3, 1e3))


@given(some_points)
def test_plain_is_a_copy(xy: Floats) -> None:
    features = plain().transform(xy)
    np.testing.assert_array_equal(features, xy)
    assert not np.shares_memory(features, xy)


def test_worked_polynomials() -> None:
    assert quadratic().feature_names == ("x", "y", "x²", "xy", "y²")
    spot = np.array([[2.0, -3.0]])
    np.testing.assert_array_equal(quadratic().transform(spot), [[2, -3, 4, -6, 9]])
    assert cubic().feature_names == ("x", "y", "x²", "xy", "y²", "x³", "x²y", "xy²", "y³")
    expected = [[2, -3, 4, -6, 9, 8, -12, 18, -27]]
    np.testing.assert_array_equal(cubic().transform(spot), expected)


def test_the_quadratic_map_holds_a_circle_and_the_cubic_one_a_cubic() -> None:
    angles = np.linspace(0, 6, 50)
    circle = np.stack([1 + 2 * np.cos(angles), -1 + 2 * np.sin(angles)], axis=1)
    # (x−1)² + (y+1)² = 4 as weights on x, y, x², xy, y²
    np.testing.assert_allclose(quadratic().transform(circle) @ [-2, 2, 1, 0, 1], 2, atol=1e-12)
    x = np.linspace(-2, 2, 50)
    curve = np.stack([x, x**3 - x], axis=1)
    np.testing.assert_allclose(
        cubic().transform(curve) @ [-1, -1, 0, 0, 0, 1, 0, 0, 0], 0, atol=1e-12
    )


@given(st.floats(0.1, 3.0), st.integers(0, 100))
def test_random_waves_imitate_the_gaussian_kernel(gamma: float, seed: int) -> None:
    xy = np.random.default_rng(seed).uniform(-1, 1, (6, 2))
    features = random_fourier(2000, gamma, seed).transform(xy)
    squared = np.square(xy[:, None] - xy[None]).sum(axis=2)
    # Each product is a mean of 2,000 values in −2..2; five deviations of that mean.
    np.testing.assert_allclose(features @ features.T, np.exp(-gamma * squared), atol=0.16)


def test_waves_are_seeded_and_bounded() -> None:
    xy = np.random.default_rng(0).normal(size=(50, 2))
    waves = random_fourier(40, 1.0, 3).transform(xy)
    assert waves.shape == (50, 40)
    assert np.abs(waves).max() <= np.sqrt(2 / 40)
    np.testing.assert_array_equal(waves, random_fourier(40, 1.0, 3).transform(xy))
    assert not np.array_equal(waves, random_fourier(40, 1.0, 4).transform(xy))


@pytest.mark.parametrize("kind", FEATURE_MAPS, ids=lambda kind: kind.name)
def test_every_map_of_the_menu_can_be_chosen(kind: FeatureMap) -> None:
    chosen = feature_map(FeatureMapChoice(kind.name, components=30))
    assert (chosen.name, chosen.title) == (kind.name, kind.title)
    assert chosen.linear == (kind.name == "plain")
    features = chosen.transform(np.array([[1.0, 2.0], [0.0, 0.0], [-1.0, 4.0]]))
    assert features.shape == (3, len(chosen.feature_names))
    assert features.dtype == np.float64
    assert chosen.transform(np.empty((0, 2))).shape == (0, len(chosen.feature_names))
    assert len(set(chosen.feature_names)) == len(chosen.feature_names)


def test_the_choice_reaches_the_waves() -> None:
    chosen = feature_map(FeatureMapChoice("random-fourier", components=7, gamma=0.5, seed=9))
    xy = np.array([[0.3, -0.7]])
    np.testing.assert_array_equal(chosen.transform(xy), random_fourier(7, 0.5, 9).transform(xy))


@pytest.mark.parametrize("kind", FEATURE_MAPS, ids=lambda kind: kind.name)
@given(xy=arrays(np.float64, (3, 2), elements=st.floats(-1.7e308, 1.7e308)))
def test_features_are_finite_or_refused(kind: FeatureMap, xy: Floats) -> None:
    chosen = feature_map(FeatureMapChoice(kind.name, components=5))
    try:
        features = chosen.transform(xy)
    except PlainError:
        assert np.abs(xy).max() > 1e100
    else:
        assert np.isfinite(features).all()


def test_too_far_for_squares_is_said_plainly() -> None:
    with pytest.raises(PlainError, match="too far out for the quadratic"):
        quadratic().transform(np.array([[1e200, 0.0]]))
    assert cubic().transform(np.array([[1e100, -1e100]]))[0, -1] == pytest.approx(-1e300)


@pytest.mark.parametrize(
    ("choice", "word"),
    [
        (FeatureMapChoice("wavelets"), "quadratic"),
        (FeatureMapChoice("random-fourier", components=0), "components"),
        (FeatureMapChoice("random-fourier", components=1_000_000), "components"),
        (FeatureMapChoice("random-fourier", gamma=0.0), "gamma"),
        (FeatureMapChoice("random-fourier", gamma=float("inf")), "gamma"),
        (FeatureMapChoice("random-fourier", seed=-1), "seed"),
    ],
)
def test_bad_choices_are_refused(choice: FeatureMapChoice, word: str) -> None:
    with pytest.raises(PlainError, match=word):
        feature_map(choice)
