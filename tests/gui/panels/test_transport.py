"""The transport row, used as a person would."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.experiment import Experiment, LearnerChoice
from core.generators import make_points
from core.runs import points_data
from gui.beginning import empty_experiment, first_experiment
from gui.panels.transport import BUTTONS, Transport
from gui.studio import FASTEST, Studio
from gui.theme import Theme

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def transport(qtbot: QtBot, studio: Studio, application_theme: Theme) -> Transport:
    return shown(qtbot, studio, application_theme)


def shown(qtbot: QtBot, studio: Studio, theme: Theme, width: int = 1400) -> Transport:
    transport = Transport(studio, theme, None)
    qtbot.addWidget(transport)
    transport.resize(width, 62)
    transport.show()
    return transport


def separable() -> Experiment:
    data = points_data(make_points("blobs", n=60, noise=0.2, seed=1))
    return replace(first_experiment(), data=data)


def test_play_lets_time_pass_and_pause_stops_it(
    qtbot: QtBot, transport: Transport, studio: Studio
) -> None:
    studio.set_speed(200.0)
    button = transport.buttons["play"]
    qtbot.mouseClick(button, LEFT)
    qtbot.waitUntil(lambda: studio.t >= 5, timeout=3000)
    assert button.glyph == "pause"
    assert transport.step_label.text() == str(studio.t)
    qtbot.mouseClick(button, LEFT)
    assert not studio.playing
    assert button.glyph == "play"


def test_buttons_move_the_cursor(qtbot: QtBot, transport: Transport, studio: Studio) -> None:
    mistakes = studio.result(0).mistakes.tolist()  # type: ignore[union-attr]
    expected = {
        "forward": 1, "next-mistake": mistakes[1], "previous-mistake": mistakes[0],
        "end": studio.length, "back": studio.length - 1, "start": 0,
    }  # fmt: skip
    for name, step in expected.items():
        qtbot.mouseClick(transport.buttons[name], LEFT)
        assert studio.t == step, name


def test_every_button_says_what_it_does_and_its_key(transport: Transport) -> None:
    for name, _, key in BUTTONS:
        button = transport.buttons[name]
        assert key in button.toolTip()
        assert button.accessibleName()
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_buttons_are_the_actions_of_the_window(
    qtbot: QtBot, studio: Studio, application_theme: Theme
) -> None:
    done: list[str] = []

    class Actions:
        def __init__(self) -> None:
            self.made = {name: QAction(name) for name, _, _ in BUTTONS}
            for name, action in self.made.items():
                action.triggered.connect(lambda _=False, name=name: done.append(name))

        def get(self, name: str) -> QAction:
            return self.made[name]

    actions = Actions()
    transport = Transport(studio, application_theme, actions)
    qtbot.addWidget(transport)
    for button in transport.buttons.values():
        qtbot.mouseClick(button, LEFT)
    assert done == [name for name, _, _ in BUTTONS]
    actions.made["back"].setEnabled(False)
    assert not transport.buttons["back"].isEnabled()


def test_the_speed_goes_from_one_step_a_second_to_no_limit(
    qtbot: QtBot, transport: Transport, studio: Studio
) -> None:
    assert transport.speed_text.text() == "20 / s"
    qtbot.keyClick(transport.speed, Qt.Key.Key_Home)
    assert studio.speed == 1.0
    assert transport.speed_text.text() == "1 / s"
    qtbot.keyClick(transport.speed, Qt.Key.Key_End)
    assert studio.speed > FASTEST
    assert transport.speed_text.text() == "as fast as it goes"
    qtbot.keyClick(transport.speed, Qt.Key.Key_Left)
    assert studio.speed == FASTEST


def test_every_notch_is_faster_than_the_one_before_and_keeps_its_place(
    transport: Transport, studio: Studio
) -> None:
    speeds = []
    for notch in range(transport.speed.maximum() + 1):
        transport.speed.setValue(notch)
        assert transport.speed.value() == notch
        speeds.append(studio.speed)
    assert speeds == sorted(set(speeds))


def test_the_speed_slider_follows_the_studio(transport: Transport, studio: Studio) -> None:
    studio.set_speed(1000.0)
    assert transport.speed_text.text() == "1\u202f000 / s"
    assert transport.speed.value() == 60


def test_the_place_is_told_in_steps_and_passes(transport: Transport, studio: Studio) -> None:
    # 96 training examples: steps 193 to 288 are the third pass.
    studio.seek(216)
    assert transport.step_label.text() == "216"
    assert transport.length_label.text() == "/ 1\u202f344 · pass 3"
    studio.seek(289)
    assert transport.length_label.text().endswith("pass 4")


def test_the_badge_says_why_the_active_learner_stopped(
    qtbot: QtBot, studio_of: Callable[[Experiment], Studio], application_theme: Theme
) -> None:
    transport = shown(qtbot, studio_of(separable()), application_theme)
    assert transport.badge.isVisible()
    assert transport.badge.text() == "a whole pass without a mistake"


def test_the_badge_speaks_of_the_learner_that_is_active(
    qtbot: QtBot, studio_of: Callable[[Experiment], Studio], application_theme: Theme
) -> None:
    learners = (LearnerChoice("perceptron"), LearnerChoice("naive-bayes"))
    studio = studio_of(replace(first_experiment(), learners=learners))
    transport = shown(qtbot, studio, application_theme)
    assert transport.badge.text() == "14 passes done"
    studio.activate(1)
    assert transport.badge.text() == "cannot run here"
    assert "Naive Bayes" in transport.badge.toolTip()


def test_the_row_fits_a_small_window_and_keeps_the_sentence_as_a_tooltip(
    qtbot: QtBot, studio_of: Callable[[Experiment], Studio], application_theme: Theme
) -> None:
    transport = shown(qtbot, studio_of(separable()), application_theme, width=1000)
    assert transport.badge.compact
    qtbot.waitUntil(lambda: transport.badge.width() < 40)
    assert "a whole pass without a mistake" in transport.badge.toolTip()
    assert transport.minimumSizeHint().width() <= 980
    assert transport.timeline.width() >= 200
    transport.resize(1400, 62)
    assert not transport.badge.compact


def test_nothing_moves_beside_the_growing_number(transport: Transport, studio: Studio) -> None:
    places = []
    for step in (0, 9, 216, studio.length):
        studio.seek(step)
        transport.layout().activate()  # type: ignore[union-attr]
        places.append((transport.timeline.geometry(), transport.badge.geometry()))
    assert all(place == places[0] for place in places)


def test_without_data_there_is_nothing_to_play(
    qtbot: QtBot, studio_of: Callable[[Experiment], Studio], application_theme: Theme
) -> None:
    transport = shown(qtbot, studio_of(empty_experiment()), application_theme)
    qtbot.mouseClick(transport.buttons["end"], LEFT)
    assert transport.step_label.text() == "0"
    assert transport.badge.text() == "there is nothing to learn from"


def test_while_computing_the_badge_says_so(
    qtbot: QtBot, studio: Studio, application_theme: Theme
) -> None:
    from dataclasses import replace as changed

    transport = shown(qtbot, studio, application_theme)
    unfinished = tuple(changed(learner, stopped=None) for learner in studio.results.learners)
    studio.results = changed(studio.results, learners=unfinished, done=False)
    studio.results_changed.emit()
    assert transport.badge.text() == "computing…"


def test_in_a_narrow_row_the_line_has_the_room_of_the_speed(
    qtbot: QtBot, studio: Studio, application_theme: Theme
) -> None:
    holder = QWidget()  # a window of its own would not become so narrow
    qtbot.addWidget(holder)
    transport = Transport(studio, application_theme, None)
    transport.setParent(holder)
    holder.resize(1400, 80)
    holder.show()
    transport.setGeometry(0, 0, 1400, 62)
    transport.show()
    assert transport.speed.isVisible()
    transport.setGeometry(0, 0, 480, 62)
    assert not transport.speed.isVisible()
    transport.body.activate()
    parts = (transport.timeline, transport.step_label, transport.length_label, transport.badge)
    assert all(left.geometry().right() < right.x() for left, right in pairwise(parts))
    transport.setGeometry(0, 0, 1400, 62)
    assert transport.speed.isVisible()
