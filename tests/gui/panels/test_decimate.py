"""Thinned and dashed curves."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gui.panels.decimate import dashed, decimated, strokes


@given(count=st.integers(0, 6000), most=st.integers(10, 1600), seed=st.integers(0, 50))
def test_peaks_and_ends_survive_and_the_points_are_some_of_the_curve(
    count: int, most: int, seed: int
) -> None:
    x, y = np.arange(count, dtype=float), np.random.default_rng(seed).normal(size=count)
    thin_x, thin_y = decimated(x, y, most)
    assert len(thin_x) <= most
    assert (np.diff(thin_x) >= 0).all()
    assert (y[thin_x.astype(int)] == thin_y).all()
    if count:
        assert (thin_y.min(), thin_y.max()) == (y.min(), y.max())
        assert (thin_x[0], thin_x[-1]) == (0, count - 1)


def test_a_short_curve_stays_as_it_is() -> None:
    x, y = np.arange(257.0), np.linspace(0, 1, 257)
    assert decimated(x, y)[1] is y


def test_a_spike_of_one_point_in_a_hundred_thousand_is_seen() -> None:
    y = np.zeros(100_000)
    y[61_803] = -7.0
    thin_x, thin_y = decimated(np.arange(100_000.0), y)
    assert thin_x[thin_y.argmin()] == 61_803


def test_single_gaps_are_bridged_and_long_ones_kept() -> None:
    y = np.ones(10_000)
    y[100] = np.nan
    y[5_000:7_000] = np.nan
    thin_x, thin_y = decimated(np.arange(10_000.0), y, 200)
    gaps = thin_x[np.isnan(thin_y)]
    assert len(gaps) > 10
    assert ((gaps > 4_800) & (gaps < 7_100)).all()


def test_no_stroke_crosses_a_gap() -> None:
    x = np.arange(6.0)
    y = np.array([0.0, 1.0, np.nan, 3.0, np.inf, 5.0])
    assert strokes(x, y).tolist() == [[0.0, 0.0, 1.0, 1.0]]


def test_dashes_go_on_around_corners() -> None:
    # Up 5, then right 5: dashes of 4 with gaps of 2 along 10 units.
    corner = np.array([[0.0, 0.0, 0.0, 5.0], [0.0, 5.0, 5.0, 5.0]])
    assert dashed(corner, (4.0, 2.0)).tolist() == [
        [0.0, 0.0, 0.0, 4.0],
        [1.0, 5.0, 5.0, 5.0],
    ]


@given(
    seed=st.integers(0, 50), count=st.integers(2, 60), dash=st.floats(0.5, 9), gap=st.floats(0.5, 9)
)
def test_dashes_lie_on_the_line_and_cover_their_share(
    seed: int, count: int, dash: float, gap: float
) -> None:
    x, y = np.arange(float(count)) * 3.0, np.random.default_rng(seed).normal(size=count) * 5.0
    pieces = strokes(x, y)
    marks = dashed(pieces, (dash, gap))
    for at, height in ((marks[:, 0], marks[:, 1]), (marks[:, 2], marks[:, 3])):
        np.testing.assert_allclose(np.interp(at, x, y), height, atol=1e-6)
    whole = np.hypot(np.diff(x), np.diff(y)).sum()
    drawn = np.hypot(marks[:, 2] - marks[:, 0], marks[:, 3] - marks[:, 1]).sum()
    turns, rest = divmod(whole, dash + gap)
    np.testing.assert_allclose(drawn, turns * dash + min(rest, dash), rtol=1e-6, atol=1e-6)
