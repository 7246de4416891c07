"""The theory page: figures by hand, and the bound that jumps when a point nears the line."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.editing import move_points
from core.experiment import Experiment, LearnerChoice, Order, PointsData
from gui.panels.theory import TheoryPanel
from gui.stage.plane_stage import PlaneStage
from gui.studio import Studio
from gui.theme import Theme

# Four points whose figures are known: R² = 26, m² = ½, bound 52, two mistakes.
KNOWN = Experiment(
    data=PointsData(((1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 2.0)), (1, 0, 1, 0), ("−", "+")),
    learners=(LearnerChoice("perceptron"), LearnerChoice("mira")),
    order=Order("given"),
)


@pytest.fixture
def panel(qtbot: QtBot, studio: Studio, application_theme: Theme) -> TheoryPanel:
    panel = TheoryPanel(studio, application_theme)
    qtbot.addWidget(panel)
    panel.resize(276, 600)
    panel.show()
    qtbot.waitExposed(panel)
    show(qtbot, studio, KNOWN)
    return panel


def show(qtbot: QtBot, studio: Studio, experiment: Experiment) -> None:
    studio.edit(experiment, "Known")
    settle(qtbot, studio)


def settle(qtbot: QtBot, studio: Studio) -> None:
    def known() -> bool:
        done = studio.results.done and studio.results.experiment is studio.experiment
        return done and not studio.theory.question.busy

    qtbot.waitUntil(known, timeout=20_000)


def test_the_known_figures_are_shown(panel: TheoryPanel, studio: Studio) -> None:
    studio.seek(8)
    assert panel.verdict.text() == "The classes can be parted"
    words = panel.figures.words()
    assert "longest example R 5.099" in words
    assert "best margin m 0.707" in words
    assert "bound R²/m² 52.000" in words
    assert "mistakes so far 2" in words
    studio.seek(1)
    assert "mistakes so far 1" in panel.figures.words()
    assert panel.bar.isVisible()


def test_the_bound_jumps_when_a_point_nears_the_line(
    panel: TheoryPanel, studio: Studio, qtbot: QtBot
) -> None:
    points = studio.points
    assert points is not None
    studio.edit_points(move_points(points, [0], 0.3, -0.6), "Move")
    settle(qtbot, studio)
    told = studio.theory.told()
    assert told is not None
    assert told.bound is not None
    assert told.bound > 3 * 52
    studio.edit_points(move_points(points, [0], 2.0, -1.0), "Move")  # to (3, 1), among the others
    settle(qtbot, studio)
    assert panel.verdict.text() == "The classes cannot be parted"
    assert not panel.bar.isVisible()
    assert "does not apply" in panel.sentence.text()


def test_for_another_learner_it_says_that_the_bound_is_not_proved(
    panel: TheoryPanel, studio: Studio
) -> None:
    studio.activate(1)
    assert "not for MIRA" in panel.sentence.text() + panel.remarks.text()


def test_the_best_line_is_drawn_when_asked_for(
    panel: TheoryPanel, studio: Studio, application_theme: Theme, qtbot: QtBot
) -> None:
    stage = PlaneStage(studio, application_theme)
    qtbot.addWidget(stage)
    stage.resize(500, 400)
    stage.show()
    assert not stage.views[0].best_line.strokes
    panel.best_line.click()
    stage.catch_up()
    kinds = [stroke.kind for stroke in stage.views[0].best_line.strokes]
    assert kinds == ["best", "margin", "margin"]
    line = stage.views[0].best_line.strokes[0].curve
    # By hand: w = (−1, 1, 0)/√2, so the line is y = x.
    assert line[:, 0] == pytest.approx(line[:, 1])


def test_nothing_is_worked_out_while_nobody_looks(
    qtbot: QtBot, studio: Studio, application_theme: Theme
) -> None:
    panel = TheoryPanel(studio, application_theme)
    qtbot.addWidget(panel)
    show(qtbot, studio, KNOWN)
    assert studio.theory.theory is None
    panel.show()
    settle(qtbot, studio)
    assert studio.theory.theory is not None
