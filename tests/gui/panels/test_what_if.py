"""The what-if page, worked as a person works it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.editing import move_points
from core.experiment import Order
from core.measure import predictions
from core.runs import dataset_of, run_of
from core.what_if import OrdersFan, Sweep
from gui.choices import ChoiceBox
from gui.panels.what_if import QUESTIONS, WhatIfPanel
from gui.panels.what_if_plots import LINE
from gui.stage.plane_stage import PlaneStage
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.panels.hands import Hands
from tests.gui.text_studio import text_experiment

TITLES = {kind: title for kind, title, _ in QUESTIONS}


@pytest.fixture
def user(qtbot: QtBot, studio: Studio, application_theme: Theme) -> Hands:
    panel = WhatIfPanel(studio, application_theme)
    panel.resize(276, 640)
    return Hands(qtbot, panel, studio)


def ask(user: Hands, kind: str) -> WhatIfPanel:
    user.choose("Question", TITLES[kind])
    answered(user)
    panel = user.panel
    assert isinstance(panel, WhatIfPanel)
    return panel


def answered(user: Hands) -> None:
    question = user.studio.what_if.question
    user.qtbot.waitUntil(lambda: user.studio.results.done and not question.busy, timeout=20_000)


def test_it_says_what_to_do_first(user: Hands) -> None:
    assert user.reads("Choose a question")


def test_fifty_orders_say_how_far_luck_goes(user: Hands) -> None:
    panel = ask(user, "orders")
    answer = user.studio.what_if.answer
    assert isinstance(answer, OrdersFan)
    assert len(answer.seeds) == 50
    assert [fan.readout for fan in answer.fans] == ["last", "averaged", "last"]
    # One of them, trained here for itself.
    from msgspec.structs import replace

    experiment = replace(user.studio.experiment, order=Order("shuffled", seed=answer.seeds[7]))
    run = run_of(dataset_of(experiment), experiment.learners[0], experiment)
    run.play()
    held = run.dataset.held_out_rows
    right = predictions(run.at(run.steps).scores()) == run.dataset.labels
    assert answer.fans[0].held_out is not None
    assert answer.fans[0].held_out[7] == pytest.approx(float(right[held].mean()))
    assert panel.orders.isVisible()
    assert user.reads("50 orders of the same examples")
    assert not panel.progress.isVisible()


def test_a_click_on_the_sweep_sets_the_value(user: Hands) -> None:
    user.studio.activate(1)
    panel = ask(user, "sweep")
    answer = user.studio.what_if.answer
    assert isinstance(answer, Sweep)
    assert user.named(ChoiceBox, "Parameter").currentText() == "Step limit C"
    assert answer.values[answer.current] == 0.1
    assert panel.sweep.up is not None
    xs = panel.sweep.pixels(
        np.array([float(v) for v in answer.values]), np.full(len(answer.values), panel.sweep.up.low)
    )
    spot = QPointF(float(xs[3, 0]), panel.sweep.area().center().y()).toPoint()
    QTest.mouseClick(panel.sweep, Qt.MouseButton.LeftButton, pos=spot)
    assert user.studio.experiment.learners[1].parameters["C"] == answer.values[3]
    user.qtbot.waitUntil(lambda: user.studio.what_if.answer is not answer, timeout=20_000)
    answered(user)
    again = user.studio.what_if.answer
    assert isinstance(again, Sweep)
    assert again.values[again.current] == answer.values[3]
    user.undo()
    assert user.studio.experiment.learners[1].parameters["C"] == 0.1


def test_it_is_live_again_when_the_data_change(user: Hands) -> None:
    ask(user, "drop")
    before = user.studio.what_if.answer
    points = user.studio.points
    assert points is not None
    user.studio.edit_points(move_points(points, [0], 2.0, 0.0), "Move")
    user.qtbot.waitUntil(lambda: user.studio.what_if.answer is not before, timeout=20_000)
    answered(user)
    assert user.reads("the boundary moves by")


def test_a_dropped_point_can_be_selected_and_its_boundary_is_drawn(
    user: Hands, application_theme: Theme
) -> None:
    stage = PlaneStage(user.studio, application_theme)
    user.qtbot.addWidget(stage)
    stage.resize(500, 400)
    stage.show()
    panel = ask(user, "drop")
    answer = user.studio.what_if.answer
    stage.catch_up()
    fan = stage.views[0].fan.strokes
    assert len(fan) > 10
    assert all(stroke.kind == "trail" for stroke in fan)
    spot = QPointF(60.0, panel.drop.area().top() + 1.5 * LINE).toPoint()
    none = Qt.MouseButton.NoButton
    move = QMouseEvent(QEvent.Type.MouseMove, QPointF(spot), panel.drop.mapToGlobal(QPointF(spot)),
                       none, none, Qt.KeyboardModifier.NoModifier)  # fmt: skip
    QApplication.sendEvent(panel.drop, move)
    stage.catch_up()
    assert sum(stroke.kind == "boundary" for stroke in stage.views[0].fan.strokes) == 1
    QTest.mouseClick(panel.drop, Qt.MouseButton.LeftButton, pos=spot)
    assert answer is not None
    assert user.studio.selection == {int(answer.rows[1])}  # type: ignore[union-attr]
    user.choose("Question", TITLES[""])
    stage.catch_up()
    assert not stage.views[0].fan.strokes


def test_fewer_examples_are_told_for_every_learner(user: Hands) -> None:
    panel = ask(user, "examples")
    assert panel.examples.isVisible()
    assert user.reads("Perceptron")
    assert user.reads("MIRA")


def test_texts_can_be_asked_about_too(user: Hands) -> None:
    user.studio.edit(text_experiment(), "Texts")
    user.wait_for_results()
    for kind in ("orders", "sweep", "examples", "drop"):
        ask(user, kind)
        assert user.studio.what_if.question.problem == ""
        assert user.studio.what_if.answer is not None


def test_without_data_it_says_why(user: Hands) -> None:
    from core.experiment import PointsData

    user.studio.edit_points(PointsData(), "Clear")
    user.wait_for_results()
    ask(user, "orders")
    assert user.reads("nothing to learn from")
