"""Questions beside the window: the newest wins, progress is told, and cancel is quick."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from core.errors import PlainError
from core.what_if import Cancelled
from gui.question import Asked, Progress, Question


@pytest.fixture
def question(qtbot: QtBot) -> Iterator[Question]:
    question = Question()
    yield question
    question.close()
    assert not [t for t in threading.enumerate() if t.name == "question" and t.is_alive()]


def patient(progress: Progress, cancelled: Asked) -> str:
    for k in range(2000):
        if cancelled():
            raise Cancelled
        progress(k, 2000)
        time.sleep(0.005)
    return "late"


def test_the_newest_question_is_the_one_answered(question: Question, qtbot: QtBot) -> None:
    question.ask(patient)
    question.ask(lambda progress, cancelled: 7)
    qtbot.waitUntil(lambda: not question.busy, timeout=3000)
    assert question.answer == 7
    qtbot.wait(60)
    assert question.answer == 7


def test_progress_is_told_and_cancel_keeps_the_last_answer(
    question: Question, qtbot: QtBot
) -> None:
    question.ask(lambda progress, cancelled: "first")
    qtbot.waitUntil(lambda: question.answer == "first", timeout=3000)
    question.ask(patient)
    qtbot.waitUntil(lambda: question.progress is not None and question.progress[0] > 0)
    began = time.perf_counter()
    question.cancel()
    assert not question.busy
    question.close()
    assert time.perf_counter() - began < 0.5
    assert question.answer == "first"


def test_what_cannot_be_answered_is_said(question: Question, qtbot: QtBot) -> None:
    def refuse(progress: Progress, cancelled: Asked) -> None:
        raise PlainError("There is nothing to learn from yet.")

    question.ask(refuse)
    qtbot.waitUntil(lambda: not question.busy, timeout=3000)
    assert question.problem == "There is nothing to learn from yet."
    assert question.answer is None

    def fail(progress: Progress, cancelled: Asked) -> None:
        raise ZeroDivisionError("oh")

    question.ask(fail)
    qtbot.waitUntil(lambda: not question.busy, timeout=3000)
    assert "ZeroDivisionError" in question.problem


def test_asked_in_a_hurry_only_the_last_is_worked_on(question: Question, qtbot: QtBot) -> None:
    worked: list[int] = []
    for k in range(20):
        question.ask(lambda progress, cancelled, k=k: worked.append(k), wait=40)  # type: ignore[misc]
    qtbot.waitUntil(lambda: not question.busy, timeout=3000)
    assert worked == [19]
