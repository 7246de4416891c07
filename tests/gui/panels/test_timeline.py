"""The timeline: what it shows, pixel by pixel, and what hands can do with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as changed
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from core.curves import CurveSet
from core.experiment import Experiment, LearnerChoice, Split
from core.generators import make_points
from core.runs import points_data
from gui.beginning import first_experiment
from gui.computer import LearnerResult, Results
from gui.panels.timeline import Timeline
from gui.panels.timeline_marks import best_held_out, mistake_columns, pass_ends
from gui.studio import Studio
from gui.theme import Theme

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def timeline(qtbot: QtBot, studio: Studio, application_theme: Theme) -> Timeline:
    return shown(qtbot, studio, application_theme)


def shown(qtbot: QtBot, studio: Studio, theme: Theme, width: int = 700) -> Timeline:
    timeline = Timeline(studio, theme)
    qtbot.addWidget(timeline)
    timeline.resize(width, 44)
    timeline.show()
    qtbot.waitExposed(timeline)
    return timeline


def at(timeline: Timeline, step: float) -> QPoint:
    return QPoint(round(timeline.x_of(step)), timeline.height() // 2)


def picture(timeline: Timeline) -> QImage:
    return timeline.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def columns_with(image: QImage, colour: QColor, rows: range) -> set[int]:
    """Where this very colour stands in any of the rows."""
    columns = range(image.width())
    return {x for x in columns if any(image.pixelColor(x, y).rgb() == colour.rgb() for y in rows)}


def test_every_mistake_of_the_active_learner_is_a_red_tick(
    timeline: Timeline, studio: Studio, application_theme: Theme
) -> None:
    red = application_theme.colour("mistake")
    for learner in (0, 1):
        studio.activate(learner)
        found = columns_with(picture(timeline), red, range(4, 15))
        mistakes = studio.result(learner).mistakes  # type: ignore[union-attr]
        expected = {round(timeline.x_of(step)) for step in mistakes.tolist()}
        assert expected <= found
        # A tick is at most two pixels wide, and there is none without a mistake.
        assert found <= expected | {x + 1 for x in expected}


def test_the_best_held_out_step_has_a_green_flag(
    timeline: Timeline, studio: Studio, application_theme: Theme
) -> None:
    curves = studio.result(0).curves["last"]  # type: ignore[union-attr]
    error = curves.held_out["error"].tolist()  # type: ignore[index]
    best = int(curves.steps[error.index(min(error))])
    below = range(timeline.height() // 2 + 8, timeline.height())
    green = columns_with(picture(timeline), application_theme.colour("good"), below)
    assert round(timeline.x_of(best)) in {x + d for x in green for d in (-1, 0)}
    assert "best on held-out examples" in timeline.words(best)


def test_without_held_out_examples_there_is_no_flag(
    qtbot: QtBot, studio_of: Callable[[Experiment], Studio], application_theme: Theme
) -> None:
    studio = studio_of(replace(first_experiment(), split=Split(0.0)))
    timeline = shown(qtbot, studio, application_theme)
    good = application_theme.colour("good")
    assert not columns_with(picture(timeline), good, range(timeline.height()))


def test_the_line_is_filled_up_to_the_cursor(
    timeline: Timeline, studio: Studio, application_theme: Theme
) -> None:
    studio.seek(504)
    middle = timeline.height() // 2
    filled = columns_with(
        picture(timeline), application_theme.colour("accent"), range(middle, middle + 1)
    )
    handle = timeline.x_of(504)
    assert min(filled) < 20
    assert abs(max(filled) - handle) < 10
    # Without a gap but for the inside of the handle
    assert len(filled) > handle - 30


def test_a_click_seeks_and_pauses(qtbot: QtBot, timeline: Timeline, studio: Studio) -> None:
    studio.set_speed(1.0)
    studio.play()
    qtbot.mouseClick(timeline, LEFT, pos=at(timeline, 300))
    assert abs(studio.t - 300) <= 1
    assert not studio.playing


def test_dragging_seeks_all_along(qtbot: QtBot, timeline: Timeline, studio: Studio) -> None:
    seen = []
    studio.cursor_changed.connect(lambda: seen.append(studio.t))
    qtbot.mousePress(timeline, LEFT, pos=at(timeline, 100))
    for step in (300, 700, 200):
        qtbot.mouseMove(timeline, at(timeline, step))
    qtbot.mouseRelease(timeline, LEFT, pos=at(timeline, 200))
    assert [round(step, -2) for step in seen] == [100, 300, 700, 200]


def test_dragging_beyond_the_ends_stays_inside(
    qtbot: QtBot, timeline: Timeline, studio: Studio
) -> None:
    qtbot.mousePress(timeline, LEFT, pos=QPoint(timeline.width() - 1, 20))
    assert studio.t == studio.length
    qtbot.mouseMove(timeline, QPoint(0, 20))
    assert studio.t == 0
    qtbot.mouseRelease(timeline, LEFT, pos=QPoint(0, 20))


def test_moving_without_a_button_seeks_nothing(
    qtbot: QtBot, timeline: Timeline, studio: Studio
) -> None:
    qtbot.mouseMove(timeline, at(timeline, 500))
    assert studio.t == 0


def test_hovering_tells_the_step(qtbot: QtBot, timeline: Timeline, studio: Studio) -> None:
    mistake = int(studio.result(0).mistakes[3])  # type: ignore[union-attr]
    timeline.resize(2200, 44)  # more than a pixel a step
    qtbot.mouseMove(timeline, at(timeline, mistake))
    qtbot.waitUntil(lambda: QToolTip.text() != "")
    parts = QToolTip.text().split(" · ")
    assert parts[0] == f"step {mistake}"
    assert parts[1] == f"pass {(mistake + 71) // 72}"
    assert "mistake" in parts[2:]
    QToolTip.hideText()


def test_the_wheel_steps(timeline: Timeline, studio: Studio) -> None:
    studio.seek(10)
    for turn, expected in ((-120, 11), (-240, 13), (120, 12), (-60, 12), (-60, 13)):
        place = QPointF(at(timeline, 500))
        event = QWheelEvent(
            place, place, QPoint(), QPoint(0, turn), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(timeline, event)
        assert studio.t == expected


def test_keys_step_and_jump(qtbot: QtBot, timeline: Timeline, studio: Studio) -> None:
    key = Qt.Key
    presses = (
        (key.Key_Right, 1), (key.Key_PageDown, 2), (key.Key_Left, 1), (key.Key_PageUp, 0),
        (key.Key_End, studio.length), (key.Key_Left, studio.length - 1), (key.Key_Home, 0),
    )  # fmt: skip
    for pressed, expected in presses:
        qtbot.keyClick(timeline, pressed)
        assert studio.t == expected


def test_assistive_tools_read_and_set_the_value(timeline: Timeline, studio: Studio) -> None:
    studio.seek(216)
    assert (timeline.value(), timeline.maximum()) == (216, 1344)
    assert "step 216 · pass 3" in timeline.accessibleDescription()
    timeline.setValue(300)
    assert studio.t == 300


def test_each_learner_that_converged_has_a_mark_in_its_colour(
    qtbot: QtBot, studio_of: Callable[[Experiment], Studio], application_theme: Theme
) -> None:
    data = points_data(make_points("blobs", n=60, noise=0.2, seed=1))
    learners = (LearnerChoice("perceptron"), LearnerChoice("mira"))
    studio = studio_of(replace(first_experiment(), data=data, learners=learners))
    assert all(result.converged for result in studio.results.learners)
    timeline = shown(qtbot, studio, application_theme)
    image, middle = picture(timeline), timeline.height() // 2
    for index, result in enumerate(studio.results.learners):
        colour = application_theme.learner_colour(index)
        found = columns_with(image, colour, range(middle - 3, middle + 3))
        # Two that end at the same step stand side by side.
        assert any(abs(x - timeline.x_of(result.steps)) <= 8 for x in found)


def test_the_whole_run_has_its_room_while_it_is_computed(
    timeline: Timeline, studio: Studio
) -> None:
    part = tuple(
        changed(learner, steps=200, most_steps=1440, stopped=None)
        for learner in studio.results.learners
    )
    studio.results = changed(studio.results, learners=part, done=False)
    studio.results_changed.emit()
    assert timeline.total == 1440
    assert timeline.words(900).endswith("not computed yet")


def long_run(steps: int, mistakes: np.ndarray[Any, Any]) -> Results:
    run: Any = SimpleNamespace(
        steps_per_pass=1000, learner=SimpleNamespace(online=True), steps=steps
    )
    choice = LearnerChoice("perceptron")
    learner = LearnerResult(
        choice, run, None, steps, steps, f"{steps // 1000} passes done", False, {}, mistakes
    )
    return Results(first_experiment(), None, (learner,), None, True)


def test_a_long_run_shows_where_its_mistakes_are_dense(
    timeline: Timeline, studio: Studio, application_theme: Theme
) -> None:
    steps = 200_000
    dense, sparse = np.arange(1, 50_001), np.arange(150_000, steps, 5_000)
    studio.results = long_run(steps, np.concatenate([dense, sparse]))
    studio.results_changed.emit()
    red = application_theme.colour("mistake")
    image = picture(timeline)
    found = columns_with(image, red, range(4, 16))
    first_quarter = range(round(timeline.x_of(500)), round(timeline.x_of(49_500)))
    assert set(first_quarter) <= found
    assert not found & set(range(round(timeline.x_of(51_000)), round(timeline.x_of(149_000))))

    # Many in one pixel stand taller than one alone.
    def height(x: int) -> int:
        return sum(image.pixelColor(x, y).rgb() == red.rgb() for y in range(4, 17))

    assert height(round(timeline.x_of(20_000))) > height(round(timeline.x_of(160_000))) > 0


@given(
    total=st.integers(1, 300_000), span=st.integers(1, 2000), seed=st.integers(0, 99),
    count=st.integers(0, 500),
)  # fmt: skip
def test_a_pixel_is_marked_just_when_one_of_its_steps_is_a_mistake(
    total: int, span: int, seed: int, count: int
) -> None:
    mistakes = np.unique(np.random.default_rng(seed).integers(1, total + 1, count))
    heights = mistake_columns(mistakes, total, span)
    assert len(heights) == span + 1
    assert ((heights >= 0) & (heights <= 1)).all()
    marked = set(np.flatnonzero(heights).tolist())
    assert marked == {int(np.rint(step * (span / total))) for step in mistakes.tolist()}


@given(total=st.integers(0, 10**6), per_pass=st.integers(0, 10**5), span=st.integers(50, 2000))
def test_lines_of_passes_never_crowd(total: int, per_pass: int, span: int) -> None:
    ends = pass_ends(total, per_pass, span)
    if per_pass == 0 or total == 0:
        assert len(ends) == 0
        return
    assert all(end % per_pass == 0 and 0 < end <= total for end in ends.tolist())
    assert (np.diff(ends) * span / total >= 6.9).all()
    if per_pass * span / total >= 7 and per_pass <= total:
        assert len(ends) == total // per_pass


def test_the_best_held_out_step_is_the_first_of_equals_and_skips_gaps() -> None:
    error = np.array([np.nan, 0.5, 0.2, 0.2, 0.3])
    curves = CurveSet(np.array([0, 4, 8, 12, 16]), error, {}, {"error": error})
    assert best_held_out(curves) == 8
    assert best_held_out(None) is None
    assert best_held_out(changed(curves, held_out=None)) is None
    assert best_held_out(changed(curves, held_out={"error": np.full(5, np.nan)})) is None


def test_a_finger_drags_through_time(timeline: Timeline, studio: Studio) -> None:
    finger = QTest.createTouchDevice()
    QTest.touchEvent(timeline, finger).press(0, at(timeline, 100), timeline).commit()
    assert studio.t == pytest.approx(100, abs=2)
    for step in (200, 300, 400):
        QTest.touchEvent(timeline, finger).move(0, at(timeline, step), timeline).commit()
    QTest.touchEvent(timeline, finger).release(0, at(timeline, 400), timeline).commit()
    assert studio.t == pytest.approx(400, abs=2)
