"""Scales that stay calm and never see a value that is no number."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from gui.panels.curve_axis import reading, time_axis, value_axis

values = arrays(
    np.float64, st.integers(0, 40),
    elements=st.floats(allow_nan=True, allow_infinity=True) | st.floats(-10, 10),
)  # fmt: skip


@given(curve=values, log=st.booleans(), percent=st.booleans())
def test_whatever_comes_the_range_is_finite_and_places_lie_within(
    curve: np.ndarray[tuple[int], np.dtype[np.float64]], log: bool, percent: bool
) -> None:
    axis = value_axis([curve], log=log, signed=not log, percent=percent)
    assert np.isfinite([axis.low, axis.high]).all()
    assert axis.low < axis.high
    assert len(axis.ticks) == len(axis.labels) >= 2
    assert len(axis.ticks) <= 20
    places = axis.place(curve)
    known = ~np.isnan(curve)
    assert ((places[known] >= 0) & (places[known] <= 1)).all()
    assert np.isnan(places[~known]).all()


@pytest.mark.parametrize(
    "curve",
    [
        [1.7e308, -1.7e308],
        [1.7e308, -1.7e308, *[-5e307] * 20],
        [-1.7e308, 1e300, 1e5],
        [5e-324, 0.0],
        [5e-324, 1e300],
    ],
)
@pytest.mark.parametrize("log", [False, True])
def test_the_largest_and_smallest_numbers_lie_in_their_order(curve: list[float], log: bool) -> None:
    values = np.array(curve)
    axis = value_axis([values], log=log, signed=not log)
    assert np.isfinite([axis.low, axis.high, *axis.ticks]).all()
    places = axis.place(values)[np.argsort(values)]
    assert (np.diff(places) >= 0.0).all()
    assert ((places >= 0.0) & (places <= 1.0)).all()


def test_the_ends_of_a_scale_are_ticks_so_it_seldom_moves() -> None:
    scales = {value_axis([np.linspace(0, top, 50)]).high for top in np.linspace(0.81, 0.99, 30)}
    assert scales == {1.0}


def test_losses_start_at_zero() -> None:
    axis = value_axis([np.array([0.4, 0.8])])
    assert (axis.low, axis.high) == (0.0, 0.8)
    assert axis.labels == ("0.0", "0.2", "0.4", "0.6", "0.8")


def test_margins_reach_below_zero() -> None:
    axis = value_axis([np.array([-2.7, 0.4])], signed=True)
    assert axis.low <= -2.7
    assert axis.high >= 0.4
    assert 0.0 in axis.ticks
    assert axis.labels[0].startswith("−")


def test_errors_are_written_in_percent() -> None:
    assert value_axis([np.array([0.0, 0.5])], percent=True).labels[-1].endswith(" %")


def test_a_logarithmic_scale_puts_zero_at_the_bottom() -> None:
    axis = value_axis([np.array([0.0, 0.001, 0.1, 10.0])], log=True)
    assert axis.place(np.array([0.0]))[0] == 0.0
    np.testing.assert_allclose(np.diff(axis.place(np.array([0.001, 0.1, 10.0]))), 0.5)
    assert axis.labels == ("0.001", "0.01", "0.1", "1", "10")


def test_a_logarithmic_scale_of_zeros_alone_is_still_a_scale() -> None:
    axis = value_axis([np.zeros(5)], log=True)
    assert axis.place(np.zeros(5)).tolist() == [0.0] * 5


def test_what_diverges_is_cut_off_and_said_to_be() -> None:
    usual = np.linspace(0.1, 1.0, 100)
    assert not value_axis([usual]).cut
    for odd in (np.inf, 1e300):
        axis = value_axis([np.append(usual, odd)])
        assert axis.cut
        assert 1.0 <= axis.high < 10.0


@pytest.mark.parametrize(("total", "steps"), [(1008, 72), (1, 1), (50, 1), (3, 90), (10**6, 1000)])
def test_time_goes_from_the_start_to_the_last_step(total: int, steps: int) -> None:
    axis = time_axis(total, steps)
    assert (axis.low, axis.ticks[0]) == (0.0, 0.0)
    np.testing.assert_allclose(axis.high, total / steps)
    assert axis.ticks[-1] <= axis.high * (1 + 1e-9)
    assert len(axis.ticks) <= 12


def test_passes_are_counted_in_whole_numbers() -> None:
    assert time_axis(1008, 72).labels == ("0", "2", "4", "6", "8", "10", "12", "14")


def test_readings_say_what_they_cannot_measure() -> None:
    assert reading(float("nan")) == "–"
    assert reading(float("inf")) == "∞"
    assert reading(-0.25) == "−0.250"
    assert reading(0.0416, percent=True) == "4.2 %"
