"""Where a slider rests."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.generators import COUNT, NOISE, SEED
from core.learners import BUILT_IN
from core.parameters import Real, Whole
from gui.slider_stops import nearest_stop, slider_stops

NUMBERS = [
    parameter
    for parameter in (COUNT, NOISE, *(p for learner in BUILT_IN for p in learner.parameters))
    if isinstance(parameter, Real | Whole)
]


@pytest.mark.parametrize("parameter", NUMBERS, ids=lambda p: p.name)
def test_every_stop_is_allowed_and_the_ends_and_default_are_among_them(
    parameter: Real | Whole,
) -> None:
    stops = slider_stops(parameter)
    assert {parameter.low, parameter.high, parameter.default} <= set(stops)
    assert list(stops) == sorted(set(stops))
    assert all(parameter.check(stop) == stop for stop in stops)
    assert 10 <= len(stops) <= 1_100


@pytest.mark.parametrize("parameter", [p for p in NUMBERS if p.log], ids=lambda p: p.name)
def test_on_a_log_scale_no_two_stops_are_far_apart(parameter: Real | Whole) -> None:
    stops = slider_stops(parameter)
    if isinstance(parameter, Real):
        assert max(b / a for a, b in pairwise(stops)) < 1.2
        middle = stops[len(stops) // 2]
        assert middle == pytest.approx(math.sqrt(parameter.low * parameter.high), rel=0.3)
    else:
        assert max(b - a for a, b in pairwise(stops) if b <= 20) <= 2


def test_a_seed_has_no_slider() -> None:
    assert slider_stops(SEED) == ()


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, unique=True).map(sorted), st.floats(-1e6, 1e6))
def test_nothing_is_nearer_than_the_nearest_stop(stops: list[float], value: float) -> None:
    chosen = stops[nearest_stop(stops, value)]
    assert abs(chosen - value) <= min(abs(stop - value) for stop in stops)
