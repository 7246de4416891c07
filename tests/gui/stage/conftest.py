"""A stage on screen, and a hand that points at spots of its plane."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.experiment import Experiment
from gui.stage.plane_stage import PlaneStage
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.stage.hand import Hand, Show


@pytest.fixture
def stage(studio: Studio, application_theme: Theme, qtbot: QtBot) -> PlaneStage:
    """The first experiment on screen."""
    stage = PlaneStage(studio, application_theme)
    qtbot.addWidget(stage)
    stage.resize(800, 500)
    stage.show()
    qtbot.waitExposed(stage)
    stage.catch_up()
    return stage


@pytest.fixture
def hand(stage: PlaneStage, studio: Studio, qtbot: QtBot) -> Hand:
    return Hand(stage, studio, qtbot)


@pytest.fixture
def show(hand: Hand) -> Show:
    """Put another experiment on the stage, and wait for its runs."""

    def put(experiment: Experiment) -> None:
        hand.studio.open_document(experiment, None)
        hand.settle()

    return put
