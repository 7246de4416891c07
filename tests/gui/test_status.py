"""The status line."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from core.experiment import LearnerChoice
from core.measure import measure
from core.voting import Ballot
from gui.beginning import first_experiment
from gui.panels import scoreboard
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


def test_a_message_begins_where_the_summary_began(status: StatusLine, studio: Studio) -> None:
    def first_inked_column() -> int:
        image = status.grab().toImage()
        ground = image.pixelColor(2, 2)
        return next(
            x
            for x in range(image.width())
            if any(image.pixelColor(x, y) != ground for y in range(image.height()))
        )

    at = first_inked_column()
    assert status.summary.text().startswith("P")
    studio.said.emit("Perceptrons have no further mistake.")
    assert first_inked_column() == at


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


def test_a_long_vote_is_not_counted_again_but_read_off_its_curve(
    status: StatusLine, studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    learners = (LearnerChoice("perceptron", readout="voted"),)
    studio.edit(replace(studio.experiment, learners=learners), "Vote")
    qtbot.waitUntil(
        lambda: studio.results.experiment is studio.experiment and studio.results.done,
        timeout=30_000,
    )
    studio.activate(0)
    curves = studio.result(0).curves["voted"]  # type: ignore[union-attr]
    k = len(curves.steps) // 2
    studio.seek(int(curves.steps[k]))
    exact = status.summary.text()
    assert f"{100 * (1 - curves.train['error'][k]):.1f}\u202f% train" in exact
    monkeypatch.setattr(scoreboard, "MOST_VOTING", 0)
    monkeypatch.setattr(Ballot, "shares", None)
    studio.seek(int(curves.steps[k + 1]))
    studio.seek(int(curves.steps[k]))
    assert status.summary.text() == exact
