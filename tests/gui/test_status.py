"""The status line."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.measure import measure
from gui.beginning import first_experiment
from gui.status import StatusLine
from gui.studio import Studio
from gui.theme import Theme


@pytest.fixture
def status(qtbot: QtBot, studio: Studio, application_theme: Theme) -> StatusLine:
    status = StatusLine(studio, application_theme)
    qtbot.addWidget(status)
    status.resize(800, 26)
    status.show()
    return status


def test_it_tells_how_good_the_active_learner_is_at_the_cursor(
    status: StatusLine, studio: Studio
) -> None:
    studio.activate(1)
    studio.seek(216)
    moment = studio.moment(1)
    assert moment is not None
    data = moment.run.dataset
    parts = []
    for chosen, name in ((~data.held_out_rows, "train"), (data.held_out_rows, "held out")):
        accuracy = measure(moment.scores()[chosen], data.labels[chosen]).accuracy  # type: ignore[union-attr]
        parts.append(f"{100 * accuracy:.1f}\u202f% {name}")
    assert status.summary.text() == f"MIRA: {' · '.join(parts)} after step 216"


def test_messages_cover_it_for_a_while(status: StatusLine, studio: Studio, qtbot: QtBot) -> None:
    studio.said.emit("No further mistake.")
    assert status.currentMessage() == "No further mistake."
    assert not status.summary.isVisible()
    status.clearMessage()
    assert status.summary.isVisible()


def test_it_says_that_runs_are_being_computed(qtbot: QtBot, application_theme: Theme) -> None:
    studio = Studio(first_experiment())
    try:
        status = StatusLine(studio, application_theme)
        qtbot.addWidget(status)
        status.show()
        assert status.progress.text().startswith("computing…")
        studio.start()
        qtbot.waitUntil(lambda: status.progress.text() == "", timeout=30_000)
        assert status.summary.text().startswith("Perceptron: ")
    finally:
        studio.close()


def test_it_follows_playing_and_is_exact_when_paused(
    qtbot: QtBot, status: StatusLine, studio: Studio
) -> None:
    studio.set_speed(2000.0)
    studio.play()
    qtbot.waitUntil(lambda: studio.t > 200)
    studio.pause()
    assert status.summary.text().endswith(f"after step {studio.t:,}".replace(",", "\u202f"))
