"""The range of a plane of weights: holds what it must, and seldom moves."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gui.stage.calm_box import calm_box, widened, zoomed

numbers = st.floats(-1e12, 1e12, allow_subnormal=False)
spots = st.lists(st.tuples(numbers, numbers), max_size=30).map(
    lambda rows: np.array(rows).reshape(-1, 2)
)
NOWHERE = np.zeros((0, 2))


@given(spots, spots)
def test_it_holds_the_origin_and_where_the_weights_are(
    path: np.ndarray, present: np.ndarray
) -> None:
    box = calm_box(path, present)
    assert box.holds((0.0, 0.0))
    assert all(box.holds((x, y)) for x, y in present.tolist())


def test_it_does_not_grow_for_one_first_step_that_was_too_large() -> None:
    path = np.concatenate([[[500.0, 500.0]], np.random.default_rng(1).uniform(0, 2, (99, 2))])
    assert calm_box(path, NOWHERE).x1 < 4.0
    assert calm_box(path, path[:1]).x1 > 500.0


def test_it_stays_while_a_path_grows_a_little() -> None:
    steps = np.linspace(1.0, 2.0, 60)
    boxes = [calm_box(np.array([[1.0, 1.0], [s, s]]), NOWHERE) for s in steps.tolist()]
    assert len(set(boxes)) <= 6


@pytest.mark.filterwarnings("error")
def test_what_is_no_number_does_not_count() -> None:
    odd = np.array([[np.nan, 1.0], [np.inf, 0.0], [1e200, 0.0], [1.0, 1.0]])
    assert calm_box(odd, odd) == calm_box(odd[3:], odd[3:])


@given(spots, st.floats(0.2, 5.0))
def test_widened_has_the_shape_and_holds_what_it_held(path: np.ndarray, aspect: float) -> None:
    box = calm_box(path, NOWHERE)
    wide = widened(box, aspect)
    assert (wide.x1 - wide.x0) / (wide.y1 - wide.y0) == pytest.approx(aspect)
    slack = 1e-9 * (wide.x1 - wide.x0 + wide.y1 - wide.y0)
    assert wide.x0 <= box.x0 + slack
    assert wide.y1 >= box.y1 - slack


def test_zooming_keeps_a_spot_where_it_is() -> None:
    box = zoomed(calm_box(np.array([[4.0, 3.0]]), NOWHERE), 0.5, (1.0, 2.0))
    whole = calm_box(np.array([[4.0, 3.0]]), NOWHERE)
    share = (1.0 - whole.x0) / (whole.x1 - whole.x0)
    assert (1.0 - box.x0) / (box.x1 - box.x0) == pytest.approx(share)
