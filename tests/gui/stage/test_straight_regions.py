"""The fast region map finds what the general one finds."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.boundary import Box, Grid, region_map
from gui.stage.straight_regions import PRECISE, StraightRegions

# A score is rounded three times, by half a unit in the last place each; two scores are compared.
ROUNDING = 2 * 3 * PRECISE * 2.0**-24
NUMBERS = st.floats(-50.0, 50.0).map(lambda x: round(x, 3))


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([1, 2, 3, 5, 8]).flatmap(
        lambda heads: st.sampled_from([2, 3]).flatmap(
            lambda width: arrays(np.float64, (width, heads), elements=NUMBERS)
        )
    ),
    st.floats(-1e5, 1e5),
    st.floats(-1e5, 1e5),
)
def test_labels_and_confidence_are_those_of_the_general_map(weights, x, y):
    grid = Grid(Box(x - 3.0, y - 2.0, x + 3.0, y + 2.0), 24, 16)
    features = grid.points()
    if len(weights) == 3:
        features = np.column_stack([features, np.ones(len(features))])
    scores = features @ weights
    labels, confidence = region_map(scores, grid.shape)
    found = StraightRegions().of(weights, grid)
    assert found is not None
    np.testing.assert_allclose(found[1], confidence, atol=ROUNDING)
    ranked = np.sort(np.column_stack([np.zeros(len(scores)), scores]) if scores.shape[1] == 1
                     else scores, axis=1)  # fmt: skip
    # Rounding may decide only where two classes are as good as equal.
    clear = (ranked[:, -1] - ranked[:, -2] > ROUNDING).reshape(grid.shape)
    assert (found[0] == labels)[clear].all()


def test_the_lowest_class_wins_where_all_are_equal():
    found = StraightRegions().of(np.zeros((3, 4)), Grid(Box(-1, -1, 1, 1), 5, 5))
    assert found is not None
    assert not found[0].any()
    assert not found[1].any()


def test_what_does_not_fit_is_left_to_the_general_map():
    regions, grid = StraightRegions(), Grid(Box(-1, -1, 1, 1), 5, 5)
    assert regions.of(np.full((3, 2), 1e305) * [1.0, -1.0], grid) is None
    assert regions.of(np.array([[np.inf, 0.0], [0.0, 1.0], [0.0, 0.0]]), grid) is None
    assert regions.of(np.ones((6, 3)), grid) is None


def test_labels_of_one_frame_outlive_the_next():
    regions, grid = StraightRegions(), Grid(Box(-1, -1, 1, 1), 8, 8)
    first = regions.of(np.array([[1.0], [0.0], [0.0]]), grid)
    assert first is not None
    kept = first[0].copy()
    regions.of(np.array([[-1.0], [0.0], [0.0]]), grid)
    assert (first[0] == kept).all()
