"""Wild numbers never reach the range of a plot, in any view of the real window."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.experiment import (
    Data,
    Experiment,
    FeatureMapChoice,
    LearnerChoice,
    PointsData,
    Stopping,
    TableData,
)
from core.rows import Floats
from gui.main_window import MainWindow
from gui.panels.curve_axis import Axis, span_axis, time_axis, value_axis
from gui.panels.what_if_plots import accuracy_axis
from gui.stage.camera import Camera
from gui.stage.chart import Chart
from gui.stage.plane_view import PlaneView
from gui.theme import Theme
from tests.gui.trust.open_windows import look_at_every_view, opened_window, put, settle

WILD = (0.0, -0.0, 1e308, -1e308, 1.7e308, 1e-310, -1e-310, 5e-324, 1.0, -1.0, 1e300, 1e15, 1e-15)
numbers = st.sampled_from(WILD) | st.floats(allow_nan=False, allow_infinity=False)
any_numbers = numbers | st.sampled_from((math.nan, math.inf, -math.inf))


def check_axis(axis: Axis) -> None:
    ends = (axis.low, axis.high, *axis.ticks)
    assert all(map(math.isfinite, ends))
    assert axis.low < axis.high
    assert len(axis.ticks) <= 60
    assert len(axis.labels) == len(axis.ticks)
    places = axis.place(np.array([*ends, *WILD]))
    assert np.isfinite(places).all()
    assert ((places >= 0.0) & (places <= 1.0)).all()


@given(any_numbers, any_numbers, st.booleans())
@example(-1.7e308, 1.7e308, False)
@example(0.0, 5e-324, False)
def test_an_axis_between_any_two_numbers(low: float, high: float, percent: bool) -> None:
    check_axis(span_axis(min(low, high), max(low, high), percent=percent))


@given(arrays(np.float64, st.integers(0, 30), elements=any_numbers), st.booleans(), st.booleans())
def test_an_axis_of_any_values(values: Floats, log: bool, signed: bool) -> None:
    check_axis(value_axis([values], log=log, signed=signed))


@given(st.integers(0, 10**9), st.integers(1, 10**6))
def test_an_axis_of_any_length_of_time(total: int, unit: int) -> None:
    check_axis(time_axis(total, unit))


@given(arrays(np.float64, st.integers(0, 20), elements=st.floats(0, 1) | st.just(math.nan)))
def test_an_axis_of_any_accuracies(values: Floats) -> None:
    check_axis(accuracy_axis(values, None))


def check_camera(camera: Camera) -> None:
    box = camera.box_for(640, 480)
    assert all(map(math.isfinite, (box.x0, box.x1, box.y0, box.y1)))
    # Neighbouring pixels lie apart.
    assert len(np.unique(np.linspace(box.x0, box.x1, 641))) == 641
    assert len(np.unique(np.linspace(box.y0, box.y1, 481))) == 481


@settings(max_examples=150)
@given(
    arrays(np.float64, st.tuples(st.integers(0, 12), st.just(2)), elements=numbers),
    st.lists(st.tuples(st.floats(1e-30, 1e30), numbers, numbers), max_size=4),
)
@example(np.full((3, 2), 1e-310), [])
@example(np.array([[1e-310, 0.0], [0.0, 1e-310]]), [])
@example(np.full((3, 2), 1e308), [])
@example(np.array([[1e15, 0.0], [1e15 + 0.25, 0.0]]), [])
def test_a_camera_that_looks_at_anything(
    xy: Floats, zooms: list[tuple[float, float, float]]
) -> None:
    camera = Camera()
    camera.fit(xy)
    check_camera(camera)
    camera.suits(xy, camera.box_for(640, 480))
    for factor, x, y in zooms:
        camera.zoom(factor, (x, y))
        check_camera(camera)
        camera.pan(x, y)
        check_camera(camera)


# The real window


def spots(*xy: tuple[float, float]) -> PointsData:
    return PointsData(xy, tuple(k % 2 for k in range(len(xy))))


DATA: dict[str, Data] = {
    "no points": spots(),
    "one point": spots((2.0, 3.0)),
    "one spot": spots(*[(1.5, -2.0)] * 6),
    "the origin": spots(*[(0.0, 0.0)] * 6),
    "tiny": spots((1e-310, 5e-324), (-1e-310, 0.0), (1e-309, 1e-310), (0.0, 0.0)),
    "huge": spots((1e308, -1e308), (-1.7e308, 1.7e308), (1e308, 1e308), (0.0, 1.0)),
    "huge and tiny": spots((1e308, 1e-310), (1e-310, -1e308), (1.0, 1.0), (-1.0, 1e150)),
    "far away": spots((1e15, 1e15), (1e15 + 1, 1e15), (1e15, 1e15 + 1), (1e15 + 1, 1e15 + 1)),
    "one class": PointsData(((0.0, 1.0), (1.0, 0.0)), (0, 0)),
    "a table": TableData(
        ((1e308, 0.0, 1e-310), (-1e308, 0.0, 5e-324), (1.0, 0.0, 0.0)), (0, 1, 0),
        ("a", "b", "c"), ("no", "yes"),
    ),
}  # fmt: skip
LOCALES = ("C", "de_DE", "fr_FR", "ar_EG")
LEARNERS = ("perceptron", "logistic-regression", "gaussian-naive-bayes", "adaboost")


@pytest.fixture
def window(application_theme: Theme, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with opened_window(application_theme, qtbot, tmp_path) as window:
        yield window


def check_shown(window: MainWindow) -> None:
    """Every range of every plot that is there is finite; all of it can be painted."""
    assert not window.grab().isNull()
    for chart in window.findChildren(Chart):
        for axis in (chart.across, chart.up):
            if axis is not None:
                check_axis(axis)
    for view in window.findChildren(PlaneView):
        assert np.isfinite(view.view_box.viewRange()).all()
    for label in window.findChildren(QLabel):
        assert not {"nan", "inf", "-inf"} & set(label.text().lower().split())


def test_wild_data_in_every_view(window: MainWindow, qtbot: QtBot) -> None:
    learners = tuple(map(LearnerChoice, LEARNERS))
    for data in DATA.values():
        put(window, qtbot, Experiment(data, learners=learners, stopping=Stopping(3)))
        for _ in look_at_every_view(window, qtbot):
            check_shown(window)
            window.studio.seek(0)
            window.studio.activate(1)
            settle(window, qtbot)
            check_shown(window)


def test_a_run_that_diverges_says_so(window: MainWindow, qtbot: QtBot) -> None:
    chosen = LearnerChoice("logistic-regression", {"learning_rate": 100.0, "l2": 1.0})
    data = spots((1.0, 2.0), (2.0, -1.0), (-1.0, 3.0), (0.5, -2.0))
    stopping = Stopping(passes=1000, clean_pass=False)
    put(window, qtbot, Experiment(data, learners=(chosen,), stopping=stopping))
    assert any("Diverged at step" in label.text() for label in window.findChildren(QLabel))
    for _ in look_at_every_view(window, qtbot):
        check_shown(window)


def test_the_window_reads_and_writes_the_same_numbers_everywhere(
    window: MainWindow, qtbot: QtBot
) -> None:
    before = QLocale()
    seen: dict[str, object] = {}
    data = spots((0.5, 1.25), (-1.5, 2.0), (1234.5, -0.001), (3.0, 2.0))
    waves = FeatureMapChoice("random-fourier", 5, 1.5, 2)
    learners = (LearnerChoice("perceptron"),)
    try:
        for name in LOCALES:
            QLocale.setDefault(QLocale(name))
            put(window, qtbot, Experiment(data, waves, learners=learners, stopping=Stopping(3)))
            window.studio.seek(window.studio.length)
            settle(window, qtbot)
            qtbot.wait(300)  # figures follow a moment later
            moment = window.studio.moment(0)
            assert moment is not None
            shown = sorted(label.text() for label in window.findChildren(QLabel))
            seen[name] = (moment.weights("last").tolist(), shown)
    finally:
        QLocale.setDefault(before)
    for name in LOCALES[1:]:
        assert seen[name] == seen["C"]
