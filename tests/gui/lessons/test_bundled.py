"""Every bundled lesson runs in the window, scene by scene; and its words are the window's."""

from __future__ import annotations

import threading
from typing import get_args

import pytest
from pytestqt.qtbot import QtBot

from core.lessons import NumberQuestion, PointQuestion, bundled
from core.lessons.document import ChoiceQuestion, Show, ViewName
from core.lessons.questions import Given
from gui.lessons.lesson_in_hand import LessonInHand
from gui.looks import Looks
from gui.main_window import MainWindow
from gui.stage.views import VIEWS
from gui.what_if import Wish
from tests.gui.lessons.classroom import open_lesson, settle

FEW = (1, 7, 14)
NUMBERS = [
    pytest.param(n, marks=() if n in FEW else pytest.mark.thorough)
    for n in range(1, len(bundled()) + 1)
]


def test_views_and_looks_have_the_names_that_lessons_know() -> None:
    assert set(get_args(ViewName)) - {""} == {view.id for view in VIEWS}
    every = Show(
        side_by_side=True, regions=True, margins=True, arrow=True, trail=True, ghost=True,
        legend=True, best_line=True, log_scale=True, loss="log",
    ).looks()  # fmt: skip
    assert set(every) <= set(vars(Looks()))


def given_for(hand: LessonInHand) -> Given:
    """A right answer, worked out without the player."""
    from core.lessons import answer_of, step_of

    question, show = hand.question, hand.scene.show
    assert question is not None
    t = step_of(show.step, hand.played, show.learner_index)
    answer = answer_of(question, hand.played, t, show.learner_index)
    if isinstance(question, ChoiceQuestion):
        return question.right
    if isinstance(question, NumberQuestion):
        return question.answer
    if isinstance(question, PointQuestion):
        return answer.rows[-1]
    if answer.line is not None:
        return answer.line
    return ((0.0, 0.0), (1.0, 1.0))


@pytest.mark.parametrize("number", NUMBERS)
def test_a_bundled_lesson_plays_through(window: MainWindow, qtbot: QtBot, number: int) -> None:
    hand, player = open_lesson(window, qtbot, bundled()[number - 1].path)
    studio = window.studio
    for place, scene in enumerate(hand.lesson.scenes):
        hand.go_to(place)
        settle(window, qtbot)
        assert player.scene_title.text() == scene.title
        assert player.text.text().strip()
        assert studio.active == scene.show.learner_index
        if scene.question is None:
            continue
        assert hand.commit(given_for(hand)) == ""
        hand.finish_playing()
        assert hand.answered is not None
        assert player.question.explained.text().strip()
        assert not studio.playing
        assert studio.held_at is None
    right = sum(scene.question is not None for scene in hand.lesson.scenes)
    assert len(hand.progress.right) >= right - 1  # a line that parts the points is only guessed
    assert hand.progress.finished
    window.lessons.release()
    assert studio.what_if.wish == Wish()
    qtbot.waitUntil(
        lambda: all(t.name != "question" for t in threading.enumerate()), timeout=20_000
    )
