"""What is said while something is compiled for the first time."""

from __future__ import annotations

import threading

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

import gui.computer
from core.experiment import LearnerChoice
from gui.computer import Job
from gui.stage.plane_stage import PlaneStage
from gui.status import StatusLine
from gui.studio import Studio
from gui.theme import Theme

SENTENCE = "Preparing for the first time, a few seconds…"


def test_stage_and_status_say_it_and_fall_silent_when_it_is_done(
    qtbot: QtBot, studio: Studio, application_theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, status = PlaneStage(studio, application_theme), StatusLine(studio, application_theme)
    for widget in (stage, status):
        qtbot.addWidget(widget)
        widget.show()
    view = stage.views[0]
    line = view.preparing
    assert not line.isVisible()
    ready, advance = threading.Event(), Job.advance

    def compile_first(job: Job) -> None:
        ready.wait(20)
        advance(job)

    monkeypatch.setattr(Job, "advance", compile_first)
    monkeypatch.setattr(gui.computer, "compiling", lambda: not ready.is_set())
    learners = (LearnerChoice("mira"),)
    studio.edit(replace(studio.experiment, learners=learners), "Another learner")
    qtbot.waitUntil(line.isVisible)
    assert view.note.text == SENTENCE
    assert status.progress.text() == SENTENCE[0].lower() + SENTENCE[1:]
    before = line.grab().toImage()
    qtbot.waitUntil(lambda: line.grab().toImage() != before, timeout=2000)
    ready.set()
    qtbot.waitUntil(lambda: studio.results.done and not line.isVisible())
    qtbot.waitUntil(lambda: view.note.text != SENTENCE)
    assert status.progress.text() == ""


def test_what_is_already_compiled_is_not_announced(
    qtbot: QtBot, studio: Studio, application_theme: Theme
) -> None:
    announced: list[bool] = []
    studio.computer.preparing_changed.connect(lambda: announced.append(True))
    studio.edit(replace(studio.experiment, bias=False), "No bias")
    qtbot.waitUntil(lambda: studio.results.done and studio.results.experiment is studio.experiment)
    qtbot.wait(250)
    assert not announced
