"""The plane of two weights, against trying many weights one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.boundary import Box
from core.cost_surface import cost_surface, surface_box
from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Order, Stopping
from core.learners import find
from core.measure import LOSSES, losses
from core.rows import Floats
from core.run import Moment, Run
from core.weight_space import area, clipped, half_planes, path, space_box, version_space

BOX = Box(-2.0, -2.0, 2.0, 2.0)
HALVES = st.integers(-4, 4).map(lambda k: k / 2)


def moment_of(
    table: Floats, labels: object, name: str = "perceptron", passes: int = 2, **parameters: object
) -> Moment:
    names = ("A", "B", "C")[: max(int(np.max(labels)) + 1, 2)]
    dataset = Dataset.from_table(table, [names[k] for k in labels], class_names=names)
    stopping = Stopping(passes=passes, clean_pass=False)
    run = Run(dataset, find(name), parameters, order=Order("given"), stopping=stopping).play()
    return run.at(run.steps)


def clouds(n: int = 60, apart: float = 1.0) -> tuple[Floats, np.ndarray]:
    rng = np.random.default_rng(4)
    labels = np.arange(n) % 2
    return rng.normal(size=(n, 2)) + apart * (2 * labels[:, None] - 1), labels


tables = arrays(np.float64, (6, 3), elements=HALVES)
labellings = arrays(np.int64, 6, elements=st.integers(0, 1)).filter(lambda y: len(set(y)) == 2)


def holds(polygon: Floats | None, spot: Floats) -> bool:
    if polygon is None:
        return False
    edges = np.roll(polygon, -1, axis=0) - polygon
    apart = spot - polygon
    return bool((edges[:, 0] * apart[:, 1] - edges[:, 1] * apart[:, 0] >= 0.0).all())


def margins_with(moment: Moment, axes: tuple[int, int], spot: Floats, bias: float | None) -> Floats:
    """Every margin when two weights are at a spot, one example after the other."""
    weights = moment.weights()[:, 0].copy()
    weights[list(axes)] = spot
    if bias is not None:
        weights[-1] = bias
    dataset = moment.run.dataset
    signs = [1.0 if y == 1 else -1.0 for y in dataset.labels]
    rows = dataset.rows.dense()
    return np.array([s * float(weights @ [*x, 1.0]) for s, x in zip(signs, rows, strict=True)])


@settings(max_examples=60)
@given(tables, labellings, st.sampled_from([(0, 1), (2, 0), (1, 3)]), st.sampled_from([0.0, 1.0]))
def test_the_version_space_is_where_all_are_content(
    table: Floats, labels: np.ndarray, axes: tuple[int, int], level: float
) -> None:
    moment = moment_of(table, labels)
    polygon = version_space(moment, axes, BOX, level=level)
    planes = half_planes(moment, axes, level=level)
    for spot in np.random.default_rng(0).uniform(-2.0, 2.0, (80, 2)):
        wanted = margins_with(moment, axes, spot, None) - level
        np.testing.assert_allclose(planes.normals @ spot + planes.offsets, wanted, atol=1e-9)
        if np.abs(wanted).min() > 1e-6:
            assert holds(polygon, spot) == bool((wanted > 0.0).all())


@settings(max_examples=60)
@given(tables, labellings)
def test_with_a_free_bias_some_bias_pleases_all(table: Floats, labels: np.ndarray) -> None:
    moment = moment_of(table, labels)
    polygon = version_space(moment, (0, 1), BOX, bias="free")
    for spot in np.random.default_rng(1).uniform(-2.0, 2.0, (60, 2)):
        without = margins_with(moment, (0, 1), spot, 0.0)
        # margin + b > 0 for class 1 and margin − b > 0 for class 0
        low, high = -without[labels == 1].min(), without[labels == 0].min()
        if abs(high - low) > 1e-6:
            assert holds(polygon, spot) == (low < high)


def test_the_free_lines_are_of_pairs_of_opposite_classes() -> None:
    table, labels = clouds(20)
    moment = moment_of(table, labels)
    planes = half_planes(moment, (0, 1), bias="free")
    assert planes.partners is not None
    assert (labels[planes.rows] != labels[planes.partners]).all()
    margins = margins_with(moment, (0, 1), moment.weights()[:2, 0], 0.0)
    reached = planes.normals @ moment.weights()[:2, 0] + planes.offsets
    np.testing.assert_allclose(reached, margins[planes.rows] + margins[planes.partners])


def test_a_contradiction_leaves_no_version_space() -> None:
    moment = moment_of(np.array([[1.0, 1.0], [1.0, 1.0], [2.0, 0.0]]), [0, 1, 1])
    assert version_space(moment, (0, 1), BOX) is None
    assert version_space(moment, (0, 1), BOX, bias="free") is None


def test_what_is_cut_off_and_what_is_left_make_the_whole() -> None:
    square = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])
    normal = np.array([1.0, -0.5])
    left, right = clipped(square, normal, -0.3), clipped(square, -normal, 0.3)
    assert area(left) + area(right) == pytest.approx(4.0)
    assert len(clipped(square, normal, -10.0)) == 0


@pytest.mark.parametrize("name", ["perceptron", "logistic-regression", "gaussian-naive-bayes"])
@pytest.mark.parametrize("readout", ["last", "averaged"])
def test_the_path_is_that_of_the_weights(name: str, readout: str) -> None:
    if readout not in find(name).readouts:
        return
    run = moment_of(*clouds(), name).run
    trail = path(run, (2, 0), readout, until=50)
    assert trail.steps[0] == 0
    assert trail.steps[-1] == 50
    for step, spot in zip(trail.steps, trail.spots, strict=True):
        np.testing.assert_allclose(spot, run.at(int(step)).weights(readout)[[2, 0], 0], atol=1e-12)
    if name == "perceptron" and readout == "last":
        between = run.recording.changes(0, 50)
        assert len(trail.steps) == between.sum() + 1 + (not between[-1]), "no step is shown twice"
    assert len(path(run, (0, 1), readout, most=9).steps) <= 9


def test_the_jump_of_a_perceptron_is_along_the_example() -> None:
    run = moment_of(*clouds(apart=0.2)).run
    trail = path(run, (0, 1))
    for before, after, step in zip(trail.spots, trail.spots[1:], trail.steps[1:], strict=False):
        row = int(run.at(int(step)).visited[0])
        sign = 1.0 if run.dataset.labels[row] == 1 else -1.0
        if (after != before).any():
            np.testing.assert_allclose(after - before, sign * run.dataset.rows.dense()[row])


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("scale", [1.0, 300.0])
def test_the_surface_is_the_mean_loss_everywhere(loss: str, scale: float) -> None:
    table, labels = clouds(90, 0.3)
    moment = moment_of(scale * table, labels, "logistic-regression", learning_rate=0.01, l2=0.1)
    box = Box(-1.0, -0.5, 2.0, 1.5)
    surface = cost_surface(moment, (0, 2), box, loss, size=7)
    plain = cost_surface(moment, (0, 2), box, loss, size=7, penalty=False)
    assert surface.penalty == 0.1
    for row, v in enumerate(-0.5 + 2.0 * (np.arange(7) + 0.5) / 7):
        for column, u in enumerate(-1.0 + 3.0 * (np.arange(7) + 0.5) / 7):
            margins = margins_with(moment, (0, 2), np.array([u, v]), None)
            scores = np.stack([-margins, margins], axis=1) / 2.0
            mean = losses(loss, scores, np.ones(len(margins), np.int32)).mean()
            squares = u**2 + v**2 + moment.weights()[1, 0] ** 2
            assert plain.values[row, column] == pytest.approx(mean, rel=1e-9)
            assert surface.values[row, column] == pytest.approx(mean + 0.05 * squares, rel=1e-9)
    assert surface.least == surface.values.min()


@pytest.mark.parametrize("name", ["support-vector-machine", "pegasos", "logistic-regression"])
def test_learners_go_where_their_surface_is_lowest(name: str) -> None:
    settings_of = {
        "support-vector-machine": {"C": 0.1},
        "pegasos": {"lam": 0.1},
        "logistic-regression": {"l2": 0.1, "decay": "1/√t", "learning_rate": 1.0},
    }
    moment = moment_of(*clouds(), name, passes=400, **settings_of[name])
    box = surface_box(moment, (0, 1))
    surface = cost_surface(moment, (0, 1), box, size=80)
    u, v = moment.weights()[:2, 0]
    assert box.holds((u, v))
    tiny = Box(u - 1e-6, v - 1e-6, u + 1e-6, v + 1e-6)
    here = cost_surface(moment, (0, 1), tiny, size=1).least
    assert here <= surface.least + 2e-3
    cell = (box.x1 - box.x0) / 80
    assert abs(surface.lowest[0] - u) < 8 * cell
    assert box.x0 + cell < surface.lowest[0] < box.x1 - cell, "the lowest place is in the box"


def test_a_cost_that_falls_for_ever_keeps_its_box_in_bounds() -> None:
    moment = moment_of(*clouds(apart=4.0), "logistic-regression")
    box, path_box = surface_box(moment, (0, 1)), space_box(moment, (0, 1))
    assert box.x1 - box.x0 < 30 * (path_box.x1 - path_box.x0)
    for spot in path(moment.run, (0, 1)).spots.tolist():
        assert box.holds((spot[0], spot[1]))
        assert path_box.holds((spot[0], spot[1]))


def test_what_has_no_such_plane_is_said_plainly() -> None:
    table, labels = clouds(12)
    three = moment_of(table, np.arange(12) % 3)
    with pytest.raises(PlainError, match="two classes, and these data have 3"):
        half_planes(three, (0, 1))
    with pytest.raises(PlainError, match="AdaBoost has no weights"):
        version_space(moment_of(table, labels, "adaboost"), (0, 1), BOX)
    moment = moment_of(table, labels)
    for axes in ((0, 0), (0, 3), (-1, 0)):
        with pytest.raises(PlainError, match="two different weights"):
            path(moment.run, axes)
    with pytest.raises(PlainError, match="bias"):
        half_planes(moment, (0, 2), bias="free")
    with pytest.raises(PlainError, match="no weights of its own"):
        path(moment.run, (0, 1), "voted")
    with pytest.raises(PlainError, match="no loss “huber”"):
        cost_surface(moment, (0, 1), BOX, "huber")
