"""Lines on the stage against what the engine says of the same moment."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor

from core.boundary import Box, clip, line_of, region_segments
from core.experiment import Experiment, FeatureMapChoice, LearnerChoice, PointsData, Split
from core.feature_maps import feature_map
from core.generators import make_points
from core.rows import Floats, Rows
from core.runs import points_data
from gui.stage.straight_borders import borders_of_many
from gui.stage.strokes import Stroke, dashes_along
from tests.gui.stage.hand import Hand, Show

CURVED = FeatureMapChoice("random-fourier", components=40, gamma=0.5)


def toy(name: str, classes: int, *learners: LearnerChoice, **changes: object) -> Experiment:
    points = points_data(make_points(name, n=60, noise=0.4, classes=classes, seed=3))
    return Experiment(data=points, learners=learners, split=Split(0.2), **changes)


def drawn(hand: Hand, kind: str, learner: int = 0, readout: str | None = None) -> list[Stroke]:
    layer = hand.view.trail if kind == "trail" else hand.view.boundaries
    return [
        stroke
        for stroke in layer.strokes
        if (stroke.kind, stroke.learner) == (kind, learner) and readout in (None, stroke.readout)
    ]


def go_to(hand: Hand, t: int) -> None:
    hand.studio.seek(t)
    hand.stage.catch_up()


@pytest.mark.parametrize("t", [1, 17, 300])
def test_two_classes_are_parted_by_the_engines_own_line(hand: Hand, t: int) -> None:
    go_to(hand, t)
    for learner, readout in ((0, "last"), (0, "averaged"), (1, "last")):
        run = hand.studio.results.learners[learner].run
        assert run is not None
        line = line_of(run.weights(min(t, run.steps), readout))
        expected = None if line is None else clip(line, hand.view.frame.box)
        strokes = drawn(hand, "boundary", learner, readout)
        if expected is None:
            assert strokes == []
        else:
            np.testing.assert_allclose(strokes[0].curve, np.array(expected), atol=1e-12)


def test_readouts_and_learners_differ_in_line_and_colour(hand: Hand) -> None:
    go_to(hand, 100)
    theme = hand.view.theme
    last, averaged = (drawn(hand, "boundary", 0, r)[0].pen for r in ("last", "averaged"))
    mira = drawn(hand, "boundary", 1)[0].pen
    assert last.dashPattern() == [] != averaged.dashPattern()
    assert last.color() == averaged.color() == theme.learner_colour(0)
    assert mira.color() == theme.learner_colour(1) != last.color()


def test_the_line_is_on_the_screen_in_its_learners_colour(hand: Hand) -> None:
    hand.studio.look(legend=False, trail=False, arrow=False, margins=False)
    go_to(hand, 100)
    stroke = drawn(hand, "boundary", 1)[0]
    picture = hand.view.grab().toImage()
    along = np.linspace(stroke.curve[0], stroke.curve[1], 41)[1:-1]
    colour = hand.view.theme.learner_colour(1)
    close = [
        _distance(QColor(picture.pixel(round(x), round(y))), colour) < 60
        for x, y in hand.view.frame.to_pixels(along).tolist()
    ]
    assert np.mean(close) > 0.6, "only points may lie on top of it"


def _distance(a: QColor, b: QColor) -> int:
    return abs(a.red() - b.red()) + abs(a.green() - b.green()) + abs(a.blue() - b.blue())


def test_hidden_learners_have_no_lines(hand: Hand, show: Show) -> None:
    show(toy("blobs", 2, LearnerChoice("perceptron"), LearnerChoice("mira", visible=False)))
    go_to(hand, 20)
    assert drawn(hand, "boundary", 0)
    assert not drawn(hand, "boundary", 1)


def test_margins_of_margin_learners_score_one_either_way(hand: Hand) -> None:
    go_to(hand, 200)
    moment = hand.studio.moment(1)
    assert moment is not None
    curves = [stroke.curve for stroke in drawn(hand, "margin", 1)]
    scores = moment.scores(Rows.from_dense(np.concatenate(curves)))
    lead = (scores[:, 1] - scores[:, 0]).reshape(len(curves), 2)
    np.testing.assert_allclose(np.sort(lead, axis=0), [[-1, -1], [1, 1]], atol=1e-9)
    assert not drawn(hand, "margin", 0), "the perceptron has no margin"
    hand.studio.look(margins=False)
    hand.stage.catch_up()
    assert not drawn(hand, "margin", 1)


@pytest.mark.parametrize("readout", ["last", "averaged"])
def test_regions_of_many_classes_are_parted_as_the_engine_parts_them(
    hand: Hand, show: Show, readout: str
) -> None:
    show(toy("blobs", 5, LearnerChoice("perceptron", readout=readout)))
    go_to(hand, 33)
    moment = hand.studio.moment(0)
    assert moment is not None
    expected = region_segments(moment.weights(readout), hand.view.frame.box)
    found = [stroke.curve for stroke in drawn(hand, "boundary")]
    assert len(found) == len(expected) >= 4
    for _, _, start, end in expected:
        assert any(_same_ends(curve, np.array([start, end])) for curve in found)


@pytest.mark.parametrize("classes", [2, 4])
def test_curved_boundaries_run_where_the_two_best_labels_tie(
    hand: Hand, show: Show, classes: int
) -> None:
    learner = LearnerChoice("logistic-regression")
    show(toy("blobs", classes, learner, features=CURVED))
    go_to(hand, 400)
    moment = hand.studio.moment(0)
    assert moment is not None
    curve = np.concatenate([stroke.curve for stroke in drawn(hand, "boundary")])
    rows = Rows.from_dense(feature_map(CURVED).transform(curve))
    ranked = np.sort(moment.scores(rows), axis=1)
    spread = np.ptp(moment.scores())
    assert len(curve) > 20
    assert np.quantile(ranked[:, -1] - ranked[:, -2], 0.98) < 0.02 * spread


def test_gaussian_naive_bayes_has_a_curved_boundary_on_the_plain_plane(
    hand: Hand, show: Show
) -> None:
    show(toy("blobs", 2, LearnerChoice("gaussian-naive-bayes")))
    go_to(hand, 48)
    moment = hand.studio.moment(0)
    assert moment is not None
    curve = np.concatenate([stroke.curve for stroke in drawn(hand, "boundary")])
    scores = moment.scores(Rows.from_dense(curve))
    assert len(curve) > 5
    assert np.abs(scores[:, 1] - scores[:, 0]).max() < 0.05 * np.ptp(moment.scores())


def test_the_trail_holds_the_boundaries_before_the_last_changes(hand: Hand) -> None:
    go_to(hand, 250)
    run = hand.studio.results.learners[0].run
    assert run is not None
    changed = [t for t in range(1, 251) if run.recording.changes(t - 1, t)[0]]
    box, expected = hand.view.frame.box, []
    for t in changed[-12:]:
        line = line_of(run.weights(t - 1))
        visible = None if line is None else clip(line, box)
        expected += [] if visible is None else [np.array(visible)]
    strokes = drawn(hand, "trail")
    assert len(strokes) == len(expected) > 5
    for stroke, ends in zip(strokes, expected, strict=True):
        assert _same_ends(stroke.curve, ends)
    opacity = [stroke.colour.alphaF() for stroke in strokes]
    assert opacity == sorted(opacity), "the older, the fainter"
    hand.studio.look(trail=False)
    hand.stage.catch_up()
    assert not drawn(hand, "trail")


def test_the_weight_arrow_points_to_where_class_1_scores_higher(hand: Hand) -> None:
    go_to(hand, 100)
    moment, arrow = hand.studio.moment(0), hand.view.arrow.arrow
    assert moment is not None
    assert arrow is not None
    scores = moment.scores(Rows.from_dense(np.array(arrow)))
    lead = scores[:, 1] - scores[:, 0]
    assert lead[0] == pytest.approx(0.0, abs=1e-9)
    assert lead[1] > 0.1
    hand.studio.look(arrow=False)
    hand.stage.catch_up()
    assert hand.view.arrow.arrow is None


def test_lines_stay_true_after_zooming(hand: Hand) -> None:
    go_to(hand, 100)
    hand.wheel(hand.pixel((0.0, 0.0)), 5)
    hand.stage.catch_up()
    run = hand.studio.results.learners[0].run
    assert run is not None
    line = line_of(run.weights(100))
    assert line is not None
    expected = clip(line, hand.view.frame.box)
    np.testing.assert_allclose(drawn(hand, "boundary", 0, "last")[0].curve, np.array(expected))


def test_far_out_points_too_large_for_a_feature_map_do_no_harm(hand: Hand, show: Show) -> None:
    data = PointsData(((0.0, 0.0), (1e200, 1e200)), (0, 1))
    learner = LearnerChoice("perceptron")
    show(Experiment(data=data, learners=(learner,), features=FeatureMapChoice("cubic")))
    assert not drawn(hand, "boundary")
    assert "too far out" in hand.view.notice.text()


numbers = st.floats(-5.0, 5.0).map(lambda x: round(x, 3))


@given(
    classes=st.sampled_from([1, 3, 5, 8]),
    bias=st.booleans(),
    data=st.data(),
    corner=st.tuples(st.floats(-9.0, 4.0), st.floats(-9.0, 4.0)),
)
def test_borders_at_once_are_the_engines_borders(
    classes: int, bias: bool, data: st.DataObject, corner: tuple[float, float]
) -> None:
    shape = (2 + bias, classes)
    flat = st.lists(numbers, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])
    tables = data.draw(st.lists(flat, min_size=1, max_size=3))
    weights = np.array(tables).reshape(-1, *shape)
    box = Box(*corner, corner[0] + 6.0, corner[1] + 4.0)
    for table, found in zip(weights, borders_of_many(weights, box), strict=True):
        # Where three classes tie exactly the two may cut a border elsewhere; both are right.
        expected = [np.array([s, e]) for _, _, s, e in region_segments(table, box)]
        for ends in expected:
            if np.linalg.norm(ends[0] - ends[1]) > 1e-6:
                assert _covered(ends.mean(axis=0), found)


def _covered(spot: Floats, segments: Floats) -> bool:
    for start, end in segments:
        along = end - start
        share = np.clip((spot - start) @ along / max(along @ along, 1e-300), 0.0, 1.0)
        if np.linalg.norm(start + share * along - spot) < 1e-6:
            return True
    return False


def _same_ends(a: Floats, b: Floats) -> bool:
    return bool(np.allclose(a, b, atol=1e-7) or np.allclose(a, b[::-1], atol=1e-7))


def test_dashes_keep_their_rhythm_round_corners() -> None:
    corner = np.array([[0.0, 0.0], [7.0, 0.0], [7.0, 8.0]])
    dashes = dashes_along(corner, np.array([4.0, 2.0]))
    np.testing.assert_allclose(dashes[0], [0, 0, 4, 0])
    np.testing.assert_allclose(dashes[1], [6, 0, 7, 3])
    np.testing.assert_allclose(dashes[2], [7, 5, 7, 8])
    assert len(dashes) == 3
