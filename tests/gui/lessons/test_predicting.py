"""Predict mode: time waits for an answer, the score is kept, the step reveals."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.experiment import LearnerChoice, PointsData
from gui.lessons.predict_card import PredictCard
from gui.main_window import MainWindow
from tests.gui.lessons.classroom import LEFT, bundled_path, open_lesson, press, settle
from tests.gui.shell import Button, answering
from tests.gui.text_studio import text_experiment

Key = Qt.Key


def start(window: MainWindow) -> PredictCard:
    press(window, Key.Key_Q)
    card = window.predicting.card
    assert card is not None
    assert card.isVisible()
    return card


def is_mistake(window: MainWindow, step: int) -> bool:
    return step in window.studio.computed.learners[window.studio.active].mistakes.tolist()


def test_a_step_waits_until_it_is_predicted(window: MainWindow) -> None:
    studio = window.studio
    card = start(window)
    assert [button.words() for button in card.buttons] == ["a mistake", "no mistake"]
    coming = window.studio.computed.learners[0].run
    assert coming is not None
    assert studio.picking.picks.coming == int(coming.at(1).visited[0])
    for key in (Key.Key_Right, Key.Key_Space, Key.Key_N, Key.Key_End):
        press(window, key)
        assert studio.t == 0
        assert not studio.playing
    assert "Answer first" in card.text.text()
    assert studio.results.learners[0].mistakes.tolist() == []  # no tick gives it away
    press(window, Key.Key_1)  # the first step is a tie, and a tie is a mistake
    assert is_mistake(window, 1)
    assert studio.t == 1
    assert card.text.text().startswith("✓ Right.")
    assert card.score.text() == "1 of 1 right"


def test_a_wrong_answer_counts_and_says_what_is_right(window: MainWindow) -> None:
    studio = window.studio
    card = start(window)
    QTest.mouseClick(card.buttons[1], LEFT)
    assert card.text.text().startswith("✗ Not this one. It is “a mistake”.")
    assert card.score.text() == "0 of 1 right"
    press(window, Key.Key_Return)
    assert window.predicting.asked is not None
    assert studio.t == 1


def test_the_streak_and_resetting_it(window: MainWindow) -> None:
    card = start(window)
    for step in range(1, 5):
        press(window, Key.Key_1 if is_mistake(window, step) else Key.Key_2)
        press(window, Key.Key_Right)  # on to the next question
    assert window.studio.t == 4
    assert card.score.text() == "4 of 4 right · 4 in a row"
    window.predicting.reset_score()
    assert card.score.isHidden()


def test_going_back_needs_no_answer(window: MainWindow) -> None:
    studio = window.studio
    studio.seek(10)
    start(window)
    press(window, Key.Key_Left)
    press(window, Key.Key_Left)
    assert studio.t == 8
    assert window.predicting.asked is None
    press(window, Key.Key_Right)
    press(window, Key.Key_Right)
    assert studio.t == 10
    assert window.predicting.asked is not None


def test_only_before_mistakes(window: MainWindow, qtbot: QtBot) -> None:
    studio, predicting = window.studio, window.predicting
    card = start(window)
    predicting.wish(kind="class", at_mistakes=True)
    mistakes = studio.computed.learners[0].mistakes.tolist()
    assert predicting.asked is not None
    assert predicting.asked.question.choices[:2] == ("A", "B")
    press(window, Key.Key_1)
    press(window, Key.Key_Return)
    qtbot.waitUntil(lambda: predicting.asked is not None, timeout=5_000)
    assert studio.t == mistakes[1] - 1
    assert not studio.playing
    assert card.go_on.isHidden()


def test_which_way_the_line_turns(window: MainWindow) -> None:
    window.studio.seek(5)
    card = start(window)
    window.predicting.wish(kind="turn")
    words = [button.words() for button in card.buttons]
    assert words == ["anticlockwise", "clockwise", "it does not turn"]


def test_another_learner_is_asked_about_from_here(window: MainWindow) -> None:
    studio = window.studio
    studio.seek(3)
    start(window)
    studio.activate(1)
    asked = window.predicting.asked
    assert asked is not None
    assert asked.t == 3


def test_a_learner_that_takes_all_examples_at_once(window: MainWindow, qtbot: QtBot) -> None:
    from msgspec.structs import replace

    studio = window.studio
    card = start(window)
    studio.edit(replace(studio.experiment, learners=(LearnerChoice("adaboost"),)), "Other")
    settle(window, qtbot)
    assert "there is none to predict" in card.text.text()
    press(window, Key.Key_Right)
    assert studio.t == 1


def test_it_ends_with_the_run(window: MainWindow, qtbot: QtBot) -> None:
    from msgspec.structs import replace

    studio = window.studio
    data = PointsData(((1.0, 2.0), (2.0, 1.0)), (1, 0), ("A", "<b>B</b>"))
    studio.open_document(
        replace(studio.experiment, data=data, learners=(LearnerChoice("perceptron"),)), None
    )
    settle(window, qtbot)
    card = start(window)
    window.predicting.wish(kind="class")
    assert [b.words() for b in card.buttons] == ["A", "<b>B</b>", "none, it is a tie"]
    for _ in range(studio.computed.steps):
        press(window, Key.Key_3)
        press(window, Key.Key_Return)
    assert studio.t == studio.computed.steps
    assert card.text.text().startswith("The run is over.")
    press(window, Key.Key_Q)
    assert card.isHidden()
    assert studio.held_at is None


def test_the_reader_does_not_tell(window: MainWindow, qtbot: QtBot) -> None:
    window.studio.open_document(text_experiment(), None)
    settle(window, qtbot)
    start(window)
    asked = window.predicting.asked
    assert asked is not None
    assert window.studio.selection == {asked.row}
    reader = window.reader
    assert reader is not None
    qtbot.waitUntil(lambda: reader.item() == asked.row and reader.predicted.isHidden())
    assert not reader.truth.isHidden()


def test_a_lesson_ends_it_and_its_question_comes_first(window: MainWindow, qtbot: QtBot) -> None:
    card = start(window)
    with answering(Button.Discard):
        open_lesson(window, qtbot, bundled_path(1))
    assert card.isHidden()
    press(window, Key.Key_Q)
    assert not window.predicting.active
